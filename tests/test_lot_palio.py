"""The Palio's draws: hands sealed in the chain, told after the race, and all of it recomputed."""

import hashlib
import json
import random
from datetime import timedelta

import pytest
from django.utils import timezone

from cagli_oca.games import siena
from cagli_oca.games.core import UNDO
from cagli_oca.games.siena import rehearsal
from referee import public_log, selectors, services, setting_up
from referee.models import canonical
from tests.cast import opened, record
from tests.palio import HEADER, PLAYERS
from tests.test_lot import verified

pytestmark = pytest.mark.django_db

DRAWS = {"draw_ten", "draw_contrada", "tratta", "deal", "mossa_order", "enter", "draw_three"}
NUMBERS = {"anna": 4, "bruno": 17, "carla": 999_999}


def an_evening(seed, mode="straordinario", until="over"):
    """A rehearsed evening in which the program draws all that can be drawn."""
    edition = setting_up.edition_create(header={**HEADER, "mode": mode}, secret=f"secret {seed}")
    setting_up.edition_change(
        edition_id=edition.pk, header=edition.header, sample=False, numbers=NUMBERS
    )
    edition = setting_up.edition_open(
        edition_id=edition.pk,
        author=services.Author(by="rosa"),
        command_id=services.new_command_id(),
    )
    chance, commands = random.Random(seed), []
    while not siena.over(state := selectors.evening(edition).state) and state.phase != until:
        command = siena.suggest(state, chance)
        if command["do"] in DRAWS:
            asked = {"do": command["do"], "program": True}
            if command["do"] == "enter":
                asked["accept"] = list(state.offers)
            command = asked
        if commands and chance.randrange(12) == 0:
            command = {"do": UNDO}
        elif command["do"] == "close":
            continue
        record(edition, command)
        commands.append(command)
    return edition


def later(monkeypatch):
    now = timezone.now() + public_log.SECRET_AFTER + timedelta(seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: now)


@pytest.mark.parametrize(("seed", "mode"), [(1, "straordinario"), (2, "provenzano")])
def test_every_draw_of_a_palio_is_recomputed_by_the_page_and_by_the_script(
    seed, mode, tmp_path, monkeypatch
):
    edition = an_evening(seed, mode)
    later(monkeypatch)
    drawn = public_log.draws(edition)
    assert {json.loads(row.action)["do"] for row in selectors.log(edition) if row.seq} >= {
        "deal",
        "tratta",
        "mossa_order",
    }
    assert drawn and all(draw.fits and draw.line_fits for draw in drawn)
    well, told = verified(tmp_path, public_log.chain_lines(edition))
    assert well, told
    assert told.count("  ok  ") == len(drawn)
    assert "it is told, and fits" in told


def test_a_hand_is_sealed_in_the_chain_by_a_salted_hash_of_its_own():
    edition = an_evening(3, until="mossa_order")
    dealt = next(row for row in selectors.log(edition) if row.name == "deal")
    public = dealt.public_part()
    assert "hands" not in json.dumps(public)
    assert set(dealt.hidden()["action"]["hands"]) == set(PLAYERS)
    sealed = hashlib.sha256(canonical([dealt.hidden_salt, dealt.hidden()]).encode()).hexdigest()
    assert public["hidden"] == sealed
    assert dealt.hidden_salt != dealt.salt


def test_the_script_takes_a_chain_whose_hands_are_not_told_yet(tmp_path):
    edition = an_evening(4, until="roll")
    lines = list(public_log.chain_lines(edition))
    assert not any('"of"' in line for line in lines)
    well, told = verified(tmp_path, lines)
    assert well and "of 0 it is told" in told and "not in this file yet" in told


def tampered(lines, change):
    """The chain with one told line changed."""
    for line in lines:
        found = json.loads(line)
        if "of" in found and "hands" in found["hidden"].get("action", {}):
            change(found)
        yield canonical(found)


def another_card(found):
    for place in (found["hidden"]["action"], found["hidden"]["event"]["steps"]["0"]):
        hand = place["hands"]["anna"]
        hand[0] = "race+2" if hand[0] != "race+2" else "race-2"


def test_the_script_finds_a_hand_that_is_told_otherwise_than_it_was_sealed(tmp_path):
    edition = an_evening(5)
    lines = list(public_log.chain_lines(edition))
    well, told = verified(tmp_path, tampered(lines, another_card))
    assert not well and "is not what was sealed" in told
    well, told = verified(tmp_path, tampered(lines, lambda found: found.update(salt="0" * 64)))
    assert not well and "is not what was sealed" in told


def test_the_script_finds_a_hand_that_the_secret_does_not_give(tmp_path, monkeypatch):
    fair = rehearsal._hands

    def unfair(state, chance):
        hands = fair(state, chance)
        hands["anna"], hands["bruno"] = hands["bruno"], hands["anna"]
        return hands

    with monkeypatch.context() as patched:
        patched.setattr(rehearsal, "_hands", unfair)
        edition = an_evening(6)
    later(monkeypatch)
    well, told = verified(tmp_path, public_log.chain_lines(edition))
    assert not well and "WRONG" in told
    assert not all(draw.fits for draw in public_log.draws(edition))


def test_what_was_dealt_and_taken_back_comes_out_again(tmp_path):
    edition = opened(HEADER)
    while selectors.evening(edition).state.phase != "deal":
        record(edition, siena.suggest(selectors.evening(edition).state, random.Random(1)))
    first = record(edition, {"do": "deal", "program": True}).command["hands"]
    record(edition, {"do": UNDO})
    assert record(edition, {"do": "deal", "program": True}).command["hands"] == first


def test_of_two_races_the_hands_of_the_first_are_told_before_the_second():
    edition = an_evening(7, "assunta", until="draw_three")
    dealt = [row.seq for row in selectors.log(edition) if row.name == "deal"]
    told = [json.loads(line) for line in public_log.chain_lines(edition)]
    assert {line["of"] for line in told if "of" in line} >= set(dealt)
    record(edition, {"do": "draw_three", "program": True}, {"do": "tratta", "program": True})
    record(edition, {"do": "jockeys", "jockeys": {}}, {"do": "deal", "program": True})
    again = [json.loads(line) for line in public_log.chain_lines(edition)]
    second = selectors.head_row(edition)
    assert {line["of"] for line in again if "of" in line} >= set(dealt)
    assert second.seq not in {line.get("of") for line in again}
