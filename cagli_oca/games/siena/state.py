"""The state of an evening (frozen): who owns what, where the race stands. See ``effects.py``."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cagli_oca.games.core import Header
from cagli_oca.games.siena import header as data
from cagli_oca.games.siena.track import Space, Track, space_of


@dataclass(frozen=True, slots=True)
class Setup:
    """The edition's data in force (P1, P2, P8, P10, P18, P28, P30)."""

    mode: str
    players: tuple[str, ...]
    youngest: str
    oldest: str
    horses: Mapping[str, str]
    track: Track
    deck: Mapping[str, int]
    cards: str
    curves: str

    @classmethod
    def from_data(cls, header: Mapping[str, Any]) -> "Setup":
        """From a checked header, or from ``to_data``."""
        chosen = header.get("options", {})
        deck = header.get("deck", data.DEFAULT_DECK)
        return cls(
            mode=header["mode"],
            players=tuple(header["players"]),
            youngest=header["youngest"],
            oldest=header["oldest"],
            horses=header.get("horses", data.DEFAULT_HORSES),
            track=Track.from_data(header.get("track", data.DEFAULT_TRACK)),
            deck={kind: deck.get(kind, 0) for kind in data.CARDS},
            cards=header["cards"],
            **{name: chosen.get(name, values[0]) for name, values in data.OPTIONS.items()},
        )

    def to_data(self) -> dict[str, Any]:
        """The same as a header has it, with every default filled in."""
        return {
            "mode": self.mode,
            "players": list(self.players),
            "youngest": self.youngest,
            "oldest": self.oldest,
            "cards": self.cards,
            "horses": dict(self.horses),
            "track": self.track.to_data(),
            "deck": dict(self.deck),
            "options": {name: getattr(self, name) for name in data.OPTIONS},
        }

    @property
    def two_races(self) -> bool:
        """P2."""
        return self.mode in data.TWO_RACES

    @property
    def dealt(self) -> bool:
        """P11: whether the program deals the cards and knows the hands."""
        return self.cards == "dealt"

    def after(self, player: str) -> str:
        """P1: the next player clockwise."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]


@dataclass(frozen=True, slots=True)
class Place:
    """P12: a place in the Mossa: the lane by the call (1 to 10), the row as rolled."""

    lane: int
    row: int


@dataclass(frozen=True, slots=True)
class Pawn:
    """A pawn on the track. One that is out keeps its last space, which is free (P25)."""

    progress: int
    lane: int
    state: str = "jockey"
    waiting: int = 0

    @property
    def in_race(self) -> bool:
        return self.state != "out"

    @property
    def has_jockey(self) -> bool:
        return self.state == "jockey"

    @property
    def space(self) -> Space:
        return space_of(self.progress, self.lane)


@dataclass(frozen=True, slots=True)
class State:
    """Where the evening stands. *turn* is a Contrada or, in choose and draw_contrada, a player."""

    setup: Setup
    phase: str
    turn: str | None = None
    suspended_from: str | None = None
    race: int = 1
    annulled: int = 0
    owners: Mapping[str, str] = field(default_factory=dict)
    running: tuple[str, ...] = ()
    horses: Mapping[str, str] = field(default_factory=dict)
    jockeys: Mapping[str, str] = field(default_factory=dict)
    hand_sizes: Mapping[str, int] = field(default_factory=dict)
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """P11: secret; empty with real cards, and where a public log was folded."""
    played: Mapping[str, int] = field(default_factory=dict)
    offers: Mapping[str, int] = field(default_factory=dict)
    mossa: Mapping[str, Place] = field(default_factory=dict)
    mossa_cards: Mapping[str, int] = field(default_factory=dict)
    round: int = 0
    order: tuple[str, ...] = ()
    pawns: Mapping[str, Pawn] = field(default_factory=dict)
    winners: tuple[str, ...] = ()

    @property
    def playing(self) -> str:
        """The phase, also while suspended from it."""
        return self.suspended_from or self.phase

    @property
    def on_turn(self) -> str:
        """The Contrada or player whose turn it is, where somebody's it is."""
        assert self.turn is not None
        return self.turn

    @property
    def nobody_left(self) -> bool:
        """P30: rulings have left nobody in the race."""
        return self.playing == "roll" and self.turn is None

    @property
    def final_entry(self) -> bool:
        """P13: annulled twice, the rincorsa must enter."""
        return self.annulled == MOST_ANNULLED

    def taken(self, besides: str) -> set[Space]:
        """P19: the spaces of the other pawns, whatever lap they are on."""
        return {p.space for c, p in self.pawns.items() if c != besides and p.in_race}

    def with_pawn(self, contrada: str, **changes: Any) -> "State":
        """The state with one pawn changed."""
        pawn = replace(self.pawns[contrada], **changes)
        return replace(self, pawns={**self.pawns, contrada: pawn})


MOST_ANNULLED = 2


def initial(header: Header) -> State:
    """P4, P5: the youngest begins to choose; in an extraordinary Palio ten are drawn first."""
    setup = Setup.from_data(header)
    if setup.two_races:
        return State(setup, phase="choose", turn=setup.youngest)
    return State(setup, phase="draw_ten")
