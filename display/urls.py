"""Addresses of the public screens."""

from django.urls import path

from display import install_views, views

app_name = "display"

urlpatterns = [
    path("", views.phone, name="phone"),
    path("display/", views.projector, name="projector"),
    path("display/overlay/", views.overlay, name="overlay"),
    path("display/speaker/", views.speaker, name="speaker"),
    path("display/speaker/now/", views.speech, name="speech"),
    path("board.json", views.board_json, name="board_json"),
    path("history/", views.history, name="history"),
    path("rules/", views.rules, name="rules"),
    path("readings/", views.readings, name="readings"),
    path("manifest.webmanifest", install_views.manifest, name="manifest"),
    path("sw.js", install_views.service_worker, name="service_worker"),
]
