from django.apps import AppConfig


class DisplayConfig(AppConfig):
    """Reads: the projector's and the phones' screens."""

    name = "display"
