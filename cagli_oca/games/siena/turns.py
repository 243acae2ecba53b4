"""Whose move it is, and whether it is the moment: the checks that every action begins with."""

from cagli_oca.games.core import Command, Refused
from cagli_oca.games.siena.course import Course
from cagli_oca.games.siena.state import State


def check_phase(state: State, phase: str, rule: str, do: str) -> None:
    """Raises Refused under *rule* unless the evening is in *phase*."""
    if state.phase != phase:
        raise Refused(rule, "not_now", do=do, phase=state.phase)


def check_player(state: State, command: Command, rule: str) -> None:
    """P4, P5: a named player must be the one whose turn it is."""
    if command.get("player", state.turn) != state.turn:
        raise Refused(rule, "not_this_players_turn", player=command["player"], turn=state.turn)


def check_turn(state: State, command: Command, rule: str) -> None:
    """P12, P13, P21, P25: so must a named Contrada, or a named owner."""
    turn, owner = state.on_turn, state.owners[state.on_turn]
    if command.get("contrada", turn) != turn:
        raise Refused(rule, "not_its_turn", contrada=command["contrada"], turn=turn)
    if command.get("player", owner) != owner:
        raise Refused(rule, "not_this_players_turn", player=command["player"], turn=owner)


def check_known(state: State, player: str) -> None:
    """P1: nobody else sits at the table."""
    if player not in state.setup.players:
        raise Refused("P1", "no_such_player", player=player, players=list(state.setup.players))


def begin(course: Course, phase: str, rule: str, **turn: str) -> None:
    """Another phase begins; with ``player=``, it is that player's turn."""
    course.step("phase_begun", rule, phase=phase, **turn)
