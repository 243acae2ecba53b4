"""The reveal: with "with the screen" nobody outside the referees learns what is held back."""

import json
import re
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse
from django.utils import timezone

from cagli_oca.asgi import application
from display import pictures
from referee import public, selectors, services, setting_up
from referee.models import LogRow
from tests.cast import HEADER, opened, record, throw
from tests.sockets import WebsocketCommunicator

pytestmark = pytest.mark.django_db

ORIGIN = [(b"origin", b"http://testserver"), (b"host", b"testserver")]

a_record = sync_to_async(record)
a_release = sync_to_async(public.reveal_release)
a_change = sync_to_async(public.reveal_change)


async def hear(communicator: WebsocketCommunicator) -> dict:
    return json.loads(await communicator.receive_from())


@pytest.fixture
def edition():
    """On the screens, with one throw seen live, then switched to a reveal of at most 60 s."""
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    record(edition, throw(1))
    public.reveal_change(edition_id=edition.pk, after=60)
    return edition


def public_seq() -> int:
    return pictures.picture(None, "it")["seq"]


def age(edition, seq: int, seconds: int) -> None:
    """Makes a row older (or younger) than it is, behind the log's back."""
    at = timezone.now() - timedelta(seconds=seconds)
    rows = LogRow.objects.filter(edition=edition, seq=seq)
    super(type(rows), rows).update(recorded_at=at)


def test_what_was_public_before_the_switch_stays_public(edition):
    assert public_seq() == 1


def test_a_new_entry_waits_and_the_referees_see_it_at_once(edition):
    record(edition, throw(2))
    assert public_seq() == 1
    seen = pictures.picture(edition.pk, "it")
    assert (seen["seq"], seen["held"]) == (2, 1)


def test_a_release_makes_public_what_was_seen_and_nothing_later(edition):
    record(edition, throw(2), throw(3))
    public.reveal_release(edition_id=edition.pk, seq=2)
    assert public_seq() == 2
    public.reveal_release(edition_id=edition.pk, seq=99)
    assert public_seq() == 3
    public.reveal_release(edition_id=edition.pk, seq=1)
    assert public_seq() == 3


def test_by_itself_after_the_set_time_and_in_order(edition):
    record(edition, throw(2), throw(3))
    age(edition, 2, 61)
    assert public_seq() == 2
    age(edition, 3, 61)
    age(edition, 2, 0)
    assert public_seq() == 3, "a row is never public before the one that precedes it"


def test_a_clock_set_back_holds_nothing_back(edition):
    record(edition, throw(2))
    age(edition, 2, -3600)
    assert public_seq() == 2


def test_a_longer_wait_or_going_live_hides_nothing_again(edition):
    record(edition, throw(2))
    age(edition, 2, 61)
    assert public_seq() == 2
    public.reveal_change(edition_id=edition.pk, after=600)
    assert public_seq() == 2
    record(edition, throw(3))
    assert public_seq() == 2
    public.reveal_change(edition_id=edition.pk, after=None)
    assert public_seq() == 3


def test_the_fingerprint_changes_with_a_release_and_with_time(edition):
    record(edition, throw(2))
    seen = [selectors.fingerprint()]
    age(edition, 2, 61)
    seen.append(selectors.fingerprint())
    record(edition, throw(3))
    seen.append(selectors.fingerprint())
    public.reveal_release(edition_id=edition.pk, seq=3)
    seen.append(selectors.fingerprint())
    assert len(set(seen)) == 4


def test_an_undo_that_is_held_back_strikes_nothing_through_yet(edition):
    record(edition, {"do": "undo"})
    picture = pictures.picture(None, "it")
    assert [h["taken_back"] for h in picture["happenings"]] == [False]
    assert picture["board"]["quarters"]["andrea"]["square"] == 1


def test_a_win_that_is_held_back_is_told_nowhere(client):
    position = "throw 0 *andrea:53 agostino:0 francesco:0 angelo:0"
    edition = opened({**HEADER, "position": position})
    setting_up.edition_make_current(edition_id=edition.pk)
    public.reveal_change(edition_id=edition.pk, after=60)
    before = {name: client.get(reverse(name)).content for name in PAGES}
    record(edition, throw(1))
    after = {name: client.get(reverse(name)).content for name in PAGES}
    for name in PAGES:
        assert same(before[name]) == same(after[name]), name


def test_an_amendment_that_is_held_back_is_on_no_page(edition, client):
    before = {name: client.get(reverse(name)).content for name in PAGES}
    board = {"goose": [7], "death": [44], "spervengolo": [30]}
    record(edition, {"do": "amend", "board": board, "reason": "x"})
    for name in PAGES:
        assert same(client.get(reverse(name)).content) == same(before[name]), name


PAGES = [
    f"display:{name}"
    for name in ("phone", "projector", "overlay", "board_json", "history", "rules", "readings")
]


def same(page: bytes) -> str:
    """A page without what differs between any two requests."""
    text = page.decode()
    return re.sub(r'data-server-time="\d+"|(value|content)="\w{64}"', "", text)


def test_a_draft_that_goes_with_the_screen_opens_publicly(client):
    edition = setting_up.edition_create(header=HEADER)
    setting_up.edition_make_current(edition_id=edition.pk)
    public.reveal_change(edition_id=edition.pk, after=30)
    setting_up.edition_open(edition_id=edition.pk, author=services.Author(), command_id="o")
    assert public_seq() == 0
    told = json.loads(client.get(reverse("display:board_json")).content)
    assert told["stage"] == "before" and told["held"] == 0


# ------------------------------------------------------------------ on the wire


@pytest.mark.django_db(transaction=True)
async def test_the_public_socket_says_nothing_until_the_release(edition):
    spectator = WebsocketCommunicator(application, "/ws/?lang=it", headers=ORIGIN)
    await spectator.connect()
    assert (await hear(spectator))["seq"] == 1
    await a_record(edition, throw(3))
    assert await spectator.receive_nothing(timeout=1.5)
    late = WebsocketCommunicator(application, "/ws/?lang=it", headers=ORIGIN)
    await late.connect()
    assert (await hear(late))["seq"] == 1
    await a_release(edition_id=edition.pk, seq=2)
    for screen in (spectator, late):
        picture = await hear(screen)
        assert (picture["seq"], picture["held"]) == (2, 0)
        assert picture["happenings"][-1]["event"] == "throw"
        await screen.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_the_public_hears_by_itself_when_the_time_is_over(edition):
    await a_change(edition_id=edition.pk, after=1)
    spectator = WebsocketCommunicator(application, "/ws/?lang=it", headers=ORIGIN)
    await spectator.connect()
    await hear(spectator)
    await a_record(edition, throw(2))
    assert (await hear(spectator))["seq"] == 2
    await spectator.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_referees_socket_hears_at_once_what_is_held_and_when_it_is_released(
    edition, client, referee
):
    url = f"/ws/?lang=it&edition={edition.pk}"
    await sync_to_async(client.force_login)(referee)
    cookie = f"sessionid={client.cookies['sessionid'].value}".encode()
    tablet = WebsocketCommunicator(application, url, headers=[*ORIGIN, (b"cookie", cookie)])
    await tablet.connect()
    assert (await hear(tablet))["held"] == 0
    await a_record(edition, throw(2))
    told = await hear(tablet)
    assert (told["seq"], told["held"]) == (2, 1)
    await a_release(edition_id=edition.pk, seq=2)
    assert (await hear(tablet))["held"] == 0
    await tablet.disconnect()
