"""How the Palio's races go with our horses, track and cards: the figures in docs/rules.md.

Rehearsed evenings, each of its own seed, with cards dealt and played at random: nobody plays to
win, so a table of real players will differ. Run by ``make bench``; the same figures every time.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, quantiles
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from cagli_oca.games import siena  # noqa: E402
from cagli_oca.games.core import Evening, Step  # noqa: E402

EVENINGS = 300
MODES = ("provenzano", "assunta", "straordinario")
PLAYERS = ("anna", "bruno", "carla", "dino")
HEADS = (
    "mode", "Bono/Brenna", "curves", "races", "rounds: median (least to most)", "rolls",
    "falls a race", "of them jockey / both", "in the curves", "braked", "riderless winners",
    "Bono winners", "annulled Mosse",
)  # fmt: skip


def horses(bono: int) -> dict[str, str]:
    """Ten horses, so many of them Bono."""
    return {f"h{n}": "bono" if n <= bono else "brenna" for n in range(1, 11)}


def played(mode: str, bono: int, curves: str, seed: int) -> Evening:
    """One evening to its end."""
    chance = random.Random(f"{mode} {bono} {curves} {seed}")
    header = siena.check_header({
        "game": "siena", "edition": str(seed), "mode": mode, "players": list(PLAYERS),
        "youngest": PLAYERS[0], "oldest": PLAYERS[-1], "horses": horses(bono), "cards": "dealt",
        "options": {"curves": curves},
    })  # fmt: skip
    evening = Evening.opened(siena, header)
    while not siena.over(evening.state):
        command = siena.read(siena.suggest(evening.state, chance))
        evening = evening.follow(evening.decide(command))
    return evening


def races(evening: Evening) -> Iterator[Counter[str]]:
    """What happened in each race that was won."""
    count: Counter[str] = Counter()
    horse: dict[str, str] = {}
    for step in (step for _seq, event, _before in evening.past for step in event.steps):
        _tell(count, horse, step)
        if step.name == "race_won":
            count["bono"] = horse[step.facts["contrada"]] == "bono"
            count["riderless"] = not step.facts["jockey"]
            yield count
            count = Counter()


def _tell(count: Counter[str], horse: dict[str, str], step: Step) -> None:
    count[step.name] += 1
    if step.name == "rolled":
        horse[step.facts["contrada"]] = step.facts["horse"]
    if step.name == "round_began":
        count["rounds"] = step.facts["round"]
    if step.name in ("jockey_fell", "both_fell"):
        count["fell"] += 1
        count["in " + str(step.facts["curve"])] += 1


def row(mode: str, bono: int, curves: str) -> list[Any]:
    """The figures of EVENINGS evenings, as cells."""
    evenings = [played(mode, bono, curves, seed) for seed in range(EVENINGS)]
    assert all(evening.state.phase == "won" for evening in evenings), "an evening ended otherwise"
    told = [race for evening in evenings for race in races(evening)]
    number, rounds = len(told), [race["rounds"] for race in told]

    def each(name: str) -> float:
        return sum(race[name] for race in told) / number

    curve = each("in san_martino") + each("in casato")
    fell = each("fell")
    return [
        mode, f"{bono}/{10 - bono}", curves, number,
        f"{quantiles(rounds, n=2)[0]:.0f} ({min(rounds)} to {max(rounds)})",
        f"{mean(race['rolled'] for race in told):.0f}",
        f"{fell:.2f}", f"{each('jockey_fell'):.2f} / {each('both_fell'):.2f}",
        f"{100 * curve / fell:.0f} % ({each('in san_martino'):.2f} San Martino,"
        f" {each('in casato'):.2f} Casato)",
        f"{each('braked'):.2f}", f"{100 * each('riderless'):.1f} %", f"{100 * each('bono'):.0f} %",
        f"{each('annulled'):.2f}",
    ]  # fmt: skip


def main() -> None:
    cases = [(mode, 5, curves) for mode in MODES for curves in ("narrow", "harsh")]
    cases += [("straordinario", bono, curves) for bono in (1, 2, 3, 4, 6, 8) for curves in
              ("narrow", "harsh")]  # fmt: skip
    print("| " + " | ".join(HEADS) + " |")
    print("|---" * len(HEADS) + "|")
    for case in cases:
        print("| " + " | ".join(map(str, row(*case))) + " |", flush=True)


if __name__ == "__main__":
    main()
