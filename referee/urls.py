"""Addresses of the console."""

from django.contrib.auth import views as auth_views
from django.urls import path

from referee import catch_up_views, public_views, setup_views, tablet_views, views

app_name = "referee"

urlpatterns = [
    path("", views.editions, name="editions"),
    path(
        "sign-in/", auth_views.LoginView.as_view(template_name="referee/sign_in.html"), name="login"
    ),
    path("sign-out/", auth_views.LogoutView.as_view(), name="logout"),
    path("new/", views.edition_new, name="edition_new"),
    path("<int:pk>/", views.console_page, name="console"),
    path("<int:pk>/panel/", views.panel, name="panel"),
    path("<int:pk>/side/", views.side, name="side"),
    path("<int:pk>/command/", views.command, name="command"),
    path("<int:pk>/preview/", views.preview, name="preview"),
    path("<int:pk>/here/", tablet_views.here, name="here"),
    path("<int:pk>/settle/", tablet_views.settle, name="settle"),
    path("<int:pk>/catch-up/", catch_up_views.page, name="catch_up"),
    path("<int:pk>/catch-up/check/", catch_up_views.check, name="catch_up_check"),
    path("<int:pk>/catch-up/record/", catch_up_views.record, name="catch_up_record"),
    path("<int:pk>/catch-up/hold/", catch_up_views.hold, name="catch_up_hold"),
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
