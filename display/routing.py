"""The one socket address."""

from django.urls import re_path

from display.consumers import PictureConsumer

websocket_urlpatterns = [re_path(r"^ws/$", PictureConsumer.as_asgi())]
