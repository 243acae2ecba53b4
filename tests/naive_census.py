"""Count lawful evenings ("perft") with naive_oca, which shares nothing with the core.

    python -m tests.naive_census            every start, files written to fixtures/census/NAME.txt
    python -m tests.naive_census NAME ...        only these
    python -m tests.naive_census --depth 4 NAME  another depth than the one in the table
    python -m tests.naive_census --print ...     to standard output instead of files
    python -m tests.naive_census --out DIR       to another folder

For each start and each depth 1..D: how many distinct sequences of exactly that many
lawful actions there are, and how many distinct states they reach.  At each level we
keep {key: (state, number of ways to reach it)}, so that deep levels stay cheap.

The alphabet at every node, each counted as one action if lawful: throw 1..6; draw of
each Quarter; select_team; bonus; whistle; result challenger, challenged, tie; repeat;
conduct of each Quarter; suspend; resume; close.  No ruling, no amend, no undo.
"""

import argparse
import json
import pathlib
import sys
import time

from tests import naive_oca as oca

ALPHABET = (
    [{"do": "throw", "value": n} for n in range(1, 7)]
    + [{"do": "draw", "quarter": slug} for slug in oca.QUARTERS]
    + [{"do": "select_team"}, {"do": "bonus"}, {"do": "whistle"}]
    + [{"do": "result", "winner": w} for w in ("challenger", "challenged", "tie")]
    + [{"do": "repeat", "reason": "x"}]
    + [{"do": "conduct", "quarter": slug, "reason": "x"} for slug in oca.QUARTERS]
    + [{"do": "suspend", "reason": "x"}, {"do": "resume"}, {"do": "close", "reason": "x"}]
)

ORDER = ["andrea", "agostino", "francesco", "angelo"]

THIRTY = [
    "ponte",
    "cordaro-maschile",
    "osteria",
    "trampoli",
    "giogo",
    "gioco-degli-anelli",
    "staffetta-maschile",
    "ponte-femminile",
    "sacco-di-frecce",
    "cordaro-femminile",
    "boscaiolo",
    "trampoli-a-giro",
    "staffetta-femminile",
    "cavalieri",
    "balestrieri",
    "arcieri",
    "staffetta-mista",
    "percorso-misto-femminile",
    "ponte",
    "cordaro-maschile",
    "osteria",
    "trampoli",
    "giogo",
    "gioco-degli-anelli",
    "staffetta-maschile",
    "ponte-femminile",
    "sacco-di-frecce",
    "cordaro-femminile",
    "boscaiolo",
    "arcieri",
]


def header(board, order_of_play=THIRTY, options=None, square_trials=None):
    h = {
        "game": "oca",
        "edition": "2026",
        "order": ORDER,
        "board": board,
        "order_of_play": order_of_play,
    }
    if options:
        h["options"] = options
    if square_trials:
        h["square_trials"] = square_trials
    return h


def throw(n):
    return {"do": "throw", "value": n}


def draw(slug):
    return {"do": "draw", "quarter": slug}


def result(winner):
    return {"do": "result", "winner": winner}


def rule(slug, **what):
    return {"do": "ruling", "quarter": slug, "reason": "census", **what}


def conduct(slug):
    return {"do": "conduct", "quarter": slug, "reason": "census"}


WHISTLE = {"do": "whistle"}
BONUS = {"do": "bonus"}
SELECT = {"do": "select_team"}

# name: (what it is for, header, actions, depth)
STARTS = {
    "start": (
        "The start of an evening: all four on 0, the board of the worked turn.",
        header({"goose": [5, 23], "death": [44], "spervengolo": [30]}),
        [],
        6,
    ),
    "palio": (
        "The Palio zone 48-53: wins on 54, bounces, challenges there that clear only when won "
        "(R19), losers sent to 47 (R27, R28), one square won already, one pawn under Death.",
        header({"goose": [5, 47], "death": [44], "spervengolo": [46]}),
        [
            rule("agostino", square=50, game=20),
            rule("francesco", square=45, death_rolls=2),
            rule("angelo", square=41),
            rule("andrea", square=48),
            throw(3),
            draw("agostino"),
            WHISTLE,
            result("challenger"),
        ],
        8,
    ),
    "death": (
        "Under Death: halved throws that reach Goose, Death, Spervengolo and trial squares (R6, "
        "R7, R14, R16); a doubling that is won rests (after_doubling rest); Death and Spervengolo "
        "that have struck already; the last halved throw.",
        header(
            {"goose": [5, 7, 11], "death": [2, 8, 14], "spervengolo": [10]},
            options={"after_doubling": "rest"},
        ),
        [
            throw(2),
            throw(2),
            throw(1),
            throw(5),  # Death, Death, free, Goose and Spervengolo
            throw(1),
            throw(1),
            throw(6),  # angelo's turn is skipped
            throw(1),
            throw(1),
            throw(2),
            throw(1),  # one halved throw left for the first two
            draw("andrea"),
            WHISTLE,
            result("tie"),
            rule("andrea", square=4, bonus_used=True),
            rule("agostino", square=12),
            rule("angelo", square=6, cleared=[8, 10], turn="angelo"),
        ],
        7,
    ),
    "challenge": (
        "A challenge open in phase draw, with bonus and select team both to be had; what a won "
        "doubling reaches is landed on within the same throw (R26: Goose that rests, a second "
        "challenge).  The board was amended on the way (R35).",
        header(
            {"goose": [5, 23], "death": [44], "spervengolo": [30]},
            square_trials={"18": "giogo", "26": "ponte"},
        ),
        [
            {
                "do": "amend",
                "reason": "census",
                "board": {"goose": [5, 16, 23], "death": [17], "spervengolo": [19]},
            },
            rule("andrea", square=10),
            rule("angelo", square=49),
            rule("agostino", square=13),
            rule("francesco", square=15, skips=1),
            throw(4),
        ],
        9,
    ),
    "skips": (
        "Spervengolo and other skips pending, three of them on one Quarter; square_once board and "
        "after_doubling keep, a challenge already decided on 3 and the second one of a throw open "
        "on 6; a pawn on 48.",
        header(
            {"goose": [8], "death": [7], "spervengolo": [2, 10]},
            options={"square_once": "board", "after_doubling": "keep"},
        ),
        [
            throw(2),  # andrea: Spervengolo
            throw(1),
            conduct("francesco"),  # francesco's turn is used up at once
            throw(3),  # angelo: challenge 1, on 3
            conduct("andrea"),
            conduct("andrea"),  # these add up: three pending
            SELECT,
            WHISTLE,
            result("challenger"),  # on to 6: challenge 2
            rule("francesco", square=48),
            rule("andrea", cleared=[2, 50]),  # 50 is cleared for andrea only, also on a board
        ],
        9,
    ),
    "last": (
        "The end of a short order of play: one challenge left, specials_after_last clear, trials "
        "tied to squares; before it is opened Goose, Death and Spervengolo still work.",
        header(
            {"goose": [5, 11], "death": [8], "spervengolo": [10]},
            order_of_play=["osteria", "giogo", "arcieri"],
            options={"specials_after_last": "clear"},
            square_trials={
                "4": "ponte",
                "6": "cordaro-maschile",
                "9": "ponte-femminile",
                "14": "cavalieri",
            },
        ),
        [
            throw(3),
            BONUS,
            draw("angelo"),
            WHISTLE,
            {"do": "repeat", "reason": "census"},
            WHISTLE,
            result("challenger"),
            draw("francesco"),
            WHISTLE,
            result("tie"),  # the won bonus led on to 6: challenge 2
            rule("francesco", square=10),
        ],
        6,
    ),
}


def count(h, state, depth):
    """Yield (depth, sequences, states) for 1..depth."""
    level = {oca.key(state): (state, 1)}
    for d in range(1, depth + 1):
        following = {}
        for here, ways in level.values():
            for action in ALPHABET:
                new = oca.play(h, here, action)
                if new is None:
                    continue
                k = oca.key(new)
                if k in following:
                    following[k] = (following[k][0], following[k][1] + ways)
                else:
                    following[k] = (new, ways)
        level = following
        yield d, sum(ways for _, ways in level.values()), len(level)


def census(name, depth=None):
    """The lines of one census file."""
    purpose, h, actions, usual_depth = STARTS[name]
    state, refused = oca.replay([h] + actions)
    if refused is not None:
        raise SystemExit(f"{name}: action {refused} is refused: {actions[refused - 1]}")
    lines = [
        f"# {purpose}",
        "# Counted by tests/naive_oca.py, which shares nothing with the core.",
        "header " + json.dumps(h),
    ]
    lines += ["action " + json.dumps(a) for a in actions]
    for d, sequences, states in count(h, state, depth or usual_depth):
        lines.append(f"depth {d} sequences {sequences} states {states}")
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
            (args.out / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"{name}: {time.perf_counter() - began:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
