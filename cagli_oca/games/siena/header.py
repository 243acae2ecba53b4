"""What is fixed before the start (P1-P3, P8, P10, P18, P28): data, and the checks of a header."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from cagli_oca.games import fields
from cagli_oca.games.core import Header, Refused, Unreadable
from cagli_oca.games.siena.track import CURVES, MOST_LANES, ROWS

# P3
TERCI: Mapping[str, tuple[str, ...]] = {
    "citta": ("aquila", "chiocciola", "onda", "pantera", "selva", "tartuca"),
    "san_martino": ("civetta", "leocorno", "nicchio", "valdimontone", "torre"),
    "camollia": ("bruco", "drago", "giraffa", "istrice", "lupa", "oca"),
}

CONTRADE = tuple(sorted(contrada for tercio in TERCI.values() for contrada in tercio))
RUNNING = 10
DRAWN_AGAIN = 3
"""P7: of the ten of the first race, drawn for the second."""

# P2
MODES = ("provenzano", "assunta", "straordinario")
TWO_RACES = ("provenzano", "assunta")

# P8
DICE: Mapping[str, tuple[int, ...]] = {"bono": (3, 4, 4, 5, 5, 6), "brenna": (3, 3, 4, 4, 5, 6)}
HORSES = tuple(f"h{number}" for number in range(1, RUNNING + 1))
DEFAULT_HORSES = {horse: "bono" if n < 5 else "brenna" for n, horse in enumerate(HORSES)}

# P10
CARDS: Mapping[str, int] = {
    "mossa+1": 1,
    "mossa-1": -1,
    "race+1": 1,
    "race-1": -1,
    "race+2": 2,
    "race-2": -2,
}
"""The six kinds of Pact cards, and what each adds."""

MOSSA_CARDS = ("mossa+1", "mossa-1")
RACE_CARDS = ("race+1", "race-1", "race+2", "race-2")
DEFAULT_DECK = {
    "mossa+1": 6, "mossa-1": 6, "race+1": 18, "race-1": 18, "race+2": 3, "race-2": 3,
}  # fmt: skip
HAND = 9

# P18
DEFAULT_TRACK: Mapping[str, Any] = {
    "lanes": [5] * 8 + [4] * 4 + [3] * 7 + [2] * 7 + [3, 4, 5, 5],
    "san_martino": [13, 15],
    "casato": [24, 26],
}
FIVE_LANES = (*range(1, 7), ROWS)
"""The rows that always have five: the Mossa's six, and the one before the line."""

OPTIONS: Mapping[str, tuple[str, ...]] = {"curves": ("narrow", "harsh")}
"""P28: each option with its values, the default first."""

contrada = fields.one_of(CONTRADE)
contrade = fields.list_of(contrada)
card = fields.one_of(tuple(CARDS))
cards = fields.list_of(card)


def mapping(item: fields.Check, names: fields.Check = fields.text) -> fields.Check:
    """An object whose keys are not fixed: each key passes *names*, each value *item*."""

    def check(key: str, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise Unreadable("not_an_object", key=key)
        return {names(key, name): item(key, held) for name, held in value.items()}

    return check


def track(key: str, value: Any) -> dict[str, Any]:
    """P18: a track, given whole; types only."""
    rows = fields.list_of(fields.integer)
    return fields.read_object(key, value, dict.fromkeys(("lanes", *CURVES), rows), {})


def _horses(key: str, value: Any) -> dict[str, Any]:
    kind = fields.one_of(tuple(DICE))
    return fields.read_object(key, value, dict.fromkeys(HORSES, kind), {})


def _deck(key: str, value: Any) -> dict[str, Any]:
    return fields.read_object(key, value, {}, dict.fromkeys(CARDS, fields.integer))


def _options(key: str, value: Any) -> dict[str, Any]:
    checks = {name: fields.one_of(values) for name, values in OPTIONS.items()}
    return fields.read_object(key, value, {}, checks)


HEADER_REQUIRED: Mapping[str, fields.Check] = {
    "game": fields.one_of(("siena",)),
    "edition": fields.words,
    "mode": fields.one_of(MODES),
    "players": fields.list_of(fields.words),
    "youngest": fields.text,
    "oldest": fields.text,
    "cards": fields.one_of(("real", "dealt")),
}

HEADER_OPTIONAL: Mapping[str, fields.Check] = {
    "event": fields.text,
    "title": fields.text,
    "held_on": fields.iso_date,
    "horses": _horses,
    "track": track,
    "deck": _deck,
    "options": _options,
    "rehearsal": fields.boolean,
    "commitment": fields.text,
}


def check_header(header: Mapping[str, Any]) -> Header:
    """A header with its keys, types and P1, P10, P18 checked.

    Raises Unreadable, or Refused with P1, P10 or P18.
    """
    checked = fields.read_object("header", header, HEADER_REQUIRED, HEADER_OPTIONAL)
    players = checked["players"]
    if not 2 <= len(players) <= 6:
        raise Refused("P1", "players_out_of_range", number=len(players))
    if len(set(players)) < len(players):
        raise Refused("P1", "player_twice")
    for role in ("youngest", "oldest"):
        if checked[role] not in players:
            raise Refused("P1", "role_of_nobody", role=role, player=checked[role])
    if "deck" in checked:
        check_deck(checked["deck"], len(players))
    if "track" in checked:
        check_track(checked["track"])
    return checked


def check_deck(deck: Mapping[str, int], players: int) -> None:
    """P10: at least nine cards for each player. Raises Refused."""
    for kind, number in deck.items():
        if number < 0:
            raise Refused("P10", "cards_below_none", card=kind)
    if sum(deck.values()) < HAND * players:
        raise Refused("P10", "deck_too_small", least=HAND * players)


def check_track(data: Mapping[str, Any]) -> None:
    """P18 of a header, or of what an amendment would leave (P30). Raises Refused."""
    lanes = data["lanes"]
    if len(lanes) != ROWS:
        raise Refused("P18", "track_length", rows=ROWS)
    for row, number in enumerate(lanes, 1):
        if not 1 <= number <= MOST_LANES:
            raise Refused("P18", "lanes_out_of_range", row=row)
        if row in FIVE_LANES and number != MOST_LANES:
            raise Refused("P18", "five_lanes_needed", row=row)
    for row, (before, after) in enumerate(pairwise(lanes), 1):
        if abs(after - before) > 1:
            raise Refused("P18", "lanes_jump", row=row, next=row + 1)
    for name in CURVES:
        curve = data[name]
        if len(curve) != 2 or not 1 <= curve[0] <= curve[1] <= ROWS:
            raise Refused("P18", "bad_curve", curve=name)
