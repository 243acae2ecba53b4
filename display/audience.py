"""All open sockets that are shown the same picture: who comes first, who joins, what they have."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from display.sockets import Message, Socket


@dataclass(slots=True)
class Audience:
    """All who are shown the same picture."""

    first: set[Socket] = field(default_factory=set)
    """Referees and screens."""
    crowd: set[Socket] = field(default_factory=set)
    joining: dict[Socket, bool] = field(default_factory=dict)
    """Who waits for the next look, and whether it is one of the first."""
    message: Message | None = None
    """The picture of the last look."""

    def __iter__(self) -> Iterator[Socket]:
        yield from (*self.first, *self.crowd, *self.joining)

    def __len__(self) -> int:
        return len(self.first) + len(self.crowd) + len(self.joining)

    def in_haste(self) -> bool:
        """Whether a referee or a screen is among them."""
        return bool(self.first) or any(self.joining.values())

    def admit(self, one: Socket, *, first: bool) -> None:
        """From now on it is told with the others."""
        (self.first if first else self.crowd).add(one)
        self.give(one)

    def give(self, one: Socket) -> None:
        """The present picture, to who has it not yet."""
        if self.message is not None and one.last is not self.message:
            one.last = self.message
            one.give(self.message)

    def drop(self, one: Socket) -> None:
        """It is told nothing more."""
        self.first.discard(one)
        self.crowd.discard(one)
        self.joining.pop(one, None)
