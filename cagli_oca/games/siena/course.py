"""An event in the making."""

from cagli_oca.games import steps
from cagli_oca.games.siena.effects import EFFECTS
from cagli_oca.games.siena.state import State


class Course(steps.Course[State]):
    """Of this game."""

    effects = EFFECTS
