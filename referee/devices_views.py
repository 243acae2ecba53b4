"""Tablets: the head referee's page of them, and what a tablet itself sees when it is paired."""

from typing import Any

import segno
from django.contrib.auth import authenticate, login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cagli_oca.addresses import own_address
from referee import devices, hands, posts
from referee.access import DEVICE_KEY
from referee.answers import edition_or_404, form_of, may_json, may_required, signed_in_json
from referee.models import Device, Edition
from referee.people import LONGEST_NAME, Unfit, attempts_forget
from referee.signing_in import pin_count

keeper_required = may_required("devices")

PIN_BACKEND = "referee.signing_in.PinBackend"

STATES = {
    "used": gettext_lazy("signed in"),
    "locked": gettext_lazy("locked: it waits for its PIN"),
    "waiting": gettext_lazy("waiting for the code"),
    "late": gettext_lazy("the code is too old"),
    "cut_off": gettext_lazy("cut off"),
}


# --------------------------------------------------------------------- the head referee's page


def _rows(edition_id: int) -> list[dict[str, Any]]:
    rows = []
    for device in devices.device_list(edition_id):
        state = devices.state_of(device)
        post = posts.NAMES.get(posts.post_of(device.user), "")
        rows.append({"device": device, "post": post, "state": state, "told": STATES[state]})
    return rows


def _players(edition: Edition) -> list[dict[str, Any]]:
    """Each player of the game who may have a phone, and how it is."""
    phones = {device.plays: device for device in devices.device_list(edition.pk)}
    return [
        {"name": player, "told": STATES[devices.state_of(phone)] if phone else ""}
        for player in hands.players(edition)
        for phone in [phones.get(player)]
    ]


def _page(request: HttpRequest, pk: int, *, status: int = 200, **told: Any) -> HttpResponse:
    edition = edition_or_404(pk)
    context = {
        "edition": edition,
        "rows": _rows(pk),
        "players": _players(edition),
        "posts": {slug: posts.NAMES[slug] for slug in posts.GROUPS},
        "locks": devices.LOCKS,
        "usual_lock": devices.USUAL_LOCK,
        "longest": LONGEST_NAME,
        **told,
    }
    return render(request, "referee/devices.html", context, status=status)


def _with_code(request: HttpRequest, device: Device, code: str) -> HttpResponse:
    """The page with the code: it stands in this answer and nowhere else."""
    address = own_address(request) + reverse("referee:pair", args=[code]).removeprefix("/")
    drawing = segno.make(address, error="m", micro=False).svg_inline(
        border=4, dark="#22170f", light="#ffffff", omitsize=True, svgclass="qr-code", lineclass=None
    )
    told = {
        "waiting": device,
        "code": f"{code[:4]} {code[4:]}",
        "address": address,
        "drawing": mark_safe(drawing),
        "minutes": int(devices.CODE_LASTS.total_seconds() // 60),
    }
    return _page(request, device.edition_id, **told)


@keeper_required
@never_cache
@require_safe
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """The evening's tablets, and the form for one more."""
    return _page(request, pk)


@may_json("devices")
@never_cache
@require_safe
def fragment(request: HttpRequest, pk: int) -> HttpResponse:
    """The list as it is now; ``?waiting=``: whether the code on the page has been used."""
    number = request.GET.get("waiting", "")
    waiting = devices.device_get(int(number)) if number.isdecimal() and len(number) < 10 else None
    if waiting is not None and waiting.edition_id != pk:
        waiting = None  # another evening's tablet is not named here
    state = devices.state_of(waiting) if waiting else ""
    context = {"edition": edition_or_404(pk), "rows": _rows(pk), "waiting": waiting}
    context["used_now"] = state == "used"
    context["late_now"] = state == "late"
    return render(request, "referee/devices_list.html", context)


@keeper_required
@never_cache
@form_of("referee:devices", "pk")
def new(request: HttpRequest, pk: int) -> HttpResponse:
    """A code for one more tablet."""
    edition = edition_or_404(pk)
    typed = {key: request.POST.get(key, "") for key in ("name", "post", "lock_after")}
    minutes = typed["lock_after"]
    try:
        device, code = devices.device_pair(
            edition_id=edition.pk,
            name=typed["name"],
            post=typed["post"],
            lock_after=int(minutes) if minutes in map(str, devices.LOCKS) else 0,
        )
    except Unfit as unfit:
        return _page(request, pk, status=422, error=str(unfit), typed=typed)
    return _with_code(request, device, code)


@keeper_required
@never_cache
@form_of("referee:devices", "pk")
def phone(request: HttpRequest, pk: int) -> HttpResponse:
    """A code for the phone of one of the players; the one before is signed out."""
    edition, player = edition_or_404(pk), request.POST.get("player", "")
    if player not in hands.players(edition):
        return _page(request, pk, status=422, error=_("Choose a player."))
    return _with_code(request, *devices.phone_pair(edition_id=edition.pk, player=player))


def _device_or_404(pk: int, number: int) -> Device:
    device = devices.device_get(number)
    if device is None or device.edition_id != pk:
        raise Http404
    return device


@keeper_required
@never_cache
@form_of("referee:devices", "pk")
def again(request: HttpRequest, pk: int, device: int) -> HttpResponse:
    """A new code for a tablet: another one in its place, or a PIN that was forgotten."""
    waiting = _device_or_404(pk, device)
    return _with_code(request, waiting, devices.device_code(device_id=waiting.pk))


@keeper_required
@form_of("referee:devices", "pk")
def cut_off(request: HttpRequest, pk: int, device: int) -> HttpResponse:
    """Signed out at once."""
    devices.device_cut_off(device_id=_device_or_404(pk, device).pk)
    return redirect("referee:devices", pk)


# ------------------------------------------------------------------------------ the tablet


@never_cache
@require_safe
def pair_typed(request: HttpRequest) -> HttpResponse:
    """The code typed on the sign-in page, where no camera reads it."""
    code = devices.code_typed(request.GET.get("code", ""))
    return redirect("referee:pair", code or "-")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def pair(request: HttpRequest, code: str) -> HttpResponse:
    """GET: what this tablet is about to become. POST: it becomes that, with the PIN chosen here."""
    device = devices.device_of_code(code)
    if device is None:
        return render(request, "referee/pair.html", {"device": None}, status=404)
    context: dict[str, Any] = {"device": device, "post": posts.NAMES[posts.post_of(device.user)]}
    if request.method != "POST":
        return render(request, "referee/pair.html", context)
    pin = request.POST.get("password", "")
    try:
        if not device.plays and pin != request.POST.get("again", ""):
            raise Unfit(_("The two PINs differ."))
        claimed = devices.device_claim(code=code, pin=pin)
    except Unfit as unfit:
        return render(request, "referee/pair.html", {**context, "error": str(unfit)}, status=422)
    if claimed is None:
        return render(request, "referee/pair.html", {"device": None}, status=404)
    login(request, claimed.user, backend=PIN_BACKEND)
    request.session[DEVICE_KEY] = claimed.pk
    request.session.set_expiry(devices.SESSION_LASTS)
    return redirect(home_of(claimed))


def home_of(device: Device) -> str:
    """Where a tablet of this post works."""
    if posts.post_of(device.user) == posts.SPEAKER:
        return reverse("display:speaker")
    if device.plays:
        return reverse("referee:hand", args=[device.edition_id])
    if not device.edition.opened:
        return reverse("referee:editions")
    return reverse("referee:console", args=[device.edition_id])


def _next(request: HttpRequest, device: Device) -> str:
    wanted = request.POST.get("next") or request.GET.get("next", "")
    hosts = {request.get_host()}
    safe = url_has_allowed_host_and_scheme(wanted, hosts, require_https=request.is_secure())
    return wanted if safe else home_of(device)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lock(request: HttpRequest) -> HttpResponse:
    """A tablet that was left alone asks for its PIN here."""
    device = request.locked
    if device is None:
        home = home_of(request.device) if request.device else reverse("referee:login")
        return redirect(home)
    context = {"device": device, "next": _next(request, device)}
    if request.method == "POST":
        user = authenticate(request, device=device, password=request.POST.get("password", ""))
        if user is not None:
            attempts_forget(pin_count(device))
            devices.device_touched(device)
            return redirect(context["next"])
        context["wrong"] = True
    return render(request, "referee/lock.html", context)


@require_POST
@signed_in_json
def lock_now(request: HttpRequest) -> HttpResponse:
    """The tablet has been left alone, or is put aside."""
    if request.device is not None:
        devices.device_lock(request.device)
    if request.content_type == "application/json":
        return JsonResponse({"status": "locked_now"})
    return redirect("referee:lock")


@require_POST
@signed_in_json
def awake(request: HttpRequest) -> JsonResponse:
    """Somebody touches the screen (the middleware has taken note)."""
    return JsonResponse({"status": "awake"})
