"""A second, deliberately naive reading of the Goose Game of Cagli (rules R1-R36).

This module shares NOTHING with the core of the project: no import, no table, no
function, and it was written from the rules page alone, without looking at the core
or at its tests.  That is its whole use.  Two programs that were written apart and
still count the same number of lawful evenings (see naive_census.py, the idea of "perft"
in chess) are unlikely to contain the same mistake; two programs that share code
share its mistakes.  So: please do not "tidy up" by importing anything from the
core here, and do not use this module for anything but cross-checks.

Plain dicts and plain ifs; clarity before speed.  The header is constant and is
handed to every function.  What an amendment (R35) can change - board, order of
play, trials tied to squares - is kept in state["edition"], which is replaced as a
whole and never changed in place, so that states can share it.

No header is checked here, and "position" in a header is not supported.
"""

import json
import math
from datetime import datetime

QUARTERS = ("agostino", "andrea", "angelo", "francesco")

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

SELECT_TEAM_TRIALS = (
    "cordaro-maschile",
    "cordaro-femminile",
    "giogo",
    "ponte",
    "ponte-femminile",
)

# R2
LISTED_TRIAL_SQUARES = (
    3,
    4,
    6,
    9,
    12,
    14,
    16,
    18,
    21,
    24,
    26,
    28,
    32,
    35,
    37,
    39,
    42,
    45,
    46,
    48,
    49,
    50,
    51,
    52,
    53,
)

GOAL = 54


# ---------------------------------------------------------------- the state


def make_edition(board, order_of_play, square_trials):
    """What R35 can change, with a string that says when two of them are equal."""
    edition = {
        "goose": tuple(sorted(board["goose"])),
        "death": tuple(sorted(board["death"])),
        "spervengolo": tuple(sorted(board["spervengolo"])),
        "order_of_play": tuple(order_of_play),
        "square_trials": {int(k): v for k, v in square_trials.items()},
    }
    edition["stamp"] = json.dumps(edition, sort_keys=True)
    return edition


def start(header):
    quarters = {}
    for slug in QUARTERS:
        quarters[slug] = {
            "square": 0,
            "bonus_used": False,
            "select_team_used": False,
            "death_rolls": 0,
            "skips": 0,
            "cleared": (),
        }
    return {
        "phase": "throw",
        "suspended_from": None,
        "turn": header["order"][0],
        "game": 0,
        "winner": None,
        "challenge": None,
        "quarters": quarters,
        "edition": make_edition(
            header["board"], header["order_of_play"], header.get("square_trials", {})
        ),
    }


def copy_state(state):
    new = dict(state)
    new["quarters"] = {slug: dict(q) for slug, q in state["quarters"].items()}
    if state["challenge"] is not None:
        new["challenge"] = dict(state["challenge"])
    return new


def public(state):
    """The JSON state of `replay --json`."""
    quarters = {}
    for slug in QUARTERS:
        q = dict(state["quarters"][slug])
        q["cleared"] = list(q["cleared"])
        quarters[slug] = q
    return {
        "phase": state["phase"],
        "suspended_from": state["suspended_from"],
        "turn": state["turn"],
        "game": state["game"],
        "winner": state["winner"],
        "challenge": None if state["challenge"] is None else dict(state["challenge"]),
        "quarters": quarters,
    }


def key(state):
    """Two states (under one header) are the same state if and only if their keys are equal."""
    c = state["challenge"]
    parts = [
        state["phase"],
        state["suspended_from"],
        state["turn"],
        state["game"],
        state["winner"],
        state["edition"]["stamp"],
    ]
    if c is None:
        parts.append(None)
    else:
        parts.append(
            (
                c["number"],
                c["challenger"],
                c["square"],
                c["trial"],
                c["opponent"],
                c["bonus"],
                c["select_team"],
                c["origin"],
                c["score"],
                c["halved"],
                c["doubled"],
                c["whistled"],
            )
        )
    for slug in QUARTERS:
        q = state["quarters"][slug]
        parts.append(
            (
                q["square"],
                q["bonus_used"],
                q["select_team_used"],
                q["death_rolls"],
                q["skips"],
                q["cleared"],
            )
        )
    return tuple(parts)


def option(header, name):
    defaults = {
        "square_once": "quarter",
        "after_doubling": "resolve",
        "specials_after_last": "stay",
    }
    return header.get("options", {}).get(name, defaults[name])


# ------------------------------------------------------- the moves of a pawn
# These change the state they are given; only play() calls them, on a copy.


def clear_square(q, square):
    if square not in q["cleared"]:
        q["cleared"] = tuple(sorted(q["cleared"] + (square,)))


def pass_turn(header, state):
    """R4, R15: to the next Quarter in the order; pending skips are used up on the way."""
    order = header["order"]
    i = order.index(state["turn"])
    while True:
        i = (i + 1) % 4
        q = state["quarters"][order[i]]
        if q["skips"] == 0:
            break
        q["skips"] = q["skips"] - 1
    state["turn"] = order[i]
    state["phase"] = "throw"
    state["challenge"] = None


def triggers_trial(header, state, slug, square):
    edition = state["edition"]
    if square not in LISTED_TRIAL_SQUARES:
        return False
    if state["game"] >= len(edition["order_of_play"]):
        return False  # R5
    if square in state["quarters"][slug]["cleared"]:
        return False  # R18, R19
    if square <= 47 and option(header, "square_once") == "board":
        for other in QUARTERS:
            if square in state["quarters"][other]["cleared"]:
                return False  # R18
    return True


def land(header, state, slug, origin, score, halved, doubled):
    """The pawn of `slug` has just arrived on its square, moving forward (R10-R19).

    Either ends the evening, or opens a challenge, or passes the turn.
    """
    edition = state["edition"]
    q = state["quarters"][slug]
    square = q["square"]

    if square == GOAL:  # R10
        state["phase"] = "won"
        state["winner"] = slug
        state["turn"] = None
        state["challenge"] = None
        return

    is_goose = square in edition["goose"]
    is_death = square in edition["death"]
    is_spervengolo = square in edition["spervengolo"]

    if is_goose or is_death or is_spervengolo:  # R3: then it is no trial square
        asleep = option(header, "specials_after_last") == "clear" and state["game"] >= len(
            edition["order_of_play"]
        )  # R5
        if asleep or halved:  # R14, R16
            pass_turn(header, state)
            return
        if is_goose:
            if doubled:  # R13
                pass_turn(header, state)
                return
            q["square"] = square + score  # R12
            land(header, state, slug, origin, score, halved, True)
            return
        if square not in q["cleared"]:  # R16
            clear_square(q, square)
            if is_death:
                q["death_rolls"] = 3  # R14
            else:
                q["skips"] = q["skips"] + 1  # R15
        pass_turn(header, state)
        return

    if triggers_trial(header, state, slug, square):
        trial = edition["order_of_play"][state["game"]]
        if square in edition["square_trials"]:  # R5
            trial = edition["square_trials"][square]
        state["game"] = state["game"] + 1
        state["phase"] = "draw"
        state["challenge"] = {
            "number": state["game"],
            "challenger": slug,
            "square": square,
            "trial": trial,
            "opponent": None,
            "bonus": False,
            "select_team": False,
            "origin": origin,
            "score": score,
            "halved": halved,
            "doubled": doubled,
            "whistled": False,
        }
        return

    pass_turn(header, state)  # R11


# -------------------------------------------------- the shape of an action line

COMMON_KEYS = {"do", "at", "by", "note", "correction"}
OWN_KEYS = {  # do: (required, optional)
    "throw": ({"value"}, {"quarter"}),
    "draw": ({"quarter"}, {"program", "proof"}),
    "select_team": (set(), set()),
    "bonus": (set(), set()),
    "whistle": (set(), set()),
    "result": ({"winner"}, {"scores"}),
    "repeat": ({"reason"}, set()),
    "conduct": ({"quarter", "reason"}, set()),
    "ruling": (
        {"quarter", "reason"},
        {
            "square",
            "skips",
            "death_rolls",
            "bonus_used",
            "select_team_used",
            "cleared",
            "game",
            "turn",
        },
    ),
    "amend": ({"reason"}, {"board", "order_of_play", "square_trials"}),
    "suspend": ({"reason"}, set()),
    "resume": (set(), set()),
    "close": ({"reason"}, set()),
    "undo": (set(), set()),
}


def is_int(x, low, high):
    return type(x) is int and low <= x <= high


def well_formed(action):
    do = action.get("do")
    if type(do) is not str or do not in OWN_KEYS:
        return False
    required, optional = OWN_KEYS[do]
    for k in required:
        if k not in action:
            return False
    for k, v in action.items():
        if k not in COMMON_KEYS and k not in required and k not in optional:
            return False
        if k in ("by", "note", "correction") and type(v) is not str:
            return False
        if k == "at":
            if type(v) is not str:
                return False
            try:
                datetime.fromisoformat(v)
            except ValueError:
                return False
        if k == "reason" and (type(v) is not str or v.strip() == ""):
            return False
        if k in ("quarter", "turn") and (type(v) is not str or v not in QUARTERS):
            return False
        if k == "value" and not is_int(v, 1, 6):
            return False
        if k == "winner" and v not in ("challenger", "challenged", "tie"):
            return False
        if k == "scores":
            if type(v) is not list or len(v) != 2:
                return False
            for n in v:
                if type(n) not in (int, float) or not math.isfinite(n):
                    return False
        if k in ("program", "bonus_used", "select_team_used") and type(v) is not bool:
            return False
        if k == "proof" and type(v) is not dict:
            return False
        if k == "square" and not is_int(v, 0, 53):
            return False
        if k == "skips" and not is_int(v, 0, 9):
            return False
        if k == "death_rolls" and not is_int(v, 0, 3):
            return False
        if k == "game" and type(v) is not int:
            return False
        if k == "cleared":
            if type(v) is not list:
                return False
            for n in v:
                if not is_int(n, 1, 53):
                    return False
    return True


def board_is_good(board):
    """R3."""
    if type(board) is not dict or set(board) != {"goose", "death", "spervengolo"}:
        return False
    seen = []
    for squares in board.values():
        if type(squares) is not list:
            return False
        for n in squares:
            if not is_int(n, 1, 47) or n in seen:
                return False
            seen.append(n)
    return True


# ---------------------------------------------------------------- the actions


def play(header, state, action):
    """The state after the action, or None if the rules refuse it.  `undo`: see replay()."""
    if not well_formed(action):
        return None
    do = action["do"]
    phase = state["phase"]

    if phase == "won" or phase == "closed":
        return None  # R34
    if phase == "suspended" and do not in ("resume", "ruling", "amend", "close"):
        return None  # R33

    if do == "throw":
        return play_throw(header, state, action)
    if do == "draw":
        return play_draw(header, state, action)
    if do == "select_team":
        return play_select_team(header, state)
    if do == "bonus":
        return play_bonus(header, state)
    if do == "whistle":
        return play_whistle(header, state)
    if do == "result":
        return play_result(header, state, action)
    if do == "repeat":
        return play_repeat(header, state)
    if do == "conduct":
        return play_conduct(header, state, action)
    if do == "ruling":
        return play_ruling(header, state, action)
    if do == "amend":
        return play_amend(header, state, action)

    if do == "suspend":
        new = copy_state(state)
        new["suspended_from"] = phase
        new["phase"] = "suspended"
        return new
    if do == "resume":
        if phase != "suspended":
            return None
        new = copy_state(state)
        new["phase"] = state["suspended_from"]
        new["suspended_from"] = None
        return new
    if do == "close":
        new = copy_state(state)
        new["phase"] = "closed"
        new["suspended_from"] = None
        new["turn"] = None
        new["challenge"] = None
        return new
    return None


def play_throw(header, state, action):
    if state["phase"] != "throw":
        return None  # R20
    slug = state["turn"]
    if "quarter" in action and action["quarter"] != slug:
        return None  # R4
    new = copy_state(state)
    q = new["quarters"][slug]
    origin = q["square"]
    score = action["value"]
    halved = False
    if q["death_rolls"] > 0:  # R6
        halved = True
        score = score // 2
        q["death_rolls"] = q["death_rolls"] - 1
    if score == 0:  # R7
        pass_turn(header, new)
        return new
    target = origin + score  # R8
    if target > GOAL:  # R9
        q["square"] = GOAL - (target - GOAL)
        pass_turn(header, new)
        return new
    q["square"] = target
    land(header, new, slug, origin, score, halved, False)
    return new


def play_draw(header, state, action):
    if state["phase"] != "draw":
        return None  # R20
    if action["quarter"] == state["challenge"]["challenger"]:
        return None  # R21
    new = copy_state(state)
    new["challenge"]["opponent"] = action["quarter"]
    new["phase"] = "whistle"
    return new


def play_select_team(header, state):
    if state["phase"] != "draw":
        return None  # R23: instead of the draw
    c = state["challenge"]
    if state["quarters"][c["challenger"]]["select_team_used"]:
        return None
    if c["trial"] not in SELECT_TEAM_TRIALS:
        return None
    if c["square"] > 40:
        return None
    if c["halved"] or c["doubled"] or c["bonus"]:
        return None
    new = copy_state(state)
    new["challenge"]["select_team"] = True
    new["quarters"][c["challenger"]]["select_team_used"] = True
    new["phase"] = "whistle"
    return new


def play_bonus(header, state):
    if state["phase"] != "draw" and state["phase"] != "whistle":
        return None  # R22
    c = state["challenge"]
    if c["whistled"]:
        return None  # R24
    if state["quarters"][c["challenger"]]["bonus_used"]:
        return None
    if c["square"] >= 40:
        return None
    if c["halved"] or c["doubled"] or c["select_team"] or c["bonus"]:
        return None
    new = copy_state(state)
    new["challenge"]["bonus"] = True
    new["quarters"][c["challenger"]]["bonus_used"] = True
    return new


def play_whistle(header, state):
    if state["phase"] != "whistle":
        return None
    new = copy_state(state)
    new["challenge"]["whistled"] = True
    new["phase"] = "result"
    return new


def play_repeat(header, state):
    if state["phase"] != "result":
        return None
    new = copy_state(state)
    new["phase"] = "whistle"  # R24
    return new


def play_result(header, state, action):
    if state["phase"] != "result":
        return None
    new = copy_state(state)
    c = new["challenge"]
    slug = c["challenger"]
    q = new["quarters"][slug]
    square = c["square"]
    challenger_won = action["winner"] == "challenger"  # R25: a tie is for the challenged

    if square <= 47 or challenger_won:  # R18, R19
        clear_square(q, square)

    if not challenger_won:  # R27
        if square >= 48:
            q["square"] = 47
        else:
            q["square"] = c["origin"]
        pass_turn(header, new)
        return new

    if c["opponent"] is not None:  # R28
        loser = new["quarters"][c["opponent"]]
        if 48 <= loser["square"] <= 53:
            loser["square"] = 47

    if not c["bonus"] and not c["select_team"]:
        pass_turn(header, new)  # R29
        return new

    # R26: a doubling that has been won
    new["challenge"] = None
    q["square"] = square + c["score"]
    after = option(header, "after_doubling")
    if after == "rest":
        pass_turn(header, new)
        return new
    origin = c["origin"]
    if after == "keep":
        origin = square
    land(header, new, slug, origin, c["score"], c["halved"], True)
    return new


def play_conduct(header, state, action):
    new = copy_state(state)
    q = new["quarters"][action["quarter"]]
    q["skips"] = q["skips"] + 1  # R30
    if new["phase"] == "throw" and new["turn"] == action["quarter"]:
        q["skips"] = q["skips"] - 1  # this very turn is the one skipped
        pass_turn(header, new)
    return new


def play_ruling(header, state, action):
    settable = (
        "square",
        "skips",
        "death_rolls",
        "bonus_used",
        "select_team_used",
        "cleared",
        "game",
        "turn",
    )
    if not any(k in action for k in settable):
        return None  # R31
    slug = action["quarter"]
    c = state["challenge"]
    if c is not None and "turn" not in action:
        if "game" in action:
            return None
        if "square" in action and slug == c["challenger"]:
            return None
    if "game" in action and not 0 <= action["game"] <= len(state["edition"]["order_of_play"]):
        return None

    new = copy_state(state)
    q = new["quarters"][slug]
    for k in ("square", "skips", "death_rolls", "bonus_used", "select_team_used"):
        if k in action:
            q[k] = action[k]
    if "cleared" in action:
        q["cleared"] = tuple(sorted(set(action["cleared"])))
    if "game" in action:
        new["game"] = action["game"]
    if "turn" in action:
        new["turn"] = action["turn"]
        new["challenge"] = None
        if new["phase"] == "suspended":
            new["suspended_from"] = "throw"
        else:
            new["phase"] = "throw"
    return new


def play_amend(header, state, action):
    if not ("board" in action or "order_of_play" in action or "square_trials" in action):
        return None
    old = state["edition"]
    board = {
        "goose": list(old["goose"]),
        "death": list(old["death"]),
        "spervengolo": list(old["spervengolo"]),
    }
    order_of_play = list(old["order_of_play"])
    square_trials = {str(n): trial for n, trial in old["square_trials"].items()}

    if "board" in action:
        board = action["board"]
    if "order_of_play" in action:
        order_of_play = action["order_of_play"]
    if "square_trials" in action:
        square_trials = action["square_trials"]

    # the checks of a header, on what would then be in force
    if not board_is_good(board):
        return None
    if type(order_of_play) is not list or len(order_of_play) == 0:
        return None
    for trial in order_of_play:
        if type(trial) is not str or trial not in TRIALS:
            return None
    if len(order_of_play) < state["game"]:
        return None  # R35
    if type(square_trials) is not dict:
        return None
    specials = board["goose"] + board["death"] + board["spervengolo"]
    trial_squares = [str(n) for n in LISTED_TRIAL_SQUARES if n not in specials]
    for n, trial in square_trials.items():
        if n not in trial_squares or type(trial) is not str or trial not in TRIALS:
            return None

    new = copy_state(state)
    new["edition"] = make_edition(board, order_of_play, square_trials)
    return new


# ---------------------------------------------------------------- a whole evening


def replay(lines):
    """Play a header and its actions; the header is lines[0].

    Returns (state, None), or (state before the refused line, index of that line).
    `undo` (R32) is done by remembering every earlier state.
    """
    header = lines[0]
    state = start(header)
    earlier = []
    for i in range(1, len(lines)):
        action = lines[i]
        if not well_formed(action):
            return state, i
        if action["do"] == "undo":
            if not earlier:
                return state, i  # R36
            state = earlier.pop()
            continue
        new = play(header, state, action)
        if new is None:
            return state, i
        earlier.append(state)
        state = new
    return state, None
