"""Players' phones: each sees the own hand and enters the own cards, and nothing else."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from referee import devices, selectors
from referee.models import Device, Look
from tests.palio import HANDS, PLAYERS, pact, palio, phone, state, tap

pytestmark = pytest.mark.django_db


def now(client, edition):
    """What the player's page shows now."""
    return client.get(reverse("referee:hand_now", args=[edition.pk]))


def shown_cards(answer):
    """The cards on the page: kind -> how many."""
    found = re.findall(r'data-card="([^"]+)".*?<b>×(\d+)</b>', answer.content.decode(), re.DOTALL)
    return {kind: int(number) for kind, number in found}


def counted(hand):
    return {kind: hand.count(kind) for kind in hand}


# ------------------------------------------------------------------ joining


def test_the_tablets_page_offers_a_code_for_each_player_and_a_phone_joins_by_it(
    client_of, organiser
):
    edition = palio()
    head = client_of(organiser)
    page = head.get(reverse("referee:devices", args=[edition.pk])).content.decode()
    assert re.findall(r'name="player" value="([^"]+)"', page) == PLAYERS
    shown = head.post(reverse("referee:device_phone", args=[edition.pk]), {"player": "anna"})
    code = re.search(r'secret-word">([A-Z0-9 ]+)<', shown.content.decode())[1].replace(" ", "")
    client = Client()
    about = client.get(reverse("referee:pair", args=[code])).content.decode()
    assert "anna" in about and "password" not in about
    answer = client.post(reverse("referee:pair", args=[code]))
    assert answer["Location"] == reverse("referee:hand", args=[edition.pk])
    assert "anna" in client.get(answer["Location"]).content.decode()


def test_a_game_without_players_has_no_phones_for_them(client_of, organiser):
    from tests.cast import opened

    edition = opened()
    head = client_of(organiser)
    page = head.get(reverse("referee:devices", args=[edition.pk])).content.decode()
    assert 'name="player"' not in page
    asked = head.post(reverse("referee:device_phone", args=[edition.pk]), {"player": "anna"})
    assert asked.status_code == 422 and not Device.objects.exists()


def test_a_player_joins_again_on_another_phone_and_the_older_one_is_cut_off():
    edition = palio("mossa_order")
    old = phone(edition, "anna")
    assert now(old, edition).status_code == 200
    new = phone(edition, "anna")
    assert now(old, edition).status_code == 401
    assert tap(old, edition, {"do": "offer", "player": "anna", "cards": 1}).status_code == 401
    assert now(new, edition).status_code == 200
    assert Device.objects.filter(plays="anna").count() == 1


def test_the_head_referee_cuts_a_phone_off(client_of, organiser):
    edition = palio("mossa_order")
    client = phone(edition, "anna")
    device = devices.phone_of(edition.pk, "anna")
    url = reverse("referee:device_cut_off", args=[edition.pk, device.pk])
    client_of(organiser).post(url)
    assert now(client, edition).status_code == 401


def test_a_players_account_takes_a_free_name(django_user_model):
    django_user_model.objects.create_user("Anna", password="x")
    edition = palio()
    phone(edition, "anna")
    assert devices.phone_of(edition.pk, "anna").user.get_username() == "anna 2"


# ------------------------------------------------------------------ the hand


def test_a_phone_shows_the_own_hand_and_is_never_kept():
    edition = palio("mossa_cards")
    for player in PLAYERS:
        answer = now(phone(edition, player), edition)
        assert shown_cards(answer) == counted(HANDS[player])
        assert "no-store" in answer["Cache-Control"]


def test_the_page_itself_holds_no_card():
    edition = palio("mossa_cards")
    page = phone(edition, "anna").get(reverse("referee:hand", args=[edition.pk]))
    assert "data-card" not in page.content.decode()


def test_a_card_is_played_from_the_phone_and_leaves_the_hand():
    edition = palio("mossa_cards")
    client = phone(edition, "anna")
    target = state(edition).running[3]
    answer = tap(client, edition, pact("anna", "mossa-1", target))
    assert answer.json()["status"] == "recorded"
    assert selectors.head_row(edition).by == "anna"
    assert "mossa-1" not in shown_cards(now(client, edition))


def test_with_real_cards_the_phone_is_not_needed_for_them():
    edition = palio(header={"cards": "real"})
    assert "not needed" in now(phone(edition, "anna"), edition).content.decode()


@pytest.mark.parametrize(
    "command",
    [
        pact("bruno", "mossa+1", "oca"),
        {"do": "offer", "player": "carla", "cards": 1},
        {"do": "start"},
        {"do": "undo"},
        {"do": "roll", "value": 4},
        {"do": "deal", "program": True},
        {"do": "close", "reason": "…"},
    ],
    ids=json.dumps,
)
def test_a_phone_enters_nothing_but_what_its_player_plays(command):
    edition = palio("mossa_cards")
    head = selectors.head_row(edition).seq
    assert tap(phone(edition, "anna"), edition, command).status_code == 403
    assert selectors.head_row(edition).seq == head


# ------------------------------------------------------------------ a player without a phone


def look(client, edition, player):
    url = reverse("referee:hand_held", args=[edition.pk])
    body = json.dumps({"player": player})
    return client.post(url, body, content_type="application/json")


def test_the_mossiere_sees_the_hand_of_a_player_without_a_phone_and_the_player_is_told(
    client_of, organiser
):
    edition = palio("mossa_cards")
    mossiere = client_of(organiser)
    answer = look(mossiere, edition, "anna")
    assert "no-store" in answer["Cache-Control"]
    shown = re.findall(r"#s-card-([a-z0-9-]+).*?×(\d)", answer.json()["html"], re.DOTALL)
    assert dict(shown) == {
        "mossa-plus-1": "3",
        "mossa-minus-1": "1",
        "race-plus-1": "2",
        "race-minus-1": "1",
        "race-plus-2": "2",
    }
    assert [(one.player, one.by) for one in Look.objects.all()] == [("anna", organiser.username)]
    told = now(phone(edition, "anna"), edition).content.decode()
    assert f"{organiser.username} has looked at your hand" in told
    assert "has looked" not in now(phone(edition, "bruno"), edition).content.decode()


def test_of_a_player_with_a_phone_the_mossiere_sees_nothing_until_it_is_cut_off(
    client_of, organiser
):
    edition = palio("mossa_cards")
    phone(edition, "anna")
    mossiere = client_of(organiser)
    assert look(mossiere, edition, "anna").status_code == 403
    assert not Look.objects.exists()
    devices.device_cut_off(device_id=devices.phone_of(edition.pk, "anna").pk)
    assert look(mossiere, edition, "anna").status_code == 200


@pytest.mark.parametrize("player", ["nobody", "", "oca"])
def test_there_is_no_hand_of_somebody_who_does_not_play(player, client_of, organiser):
    edition = palio("mossa_cards")
    assert look(client_of(organiser), edition, player).status_code == 403


def test_with_real_cards_there_is_nothing_to_look_at(client_of, organiser):
    edition = palio("mossa_cards", header={"cards": "real"})
    assert look(client_of(organiser), edition, "anna").status_code == 403
    assert not Look.objects.exists()


def test_looking_is_only_asked_for_by_post(client_of, organiser):
    edition = palio("mossa_cards")
    url = reverse("referee:hand_held", args=[edition.pk])
    assert client_of(organiser).get(url).status_code == 405


def test_a_refusal_that_tells_of_a_hand_is_noted_as_a_look(client_of, organiser):
    edition = palio("mossa_cards")
    mossiere, target = client_of(organiser), state(edition).running[0]
    of_the_rules = tap(mossiere, edition, pact("anna", "race-2", target))
    assert of_the_rules.json()["rule"] == "P22" and not Look.objects.exists()
    played = tap(mossiere, edition, pact("anna", "mossa+1", target))
    assert played.status_code == 200 and not Look.objects.exists()
    tap(mossiere, edition, pact("anna", "mossa-1", target))
    missing = tap(mossiere, edition, pact("anna", "mossa-1", target))
    assert (missing.status_code, missing.json()["rule"]) == (422, "P11")
    assert [one.player for one in Look.objects.all()] == ["anna"]


def test_looking_at_what_a_card_would_do_tells_nothing_of_the_hand(client_of, organiser):
    edition = palio("mossa_cards", hands={**HANDS, "anna": ["race+1"] * 9})
    url = reverse("referee:preview", args=[edition.pk])
    body = json.dumps(pact("anna", "mossa+1", state(edition).running[0]))
    answer = client_of(organiser).post(url, body, content_type="application/json")
    assert answer.json()["status"] == "possible" and not Look.objects.exists()
