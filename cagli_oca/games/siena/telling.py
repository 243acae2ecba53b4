"""What a speaker tells of a race: what is at stake, what was corrected, and its figures."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from cagli_oca.games.core import Command, Event, Offer, Past, Step
from cagli_oca.games.siena.header import DICE
from cagli_oca.games.siena.rules import resolve
from cagli_oca.games.siena.state import Pawn, State

corrections = ("ruling", "amend")
"""P30: the events that correct what was told before (undo does too, in every game)."""


def changes(before: State, after: State) -> list[dict[str, Any]]:
    """The pawns that stand elsewhere or otherwise: ``{"contrada", "from", "to"}``.

    Both are ``{"progress", "lane", "state"}``; pawns that came or went with a race are left out.
    """
    return [
        {"contrada": c, "from": _standing(before.pawns[c]), "to": _standing(pawn)}
        for c, pawn in after.pawns.items()
        if c in before.pawns and _standing(pawn) != _standing(before.pawns[c])
    ]


def _standing(pawn: Pawn) -> dict[str, Any]:
    return {"progress": pawn.progress, "lane": pawn.lane, "state": pawn.state}


def spelled_out(command: Command, event: Event) -> Command:
    """Whose choice, roll or decision it was (P4, P5, P12, P13, P21), and the way taken (P27)."""
    facts, do = event.steps[0].facts, command["do"]
    if do in ("choose", "draw_contrada"):
        return {**command, "player": facts["player"]}
    if do not in ("mossa_roll", "annul", "enter", "roll", "red"):
        return command
    spelled = {**command, "contrada": facts["contrada"]}
    if do == "roll" and facts["jockey"]:
        spelled["lanes"] = [
            lane
            for step in event.steps
            if step.name == "moved"
            for _row, lane in step.facts["path"]
        ]
    return spelled


def check_again(then: Event, now: Event) -> None:
    """Spelled out, no action can become somebody else's: pacts and offers name their player."""


def prospects(state: State) -> tuple[Offer, ...]:
    """What the next die (P12, P23, P25) or the rincorsa's decision (P13) would cause."""
    playing = replace(state, phase=state.playing)
    commands: list[Command] = []
    if playing.phase == "roll" and not state.nobody_left:
        horse = state.horses[state.on_turn]
        commands = [{"do": "roll", "value": value} for value in sorted(set(DICE[horse]))]
    elif playing.phase == "test":
        commands = [{"do": "red", "value": value} for value in range(1, 7)]
    elif playing.phase == "decide":
        commands = [{"do": "enter", "accept": []}]
        commands += [{"do": "annul"}] * (not state.final_entry)
    return tuple(Offer(command, event=resolve(playing, command)) for command in commands)


def figures(past: Past, state: State) -> list[dict[str, Any]]:
    """The evening in figures, from its effective events: ``{"figure", "contrada", …}``.

    *contrada* is None where a figure is everybody's. Figures of nothing are left out.
    """
    steps = [step for _seq, event, _before in past for step in event.steps]
    count = Counter(step.name for step in steps)
    told = [
        _figure("race_won", step.facts["contrada"], player=step.facts["player"], race=race)
        for race, step in enumerate(_named(steps, "race_won"), 1)
    ]
    told += [
        _figure(name, None, number=number)
        for name, number in (
            ("rounds", count["round_began"]),
            ("annulled", count["annulled"]),
            ("cards", count["card_played"]),
            ("braked", count["braked"]),
            ("jockeys_fallen", count["jockey_fell"]),
            ("both_fallen", count["both_fell"]),
        )
        if number
    ]
    overtaken = Counter[str]()
    for step in _named(steps, "moved"):
        overtaken[step.facts["contrada"]] += len(step.facts["overtaken"])
    targets = Counter(step.facts["target"] for step in _named(steps, "card_played"))
    told += _most("most_overtaken", overtaken) + _most("most_cards_received", targets)
    players = Counter(step.facts["player"] for step in _named(steps, "card_played"))
    if (player := _only_first(players)) is not None:
        told.append(_figure("most_cards_played", None, player=player, number=players[player]))
    return told


def _named(steps: Iterable[Step], name: str) -> list[Step]:
    return [step for step in steps if step.name == name]


def _figure(name: str, contrada: str | None, **facts: Any) -> dict[str, Any]:
    return {"figure": name, "contrada": contrada, **facts}


def _most(name: str, count: Counter[str]) -> list[dict[str, Any]]:
    first = _only_first(count)
    return [] if first is None else [_figure(name, first, number=count[first])]


def _only_first(count: Counter[str]) -> str | None:
    """Who has most; nobody if two share it or nothing was counted."""
    first = count.most_common(2)
    if not first or not first[0][1] or (len(first) == 2 and first[0][1] == first[1][1]):
        return None
    return first[0][0]
