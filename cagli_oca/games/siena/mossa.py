"""The Mossa: calls, red die, the rincorsa's decision, offers, the start (P12-P17, P20)."""

from collections import Counter

from cagli_oca.games.core import Command, Refused
from cagli_oca.games.siena.course import Course
from cagli_oca.games.siena.race import begin_round
from cagli_oca.games.siena.state import State
from cagli_oca.games.siena.track import Space, space_of
from cagli_oca.games.siena.turns import begin, check_known, check_phase, check_turn


def mossa_order(course: Course, command: Command) -> None:
    """P12: the order in which the ten are called."""
    state, contrade = course.state, command["contrade"]
    check_phase(state, "mossa_order", "P12", "mossa_order")
    if sorted(contrade) != sorted(state.running):
        raise Refused("P12", "order_incomplete", contrade=list(state.running))
    by_program = command.get("program", False)
    course.step("order_called", "P12", contrade=contrade, by_program=by_program)
    begin(course, "mossa_roll", "P12")
    _call(course, contrade[0])


def _call(course: Course, contrada: str) -> None:
    course.step("turn_passed", "P12", contrada=contrada, player=course.state.owners[contrada])


def mossa_roll(course: Course, command: Command) -> None:
    """P12, P13: the red die is the row of the one called; after the tenth its owner decides."""
    state, value = course.state, command["value"]
    check_phase(state, "mossa_roll", "P12", "mossa_roll")
    check_turn(state, command, "P12")
    if not 1 <= value <= 6:
        raise Refused("P12", "not_a_red_face", value=value)
    contrada = state.on_turn
    lane = len(state.mossa) + 1
    course.step(
        "mossa_rolled",
        "P12",
        contrada=contrada,
        player=state.owners[contrada],
        value=value,
        lane=lane,
    )
    if lane < len(state.running):
        _call(course, state.running[lane])
    else:
        course.step(
            "rincorsa_decides",
            "P13",
            contrada=contrada,
            player=state.owners[contrada],
            final=state.final_entry,
        )


def offer(course: Course, command: Command) -> None:
    """P15, P16: cards offered to the rincorsa's owner, if it enters now."""
    state, player, number = course.state, command["player"], command["cards"]
    check_phase(state, "decide", "P15", "offer")
    check_known(state, player)
    if state.final_entry:
        raise Refused("P15", "offer_at_the_third_roll")
    if player == state.owners[state.on_turn]:
        raise Refused("P15", "offer_to_oneself", player=player)
    if not 0 <= number <= state.hand_sizes[player]:
        raise Refused("P16", "offer_size", player=player, most=state.hand_sizes[player])
    if number:
        course.step("offered", "P15", player=player, cards=number)
    else:
        course.step("offer_withdrawn", "P16", player=player)


def annul(course: Course, command: Command) -> None:
    """P13: all ten roll again, in the same order; at most twice."""
    state = course.state
    check_phase(state, "decide", "P13", "annul")
    check_turn(state, command, "P13")
    if state.final_entry:
        raise Refused("P13", "must_enter", contrada=state.turn)
    owner = state.owners[state.on_turn]
    course.step("annulled", "P13", contrada=state.turn, player=owner, count=state.annulled + 1)
    if state.offers:
        course.step("offers_dropped", "P16", players=list(state.offers))
    _call(course, state.running[0])


def enter(course: Course, command: Command) -> None:
    """P13, P14, P16: the rincorsa enters and draws the cards of the offers it accepts."""
    state, accept = course.state, command["accept"]
    check_phase(state, "decide", "P13", "enter")
    check_turn(state, command, "P13")
    if len(set(accept)) < len(accept):
        raise Refused("P16", "accepted_twice")
    for player in accept:
        if player not in state.offers:
            raise Refused("P16", "no_offer", player=player)
    counts = {player: state.offers[player] for player in state.setup.players if player in accept}
    facts = {}
    drawn = command.get("drawn")
    if state.setup.dealt and accept and drawn is None:
        raise Refused("P16", "drawn_needed")
    if drawn is not None:
        if not (state.setup.dealt and accept):
            raise Refused("P16", "drawn_not_known")
        _check_drawn(state, drawn, counts)
        facts["drawn"] = {player: drawn[player] for player in counts}
    course.step(
        "entered",
        "P14",
        "P16",
        contrada=state.turn,
        player=state.owners[state.on_turn],
        accept=list(counts),
        counts=counts,
        by_program=command.get("program", False),
        **facts,
    )
    if len(counts) < len(state.offers):
        dropped = [player for player in state.offers if player not in counts]
        course.step("offers_dropped", "P16", players=dropped)


def _check_drawn(state: State, drawn: dict[str, list[str]], counts: dict[str, int]) -> None:
    if set(drawn) != set(counts):
        raise Refused("P16", "drawn_of_others", players=list(counts))
    for player, cards in drawn.items():
        if len(cards) != counts[player]:
            raise Refused("P16", "drawn_too_many_or_few", player=player, number=counts[player])
        if Counter(cards) - Counter(state.hands.get(player, ())):
            raise Refused("P16", "drawn_not_in_hand", player=player)


def start(course: Course, command: Command) -> None:
    """P17, P20: nobody plays more; the pawns go to the track and the first round begins."""
    state = course.state
    check_phase(state, "mossa_cards", "P17", "start")
    course.step("race_begun", "P17", race=state.race)
    wanted = {c: max(1, state.mossa[c].row + state.mossa_cards[c]) for c in state.running}
    taken: set[Space] = set()
    for contrada in sorted(wanted, key=lambda c: (-wanted[c], state.mossa[c].lane)):
        lane = (state.mossa[contrada].lane + 1) // 2
        progress = wanted[contrada]
        while not state.setup.track.has(progress, lane) or space_of(progress, lane) in taken:
            progress -= 1
        taken.add(space_of(progress, lane))
        course.step(
            "placed",
            "P20",
            contrada=contrada,
            progress=progress,
            lane=lane,
            behind=wanted[contrada] - progress,
        )
    begin_round(course)
