"""What a live page shows or hides by itself, so that it is right without its script too."""

from datetime import date
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cagli_oca.dates import in_words
from display.projections import sentence_of

register = template.Library()


@register.simple_tag(takes_context=True)
def on(context: template.Context, stages: str) -> SafeString:
    """``<p {% on "before play" %}>``: shown at these stages; the page's script goes by it too.

    Beside the stages of a picture there are two endings of "over": won and closed.
    """
    picture: dict[str, Any] = context["picture"]
    ending = ""
    if picture["stage"] == "over":
        ending = "won" if picture["winner"] else "closed"
    shown = {picture["stage"], ending} & set(stages.split())
    return format_html('data-on="{}"{}', stages, "" if shown else SafeString(" hidden"))


@register.simple_tag(takes_context=True)
def symbol(context: template.Context, side: str | None) -> SafeString:
    """``<use href="#{% symbol side %}">``: the id of a side's symbol, as its game names it."""
    return _of_the_game(context, "symbol", side)


@register.simple_tag(takes_context=True)
def wears(context: template.Context, side: str | None) -> SafeString:
    """``<li{% wears side %}>``: in the colours of a side; of None, in none."""
    return SafeString(f' class="dressed" {_of_the_game(context, "wears", side)}' if side else "")


def _of_the_game(context: template.Context, name: str, side: str | None) -> SafeString:
    told = render_to_string(f"{context['folder']}/{name}.html", {"side": side or ""})
    return SafeString(told.strip())


@register.simple_tag
def hidden_unless(shown: Any) -> SafeString:
    """``<p{% hidden_unless challenge.bonus %}>``."""
    return SafeString("" if shown else " hidden")


@register.filter
def sentence(told: dict[str, Any]) -> str:
    """A happening as running text."""
    return sentence_of(told["steps"])


@register.filter
def day(iso: str) -> str:
    """``2027-08-08`` as people say it in the active language; nothing for what is no date."""
    try:
        return in_words(date.fromisoformat(iso))
    except ValueError:
        return ""
