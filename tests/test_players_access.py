"""Who may open what of a game with players: person by address, and all that a phone may not."""

import json

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import NoReverseMatch, reverse

from cagli_oca.asgi import application
from display import hub
from display import urls as display_urls
from referee import access, people, urls
from tests.cast import PASSWORD
from tests.palio import palio, phone

pytestmark = pytest.mark.django_db

PEOPLE = ("spectator", "recorder", "speaker", "head-referee", "organiser", "anna")

JSON = "json"

LOOK = {"player": "bruno"}

# Address, method, body -> the answers in the order of PEOPLE.
TABLE = [
    ("referee:hand", "GET", None, (302, 403, 403, 403, 403, 200)),
    ("referee:hand_now", "GET", None, (401, 403, 403, 403, 403, 200)),
    ("referee:hand_held", JSON, LOOK, (401, 200, 403, 200, 200, 403)),
    ("referee:device_phone", "POST", LOOK, (302, 403, 403, 200, 200, 403)),
    ("display:edition_picture", "GET", None, (401, 200, 200, 200, 200, 200)),
    ("display:lamp", "GET", None, (401, 200, 200, 200, 200, 403)),
    ("display:speaker", "GET", None, (302, 200, 200, 200, 200, 403)),
    ("display:speech", "GET", None, (401, 200, 200, 200, 200, 403)),
    ("display:screens", "GET", None, (302, 403, 403, 200, 200, 403)),
]  # fmt: skip


@pytest.fixture
def edition():
    return palio("mossa_order")


def signed_in(who, edition, client_of):
    if who == "spectator":
        return Client()
    if who == "anna":
        return phone(edition, "anna")
    user = get_user_model().objects.create_user(who, password=PASSWORD)
    people.post_give(name=who, post=who)
    return client_of(user)


@pytest.mark.parametrize("who", PEOPLE)
def test_person_by_address(who, edition, client_of):
    client = signed_in(who, edition, client_of)
    for name, method, body, expected in TABLE:
        args = [] if name in ("display:speaker", "display:speech", "display:screens") else [1]
        url = reverse(name, args=[edition.pk] if args else [])
        if method == JSON:
            answer = client.post(url, json.dumps(body), content_type="application/json")
        else:
            answer = client.get(url) if method == "GET" else client.post(url, body)
        assert answer.status_code == expected[PEOPLE.index(who)], (who, name)


def addresses(edition):
    """Every address of the referees, with something in its place for each argument."""
    for pattern in urls.urlpatterns:
        name = f"referee:{pattern.name}"
        for args in ([], [edition.pk], [edition.pk, 1], [1], ["ABCD2345"]):
            try:
                yield name, reverse(name, args=args)
                break
            except NoReverseMatch:
                continue


def test_a_phone_has_no_way_to_any_other_page_of_the_referees(edition):
    client = phone(edition, "anna")
    tried = dict(addresses(edition))
    assert len(tried) == len(urls.urlpatterns)
    for name, url in tried.items():
        if name in access.PLAYERS_PAGES:
            continue
        for answer in (client.get(url), client.post(url, {}, content_type="application/json")):
            assert answer.status_code == 403, name
    assert client.get(tried["referee:hand"]).status_code == 200


def test_the_organiser_may_open_what_a_player_may_not_and_has_no_hand(edition, client_of):
    organiser = signed_in("organiser", edition, client_of)
    assert organiser.get(reverse("referee:log", args=[edition.pk])).status_code == 200
    assert organiser.get(reverse("referee:hand", args=[edition.pk])).status_code == 403


def test_a_phone_of_another_evening_sees_nothing_of_this_one(edition):
    other = palio("mossa_order", header={"edition": "2027"})
    client = phone(other, "anna")
    for name in ("referee:hand", "referee:hand_now", "display:edition_picture"):
        assert client.get(reverse(name, args=[edition.pk])).status_code == 403
    body = {"id": "x", "seen": 0, "command": {"do": "offer", "player": "anna", "cards": 1}}
    url = reverse("referee:command", args=[edition.pk])
    assert client.post(url, json.dumps(body), content_type="application/json").status_code == 403


def test_no_page_of_the_screens_is_a_players_for_being_one(edition):
    client, stranger = phone(edition, "anna"), Client()
    own = {"edition_picture"}
    for pattern in display_urls.urlpatterns:
        try:
            url = reverse(f"display:{pattern.name}")
        except NoReverseMatch:
            continue
        if pattern.name in own:
            continue
        mine, theirs = client.get(url), stranger.get(url)
        assert mine.status_code in (theirs.status_code, 403), pattern.name


@pytest.mark.django_db(transaction=True)
async def test_a_players_socket_is_closed_when_the_phone_is_cut_off(monkeypatch):
    monkeypatch.setattr(hub, "LOOK_EVERY", 0.1)
    edition = await sync_to_async(palio)()
    client = await sync_to_async(phone)(edition, "anna")
    cookie = f"sessionid={client.cookies['sessionid'].value}".encode()
    headers = [(b"cookie", cookie), (b"host", b"localhost"), (b"origin", b"http://localhost")]
    address = f"/ws/?edition={edition.pk}"
    socket = WebsocketCommunicator(application, address, headers=headers)
    connected, _protocol = await socket.connect()
    assert connected
    assert json.loads(await socket.receive_from(timeout=20))["edition"] == edition.pk
    await sync_to_async(phone)(edition, "anna")
    answer = await socket.receive_output(timeout=20)
    while answer["type"] == "websocket.send":
        answer = await socket.receive_output(timeout=20)
    assert (answer["type"], answer["code"]) == ("websocket.close", 4401)
    await socket.disconnect()
