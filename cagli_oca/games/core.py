"""What every game on this machinery shares: steps, events, refusals, undo, and the contract.

Words used here and everywhere:

*header*    the first row of an evening: everything fixed before the start
*command*   what a referee asks for, a JSON object with the key ``do``
*event*     what an accepted command caused, resolved into *steps*; the stored record
*state*     where the evening stands: the fold of the effective events over the header
*undo*      an event like any other; it takes back the latest event not yet taken back

Everything in ``cagli_oca.games`` is pure: no database, no clock, no chance of its own. Who needs
chance is handed a ``Chance`` (``random.Random`` and ``secrets.SystemRandom`` both fit).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

Command = Mapping[str, Any]
Header = Mapping[str, Any]
State = Any

T = TypeVar("T")

Past = Sequence[tuple[int, "Event", State]]
"""The effective events: (seq, event, state before it)."""

PUBLIC = "public"
"""The audience of a scoreboard that anybody may see; other audiences are a game's own words."""


class Chance(Protocol):
    """A source of chance handed in from outside (rehearsals: seeded; draws: cryptographic)."""

    def randrange(self, stop: int, /) -> int: ...
    def shuffle(self, x: list[Any], /) -> None: ...


def pick(chance: Chance, choices: Sequence[T]) -> T:
    """One of *choices*, each with equal chance."""
    return choices[chance.randrange(len(choices))]


class Refused(Exception):
    """The rules forbid this command (or header): a person's error, never a bug.

    *rule* is the number in the rule book ("R22"); *code* the frozen word that the wording module
    turns into a sentence with *facts*; *allowed* names the commands that are possible instead.
    """

    def __init__(self, rule: str, code: str, /, **facts: Any) -> None:
        super().__init__(f"{rule} {code} {facts or ''}".strip())
        self.rule = rule
        self.code = code
        self.facts = facts
        self.allowed: tuple[str, ...] = ()


class Unreadable(Refused):
    """A line, header or command with the wrong keys or types: rule ``FILE``."""

    def __init__(self, code: str, /, **facts: Any) -> None:
        super().__init__("FILE", code, **facts)


@dataclass(frozen=True, slots=True)
class Step:
    """One resolved consequence: its frozen name, the rules behind it, and its facts (JSON)."""

    name: str
    rules: tuple[str, ...]
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Event:
    """What one accepted command caused. *name* is the command's ``do``."""

    name: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing a referee might do now: its effect if it is possible, else what forbids it.

    *command* is complete but for the keys in *needs* (a reason, a form to fill in). *event* is the
    effect, None when it is refused or when it depends on what is still needed.
    """

    command: Command
    needs: tuple[str, ...] = ()
    event: Event | None = None
    refusal: Refused | None = None

    @property
    def possible(self) -> bool:
        return self.refusal is None


def allowed(offers: Iterable[Offer]) -> tuple[str, ...]:
    """The words of the commands that are possible now, each once."""
    return tuple(dict.fromkeys(offer.command["do"] for offer in offers if offer.possible))


class Game(Protocol):
    """The handful of names a game package offers. A module fulfils it; there is no base class."""

    @property
    def slug(self) -> str:
        """The frozen word of the header's key ``game``."""

    @property
    def undo_rule(self) -> str:
        """The number of the rule that allows undo, and of the one under which it ends."""

    def check_header(self, header: Mapping[str, Any], /) -> Header:
        """The header, checked and its keys in canonical order. Raises Refused or Unreadable."""

    def of_children(self, header: Header, /) -> bool:
        """Whether children play: then nobody's name is shown publicly."""

    def initial(self, header: Header, /) -> State:
        """The state of an evening just opened with a checked header."""

    def read(self, command: Mapping[str, Any], /) -> Command:
        """The command with its keys and types checked. Raises Unreadable. Knows no state."""

    def decide(self, state: State, command: Command, /) -> Event:
        """What a read command causes now. Raises Refused with what would be allowed."""

    def apply(self, state: State, event: Event, /) -> State:
        """The state after a stored event. Decides nothing anew."""

    def legal(self, state: State, /) -> tuple[Offer, ...]:
        """Every command with its effect now, or the rule that forbids it. Agrees with decide."""

    def scoreboard(self, state: State, audience: str, /) -> dict[str, Any]:
        """The state as JSON, as far as *audience* may see it (``replay --json`` prints it)."""

    def setup(self, state: State, /) -> dict[str, Any]:
        """The data of the edition in force now: the header's, with what was amended since."""

    def position(self, state: State, /) -> str:
        """The state, without anybody's secrets, as one line of text."""

    @property
    def starts_anywhere(self) -> bool:
        """Whether a header may hold a ``position``: an evening that begins in its middle."""

    def callers(self, header: Header, /) -> tuple[str, ...]:
        """Who each call out a number before the opening: it is mixed into every draw.

        Of a header not yet checked, those that it names so far.
        """

    def draw_header(self, header: Header, chance: Chance, /) -> Header:
        """The header with what is drawn by lot before the opening drawn anew.

        The same chance gives the same, however it stood before. A header keeps ``commitment``.
        """

    @property
    def secret(self) -> frozenset[str]:
        """Keys, of actions and of steps, whose values not everybody may know yet (a hand)."""

    def told_until(self, past: "Past", state: State, /) -> int:
        """The last row whose secrets everybody may know by now; 0: of none."""

    def players(self, state: State, /) -> tuple[str, ...]:
        """Who has secrets; each is an audience of ``scoreboard`` and sees the own ones there."""

    def unseen(self, state: State, /) -> State:
        """The state as everybody knows it, without anybody's secrets.

        What is decided upon it tells nothing of them: where a rule asks for one, it goes by what
        all can count.
        """

    @property
    def own(self) -> tuple[str, ...]:
        """The words of the commands that a player enters for himself, named under ``player``."""

    def own_offers(self, state: State, player: str, /) -> tuple[Offer, ...]:
        """Every command of ``own`` for this player, with the rule that forbids it or its effect.

        By the own secrets: for nobody else to see.
        """

    @property
    def any_order(self) -> tuple[str, ...]:
        """The words of the commands that do not depend on the order (two players' cards at once).

        They are decided upon the present state, though rows came that their author had not seen.
        """

    def check_overtaken(self, command: Command, since: Event, /) -> None:
        """Raises Refused if what was recorded *since* makes such a command too late."""

    def draw(self, state: State, command: Mapping[str, Any], chance: Chance, /) -> Command:
        """A command marked ``program`` completed by the program's own draw.

        The command that results may carry ``proof``.
        """

    def mixed_in(self, past: "Past", state: State, /) -> str:
        """What a draw by the program made now is mixed with, as a line of text.

        It must hold what nobody knew before the evening (its dice, from the effective events),
        differ for every draw, and be the same again after undo and drawing again.
        """

    def suggest(self, state: State, chance: Chance, /) -> Command:
        """A random lawful command, for rehearsals. Never called once the evening is over."""

    def over(self, state: State, /) -> bool:
        """Whether only undo is left."""

    def winner(self, state: State, /) -> str | None:
        """Who has won the evening that is over; None as long as nobody has."""

    @property
    def everyday(self) -> tuple[str, ...]:
        """The words of the commands of ordinary play, which any recorder may enter (undo apart)."""

    @property
    def corrections(self) -> tuple[str, ...]:
        """The names of the events that correct what was told before (undo apart)."""

    def changes(self, before: State, after: State, /) -> list[dict[str, Any]]:
        """What a correction moved, as JSON for its wording and the screens."""

    def prospects(self, state: State, /) -> tuple[Offer, ...]:
        """The next decisive commands with what each would cause: what is at stake."""

    def spelled_out(self, command: Command, event: Event, /) -> Command:
        """An accepted command with what it left open (whose throw), read from what it caused.

        So that it cannot become somebody else's when it is played again after a correction.
        """

    def check_again(self, then: Event, now: Event, /) -> None:
        """Raises Refused if an action that is played again has become somebody else's."""

    def aids(self, state: State, /) -> dict[str, Any]:
        """What the game's referee pages show beyond scoreboard and offers (JSON, no secrets)."""

    def figures(self, past: Past, state: State, /) -> list[Any]:
        """The evening in figures (JSON), from its effective events and the states before them."""


FREE_TEXT = frozenset({"note", "reason", "correction"})
"""Keys, of actions and of steps, whose values people typed: the public log leaves them out."""

RECORDED_BY = "by"
"""The key of an action that names who recorded it; not for the public either."""


def without(value: Any, keys: frozenset[str]) -> Any:
    """The JSON value with these keys left out, however deep they stand."""
    if isinstance(value, dict):
        return {key: without(held, keys) for key, held in value.items() if key not in keys}
    if isinstance(value, list):
        return [without(held, keys) for held in value]
    return value


def only(value: Any, keys: frozenset[str]) -> dict[str, Any]:
    """What ``without`` leaves out, nested as it stands; a list's items by their places."""
    if isinstance(value, list):
        value = {str(place): held for place, held in enumerate(value)}
    if not isinstance(value, dict):
        return {}
    found = {key: held if key in keys else only(held, keys) for key, held in value.items()}
    return {key: held for key, held in found.items() if key in keys or held}


UNDO = "undo"
TAKEN_BACK = "taken_back"
"""The one step of an undo event; its fact ``seq`` names the row taken back."""


def effective(events: Iterable[tuple[int, Event]]) -> list[tuple[int, Event]]:
    """The (seq, event) pairs that still count: undo events and what they took back are dropped."""
    kept: list[tuple[int, Event]] = []
    for seq, event in events:
        if event.name == UNDO:
            kept.pop()
        else:
            kept.append((seq, event))
    return kept


def fold(game: Game, header: Header, events: Iterable[tuple[int, Event]]) -> State:
    """The state from zero: ``initial`` and then every effective event applied."""
    state = game.initial(header)
    for _, event in effective(events):
        state = game.apply(state, event)
    return state


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening up to row *head*: immutable; ``follow`` gives the next one.

    *past* holds the effective rows as (seq, event, state before it), so that undo restores the
    earlier state itself and computes nothing.
    """

    game: Game
    state: State
    head: int = 0
    past: tuple[tuple[int, Event, State], ...] = field(default=())

    @classmethod
    def opened(cls, game: Game, header: Header) -> "Evening":
        """The evening right after row 0, with a checked *header*."""
        return cls(game, game.initial(header))

    def decide(self, command: Command) -> Event:
        """The event of a *read* command, undo included. Raises Refused."""
        if command["do"] != UNDO:
            return self.game.decide(self.state, command)
        refusal = self.undo_refusal()
        if refusal:
            raise refusal
        seq = self.past[-1][0]
        return Event(UNDO, (Step(TAKEN_BACK, (self.game.undo_rule,), {"seq": seq}),))

    def undo_refusal(self) -> Refused | None:
        """Why nothing can be taken back now, or None. Row 0 is never reached."""
        if self.past:
            return None
        refusal = Refused(self.game.undo_rule, "nothing_to_undo")
        refusal.allowed = allowed(self.legal())
        return refusal

    def follow(self, event: Event) -> "Evening":
        """The evening one row later."""
        seq = self.head + 1
        if event.name == UNDO:
            return replace(self, state=self.past[-1][2], head=seq, past=self.past[:-1])
        return replace(
            self,
            state=self.game.apply(self.state, event),
            head=seq,
            past=(*self.past, (seq, event, self.state)),
        )

    def legal(self) -> tuple[Offer, ...]:
        """What the game offers now (undo is the machinery's own, see ``undo_refusal``).

        As far as everybody knows: it is shown to referees, who see no hands.
        """
        return self.game.legal(self.game.unseen(self.state))


def step_to_json(step: Step) -> dict[str, Any]:
    """A step as stored in the log and sent to the screens."""
    return {"step": step.name, "rules": list(step.rules), **step.facts}


def event_to_json(event: Event) -> dict[str, Any]:
    """An event as stored in the log."""
    return {"event": event.name, "steps": [step_to_json(s) for s in event.steps]}


def event_from_json(stored: Mapping[str, Any]) -> Event:
    """The event of a stored row; ``event_to_json`` backwards."""
    steps = []
    for stored_step in stored["steps"]:
        facts = dict(stored_step)
        steps.append(Step(facts.pop("step"), tuple(facts.pop("rules")), facts))
    return Event(stored["event"], tuple(steps))
