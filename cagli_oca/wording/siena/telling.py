"""What is told of a race: what happens now, what is at stake, corrections, figures."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cagli_oca.games.core import Offer, Step
from cagli_oca.games.siena.track import FINISH
from cagli_oca.wording.siena.names import CONTRADE, CURVES, STATES
from cagli_oca.wording.siena.sentences import place


def now(board: Mapping[str, Any]) -> dict[str, str]:
    """What happens now: a headline and a line below it, from a scoreboard."""
    phase, turn = board["phase"], board["turn"]
    names = {"turn": CONTRADE.get(turn, turn), "owner": board["owners"].get(turn, "")}
    winners = [CONTRADE[slug] for slug in board["winners"]]
    if phase == "suspended":
        return _told(
            _("Play is suspended"),
            _("We go on as soon as it is possible. Thank you for waiting."),
        )
    if phase in ("won", "draw_three"):
        first = _("The first race: %(contrada)s.") % {"contrada": winners[0]}
        line = first if len(winners) > 1 else ""
        if phase == "draw_three":
            line = _("Three of the ten are drawn for the second race.")
        return _told(_("%(contrada)s has won!") % {"contrada": winners[-1]}, line)
    if phase == "closed":
        if winners:
            return _told(_("Closed"), _("The first race: %(contrada)s.") % {"contrada": winners[0]})
        return _told(_("Closed without a winner"), "")
    if phase == "roll" and turn is None:
        return _told(_("Nobody is left in the race."), "")
    if phase == "mossa_roll":
        names["lane"] = len(board["mossa"]) + 1
    if phase in ("roll", "test"):
        names["place"] = place(board["pawns"][turn]["progress"])
    headline, line = NOW[phase]
    if phase == "decide" and board["annulled"] == 2:
        line = _("Annulled twice: it must enter now.")
    return _told(str(headline) % names, str(line) % names)


def _told(headline: str, line: str) -> dict[str, str]:
    return {"headline": headline, "line": line}


NOW = {
    "choose": (
        gettext_lazy("%(turn)s chooses a Contrada"),
        gettext_lazy("Until the seventeen are gone."),
    ),
    "draw_ten": (gettext_lazy("Ten are drawn"), gettext_lazy("They run the race.")),
    "draw_contrada": (
        gettext_lazy("%(turn)s draws a Contrada"),
        gettext_lazy("Until the ten are gone."),
    ),
    "tratta": (gettext_lazy("The Tratta"), gettext_lazy("The youngest deals the ten horses.")),
    "jockeys": (gettext_lazy("The jockeys"), gettext_lazy("Each Contrada chooses its jockey.")),
    "deal": (gettext_lazy("The Pact cards"), gettext_lazy("Nine to each player.")),
    "mossa_order": (
        gettext_lazy("The Mossa"),
        gettext_lazy("The Mossiere draws the order of the call."),
    ),
    "mossa_roll": (
        gettext_lazy("%(turn)s to the ropes"),
        gettext_lazy("Lane %(lane)s: %(owner)s rolls the red die."),
    ),
    "decide": (
        gettext_lazy("%(turn)s is the rincorsa"),
        gettext_lazy("%(owner)s decides; the others may offer Pact cards."),
    ),
    "mossa_cards": (
        gettext_lazy("The Mossa is valid!"),
        gettext_lazy("Who plays Mossa cards?"),
    ),
    "roll": (gettext_lazy("%(turn)s to roll"), gettext_lazy("%(owner)s · %(place)s")),
    "test": (
        gettext_lazy("%(turn)s risks a fall"),
        gettext_lazy("%(owner)s rolls the red die · %(place)s"),
    ),
}
"""Phase -> headline and line."""

FIGURES = {
    "race_won": (gettext_lazy("Winner of race %(race)s"), "%(player)s"),
    "rounds": (gettext_lazy("Rounds"), "%(number)s"),
    "annulled": (gettext_lazy("Entries annulled"), "%(number)s"),
    "cards": (gettext_lazy("Pact cards played"), "%(number)s"),
    "braked": (gettext_lazy("Horses braked in time"), "%(number)s"),
    "jockeys_fallen": (gettext_lazy("Jockeys fallen"), "%(number)s"),
    "both_fallen": (gettext_lazy("Horse and jockey fallen"), "%(number)s"),
    "most_overtaken": (gettext_lazy("Most pawns overtaken"), "%(number)s"),
    "most_cards_received": (gettext_lazy("Most Pact cards received"), "%(number)s"),
    "most_cards_played": (gettext_lazy("Most Pact cards played"), "%(player)s (%(number)s)"),
}
"""Figure -> what it is called, and how its value is told."""


def figure(told: Mapping[str, Any]) -> dict[str, Any]:
    """One figure of the evening: label, value, and whose it is (slug and name)."""
    label, value = FIGURES[told["figure"]]
    return {
        "label": str(label) % told,
        "value": str(value) % told,
        "quarter": told["contrada"],
        "whose": CONTRADE.get(told["contrada"], ""),
    }


CORRECTED_BY_PAWNS = ("ruled",)
"""Steps of a correction that need no sentence of their own when pawns have moved."""


def corrected(changes: Sequence[Mapping[str, Any]]) -> str:
    """Which pawns a correction moved: "Lupa lap 1, row 28 → lap 1, row 24"."""
    return "; ".join(
        f"{CONTRADE[change['contrada']]} {_standing(before, after)} → {_standing(after, before)}"
        for change in changes
        for before, after in [(change["from"], change["to"])]
    )


def _standing(standing: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """Where a pawn stands, and what else is not as it was."""
    words = [place(standing["progress"])]
    if standing["lane"] != other["lane"]:
        words.append(_("lane %(lane)s") % standing)
    if standing["state"] != other["state"]:
        words.append(str(STATES[standing["state"]]))
    return ", ".join(words)


def stakes(prospects: Iterable[Offer], board: Mapping[str, Any]) -> list[str]:
    """What is at stake, as sentences to read aloud."""
    told: dict[str, list[str]] = {}
    for offer in prospects:
        did = offer.command["do"]
        label = str(offer.command.get("value", ""))
        told.setdefault(_outcome(did, offer), []).append(label)
    return [f"{_faces(labels)}{outcome}." for outcome, labels in told.items()]


def _faces(labels: Sequence[str]) -> str:
    """The faces that lead to one outcome: "3, 4: "."""
    faces = ", ".join(filter(None, labels))
    return f"{faces}: " if faces else ""


def _outcome(do: str, offer: Offer) -> str:
    steps = {step.name: step for step in (offer.event.steps if offer.event else ())}
    if do == "annul":
        return _("Annulled, all ten roll again")
    if do == "enter":
        return _("Entered, the Mossa is valid")
    if do == "red":
        return _fall(steps)
    return _way(steps)


def _fall(steps: Mapping[str, Step]) -> str:
    if "braked" in steps:
        return _("it brakes")
    if "jockey_fell" in steps:
        return _("the jockey falls, the horse runs on")
    return _("horse and jockey fall: out")


def _way(steps: Mapping[str, Step]) -> str:
    if "race_won" in steps:
        return _("it wins the Palio")
    moved = steps.get("moved")
    if moved is None:
        way = _("it stays")
    else:
        reached = moved.facts["to"]
        left = _("%(rows)s to the finish") % {"rows": FINISH - reached}
        way = f"→ {place(reached)} ({left})"
    if "test_due" in steps:
        curve = steps["test_due"].facts["curve"]
        where = f" ({CURVES[curve]})" if curve else ""
        way = _("%(way)s, blocked: a fall is risked%(where)s") % {"way": way, "where": where}
    return way
