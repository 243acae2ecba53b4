"""Checks an evening of the Goose Game: nothing was changed afterwards, and every draw was fair.

    python3 verify_draws.py CHAIN-FILE [HEAD]

CHAIN-FILE is downloaded from the evening's page "Can be checked". HEAD is what you wrote down or
photographed during the evening: the digits shown on phones, any number of them from 16.

Needs Python 3.9 and nothing else; read it, it is short. Exit code 0: all is well; 1: it is not.

1. The chain. Each line of the file names the SHA-256 of the line before. Whoever changes a line
   changes every fingerprint after it, also the last, the *head*, which everybody could see.
2. The secret. Its SHA-256 stands in the first line, written before the evening began.
3. Each draw. The text is the commitment (with the captains' numbers), the number of the challenge,
   and the dice thrown so far; key is the secret. The fingerprint (HMAC-SHA256), read as a number,
   modulo 3, chooses among the three other Quarters, in the order of throws. Nobody who did not
   know the secret could foresee it; nobody who knew it could choose the dice.
"""

import hashlib
import hmac
import json
import sys

QUARTERS = ["agostino", "andrea", "angelo", "francesco"]


def fingerprint(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def drawn(secret, text, choices):
    """A number from 0 to below *choices*: what a draw is."""
    mac = hmac.new(secret.encode(), text.encode("utf-8"), hashlib.sha256).hexdigest()
    return int(mac, 16) % choices


def order_of_throws(secret, commitment):
    """The four names shuffled: the last place is drawn first."""
    order = list(QUARTERS)
    for nth, last in enumerate((3, 2, 1), start=1):
        place = drawn(secret, f"{commitment} order / {nth}", last + 1)
        order[last], order[place] = order[place], order[last]
    return order


class Wrong(Exception):
    """The first thing that does not fit."""


def read(lines):
    """The rows, the secret (None: not published yet) and the head. Raises Wrong."""
    rows, secret, head = [], None, ""
    for line in lines:
        row = json.loads(line)
        if "secret" in row:
            secret = row["secret"]
            continue
        if secret is not None or row["seq"] != len(rows):
            raise Wrong(f"row {len(rows)} is missing")
        if row["previous"] != head:
            raise Wrong(f"row {row['seq'] - 1} was changed: row {row['seq']} does not continue it")
        rows.append(row)
        head = fingerprint(line)
    if not rows:
        raise Wrong("the file is empty")
    return rows, secret, head


def standing(rows):
    """The rows that still count: an undo takes back the latest one."""
    counting = []
    for row in rows[1:]:
        if row["action"]["do"] == "undo":
            counting.pop()
        else:
            counting.append(row)
    return counting


def line_of(rows):
    """What a draw after these rows has to be mixed with, and whose challenge it is."""
    dice, number, challenger = [], 0, None
    # An evening may begin in the middle: "draw 2 andrea:10 *agostino:6:s ..."
    for place, word in enumerate(rows[0]["action"].get("position", "").split(" ")):
        if place == 1:
            number = int(word)
        elif word.startswith("*"):
            challenger = word[1:].split(":")[0]
    for row in standing(rows):
        for step in row["event"]["steps"]:
            if step["step"] == "thrown":
                dice.append(str(step["value"]))
            elif step["step"] == "challenge_opened":
                number, challenger = step["number"], step["quarter"]
            elif step["step"] == "game_ruled":
                number = step["game"]
    return " ".join(["flag", str(number), "dice", *dice]), challenger


def check_draws(rows, secret):
    """Prints each draw by the program; gives how many do not fit."""
    header = rows[0]["action"]
    commitment, wrong, seen = header.get("commitment", ""), 0, set()
    for at, row in enumerate(rows):
        if row["action"].get("program") is not True:
            continue
        flag, line = row["action"]["quarter"], row["action"].get("proof", {}).get("line", "")
        due, challenger = line_of(rows[:at])
        others = [quarter for quarter in header["order"] if quarter != challenger]
        due_flag = others[drawn(secret, f"{commitment} {line} / 1", 3)]
        # A correction records a draw again with the dice it had when it was drawn.
        fits = flag == due_flag and (line == due or (line, flag) in seen)
        if fits:
            seen.add((line, flag))
        wrong += not fits
        print(f"row {row['seq']:>4}  {'ok   ' if fits else 'WRONG'}  {flag:<10} {line}")
        if not fits:
            print(f"           due: {due_flag if line == due else due}")
    return wrong


def main(path, head_seen=""):
    with open(path, encoding="utf-8") as file:
        rows, secret, head = read(line for line in file.read().split("\n") if line.strip())
    print(f"The chain fits: {len(rows)} rows, from {rows[0]['at']} to {rows[-1]['at']}.")
    print(f"Head: {head}")
    wanted = "".join(head_seen.lower().split())
    if wanted:
        heads = [row["previous"] for row in rows[1:]] + [head]
        found = [n for n, known in enumerate(heads) if known.startswith(wanted)]
        if len(wanted) < 16 or not found:
            raise Wrong(f"{head_seen}: no row of this file has this head (give 16 digits or more)")
        print(f"The head that you saw is that of row {found[0]}.")
    commitment = rows[0]["action"].get("commitment", "")
    if not commitment.startswith("sha256:"):
        print("This evening had no commitment: draws by the program cannot be checked.")
    elif secret is None:
        print("The secret is not in this file yet: the draws can be checked after the evening.")
    else:
        if commitment.split()[0] != "sha256:" + fingerprint(secret):
            raise Wrong("the secret is not the one that was fixed before the evening")
        print("The secret is the one that was fixed before the evening.")
        if len(commitment.split()) > 1:
            same = order_of_throws(secret, commitment) == rows[0]["action"]["order"]
            print(
                "The order of throws is", "the one drawn." if same else "NOT drawn by the program."
            )
        if wrong := check_draws(rows, secret):
            raise Wrong(f"{wrong} draws are not what the secret and the dice give")
    print("All is well.")


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except Wrong as wrong:
        sys.exit(f"WRONG: {wrong}.")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        sys.exit(f"WRONG: this is no chain file ({error!r}).")
