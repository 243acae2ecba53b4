"""Tablets signed in by a code: once, within five minutes, for one post and one evening."""

import json
import re
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cagli_oca.asgi import application
from display import hub
from referee import devices, people, posts, selectors, setting_up
from referee.models import Device
from tests.cast import HEADER, opened, throw
from tests.sockets import WebsocketCommunicator

pytestmark = pytest.mark.django_db

PIN = "4711"


@pytest.fixture
def edition():
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    return edition


def paired(edition, post="recorder", name="Ugo", client=None):
    """A tablet that is signed in: its client and its row."""
    waiting, code = devices.device_pair(
        edition_id=edition.pk, name=name, post=post, lock_after=20
    )  # fmt: skip
    tablet = client or Client()
    assert claim(tablet, code).status_code == 302
    waiting.refresh_from_db()
    return tablet, waiting


def claim(tablet, code, pin=PIN, again=None):
    url = reverse("referee:pair", args=[code])
    return tablet.post(url, {"password": pin, "again": again or pin})


def see(tablet, edition, name="console"):
    return tablet.get(reverse(f"referee:{name}", args=[edition.pk])).status_code


def tap(tablet, edition, command=None):
    body = {"id": "tap", "seen": 0, "command": command or throw(4)}
    url = reverse("referee:command", args=[edition.pk])
    return tablet.post(url, json.dumps(body), content_type="application/json")


def left_alone(device):
    """As after more minutes than it stays open."""
    Device.objects.filter(pk=device.pk).update(awake_until=timezone.now() - timedelta(seconds=1))


# ------------------------------------------------------------------ pairing


def test_a_tablet_is_signed_in_with_the_code_that_the_head_referee_shows(
    edition, client_of, organiser
):
    form = {"name": "Ugo", "post": "recorder", "lock_after": "10"}
    shown = client_of(organiser).post(reverse("referee:device_new", args=[edition.pk]), form)
    page = shown.content.decode()
    code = re.search(r'secret-word">([A-Z0-9 ]+)<', page)[1]
    assert f"/referee/pair/{code.replace(' ', '')}/" in page and "<svg" in page
    tablet = Client()
    typed = tablet.get(reverse("referee:pair_typed"), {"code": code.lower()})
    assert tablet.get(typed["Location"]).status_code == 200
    answer = claim(tablet, code.replace(" ", ""))
    assert answer["Location"] == reverse("referee:console", args=[edition.pk])
    assert tap(tablet, edition).json()["status"] == "recorded"
    assert selectors.head_row(edition).by == "Ugo"


def test_looking_at_the_code_uses_nothing_up(edition):
    _device, code = devices.device_pair(
        edition_id=edition.pk, name="Ugo", post="recorder", lock_after=20
    )
    preview = Client()
    for _look in range(3):
        assert preview.get(reverse("referee:pair", args=[code])).status_code == 200
    assert claim(Client(), code).status_code == 302


def test_the_code_works_once(edition):
    _device, code = devices.device_pair(
        edition_id=edition.pk, name="Ugo", post="recorder", lock_after=20
    )
    assert claim(Client(), code).status_code == 302
    second = Client()
    assert claim(second, code).status_code == 404
    assert see(second, edition) == 302


def test_of_two_tablets_that_claim_the_same_code_at_once_one_has_it(edition, monkeypatch):
    _device, code = devices.device_pair(
        edition_id=edition.pk, name="Ugo", post="recorder", lock_after=20
    )
    both_see_it_waiting = devices.device_of_code(code)
    assert devices.device_claim(code=code, pin=PIN) is not None
    monkeypatch.setattr(devices, "device_of_code", lambda _code: both_see_it_waiting)
    assert devices.device_claim(code=code, pin="9182") is None


def test_the_code_works_for_five_minutes(edition):
    device, code = devices.device_pair(
        edition_id=edition.pk, name="Ugo", post="recorder", lock_after=20
    )
    assert device.code_until - timezone.now() <= timedelta(minutes=5)
    Device.objects.update(code_until=timezone.now())
    late = Client()
    assert late.get(reverse("referee:pair", args=[code])).status_code == 404
    assert claim(late, code).status_code == 404
    device.refresh_from_db()
    assert devices.state_of(device) == "late"


def test_a_code_is_stored_as_its_digest_and_a_pin_hashed(edition):
    _device, code = devices.device_pair(
        edition_id=edition.pk, name="Ugo", post="recorder", lock_after=20
    )
    assert code not in str(Device.objects.values_list().get())
    claim(Client(), code)
    assert PIN not in str(Device.objects.values("pin", "code_digest").get())


@pytest.mark.parametrize("pin", ["", "123", "123456789", "1111", "1234", "4321", "12a4", "١٢٣٥"])
def test_a_pin_that_is_guessed_first_is_refused_and_the_code_still_works(edition, pin):
    _device, code = devices.device_pair(
        edition_id=edition.pk, name="Ugo", post="recorder", lock_after=20
    )
    assert claim(Client(), code, pin).status_code == 422
    assert claim(Client(), code, PIN, again="4712").status_code == 422
    assert claim(Client(), code).status_code == 302


@pytest.mark.parametrize(
    "form",
    [
        {"name": "", "post": "recorder", "lock_after": "20"},
        {"name": "rosa", "post": "recorder", "lock_after": "20"},
        {"name": "Ugo", "post": "organiser", "lock_after": "20"},
        {"name": "Ugo", "post": "recorder", "lock_after": "9999"},
        {"name": "Ugo", "post": "recorder", "lock_after": "x"},
        {},
    ],
)
def test_a_tablet_that_cannot_be_is_told_why(edition, client_of, organiser, referee, form):
    answer = client_of(organiser).post(reverse("referee:device_new", args=[edition.pk]), form)
    assert (answer.status_code, 'role="alert"' in answer.content.decode()) == (422, True)
    assert not Device.objects.exists()


def test_a_name_that_is_in_use_is_cut_off_before_it_is_given_again(edition):
    old, device = paired(edition)
    with pytest.raises(people.Unfit):
        paired(edition)
    devices.device_cut_off(device_id=device.pk)
    new, again = paired(edition, post="speaker")
    assert again.pk == device.pk
    assert (see(old, edition), see(new, edition)) == (302, 200)
    assert posts.post_of(again.user) == "speaker"


def test_whoever_was_signed_in_on_the_browser_is_so_no_longer(edition, client_of, organiser):
    tablet, _device = paired(edition, client=client_of(organiser))
    assert tablet.get(reverse("referee:people")).status_code == 403


# ------------------------------------------------------------------ one post, one evening


@pytest.mark.parametrize(
    ("post", "rain", "home"),
    [("recorder", 403, "console"), ("head-referee", 200, "console"), ("speaker", 403, "speaker")],
)
def test_a_tablet_has_its_post_and_no_other(edition, post, rain, home):
    tablet, device = paired(edition, post)
    assert tap(tablet, edition, {"do": "suspend", "reason": "x"}).status_code == rain
    answer = tablet.get(reverse("referee:lock"))
    assert home in answer["Location"] or answer["Location"].endswith(f"/{edition.pk}/")
    assert tablet.get(reverse("referee:people")).status_code == 403


def test_a_tablet_has_no_way_into_another_evening(edition):
    other = opened({**HEADER, "edition": "2027", "title": "Palio 2027"})
    tablet, _device = paired(edition, "head-referee")
    for name in ("console", "panel", "side", "log", "amend", "public", "devices"):
        assert (name, see(tablet, edition, name)) == (name, 200)
        assert (name, see(tablet, other, name)) == (name, 403)
    assert tap(tablet, other).status_code == 403
    assert "Palio 2027" not in tablet.get(reverse("referee:editions")).content.decode()


def test_a_speakers_tablet_reads_its_own_evening_only(edition):
    tablet, _device = paired(edition, "speaker")
    assert tablet.get(reverse("display:speaker")).status_code == 200
    other = opened({**HEADER, "edition": "2027"})
    setting_up.edition_make_current(edition_id=other.pk)
    assert tablet.get(reverse("display:speaker")).status_code == 403
    assert tablet.get(reverse("display:speech")).status_code == 403


# ------------------------------------------------------------------ lock


def test_a_tablet_left_alone_asks_for_its_pin_and_shows_nothing(edition):
    tablet, device = paired(edition)
    left_alone(device)
    answer = tablet.get(reverse("referee:console", args=[edition.pk]), follow=True)
    assert answer.redirect_chain[-1][0].startswith(reverse("referee:lock"))
    assert edition.name not in answer.content.decode()
    refused = tap(tablet, edition)
    assert (refused.status_code, refused.json()["status"]) == (401, "signed_out")
    assert see(tablet, edition, "panel") == 401
    assert selectors.head_row(edition).seq == 0
    opened_again = tablet.post(
        reverse("referee:lock"),
        {"password": PIN, "next": reverse("referee:log", args=[edition.pk])},
    )
    assert opened_again["Location"] == reverse("referee:log", args=[edition.pk])
    assert tap(tablet, edition).status_code == 200


def test_taps_keep_a_tablet_open_and_looking_does_not(edition):
    tablet, device = paired(edition)
    nearly = timezone.now() + timedelta(minutes=1)
    Device.objects.update(awake_until=nearly)
    assert see(tablet, edition, "panel") == 200
    here = reverse("referee:here", args=[edition.pk])
    assert tablet.post(here, "{}", content_type="application/json").status_code == 200
    assert Device.objects.get().awake_until == nearly
    tablet.post(reverse("referee:awake"), "{}", content_type="application/json")
    assert Device.objects.get().awake_until > nearly + timedelta(minutes=10)


def test_a_tablet_can_be_locked_at_once(edition):
    tablet, _device = paired(edition)
    assert tablet.post(reverse("referee:lock_now"))["Location"] == reverse("referee:lock")
    assert see(tablet, edition) == 302


def test_opening_leads_to_no_other_site(edition):
    tablet, device = paired(edition)
    left_alone(device)
    form = {"password": PIN, "next": "https://evil.example/"}
    answer = tablet.post(reverse("referee:lock"), form)
    assert answer["Location"] == reverse("referee:console", args=[edition.pk])


def test_five_wrong_pins_lock_this_tablet_and_no_other(edition):
    tablet, device = paired(edition)
    other, second = paired(edition, name="Pia")
    left_alone(device)
    left_alone(second)
    url = reverse("referee:lock")
    codes = [tablet.post(url, {"password": "0000"}).status_code for _try in range(5)]
    assert codes == [200, 200, 200, 200, 429]
    assert tablet.post(url, {"password": PIN}).status_code == 429
    assert other.post(url, {"password": PIN}).status_code == 302
    code = devices.device_code(device_id=device.pk)
    assert claim(tablet, code).status_code == 302
    assert see(tablet, edition) == 200


def test_a_right_pin_forgets_the_wrong_ones(edition):
    tablet, device = paired(edition)
    for _round in range(3):
        left_alone(device)
        for _try in range(4):
            tablet.post(reverse("referee:lock"), {"password": "0000"})
        assert tablet.post(reverse("referee:lock"), {"password": PIN}).status_code == 302


def test_a_pin_opens_nothing_without_its_tablet(edition, client):
    _tablet, device = paired(edition)
    left_alone(device)
    client.post(reverse("referee:lock"), {"password": PIN})
    assert see(client, edition) == 302
    form = {"username": "Ugo", "password": PIN}
    assert client.post(reverse("referee:login"), form).status_code == 200


# ------------------------------------------------------------------ cut off


def test_a_tablet_is_cut_off_at_once(edition, client_of, organiser):
    tablet, device = paired(edition)
    url = reverse("referee:device_cut_off", args=[edition.pk, device.pk])
    client_of(organiser).post(url)
    assert (see(tablet, edition), tap(tablet, edition).status_code) == (302, 401)
    assert devices.state_of(devices.device_get(device.pk)) == "cut_off"


def test_a_tablet_that_is_no_longer_waited_for_leaves_nothing(edition):
    device, code = devices.device_pair(
        edition_id=edition.pk, name="Ugo", post="recorder", lock_after=20
    )
    devices.device_cut_off(device_id=device.pk)
    assert not Device.objects.exists()
    assert claim(Client(), code).status_code == 404


def test_a_tablet_of_another_evening_is_not_this_pages_to_cut_off(edition, client_of, organiser):
    _tablet, device = paired(edition)
    other = opened({**HEADER, "edition": "2027"})
    for name in ("device_cut_off", "device_code"):
        url = reverse(f"referee:{name}", args=[other.pk, device.pk])
        assert client_of(organiser).post(url).status_code == 404


def test_the_page_tells_when_the_code_was_used(edition, client_of, organiser):
    device, code = devices.device_pair(
        edition_id=edition.pk, name="Ugo", post="recorder", lock_after=20
    )
    url = reverse("referee:devices_list", args=[edition.pk])
    before = client_of(organiser).get(url, {"waiting": device.pk}).content.decode()
    claim(Client(), code)
    after = client_of(organiser).get(url, {"waiting": device.pk}).content.decode()
    assert ("hx-swap-oob" in before, "hx-swap-oob" in after) == (False, True)


def test_the_list_names_no_tablet_of_another_evening(edition, client_of, organiser):
    _tablet, device = paired(edition, name="Ugo")
    other = opened({**HEADER, "edition": "2027"})
    url = reverse("referee:devices_list", args=[other.pk])
    told = client_of(organiser).get(url, {"waiting": device.pk}).content.decode()
    assert ("Ugo" in told, "hx-swap-oob" in told) == (False, False)


# ------------------------------------------------------------------ sockets


def socket_of(client, edition):
    cookie = f"sessionid={client.cookies['sessionid'].value}".encode()
    headers = [(b"origin", b"http://testserver"), (b"host", b"testserver"), (b"cookie", cookie)]
    url = f"/ws/?lang=it&edition={edition.pk}"
    return WebsocketCommunicator(application, url, headers=headers)


async def closed_with(socket) -> int:
    """The code with which the server closes it, whatever it sends before."""
    while True:
        message = await socket.receive_output()
        if message["type"] == "websocket.close":
            return message["code"]


@pytest.fixture
def evening(transactional_db):
    return opened()


@pytest.mark.parametrize("how", ["cut off", "locked", "signed out"])
async def test_an_open_socket_ends_with_the_right_to_it(evening, how, monkeypatch):
    monkeypatch.setattr(hub, "LOOK_EVERY", 0.05)
    tablet, device = await sync_to_async(paired)(evening)
    socket = socket_of(tablet, evening)
    await socket.connect()
    assert json.loads(await socket.receive_from())["edition"] == evening.pk
    if how == "cut off":
        await sync_to_async(devices.device_cut_off)(device_id=device.pk)
    elif how == "locked":
        await sync_to_async(devices.device_lock)(device)
    else:
        await sync_to_async(tablet.post)(reverse("referee:logout"))
    assert await closed_with(socket) == 4401
    await socket.disconnect()


@pytest.mark.parametrize("how", ["of another evening", "locked", "without a post"])
async def test_who_may_not_see_an_evening_has_no_socket_of_it(evening, how):
    tablet, device = await sync_to_async(paired)(evening)
    wanted = evening
    if how == "of another evening":
        wanted = await sync_to_async(opened)({**HEADER, "edition": "2027"})
    elif how == "locked":
        await sync_to_async(left_alone)(device)
    else:
        await sync_to_async(people.post_give)(name="Ugo", post="")
    socket = socket_of(tablet, wanted)
    await socket.connect()
    assert await closed_with(socket) == 4401
    await socket.disconnect()
