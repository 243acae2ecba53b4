"""Checks an evening of either game: nothing was changed afterwards, and every draw was fair.

    python3 verify_draws.py CHAIN-FILE [HEAD]

CHAIN-FILE is downloaded from the evening's page "Can be checked". HEAD is what you wrote down or
photographed during the evening: the digits shown on phones, any number of them from 16.

Needs Python 3.9 and nothing else; read it, it is short. Exit code 0: all is well; 1: it is not.

1. The chain. Each line of the file names the SHA-256 of the line before. Whoever changes a line
   changes every fingerprint after it, also the last, the *head*, which everybody could see.
2. What was hidden until it could be told (the Palio's hands of cards): its line had the SHA-256 of
   it and of a salt, which are told at the end of the file.
3. The secret. Its SHA-256 stands in the first line, written before the evening began.
4. Each draw. The text is the commitment (with the numbers called), what is drawn and when, and the
   dice thrown so far; key is the secret. The fingerprint (HMAC-SHA256), read as a number, modulo
   the choices, is a number of the draw. Nobody who did not know the secret could foresee it;
   nobody who knew it could choose the dice.
"""

import hashlib
import hmac
import json
import sys


def fingerprint(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


class Numbers:
    """The numbers of one draw: of the secret and a text, and the how-manieth it is."""

    def __init__(self, secret, text):
        self.secret, self.text, self.nth = secret.encode(), text, 0

    def below(self, choices):
        self.nth += 1
        text = f"{self.text} / {self.nth}".encode("utf-8")
        return int(hmac.new(self.secret, text, hashlib.sha256).hexdigest(), 16) % choices

    def shuffled(self, things):
        """The last place is drawn first."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            place = self.below(last + 1)
            order[last], order[place] = order[place], order[last]
        return order

    def taken(self, left, number):
        """So many cards of the kinds *left* (kind: how many), one after the other."""
        left, cards = dict(left), []
        for _card in range(number):
            ticket = self.below(sum(left.values()))
            for kind in left:
                ticket -= left[kind]
                if ticket < 0:
                    left[kind] -= 1
                    cards.append(kind)
                    break
        return cards


class Wrong(Exception):
    """The first thing that does not fit."""


def standing(rows):
    """The rows that still count: an undo takes back the latest one."""
    counting = []
    for row in rows[1:]:
        if row["action"]["do"] == "undo":
            counting.pop()
        else:
            counting.append(row)
    return counting


def steps_of(rows):
    return [step for row in standing(rows) for step in row["event"]["steps"]]


# ------------------------------------------------------------------ the Goose Game of Cagli


class Oca:
    """What the program draws: the order of throws before the opening, the flags of the evening."""

    def __init__(self, rows):
        """After *rows*: the line that a draw has to be mixed with, and whose challenge it is."""
        self.header, dice, number, self.challenger = rows[0]["action"], [], 0, None
        # An evening may begin in the middle: "draw 2 andrea:10 *agostino:6:s ..."
        for place, word in enumerate(self.header.get("position", "").split(" ")):
            if place == 1:
                number = int(word)
            elif word.startswith("*"):
                self.challenger = word[1:].split(":")[0]
        for step in steps_of(rows):
            if step["step"] == "thrown":
                dice.append(str(step["value"]))
            elif step["step"] == "challenge_opened":
                number, self.challenger = step["number"], step["quarter"]
            elif step["step"] == "game_ruled":
                number = step["game"]
        self.line = " ".join(["flag", str(number), "dice", *dice])

    def drawn(self, action, numbers):
        """One of the three other Quarters, in the order of throws."""
        others = [quarter for quarter in self.header["order"] if quarter != self.challenger]
        return {"quarter": others[numbers.below(3)]}

    @staticmethod
    def check_opening(header, secret):
        commitment = header["commitment"]
        if len(commitment.split()) > 1:
            quarters = ["agostino", "andrea", "angelo", "francesco"]
            order = Numbers(secret, f"{commitment} order").shuffled(quarters)
            same = "the one drawn." if order == header["order"] else "NOT drawn by the program."
            print("The order of throws is", same)


# ------------------------------------------------------------------ the Palio of Siena

CONTRADE = (
    "aquila bruco chiocciola civetta drago giraffa istrice leocorno lupa nicchio oca onda pantera"
    " selva tartuca torre valdimontone"
).split()
DECK = {"mossa+1": 6, "mossa-1": 6, "race+1": 18, "race-1": 18, "race+2": 3, "race-2": 3}


class Siena:
    """What the program draws: Contrade, horses, hands, the order of the Mossa, cards offered."""

    def __init__(self, rows):
        """After *rows*: who owns what, who runs, who holds and offers which cards, the dice."""
        self.players, deck = rows[0]["action"]["players"], rows[0]["action"].get("deck", DECK)
        self.deck = {kind: deck.get(kind, 0) for kind in DECK}
        self.owners, self.running, self.offers, self.hands = {}, [], {}, {}
        dice, race = [], 1
        for step in steps_of(rows):
            name = step["step"]
            if name in ("chosen", "contrada_drawn"):
                self.owners[step["contrada"]] = step["player"]
            elif name == "ten_drawn":
                self.running = sorted(step["contrade"])
            elif name == "order_called":
                self.running = step["contrade"]
            elif name == "three_drawn":
                self.running, race = step["running"], step["race"]
            elif name == "dealt":
                self.hands = {who: list(hand) for who, hand in step.get("hands", {}).items()}
            elif name == "offered":
                self.offers[step["player"]] = step["cards"]
            elif name == "offer_withdrawn":
                self.offers.pop(step["player"], None)
            elif name in ("annulled", "entered", "closed"):
                self.offers = {}
                for who, cards in step.get("drawn", {}).items():
                    for card in cards:
                        self.hands[who].remove(card)
                        self.hands[step["player"]].append(card)
            elif name == "card_played" and self.hands:
                self.hands[step["player"]].remove(step["card"])
            elif name in ("mossa_rolled", "rolled", "braked", "jockey_fell", "both_fell"):
                dice.append(str(step["value"]))
        told = ["offers", *(str(self.offers.get(who, 0)) for who in self.players)]
        words = ["race", str(race), "owned", str(len(self.owners)), *(told if self.offers else [])]
        self.line = " ".join([*words, "dice", *dice])

    def drawn(self, action, numbers):
        do = action["do"]
        if do == "draw_ten":
            return {"contrade": numbers.shuffled(CONTRADE)[:10]}
        if do == "draw_contrada":
            left = [contrada for contrada in self.running if contrada not in self.owners]
            return {"contrada": left[numbers.below(len(left))]}
        if do == "tratta":
            horses = numbers.shuffled([f"h{number}" for number in range(1, 11)])
            return {"horses": dict(zip(self.running, horses))}
        if do == "mossa_order":
            return {"contrade": numbers.shuffled(sorted(self.running))}
        if do == "draw_three":
            return {"contrade": numbers.shuffled(sorted(self.running))[:3]}
        if do == "deal" and "hands" in action:
            return {"hands": self.dealt(numbers)}
        if do == "enter" and "drawn" in action:
            taking = [who for who in self.players if who in action["accept"]]
            return {"drawn": {who: self.from_hand(who, numbers) for who in taking}}
        return {}  # real cards, or nobody's offer is accepted: nothing is drawn

    def dealt(self, numbers):
        """Nine cards to each player, one player after the other."""
        left, hands = dict(self.deck), {}
        for who in self.players:
            hands[who] = numbers.taken(left, 9)
            for card in hands[who]:
                left[card] -= 1
        return hands

    def from_hand(self, who, numbers):
        held = {kind: self.hands[who].count(kind) for kind in DECK}
        return numbers.taken(held, self.offers[who])

    @staticmethod
    def check_opening(header, secret):
        """Nothing is drawn before the opening."""


GAMES = {"oca": Oca, "siena": Siena}


# ------------------------------------------------------------------ the chain


def read(lines):
    """The rows, the secret (None: not published yet) and the head. Raises Wrong."""
    rows, secret, head = [], None, ""
    for line in lines:
        row = json.loads(line)
        if "secret" in row:
            secret = row["secret"]
            continue
        if "of" in row:
            tell(rows[row["of"]], row)
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


def tell(row, told):
    """Puts what was hidden of *row* in its place, if it is what was sealed there. Raises Wrong."""
    whole = [told["salt"], told["hidden"]]
    text = json.dumps(whole, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    if row.get("hidden") != fingerprint(text):
        raise Wrong(f"what is told of row {row['seq']} is not what was sealed in it")
    row["action"].update(told["hidden"].get("action", {}))
    for place, step in told["hidden"].get("event", {}).get("steps", {}).items():
        row["event"]["steps"][int(place)].update(step)
    row["told"] = True


def check_draws(rows, secret):
    """Prints each draw by the program; gives how many do not fit."""
    header = rows[0]["action"]
    wrong, seen = 0, []
    for at, row in enumerate(rows):
        action = row["action"]
        if action.get("program") is not True:
            continue
        if "hidden" in row and "told" not in row:
            raise Wrong(f"what was hidden of row {at} is not told")
        game, line = GAMES[header["game"]](rows[:at]), action.get("proof", {}).get("line", "")
        due = game.line if header["game"] == "oca" else f"{action['do']} {game.line}"
        result_due = game.drawn(action, Numbers(secret, f"{header['commitment']} {line}"))
        if not result_due:
            continue
        result = {key: action.get(key) for key in result_due}
        # A correction records a draw again with the dice it had when it was drawn.
        fits = result == result_due and (line == due or (line, result) in seen)
        if fits:
            seen.append((line, result))
        wrong += not fits
        print(f"row {row['seq']:>4}  {'ok   ' if fits else 'WRONG'}  {told(result)}  {line}")
        if not fits:
            print(f"           due: {told(result_due) if line == due else due}")
    return wrong


def told(result):
    """What was drawn, in short."""
    (drawn,) = result.values()
    if isinstance(drawn, dict):
        return "; ".join(f"{who} {told({0: what})}" for who, what in drawn.items())
    return " ".join(drawn) if isinstance(drawn, list) else f"{drawn:<10}"


def main(path, head_seen=""):
    with open(path, encoding="utf-8") as file:
        rows, secret, head = read(line for line in file.read().split("\n") if line.strip())
    print(f"The chain fits: {len(rows)} rows, from {rows[0]['at']} to {rows[-1]['at']}.")
    hidden = [row for row in rows if "hidden" in row]
    if hidden:
        open_now = sum("told" in row for row in hidden)
        print(f"Of {len(hidden)} rows something was hidden; of {open_now} it is told, and fits.")
    print(f"Head: {head}")
    wanted = "".join(head_seen.lower().split())
    if wanted:
        heads = [row["previous"] for row in rows[1:]] + [head]
        found = [n for n, known in enumerate(heads) if known.startswith(wanted)]
        if len(wanted) < 16 or not found:
            raise Wrong(f"{head_seen}: no row of this file has this head (give 16 digits or more)")
        print(f"The head that you saw is that of row {found[0]}.")
    header = rows[0]["action"]
    commitment = header.get("commitment", "")
    if not commitment.startswith("sha256:"):
        print("This evening had no commitment: draws by the program cannot be checked.")
    elif secret is None:
        print("The secret is not in this file yet: the draws can be checked after the evening.")
    else:
        if commitment.split()[0] != "sha256:" + fingerprint(secret):
            raise Wrong("the secret is not the one that was fixed before the evening")
        print("The secret is the one that was fixed before the evening.")
        GAMES[header["game"]].check_opening(header, secret)
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
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        sys.exit(f"WRONG: this is no chain file ({error!r}).")
