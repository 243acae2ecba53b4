"""Addresses: phones at ``/``, the projector at ``/display/``, the console at ``/referee/``."""

from django.urls import include, path

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("referee/", include("referee.urls")),
    path("", include("display.urls")),
]

handler400 = "referee.trouble.bad_request"
handler500 = "referee.trouble.server_error"
