"""A clock that jumps, midnight, the end of daylight saving time: the order is the log's, never the
clock's, and nobody waits for an hour that was.
"""

import io
import random
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from cagli_oca.games.core import Evening
from display import pictures
from referee import checks, public, selectors, setting_up
from referee.management.commands.rehearse import play_on, rehearsal_header
from referee.models import Edition
from tests.cast import AUTHOR, HEADER, opened, record, throw
from tests.reliability.conftest import assert_holds, rows_in

ROME = ZoneInfo("Europe/Rome")
HOUR = timedelta(hours=1)


class Clock:
    """The server's, to be set."""

    def __init__(self) -> None:
        self.at = datetime(2026, 8, 9, 21, 30, tzinfo=ROME).astimezone(UTC)

    def __call__(self) -> datetime:
        self.at += timedelta(milliseconds=250)
        return self.at

    def jump(self, by: timedelta) -> None:
        self.at += by


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    return clock


def public_seq() -> int:
    return pictures.picture(None, "it")["seq"]


@pytest.mark.django_db
def test_an_evening_under_a_jumping_clock_is_the_same_evening(clock):
    chance = random.Random(7)
    header = rehearsal_header(HEADER["game"], 7, chance)
    edition = setting_up.edition_create(header=header)
    setting_up.edition_make_current(edition_id=edition.pk)
    edition = setting_up.edition_open(edition_id=edition.pk, author=AUTHOR, command_id="open")
    jumps = random.Random(11)

    def recorded(evening: Evening, command):
        clock.jump(jumps.choice([-HOUR, timedelta(seconds=20), timedelta(seconds=40), HOUR]))
        row = record(edition, command)
        assert public_seq() == row.seq
        return evening.follow(row.resolved())

    end = play_on(selectors.evening(edition), chance, 40, recorded)

    rows = list(selectors.log(edition))
    times = [row.recorded_at for row in rows]
    assert times != sorted(times), "the clock has not jumped"
    assert checks.check_log(edition) == []
    assert selectors.evening(edition).state == end.state
    told, _older = pictures.history(edition, None)
    assert [happening["seq"] for happening in told] == sorted(
        (happening["seq"] for happening in told), reverse=True
    )
    file = "\n".join(selectors.export_lines(edition)).encode()
    copy = setting_up.evening_import(stream=io.BytesIO(file))
    assert selectors.evening(copy).state == end.state
    assert "\n".join(selectors.export_lines(copy)).encode() == file


@pytest.mark.django_db
@pytest.mark.parametrize("by", [-HOUR, HOUR])
def test_with_the_reveal_nobody_waits_longer_because_the_clock_jumped(clock, by):
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    public.reveal_change(edition_id=edition.pk, after=60)
    record(edition, throw(5))
    assert public_seq() == 0
    clock.jump(by)
    assert public_seq() == 1, "what was held by the old clock is let go"
    record(edition, throw(3))
    assert public_seq() == 1, "what was recorded since waits its minute"
    clock.jump(timedelta(seconds=61))
    assert public_seq() == 2


@pytest.mark.django_db
def test_midnight_changes_nothing_on_the_screens(clock):
    clock.at = datetime(2026, 8, 9, 23, 59, 50, tzinfo=ROME).astimezone(UTC)
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    record(edition, throw(5))
    before = pictures.picture(None, "it")
    clock.jump(timedelta(seconds=20))
    assert timezone.localdate().isoformat() > HEADER["held_on"]
    assert pictures.picture(None, "it") == before
    record(edition, throw(3))
    picture = pictures.picture(None, "it")
    assert (picture["stage"], picture["seq"]) == ("play", 2)
    assert [h["at"][:10] for h in picture["happenings"]] == ["2026-08-09", "2026-08-10"]


@pytest.mark.django_db
def test_at_midnight_the_screens_look_again_what_day_it_is(clock):
    setting_up.edition_create(header=HEADER)
    clock.at = datetime(2026, 8, 9, 23, 59, 50, tzinfo=ROME).astimezone(UTC)
    before, coming = selectors.fingerprint(), pictures.picture(None, "it")["coming"]
    clock.jump(timedelta(seconds=20))
    assert coming is not None and pictures.picture(None, "it")["coming"] is None
    assert selectors.fingerprint() != before


@pytest.fixture
def last_hour_of_summer(clock) -> Edition:
    """Two throws: just before three o'clock, summer time, and a minute later: past two."""
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    clock.at = datetime(2026, 10, 25, 0, 59, 30, tzinfo=UTC)
    record(edition, throw(5))
    clock.jump(timedelta(minutes=1))
    record(edition, throw(3))
    return edition


@pytest.mark.django_db
def test_at_the_end_of_summer_time_the_order_stays_and_no_hour_is_ambiguous(last_hour_of_summer):
    edition = last_hour_of_summer
    first, second = pictures.picture(None, "it")["happenings"]
    assert (first["seq"], second["seq"]) == (1, 2)
    assert (first["at"][:16], second["at"][:16]) == ("2026-10-25T02:59", "2026-10-25T02:00")
    assert (first["at"][-6:], second["at"][-6:]) == ("+02:00", "+01:00")
    _header, *actions = selectors.export_lines(edition)
    assert "2026-10-25T00:59" in actions[0] and "2026-10-25T01:00" in actions[1]
    assert checks.check_log(edition) == []


@pytest.mark.django_db
def test_the_log_page_tells_them_newest_first(last_hour_of_summer, client_of, organiser):
    page = client_of(organiser).get(f"/referee/{last_hour_of_summer.pk}/log/").content.decode()
    assert page.index("02:00") < page.index("02:59")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("hour", "is_one"),
    [("2026-10-25T02:30", False), ("2026-03-29T02:30", False), ("2026-10-25T03:30", True)],
    ids=["there twice", "not there", "plain"],
)
def test_a_start_at_an_hour_that_is_twice_or_not_at_all_is_asked_again(
    hour, is_one, client_of, organiser
):
    edition = opened()
    form = {"form": "start", "starts_at": hour}
    answer = client_of(organiser).post(f"/referee/{edition.pk}/public/", form)
    edition.refresh_from_db()
    assert (edition.starts_at is not None) == is_one
    assert answer.status_code == (302 if is_one else 200)
    if not is_one:
        assert "Europe/Rome" in answer.content.decode()


def test_a_server_started_again_with_another_clock_goes_on(evening):
    tablet, acknowledged = evening.tablet(), {}
    for clock in (0, 3600, -3600, 86400 * 3):
        evening.fork(clock=clock)
        screen = evening.screen()
        tablet.seen = screen.picture()["seq"]
        for _action in range(3):
            assert tablet.send()[0] == 200
        while screen.picture()["seq"] < tablet.seen:
            pass
        acknowledged |= tablet.acknowledged
        evening.hang_up()
        evening.kill()
    assert_holds(rows_in(evening.folder / "db.sqlite3", evening.edition), acknowledged)
    assert "ok" in evening.manage("check_log")
