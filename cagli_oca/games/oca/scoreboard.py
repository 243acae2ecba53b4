"""What leaves the core: the state as JSON (``replay --json``), and as one line of text.

The line, its fields separated by blanks::

    PHASE GAME QUARTER:SQUARE[:MARK…] ×4 in order [CHALLENGE] [won:QUARTER]

PHASE is ``throw``, ``draw``, ``whistle``, ``result``, ``won``, ``closed``, or
``suspended-from-…``; the Quarter whose turn it is has a ``*`` before its name. Marks: ``b`` bonus
used, ``s`` select team used, ``d2`` Death throws left, ``k1`` skips pending, ``c3,9`` cleared.
CHALLENGE is ``TRIAL:from0:score3`` and marks: ``angelo`` (the opponent), ``bonus``,
``select-team``, ``halved``, ``doubled``, ``whistled``. For example, in the worked turn::

    draw 2 andrea:10 *agostino:6:s:c3 francesco:0 angelo:0 ponte:from0:score3:doubled
"""

from dataclasses import replace
from typing import Any

from cagli_oca.games.core import Unreadable
from cagli_oca.games.oca import board
from cagli_oca.games.oca.challenge import BONUS_BELOW, SELECT_TEAM_UP_TO
from cagli_oca.games.oca.state import Challenge, Quarter, State


def scoreboard(state: State, audience: str) -> dict[str, Any]:
    """The state as docs/rules.md means it. Nothing in this game is secret from any audience."""
    challenge = state.challenge
    return {
        "phase": state.phase,
        "suspended_from": state.suspended_from,
        "turn": state.turn,
        "game": state.game,
        "winner": state.winner,
        "challenge": challenge
        and {
            "number": challenge.number,
            "challenger": challenge.challenger,
            "square": challenge.square,
            "trial": challenge.trial,
            "opponent": challenge.opponent,
            "bonus": challenge.bonus,
            "select_team": challenge.select_team,
            "origin": challenge.origin,
            "score": challenge.score,
            "halved": challenge.halved,
            "doubled": challenge.doubled,
            "whistled": challenge.whistled,
        },
        "quarters": {
            slug: {
                "square": quarter.square,
                "bonus_used": quarter.bonus_used,
                "select_team_used": quarter.select_team_used,
                "death_rolls": quarter.death_rolls,
                "skips": quarter.skips,
                "cleared": sorted(quarter.cleared),
            }
            for slug, quarter in state.quarters.items()
        },
    }


def position(state: State) -> str:
    """The state (less the edition's data, see ``setup``) as one line of text."""
    phase = f"suspended-from-{state.suspended_from}" if state.suspended_from else state.phase
    words = [phase, str(state.game)]
    for slug, quarter in state.quarters.items():
        marks = [("*" if slug == state.turn else "") + slug, str(quarter.square)]
        marks += ["b"] * quarter.bonus_used + ["s"] * quarter.select_team_used
        marks += [f"d{quarter.death_rolls}"] * bool(quarter.death_rolls)
        marks += [f"k{quarter.skips}"] * bool(quarter.skips)
        if quarter.cleared:
            marks.append("c" + ",".join(map(str, sorted(quarter.cleared))))
        words.append(":".join(marks))
    if state.challenge:
        words.append(_challenge_text(state.challenge))
    if state.winner:
        words.append(f"won:{state.winner}")
    return " ".join(words)


def _challenge_text(challenge: Challenge) -> str:
    marks = [challenge.trial, f"from{challenge.origin}", f"score{challenge.score}"]
    marks += [challenge.opponent] if challenge.opponent else []
    marks += ["bonus"] * challenge.bonus + ["select-team"] * challenge.select_team
    marks += ["halved"] * challenge.halved + ["doubled"] * challenge.doubled
    marks += ["whistled"] * challenge.whistled
    return ":".join(marks)


def from_position(start: State, text: str) -> State:
    """The state that *text* names, over the edition's data of *start*. Raises Unreadable.

    What ``position`` could not have written is refused, so that both ways agree.
    """
    try:
        state = _parse(start, text)
        if position(state) != text:
            raise ValueError("not in canonical form")
        _check(state)
    except (ValueError, KeyError, IndexError) as error:
        raise Unreadable("bad_position", key="position", detail=str(error)) from None
    return state


def _parse(start: State, text: str) -> State:
    words = text.split(" ")
    if len(words) < 6:
        raise ValueError("too short")
    phase, game, standings, rest = words[0], _number(words[1]), words[2:6], words[6:]
    suspended_from = None
    if phase.startswith("suspended-from-"):
        phase, suspended_from = "suspended", phase.removeprefix("suspended-from-")
    turn = None
    quarters: dict[str, Quarter] = {}
    for slug, standing in zip(start.setup.order, standings, strict=True):
        name, _, marks = standing.partition(":")
        if name.removeprefix("*") != slug:
            raise ValueError(f"{slug} expected instead of {name}")
        if name.startswith("*"):
            turn = slug
        quarters[slug] = _quarter(marks.split(":"))
    state = replace(
        start,
        phase=phase,
        suspended_from=suspended_from,
        game=game,
        turn=turn,
        quarters=quarters,
        challenge=None,
    )
    for word in rest:
        if word.startswith("won:"):
            state = replace(state, winner=word.removeprefix("won:"))
        else:
            state = replace(state, challenge=_challenge(state, word.split(":")))
    return state


def _number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 4:
        raise ValueError(f"{text!r} is no number")
    return int(text)


def _quarter(marks: list[str]) -> Quarter:
    quarter = Quarter(square=_number(marks[0]))
    for mark in marks[1:]:
        kind, rest = mark[:1], mark[1:]
        if kind == "b":
            quarter = replace(quarter, bonus_used=True)
        elif kind == "s":
            quarter = replace(quarter, select_team_used=True)
        elif kind == "d":
            quarter = replace(quarter, death_rolls=_number(rest))
        elif kind == "k":
            quarter = replace(quarter, skips=_number(rest))
        elif kind == "c":
            quarter = replace(quarter, cleared=frozenset(map(_number, rest.split(","))))
        else:
            raise ValueError(f"unknown mark {mark!r}")
    return quarter


def _challenge(state: State, words: list[str]) -> Challenge:
    if state.turn is None:
        raise ValueError("a challenge without a turn")
    trial, origin, score, *marks = words
    opponents = [mark for mark in marks if mark in board.QUARTERS]
    return Challenge(
        number=state.game,
        challenger=state.turn,
        square=state.quarters[state.turn].square,
        trial=trial,
        origin=_number(origin.removeprefix("from")),
        score=_number(score.removeprefix("score")),
        halved="halved" in marks,
        doubled="doubled" in marks,
        opponent=opponents[0] if opponents else None,
        bonus="bonus" in marks,
        select_team="select-team" in marks,
        whistled="whistled" in marks,
    )


def _check(state: State) -> None:
    """Raises ValueError for a position that no evening can be in."""
    playing = state.suspended_from or state.phase
    if playing not in ("throw", "draw", "whistle", "result", "won", "closed"):
        raise ValueError(f"unknown phase {playing!r}")
    if state.suspended_from in ("won", "closed"):
        raise ValueError("an evening that is over cannot be suspended")
    if state.game > len(state.setup.order_of_play):
        raise ValueError("more challenges than the Order of Play is long")
    if (state.turn is None) != (playing in ("won", "closed")):
        raise ValueError("exactly one Quarter has the turn, unless the evening is over")
    if (state.winner is not None) != (playing == "won"):
        raise ValueError("won and a winner go together")
    if state.winner is not None and state.winner not in state.quarters:
        raise ValueError("the winner is no Quarter")
    for slug, quarter in state.quarters.items():
        at_goal = slug == state.winner
        if (quarter.square == board.GOAL) != at_goal or quarter.square > board.GOAL:
            raise ValueError("only the winner stands on 54, the others on 0 to 53")
        if quarter.death_rolls > 3:
            raise ValueError("at most three Death throws")
        if not all(1 <= square <= board.LAST_BEFORE_GOAL for square in quarter.cleared):
            raise ValueError("cleared squares are 1 to 53")
    if (state.challenge is not None) != (playing in ("draw", "whistle", "result")):
        raise ValueError("draw, whistle and result are the phases of a challenge")
    if state.challenge:
        _check_challenge(state, state.challenge, playing)


def _check_challenge(state: State, challenge: Challenge, phase: str) -> None:
    if challenge.number < 1 or challenge.square not in board.TRIAL_SQUARES:
        raise ValueError("no challenge can be open on this square")
    if challenge.trial not in board.TRIALS or challenge.opponent == challenge.challenger:
        raise ValueError("unknown trial, or challenger and opponent are the same")
    if not 1 <= challenge.score <= 6 or challenge.origin > board.LAST_BEFORE_GOAL:
        raise ValueError("score or origin out of range")
    if challenge.opponent and challenge.select_team:
        raise ValueError("an opponent and the select team")
    if (challenge.opponent is None and not challenge.select_team) != (phase == "draw"):
        raise ValueError("the flag is drawn before the whistle")
    if (challenge.whistled and phase == "draw") or (not challenge.whistled and phase == "result"):
        raise ValueError("whistled does not fit the phase")
    if (challenge.bonus or challenge.select_team) and (challenge.halved or challenge.doubled):
        raise ValueError("nothing doubles a halved or doubled throw")
    if challenge.bonus and (challenge.select_team or challenge.square >= BONUS_BELOW):
        raise ValueError("the bonus is not possible here")
    if challenge.select_team and (
        challenge.square > SELECT_TEAM_UP_TO or challenge.trial not in board.SELECT_TEAM_TRIALS
    ):
        raise ValueError("the select team is not possible here")
    if challenge.halved and challenge.score > 3:
        raise ValueError("a halved score is at most 3")
