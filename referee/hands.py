"""Players' secrets (a hand): who may look at them, and who did. Looks are no part of the record.

A player's own phone shows them; of a player without one the referees may, and the player is told.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from cagli_oca.games.core import PUBLIC, Evening, Refused
from referee import devices, selectors
from referee.models import Edition, Look
from referee.people import Unfit
from referee.services import Author

# ------------------------------------------------------------------------------- services


@transaction.atomic
def look(*, edition: Edition, player: str, author: Author) -> dict[str, Any]:
    """The scoreboard as *player* sees it, for a referee who plays for one without a phone.

    The look is noted before anything is told. Raises Unfit.
    """
    evening = selectors.evening(edition)
    if not has_secrets(evening, player):
        raise Unfit(_("There is no hand to be seen."))
    phone = devices.phone_of(edition.pk, player)
    if phone is not None and devices.state_of(phone) == "used":
        raise Unfit(
            _("%(player)s plays on a phone. Cut it off first (Tablets).") % {"player": player}
        )
    _note(edition, player, author)
    return edition.rules.scoreboard(evening.state, player)


def refusal_note(*, edition: Edition, command: Mapping[str, Any], author: Author) -> None:
    """A referee's entry for a player was refused: that tells of the hand as a look does.

    Not where the rules refuse it whatever the hand holds.
    """
    evening = selectors.evening(edition)
    try:
        edition.rules.decide(edition.rules.unseen(evening.state), edition.rules.read(command))
    except Refused:
        return
    tried_note(edition=edition, commands=[command], author=author)


@transaction.atomic
def tried_note(*, edition: Edition, commands: Iterable[Mapping[str, Any]], author: Author) -> None:
    """A referee has tried players' commands on what their hands really hold, and heard of it."""
    if author.plays is not None:
        return
    evening = selectors.evening(edition)
    asked = (c.get("player") for c in commands if c.get("do") in edition.rules.own)
    for player in dict.fromkeys(player for player in asked if has_secrets(evening, player)):
        _note(edition, player, author)


def _note(edition: Edition, player: str, author: Author) -> None:
    Look.objects.create(edition=edition, player=player, by=author.by, at=timezone.now())


# ------------------------------------------------------------------------------ selectors


def has_secrets(evening: Evening, player: Any) -> bool:
    """Whether this player knows something now that not everybody may."""
    game, state = evening.game, evening.state
    if player not in game.players(state):
        return False
    return game.scoreboard(state, player) != game.scoreboard(state, PUBLIC)


def looks_at(edition: Edition, player: str) -> QuerySet[Look]:
    """Who has looked at this player's secrets, the latest first."""
    return Look.objects.filter(edition=edition, player=player).order_by("-pk")


def players(edition: Edition) -> tuple[str, ...]:
    """Who plays with secrets of their own in an opened edition."""
    return edition.rules.players(selectors.evening(edition).state) if edition.opened else ()


def without_phone(edition: Edition) -> list[str]:
    """The players whose hands the program knows and for whom no phone plays."""
    evening = selectors.evening(edition)
    phones = devices.device_list(edition.pk)
    playing = {phone.plays for phone in phones if devices.state_of(phone) == "used"}
    return [
        player
        for player in players(edition)
        if player not in playing and has_secrets(evening, player)
    ]
