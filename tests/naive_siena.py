"""A second, deliberately naive reading of the Palio board game of Siena (rules P1-P30).

This module shares NOTHING with the core of the project: no import, no table, no
function, and it was written from the rules page alone, without looking at the core
or at its tests.  That is its whole use, as with naive_oca.py: two programs that were
written apart and agree are unlikely to contain the same mistake.  So: please do not
"tidy up" by importing anything from the core here.

Plain dicts and plain ifs; clarity before speed.  The header is constant and is handed
to every function.  A state is the public State of the rules page and two parts more:
"track" (an amendment changes it) and "hands" (only with cards dealt by the program).

No header is checked here.
"""

import json
from datetime import datetime

CONTRADE = (  # P3
    "aquila",
    "bruco",
    "chiocciola",
    "civetta",
    "drago",
    "giraffa",
    "istrice",
    "leocorno",
    "lupa",
    "nicchio",
    "oca",
    "onda",
    "pantera",
    "selva",
    "tartuca",
    "torre",
    "valdimontone",
)
CARDS = ("mossa+1", "mossa-1", "race+1", "race-1", "race+2", "race-2")

HORSES = {f"h{n}": "bono" if n <= 5 else "brenna" for n in range(1, 11)}  # P8
DECK = {"mossa+1": 6, "mossa-1": 6, "race+1": 18, "race-1": 18, "race+2": 3, "race-2": 3}  # P10
TRACK = {  # P18
    "lanes": [5] * 8 + [4] * 4 + [3] * 7 + [2] * 7 + [3] + [4] + [5] * 2,
    "san_martino": [13, 15],
    "casato": [24, 26],
}
GOAL = 91  # P29


class Refused(Exception):
    """The rules refuse the action; `rule` is why ("FILE": it is no action at all)."""

    def __init__(self, rule):
        super().__init__(rule)
        self.rule = rule


def refuse_unless(condition, rule):
    if not condition:
        raise Refused(rule)


# ---------------------------------------------------------------- the state


def start(header):
    state = {
        "phase": "choose",  # P4
        "suspended_from": None,
        "race": 1,
        "turn": header["youngest"],
        "owners": {},
        "winners": [],
        "track": header.get("track", TRACK),
    }
    if header["mode"] == "straordinario":
        state["phase"] = "draw_ten"  # P5
        state["turn"] = None
    state["running"] = []
    empty_race(state)
    return state


def empty_race(state):
    """Nothing of a race has happened yet (P7: all of it is new in the second race)."""
    state["annulled"] = 0
    state["horses"] = {}
    state["jockeys"] = {}
    state["hands"] = {}
    state["hand_sizes"] = {}
    state["played"] = {}
    state["offers"] = {}
    state["mossa"] = {}
    state["mossa_cards"] = {}
    state["round"] = 0
    state["order"] = []
    state["pawns"] = {}


def copy_state(state):
    new = {}
    for name, value in state.items():
        if type(value) is dict:
            value = dict(value)
        if type(value) is list:
            value = list(value)
        new[name] = value
    new["pawns"] = {contrada: dict(pawn) for contrada, pawn in state["pawns"].items()}
    new["hands"] = {player: list(hand) for player, hand in state["hands"].items()}
    return new


def public(state):
    """The State of the rules page: no track, no hands."""
    new = copy_state(state)
    del new["track"]
    del new["hands"]
    new["mossa"] = {contrada: dict(place) for contrada, place in state["mossa"].items()}
    return new


def key(state):
    """Two states (under one header) are the same state if and only if their keys are equal."""
    return json.dumps(state, sort_keys=True)


def next_player(header, player):
    """P1: the list's order is clockwise."""
    players = header["players"]
    return players[(players.index(player) + 1) % len(players)]


def deck(header):
    return header.get("deck", DECK)


def count(things):
    counted = {}
    for thing in things:
        counted[thing] = counted.get(thing, 0) + 1
    return counted


# ---------------------------------------------------------------- the board


def row_of(progress):
    return (progress - 1) % 30 + 1  # P19


def exists(track, progress, lane):
    return 1 <= lane <= track["lanes"][row_of(progress) - 1]  # P18


def in_race(state):
    return [c for c, pawn in state["pawns"].items() if pawn["state"] != "out"]


def taken_spaces(state, besides):
    """The spaces, as (row, lane), that no other pawn than `besides` may enter (P19, P25)."""
    return {
        (row_of(state["pawns"][c]["progress"]), state["pawns"][c]["lane"])
        for c in in_race(state)
        if c != besides
    }


def in_curve(track, row):
    curves = (track["san_martino"], track["casato"])
    return any(first <= row <= last for first, last in curves)


def next_lanes(track, taken, progress, lane):
    """P24, in the order of P27: straight, right, left."""
    return [
        to
        for to in (lane, lane - 1, lane + 1)
        if exists(track, progress + 1, to) and (row_of(progress + 1), to) not in taken
    ]


def every_path(track, taken, progress, lane, movement):
    """All paths, as lists of lanes, that go on until the movement is used up or nothing is free.

    In the order of P27.  For short movements only: there can be 3 ** movement of them.
    """
    if movement == 0:
        return [[]]
    found = []
    for to in next_lanes(track, taken, progress, lane):
        for rest in every_path(track, taken, progress + 1, to, movement - 1):
            found.append([to, *rest])
    return found or [[]]


def longest_paths(track, taken, progress, lane, movement):
    """P24, P25: the paths among which the owner may choose."""
    paths = every_path(track, taken, progress, lane, movement)
    greatest = max(len(path) for path in paths)
    return [path for path in paths if len(path) == greatest]


def path_by_force(track, taken, progress, lane, movement):
    """P27, taken literally."""
    return longest_paths(track, taken, progress, lane, movement)[0]


def path_by_table(track, taken, progress, lane, movement):
    """P27 in bounded time: how far one can go from a space is found out once for each space."""
    far = {}

    def how_far(p, at, left):
        if left == 0:
            return 0
        if (p, at) not in far:
            far[p, at] = max(
                [1 + how_far(p + 1, to, left - 1) for to in next_lanes(track, taken, p, at)],
                default=0,
            )
        return far[p, at]

    path = []
    while True:
        left = movement - len(path)
        best = how_far(progress, lane, left)
        if best == 0:
            return path
        for to in next_lanes(track, taken, progress, lane):
            if 1 + how_far(progress + 1, to, left - 1) == best:
                break
        path.append(to)
        progress = progress + 1
        lane = to


# -------------------------------------------------- the shape of an action line

COMMON_KEYS = {"at", "by", "note", "correction"}
DRAWN = {"program", "proof"}
WHOSE = {"contrada", "player"}
OWN_KEYS = {  # do: (required, optional)
    "choose": ({"contrada"}, {"player"}),
    "draw_ten": ({"contrade"}, DRAWN),
    "draw_contrada": ({"contrada"}, DRAWN | {"player"}),
    "tratta": ({"horses"}, DRAWN),
    "jockeys": ({"jockeys"}, set()),
    "deal": (set(), DRAWN | {"hands"}),
    "mossa_order": ({"contrade"}, DRAWN),
    "mossa_roll": ({"value"}, WHOSE),
    "offer": ({"player", "cards"}, set()),
    "annul": (set(), WHOSE),
    "enter": ({"accept"}, DRAWN | WHOSE | {"drawn"}),
    "pact": ({"player", "card", "target"}, set()),
    "start": (set(), set()),
    "roll": ({"value"}, WHOSE | {"lanes"}),
    "red": ({"value"}, WHOSE),
    "draw_three": ({"contrade"}, DRAWN),
    "ruling": ({"contrada", "reason"}, {"progress", "lane", "state", "waiting"}),
    "amend": ({"reason", "track"}, set()),
    "suspend": ({"reason"}, set()),
    "resume": (set(), set()),
    "close": ({"reason"}, set()),
    "undo": (set(), set()),
}


def is_list_of(x, words):
    return type(x) is list and all(type(word) is str and word in words for word in x)


def right_value(header, name, x):
    """Is x a value that the key `name` can have at all?"""
    if name in ("contrada", "target"):
        return type(x) is str and x in CONTRADE
    if name == "contrade":
        return is_list_of(x, CONTRADE)
    if name == "player":
        return type(x) is str and x in header["players"]
    if name == "accept":
        return is_list_of(x, header["players"])
    if name in ("value", "cards", "progress", "lane", "waiting"):
        return type(x) is int
    if name == "lanes":
        return type(x) is list and all(type(lane) is int for lane in x)
    if name == "card":
        return type(x) is str and x in CARDS
    if name in ("hands", "drawn"):
        return (
            type(x) is dict
            and is_list_of(list(x), header["players"])
            and all(is_list_of(cards, CARDS) for cards in x.values())
        )
    if name in ("horses", "jockeys"):
        return (
            type(x) is dict
            and is_list_of(list(x), CONTRADE)
            and all(type(word) is str and word.strip() != "" for word in x.values())
        )
    if name == "state":
        return type(x) is str and x in ("jockey", "riderless", "out")
    if name == "reason":
        return type(x) is str and x.strip() != ""
    if name == "program":
        return type(x) is bool
    if name in ("proof", "track"):
        return type(x) is dict
    if name == "at":
        try:
            datetime.fromisoformat(x)
        except (TypeError, ValueError):
            return False
    return type(x) is str  # at, by, note, correction


def check_form(header, action):
    do = action.get("do")
    refuse_unless(type(do) is str and do in OWN_KEYS, "FILE")
    required, optional = OWN_KEYS[do]
    for name in required:
        refuse_unless(name in action, "FILE")
    for name, value in action.items():
        if name != "do":
            refuse_unless(name in COMMON_KEYS | required | optional, "FILE")
            refuse_unless(right_value(header, name, value), "FILE")


def track_is_good(track):
    """The evening file's paragraph: what a track may be."""
    if set(track) != {"lanes", "san_martino", "casato"}:
        return False
    lanes = track["lanes"]
    if type(lanes) is not list or len(lanes) != 30:
        return False
    for i in range(30):
        if type(lanes[i]) is not int or not 1 <= lanes[i] <= 5:
            return False
        if i > 0 and abs(lanes[i] - lanes[i - 1]) > 1:
            return False
        if (i < 6 or i == 29) and lanes[i] != 5:
            return False
    for curve in (track["san_martino"], track["casato"]):
        if type(curve) is not list or len(curve) != 2:
            return False
        if type(curve[0]) is not int or type(curve[1]) is not int:
            return False
        if not 1 <= curve[0] <= curve[1] <= 30:
            return False
    return True


# ---------------------------------------------------------------- the actions


def play(header, state, action):
    """The state after the action; raises Refused.  `undo`: see follow()."""
    check_form(header, action)
    do = action["do"]
    phase = state["phase"]

    if phase in ("won", "closed"):
        raise Refused("P30")  # R34
    if phase == "suspended" and do not in ("resume", "ruling", "amend", "close"):
        raise Refused("P30")  # R33
    if "roll" in (phase, state["suspended_from"]) and state["turn"] is None:
        refuse_unless(do in ("ruling", "close"), "P30")  # nobody is left in the race

    new = copy_state(state)
    PLAY[do](header, new, action)
    return new


def check_whose(state, action, rule):
    """Whose move it is follows from the state; an action may say it, as a check."""
    if "contrada" in action:
        refuse_unless(action["contrada"] == state["turn"], rule)
    if "player" in action:
        refuse_unless(action["player"] == state["owners"][state["turn"]], rule)


# Each of these changes the state it is given: only play() calls them, on a copy.


def play_choose(header, state, action):
    refuse_unless(state["phase"] == "choose", "P4")
    player = state["turn"]
    refuse_unless(action.get("player", player) == player, "P4")
    refuse_unless(action["contrada"] not in state["owners"], "P4")
    state["owners"][action["contrada"]] = player
    state["turn"] = next_player(header, player)  # P4: clockwise from the youngest
    if len(state["owners"]) == 17:
        state["phase"] = "draw_ten"
        state["turn"] = None


def play_draw_ten(header, state, action):
    refuse_unless(state["phase"] == "draw_ten", "P4")
    refuse_unless(len(action["contrade"]) == len(set(action["contrade"])) == 10, "P4")
    state["running"] = sorted(action["contrade"])
    if header["mode"] == "straordinario":  # P5
        state["phase"] = "draw_contrada"
        state["turn"] = header["youngest"]
    else:
        state["phase"] = "tratta"


def play_draw_contrada(header, state, action):
    refuse_unless(state["phase"] == "draw_contrada", "P5")
    player = state["turn"]
    refuse_unless(action.get("player", player) == player, "P5")
    refuse_unless(action["contrada"] in state["running"], "P5")
    refuse_unless(action["contrada"] not in state["owners"], "P5")
    state["owners"][action["contrada"]] = player
    state["turn"] = next_player(header, player)
    if len(state["owners"]) == 10:
        state["phase"] = "tratta"
        state["turn"] = None


def play_tratta(header, state, action):
    refuse_unless(state["phase"] == "tratta", "P8")
    horses = header.get("horses", HORSES)
    refuse_unless(sorted(action["horses"]) == sorted(state["running"]), "P8")
    refuse_unless(sorted(action["horses"].values()) == sorted(horses), "P8")
    state["horses"] = {contrada: horses[h] for contrada, h in action["horses"].items()}
    state["phase"] = "jockeys"


def play_jockeys(header, state, action):
    refuse_unless(state["phase"] == "jockeys", "P9")
    names = list(action["jockeys"].values())
    refuse_unless(all(contrada in state["running"] for contrada in action["jockeys"]), "P9")
    refuse_unless(len(names) == len(set(names)), "P9")
    state["jockeys"] = dict(action["jockeys"])
    state["phase"] = "deal"


def play_deal(header, state, action):
    refuse_unless(state["phase"] == "deal", "P10")
    if header["cards"] == "real":
        refuse_unless("hands" not in action, "P11")
    else:
        refuse_unless("hands" in action, "P11")
        hands = action["hands"]
        refuse_unless(sorted(hands) == sorted(header["players"]), "P10")
        refuse_unless(all(len(hand) == 9 for hand in hands.values()), "P10")
        dealt = count(card for hand in hands.values() for card in hand)
        for card, n in dealt.items():
            refuse_unless(n <= deck(header)[card], "P10")
        state["hands"] = {player: sorted(hand) for player, hand in hands.items()}
    state["hand_sizes"] = dict.fromkeys(header["players"], 9)
    state["phase"] = "mossa_order"


def play_mossa_order(header, state, action):
    refuse_unless(state["phase"] == "mossa_order", "P12")
    refuse_unless(sorted(action["contrade"]) == sorted(state["running"]), "P12")
    state["running"] = list(action["contrade"])
    state["phase"] = "mossa_roll"
    state["turn"] = state["running"][0]


def play_mossa_roll(header, state, action):
    refuse_unless(state["phase"] == "mossa_roll", "P12")
    check_whose(state, action, "P12")
    refuse_unless(1 <= action["value"] <= 6, "P12")
    rolled = len(state["mossa"])
    state["mossa"][state["turn"]] = {"lane": rolled + 1, "row": action["value"]}
    if rolled + 1 < 10:
        state["turn"] = state["running"][rolled + 1]
    else:
        state["phase"] = "decide"  # P13: the tenth stays on turn


def play_offer(header, state, action):
    refuse_unless(state["phase"] == "decide", "P15")
    refuse_unless(state["annulled"] < 2, "P15")  # not at the third roll
    player = action["player"]
    refuse_unless(player != state["owners"][state["turn"]], "P15")
    if action["cards"] == 0:  # P16: withdraws it, if there is one
        state["offers"].pop(player, None)
        return
    refuse_unless(1 <= action["cards"] <= state["hand_sizes"][player], "P16")
    state["offers"][player] = action["cards"]


def play_annul(header, state, action):
    refuse_unless(state["phase"] == "decide", "P13")
    check_whose(state, action, "P13")
    refuse_unless(state["annulled"] < 2, "P13")
    state["annulled"] = state["annulled"] + 1
    state["mossa"] = {}
    state["offers"] = {}  # P16
    state["phase"] = "mossa_roll"
    state["turn"] = state["running"][0]


def play_enter(header, state, action):
    refuse_unless(state["phase"] == "decide", "P13")
    check_whose(state, action, "P13")
    rincorsa = state["owners"][state["turn"]]
    accept = action["accept"]
    refuse_unless(len(accept) == len(set(accept)), "P16")
    refuse_unless(all(player in state["offers"] for player in accept), "P16")
    if header["cards"] == "dealt" and accept:
        refuse_unless("drawn" in action, "P16")
        refuse_unless(sorted(action["drawn"]) == sorted(accept), "P16")
        for player in accept:
            drawn = action["drawn"][player]
            refuse_unless(len(drawn) == state["offers"][player], "P16")
            for card in drawn:
                refuse_unless(card in state["hands"][player], "P16")
                state["hands"][player].remove(card)
                state["hands"][rincorsa] = sorted([*state["hands"][rincorsa], card])
    else:
        refuse_unless("drawn" not in action, "P16")
    for player in accept:
        state["hand_sizes"][player] -= state["offers"][player]
        state["hand_sizes"][rincorsa] += state["offers"][player]
    state["offers"] = {}
    state["mossa_cards"] = dict.fromkeys(state["running"], 0)
    state["phase"] = "mossa_cards"
    state["turn"] = None


def play_pact(header, state, action):
    player, card, target = action["player"], action["card"], action["target"]
    if card.startswith("mossa"):
        refuse_unless(state["phase"] == "mossa_cards", "P14")  # P17: later they are dead
    else:
        refuse_unless(state["phase"] == "roll", "P22")  # between moves; not in `test`
    refuse_unless(target in state["running"], "P10")

    if header["cards"] == "dealt":  # P11
        refuse_unless(card in state["hands"][player], "P11")
        state["hands"][player].remove(card)
    else:
        refuse_unless(state["hand_sizes"][player] > 0, "P11")
        refuse_unless(state["played"].get(card, 0) < deck(header)[card], "P11")
    state["hand_sizes"][player] -= 1
    state["played"][card] = state["played"].get(card, 0) + 1

    if card.startswith("mossa"):
        state["mossa_cards"][target] += int(card[-2:])  # P17
    else:
        refuse_unless(can_reach(state, player, target), "P22")
        state["pawns"][target]["waiting"] += int(card[-2:])


def can_reach(state, player, target):
    """P22: does the target stand beside a pawn of the player, both with jockeys?"""
    there = state["pawns"][target]
    if there["state"] != "jockey":
        return False  # P26: a riderless horse receives no cards
    for contrada, here in state["pawns"].items():
        if (
            state["owners"][contrada] == player
            and here["state"] == "jockey"
            and row_of(here["progress"]) == row_of(there["progress"])
            and abs(here["lane"] - there["lane"]) == 1
        ):
            return True
    return False


def play_start(header, state, action):
    refuse_unless(state["phase"] == "mossa_cards", "P17")
    wanted = []
    for contrada in state["running"]:
        place = state["mossa"][contrada]
        progress = max(1, place["row"] + state["mossa_cards"][contrada])  # P20
        wanted.append((-progress, place["lane"], contrada))
    for minus_progress, mossa_lane, contrada in sorted(wanted):
        progress = -minus_progress
        lane = (mossa_lane + 1) // 2  # P20
        taken = taken_spaces(state, None)
        while not exists(state["track"], progress, lane) or (row_of(progress), lane) in taken:
            progress = progress - 1  # P20: straight behind, if need be behind the line
        state["pawns"][contrada] = {
            "progress": progress,
            "lane": lane,
            "state": "jockey",
            "waiting": 0,
        }
    state["phase"] = "roll"
    begin_round(state)


def begin_round(state):
    """P21.  With nobody left in the race no round begins (P30)."""
    alive = in_race(state)
    state["order"] = sorted(
        alive, key=lambda c: (-state["pawns"][c]["progress"], state["pawns"][c]["lane"])
    )
    state["turn"] = None
    if alive:
        state["round"] = state["round"] + 1
        state["turn"] = state["order"][0]


def end_move(state):
    del state["order"][0]
    state["phase"] = "roll"
    if state["order"]:
        state["turn"] = state["order"][0]
    else:
        begin_round(state)


def movement_of(state, value):
    """P23, P24, of the pawn on turn."""
    pawn = state["pawns"][state["turn"]]
    return min(max(0, value + pawn["waiting"]), GOAL - pawn["progress"])


def play_roll(header, state, action):
    refuse_unless(state["phase"] == "roll", "P23")
    check_whose(state, action, "P21")
    refuse_unless(3 <= action["value"] <= 6, "P23")
    contrada = state["turn"]
    pawn = state["pawns"][contrada]
    movement = movement_of(state, action["value"])
    track = state["track"]
    taken = taken_spaces(state, contrada)  # P24: its own space counts as free
    find_path = path_by_force if movement <= 6 else path_by_table
    path = find_path(track, taken, pawn["progress"], pawn["lane"], movement)

    if "lanes" in action:
        refuse_unless(pawn["state"] == "jockey", "P26")
        refuse_unless(len(action["lanes"]) == len(path), "P25")  # P24, P25: the greatest length
        lane = pawn["lane"]
        for i, to in enumerate(action["lanes"]):
            refuse_unless(to in next_lanes(track, taken, pawn["progress"] + i, lane), "P24")
            lane = to
        path = action["lanes"]

    pawn["waiting"] = 0  # P23
    pawn["progress"] = pawn["progress"] + len(path)
    if path:
        pawn["lane"] = path[-1]

    if pawn["progress"] == GOAL:  # P29: at once, mid-round
        state["winners"].append(contrada)
        state["turn"] = None
        state["phase"] = "won"
        if state["race"] == 1 and header["mode"] != "straordinario":  # P2
            state["phase"] = "draw_three"
        return
    if len(path) < movement and pawn["state"] == "jockey":  # P25; P26: no tests
        state["phase"] = "test"
        return
    end_move(state)


def play_red(header, state, action):
    refuse_unless(state["phase"] == "test", "P25")
    check_whose(state, action, "P21")
    refuse_unless(1 <= action["value"] <= 6, "P25")
    pawn = state["pawns"][state["turn"]]
    brakes = 2  # P25
    if header.get("options", {}).get("curves", "narrow") == "harsh" and in_curve(
        state["track"], row_of(pawn["progress"])
    ):
        brakes = 1  # P28
    if action["value"] > 4:
        pawn["state"] = "out"
    elif action["value"] > brakes:
        pawn["state"] = "riderless"
    end_move(state)


def play_draw_three(header, state, action):
    refuse_unless(state["phase"] == "draw_three", "P7")
    three = action["contrade"]
    refuse_unless(len(three) == len(set(three)) == 3, "P7")
    refuse_unless(all(contrada in state["running"] for contrada in three), "P7")
    by_right = [contrada for contrada in CONTRADE if contrada not in state["running"]]
    empty_race(state)
    state["race"] = 2
    state["running"] = sorted(by_right + three)
    state["phase"] = "tratta"


def play_ruling(header, state, action):
    refuse_unless("roll" in (state["phase"], state["suspended_from"]), "P30")
    contrada = action["contrada"]
    refuse_unless(contrada in state["pawns"], "P30")
    sets = [name for name in ("progress", "lane", "state", "waiting") if name in action]
    refuse_unless(sets, "P30")  # R31: one that sets nothing is refused
    pawn = state["pawns"][contrada]
    was_out = pawn["state"] == "out"
    for name in sets:
        pawn[name] = action[name]
    refuse_unless(-9 <= pawn["progress"] <= 90, "P30")
    is_out = pawn["state"] == "out"
    if "progress" in sets or "lane" in sets or (was_out and not is_out):
        refuse_unless(exists(state["track"], pawn["progress"], pawn["lane"]), "P30")
        space = (row_of(pawn["progress"]), pawn["lane"])
        refuse_unless(space not in taken_spaces(state, contrada), "P30")
    if pawn["state"] != "jockey":
        refuse_unless(action.get("waiting", 0) == 0, "P26")
        pawn["waiting"] = 0  # lost
    if is_out and contrada in state["order"]:
        state["order"].remove(contrada)
    if not state["order"]:  # the last of the round is out, or one came back to an empty track
        begin_round(state)
    else:
        state["turn"] = state["order"][0]


def play_amend(header, state, action):
    refuse_unless("test" not in (state["phase"], state["suspended_from"]), "P30")
    refuse_unless(track_is_good(action["track"]), "P30")
    for contrada in in_race(state):
        pawn = state["pawns"][contrada]
        refuse_unless(exists(action["track"], pawn["progress"], pawn["lane"]), "P30")
    state["track"] = action["track"]


def play_suspend(header, state, action):
    state["suspended_from"] = state["phase"]
    state["phase"] = "suspended"


def play_resume(header, state, action):
    refuse_unless(state["phase"] == "suspended", "P30")
    state["phase"] = state["suspended_from"]
    state["suspended_from"] = None


def play_close(header, state, action):
    state["phase"] = "closed"
    state["suspended_from"] = None
    state["turn"] = None
    state["offers"] = {}


PLAY = {
    "choose": play_choose,
    "draw_ten": play_draw_ten,
    "draw_contrada": play_draw_contrada,
    "tratta": play_tratta,
    "jockeys": play_jockeys,
    "deal": play_deal,
    "mossa_order": play_mossa_order,
    "mossa_roll": play_mossa_roll,
    "offer": play_offer,
    "annul": play_annul,
    "enter": play_enter,
    "pact": play_pact,
    "start": play_start,
    "roll": play_roll,
    "red": play_red,
    "draw_three": play_draw_three,
    "ruling": play_ruling,
    "amend": play_amend,
    "suspend": play_suspend,
    "resume": play_resume,
    "close": play_close,
}


# ---------------------------------------------------------------- a whole evening


def follow(header, past, action):
    """Do one action on `past`, the list of all states so far that were not taken back.

    Undo (R32) forgets the last of them.  Raises Refused and then leaves `past` as it was.
    """
    check_form(header, action)
    if action["do"] == "undo":
        refuse_unless(len(past) > 1, "P30")  # R36
        past.pop()
        return
    past.append(play(header, past[-1], action))


def replay(lines):
    """Play a header and its actions; the header is lines[0].

    Returns (the public state after each action, None), or (those up to the refused line,
    (index of that line, the rule)).
    """
    header = lines[0]
    past = [start(header)]
    states = []
    for i in range(1, len(lines)):
        try:
            follow(header, past, lines[i])
        except Refused as refused:
            return states, (i, refused.rule)
        states.append(public(past[-1]))
    return states, None
