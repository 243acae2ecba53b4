"""Addresses of the console."""

from django.contrib.auth import views as auth_views
from django.urls import path

from referee import copies_views, public_views, setup_views, views

app_name = "referee"

urlpatterns = [
    path("", views.editions, name="editions"),
    path(
        "sign-in/", auth_views.LoginView.as_view(template_name="referee/sign_in.html"), name="login"
    ),
    path("sign-out/", auth_views.LogoutView.as_view(), name="logout"),
    path("new/", views.edition_new, name="edition_new"),
    path("backup/", copies_views.page, name="backup"),
    path("backup/file/", copies_views.backup_file, name="backup_file"),
    path("backup/restore/", copies_views.restore_file, name="restore"),
    path("backup/follower/", copies_views.follower_new, name="follower_new"),
    path("backup/follower/<int:pk>/", copies_views.follower_forget, name="follower_forget"),
    path("backup/take-over/", copies_views.take_over, name="take_over"),
    path("backup/noted/", copies_views.aside_noted, name="aside_noted"),
    path("mirror/", copies_views.mirror_answer, name="mirror"),
    path("<int:pk>/", views.console_page, name="console"),
    path("<int:pk>/panel/", views.panel, name="panel"),
    path("<int:pk>/side/", views.side, name="side"),
    path("<int:pk>/command/", views.command, name="command"),
    path("<int:pk>/preview/", views.preview, name="preview"),
    path("<int:pk>/public/", public_views.public_page, name="public"),
    path("<int:pk>/release/", public_views.release, name="release"),
    path("<int:pk>/trial/", public_views.trial, name="trial"),
    path("<int:pk>/log/", views.log, name="log"),
    path("<int:pk>/evening.jsonl", views.edition_file, name="file"),
    path("<int:pk>/current/", views.edition_current, name="current"),
    path("<int:pk>/delete/", views.edition_delete, name="delete"),
    path("<int:pk>/setup/", setup_views.setup, name="setup"),
    path("<int:pk>/setup/draw/", setup_views.draw_header, name="draw_header"),
    path("<int:pk>/amend/", setup_views.amend, name="amend"),
]
