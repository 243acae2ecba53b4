"""R36: the header, and the position from which an evening may start."""

import pytest

from cagli_oca.games import oca
from cagli_oca.games.core import Unreadable
from tests.oca.play import (
    HEADER,
    UNDO,
    challenge,
    header_refused,
    look,
    opened,
    play,
    refused,
    throw,
)

# R36


def test_r36_undo_never_reaches_the_header():
    for evening in (play(), play(throw(1), UNDO)):
        refusal = refused(evening, UNDO)
        assert (refusal.rule, refusal.code) == ("R32", "nothing_to_undo")
        assert "throw" in refusal.allowed


@pytest.mark.parametrize("key", ["game", "edition", "order", "board", "order_of_play"])
def test_r36_a_header_has_its_required_keys(key):
    header = {k: v for k, v in HEADER.items() if k != key}
    with pytest.raises(Unreadable) as caught:
        oca.check_header(header)
    assert caught.value.code == "missing_key"


def test_r36_a_header_may_carry_what_is_optional():
    evening = opened(
        event="paliotto",
        title="Paliotto 2026",
        held_on="2026-08-08",
        rehearsal=True,
        commitment="sha256:…",
    )
    assert look(evening) == look(opened())


@pytest.mark.parametrize(
    "changes",
    [
        {"order": ["andrea", "agostino", "francesco", "siena"]},
        {"order_of_play": ["calcio"]},
        {"options": {"square_once": "never"}},
        {"options": {"colour": "red"}},
        {"square_trials": {"3": "calcio"}},
        {"square_trials": {"03": "ponte"}},
        {"edition": " "},
        {"held_on": "9 August"},
        {"rehearsal": 1},
        {"board": {"goose": [5.0], "death": [], "spervengolo": []}},
        {"board": {"goose": [5], "death": []}},
        {"goose": [5]},
    ],
)
def test_r36_a_header_with_an_unknown_word_or_a_wrong_type_is_no_header(changes):
    assert header_refused(**changes).rule == "FILE"


def test_r36_an_evening_can_start_anywhere_through_its_position():
    line = "draw 2 andrea:10 *agostino:6:s:c3 francesco:0 angelo:0 ponte:from0:score3:doubled"
    evening = opened(position=line)
    assert oca.position(evening.state) == line
    assert (challenge(evening)["challenger"], challenge(evening)["number"]) == ("agostino", 2)
    assert refused(evening, UNDO).code == "nothing_to_undo"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "throw 0",
        "throw 0 andrea:0 agostino:0 francesco:0 angelo:0",
        "throw 0 *andrea:0 *agostino:0 francesco:0 angelo:0",
        "throw 0 *agostino:0 andrea:0 francesco:0 angelo:0",
        "throw 31 *andrea:0 agostino:0 francesco:0 angelo:0",
        "throw 0 *andrea:54 agostino:0 francesco:0 angelo:0",
        "throw 0 *andrea:0:d4 agostino:0 francesco:0 angelo:0",
        "throw 0 *andrea:0:k0 agostino:0 francesco:0 angelo:0",
        "throw 0 *andrea:0:c54 agostino:0 francesco:0 angelo:0",
        "throw 0 *andrea:0:c9,3 agostino:0 francesco:0 angelo:0",
        "throw 0 *andrea:0:x agostino:0 francesco:0 angelo:0",
        "throw  0 *andrea:0 agostino:0 francesco:0 angelo:0",
        "dance 0 *andrea:0 agostino:0 francesco:0 angelo:0",
        "suspended-from-won 0 *andrea:0 agostino:0 francesco:0 angelo:0",
        "won 0 andrea:0 agostino:0 francesco:0 angelo:0 won:andrea",
        "won 0 andrea:54 agostino:0 francesco:0 angelo:0",
        "won 0 andrea:0 agostino:0 francesco:0 angelo:0 won:nobody",
        "draw 1 *andrea:3 agostino:0 francesco:0 angelo:0",
        "draw 0 *andrea:3 agostino:0 francesco:0 angelo:0 ponte:from0:score3",
        "draw 1 *andrea:5 agostino:0 francesco:0 angelo:0 ponte:from0:score5",
        "draw 1 *andrea:3 agostino:0 francesco:0 angelo:0 calcio:from0:score3",
        "draw 1 *andrea:3 agostino:0 francesco:0 angelo:0 ponte:from0:score7",
        "draw 1 *andrea:3 agostino:0 francesco:0 angelo:0 ponte:from0:score3:whistled",
        "whistle 1 *andrea:3 agostino:0 francesco:0 angelo:0 ponte:from0:score3",
        "whistle 1 *andrea:3 agostino:0 francesco:0 angelo:0 ponte:from0:score3:andrea",
        "result 1 *andrea:3 agostino:0 francesco:0 angelo:0 ponte:from0:score3:angelo",
        "draw 1 *andrea:42 agostino:0 francesco:0 angelo:0 ponte:from39:score3:bonus",
        "draw 1 *andrea:3 agostino:0 francesco:0 angelo:0 ponte:from0:score3:bonus:doubled",
        "draw 1 *andrea:6 agostino:0 francesco:0 angelo:0 ponte:from0:score6:halved",
        "whistle 1 *andrea:53 agostino:0 francesco:0 angelo:0 ponte:from47:score6:select-team",
        "whistle 1 *andrea:3 agostino:0 francesco:0 angelo:0 osteria:from0:score3:select-team",
    ],
)
def test_r36_a_position_in_which_no_evening_can_be_is_refused(line):
    refusal = header_refused(position=line)
    assert (refusal.rule, refusal.code) == ("FILE", "bad_position")
