"""Siena's codes in, sentences out: steps, actions, reasons (refusals: ``refusals.py``)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cagli_oca.games.siena.track import FINISH, lap_of, row_of
from cagli_oca.wording.siena.names import (
    CARDS,
    CONTRADE,
    CURVES,
    HORSES,
    PALII,
    PHASES,
    STATES,
)

ACTIONS = {
    "choose": gettext_lazy("Contrada"),
    "draw_ten": gettext_lazy("Draw ten"),
    "draw_contrada": gettext_lazy("Draw a Contrada"),
    "tratta": gettext_lazy("Tratta"),
    "jockeys": gettext_lazy("Jockeys"),
    "deal": gettext_lazy("Deal"),
    "mossa_order": gettext_lazy("Call to the Mossa"),
    "mossa_roll": gettext_lazy("Die in the Mossa"),
    "offer": gettext_lazy("Offer"),
    "annul": gettext_lazy("Annul"),
    "enter": gettext_lazy("Enter"),
    "pact": gettext_lazy("Pact card"),
    "start": gettext_lazy("Start"),
    "roll": gettext_lazy("Horse's die"),
    "red": gettext_lazy("Red die"),
    "draw_three": gettext_lazy("Draw three"),
    "ruling": gettext_lazy("Ruling"),
    "amend": gettext_lazy("Amend"),
    "suspend": gettext_lazy("Suspend"),
    "resume": gettext_lazy("Resume"),
    "close": gettext_lazy("Close"),
}

READY_REASONS = {
    "ruling": (gettext_lazy("Pawn set wrongly"), gettext_lazy("Decision of the Mossiere")),
    "amend": (gettext_lazy("Typed wrong"), gettext_lazy("Another board")),
    "suspend": (gettext_lazy("Pause"), gettext_lazy("Dispute at the table")),
    "close": (gettext_lazy("Late hour"), gettext_lazy("Decision of the Mossiere")),
}

BEGINS = {
    "draw_ten": gettext_lazy("Now ten are drawn for the race."),
    "draw_contrada": gettext_lazy("Now each player draws, %(player)s first."),
    "tratta": gettext_lazy("Now the Tratta."),
    "jockeys": gettext_lazy("Now the jockeys are chosen."),
    "deal": gettext_lazy("Now the Pact cards are dealt."),
    "mossa_order": gettext_lazy("Now the Mossiere calls to the Mossa."),
    "mossa_roll": gettext_lazy("The ten enter the ropes."),
}

STEPS = {
    # before the Mossa
    "chosen": gettext_lazy("%(player)s chooses %(contrada)s."),
    "player_called": gettext_lazy("%(player)s is next."),
    "phase_begun": "%(begins)s",
    "ten_drawn": gettext_lazy("These ten run: %(contrade)s."),
    "contrada_drawn": gettext_lazy("%(player)s draws %(contrada)s."),
    "horse_given": gettext_lazy("%(contrada)s: %(kind)s."),
    "jockey_chosen": gettext_lazy("%(contrada)s is ridden by %(name)s."),
    "dealt": gettext_lazy("%(number)s Pact cards to each player."),
    # the Mossa
    "order_called": gettext_lazy("The Mossiere calls: %(contrade)s."),
    "mossa_rolled": gettext_lazy("%(contrada)s rolls a %(value)s in lane %(lane)s."),
    "rincorsa_decides": "%(decision)s",
    "offered": gettext_lazy("%(player)s offers Pact cards: %(cards)s."),
    "offer_withdrawn": gettext_lazy("%(player)s offers nothing any more."),
    "offers_dropped": gettext_lazy("Offers that lapse: %(players)s."),
    "annulled": gettext_lazy("%(player)s annuls the entry (%(count)s of 2): all roll again."),
    "entered": "%(entry)s",
    "card_played": gettext_lazy("%(player)s plays %(card)s on %(target)s."),
    "placed": gettext_lazy("%(contrada)s starts from %(progress)s, lane %(lane)s."),
    # the race
    "race_begun": gettext_lazy("The race begins!"),
    "round_began": gettext_lazy("Round %(round)s: %(contrada)s (%(player)s) is first."),
    "turn_passed": gettext_lazy("%(contrada)s (%(player)s) to roll."),
    "rolled": "%(die)s",
    "moved": "%(way)s",
    "stood_still.no_movement": gettext_lazy("%(contrada)s stands still."),
    "stood_still.blocked": gettext_lazy("%(contrada)s has no free space ahead."),
    "last_lap": gettext_lazy("%(contrada)s begins the last lap."),
    "test_due": gettext_lazy("%(contrada)s is blocked%(where)s and risks a fall."),
    "braked": gettext_lazy("A %(value)s on the red die: %(contrada)s brakes%(where)s."),
    "jockey_fell": gettext_lazy(
        "A %(value)s on the red die: %(contrada)s loses its jockey%(where)s and runs on riderless."
    ),
    "both_fell": gettext_lazy(
        "A %(value)s on the red die: %(contrada)s falls%(where)s, horse and jockey, and is out."
    ),
    "race_won": "%(victory)s",
    "three_drawn": gettext_lazy(
        "Drawn for the second race: %(contrade)s. By right run: %(by_right)s."
    ),
    # the referee
    "ruled": gettext_lazy("Ruling for %(contrada)s: %(changes)s (%(reason)s)."),
    "nobody_left": gettext_lazy("Nobody is left in the race."),
    "amended": gettext_lazy("The edition's data are amended: %(amended)s (%(reason)s)."),
    "suspended": gettext_lazy("Suspended: %(reason)s."),
    "resumed": gettext_lazy("Play is resumed."),
    "closed": gettext_lazy("Closed: %(reason)s."),
}

POSITION_PROBLEMS: Mapping[str, Any] = {}
"""An evening of this game begins at its beginning: no position is ever put in."""

_KEYS = {
    "progress": gettext_lazy("progress"),
    "lane": gettext_lazy("lane"),
    "state": gettext_lazy("horse and jockey"),
    "waiting": gettext_lazy("cards waiting"),
    "track": gettext_lazy("track"),
}


def facts(given: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a step or refusal with names for slugs, ready for a sentence's ``%(fact)s``."""
    told = dict(given)
    for key, names in _NAMED.items():
        if isinstance(told.get(key), str):
            told[key] = str(names.get(told[key], told[key]))
    for key in ("contrade", "by_right"):
        if key in told:
            told[key] = ", ".join(CONTRADE[slug] for slug in told[key])
    if isinstance(told.get("players"), list):
        told["players"] = ", ".join(told["players"])
    if "do" in told:
        told["action"] = str(ACTIONS[told["do"]])
    told["where"] = _(" at %(curve)s") % told if given.get("curve") else ""
    if "set" in told:
        told["amended"] = ", ".join(str(_KEYS[key]) for key in told["set"])
        if "track" not in told["set"]:
            told["changes"] = _changes(given)
    tell = _TOLD_BY.get(given.get("step", ""))
    return {**told, **tell(given, told)} if tell else told


_NAMED: Mapping[str, Mapping[str, Any]] = {
    "contrada": CONTRADE,
    "target": CONTRADE,
    "turn": CONTRADE,
    "kind": HORSES,
    "card": CARDS,
    "curve": CURVES,
    "phase": PHASES,
}
"""The names behind a fact's slug. A turn may also be a player's, told as it is."""

Facts = Mapping[str, Any]


def _changes(given: Facts) -> str:
    return ", ".join(
        f"{_KEYS[key]} {_value(given['before'][key])} → {_value(value)}"
        for key, value in given["set"].items()
    )


def _value(value: Any) -> str:
    return str(STATES[value]) if value in STATES else str(value)


def _phase_begun(given: Facts, told: Facts) -> Facts:
    return {"begins": str(BEGINS[given["phase"]]) % told}


def _decides(given: Facts, told: Facts) -> Facts:
    sentence = (
        _("%(contrada)s, the rincorsa, must enter now.")
        if given["final"]
        else _("%(contrada)s is the rincorsa: %(player)s annuls or enters.")
    )
    return {"decision": sentence % told}


def _entry(given: Facts, told: Facts) -> Facts:
    entry = _("%(contrada)s enters: the Mossa is valid!") % told
    counts = ", ".join(f"{player} {number}" for player, number in given["counts"].items())
    if counts:
        entry += " " + _("%(player)s draws Pact cards: %(counts)s.") % {**told, "counts": counts}
    return {"entry": entry}


def _die(given: Facts, told: Facts) -> Facts:
    sentence = (
        _("%(contrada)s rolls a %(value)s; with its Pact cards (%(sum)s) that makes %(movement)s.")
        if given["cards"]
        else _("%(contrada)s rolls a %(value)s.")
    )
    return {"die": sentence % {**told, "sum": f"{given['cards']:+}".replace("-", "−")}}


def _way(given: Facts, told: Facts) -> Facts:
    if given["to"] == FINISH:
        return {"way": _("%(contrada)s crosses the line in lane %(lane)s.") % told}
    sentence = (
        _("%(contrada)s goes to row %(row)s, lane %(lane)s, on lap %(lap)s, past %(passed)s.")
        if given["overtaken"]
        else _("%(contrada)s goes to row %(row)s, lane %(lane)s, on lap %(lap)s.")
    )
    passed = ", ".join(CONTRADE[slug] for slug in given["overtaken"])
    return {"way": sentence % {**told, "row": row_of(given["to"]), "passed": passed}}


def _victory(given: Facts, told: Facts) -> Facts:
    sentence = (
        _("%(contrada)s wins %(palio)s for %(player)s!")
        if given["jockey"]
        else _("%(contrada)s wins %(palio)s for %(player)s, riderless!")
    )
    return {"victory": sentence % {**told, "palio": PALII[given["mode"]]}}


_TOLD_BY: Mapping[str, Callable[[Facts, Facts], Facts]] = {
    "phase_begun": _phase_begun,
    "rincorsa_decides": _decides,
    "entered": _entry,
    "rolled": _die,
    "moved": _way,
    "race_won": _victory,
}
"""Steps whose sentence depends on their facts."""


def place(progress: int) -> str:
    """Where a pawn is, as people say it: lap and row, or behind the line."""
    if progress < 1:
        return _("behind the line")
    if progress == FINISH:
        return _("over the line")
    return _("lap %(lap)s, row %(row)s") % {"lap": lap_of(progress), "row": row_of(progress)}
