"""What a speaker tells of an evening: what is at stake, what was corrected, and its figures."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cagli_oca.games.core import Command, Event, Offer, Refused, Step
from cagli_oca.games.oca.board import PALIO_ZONE
from cagli_oca.games.oca.rules import decide, legal
from cagli_oca.games.oca.state import State

corrections = ("ruling", "amend")
"""R31, R35: the events that correct what was told before (undo does too, in every game)."""


def changes(before: State, after: State) -> list[dict[str, Any]]:
    """The pawns that stand elsewhere: ``{"quarter", "from", "to"}``, in the order of throws."""
    return [
        {"quarter": slug, "from": before.quarters[slug].square, "to": quarter.square}
        for slug, quarter in after.quarters.items()
        if quarter.square != before.quarters[slug].square
    ]


def spelled_out(command: Command, event: Event) -> Command:
    """R4: a throw with the Quarter that threw; everything else is clear by itself."""
    if command["do"] != "throw":
        return command
    return {**command, "quarter": event.steps[0].facts["quarter"]}


OF_A_CHALLENGE = ("draw", "bonus", "select_team", "result")


def check_again(then: Event, now: Event) -> None:
    """R20: what was said of one Quarter's challenge never counts for another's."""
    if now.name in OF_A_CHALLENGE and (was := _whose(then)) != (becomes := _whose(now)):
        raise Refused("R20", "anothers_challenge", quarter=was, turn=becomes)


def _whose(event: Event) -> str:
    facts = event.steps[0].facts
    return str(facts.get("challenger", facts["quarter"]))


def prospects(state: State) -> tuple[Offer, ...]:
    """What the next throw (R6-R19) or the result of the open challenge (R25-R28) would cause.

    Asked before the flag is drawn, the challenged Quarter's own fate is left out.
    """
    state = replace(state, phase=state.suspended_from or state.phase)
    if state.phase == "throw":
        return tuple(offer for offer in legal(state) if offer.command["do"] == "throw")
    challenge = state.challenge
    if challenge is None:
        return ()
    undrawn = not challenge.opponent and not challenge.select_team
    anybody = next(slug for slug in state.quarters if slug != challenge.challenger)
    opponent = anybody if undrawn else challenge.opponent
    decided = replace(
        state,
        phase="result",
        challenge=replace(challenge, opponent=opponent, whistled=True),
    )
    offers = []
    for winner in ("challenger", "challenged"):
        command = {"do": "result", "winner": winner}
        event = decide(decided, command)
        if undrawn:
            event = replace(event, steps=tuple(_without(event.steps, anybody)))
        offers.append(Offer(command, event=event))
    return tuple(offers)


def _without(steps: Iterable[Step], stand_in: str) -> Iterable[Step]:
    """The steps that hold whoever is challenged."""
    return (
        step
        for step in steps
        if not (step.name == "sent_back" and step.facts["quarter"] == stand_in)
    )


def figures(past: Sequence[tuple[int, Event, State]], state: State) -> list[dict[str, Any]]:
    """The evening in figures, from its effective events: ``{"figure", "quarter", …}``.

    *quarter* is None where a figure is everybody's. Figures of nothing are left out.
    """
    steps = [step for _seq, event, _before in past for step in event.steps]
    count = Counter(step.name for step in steps)
    total = {"number": state.game, "total": len(state.setup.order_of_play)}
    told = [_figure("challenges", None, **total), *_trials(steps, state)]
    told += [
        _figure(name, None, number=number)
        for name, number in (
            ("throws", count["thrown"]),
            ("geese", count["goose"]),
            ("deaths", count["struck_by_death"]),
            ("spervengoli", count["struck_by_spervengolo"]),
            ("bounces", count["bounced"]),
        )
        if number
    ]
    told += _first_to_palio_zone(steps)
    told += _longest_wait(steps, past[0][2] if past else state)
    told += _most_sixes(steps)
    return told


def _figure(name: str, quarter: str | None, **facts: Any) -> dict[str, Any]:
    return {"figure": name, "quarter": quarter, **facts}


def _trials(steps: Iterable[Step], state: State) -> list[dict[str, Any]]:
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for step in steps:
        if step.name in ("challenge_won", "challenge_lost"):
            sides = (step.facts["quarter"], step.facts["opponent"])
            winner, loser = sides if step.name == "challenge_won" else reversed(sides)
            won[winner] += 1
            lost[loser] += 1
    return [
        _figure("trials", slug, won=won[slug], lost=lost[slug])
        for slug in state.quarters
        if won[slug] or lost[slug]
    ]


def _first_to_palio_zone(steps: Iterable[Step]) -> list[dict[str, Any]]:
    for step in steps:
        if step.name == "moved" and step.facts["to"] >= PALIO_ZONE[0]:
            return [_figure("first_to_palio_zone", step.facts["quarter"])]
    return []


def _longest_wait(steps: Iterable[Step], start: State) -> list[dict[str, Any]]:
    """The most turns in a row after which a Quarter stood no further than before them."""
    square = {slug: quarter.square for slug, quarter in start.quarters.items()}
    turn_from: dict[str, int] = {}
    waiting: Counter[str] = Counter()
    longest: Counter[str] = Counter()

    def end_turn(slug: str) -> None:
        if slug in turn_from and square[slug] > turn_from[slug]:
            waiting[slug] = 0
        elif slug in turn_from:
            waiting[slug] += 1
            longest[slug] = max(longest[slug], waiting[slug])

    for step in steps:
        slug = step.facts.get("quarter", "")
        if step.name in ("thrown", "skipped"):
            end_turn(slug)
            turn_from[slug] = square[slug]
        elif step.name in ("moved", "bounced", "sent_back"):
            square[slug] = step.facts["to"]
        elif step.name == "ruled":
            square[slug] = step.facts["set"].get("square", square[slug])
    for slug in square:
        end_turn(slug)
    slug, turns = _only_first(longest)
    return [_figure("longest_wait", slug, turns=turns)] if slug and turns > 1 else []


def _most_sixes(steps: Iterable[Step]) -> list[dict[str, Any]]:
    sixes = Counter(
        step.facts["quarter"] for step in steps if step.name == "thrown" and _is_six(step.facts)
    )
    slug, number = _only_first(sixes)
    return [_figure("sixes", slug, number=number)] if slug else []


def _only_first(count: Counter[str]) -> tuple[str | None, int]:
    """Who has most, and how many; nobody if two share it."""
    first = count.most_common(2)
    if not first or (len(first) == 2 and first[0][1] == first[1][1]):
        return None, 0
    return first[0]


def _is_six(facts: Mapping[str, Any]) -> bool:
    return bool(facts["value"] == 6)
