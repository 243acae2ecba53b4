"""``{% qr %}``: the phones' address as a QR code, drawn into the page, with its text."""

from typing import Any

import segno
from django import template
from django.utils.safestring import mark_safe

from cagli_oca.addresses import public_address

register = template.Library()

# Dark on light by day and by night, with its quiet zone: many cameras read nothing else.
DARK, LIGHT, QUIET = "#22170f", "#ffffff", 4


def drawing(address: str) -> str:
    """An SVG without a size of its own; correction M reads through a hand in front of it."""
    code = segno.make(address, error="m", micro=False)
    return code.svg_inline(
        border=QUIET, dark=DARK, light=LIGHT, omitsize=True, svgclass="qr-code", lineclass=None
    )


@register.inclusion_tag("display/qr.html", takes_context=True)
def qr(context: dict[str, Any]) -> dict[str, Any]:
    """Nothing, if no phone could reach this site under any address known here."""
    address = public_address(context["request"])
    return {
        "address": address,
        "short": address.removeprefix("http://").removeprefix("https://").rstrip("/"),
        "drawing": mark_safe(drawing(address)) if address else "",
    }
