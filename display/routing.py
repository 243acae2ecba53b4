"""The one socket, under two addresses: a screen's cookie goes to ``/display/`` only.

At any other address a stranger is refused, without an error of ours.
"""

from channels.security.websocket import WebsocketDenier
from django.urls import re_path

from display.consumers import PictureConsumer

websocket_urlpatterns = [
    re_path(r"^(display/)?ws/$", PictureConsumer.as_asgi()),
    re_path(r"", WebsocketDenier.as_asgi()),
]
