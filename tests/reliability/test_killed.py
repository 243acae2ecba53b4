"""kill -9 in mid-evening: what was acknowledged is there, once and in order; the rest settles."""

import contextlib
import json
import time

import pytest

from tests.cast import LONG
from tests.reliability.conftest import Evening, assert_holds, rows_in
from tests.reliability.devices import NO_ANSWER, Screen, Tablet, recording
from tests.reliability.nursery import DURABLE, MOMENTS

KILLS = 200 if LONG else 20


def log(evening: Evening) -> list[tuple[int, str, str, str]]:
    return rows_in(evening.folder / "db.sqlite3", evening.edition)


def answered(tablets: list[Tablet]) -> int:
    return sum(len(tablet.acknowledged) for tablet in tablets)


def settle(evening: Evening, tablet: Tablet) -> bool | None:
    """The tablet's retry, and what it must say. Whether the command was in the log before it."""
    if tablet.waiting is None:
        return None
    sent = tablet.waiting
    before = [row[1] for row in log(evening)]
    assert before.count(sent.id) <= 1
    code, answer = tablet.insist()
    after = [row[1] for row in log(evening)]
    if sent.id in before:
        assert (code, answer["seq"]) == (200, before.index(sent.id)), answer
        assert after == before
    elif code == 200:
        assert after == [*before, sent.id]
    else:
        assert (code, after) == (409, before), answer
    return sent.id in before


def test_killed_at_random_moments_nothing_acknowledged_is_lost(evening, chance):
    tablets = [evening.tablet(), evening.tablet()]
    others = {row[1] for row in log(evening)}
    settled = []
    for kill in range(KILLS):
        evening.serve() if kill % 10 == 9 else evening.fork()
        screens = [evening.screen() for _ in range(5)]
        settled += [settle(evening, tablet) for tablet in tablets]
        heard, deadline = answered(tablets), time.monotonic() + 20
        with recording(*tablets) as stop:
            if chance.random() < 0.8:  # else perhaps before anything is recorded at all
                while answered(tablets) == heard and time.monotonic() < deadline:
                    stop.wait(0.001)
            stop.wait(chance.uniform(0, 0.1))
            evening.kill()
        assert {screen.close_code() for screen in screens} == {1006}
        evening.hang_up()

    evening.fork()
    for tablet in tablets:
        settled.append(settle(evening, tablet))
    rows = log(evening)
    acknowledged = tablets[0].acknowledged | tablets[1].acknowledged
    assert_holds(rows, acknowledged)
    for tablet in tablets:
        assert list(tablet.acknowledged.values()) == sorted(tablet.acknowledged.values())
    ours = {row[1] for row in rows} - others
    assert ours == set(acknowledged), "recorded, and no tablet ever learnt it"
    assert "ok" in evening.manage("check_log")
    assert evening.screen().picture()["seq"] == rows[-1][0]
    print(
        f"{KILLS} kills, {len(acknowledged)} actions acknowledged;"
        f" unanswered: {settled.count(True)} in the log, {settled.count(False)} not;"
        f" told to wait: {sum(tablet.busy for tablet in tablets)}"
    )
    assert len(acknowledged) >= KILLS / 2, "hardly anything was recorded: this is no test"


@pytest.mark.parametrize("moment", MOMENTS)
def test_killed_at_a_named_moment_the_command_is_there_once_or_not_at_all(evening, moment):
    evening.fork(die_at=moment)
    screens = [evening.screen() for _ in range(4)]
    before = log(evening)
    for screen in screens:
        assert screen.picture()["seq"] == len(before) - 1
    tablet = evening.tablet()
    tablet.seen = len(before) - 1
    with contextlib.suppress(*NO_ANSWER):
        tablet.send()
        # The broadcast runs beside the answer: only there it may have been sent already.
        assert moment == "half_the_screens_told"
    evening.wait_until_gone()
    told = [last_told(screen) for screen in screens]
    if moment == "half_the_screens_told":
        assert (told.count(None), told.count(len(before))) == (2, 2)
    elif moment != "answering":
        assert told == [None] * 4

    evening.fork()
    assert len(log(evening)) == len(before) + (moment in DURABLE)
    if tablet.waiting:
        assert settle(evening, tablet) == (moment in DURABLE)
    rows = log(evening)
    assert len(rows) == len(before) + 1
    assert_holds(rows, tablet.acknowledged)
    assert evening.screen().picture()["seq"] == len(before)


def last_told(screen: Screen) -> int | None:
    """The seq of the last picture that still came before the end."""
    told = None
    try:
        while True:
            _opcode, payload = screen.message()
            told = json.loads(payload).get("seq", told)
    except OSError:
        return told
