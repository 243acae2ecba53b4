"""Addresses of the console."""

from django.contrib.auth import views as auth_views
from django.urls import path

from referee import (
    copies_views,
    devices_views,
    minutes_views,
    people_views,
    public_views,
    replace_views,
    setup_views,
    views,
)
from referee.signing_in import SignIn

app_name = "referee"

urlpatterns = [
    path("", views.editions, name="editions"),
    path("sign-in/", SignIn.as_view(), name="login"),
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
    path("<int:pk>/correct/", replace_views.correct_page, name="correct"),
    path("<int:pk>/correct/preview/", replace_views.correct_preview, name="correct_preview"),
    path("<int:pk>/correct/record/", replace_views.correct_record, name="correct_record"),
    path("<int:pk>/log/", views.log, name="log"),
    path("<int:pk>/minutes/", minutes_views.page, name="minutes"),
    path("<int:pk>/minutes.pdf", minutes_views.pdf, name="minutes_pdf"),
    path("<int:pk>/paper/", minutes_views.paper, name="paper"),
    path("<int:pk>/evening.jsonl", views.edition_file, name="file"),
    path("<int:pk>/current/", views.edition_current, name="current"),
    path("<int:pk>/delete/", views.edition_delete, name="delete"),
    path("<int:pk>/setup/", setup_views.setup, name="setup"),
    path("<int:pk>/setup/draw/", setup_views.draw_header, name="draw_header"),
    path("<int:pk>/amend/", setup_views.amend, name="amend"),
    path("<int:pk>/devices/", devices_views.page, name="devices"),
    path("<int:pk>/devices/list/", devices_views.fragment, name="devices_list"),
    path("<int:pk>/devices/new/", devices_views.new, name="device_new"),
    path("<int:pk>/devices/<int:device>/code/", devices_views.again, name="device_code"),
    path("<int:pk>/devices/<int:device>/cut-off/", devices_views.cut_off, name="device_cut_off"),
    path("pair/", devices_views.pair_typed, name="pair_typed"),
    path("pair/<str:code>/", devices_views.pair, name="pair"),
    path("lock/", devices_views.lock, name="lock"),
    path("lock/now/", devices_views.lock_now, name="lock_now"),
    path("lock/awake/", devices_views.awake, name="awake"),
    path("people/", people_views.page, name="people"),
    path("people/new/", people_views.new, name="person_new"),
    path("people/<int:person>/", people_views.change, name="person_change"),
    path("people/<int:person>/password/", people_views.password, name="person_password"),
]
