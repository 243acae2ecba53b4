"""The one socket, under two addresses: a screen's cookie goes to ``/display/`` only."""

from django.urls import re_path

from display.consumers import PictureConsumer

websocket_urlpatterns = [re_path(r"^(display/)?ws/$", PictureConsumer.as_asgi())]
