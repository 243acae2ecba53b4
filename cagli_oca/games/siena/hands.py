"""Who may know what, and whose commands do not wait for each other (P10, P11, P15-P17, P22)."""

from cagli_oca.games.core import Command, Event, Header, Past, Refused
from cagli_oca.games.siena.header import MOSSA_CARDS
from cagli_oca.games.siena.state import State

secret = frozenset({"hands", "drawn"})
"""P10, P16: the keys, of actions and of steps, under which cards of hands stand."""

own = ("pact", "offer")
"""What players may enter themselves."""

any_order = ("pact", "offer")
"""What several players may say at once: decided upon the newer state."""


def players(state: State) -> tuple[str, ...]:
    """P1: the players, each with a hand of their own."""
    return state.setup.players


def callers(header: Header) -> tuple[str, ...]:
    """Each player calls a number; of a header not yet checked, those that it names so far."""
    named = header.get("players")
    if not isinstance(named, list):
        return ()
    return tuple(dict.fromkeys(name for name in named if isinstance(name, str) and name.strip()))


def told_until(past: Past, state: State) -> int:
    """P11: a race that is over has no secrets; of the one being run everything is secret."""
    if state.playing in ("draw_three", "won", "closed"):
        return past[-1][0] if past else 0
    return next((seq for seq, event, _ in reversed(past) if event.name == "draw_three"), 0)


def check_overtaken(command: Command, since: Event) -> None:
    """P15, P17, P22: whether what was recorded since makes a card or an offer too late."""
    if command["do"] == "offer":
        if since.name in ("annul", "enter") or _final(since):
            raise Refused("P15", "offer_too_late")
    elif command["card"] in MOSSA_CARDS:
        if since.name == "start":
            raise Refused("P17", "card_too_late_for_the_mossa")
    elif since.name == "start":
        raise Refused("P22", "card_of_another_race")
    elif since.name == "roll" and since.steps[0].facts["contrada"] == command["target"]:
        raise Refused("P22", "card_too_late", contrada=command["target"])


def _final(event: Event) -> bool:
    """P13: the third roll of the rincorsa, upon which it must enter."""
    return any(step.name == "rincorsa_decides" and step.facts["final"] for step in event.steps)
