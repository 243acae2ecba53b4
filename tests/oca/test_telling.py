"""What a speaker tells: stakes, corrections, figures."""

from django.utils import translation

from cagli_oca import wording
from cagli_oca.games import GAMES
from cagli_oca.games.core import PUBLIC, UNDO, Evening
from cagli_oca.wording import oca as words
from tests.cast import HEADER, throw

GAME = GAMES["oca"]
RULING = {"do": "ruling", "quarter": "angelo", "square": 24, "reason": "x"}


def evening(*commands, position: str = "", **header) -> Evening:
    told = {**HEADER, **header, **({"position": position} if position else {})}
    played = Evening.opened(GAME, GAME.check_header(told))
    for command in commands:
        played = played.follow(played.decide(GAME.read(command)))
    return played


def stakes(played: Evening, language: str = "en") -> list[str]:
    with translation.override(language):
        board = GAME.scoreboard(played.state, PUBLIC)
        return words.stakes(GAME.prospects(played.state), board)


def figures(played: Evening) -> dict:
    told = GAME.figures(played.past, played.state)
    return {(figure["figure"], figure["quarter"]): figure for figure in told}


# ------------------------------------------------------------------ stakes


def test_each_face_tells_where_it_leads():
    assert stakes(evening()) == [
        "1: → 1, nothing happens.",
        "2: → 2, nothing happens.",
        "3: → 3, a trial.",
        "4: → 4, a trial.",
        "5: → 5, the Goose, → 10, nothing happens.",
        "6: → 6, a trial.",
    ]


def test_the_face_that_wins_comes_first():
    told = stakes(evening(position="throw 4 *andrea:51 agostino:0 francesco:0 angelo:0"))
    assert told[0] == "Needs a 3 for 54."
    assert "3: → 54, it wins the Palio." in told


def test_under_death_the_throw_is_halved():
    told = stakes(evening(position="throw 0 *andrea:10:d2 agostino:0 francesco:0 angelo:0"))
    assert told[0] == "Under Death: its throw is halved (still 2)."
    assert told[1] == "1: it stays."


def test_what_a_win_and_a_loss_bring():
    played = evening(throw(3), {"do": "draw", "quarter": "angelo"}, {"do": "bonus"})
    win, loss = stakes(played)
    assert win == ("A win brings Sant'Andrea from 3 to 6. A second challenge would follow there.")
    assert loss == "A loss takes Sant'Andrea back from 3 to 0."


def test_a_win_without_doubling_keeps_the_square():
    win, _loss = stakes(evening(throw(3)))
    assert win == "A win keeps Sant'Andrea on 3."


def test_before_the_draw_nothing_is_said_of_whom_it_may_hit():
    position = "throw 2 *andrea:42 agostino:50 francesco:51 angelo:52"
    undrawn = evening(throw(6), position=position)
    win, loss = stakes(undrawn)
    assert "sent back" not in win + loss
    win, _loss = stakes(
        evening(throw(6), {"do": "draw", "quarter": "francesco"}, position=position)
    )
    assert "San Francesco would be sent back from 51 to 47." in win


def test_while_suspended_the_stakes_are_those_of_the_challenge_in_hand():
    played = evening(throw(3), {"do": "suspend", "reason": "x"})
    assert len(stakes(played)) == 2


def test_nothing_is_at_stake_any_more():
    over = evening(throw(1), position="throw 0 *andrea:53 agostino:0 francesco:0 angelo:0")
    assert stakes(over) == []


# ------------------------------------------------------------------ corrections


def test_a_correction_tells_which_pawns_it_moved():
    before = evening(position="throw 0 *andrea:0 agostino:0 francesco:0 angelo:28")
    after = before.follow(before.decide(GAME.read(RULING)))
    changes = GAME.changes(before.state, after.state)
    assert changes == [{"quarter": "angelo", "from": 28, "to": 24}]
    ruled = {"step": "ruled", "sentence": "Ruling for Sant'Angelo."}
    turn = {"step": "turn_ruled", "sentence": "Ruling: San Francesco to throw."}
    with translation.override("en"):
        start = "The referees have corrected: "
        told = wording.correction_sentence("oca", changes, [ruled])
        assert told == start + "Sant'Angelo Maggiore 28 → 24"
        told = wording.correction_sentence("oca", changes, [ruled, turn])
        assert told == start + "Sant'Angelo Maggiore 28 → 24. Ruling: San Francesco to throw."
        told = wording.correction_sentence("oca", [], [ruled, turn])
        assert told == start + "Ruling for Sant'Angelo. Ruling: San Francesco to throw."


# ------------------------------------------------------------------ figures


def test_the_figures_count_what_still_counts():
    win = [{"do": "draw", "quarter": "angelo"}, {"do": "whistle"}]
    won, lost = ({"do": "result", "winner": who} for who in ("challenger", "challenged"))
    played = evening(throw(3), *win, won, throw(4), *win, lost, throw(5), throw(1), {"do": UNDO})
    told = figures(played)
    assert told["challenges", None] == {
        "figure": "challenges",
        "quarter": None,
        "number": 2,
        "total": 4,
    }
    assert (told["trials", "andrea"]["won"], told["trials", "andrea"]["lost"]) == (1, 0)
    assert (told["trials", "agostino"]["won"], told["trials", "agostino"]["lost"]) == (0, 1)
    assert (told["trials", "angelo"]["won"], told["trials", "angelo"]["lost"]) == (1, 1)
    assert told["throws", None]["number"] == 3
    assert told["geese", None]["number"] == 1


def test_the_first_in_the_palio_zone_and_the_longest_wait():
    position = "throw 4 *andrea:47 agostino:54 francesco:0 angelo:0".replace("54", "53")
    played = evening(throw(1), *[throw(2)] * 3, position=position)
    told = figures(played)
    assert told["first_to_palio_zone", "andrea"]
    # Agostino bounces 53 -> 53 (54 minus 1): no step forward, but only once.
    assert ("longest_wait", "agostino") not in told
    again = evening(throw(1), *[throw(2)] * 3, *[throw(1)], *[throw(2)] * 3, position=position)
    assert figures(again)["longest_wait", "agostino"]["turns"] == 2


def test_who_shares_a_first_place_is_not_called_first():
    assert ("sixes", "andrea") in figures(evening(throw(6)))
    position = "throw 4 *andrea:10 agostino:10 francesco:10 angelo:10"
    shared = figures(evening(throw(6), throw(6), position=position, order_of_play=["ponte"] * 4))
    assert not [figure for figure, _quarter in shared if figure == "sixes"]


def test_an_evening_without_any_throw_has_its_one_figure():
    assert list(figures(evening())) == [("challenges", None)]


def test_figures_in_words():
    with translation.override("en"):
        told = wording.figures("oca", GAME.figures(evening(throw(6)).past, evening().state))
    assert {"label": "Most sixes", "value": "1", "quarter": "andrea", "whose": "S. Andrea"} in told
