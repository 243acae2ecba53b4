"""The board and what is fixed before the start (R1-R5): data, and the checks of a header."""

from collections.abc import Mapping
from typing import Any

from cagli_oca.games import fields
from cagli_oca.games.core import Header, Refused, Unreadable

QUARTERS = ("agostino", "andrea", "angelo", "francesco")

START = 0
GOAL = 54
LAST_BEFORE_GOAL = 53
PALIO_ZONE = range(48, 54)
BEFORE_PALIO_ZONE = 47
"""Where a Quarter that loses in the Palio zone is sent (R27, R28)."""

# R2
TRIAL_SQUARES = frozenset(
    {3, 4, 6, 9, 12, 14, 16, 18, 21, 24, 26, 28, 32, 35, 37, 39, 42, 45, 46, *PALIO_ZONE}
)

TRIALS = (
    "osteria",
    "trampoli",
    "trampoli-a-giro",
    "ponte",
    "ponte-femminile",
    "gioco-degli-anelli",
    "sacco-di-frecce",
    "cordaro-maschile",
    "cordaro-femminile",
    "staffetta-maschile",
    "staffetta-femminile",
    "staffetta-mista",
    "percorso-misto-femminile",
    "boscaiolo",
    "giogo",
    "cavalieri",
    "balestrieri",
    "arcieri",
)

# R23
SELECT_TEAM_TRIALS = frozenset(
    {"cordaro-maschile", "cordaro-femminile", "giogo", "ponte", "ponte-femminile"}
)

SPECIALS = ("goose", "death", "spervengolo")

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "square_once": ("quarter", "board"),
    "after_doubling": ("resolve", "keep", "rest"),
    "specials_after_last": ("stay", "clear"),
}
"""Each option with its values, the default first."""


def squares_of(board: Mapping[str, Any]) -> dict[int, str]:
    """square -> "goose" | "death" | "spervengolo"."""
    return {square: special for special in SPECIALS for square in board[special]}


def trial_squares_of(board: Mapping[str, Any]) -> frozenset[int]:
    """R2 less what the board makes a Goose, Death or Spervengolo square (R3)."""
    return TRIAL_SQUARES - squares_of(board).keys()


def board(key: str, value: Any) -> dict[str, Any]:
    """R3: three lists of squares; types only."""
    squares = fields.list_of(fields.integer)
    return fields.read_object(key, value, dict.fromkeys(SPECIALS, squares), {})


def options(key: str, value: Any) -> dict[str, Any]:
    return fields.read_object(
        key, value, {}, {name: fields.one_of(values) for name, values in OPTIONS.items()}
    )


def square_trials(key: str, value: Any) -> dict[str, str]:
    """R5: the trial of a square, by the square's number as text; types only."""
    if type(value) is not dict:
        raise Unreadable("not_an_object", key=key)
    for square in value:
        if not square.isascii() or not square.isdecimal() or str(int(square[:9])) != square:
            raise Unreadable("not_a_square", key=key, square=square)
    return {square: fields.one_of(TRIALS)(key, value[square]) for square in sorted(value, key=int)}


order_of_play = fields.list_of(fields.one_of(TRIALS))
quarter = fields.one_of(QUARTERS)

HEADER_REQUIRED: Mapping[str, fields.Check] = {
    "game": fields.one_of(("oca",)),
    "edition": fields.words,
    "order": fields.list_of(quarter),
    "board": board,
    "order_of_play": order_of_play,
}

HEADER_OPTIONAL: Mapping[str, fields.Check] = {
    "event": fields.text,
    "title": fields.text,
    "held_on": fields.iso_date,
    "options": options,
    "square_trials": square_trials,
    "rehearsal": fields.boolean,
    "position": fields.text,
    "commitment": fields.text,
}


def check_keys(header: Mapping[str, Any]) -> dict[str, Any]:
    """A header with its keys, types and R1-R5 checked (not yet its position).

    Raises Unreadable, or Refused with R3, R4 or R5.
    """
    checked = fields.read_object("header", header, HEADER_REQUIRED, HEADER_OPTIONAL)
    if len(checked["order"]) != len(QUARTERS) or set(checked["order"]) != set(QUARTERS):
        raise Refused("R4", "order_incomplete", quarters=list(QUARTERS))
    check_data(checked)
    return checked


def check_data(data: Header) -> None:
    """R3 and R5 of a header, or of what an amendment would leave (R35). Raises Refused."""
    taken: set[int] = set()
    for special in SPECIALS:
        for square in data["board"][special]:
            if not 1 <= square <= BEFORE_PALIO_ZONE:
                raise Refused("R3", "special_off_board", square=square, special=special)
            if square in taken:
                raise Refused("R3", "special_twice", square=square)
            taken.add(square)
    if not data["order_of_play"]:
        raise Refused("R5", "order_of_play_empty")
    for square in data.get("square_trials", {}):
        if int(square) not in trial_squares_of(data["board"]):
            raise Refused("R5", "not_a_trial_square", square=int(square))
