"""Tablets signed in by a code: pairing, lock, cutting off. Services; reads stand at the end.

A player's phone is such a tablet too: it plays for one player, has no PIN and does not lock itself.

A code is shown once, works once and for five minutes, and is stored as its digest. It has 40 bits:
nobody guesses it in that time, so wrong codes need no lock that a spectator could close.
"""

import hashlib
import secrets
from datetime import timedelta
from itertools import chain, count
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from referee import news, people, posts
from referee.models import Device
from referee.people import Unfit

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8
CODE_LASTS = timedelta(minutes=5)
LOCKS = (5, 10, 20, 40)
"""Minutes left alone after which a tablet can be made to lock itself."""

USUAL_LOCK = 20
PIN_LENGTHS = range(4, 9)
TOUCH_EVERY = timedelta(seconds=20)
"""Not every tap needs to be written down."""

SESSION_LASTS = timedelta(days=2)
"""One evening, and the night after it."""

PHONE_AWAKE = int(SESSION_LASTS.total_seconds() // 60)
"""Minutes: a player's phone is locked by its owner's own lock."""


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def new_code() -> str:
    """What the QR code holds, and what can be typed instead."""
    return "".join(secrets.choice(ALPHABET) for _place in range(CODE_LENGTH))


def code_typed(text: str) -> str:
    """A code as somebody typed it."""
    return "".join(c for c in text.upper() if c in ALPHABET)[:CODE_LENGTH]


def pin_typed(text: str) -> str:
    """A PIN as somebody chose it. Raises Unfit."""
    if not (text.isascii() and text.isdecimal()) or len(text) not in PIN_LENGTHS:
        raise Unfit(_("A PIN has four to eight digits."))
    if len(set(text)) == 1 or text in "0123456789" or text in "9876543210":
        raise Unfit(_("This PIN is guessed first: choose another one."))
    return text


@transaction.atomic
def device_pair(*, edition_id: int, name: str, post: str, lock_after: int) -> tuple[Device, str]:
    """Waits for a tablet; its code. A tablet of this name that is no longer used is paired anew.

    Raises Unfit.
    """
    name = people.name_typed(name)
    if post not in posts.GROUPS:
        raise Unfit(_("Choose a post."))
    if lock_after not in LOCKS:
        raise Unfit(_("Choose after how many minutes it locks itself."))
    users = get_user_model().objects
    user = users.filter(username__iexact=name).first()
    if user is None:
        user = users.create(username=name, password=make_password(None))
    elif not hasattr(user, "device"):
        raise Unfit(people.NAME_TAKEN % {"name": name})
    elif is_used(user.device) and user.device.edition_id == edition_id:
        raise Unfit(_("A tablet of this name is in use: cut it off first, or choose another name."))
    about = {"edition_id": edition_id, "lock_after": lock_after}
    device, _created = Device.objects.update_or_create(user=user, defaults=about)
    people.post_give(name=user.get_username(), post=post)
    return device, _waiting(device)


@transaction.atomic
def device_code(*, device_id: int) -> str:
    """A new code for a tablet: whoever is signed in on the old one is so no longer."""
    return _waiting(Device.objects.select_for_update().get(pk=device_id))


@transaction.atomic
def phone_pair(*, edition_id: int, player: str) -> tuple[Device, str]:
    """Waits for a player's phone; its code. The one that the player had is signed out at once."""
    device = Device.objects.filter(edition_id=edition_id, plays=player).first()
    if device is None:
        user = get_user_model().objects.create(
            username=_free_name(player), password=make_password(None)
        )
        device = Device(user=user, edition_id=edition_id, plays=player, lock_after=PHONE_AWAKE)
        people.post_give(name=user.get_username(), post=posts.PLAYER)
    return device, _waiting(device)


def _free_name(player: str) -> str:
    """What the account of a player's phone is called: as the player, or “anna 2”."""
    name = " ".join("".join(filter(str.isprintable, player)).split())[: people.LONGEST_NAME]
    taken = get_user_model().objects
    numbered = (f"{name} {number}" for number in count(2))
    return next(n for n in chain([name], numbered) if not taken.filter(username__iexact=n).exists())


def _waiting(device: Device) -> str:
    """Nobody is signed in on it until the new code is used."""
    _account(device, active=False)
    code = new_code()
    device.code_digest, device.code_until = _digest(code), timezone.now() + CODE_LASTS
    device.paired_at = device.awake_until = None
    device.save()
    return code


def _account(device: Device, *, active: bool) -> None:
    """Opens or closes its account. A new unusable password ends every session of it."""
    get_user_model().objects.filter(pk=device.user_id).update(
        is_active=active, password=make_password(None)
    )
    device.user.refresh_from_db()
    transaction.on_commit(lambda: news.announce(None, None))


@transaction.atomic
def device_claim(*, code: str, pin: str) -> Device | None:
    """The tablet that showed this code is signed in from now on; None if the code is no good.

    The first that comes has it. Raises Unfit for the PIN, which a player's phone has not.
    """
    device = device_of_code(code)
    if device is None:
        return None
    hashed = "" if device.plays else make_password(pin_typed(pin))
    now = timezone.now()
    claimed = Device.objects.filter(pk=device.pk, code_digest=_digest(code)).update(
        code_digest=None,
        code_until=None,
        paired_at=now,
        pin=hashed,
        awake_until=now + timedelta(minutes=device.lock_after),
    )
    if not claimed:
        return None
    device.refresh_from_db()
    _account(device, active=True)
    return device


@transaction.atomic
def device_cut_off(*, device_id: int) -> None:
    """Signed out at once, its sockets closed; one that was only waited for is forgotten."""
    device = Device.objects.select_for_update().get(pk=device_id)
    if device.code_digest is not None and not device.user.last_login:
        device.user.delete()
        return
    device.code_digest = device.code_until = None
    device.save()
    _account(device, active=False)


def device_touched(device: Device) -> None:
    """Somebody is using it: it does not lock itself for a while."""
    until = timezone.now() + timedelta(minutes=device.lock_after)
    if device.awake_until is None or until - device.awake_until > TOUCH_EVERY:
        Device.objects.filter(pk=device.pk).update(awake_until=until)


def device_lock(device: Device) -> None:
    """It asks for its PIN from now on."""
    Device.objects.filter(pk=device.pk).update(awake_until=timezone.now())
    news.announce(None, None)


# ------------------------------------------------------------------------------ reading


def device_get(device_id: Any) -> Device | None:
    """A tablet by its number."""
    return Device.objects.select_related("user", "edition").filter(pk=device_id).first()


def device_list(edition_id: int) -> QuerySet[Device]:
    """The tablets of an evening."""
    return Device.objects.select_related("user").filter(edition_id=edition_id)


def phone_of(edition_id: int, player: str) -> Device | None:
    """The phone that plays for this player, or is waited for."""
    phones = Device.objects.select_related("user")
    return phones.filter(edition_id=edition_id, plays=player).first() if player else None


def device_of_code(code: str) -> Device | None:
    """The tablet that waits with this code."""
    waiting = Device.objects.filter(code_digest=_digest(code), code_until__gt=timezone.now())
    return waiting.select_related("user", "edition").first()


def is_used(device: Device) -> bool:
    """Whether somebody is signed in on it."""
    return device.paired_at is not None and device.user.is_active


def is_awake(device: Device) -> bool:
    """Whether it does not ask for its PIN."""
    return device.awake_until is not None and device.awake_until > timezone.now()


def state_of(device: Device) -> str:
    """``used``, ``locked``, ``waiting`` for its code, ``late`` (it is too old), ``cut_off``."""
    if is_used(device):
        return "used" if is_awake(device) else "locked"
    if device.code_digest is None:
        return "cut_off"
    return "waiting" if device.code_until > timezone.now() else "late"
