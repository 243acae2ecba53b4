"""A random player for naive_siena: whole evenings, lawful ones and ones full of mistakes.

    python -m tests.naive_siena_player 500    plays so many evenings of every sort and checks them

random_evening(seed, mode, cards)  a header, lawful actions, the public state after each
random_attempts(seed, mode, cards) a header and [(action, rule that refuses it or None, state)],
                                   where about half of the actions are wrong in some way
"""

import argparse
import random
from itertools import pairwise

from tests import naive_siena as siena

MODES = ("provenzano", "assunta", "straordinario")
CARDS = ("real", "dealt")
PLAYERS = ("anna", "bruno", "carla", "dino", "elsa", "franco")


# ---------------------------------------------------------------- the header


def random_track(rng):
    lanes = [5] * 6
    while len(lanes) < 29:
        i = len(lanes)
        nearest = [n for n in (lanes[-1] - 1, lanes[-1], lanes[-1] + 1) if 1 <= n <= 5]
        lanes.append(rng.choice([n for n in nearest if 5 - n <= 29 - i]))
    return {
        "lanes": [*lanes, 5],
        "san_martino": sorted(rng.choices(range(1, 31), k=2)),
        "casato": sorted(rng.choices(range(1, 31), k=2)),
    }


def random_deck(rng, players):
    deck = dict(siena.DECK)
    for kind in deck:
        deck[kind] = rng.randrange(0, 20)
    while sum(deck.values()) < 9 * players:
        deck[rng.choice(siena.CARDS)] += 1
    return deck


def random_header(rng, mode, cards):
    players = rng.sample(PLAYERS, rng.randrange(2, 7))
    header = {
        "game": "siena",
        "edition": "2026",
        "mode": mode,
        "players": players,
        "youngest": rng.choice(players),
        "oldest": rng.choice(players),
        "cards": cards,
    }
    if rng.random() < 0.5:
        header["options"] = {"curves": rng.choice(["narrow", "harsh"])}
    if rng.random() < 0.3:
        header["horses"] = {horse: rng.choice(["bono", "brenna"]) for horse in siena.HORSES}
    if rng.random() < 0.3:
        header["track"] = random_track(rng)
    if rng.random() < 0.3:
        header["deck"] = random_deck(rng, len(players))
    return header


# ---------------------------------------------------------------- lawful actions


def random_hands(rng, header):
    cards = [card for card, n in siena.deck(header).items() for _ in range(n)]
    rng.shuffle(cards)
    players = header["players"]
    return {player: cards[9 * i : 9 * i + 9] for i, player in enumerate(players)}


def lawful_pacts(header, state):
    kind = "mossa" if state["phase"] == "mossa_cards" else "race"
    pacts = []
    for player in header["players"]:
        for target in state["running"]:
            if kind == "mossa" or siena.can_reach(state, player, target):
                for card in siena.CARDS:
                    pact = {"do": "pact", "player": player, "card": card, "target": target}
                    if card.startswith(kind) and refusal(header, state, pact) is None:
                        pacts.append(pact)
    return pacts


def refusal(header, state, action):
    try:
        siena.play(header, state, action)
    except siena.Refused as refused:
        return refused.rule
    return None


def add_whose(rng, header, state, action):
    """Sometimes the check that an action may carry."""
    if rng.random() < 0.1:
        action["contrada"] = state["turn"]
    if rng.random() < 0.1:
        action["player"] = state["owners"][state["turn"]]
    return action


def random_decision(rng, header, state):
    rincorsa = state["owners"][state["turn"]]
    others = [player for player in header["players"] if player != rincorsa]
    if state["annulled"] < 2:
        player = rng.choice(others)
        if rng.random() < 0.5 and state["hand_sizes"][player] > 0:
            size = rng.randint(1, state["hand_sizes"][player])
            return {"do": "offer", "player": player, "cards": size}
        if rng.random() < 0.2 and state["offers"]:
            return {"do": "offer", "player": rng.choice(sorted(state["offers"])), "cards": 0}
        if rng.random() < 0.4:
            return add_whose(rng, header, state, {"do": "annul"})
    accept = [player for player in sorted(state["offers"]) if rng.random() < 0.6]
    rng.shuffle(accept)
    action = {"do": "enter", "accept": accept}
    if accept and header["cards"] == "dealt":
        action["drawn"] = {
            player: rng.sample(state["hands"][player], state["offers"][player]) for player in accept
        }
    return add_whose(rng, header, state, action)


def random_roll(rng, header, state):
    action = {"do": "roll", "value": rng.choice([3, 4, 5, 6])}
    contrada = state["turn"]
    pawn = state["pawns"][contrada]
    movement = siena.movement_of(state, action["value"])
    if pawn["state"] == "jockey" and movement <= 8 and rng.random() < 0.5:
        taken = siena.taken_spaces(state, contrada)
        here = (state["track"], taken, pawn["progress"], pawn["lane"], movement)
        action["lanes"] = rng.choice(siena.longest_paths(*here))
    return add_whose(rng, header, state, action)


def random_ruling(rng, header, state):
    action = {"do": "ruling", "contrada": rng.choice(state["running"]), "reason": "x"}
    if rng.random() < 0.5:
        action["progress"] = rng.randint(-9, 90)
    if rng.random() < 0.5:
        action["lane"] = rng.randint(1, 5)
    if rng.random() < 0.4:
        action["state"] = rng.choice(["jockey", "jockey", "riderless", "out"])
    if rng.random() < 0.3:
        action["waiting"] = rng.choice([-6, -2, -1, 0, 1, 2, 5, 24, 30])
    return action


def random_referee(rng, header, state):
    """One of the actions that belong to no phase; not always lawful."""
    return rng.choice(
        [
            {"do": "suspend", "reason": "rain"},
            {"do": "amend", "reason": "x", "track": random_track(rng)},
            {"do": "amend", "reason": "x", "track": siena.TRACK},
            random_ruling(rng, header, state) if state["running"] else {"do": "undo"},
            random_ruling(rng, header, state) if state["running"] else {"do": "undo"},
            {"do": "undo"},
        ]
    )


def random_action(rng, header, state):
    """A lawful action of the phase."""
    phase = state["phase"]
    if phase == "suspended":
        if state["suspended_from"] == "roll" and rng.random() < 0.3:
            return random_ruling(rng, header, state)
        return {"do": "resume"}
    if phase == "choose":
        free = [contrada for contrada in siena.CONTRADE if contrada not in state["owners"]]
        return {"do": "choose", "contrada": rng.choice(free)}
    if phase == "draw_ten":
        return {"do": "draw_ten", "contrade": rng.sample(siena.CONTRADE, 10)}
    if phase == "draw_contrada":
        free = [contrada for contrada in state["running"] if contrada not in state["owners"]]
        return {"do": "draw_contrada", "contrada": rng.choice(free), "player": state["turn"]}
    if phase == "tratta":
        horses = rng.sample(sorted(siena.HORSES), 10)
        return {"do": "tratta", "horses": dict(zip(state["running"], horses, strict=True))}
    if phase == "jockeys":
        mounted = rng.sample(state["running"], rng.choice([0, 4, 10]))
        return {"do": "jockeys", "jockeys": {contrada: contrada.upper() for contrada in mounted}}
    if phase == "deal":
        if header["cards"] == "real":
            return {"do": "deal"}
        return {"do": "deal", "hands": random_hands(rng, header), "program": True}
    if phase == "mossa_order":
        return {"do": "mossa_order", "contrade": rng.sample(state["running"], 10)}
    if phase == "mossa_roll":
        action = {"do": "mossa_roll", "value": rng.randint(1, 6)}
        return add_whose(rng, header, state, action)
    if phase == "decide":
        return random_decision(rng, header, state)
    if phase == "mossa_cards":
        pacts = lawful_pacts(header, state)
        if pacts and rng.random() < 0.8:
            return rng.choice(pacts)
        return {"do": "start"}
    if phase == "roll":
        if state["turn"] is None:
            return random_ruling(rng, header, state)
        pacts = lawful_pacts(header, state) if rng.random() < 0.4 else []
        return rng.choice(pacts) if pacts else random_roll(rng, header, state)
    if phase == "test":
        action = {"do": "red", "value": rng.randint(1, 6)}
        return add_whose(rng, header, state, action)
    if phase == "draw_three":
        return {"do": "draw_three", "contrade": rng.sample(state["running"], 3)}
    return {"do": "undo"}  # won, closed


# ---------------------------------------------------------------- mistakes


def spoil(rng, header, state, action, earlier):
    """The action with something wrong in it, perhaps; or another action."""
    how = rng.randrange(6)
    if how == 0 and earlier:
        return dict(rng.choice(earlier))  # of another moment
    if how == 1:
        if rng.random() < 0.02:
            return {"do": "close", "reason": "dark"}
        return random_referee(rng, header, state)
    if how == 2:
        pact = {"do": "pact", "player": rng.choice(header["players"])}
        targets = state["running"] or siena.CONTRADE
        return {**pact, "card": rng.choice(siena.CARDS), "target": rng.choice(targets)}
    if how == 3:
        player = rng.choice(header["players"])
        return {"do": "offer", "player": player, "cards": rng.randint(0, 11)}
    action = dict(action)
    name = rng.choice(sorted(action))
    value = action[name]
    if name in ("do", "reason"):
        action["player"] = rng.choice(header["players"])
    elif name == "contrada":
        action[name] = rng.choice(siena.CONTRADE)
    elif name == "player":
        action[name] = rng.choice(header["players"])
    elif name in ("contrade", "lanes", "accept"):
        action[name] = spoil_list(rng, value, siena.CONTRADE if name == "contrade" else value)
    elif name in ("value", "cards", "progress", "lane", "waiting"):
        action[name] = value + rng.choice([-3, -2, -1, 1, 2, 3])
    elif name in ("horses", "jockeys", "hands", "drawn") and value:
        action[name] = spoil_dict(rng, value)
    return action


def spoil_list(rng, value, words):
    value = list(value)
    if not value:
        return value
    i = rng.randrange(len(value))
    if all(type(x) is int for x in value):
        value[i] = value[i] + rng.choice([-1, 1])
    else:
        value[i] = rng.choice(words)
    return rng.choice([value, value, value[:-1], value + value[-1:]])


def spoil_dict(rng, value):
    value = dict(value)
    one, other = rng.choice(sorted(value)), rng.choice(sorted(value))
    if rng.random() < 0.3:
        del value[one]
    elif type(value[one]) is list:
        value[one] = spoil_list(rng, value[one], siena.CARDS)
    else:
        value[one] = value[other]
    return value


# ---------------------------------------------------------------- whole evenings


def is_over(past):
    return past[-1]["phase"] in ("won", "closed")


def random_evening(seed, mode, cards, referee=0.01):
    """(header, actions, public states): an evening to its end, all actions lawful.

    `referee` is how often the referee steps in: suspends, amends, rules, takes back.
    """
    rng = random.Random(f"{seed} {mode} {cards}")
    header = random_header(rng, mode, cards)
    past = [siena.start(header)]
    actions, states = [], []
    while not is_over(past):
        action = random_action(rng, header, past[-1])
        if rng.random() < referee:
            action = random_referee(rng, header, past[-1])
        try:
            siena.follow(header, past, action)
        except siena.Refused:
            continue
        actions.append(action)
        states.append(siena.public(past[-1]))
    return header, actions, states


def random_attempts(seed, mode, cards):
    """(header, [(action, the rule that refuses it or None, public state after it)])."""
    rng = random.Random(f"{seed} {mode} {cards} attempts")
    header = random_header(rng, mode, cards)
    past = [siena.start(header)]
    attempts, earlier = [], []
    while not is_over(past) or rng.random() < 0.7:  # after the end only undo is lawful
        action = random_action(rng, header, past[-1])
        if rng.random() < 0.5:
            action = spoil(rng, header, past[-1], action, earlier)
        rule = None
        try:
            siena.follow(header, past, action)
            earlier.append(action)
        except siena.Refused as refused:
            rule = refused.rule
        attempts.append((action, rule, siena.public(past[-1])))
    return header, attempts


# ---------------------------------------------------------------- what must hold


def check_state(header, state):
    """Of a state with its hands: what can never be otherwise."""
    spaces = siena.taken_spaces(state, None)
    alive = siena.in_race(state)
    assert len(spaces) == len(alive)  # P19: two pawns never share one
    for contrada in alive:
        pawn = state["pawns"][contrada]
        assert siena.exists(state["track"], pawn["progress"], pawn["lane"])
    for pawn in state["pawns"].values():
        assert pawn["waiting"] == 0 or pawn["state"] == "jockey"  # P26
        assert pawn["progress"] <= siena.GOAL
    if state["hand_sizes"]:
        left = sum(state["hand_sizes"].values()) + sum(state["played"].values())
        assert left == 9 * len(header["players"])  # P10: no card is drawn later or lost
        assert min(state["hand_sizes"].values()) >= 0
    for player, hand in state["hands"].items():
        assert len(hand) == state["hand_sizes"][player]
    assert len(state["order"]) == len(set(state["order"]))
    if state["phase"] in ("roll", "test"):
        assert state["order"][:1] == [state["turn"]] or state["turn"] is None
        assert set(state["order"]) <= set(alive)


def cards_about(state):
    """Every card in a hand or played, in order: from the deal on always the same ones."""
    cards = [card for hand in state["hands"].values() for card in hand]
    return sorted(cards + [card for card, n in state["played"].items() for _ in range(n)])


def check_paths(state):
    """Both ways to find the path of P27 agree, at every pawn and short movement."""
    for contrada in siena.in_race(state):
        pawn = state["pawns"][contrada]
        taken = siena.taken_spaces(state, contrada)
        for movement in range(7):
            here = (state["track"], taken, pawn["progress"], pawn["lane"], movement)
            assert siena.path_by_force(*here) == siena.path_by_table(*here), (state, contrada)


def check_evening(header, actions, states, paths):
    past = [siena.start(header)]
    for action, shown in zip(actions, states, strict=True):
        before = past[-1]
        siena.follow(header, past, action)
        after = past[-1]
        assert siena.public(after) == shown
        check_state(header, after)
        if action["do"] in ("pact", "enter", "roll") and header["cards"] == "dealt":
            assert cards_about(before) == cards_about(after)
        if action["do"] == "roll":
            mover = before["turn"]
            there = after["pawns"][mover]["progress"] - before["pawns"][mover]["progress"]
            assert 0 <= there <= siena.movement_of(before, action["value"])
            if paths:
                check_paths(before)
    assert after["phase"] == "won"  # P29
    races = 1 if header["mode"] == "straordinario" else 2
    assert len(after["winners"]) == after["race"] == races
    assert after["pawns"][after["winners"][-1]]["progress"] == siena.GOAL
    assert after["order"][0] == after["winners"][-1]
    rounds = [state["round"] for state in states if state["race"] == races]
    assert all(b - a <= 1 for a, b in pairwise(rounds))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("evenings", type=int, help="of every mode and sort of cards")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    args = parser.parse_args()
    done, refusals = {}, {}
    for seed in range(args.first, args.first + args.evenings):
        for mode in MODES:
            for cards in CARDS:
                referee = 0.02 if seed % 2 else 0
                header, actions, states = random_evening(seed, mode, cards, referee)
                check_evening(header, actions, states, paths=seed % 10 == 0)
                for action in actions:
                    done[action["do"]] = done.get(action["do"], 0) + 1
                if seed % 5 == 0:
                    for _, rule, _ in random_attempts(seed, mode, cards)[1]:
                        refusals[rule] = refusals.get(rule, 0) + 1
    print(f"{6 * args.evenings} evenings, {sum(done.values())} actions: {done}")
    print(f"attempts by the rule that refused them: {refusals}")


if __name__ == "__main__":
    main()
