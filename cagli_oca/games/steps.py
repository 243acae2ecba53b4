"""How an event is made of steps, and how they change the state: the same in every game."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from cagli_oca.games.core import Step

S = TypeVar("S")

Effects = Mapping[str, Callable[[S, Mapping[str, Any]], S]]
"""Step name -> what such a step makes of a state, given its facts."""


def applied(effects: Effects[S], state: S, steps: Iterable[Step]) -> S:
    """The state after these steps; nothing is decided anew."""
    for step in steps:
        state = effects[step.name](state, step.facts)
    return state


class Course(Generic[S]):
    """The steps of one event in the making, and the state they lead to so far."""

    effects: ClassVar[Effects[Any]]

    def __init__(self, state: S) -> None:
        self.state = state
        self.steps: list[Step] = []

    def step(self, name: str, /, *rules: str, **facts: Any) -> None:
        """Appends a step and applies it."""
        step = Step(name, rules, facts)
        self.steps.append(step)
        self.state = applied(self.effects, self.state, [step])
