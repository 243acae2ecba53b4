"""Before the Mossa: Contrade, draws, Tratta, jockeys, the deal (P4-P10)."""

from collections import Counter
from collections.abc import Sequence

from cagli_oca.games.core import Command, Refused
from cagli_oca.games.siena.course import Course
from cagli_oca.games.siena.header import CONTRADE, DRAWN_AGAIN, HAND, RUNNING
from cagli_oca.games.siena.state import State
from cagli_oca.games.siena.turns import begin, check_phase, check_player


def _check_different(contrade: Sequence[str], number: int, rule: str) -> None:
    if len(contrade) != number or len(set(contrade)) != number:
        raise Refused(rule, "so_many_different", number=number)


def choose(course: Course, command: Command) -> None:
    """P4: a player chooses a Contrada; after the seventeenth ten are drawn."""
    state, contrada = course.state, command["contrada"]
    check_phase(state, "choose", "P4", "choose")
    check_player(state, command, "P4")
    if contrada in state.owners:
        raise Refused("P4", "owned_already", contrada=contrada, player=state.owners[contrada])
    course.step("chosen", "P4", player=state.turn, contrada=contrada)
    if len(course.state.owners) < len(CONTRADE):
        course.step("player_called", "P4", "P1", player=state.setup.after(state.on_turn))
    else:
        begin(course, "draw_ten", "P4")


def draw_ten(course: Course, command: Command) -> None:
    """P4, P5: ten run the first race."""
    setup = course.state.setup
    rule = "P4" if setup.two_races else "P5"
    check_phase(course.state, "draw_ten", rule, "draw_ten")
    _check_different(command["contrade"], RUNNING, rule)
    by_program = command.get("program", False)
    course.step("ten_drawn", rule, contrade=command["contrade"], by_program=by_program)
    if setup.two_races:
        begin(course, "tratta", "P8")
    else:
        begin(course, "draw_contrada", "P5", player=setup.youngest)


def draw_contrada(course: Course, command: Command) -> None:
    """P5: in an extraordinary Palio each player in turn draws one of the ten."""
    state, contrada = course.state, command["contrada"]
    check_phase(state, "draw_contrada", "P5", "draw_contrada")
    check_player(state, command, "P5")
    if contrada not in state.running:
        raise Refused("P5", "does_not_run", contrada=contrada)
    if contrada in state.owners:
        raise Refused("P5", "owned_already", contrada=contrada, player=state.owners[contrada])
    course.step(
        "contrada_drawn",
        "P5",
        player=state.turn,
        contrada=contrada,
        by_program=command.get("program", False),
    )
    if len(course.state.owners) < RUNNING:
        course.step("player_called", "P5", "P1", player=state.setup.after(state.on_turn))
    else:
        begin(course, "tratta", "P8")


def draw_three(course: Course, command: Command) -> None:
    """P7: the seven that did not run, and three drawn from the ten that did."""
    state, three = course.state, command["contrade"]
    check_phase(state, "draw_three", "P7", "draw_three")
    _check_different(three, DRAWN_AGAIN, "P7")
    for contrada in three:
        if contrada not in state.running:
            raise Refused("P7", "did_not_run", contrada=contrada)
    by_right = [contrada for contrada in CONTRADE if contrada not in state.running]
    course.step(
        "three_drawn",
        "P7",
        race=state.race + 1,
        contrade=three,
        by_right=by_right,
        running=sorted([*by_right, *three]),
        by_program=command.get("program", False),
    )


def tratta(course: Course, command: Command) -> None:
    """P8: one horse to each running Contrada."""
    state, horses = course.state, command["horses"]
    check_phase(state, "tratta", "P8", "tratta")
    if set(horses) != set(state.running):
        raise Refused("P8", "tratta_incomplete", contrade=list(state.running))
    if len(set(horses.values())) != len(horses):
        raise Refused("P8", "horse_twice")
    by_program = command.get("program", False)
    for contrada in state.running:
        horse = horses[contrada]
        course.step(
            "horse_given",
            "P8",
            contrada=contrada,
            horse=horse,
            kind=state.setup.horses[horse],
            by_program=by_program,
        )
    begin(course, "jockeys", "P9")


def jockeys(course: Course, command: Command) -> None:
    """P9: who rides for whom; without effect, and nobody need be named."""
    state, names = course.state, command["jockeys"]
    check_phase(state, "jockeys", "P9", "jockeys")
    for contrada in names:
        if contrada not in state.running:
            raise Refused("P9", "does_not_run", contrada=contrada)
    if len(set(names.values())) != len(names):
        raise Refused("P9", "jockey_twice")
    for contrada in state.running:
        if contrada in names:
            course.step("jockey_chosen", "P9", contrada=contrada, name=names[contrada])
    begin(course, "deal", "P10")


def deal(course: Course, command: Command) -> None:
    """P10, P11: nine Pact cards to each player; the program knows which only if it deals them."""
    state, setup = course.state, course.state.setup
    check_phase(state, "deal", "P10", "deal")
    hands = command.get("hands")
    if setup.dealt and hands is None:
        raise Refused("P11", "hands_needed")
    if not setup.dealt and hands is not None:
        raise Refused("P11", "hands_not_known")
    facts = {}
    if hands is not None:
        _check_hands(state, hands)
        facts["hands"] = {player: hands[player] for player in setup.players}
    by_program = command.get("program", False)
    course.step("dealt", "P10", "P11", number=HAND, by_program=by_program, **facts)
    begin(course, "mossa_order", "P12")


def _check_hands(state: State, hands: dict[str, list[str]]) -> None:
    if set(hands) != set(state.setup.players):
        raise Refused("P10", "hands_of_all_players")
    for player, hand in hands.items():
        if len(hand) != HAND:
            raise Refused("P10", "nine_cards", player=player, number=HAND)
    held = Counter(card for hand in hands.values() for card in hand)
    for card, number in held.items():
        if number > state.setup.deck[card]:
            raise Refused("P10", "more_than_the_deck", card=card, most=state.setup.deck[card])
