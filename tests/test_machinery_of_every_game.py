"""What the machinery does with an evening, it does with any game's, without code of its own."""

import hashlib
import io
import json
import random

import pytest
from django.core.management import call_command
from django.urls import reverse

from cagli_oca.games import GAMES
from cagli_oca.games.core import PUBLIC, UNDO, Refused
from referee import checks, public_log, replace, selectors, services, setting_up
from referee.models import Edition, Following
from tests.test_following import elsewhere, stored, told
from tests.test_referee_pages_of_every_game import opened, played
from tests.test_replace import correct, instead
from tests.test_restore import backup, restored, verbatim, wiped

pytestmark = pytest.mark.django_db
every_game = pytest.mark.parametrize("game", GAMES)

ROWS = 90
"""Far enough for hands to be dealt and a race to be on."""


@pytest.fixture
def edition(game) -> Edition:
    """An evening in its middle, on the screens."""
    edition = opened(game)
    played(edition, random.Random(5), ROWS)
    setting_up.edition_make_current(edition_id=edition.pk)
    assert selectors.head_row(edition).seq == ROWS
    return edition


def board(edition: Edition) -> dict:
    return selectors.scoreboard(edition)


@every_game
def test_an_evening_file_brings_back_state_and_actions(edition, tmp_path, game):
    lines = list(selectors.export_lines(edition))
    path = tmp_path / "evening.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    copy = setting_up.evening_import(stream=io.BytesIO(path.read_bytes()))
    assert board(copy) == board(edition)
    printed = io.StringIO()
    call_command("replay", str(path), "--json", stdout=printed)
    assert json.loads(printed.getvalue()) == json.loads(json.dumps(board(edition)))


@every_game
def test_the_chain_and_every_draw_hold_and_undo_leads_back_to_the_opening(edition, game):
    assert checks.check_log(edition) == []
    rules, header = GAMES[game], selectors.evening(edition)
    start = rules.scoreboard(rules.initial(edition.header), PUBLIC)
    for _ in range(len(header.past)):
        services.command_submit(
            edition_id=edition.pk,
            command={"do": UNDO},
            command_id=services.new_command_id(),
            seen=selectors.head_row(edition).seq,
            author=services.Author(by="carla"),
        )
    assert board(edition) == start
    assert checks.check_log(edition) == []


@every_game
def test_an_earlier_entry_is_left_out_and_the_later_ones_are_played_again(edition, game):
    evening = selectors.evening(edition)
    seq = evening.past[-3][0]
    plan = replace.plan(edition, evening, [instead(seq)])
    correct(edition, instead(seq), falls_away=len(plan.fallen))
    assert selectors.head_row(edition).seq > ROWS
    assert checks.check_log(edition) == []


@every_game
def test_a_backup_brings_every_row_back_exactly_as_it_was(edition, game):
    rows, shown, file = verbatim(edition), board(edition), backup()
    wiped()
    restored(file)
    copy = Edition.objects.get()
    assert verbatim(copy) == rows and board(copy) == shown
    assert checks.check_log(copy) == []


@every_game
def test_a_second_computer_follows_row_by_row(game):
    with elsewhere():
        edition = opened(game)
        played(edition, random.Random(5), ROWS)
        answer, shown = told(), board(edition)
    Following.objects.create(url="http://127.0.0.1:9/", key="0" * 64)
    stored(answer)
    copy = Edition.objects.get()
    assert board(copy) == shown
    assert checks.check_log(copy) == []


@every_game
def test_the_chain_file_is_what_was_hashed(edition, game):
    before = ""
    for line in public_log.chain_lines(edition):
        row = json.loads(line)
        assert row["previous"] == before
        before = hashlib.sha256(line.encode()).hexdigest()
    assert before == selectors.head_row(edition).digest


@every_game
def test_what_is_held_back_is_seen_by_nobody_before_it_is_released(edition, game, client):
    Edition.objects.filter(pk=edition.pk).update(reveal_after=600, revealed=ROWS - 10)
    picture = client.get(reverse("display:board_json")).json()
    assert picture["seq"] == ROWS - 10
    rules, shown = GAMES[game], selectors.public_evening(edition)
    assert picture["board"] == json.loads(json.dumps(rules.scoreboard(shown.state, PUBLIC)))


@every_game
def test_play_can_be_suspended_and_goes_on_where_it_was(edition, game):
    before = board(edition)
    author = services.Author(by="carla")
    for command in ({"do": "suspend", "reason": "Pioggia"}, {"do": "resume"}):
        services.command_submit(
            edition_id=edition.pk,
            command=command,
            command_id=services.new_command_id(),
            seen=selectors.head_row(edition).seq,
            author=author,
        )
    assert board(edition) == before
    with pytest.raises(Refused):
        services.command_submit(
            edition_id=edition.pk,
            command={"do": "resume"},
            command_id=services.new_command_id(),
            seen=selectors.head_row(edition).seq,
            author=author,
        )
