"""Two players' cards at once: both count, in the order of arrival, unless one comes too late."""

import threading

import pytest
from django.db import connection

from referee import selectors, services
from referee.models import Disagreement
from tests.cast import record
from tests.palio import PLAYERS, pact, palio, phone, state, tap

pytestmark = pytest.mark.django_db


def can_be_played_upon(player):
    """A moment at which *player* may play a card on the pawn that is to roll."""
    from cagli_oca.games.siena.cards import beside

    return lambda state: state.turn in beside(state, player)


def in_the_race(player="anna"):
    return palio("roll", until=can_be_played_upon(player))


def cards(edition):
    return [
        (row.command["player"], row.by)
        for row in selectors.log(edition)
        if row.command.get("do") == "pact"
    ]


def test_two_cards_built_upon_the_same_state_are_both_recorded():
    edition = palio("mossa_cards")
    phones = {player: phone(edition, player) for player in PLAYERS}
    seen, target = selectors.head_row(edition).seq, state(edition).running[0]
    for player in PLAYERS:
        answer = tap(phones[player], edition, pact(player, "mossa+1", target), seen=seen)
        assert answer.status_code == 200
    assert cards(edition) == [(player, player) for player in PLAYERS]
    assert state(edition).mossa_cards[target] == 3
    assert not Disagreement.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_phones_that_play_at_the_same_instant_are_all_recorded():
    edition = palio("mossa_cards")
    phones = {player: phone(edition, player) for player in PLAYERS}
    seen, target = selectors.head_row(edition).seq, state(edition).running[0]
    together, answers = threading.Barrier(len(PLAYERS)), {}

    def play(player):
        together.wait()
        answer = tap(phones[player], edition, pact(player, "mossa+1", target), seen=seen)
        answers[player] = answer.status_code
        connection.close()

    threads = [threading.Thread(target=play, args=[player]) for player in PLAYERS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == dict.fromkeys(PLAYERS, 200)
    assert sorted(cards(edition)) == [(player, player) for player in PLAYERS]
    assert [row.seq for row in selectors.log(edition)] == list(
        range(selectors.head_row(edition).seq + 1)
    )


def test_the_same_tap_sent_again_is_one_card():
    edition = palio("mossa_cards")
    client, target = phone(edition, "anna"), state(edition).running[0]
    seen = selectors.head_row(edition).seq
    for _try in range(3):
        answer = tap(client, edition, pact("anna", "mossa+1", target), seen=seen, id="one-tap")
        assert answer.status_code == 200
    assert cards(edition) == [("anna", "anna")]


def test_a_card_after_its_targets_roll_comes_too_late_and_says_so():
    edition = in_the_race()
    client, target = phone(edition, "anna"), state(edition).turn
    seen = selectors.head_row(edition).seq
    record(edition, {"do": "roll", "value": 4})
    answer = tap(client, edition, pact("anna", "race+1", target), seen=seen)
    assert answer.status_code == 422
    assert answer.json()["rule"] == "P22" and "Too late" in answer.json()["message"]
    assert cards(edition) == []


def test_a_mossa_card_after_the_start_comes_too_late():
    edition = palio("mossa_cards")
    client, target = phone(edition, "anna"), state(edition).running[0]
    seen = selectors.head_row(edition).seq
    record(edition, {"do": "start"})
    answer = tap(client, edition, pact("anna", "mossa+1", target), seen=seen)
    assert (answer.status_code, answer.json()["rule"]) == (422, "P17")


def test_after_an_undo_in_between_a_card_has_to_be_played_anew():
    edition = palio("mossa_cards")
    client, target = phone(edition, "anna"), state(edition).running[0]
    record(edition, pact("bruno", "mossa-1", target))
    seen = selectors.head_row(edition).seq
    record(edition, {"do": "undo"})
    answer = tap(client, edition, pact("anna", "mossa+1", target), seen=seen)
    assert (answer.status_code, answer.json()["status"]) == (409, "stale")
    assert answer.json()["same"] is None
    assert cards(edition)[1:] == [] and not Disagreement.objects.exists()


def test_a_card_that_the_mossiere_has_just_entered_is_not_played_twice_by_the_phone():
    edition = palio("mossa_cards")
    client, target = phone(edition, "anna"), state(edition).running[0]
    seen = selectors.head_row(edition).seq
    record(edition, pact("carla", "mossa+1", target), pact("anna", "mossa+1", target))
    answer = tap(client, edition, pact("anna", "mossa+1", target), seen=seen)
    assert (answer.status_code, answer.json()["same"]) == (409, True)
    assert answer.json()["winner"]["seq"] == seen + 2
    again = tap(client, edition, pact("anna", "mossa+1", target))
    assert again.status_code == 200


def test_two_offers_at_once_are_both_recorded():
    edition = palio("decide")
    rincorsa = state(edition).owners[state(edition).turn]
    seen = selectors.head_row(edition).seq
    others = [player for player in PLAYERS if player != rincorsa]
    for player in others:
        offer = {"do": "offer", "player": player, "cards": 2}
        assert tap(phone(edition, player), edition, offer, seen=seen).status_code == 200
    assert state(edition).offers == dict.fromkeys(others, 2)


def test_an_offer_after_the_rincorsa_has_decided_comes_too_late():
    edition = palio("decide")
    rincorsa = state(edition).owners[state(edition).turn]
    player = next(player for player in PLAYERS if player != rincorsa)
    client, seen = phone(edition, player), selectors.head_row(edition).seq
    record(edition, {"do": "enter", "accept": []})
    answer = tap(client, edition, {"do": "offer", "player": player, "cards": 1}, seen=seen)
    assert (answer.status_code, answer.json()["rule"]) == (422, "P15")


def test_what_depends_on_the_order_is_stale_after_a_card():
    edition = in_the_race()
    seen = selectors.head_row(edition).seq
    record(edition, pact("anna", "race+1", state(edition).turn))
    with pytest.raises(services.Stale):
        services.command_submit(
            edition_id=edition.pk,
            command={"do": "roll", "value": 4},
            command_id="late",
            seen=seen,
            author=services.Author(by="rosa"),
        )
