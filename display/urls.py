"""Addresses of the public screens."""

from django.urls import path

from display import install_views, proof_views, screens_views, views

app_name = "display"

urlpatterns = [
    path("", views.phone, name="phone"),
    path("display/overlay/", views.overlay, name="overlay"),
    path("display/speaker/", views.speaker, name="speaker"),
    path("display/speaker/now/", views.speech, name="speech"),
    path("display/", screens_views.projector, name="projector"),
    path("display/report/", screens_views.report, name="report"),
    path("display/screens/", screens_views.page, name="screens"),
    path("display/screens/news/", screens_views.news, name="screens_news"),
    path("display/screens/pair/", screens_views.pair, name="screens_pair"),
    path("display/screens/show/", screens_views.show_on_all, name="screens_show"),
    path("display/screens/reload/", screens_views.reload, name="screens_reload"),
    path("display/screens/<int:pk>/", screens_views.change, name="screen_change"),
    path("display/screens/<int:pk>/reload/", screens_views.reload, name="screen_reload"),
    path("display/screens/<int:pk>/forget/", screens_views.forget, name="screen_forget"),
    path("display/editions/<int:pk>/picture.json", views.edition_picture, name="edition_picture"),
    path("display/editions/<int:pk>/lamp/", views.lamp, name="lamp"),
    path("health/", views.health, name="health"),
    path("board.json", views.board_json, name="board_json"),
    path("history/", views.history, name="history"),
    path("rules/", views.rules, name="rules"),
    path("readings/", views.readings, name="readings"),
    path("proof/", proof_views.now, name="proof_now"),
    path("proof/verify_draws.py", proof_views.script, name="proof_script"),
    path("proof/<int:pk>/", proof_views.page, name="proof"),
    path("proof/<int:pk>/<str:file>", proof_views.download, name="proof_file"),
    path("manifest.webmanifest", install_views.manifest, name="manifest"),
    path("sw.js", install_views.service_worker, name="service_worker"),
]
