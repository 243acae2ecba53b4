"""The state of an evening (frozen), and how each step changes it.

``EFFECTS`` is the whole of ``apply``: one entry for each step name. A step carries results, not
questions, so that an old log folds to what it meant when it was recorded.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cagli_oca.games import steps
from cagli_oca.games.core import Event, Header
from cagli_oca.games.oca import board


@dataclass(frozen=True, slots=True)
class Quarter:
    """One Quarter's standing."""

    square: int = 0
    bonus_used: bool = False
    select_team_used: bool = False
    death_rolls: int = 0
    skips: int = 0
    cleared: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Challenge:
    """The open challenge (R20), with what its throw was worth."""

    number: int
    challenger: str
    square: int
    trial: str
    origin: int
    score: int
    halved: bool
    doubled: bool
    opponent: str | None = None
    bonus: bool = False
    select_team: bool = False
    whistled: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """The edition's data in force (R1-R5, R35)."""

    order: tuple[str, ...]
    specials: Mapping[int, str]
    trial_squares: frozenset[int]
    order_of_play: tuple[str, ...]
    square_trials: Mapping[int, str]
    square_once: str
    after_doubling: str
    specials_after_last: str

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Setup":
        """From a checked header, or from ``to_data``."""
        chosen = data.get("options", {})
        return cls(
            order=tuple(data["order"]),
            specials=board.squares_of(data["board"]),
            trial_squares=board.trial_squares_of(data["board"]),
            order_of_play=tuple(data["order_of_play"]),
            square_trials={int(n): t for n, t in data.get("square_trials", {}).items()},
            **{name: chosen.get(name, values[0]) for name, values in board.OPTIONS.items()},
        )

    def to_data(self) -> dict[str, Any]:
        """The same as a header has it, with every default filled in."""
        return {
            "order": list(self.order),
            "board": {
                special: sorted(n for n, s in self.specials.items() if s == special)
                for special in board.SPECIALS
            },
            "order_of_play": list(self.order_of_play),
            "options": {name: getattr(self, name) for name in board.OPTIONS},
            "square_trials": {str(n): t for n, t in sorted(self.square_trials.items())},
        }


@dataclass(frozen=True, slots=True)
class State:
    """Where the evening stands. While a challenge is open, *turn* is its challenger."""

    setup: Setup
    quarters: Mapping[str, Quarter]
    turn: str | None
    phase: str = "throw"
    suspended_from: str | None = None
    game: int = 0
    winner: str | None = None
    challenge: Challenge | None = field(default=None)

    @property
    def trials_over(self) -> bool:
        """R5: as many challenges have been opened as the Order of Play is long."""
        return self.game >= len(self.setup.order_of_play)

    def with_quarter(self, slug: str, **changes: Any) -> "State":
        """The state with one Quarter changed."""
        return replace(
            self, quarters={**self.quarters, slug: replace(self.quarters[slug], **changes)}
        )

    def with_challenge(self, **changes: Any) -> "State":
        """The state with the open challenge changed."""
        assert self.challenge is not None
        return replace(self, challenge=replace(self.challenge, **changes))


def initial(header: Header) -> State:
    """R1, R4: all on 0, the first in order to throw."""
    setup = Setup.from_data(header)
    return State(setup, {q: Quarter() for q in setup.order}, turn=setup.order[0])


Facts = Mapping[str, Any]
Effect = Callable[[State, Facts], State]


def _only_told(state: State, facts: Facts) -> State:
    return state


def _to_square(state: State, facts: Facts) -> State:
    return state.with_quarter(facts["quarter"], square=facts["to"])


def _cleared(state: State, facts: Facts) -> State:
    quarter = facts["quarter"]
    return state.with_quarter(quarter, cleared=state.quarters[quarter].cleared | {facts["square"]})


def _struck_by_death(state: State, facts: Facts) -> State:
    return _cleared(state, facts).with_quarter(facts["quarter"], death_rolls=facts["rolls"])


def _struck_by_spervengolo(state: State, facts: Facts) -> State:
    return _cleared(state, facts).with_quarter(facts["quarter"], skips=facts["skips"])


def _won(state: State, facts: Facts) -> State:
    return replace(state, phase="won", turn=None, winner=facts["quarter"])


def _challenge_opened(state: State, facts: Facts) -> State:
    challenge = Challenge(
        number=facts["number"],
        challenger=facts["quarter"],
        square=facts["square"],
        trial=facts["trial"],
        origin=facts["origin"],
        score=facts["score"],
        halved=facts["halved"],
        doubled=facts["doubled"],
    )
    return replace(state, phase="draw", game=facts["number"], challenge=challenge)


def _flag_drawn(state: State, facts: Facts) -> State:
    return replace(state.with_challenge(opponent=facts["quarter"]), phase="whistle")


def _bonus_declared(state: State, facts: Facts) -> State:
    return state.with_challenge(bonus=True).with_quarter(facts["quarter"], bonus_used=True)


def _select_team_declared(state: State, facts: Facts) -> State:
    state = state.with_challenge(select_team=True)
    return replace(state.with_quarter(facts["quarter"], select_team_used=True), phase="whistle")


def _whistled(state: State, facts: Facts) -> State:
    return replace(state.with_challenge(whistled=True), phase="result")


def _repeated(state: State, facts: Facts) -> State:
    return replace(state, phase="whistle")


def _challenge_decided(state: State, facts: Facts) -> State:
    return replace(state, phase="throw", challenge=None)


def _turn(state: State, facts: Facts) -> State:
    return replace(state, turn=facts["quarter"])


def _skips(state: State, facts: Facts) -> State:
    return state.with_quarter(facts["quarter"], skips=facts["skips"])


def _death_rolls(state: State, facts: Facts) -> State:
    return state.with_quarter(facts["quarter"], death_rolls=facts["left"])


def _ruled(state: State, facts: Facts) -> State:
    changes = dict(facts["set"])
    if "cleared" in changes:
        changes["cleared"] = frozenset(changes["cleared"])
    return state.with_quarter(facts["quarter"], **changes)


def _game_ruled(state: State, facts: Facts) -> State:
    return replace(state, game=facts["game"])


def _challenge_abandoned(state: State, facts: Facts) -> State:
    if state.phase == "suspended":
        return replace(state, challenge=None, suspended_from="throw")
    return replace(state, challenge=None, phase="throw")


def _amended(state: State, facts: Facts) -> State:
    return replace(state, setup=Setup.from_data({**state.setup.to_data(), **facts["set"]}))


def _suspended(state: State, facts: Facts) -> State:
    return replace(state, phase="suspended", suspended_from=state.phase)


def _resumed(state: State, facts: Facts) -> State:
    assert state.suspended_from is not None
    return replace(state, phase=state.suspended_from, suspended_from=None)


def _closed(state: State, facts: Facts) -> State:
    return replace(state, phase="closed", suspended_from=None, turn=None, challenge=None)


EFFECTS: Mapping[str, Effect] = {
    # the throw and the way of the pawn
    "thrown": _only_told,
    "halved": _death_rolls,
    "stayed": _only_told,
    "moved": _to_square,
    "bounced": _to_square,
    "won": _won,
    # the square reached
    "rested": _only_told,
    "goose": _only_told,
    "struck_by_death": _struck_by_death,
    "struck_by_spervengolo": _struck_by_spervengolo,
    "challenge_opened": _challenge_opened,
    # the challenge
    "flag_drawn": _flag_drawn,
    "bonus_declared": _bonus_declared,
    "select_team_declared": _select_team_declared,
    "whistled": _whistled,
    "repeated": _repeated,
    "tied": _only_told,
    "challenge_won": _challenge_decided,
    "challenge_lost": _challenge_decided,
    "square_cleared": _cleared,
    "sent_back": _to_square,
    # the turn
    "skipped": _skips,
    "turn_passed": _turn,
    # the referees
    "conduct": _skips,
    "ruled": _ruled,
    "game_ruled": _game_ruled,
    "challenge_abandoned": _challenge_abandoned,
    "turn_ruled": _turn,
    "amended": _amended,
    "suspended": _suspended,
    "resumed": _resumed,
    "closed": _closed,
}
"""Every step name this game has ever stored (frozen words), with its effect."""


def apply(state: State, event: Event) -> State:
    """The state after a stored event."""
    return steps.applied(EFFECTS, state, event.steps)


class Course(steps.Course[State]):
    """An event of this game in the making."""

    effects = EFFECTS
