"""Throw, movement, squares, and the passing of the turn (R4-R19, R29)."""

from dataclasses import dataclass

from cagli_oca.games.core import Command, Refused
from cagli_oca.games.oca.board import BEFORE_PALIO_ZONE, GOAL, PALIO_ZONE
from cagli_oca.games.oca.state import Course, State

DEATH_ROLLS = 3
"""R14: the next three throws are halved."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What the throw in hand is worth: kept from the die to the end of its challenges."""

    score: int
    origin: int
    """The square a lost challenge on 1-47 leads back to (R27)."""
    halved: bool
    doubled: bool


def throw(course: Course, command: Command) -> None:
    """R4, R6-R10: the die is thrown by the Quarter whose turn it is."""
    state, value = course.state, command["value"]
    if state.phase != "throw":
        raise Refused("R20", "throw_while_challenge_open", quarter=state.turn)
    quarter = state.turn
    assert quarter is not None
    if command.get("quarter", quarter) != quarter:
        raise Refused("R4", "not_its_turn", quarter=command["quarter"], turn=quarter)
    if not 1 <= value <= 6:
        raise Refused("R4", "not_a_die_face", value=value)

    standing = state.quarters[quarter]
    course.step("thrown", "R4", "R6", quarter=quarter, value=value)
    halved = standing.death_rolls > 0
    score = value // 2 if halved else value
    if halved:
        left = standing.death_rolls - 1
        course.step("halved", "R6", "R14", quarter=quarter, value=value, score=score, left=left)
    if score == 0:
        course.step("stayed", "R7", quarter=quarter, square=standing.square)
        return pass_turn(course)

    reached = standing.square + score
    if reached > GOAL:
        bounce(course, quarter, reached)
    elif reached == GOAL:
        move(course, quarter, score, "dice", "R8")
        course.step("won", "R10", quarter=quarter, value=value)
    else:
        move(course, quarter, score, "dice", "R8")
        land(course, quarter, Worth(score, standing.square, halved, doubled=False))


def move(course: Course, quarter: str, score: int, by: str, *rules: str) -> None:
    """R8: the pawn moves forward. *by*: "dice", "goose", "bonus" or "select_team"."""
    start = course.state.quarters[quarter].square
    course.step("moved", *rules, quarter=quarter, **{"from": start}, to=start + score, by=by)


def bounce(course: Course, quarter: str, reached: int) -> None:
    """R9, R17: past 54 it bounces; arriving so is moving backward and the turn ends."""
    start = course.state.quarters[quarter].square
    to = GOAL - (reached - GOAL)
    course.step("bounced", "R9", quarter=quarter, **{"from": start}, reached=reached, to=to)
    rest(course, quarter, "backward", "R17")
    pass_turn(course)


def rest(course: Course, quarter: str, why: str, *rules: str) -> None:
    """The pawn rests where it is and nothing is triggered; *rules* say why."""
    square = course.state.quarters[quarter].square
    course.step("rested", *rules, quarter=quarter, square=square, why=why)


def land(course: Course, quarter: str, worth: Worth) -> None:
    """R11-R19: what the square reached, moving forward, triggers."""
    state = course.state
    square = state.quarters[quarter].square
    special = state.setup.specials.get(square)
    if special and state.trials_over and state.setup.specials_after_last == "clear":
        rest(course, quarter, "specials_over", "R5")
    elif special == "goose":
        return land_on_goose(course, quarter, worth)
    elif special:
        land_on_penalty(course, quarter, special, worth)
    elif square in state.setup.trial_squares:
        if land_on_trial(course, quarter, square, worth):
            return
    else:
        rest(course, quarter, "free", "R11")
    pass_turn(course)


def land_on_goose(course: Course, quarter: str, worth: Worth) -> None:
    """R12: on by the same score. R13, R14: not twice in a throw, not in a halved one."""
    square = course.state.quarters[quarter].square
    if worth.halved:
        rest(course, quarter, "goose_in_halved_throw", "R14")
    elif worth.doubled:
        rest(course, quarter, "goose_after_doubling", "R13")
    else:
        course.step("goose", "R12", quarter=quarter, square=square, score=worth.score)
        move(course, quarter, worth.score, "goose", "R12")
        return land(course, quarter, Worth(worth.score, worth.origin, halved=False, doubled=True))
    pass_turn(course)


def land_on_penalty(course: Course, quarter: str, special: str, worth: Worth) -> None:
    """R14, R15: Death and Spervengolo. R16: not in a halved throw, each square once."""
    standing = course.state.quarters[quarter]
    square = standing.square
    if worth.halved:
        rest(course, quarter, "penalty_in_halved_throw", "R16")
    elif square in standing.cleared:
        rest(course, quarter, "struck_before", "R16")
    elif special == "death":
        course.step(
            "struck_by_death", "R14", "R16", quarter=quarter, square=square, rolls=DEATH_ROLLS
        )
    else:
        course.step(
            "struck_by_spervengolo",
            "R15",
            "R16",
            quarter=quarter,
            square=square,
            skips=standing.skips + 1,
        )


def land_on_trial(course: Course, quarter: str, square: int, worth: Worth) -> bool:
    """R5, R18, R19: opens a challenge, unless no trial is left or the square is cleared."""
    state = course.state
    rule = "R19" if square in PALIO_ZONE else "R18"
    if state.trials_over:
        rest(course, quarter, "trials_over", "R5")
        return False
    if is_cleared(state, quarter, square):
        rest(course, quarter, "cleared", rule)
        return False
    number = state.game + 1
    course.step(
        "challenge_opened",
        rule,
        "R5",
        quarter=quarter,
        square=square,
        number=number,
        trial=state.setup.square_trials.get(square, state.setup.order_of_play[number - 1]),
        origin=worth.origin,
        score=worth.score,
        halved=worth.halved,
        doubled=worth.doubled,
    )
    return True


def is_cleared(state: State, quarter: str, square: int) -> bool:
    """R18 (with its option ``square_once``) and R19."""
    if square <= BEFORE_PALIO_ZONE and state.setup.square_once == "board":
        return any(square in standing.cleared for standing in state.quarters.values())
    return square in state.quarters[quarter].cleared


def pass_turn(course: Course) -> None:
    """R4, R15, R29: to the next Quarter in order that has no skip pending; skips are used up."""
    order = course.state.setup.order
    assert course.state.turn is not None
    place = order.index(course.state.turn)
    while True:
        place = (place + 1) % len(order)
        skips = course.state.quarters[order[place]].skips
        if not skips:
            break
        course.step("skipped", "R15", quarter=order[place], skips=skips - 1)
    course.step("turn_passed", "R4", "R29", quarter=order[place])
