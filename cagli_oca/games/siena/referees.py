"""What the referee can always do (P30); undo is the machinery's own."""

from typing import Any

from cagli_oca.games.core import Command, Refused
from cagli_oca.games.siena import header
from cagli_oca.games.siena.course import Course
from cagli_oca.games.siena.race import begin_round
from cagli_oca.games.siena.state import Pawn, State
from cagli_oca.games.siena.track import FINISH, FURTHEST_BACK, Track

RULED = ("progress", "lane", "state", "waiting")


def ruling(course: Course, command: Command) -> None:
    """P30: sets what it names for one Contrada; triggers nothing but the passing of the turn."""
    state, contrada = course.state, command["contrada"]
    if state.playing != "roll":
        raise Refused("P30", "ruling_outside_the_race", phase=state.phase)
    if contrada not in state.pawns:
        raise Refused("P30", "does_not_run", contrada=contrada)
    given = {key: command[key] for key in RULED if key in command}
    if not given:
        raise Refused("P30", "ruling_sets_nothing")
    pawn = state.pawns[contrada]
    changes = _checked(state, contrada, pawn, given)
    course.step(
        "ruled",
        "P30",
        contrada=contrada,
        set=changes,
        before={key: getattr(pawn, key) for key in changes},
        reason=command["reason"],
    )
    _settle_turn(course)


def _checked(state: State, contrada: str, pawn: Pawn, given: dict[str, Any]) -> dict[str, Any]:
    """What a ruling sets, waiting cards that are lost included. Raises Refused."""
    changes = dict(given)
    progress, lane = changes.get("progress", pawn.progress), changes.get("lane", pawn.lane)
    if not FURTHEST_BACK <= progress < FINISH:
        raise Refused("P30", "ruling_out_of_range", low=FURTHEST_BACK, high=FINISH - 1)
    becomes = changes.get("state", pawn.state)
    if becomes != "jockey":
        if changes.get("waiting"):
            raise Refused("P30", "waiting_without_jockey", contrada=contrada)
        if pawn.waiting:
            changes["waiting"] = 0
    brought_back = becomes != "out" and not pawn.in_race
    if brought_back or "progress" in changes or "lane" in changes:
        placed = Pawn(progress, lane)
        if not state.setup.track.has(progress, lane):
            raise Refused("P30", "no_such_space", progress=progress, lane=lane)
        if placed.space in state.taken(besides=contrada):
            raise Refused("P30", "space_taken", progress=progress, lane=lane)
    return changes


def _settle_turn(course: Course) -> None:
    """P30: whose turn it was may be out; nobody may be left, or somebody again."""
    state = course.state
    if state.turn is not None and state.pawns[state.turn].in_race:
        return
    if state.order:
        contrada = state.order[0]
        course.step("turn_passed", "P30", contrada=contrada, player=state.owners[contrada])
    elif any(pawn.in_race for pawn in state.pawns.values()):
        begin_round(course)
    elif state.turn is not None:
        course.step("nobody_left", "P30")


def amend(course: Course, command: Command) -> None:
    """P30, P18: another track for what comes, under which no pawn loses its lane."""
    state, track = course.state, command["track"]
    if state.playing == "test":
        raise Refused("P30", "amend_in_a_test", contrada=state.turn)
    header.check_track(track)
    amended = Track.from_data(track)
    for contrada, pawn in state.pawns.items():
        if pawn.in_race and not amended.has(pawn.progress, pawn.lane):
            raise Refused("P30", "lane_vanishes", contrada=contrada)
    course.step(
        "amended",
        "P30",
        set={"track": track},
        before={"track": state.setup.track.to_data()},
        reason=command["reason"],
    )


def suspend(course: Course, command: Command) -> None:
    """P30: play stands still."""
    course.step("suspended", "P30", reason=command["reason"])


def resume(course: Course, command: Command) -> None:
    """P30: on with it, where it was."""
    if course.state.phase != "suspended":
        raise Refused("P30", "not_suspended")
    course.step("resumed", "P30", phase=course.state.suspended_from)


def close(course: Course, command: Command) -> None:
    """P30: the end; a race not yet won has no winner."""
    course.step("closed", "P30", reason=command["reason"])
