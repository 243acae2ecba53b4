"""Dates as people write them."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language

IN_SMALL_LETTERS = {"it"}
"""Languages whose days and months are no names; Django writes all with a capital."""


def in_words(day: date, pattern: str = "l j F Y") -> str:
    """*day* in the active language: ``domenica 9 agosto 2026``, ``Sunday 9 August 2026``."""
    text = str(date_format(day, pattern))
    return text.lower() if get_language() in IN_SMALL_LETTERS else text
