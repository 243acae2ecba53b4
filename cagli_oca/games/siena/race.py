"""The race: rounds, the die, the way, falls, the finish (P21, P23-P29). Cards: ``cards.py``."""

from collections.abc import Sequence

from cagli_oca.games.core import Command, Refused
from cagli_oca.games.siena.course import Course
from cagli_oca.games.siena.header import DICE
from cagli_oca.games.siena.state import Pawn, State
from cagli_oca.games.siena.track import FINISH, LAPS, ROWS, Ways, lap_of, ways
from cagli_oca.games.siena.turns import check_phase, check_turn

LAST_LAP_FROM = (LAPS - 1) * ROWS + 1


def begin_round(course: Course) -> None:
    """P21: higher progress first, then the lower lane; fixed for the round."""
    state = course.state
    racing = [contrada for contrada, pawn in state.pawns.items() if pawn.in_race]
    order = sorted(racing, key=lambda c: (-state.pawns[c].progress, state.pawns[c].lane))
    course.step(
        "round_began",
        "P21",
        round=state.round + 1,
        order=order,
        contrada=order[0],
        player=state.owners[order[0]],
    )


def pass_turn(course: Course) -> None:
    """P21: the next in the order of the round; after the last a new round begins."""
    state = course.state
    rest = [contrada for contrada in state.order if contrada != state.turn]
    if rest:
        course.step("turn_passed", "P21", contrada=rest[0], player=state.owners[rest[0]])
    else:
        begin_round(course)


def movement_of(pawn: Pawn, value: int) -> int:
    """P23: the face and the cards waiting, never backward. A riderless horse has none waiting."""
    return max(0, value + pawn.waiting)


def possible(state: State, value: int) -> Ways:
    """P24, P25: the ways of the pawn on turn, were it to roll *value*."""
    pawn = state.pawns[state.on_turn]
    taken = state.taken(besides=state.on_turn)
    return ways(state.setup.track, taken, pawn.progress, pawn.lane, movement_of(pawn, value))


def roll(course: Course, command: Command) -> None:
    """P23-P29: the owner rolls the horse's die and moves."""
    state, value = course.state, command["value"]
    check_phase(state, "roll", "P23", "roll")
    check_turn(state, command, "P21")
    contrada = state.on_turn
    horse = state.horses[contrada]
    if value not in DICE[horse]:
        raise Refused("P23", "not_a_horse_face", value=value)
    pawn = state.pawns[contrada]
    way = possible(state, value)
    lanes = _lanes(way, pawn, contrada, command.get("lanes"))
    movement = movement_of(pawn, value)
    course.step(
        "rolled",
        "P23",
        contrada=contrada,
        player=state.owners[contrada],
        horse=horse,
        value=value,
        cards=pawn.waiting,
        movement=movement,
        jockey=pawn.has_jockey,
    )
    _go(course, contrada, lanes, movement)
    reached = course.state.pawns[contrada]
    if reached.progress == FINISH:
        return _win(course, contrada)
    _tell_last_lap(course, state, contrada)
    missing = min(movement, FINISH - pawn.progress) - way.length
    if missing and pawn.has_jockey:
        course.step(
            "test_due",
            "P25",
            contrada=contrada,
            player=state.owners[contrada],
            missing=missing,
            curve=state.setup.track.curve(reached.progress),
        )
    else:
        pass_turn(course)


def _lanes(way: Ways, pawn: Pawn, contrada: str, given: Sequence[int] | None) -> Sequence[int]:
    """P24-P27: the way chosen by the owner, or the one the program takes."""
    if given is None:
        return way.first()
    if not pawn.has_jockey:
        raise Refused("P26", "lanes_without_jockey", contrada=contrada)
    if len(given) != way.length:
        raise Refused("P25", "lanes_length", contrada=contrada, number=way.length)
    if not way.lawful(given):
        raise Refused("P24", "lanes_unlawful", contrada=contrada)
    return given


def _go(course: Course, contrada: str, lanes: Sequence[int], movement: int) -> None:
    pawn = course.state.pawns[contrada]
    if not lanes:
        why, rule = ("blocked", "P25") if movement else ("no_movement", "P24")
        course.step(
            "stood_still", rule, contrada=contrada, progress=pawn.progress, lane=pawn.lane, why=why
        )
        return
    reached = pawn.progress + len(lanes)
    overtaken = [
        other
        for other, its in course.state.pawns.items()
        if its.in_race and pawn.progress < its.progress < reached
    ]
    course.step(
        "moved",
        "P24",
        contrada=contrada,
        **{"from": {"progress": pawn.progress, "lane": pawn.lane}},
        path=[[pawn.progress + step, lane] for step, lane in enumerate(lanes, 1)],
        to=reached,
        lane=lanes[-1],
        overtaken=overtaken,
        lap=lap_of(reached),
    )


def _tell_last_lap(course: Course, before: State, contrada: str) -> None:
    """The first pawn of the race on the last lap."""
    if course.state.pawns[contrada].progress < LAST_LAP_FROM:
        return
    if all(pawn.progress < LAST_LAP_FROM for pawn in before.pawns.values()):
        course.step("last_lap", "P29", contrada=contrada)


def _win(course: Course, contrada: str) -> None:
    """P29, P7: over the line; in a Palio of two races another one follows the first."""
    state = course.state
    last = not state.setup.two_races or state.race == 2
    course.step(
        "race_won",
        "P29",
        contrada=contrada,
        player=state.owners[contrada],
        race=state.race,
        jockey=state.pawns[contrada].has_jockey,
        mode=state.setup.mode,
        last=last,
    )


def red(course: Course, command: Command) -> None:
    """P25, P28: the red die of one who could not complete its movement."""
    state, value = course.state, command["value"]
    check_phase(state, "test", "P25", "red")
    check_turn(state, command, "P25")
    if not 1 <= value <= 6:
        raise Refused("P25", "not_a_red_face", value=value)
    contrada = state.on_turn
    curve = state.setup.track.curve(state.pawns[contrada].progress)
    harsh = state.setup.curves == "harsh" and curve is not None
    name, rule = "both_fell", "P25"
    if value <= (1 if harsh else 2):
        name = "braked"
    elif value <= 4:
        name, rule = "jockey_fell", "P26"
    course.step(
        name,
        *dict.fromkeys(("P25", rule, *(["P28"] if curve else []))),
        contrada=contrada,
        player=state.owners[contrada],
        value=value,
        curve=curve,
    )
    pass_turn(course)
