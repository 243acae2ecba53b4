"""What is told of the Goose Game: what happens now, what is at stake, corrections, figures."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cagli_oca.games.core import Offer, Step
from cagli_oca.games.oca.board import GOAL, PALIO_ZONE
from cagli_oca.wording.oca.names import QUARTERS, SHORT_QUARTERS, TRIALS


def now(board: Mapping[str, Any]) -> dict[str, str]:
    """What happens now: a headline and a line below it, from a scoreboard."""
    phase, challenge = board["phase"], board["challenge"]
    if phase == "won":
        return {"headline": _("%(quarter)s has won!") % _name(board["winner"]), "line": ""}
    if phase == "closed":
        return {"headline": _("Closed without a winner"), "line": ""}
    if phase == "suspended":
        return {
            "headline": _("Play is suspended"),
            "line": _("We go on as soon as it is possible. Thank you for waiting."),
        }
    if not challenge:
        return {"headline": _("%(quarter)s to throw") % _name(board["turn"]), "line": _throw(board)}
    headline = _("Challenge %(number)s · %(trial)s") % {
        "number": challenge["number"],
        "trial": TRIALS[challenge["trial"]],
    }
    names = {
        "challenger": QUARTERS[challenge["challenger"]],
        "opponent": QUARTERS.get(challenge["opponent"]) or _("the select team"),
    }
    if phase == "draw":
        line = _("%(challenger)s: whose flag will be drawn?") % names
    elif phase == "whistle":
        line = _("%(challenger)s against %(opponent)s: waiting for the whistle") % names
    else:
        line = _("%(challenger)s against %(opponent)s: the trial is on") % names
    return {"headline": headline, "line": line}


def _throw(board: Mapping[str, Any]) -> str:
    quarter = board["quarters"][board["turn"]]
    if quarter["death_rolls"]:
        return _("Under Death: its throw is halved (still %(left)s).") % {
            "left": quarter["death_rolls"]
        }
    if quarter["square"] in PALIO_ZONE:
        return _("It needs a %(value)s to win.") % {"value": GOAL - quarter["square"]}
    return _("It stands on %(square)s.") % {"square": quarter["square"]}


def _name(slug: str) -> dict[str, str]:
    return {"quarter": QUARTERS[slug]}


FIGURES = {
    "challenges": (gettext_lazy("Challenges"), gettext_lazy("%(number)s of %(total)s")),
    "trials": (gettext_lazy("Trials won and lost"), gettext_lazy("%(won)s – %(lost)s")),
    "throws": (gettext_lazy("Throws of the die"), "%(number)s"),
    "geese": (gettext_lazy("Flights with the Goose"), "%(number)s"),
    "deaths": (gettext_lazy("Struck by Death"), "%(number)s"),
    "spervengoli": (gettext_lazy("Caught by the Spervengolo"), "%(number)s"),
    "bounces": (gettext_lazy("Bounced back from the goal"), "%(number)s"),
    "first_to_palio_zone": (gettext_lazy("First in the Palio zone"), "%(name)s"),
    "longest_wait": (
        gettext_lazy("Longest without a step forward"),
        gettext_lazy("%(turns)s turns"),
    ),
    "sixes": (gettext_lazy("Most sixes"), "%(number)s"),
}
"""Figure -> what it is called, and how its value is told."""


def figure(told: Mapping[str, Any]) -> dict[str, Any]:
    """One figure of the evening: label, value, and whose it is (slug and name)."""
    label, value = FIGURES[told["figure"]]
    name = SHORT_QUARTERS.get(told["quarter"], "")
    shown = str(value) % {**told, "name": name}
    return {
        "label": str(label),
        "value": shown,
        "quarter": told["quarter"],
        "whose": "" if shown == name else name,
    }


CORRECTED_BY_PAWNS = ("ruled",)
"""Steps of a correction that need no sentence of their own when pawns have moved."""


def corrected(changes: Sequence[Mapping[str, Any]]) -> str:
    """Which pawns a correction moved: "Sant'Angelo Maggiore 28 → 24"."""
    return ", ".join(f"{QUARTERS[c['quarter']]} {c['from']} → {c['to']}" for c in changes)


def stakes(prospects: Iterable[Offer], board: Mapping[str, Any]) -> list[str]:
    """What is at stake, as sentences to read aloud."""
    offers = list(prospects)
    if not offers:
        return []
    if board["challenge"]:
        return [_result(offer, board["challenge"]) for offer in offers]
    return _throws(offers, board)


def _throws(offers: Sequence[Offer], board: Mapping[str, Any]) -> list[str]:
    """The six faces: the winning one first, then what each leads to."""
    told = []
    for offer in offers:
        if _find(offer, "won"):
            told.append(_("Needs a %(value)s for 54.") % offer.command)
    quarter = board["quarters"][board["turn"]]
    if quarter["death_rolls"]:
        left = {"left": quarter["death_rolls"]}
        told.append(_("Under Death: its throw is halved (still %(left)s).") % left)
    told += [f"{offer.command['value']}: {_way(offer)}." for offer in offers]
    return told


def _way(offer: Offer) -> str:
    """Where a face leads: "→ 23, the Goose → 27, free"."""
    words = [word for step in _steps(offer) if (word := _word(step))]
    return ", ".join(words)


def _word(step: Step) -> str:
    facts = step.facts
    if step.name in ("moved", "bounced", "sent_back"):
        return f"→ {facts['to']}"
    if step.name == "challenge_opened":
        return _("a trial")
    if step.name == "rested":
        return _("nothing happens")
    return {
        "stayed": _("it stays"),
        "won": _("it wins the Palio"),
        "goose": _("the Goose"),
        "struck_by_death": _("Death"),
        "struck_by_spervengolo": _("the Spervengolo"),
    }.get(step.name, "")


def _result(offer: Offer, challenge: Mapping[str, Any]) -> str:
    """What a win or a loss of the challenger brings."""
    challenger = challenge["challenger"]
    own = [s for s in _steps(offer) if s.facts.get("quarter") == challenger and "to" in s.facts]
    names = {"name": QUARTERS[challenger], "from": challenge["square"]}
    names["to"] = own[-1].facts["to"] if own else challenge["square"]
    if offer.command["winner"] == "challenger":
        sentence = (
            _("A win brings %(name)s from %(from)s to %(to)s.")
            if own
            else _("A win keeps %(name)s on %(from)s.")
        )
    else:
        sentence = _("A loss takes %(name)s back from %(from)s to %(to)s.")
        if names["to"] == challenge["square"]:
            sentence = _("A loss leaves %(name)s on %(from)s.")
    told = [sentence % names]
    if any(s.facts.get("quarter") == challenger for s in _all(offer, "challenge_opened")):
        told.append(_("A second challenge would follow there."))
    for step in _all(offer, "sent_back"):
        if step.facts["quarter"] != challenger:
            told.append(
                _("%(name)s would be sent back from %(from)s to %(to)s.")
                % {**step.facts, "name": QUARTERS[step.facts["quarter"]]}
            )
    return " ".join(told)


def _steps(offer: Offer) -> tuple[Step, ...]:
    return offer.event.steps if offer.event else ()


def _all(offer: Offer, name: str) -> list[Step]:
    return [step for step in _steps(offer) if step.name == name]


def _find(offer: Offer, name: str) -> Step | None:
    return next(iter(_all(offer, name)), None)


def ranking(board: Mapping[str, Any]) -> list[str]:
    """The four as every list has them: the board shows who is where."""
    return list(board["quarters"])
