"""What the referees can always do (R30-R35); undo (R32) is the machinery's own."""

from typing import Any

from cagli_oca.games.core import Command, Refused
from cagli_oca.games.oca import board
from cagli_oca.games.oca.state import Course, State
from cagli_oca.games.oca.throw import pass_turn

QUARTER_LIMITS = {"square": (0, board.LAST_BEFORE_GOAL), "skips": (0, 9), "death_rolls": (0, 3)}
OF_THE_QUARTER = (*QUARTER_LIMITS, "bonus_used", "select_team_used", "cleared")
OF_THE_EVENING = ("game", "turn")
AMENDABLE = ("board", "order_of_play", "square_trials")


def conduct(course: Course, command: Command) -> None:
    """R30: one more pending skip; used up at once if it is that Quarter's turn to throw."""
    quarter, reason = command["quarter"], command["reason"]
    skips = course.state.quarters[quarter].skips
    course.step("conduct", "R30", quarter=quarter, skips=skips + 1, reason=reason)
    if course.state.phase == "throw" and course.state.turn == quarter:
        course.step("skipped", "R30", "R15", quarter=quarter, skips=skips)
        pass_turn(course)


def ruling(course: Course, command: Command) -> None:
    """R31: the referee's word is final: sets what it names, triggers and uses up nothing."""
    state, quarter = course.state, command["quarter"]
    _check_ruling(state, command)
    changes = {key: command[key] for key in OF_THE_QUARTER if key in command}
    if "turn" in command and state.challenge:
        course.step("challenge_abandoned", "R31", number=state.challenge.number)
    if changes:
        if "cleared" in changes:
            changes["cleared"] = sorted(set(changes["cleared"]))
        course.step(
            "ruled",
            "R31",
            quarter=quarter,
            set=changes,
            before=_standing(state, quarter, changes),
            reason=command["reason"],
        )
    if "game" in command:
        course.step(
            "game_ruled", "R31", game=command["game"], before=state.game, reason=command["reason"]
        )
    if "turn" in command:
        course.step(
            "turn_ruled",
            "R31",
            quarter=command["turn"],
            before=state.turn,
            reason=command["reason"],
        )


def _standing(state: State, quarter: str, keys: dict[str, Any]) -> dict[str, Any]:
    standing = state.quarters[quarter]
    return {
        key: sorted(standing.cleared) if key == "cleared" else getattr(standing, key)
        for key in keys
    }


def _check_ruling(state: State, command: Command) -> None:
    if not any(key in command for key in (*OF_THE_QUARTER, *OF_THE_EVENING)):
        raise Refused("R31", "ruling_sets_nothing")
    for key, (low, high) in QUARTER_LIMITS.items():
        if key in command and not low <= command[key] <= high:
            raise Refused("R31", "ruling_out_of_range", key=key, low=low, high=high)
    for square in command.get("cleared", ()):
        if not 1 <= square <= board.LAST_BEFORE_GOAL:
            raise Refused(
                "R31", "ruling_out_of_range", key="cleared", low=1, high=board.LAST_BEFORE_GOAL
            )
    longest = len(state.setup.order_of_play)
    if "game" in command and not 0 <= command["game"] <= longest:
        raise Refused("R31", "ruling_out_of_range", key="game", low=0, high=longest)
    if state.challenge and "turn" not in command:
        if "game" in command:
            raise Refused("R31", "ruling_game_while_challenge", number=state.challenge.number)
        if "square" in command and command["quarter"] == state.challenge.challenger:
            raise Refused("R31", "ruling_square_while_challenge", quarter=command["quarter"])


def amend(course: Course, command: Command) -> None:
    """R35: changes the edition's data for what comes; triggers nothing."""
    changes = {key: command[key] for key in AMENDABLE if key in command}
    if not changes:
        raise Refused("R35", "amend_sets_nothing")
    before = course.state.setup.to_data()
    board.check_data({**before, **changes})
    opened = course.state.game
    if "order_of_play" in changes and len(changes["order_of_play"]) < opened:
        raise Refused("R35", "order_of_play_too_short", opened=opened)
    course.step(
        "amended",
        "R35",
        set=changes,
        before={key: before[key] for key in changes},
        reason=command["reason"],
    )


def suspend(course: Course, command: Command) -> None:
    """R33: rain."""
    course.step("suspended", "R33", reason=command["reason"])


def resume(course: Course, command: Command) -> None:
    """R33: on with it, where it was."""
    if course.state.phase != "suspended":
        raise Refused("R33", "not_suspended")
    course.step("resumed", "R33", phase=course.state.suspended_from)


def close(course: Course, command: Command) -> None:
    """R33: the end without a winner; an open challenge is dropped."""
    if course.state.challenge:
        course.step("challenge_abandoned", "R33", number=course.state.challenge.number)
    course.step("closed", "R33", reason=command["reason"])
