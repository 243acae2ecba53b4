"""Count lawful evenings ("perft") with naive_siena, which shares nothing with the core.

    python -m tests.naive_siena_census           every start, to fixtures/census/siena-NAME.txt
    python -m tests.naive_siena_census NAME ...        only these
    python -m tests.naive_siena_census --depth 4 NAME  another depth than the one in the table
    python -m tests.naive_siena_census --print ...     to standard output instead of files
    python -m tests.naive_siena_census --out DIR       to another folder

For each start and each depth 1..D: how many distinct sequences of exactly that many
lawful actions there are, and how many distinct states they reach.

What is tried at every node is candidates(header, public state, **alphabet), each counted
as one action if it is lawful: it reads nothing but the public state, so that another
program can try the same.  In the phase it belongs to an action is tried with many values,
wrong ones among them; in any other phase with one, which must be refused.
"""

import argparse
import itertools
import json
import pathlib
import sys
import time

from tests import naive_siena as siena

# ---------------------------------------------------------------- what is tried


def lanes_from(lane, most):
    """All lists of up to `most` neighbouring lanes from here, on a board five lanes wide."""
    lists = [[]]
    level = [[]]
    for _ in range(most):
        level = [
            [*path, to]
            for path in level
            for to in range((path or [lane])[-1] - 1, (path or [lane])[-1] + 2)
            if 1 <= to <= 5
        ]
        lists += level
    return lists


def rolls(shown, lanes):
    """Values 2 to 7, no lanes given; and with `lanes`, every list of them for 3 and 4."""
    tried = [{"do": "roll", "value": value} for value in range(2, 8)]
    if lanes and shown["turn"] in shown["pawns"]:
        pawn = shown["pawns"][shown["turn"]]
        for value in (3, 4):
            for path in lanes_from(pawn["lane"], value):
                tried.append({"do": "roll", "value": value, "lanes": path})
    return tried


def offers(header, shown):
    tried = []
    for player in header["players"]:
        size = shown["hand_sizes"].get(player, 0)
        numbers = {0, 1, 2, size + 1}
        if header["cards"] == "real":
            numbers.add(size)
        tried += [{"do": "offer", "player": player, "cards": n} for n in sorted(numbers)]
    return tried


def entries(header, shown):
    """Every set of players; with dealt cards every draw for those who have offered."""
    tried = []
    for n in range(len(header["players"]) + 1):
        for accept in itertools.combinations(header["players"], n):
            action = {"do": "enter", "accept": list(accept)}
            tried.append(action)
            if header["cards"] == "dealt":
                draws = [
                    itertools.combinations_with_replacement(
                        siena.CARDS, shown["offers"].get(player, 1)
                    )
                    for player in accept
                ]
                for drawn in itertools.product(*draws):
                    each = dict(zip(accept, map(list, drawn), strict=True))
                    tried.append({**action, "drawn": each})
    return tried


def pacts(header, shown):
    return [
        {"do": "pact", "player": player, "card": card, "target": target}
        for player in header["players"]
        for card in siena.CARDS
        for target in shown["running"] or siena.CONTRADE
    ]


def hands(header):
    """One deal: the deck as it lies."""
    cards = [card for card, n in siena.deck(header).items() for _ in range(n)]
    return {p: cards[9 * i : 9 * i + 9] for i, p in enumerate(header["players"])}


def candidates(header, shown, lanes=False, cards=True, also=()):
    """`lanes`: lists of lanes too; `cards`: Pact cards in the race; `also`: tried everywhere."""
    ten = shown["running"] or list(siena.CONTRADE[:10])
    horses = list(siena.HORSES)
    by_phase = {
        "choose": [{"do": "choose", "contrada": c} for c in siena.CONTRADE],
        "draw_ten": [
            {"do": "draw_ten", "contrade": list(siena.CONTRADE[i : i + n])}
            for i in range(8)
            for n in (10, 9)
        ],
        "draw_contrada": [{"do": "draw_contrada", "contrada": c} for c in siena.CONTRADE],
        "tratta": [
            {"do": "tratta", "horses": dict(zip(ten, given, strict=True))}
            for given in (horses, horses[::-1], horses[:9] + horses[:1])
        ],
        "jockeys": [
            {"do": "jockeys", "jockeys": {c: f"jockey {n % 10}" for n, c in enumerate(some)}}
            for some in ([], ten[:4], ten, [*ten, *siena.CONTRADE])
        ],
        "deal": [{"do": "deal"}, {"do": "deal", "hands": hands(header)}],
        "mossa_order": [
            {"do": "mossa_order", "contrade": order}
            for order in (ten, ten[::-1], ten[5:] + ten[:5], ten[1:])
        ],
        "mossa_roll": [{"do": "mossa_roll", "value": value} for value in range(8)],
        "decide": [*entries(header, shown), *offers(header, shown), {"do": "annul"}],
        "mossa_cards": [{"do": "start"}, *pacts(header, shown)],
        "roll": [*rolls(shown, lanes), *(pacts(header, shown) if cards else [])],
        "test": [{"do": "red", "value": value} for value in range(8)],
        "draw_three": [
            {"do": "draw_three", "contrade": list(three)}
            for three in itertools.combinations([*ten, *siena.CONTRADE[:1]], 3)
        ],
        "won": [{"do": "offer", "player": header["players"][0], "cards": 1}, {"do": "annul"}],
        "closed": [
            {"do": "pact", "player": header["players"][0], "card": "race+1", "target": "oca"}
        ],
        "suspended": [{"do": "resume"}],
    }
    tried = []
    for phase, actions in by_phase.items():
        tried += actions if phase == shown["phase"] else actions[:1]
    return [*tried, {"do": "suspend", "reason": "x"}, {"do": "close", "reason": "x"}, *also]


# ---------------------------------------------------------------- where it starts


def header(players, mode="provenzano", cards="real", **more):
    return {
        "game": "siena",
        "edition": "2026",
        "mode": mode,
        "players": players,
        "youngest": players[1],
        "oldest": players[0],
        "cards": cards,
        **more,
    }


TWO = ["anna", "bruno"]
THREE = ["anna", "bruno", "carla"]
TEN = list(siena.CONTRADE[:10])  # aquila to nicchio, in the order of the Mossa too


def chosen():
    """All seventeen, in alphabetical order: with two players every second one is bruno's."""
    return [{"do": "choose", "contrada": contrada} for contrada in siena.CONTRADE]


def to_the_mossa(deal=None):
    return [
        *chosen(),
        {"do": "draw_ten", "contrade": TEN},
        {"do": "tratta", "horses": dict(zip(TEN, siena.HORSES, strict=True))},
        {"do": "jockeys", "jockeys": {"aquila": "Lightning", "lupa": "Thunder"}},
        {"do": "deal", **({"hands": deal} if deal else {})},
        {"do": "mossa_order", "contrade": TEN},
    ]


def rolled(*values):
    return [{"do": "mossa_roll", "value": value} for value in values]


ANNUL = {"do": "annul"}
ENTER = {"do": "enter", "accept": []}
START = {"do": "start"}


def offer(player, cards):
    return {"do": "offer", "player": player, "cards": cards}


def pact(player, card, target):
    return {"do": "pact", "player": player, "card": card, "target": target}


def roll(value):
    return {"do": "roll", "value": value}


def red(value):
    return {"do": "red", "value": value}


def rule(contrada, **what):
    return {"do": "ruling", "contrada": contrada, "reason": "census", **what}


def out(*contrade):
    return [rule(contrada, state="out") for contrada in contrade]


def to_the_race():
    """All ten on the line; aquila, chiocciola, drago, istrice, lupa (lanes 1-5) are first."""
    return [*to_the_mossa(), *rolled(*[1] * 10), ENTER, START]


def places(**spaces):
    """Rulings: contrada=(progress, lane)."""
    return [rule(c, progress=progress, lane=lane) for c, (progress, lane) in spaces.items()]


# name: (what it is for, header, actions, depth, alphabet)
STARTS = {
    "choice": (
        "The start of an evening: the Contrade are chosen (P4).",
        header(THREE),
        [],
        3,
        {},
    ),
    "set-up": (
        "One Contrada still to be chosen; then the ten, the Tratta, the jockeys, the deal and the "
        "order of the Mossa (P4, P8-P12), real cards.",
        header(TWO, "assunta"),
        chosen()[:16],
        8,
        {},
    ),
    "extraordinary": (
        "The ten of an Extraordinary Palio, seven of them drawn by the players (P5), dealt cards.",
        header(THREE, "straordinario", "dealt"),
        [
            {"do": "draw_ten", "contrade": list(siena.CONTRADE[4:14])},
            *[{"do": "draw_contrada", "contrada": c} for c in siena.CONTRADE[6:13]],
        ],
        7,
        {},
    ),
    "mossa": (
        "The last two rolls of the first Mossa, then the decision (P12-P16).",
        header(TWO),
        [*to_the_mossa(), *rolled(6, 6, 1, 3, 2, 5, 4, 4)],
        5,
        {},
    ),
    "offers": (
        "The decision, annulled once, with three players and real cards: offers, replaced and "
        "withdrawn, accepted in part (P15, P16).",
        header(THREE),
        [
            *to_the_mossa(),
            *rolled(1, 2, 3, 4, 5, 6, 1, 2, 3, 4),
            offer("anna", 3),
            ANNUL,
            *rolled(6, 6, 1, 3, 2, 5, 4, 4, 2, 1),
            offer("anna", 9),
        ],
        4,
        {},
    ),
    "draw": (
        "The decision with dealt cards: what is drawn of an accepted offer, and what is then "
        "played (P11, P16, P17).",
        header(TWO, cards="dealt"),
        [
            *to_the_mossa(
                {
                    "anna": ["mossa+1"] * 2 + ["race-2"] * 3 + ["race+1"] * 4,
                    "bruno": ["mossa+1", "mossa-1"] + ["race+2"] * 3 + ["race-1"] * 4,
                }
            ),
            *rolled(6, 6, 1, 3, 2, 5, 4, 4, 2, 1),
            offer("bruno", 2),
        ],
        4,
        {},
    ),
    "third": (
        "Annulled twice: the third roll of the rincorsa, which must enter (P13, P15).",
        header(TWO),
        [
            *to_the_mossa(),
            *rolled(*[1] * 10),
            ANNUL,
            *rolled(*[2] * 10),
            ANNUL,
            *rolled(*[3] * 9),
        ],
        4,
        {},
    ),
    "transfer": (
        "Mossa cards, four of the six Mossa +1 played already: conflicts in the transfer, a 6 with "
        "+2, pawns behind the line, the end of the fifth lane (P17, P20).",
        header(TWO),
        [
            *to_the_mossa(),
            *rolled(1, 1, 6, 6, 4, 3, 1, 2, 6, 6),
            ENTER,
            pact("anna", "mossa+1", "lupa"),
            pact("anna", "mossa+1", "lupa"),
            pact("bruno", "mossa+1", "lupa"),
            pact("bruno", "mossa+1", "nicchio"),
        ],
        4,
        {},
    ),
    "narrow": (
        "A crowd where three lanes become two, every lawful path counted: blocked pawns, braking, "
        "riderless ones, horses out, free spaces found on the way (P24-P26).",
        header(THREE),
        [
            *to_the_race(),
            *places(aquila=(19, 2), chiocciola=(19, 1), drago=(18, 3), istrice=(19, 3)),
            *places(bruco=(21, 1), civetta=(21, 2), giraffa=(22, 1), leocorno=(23, 2)),
            *places(lupa=(48, 2), nicchio=(53, 1)),
            rule("drago", state="riderless"),
        ],
        9,
        {"lanes": True, "cards": False},
    ),
    "curve": (
        "Harsh curves: the red die in San Martino, in Casato and between, pawns of another lap in "
        "the way; a narrow track of its own, whose curves were amended on the way (P28, P19, P30).",
        header(
            THREE,
            options={"curves": "harsh"},
            track={
                "lanes": [5] * 6
                + [4, 3, 2, 2, 2, 2, 1, 1, 2, 2, 1, 2, 2, 2, 2, 1, 2, 1]
                + [2, 3, 4, 4, 4, 5],
                "san_martino": [12, 14],
                "casato": [22, 24],
            },
        ),
        [
            *to_the_race(),
            *places(aquila=(11, 1), chiocciola=(20, 2), drago=(47, 1), istrice=(41, 2)),
            *places(bruco=(43, 1), civetta=(14, 1), giraffa=(52, 1), leocorno=(24, 1)),
            {
                "do": "amend",
                "reason": "census",
                "track": {
                    "lanes": [5] * 6
                    + [4, 3, 2, 2, 2, 2, 1, 1, 2, 2, 1, 2, 2, 2, 2, 1, 2, 1]
                    + [2, 3, 4, 4, 4, 5],
                    "san_martino": [12, 15],
                    "casato": [23, 24],
                },
            },
            roll(6),
        ],
        7,
        {"lanes": True, "cards": False},
    ),
    "finish": (
        "The last spaces before the line in the first race: wins by jockeys and by a riderless "
        "horse, the space beyond the line taken or not, then the second race's ten (P29, P7).",
        header(TWO),
        [
            *to_the_race(),
            *places(aquila=(88, 1), chiocciola=(88, 2), drago=(89, 1), istrice=(89, 2)),
            *places(bruco=(31, 2), civetta=(32, 1), lupa=(90, 1), giraffa=(90, 2)),
            *places(nicchio=(61, 3)),
            rule("drago", state="riderless"),
            rule("aquila", waiting=-4),
        ],
        7,
        {"lanes": True, "cards": False},
    ),
    "pacts": (
        "Pact cards in the race, two of the three race +2 played already: who stands beside whom, "
        "also a lap apart, riderless neighbours, waiting sums that stop a pawn (P22, P23).",
        header(TWO),
        [
            *to_the_race(),
            *places(aquila=(10, 1), bruco=(10, 2), chiocciola=(10, 3), drago=(40, 4)),
            *places(civetta=(20, 1), giraffa=(50, 2), istrice=(21, 1), leocorno=(21, 2)),
            *places(lupa=(23, 1), nicchio=(23, 2)),
            rule("istrice", state="riderless"),
            pact("anna", "race+2", "aquila"),
            pact("bruno", "race+2", "bruco"),
            pact("anna", "race-2", "chiocciola"),
            pact("anna", "race-1", "chiocciola"),
        ],
        3,
        {},
    ),
    "rounds": (
        "Three horses left, one of them riderless: rounds that follow each other, their order, "
        "pawns that go out by the red die (P21, P25).",
        header(TWO),
        [
            *to_the_race(),
            *places(chiocciola=(20, 1), drago=(20, 2), aquila=(19, 1), istrice=(21, 1)),
            *places(lupa=(21, 2), bruco=(52, 1)),
            *out("civetta", "giraffa", "leocorno", "nicchio", "lupa"),
            roll(4),
            red(5),
            *out("istrice"),
            rule("bruco", state="riderless"),
        ],
        6,
        {"lanes": True, "cards": False},
    ),
    "rulings": (
        "Rulings and amendments among the rest, down to nobody in the race and back (P30).",
        header(TWO),
        [
            *to_the_race(),
            *places(aquila=(20, 1), chiocciola=(20, 2), drago=(23, 2)),
            *out("bruco", "civetta", "giraffa", "istrice", "leocorno", "lupa", "nicchio"),
        ],
        4,
        {
            "also": [
                *out("aquila", "chiocciola", "drago"),
                rule("aquila", state="riderless"),
                rule("aquila", state="jockey", waiting=2),
                rule("chiocciola", progress=50, lane=1),  # taken, as long as aquila is on 20
                rule("chiocciola", progress=50, lane=3),  # a third lane only once amended
                rule("drago", progress=60, lane=5),
                rule("drago", state="jockey"),
                rule("oca", state="out"),
                {
                    "do": "amend",
                    "reason": "census",
                    "track": {**siena.TRACK, "lanes": [5] * 30},
                },
                {"do": "amend", "reason": "census", "track": siena.TRACK},
            ],
        },
    ),
    "long": (
        "Movements of up to thirty steps, all the way round to the pawn's own space, with the "
        "track's narrow part full: the program's path (P27).",
        header(TWO),
        [
            *to_the_race(),
            *places(aquila=(21, 1), chiocciola=(40, 3), drago=(54, 2), istrice=(12, 4)),
            *places(bruco=(17, 2), civetta=(18, 2), giraffa=(50, 1), leocorno=(52, 1)),
            *places(lupa=(19, 3), nicchio=(58, 2)),
            rule("aquila", waiting=24),
            rule("chiocciola", waiting=24),
            rule("drago", waiting=22),
            rule("istrice", waiting=9),
        ],
        5,
        {},
    ),
}


# ---------------------------------------------------------------- the counting


def level_after(h, level, alphabet):
    following = {}
    for here, ways in level.values():
        for action in candidates(h, siena.public(here), **alphabet):
            try:
                new = siena.play(h, here, action)
            except siena.Refused:
                continue
            k = siena.key(new)
            if k in following:
                following[k] = (following[k][0], following[k][1] + ways)
            else:
                following[k] = (new, ways)
    return following


def counts(h, state, depth, alphabet):
    """Yield (depth, sequences, states) for 1..depth."""
    level = {siena.key(state): (state, 1)}
    for d in range(1, depth + 1):
        level = level_after(h, level, alphabet)
        yield d, sum(ways for _, ways in level.values()), len(level)


def begun(h, actions):
    past = [siena.start(h)]
    for action in actions:
        siena.follow(h, past, action)
    return past[-1]


def census(name, depth=None):
    """The lines of one census file."""
    purpose, h, actions, usual_depth, alphabet = STARTS[name]
    state = begun(h, actions)
    lines = [
        f"# {purpose}",
        "# Counted by tests/naive_siena.py, which shares nothing with the core.",
        "# Tried at every node: candidates(header, public state, **alphabet) of "
        "tests/naive_siena_census.py.",
        "header " + json.dumps(h),
        "alphabet " + json.dumps(alphabet),
    ]
    lines += ["action " + json.dumps(a) for a in actions]
    for d, sequences, states in counts(h, state, depth or usual_depth, alphabet):
        lines.append(f"depth {d} sequences {sequences} states {states}")
        print(f"{name}: {lines[-1]}", file=sys.stderr)
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(STARTS))
    parser.add_argument("--depth", type=int)
    parser.add_argument("--print", action="store_true", dest="to_stdout")
    parser.add_argument(
        "--out",
        type=pathlib.Path,
        default=pathlib.Path(__file__).resolve().parent.parent / "fixtures" / "census",
    )
    args = parser.parse_args()
    for name in args.names:
        if name not in STARTS:
            parser.error(f"no such start: {name}")
    for name in args.names or STARTS:
        began = time.perf_counter()
        text = "\n".join(census(name, args.depth)) + "\n"
        if args.to_stdout:
            sys.stdout.write(text)
        else:
            args.out.mkdir(parents=True, exist_ok=True)
            (args.out / f"siena-{name}.txt").write_text(text, encoding="utf-8")
        print(f"{name}: {time.perf_counter() - began:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
