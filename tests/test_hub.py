"""Whom the hub serves first, what it merges, and whom it lets go."""

import asyncio

import pytest
from django.contrib.auth.models import AnonymousUser

from display import hub
from referee import news
from tests.cast import throw
from tests.test_screens import a_record, an_edition, hear, socket

pytestmark = pytest.mark.django_db(transaction=True)


class Told:
    """Stands for a socket: writes down what it is given, and when."""

    last = stuck_since = None
    aborted = False

    def __init__(self, diary=None, name=""):
        self.given, self.diary, self.name = [], diary if diary is not None else [], name

    def give(self, message):
        self.given.append(message)
        self.diary.append(self.name)

    nudge = give

    def abort(self):
        self.aborted = True

    def let_go(self):
        pass


async def until(condition, seconds=30):
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


VIEW = (None, "it")


async def test_referees_and_screens_are_served_before_the_crowd():
    edition, diary = await an_edition(), []
    crowd = [Told(diary, "phone") for _phone in range(3)]
    for one in crowd:
        hub.hub().join(VIEW, one, first=False)
    console, english = Told(diary, "console"), Told(diary, "english")
    hub.hub().join((edition.pk, "it"), console)
    hub.hub().join((None, "en"), english)
    await until(lambda: len(diary) == 5)
    diary.clear()
    await a_record(edition, throw(2))
    await until(lambda: len(diary) == 5)
    assert sorted(diary[:2]) == ["console", "english"] and diary[2:] == ["phone"] * 3
    for one in crowd:
        hub.hub().leave(VIEW, one)
    hub.hub().leave((edition.pk, "it"), console)
    hub.hub().leave((None, "en"), english)
    assert hub.hub().taken == 0 and not hub.hub()._tasks


async def test_a_burst_is_merged_for_the_crowd_and_for_no_screen(monkeypatch):
    monkeypatch.setattr(hub, "CROWD_EVERY", 1.0)
    edition = await an_edition()
    phone, screen = Told(), Told()
    hub.hub().join(VIEW, phone, first=False)
    hub.hub().join(VIEW, screen)
    await until(lambda: screen.given and phone.given)
    before = asyncio.get_running_loop().time()
    for number in range(2, 8):
        await a_record(edition, throw(1))
        await until(lambda number=number: len(screen.given) == number)
    await until(lambda: phone.given[-1] is screen.given[-1])
    passed = asyncio.get_running_loop().time() - before
    assert len(screen.given) == 7 and len(phone.given) <= 2 + passed
    for one in (phone, screen):
        hub.hub().leave(VIEW, one)


async def test_the_crowds_and_the_screens_socket_differ_by_their_address():
    await an_edition()
    opened = [socket("lang=it"), socket("lang=it", path="/display/ws/")]
    for one in opened:
        await one.connect()
        await hear(one)
    audience = hub.hub()._audiences[VIEW]
    assert (len(audience.first), len(audience.crowd)) == (1, 1)
    for one in opened:
        await one.disconnect()


async def test_who_joins_while_the_first_picture_is_built_is_given_it_once(monkeypatch):
    await an_edition()
    crowd = [Told() for _phone in range(4)]
    for one in crowd:
        hub.hub().join(VIEW, one, first=False)
    await until(lambda: all(one.given for one in crowd))
    await asyncio.sleep(2 * hub.CROWD_EVERY)
    assert [len(one.given) for one in crowd] == [1] * 4
    assert len({id(one.given[0]) for one in crowd}) == 1
    for one in crowd:
        hub.hub().leave(VIEW, one)


async def test_who_joins_after_a_while_is_shown_what_was_recorded_since(monkeypatch):
    """By another process that told nobody: the page that joins may show it already."""
    monkeypatch.setattr(hub, "LOOK_EVERY", 3600)
    edition = await an_edition()
    before, after = Told(), Told()
    hub.hub().join(VIEW, before)
    await until(lambda: before.given)
    await asyncio.sleep(2 * hub.FRESH)
    monkeypatch.setattr(news, "announce", lambda *_: None)
    await a_record(edition, throw(2))
    hub.hub().join(VIEW, after, first=False)
    await until(lambda: after.given)
    assert '"seq":1,' in after.given[0].text
    assert before.given[-1] is after.given[0] and len(before.given) == 2
    for one in (before, after):
        hub.hub().leave(VIEW, one)


async def test_who_has_taken_nothing_for_minutes_is_let_go(monkeypatch):
    monkeypatch.setattr(hub, "PULSE_EVERY", 0.05)
    await an_edition()
    stuck, slow, well = Told(), Told(), Told()
    now = hub.time.monotonic()
    stuck.stuck_since, slow.stuck_since = now - hub.STUCK_FOR - 1, now - hub.STUCK_FOR + 60
    for one in (stuck, slow, well):
        hub.hub().join(VIEW, one, first=False)
    await until(lambda: stuck.aborted)
    assert not slow.aborted and not well.aborted
    for one in (stuck, slow, well):
        hub.hub().leave(VIEW, one)


async def test_a_beat_reaches_everybody(monkeypatch):
    monkeypatch.setattr(hub, "BEAT_EVERY", 0.05)
    await an_edition()
    crowd = [Told() for _phone in range(3)]
    for one in crowd:
        hub.hub().join(VIEW, one, first=False)
    await until(lambda: all(hub.BEAT in one.given for one in crowd))
    for one in crowd:
        hub.hub().leave(VIEW, one)


async def test_nobody_looks_up_who_a_spectator_is(monkeypatch):
    looked_up = []

    async def stranger(scope):
        looked_up.append(scope["query_string"])
        return AnonymousUser()

    monkeypatch.setattr("channels.auth.get_user", stranger)
    edition = await an_edition()
    spectator, asks = socket("lang=it"), socket(f"lang=it&edition={edition.pk}")
    await spectator.connect()
    assert (await hear(spectator))["edition"] == edition.pk
    await asks.connect()
    assert looked_up == [f"lang=it&edition={edition.pk}".encode()]
    for one in (spectator, asks):
        await one.disconnect()
