"""What every template may use."""

from django.conf import settings
from django.http import HttpRequest


def version(request: HttpRequest) -> dict[str, str]:
    """The version of the program."""
    return {"version": settings.VERSION}
