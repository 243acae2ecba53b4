from django.apps import AppConfig


class RefereeConfig(AppConfig):
    """Writes: editions, the log, the console."""

    name = "referee"
