"""The lamp and ``/health/``: they tell the truth, also of what cannot be asked."""

import asyncio
import shutil
from collections import namedtuple
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError
from django.urls import reverse
from django.utils import timezone

from cagli_oca.asgi import application
from display import health, hub, screens
from display.models import Pulse, Screen
from referee import public, selectors, setting_up
from referee.models import LogRow
from tests.cast import opened, record, throw
from tests.sockets import WebsocketCommunicator

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def edition(db):
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    return edition


@pytest.fixture(autouse=True)
def _room(monkeypatch):
    """Whatever this machine's disk has left."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(1, 0, 50_000_000_000))


def parts(told):
    return {part["name"]: part for part in told["parts"]}


def test_all_well_is_200_with_numbers_and_without_sentences(edition, client):
    answer = client.get("/health/")
    told = answer.json()
    assert (answer.status_code, told["state"]) == (200, "good")
    assert told["version"]
    assert [part["name"] for part in told["parts"]] == list(health.NAMES)
    assert all("text" not in part for part in told["parts"])
    assert parts(told)["disk"]["free_bytes"] == 50_000_000_000
    assert "no-store" in answer["Cache-Control"]


def test_it_answers_without_any_edition(db, client):
    answer = client.get("/health/")
    assert answer.status_code == 200
    assert parts(answer.json())["recorded"]["seconds_ago"] is None


@pytest.mark.parametrize(("free", "state"), [(500_000_000, "warn"), (50_000_000, "bad")])
def test_a_disk_that_fills_is_told_and_503_when_it_is_full(
    edition, client, monkeypatch, free, state
):
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(1, 0, free))
    answer = client.get("/health/")
    assert answer.status_code == (503 if state == "bad" else 200)
    assert parts(answer.json())["disk"]["state"] == state


def test_a_database_that_does_not_answer_is_bad_and_no_traceback(edition, client, monkeypatch):
    def fails():
        raise OperationalError("disk I/O error")

    monkeypatch.setattr(selectors, "edition_current", fails)
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert parts(answer.json())["recorded"]["state"] == "bad"


def test_how_long_ago_was_recorded_gives_nothing_away_that_the_reveal_holds(
    edition, client, client_of, referee
):
    an_hour_ago = timezone.now() - timedelta(hours=1)
    for row in LogRow.objects.all():  # the tests' own database: the guard is not the point here
        LogRow.objects.filter(pk=row.pk)._raw_delete("default")
        row.recorded_at, row.digest, row._state.adding = an_hour_ago, "", True
        row.save()
    public.reveal_change(edition_id=edition.pk, after=60)
    record(edition, throw(3))
    assert parts(client.get("/health/").json())["recorded"]["seconds_ago"] >= 3600
    lamp = client_of(referee).get(reverse("display:lamp", args=[edition.pk])).json()
    assert parts(lamp)["recorded"]["seconds_ago"] < 600
    assert "1" in parts(lamp)["recorded"]["text"]


def test_a_row_of_a_clock_that_was_set_back_is_not_in_the_future():
    assert health.seconds_since(timezone.now() + timedelta(hours=1)) == 0


def paired(name, seconds_ago, *, behind=None):
    now = timezone.now()
    return Screen.objects.create(
        name=name,
        token_digest=name,
        heard_at=now - timedelta(seconds=seconds_ago),
        behind_since=behind and now - timedelta(seconds=behind),
        report={"view": "board"},
    )


@pytest.mark.parametrize(
    ("seconds_ago", "behind", "state"), [(1, None, "good"), (60, None, "warn"), (1, 30, "bad")]
)
def test_screens_at_the_present_are_counted(edition, seconds_ago, behind, state):
    paired("Mura", 1)
    paired("Torre", seconds_ago, behind=behind)
    told = parts(health.report())["screens"]
    assert (told["state"], told["paired"]) == (state, 2)
    assert told["present"] == (2 if state == "good" else 1)


def test_the_lamp_says_when_its_edition_is_not_on_the_screens(edition):
    other = opened()
    screens.screen_pair(code="XYZ234", name="Mura")
    assert parts(health.report(other.pk))["screens"]["state"] == "off"
    assert parts(health.report(other.pk))["screens"]["text"]


def test_phones_of_all_processes_count_and_the_slowest_tells_how_far_they_are_behind(edition):
    health.pulse_note("one", 40, 0.4)
    health.pulse_note("two", 2, 40.2)
    health.pulse_note("without phones", 0, 900)
    Pulse.objects.create(
        process="gone", public=7, behind=90, heard_at=timezone.now() - timedelta(minutes=1)
    )
    told = parts(health.report())["phones"]
    assert (told["state"], told["sockets"], told["behind_seconds"]) == ("bad", 42, 40)
    assert "40" in told["text"]
    Pulse.objects.filter(process="two").update(behind=1)
    assert parts(health.report())["phones"]["state"] == "good"


@pytest.mark.parametrize("name", ["backup", "mirror"])
def test_the_second_copy_and_the_mirror_speak_for_themselves(edition, client, monkeypatch, name):
    said = {
        "state": "bad",
        "since": "2026-08-09T21:14:00+02:00",
        "text": "since 21:14",
        "behind": 3,
    }
    monkeypatch.setattr(f"referee.{name}.status", lambda: said)
    assert parts(health.report(edition.pk))[name]["text"] == "since 21:14"
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert parts(answer.json())[name] == {"name": name, "state": "bad", "since": said["since"]}


@pytest.mark.parametrize("name", ["backup", "mirror"])
def test_since_when_a_copy_lags_is_not_public_while_the_reveal_may_hold_that_row(
    edition, client, monkeypatch, name
):
    said = {"state": "bad", "since": "2026-08-09T21:14:00+02:00", "text": "since 21:14"}
    monkeypatch.setattr(f"referee.{name}.status", lambda: said)
    public.reveal_change(edition_id=edition.pk, after=60)
    told = parts(client.get("/health/").json())[name]
    assert told == {"name": name, "state": "bad", "since": None}
    assert parts(health.report(edition.pk))[name]["since"] == said["since"]


@pytest.mark.django_db(transaction=True)
async def test_a_hub_notes_its_sockets_and_how_far_they_are_behind(monkeypatch):
    monkeypatch.setattr(hub, "PULSE_EVERY", 0.05)
    edition = await database_sync_to_async(opened)()
    await database_sync_to_async(setting_up.edition_make_current)(edition_id=edition.pk)
    socket = WebsocketCommunicator(application, "/ws/?lang=it")
    await socket.connect()
    await socket.receive_json_from()
    the_hub = hub.hub()

    async def told(wanted):
        for _ in range(100):
            part = parts(await database_sync_to_async(health.report)())["phones"]
            if wanted(part):
                return part
            await asyncio.sleep(0.05)
        raise AssertionError(part)

    await told(lambda part: part["sockets"] == 1 and part["state"] == "good")

    failed = asyncio.Event()
    loop = asyncio.get_running_loop()

    def fails():
        loop.call_soon_threadsafe(failed.set)
        raise OperationalError("locked")

    with monkeypatch.context() as patched:
        patched.setattr(selectors, "fingerprint", fails)
        await asyncio.wait_for(failed.wait(), 30)
        the_hub._up_to_date -= 40
        part = await told(lambda part: part["state"] == "bad")
        assert part["behind_seconds"] >= 40
    await told(lambda part: part["state"] == "good")
    await socket.disconnect()
