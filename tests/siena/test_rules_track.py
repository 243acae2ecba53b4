"""P18, P19, P24, P27: the board, spaces, ways."""

import itertools
import random

import pytest

from cagli_oca.games import siena
from cagli_oca.games.siena.header import DEFAULT_TRACK
from cagli_oca.games.siena.track import DIRECTIONS, FINISH, Track, lap_of, row_of, ways
from tests.siena.play import (
    LANES,
    WIDE,
    facts,
    follow,
    header_refused,
    is_refused,
    opened,
    pawn,
    phase,
    race,
    roll,
    up_to,
)

TRACK = Track.from_data(DEFAULT_TRACK)

# ------------------------------------------------------------------ P18


def test_p18_thirty_rows_five_lanes_narrowing_to_two_and_opening_again():
    assert DEFAULT_TRACK["lanes"] == LANES
    assert [LANES[row - 1] for row in (1, 8, 9, 12, 13, 19, 20, 26, 27, 28, 29, 30)] == [
        *(5, 5, 4, 4, 3, 3, 2, 2, 3, 4, 5, 5),
    ]


def test_p18_san_martino_is_rows_13_to_15_casato_24_to_26():
    curves = {row: TRACK.curve(row) for row in range(1, 31)}
    assert [row for row in curves if curves[row] == "san_martino"] == [13, 14, 15]
    assert [row for row in curves if curves[row] == "casato"] == [24, 25, 26]
    assert TRACK.curve(44) == "san_martino"


def track(lanes=LANES, san_martino=(13, 15), casato=(24, 26)):
    return {"lanes": list(lanes), "san_martino": list(san_martino), "casato": list(casato)}


def test_p18_an_edition_may_have_another_track():
    assert opened(track=track(WIDE, [1, 1], [30, 30])).state.setup.track.lanes == tuple(WIDE)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"lanes": [5] * 29}, "track_length"),
        ({"lanes": [5] * 31}, "track_length"),
        ({"lanes": [*[5] * 9, 6, *[5] * 20]}, "lanes_out_of_range"),
        ({"lanes": [*[5] * 6, 4, 3, 2, 1, 0, 1, 2, 3, 4, *[5] * 15]}, "lanes_out_of_range"),
        ({"lanes": [5, 5, 4, *[5] * 27]}, "five_lanes_needed"),
        ({"lanes": [*[5] * 29, 4]}, "five_lanes_needed"),
        ({"lanes": [*[5] * 10, 3, *[5] * 19]}, "lanes_jump"),
        ({"san_martino": [15, 13]}, "bad_curve"),
        ({"san_martino": [0, 3]}, "bad_curve"),
        ({"casato": [29, 31]}, "bad_curve"),
        ({"casato": [24]}, "bad_curve"),
    ],
)
def test_p18_lanes_are_one_to_five_change_by_one_and_are_five_in_the_mossa(changed, code):
    refusal = header_refused(track=track(**changed))
    assert (refusal.rule, refusal.code) == ("P18", code)


def test_p18_a_track_is_given_whole():
    assert header_refused(track={"lanes": LANES}).code == "missing_key"


# ------------------------------------------------------------------ P19


@pytest.mark.parametrize(
    ("progress", "row"), [(1, 1), (30, 30), (31, 1), (0, 30), (-9, 21), (91, 1), (61, 1)]
)
def test_p19_the_row_on_the_ring_is_the_progress_less_whole_laps(progress, row):
    assert row_of(progress) == row


@pytest.mark.parametrize(("progress", "lap"), [(-9, 1), (1, 1), (30, 1), (31, 2), (90, 3), (91, 3)])
def test_p19_a_lap_is_thirty_rows(progress, lap):
    assert lap_of(progress) == lap


def test_p19_two_pawns_never_share_a_space_also_a_lap_apart():
    """Nobody can go straight where somebody stands who is a lap behind."""
    evening = race(aquila=(31, 1), bruco=(2, 1))
    assert is_refused(evening, roll(3, 1, 1, 1), "P24", "lanes_unlawful")
    assert pawn(follow(evening, roll(3, 2, 1, 1)), "aquila") == (34, 1)


# ------------------------------------------------------------------ P24


def test_p24_each_step_goes_one_row_forward_straight_or_to_a_neighbouring_lane():
    evening = race(aquila=(1, 2))
    assert pawn(follow(evening, roll(3, 3, 2, 1)), "aquila") == (4, 1)
    for lanes in ((4, 3, 2), (2, 2, 4), (2, 0, 1)):
        assert is_refused(evening, roll(3, *lanes), "P24", "lanes_unlawful")


def test_p24_only_into_lanes_that_exist_in_that_row():
    evening = race(aquila=(8, 4))
    assert is_refused(evening, roll(3, 5, 4, 4), "P24", "lanes_unlawful")
    assert pawn(follow(evening, roll(3, 4, 4, 4)), "aquila") == (11, 4)


def test_p24_where_lanes_close_the_pawn_must_turn_in():
    evening = race(aquila=(8, 5))
    assert pawn(follow(evening, roll(3)), "aquila") == (11, 4)
    assert facts(follow(evening, roll(3)), "moved")["path"] == [[9, 4], [10, 4], [11, 4]]


def test_p24_nobody_jumps_and_nobody_moves_sideways():
    """Two lanes at row 20, both taken: there is no way past."""
    evening = race(aquila=(19, 1), bruco=(20, 1), chiocciola=(20, 2), turn="aquila")
    evening = follow(evening, roll(3))
    assert (pawn(evening, "aquila"), phase(evening)) == ((19, 1), ("test", "aquila"))


def test_p24_if_a_way_for_the_whole_movement_exists_the_whole_movement_is_made():
    evening = race(aquila=(18, 1), bruco=(20, 1), turn="aquila")
    assert pawn(follow(evening, roll(3)), "aquila") == (21, 2)
    assert is_refused(evening, roll(3, 1), "P25", "lanes_length")


def test_p24_the_owner_chooses_the_way():
    evening = race(aquila=(1, 3))
    ends = siena.ends(evening.state, 4)
    assert set(ends) == {(5, lane) for lane in range(1, 6)}
    for (progress, lane), lanes in ends.items():
        assert pawn(follow(evening, roll(4, *lanes)), "aquila") == (progress, lane)


def test_p24_movement_0_stands_still_without_a_test():
    evening = race(aquila=(5, 1, "jockey", -4), bruco=(6, 1), turn="aquila")
    evening = follow(evening, {**roll(3), "lanes": []})
    assert pawn(evening, "aquila") == (5, 1)
    assert facts(evening, "stood_still")["why"] == "no_movement"
    assert phase(evening)[0] == "roll"


def test_p24_the_own_space_counts_as_free():
    """A movement of 30 leads round to the space it came from."""
    evening = race(aquila=(1, 1, "jockey", 24), bruco=(1, 2), turn="aquila")
    evening = follow(evening, {"do": "roll", "value": 6, "lanes": [1] * 30})
    assert pawn(evening, "aquila") == (31, 1)


def test_p24_a_movement_past_the_finish_is_cut_to_end_there():
    evening = race(aquila=(89, 1))
    assert is_refused(evening, roll(6, 1, 1, 1), "P25", "lanes_length")
    assert pawn(follow(evening, roll(6, 1, 1)), "aquila") == (91, 1)


# ------------------------------------------------------------------ P27


def test_p27_the_program_tries_straight_then_right_then_left():
    free = race(aquila=(1, 2))
    assert facts(follow(free, roll(3)), "moved")["path"] == [[2, 2], [3, 2], [4, 2]]
    behind_another = race(aquila=(1, 2), bruco=(3, 2), turn="aquila")
    assert facts(follow(behind_another, roll(3)), "moved")["path"] == [[2, 2], [3, 1], [4, 1]]
    at_the_inside = race(aquila=(1, 1), bruco=(3, 1), turn="aquila")
    assert facts(follow(at_the_inside, roll(3)), "moved")["path"] == [[2, 1], [3, 2], [4, 2]]


def test_p27_it_looks_further_than_the_next_step():
    """Straight on is free, but after it everything is taken; so it turns at once."""
    pawns = {"bruco": (3, 1), "chiocciola": (3, 2), "civetta": (3, 3)}
    evening = race(aquila=(1, 2), **pawns, turn="aquila")
    assert facts(follow(evening, roll(3)), "moved")["path"] == [[2, 3], [3, 4], [4, 4]]


def brute_force(track, taken, progress, lane, movement):
    """Every way of the greatest length, depth first, in the order straight, right, left."""
    if not movement or progress == FINISH:
        return [[]]
    found = [
        [at, *rest]
        for at in (lane + direction for direction in DIRECTIONS)
        if track.has(progress + 1, at) and (row_of(progress + 1), at) not in taken
        for rest in brute_force(track, taken, progress + 1, at, movement - 1)
    ]
    longest = max(map(len, found), default=0)
    return [way for way in found if len(way) == longest] or [[]]


@pytest.mark.parametrize("seed", range(300))
def test_p27_ways_agree_with_trying_all_on_random_positions(seed):
    chance = random.Random(seed)
    spaces = [(row, lane) for row in range(1, 31) for lane in range(1, LANES[row - 1] + 1)]
    progress = chance.randrange(-9, 91)
    lane = chance.randrange(LANES[row_of(progress) - 1]) + 1
    near = [s for s in spaces if (s[0] - row_of(progress)) % 30 < 10]
    taken = set(chance.sample(near, chance.randrange(10))) - {(row_of(progress), lane)}
    movement = chance.randrange(7)
    tried = brute_force(TRACK, taken, progress, lane, movement)
    found = ways(TRACK, taken, progress, lane, movement)
    assert found.first() == tried[0]
    assert found.length == len(tried[0])
    ends = {}
    for way in tried:
        ends.setdefault((progress + len(way), way[-1] if way else lane), way)
    assert found.ends() == ends
    for way in chance.sample(tried, min(len(tried), 10)):
        assert found.lawful(way)
        for step in range(len(way)):
            going_on = {w[step] for w in tried if w[:step] == way[:step]}
            assert set(found.next_lanes(way[:step])) == going_on
    for lanes in itertools.product(range(1, 4), repeat=min(found.length, 4)):
        if len(lanes) == found.length:
            assert found.lawful(lanes) == (list(lanes) in tried)


def test_p27_a_movement_of_thirty_among_nine_others_takes_few_looks():
    """Trying all would be 3^30; here no step looks at more than five lanes, three ways each."""
    looks = 0

    class Counted(set):
        def __contains__(self, space):
            nonlocal looks
            looks += 1
            return super().__contains__(space)

    wide = Track(tuple(WIDE), (13, 15), (24, 26))
    found = ways(wide, Counted({(29, lane) for lane in range(1, 6)}), 30, 3, 30)
    assert found.length == 28
    assert looks <= 30 * 5 * 3


def test_p27_no_way_is_taken_where_none_was_chosen():
    evening = up_to("roll")
    command = siena.read({"do": "roll", "value": 3})
    first = siena.ends(evening.state, 3)
    path = facts(follow(evening, command), "moved")["path"]
    assert [lane for _row, lane in path] in first.values()
