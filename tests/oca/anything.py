"""Random editions of the Goose Game, and random commands, lawful or not."""

import random

from cagli_oca.games import oca
from cagli_oca.games.core import UNDO, Command, Evening, Header, Refused
from cagli_oca.games.oca.board import OPTIONS, QUARTERS, TRIALS

LISTED = [3, 4, 6, 9, 12, 14, 16, 18, 21, 24, 26, 28, 32, 35, 37, 39, 42, 45, 46, *range(48, 54)]


def any_header(chance: random.Random) -> Header:
    """A lawful header: few or many specials, a short or a long Order of Play, any options."""
    board = any_board(chance)
    specials = {square for squares in board.values() for square in squares}
    header = {
        "game": "oca",
        "edition": "2026",
        "order": chance.sample(QUARTERS, 4),
        "board": board,
        "order_of_play": any_order_of_play(chance),
        "options": {
            name: chance.choice(values) for name, values in OPTIONS.items() if chance.randrange(2)
        },
        "square_trials": {
            str(square): chance.choice(TRIALS)
            for square in chance.sample(LISTED, chance.randrange(4))
            if square not in specials
        },
    }
    return oca.check_header(header)


def any_board(chance: random.Random) -> dict[str, list[int]]:
    squares = chance.sample(range(1, 48), chance.randrange(16))
    one, other = sorted(chance.choices(range(len(squares) + 1), k=2))
    return {
        "goose": squares[:one],
        "death": squares[one:other],
        "spervengolo": squares[other:],
    }


def any_order_of_play(chance: random.Random) -> list[str]:
    return chance.choices(TRIALS, k=chance.choice([1, 2, 3, 5, 10, 30]))


def any_command(chance: random.Random) -> Command:
    """Something a referee might send at any moment, well formed or nearly so."""
    do = chance.choices(list(FORMS), weights=[weight for weight, _ in FORMS.values()])[0]
    command = {"do": do, **FORMS[do][1](chance)}
    if chance.randrange(40) == 0:
        command.popitem()
    if chance.randrange(40) == 0:
        command["extra"] = 1
    return command


def next_command(evening: Evening, chance: random.Random) -> Command:
    """Mostly how an evening goes on, now and then anything at all."""
    if chance.randrange(3) == 0:
        return any_command(chance)
    if evening.game.over(evening.state):
        return {"do": UNDO}
    return evening.game.suggest(evening.state, chance)


def answer(evening: Evening, command: Command) -> Evening | None:
    """The evening after *command*, or None if it is refused."""
    try:
        return evening.follow(evening.decide(oca.read(command)))
    except Refused:
        return None


def _quarter(chance):
    return chance.choice([*QUARTERS] * 6 + ["siena"])


def _reason(chance):
    return {"reason": chance.choice(["because"] * 15 + [" "])}


def _throw(chance):
    value = chance.choice([*range(1, 7)] * 5 + [0, 7, True, 4.0, "4", None])
    return {"value": value, **({"quarter": _quarter(chance)} if chance.randrange(3) == 0 else {})}


def _ruling(chance):
    anything = {
        "square": chance.choice([*range(54)] * 2 + [*range(44, 54)] * 8 + [-1, 54]),
        "skips": chance.choice([0, 0, 1, 2, 9, 10, -1]),
        "death_rolls": chance.choice([0, 1, 2, 3, 4]),
        "bonus_used": chance.choice([True, False, False, 1]),
        "select_team_used": chance.choice([True, False, False]),
        "cleared": chance.choices(range(0 if chance.randrange(9) == 0 else 1, 54), k=4),
        "game": chance.choice([0, 0, 1, 2, 3, 29, 31, -1]),
        "turn": _quarter(chance),
    }
    keys = chance.sample(list(anything), chance.choice([0, 1, 1, 2, 2, 3, 8]))
    return {"quarter": _quarter(chance), **_reason(chance), **{key: anything[key] for key in keys}}


def _amend(chance):
    board = any_board(chance)
    if chance.randrange(8) == 0:
        board["goose"] = [*board["goose"], chance.choice([0, 48, *board["death"]])]
    anything = {
        "board": board,
        "order_of_play": any_order_of_play(chance) if chance.randrange(9) else [],
        "square_trials": {
            str(square): chance.choice(TRIALS)
            for square in chance.sample([*LISTED, 5, 54], chance.randrange(3))
        },
    }
    keys = chance.sample(list(anything), chance.choice([0, 1, 1, 1, 2, 3]))
    return {**_reason(chance), **{key: anything[key] for key in keys}}


FORMS = {
    # how likely, and the rest of the command
    "throw": (20, _throw),
    "draw": (10, lambda chance: {"quarter": _quarter(chance)}),
    "select_team": (10, lambda chance: {}),
    "bonus": (15, lambda chance: {}),
    "whistle": (8, lambda chance: {}),
    "result": (
        10,
        lambda chance: {"winner": chance.choice(["challenger", "challenged", "tie", "nobody"])},
    ),
    "repeat": (8, _reason),
    "conduct": (8, lambda chance: {"quarter": _quarter(chance), **_reason(chance)}),
    "ruling": (30, _ruling),
    "amend": (12, _amend),
    "suspend": (4, _reason),
    "resume": (6, lambda chance: {}),
    "close": (2, _reason),
    "undo": (12, lambda chance: {}),
}
