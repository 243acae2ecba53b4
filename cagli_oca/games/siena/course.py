"""An event in the making."""

from typing import Any

from cagli_oca.games.core import Step
from cagli_oca.games.siena.effects import apply_step
from cagli_oca.games.siena.state import State


class Course:
    """The steps of one event in the making, and the state they lead to so far."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.steps: list[Step] = []

    def step(self, name: str, /, *rules: str, **facts: Any) -> None:
        """Appends a step and applies it."""
        step = Step(name, rules, facts)
        self.steps.append(step)
        self.state = apply_step(self.state, step)
