"""An earlier action replaced: what follows, what is recorded, and how it is told as one."""

import json
import random
import threading

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from cagli_oca.games import GAMES
from cagli_oca.games.core import UNDO, Evening, Refused, Unreadable
from display import pictures, story
from referee import checks, public, replace, selectors, services, setting_up
from referee.models import Edition, LogRow
from tests.cast import AUTHOR, HEADER, LONG, opened, record, throw
from tests.strategies import filled_in
from tests.test_screens import a_record, an_edition, hear, socket

HEAD = services.Author(by="ottavia", device="cd34")
DRAW, WHISTLE = {"do": "draw", "quarter": "angelo"}, {"do": "whistle"}
LOST, WON = {"do": "result", "winner": "challenged"}, {"do": "result", "winner": "challenger"}


def correct(edition, *changes, reason="typed wrong", falls_away=0, seen=None, command_id=None):
    return services.correction_submit(
        edition_id=edition.pk,
        changes=changes,
        reason=reason,
        falls_away=falls_away,
        command_id=command_id or services.new_command_id(),
        seen=selectors.head_row(edition).seq if seen is None else seen,
        author=HEAD,
    )


def instead(seq, *commands, keep=False):
    return replace.Change(seq, commands, keep)


def squares(edition):
    board = selectors.scoreboard(edition)["quarters"]
    return [board[slug]["square"] for slug in HEADER["order"]]


def commands(edition, after):
    return [row.command for row in selectors.log(edition, after=after)]


def head(edition):
    return selectors.head_row(edition).seq


@pytest.fixture
def edition(db):
    return opened()


# ---------------------------------------------------------------- what is recorded


def test_a_wrong_die_is_replaced_and_later_throws_stay_with_their_quarters(edition):
    record(edition, throw(1), throw(2), throw(1), throw(1))
    correct(edition, instead(1, throw(2)))
    assert squares(edition) == [2, 2, 1, 1]
    new = commands(edition, 4)
    assert [command["do"] for command in new] == ["undo"] * 4 + ["throw"] * 4
    assert [command.get("quarter") for command in new[5:]] == ["agostino", "francesco", "angelo"]
    assert checks.check_log(edition) == []


def test_all_its_rows_carry_one_id_and_the_reason_and_one_time(edition):
    record(edition, throw(1), throw(2))
    row = correct(edition, instead(1, throw(2)), reason=" seen wrong ", command_id="c1")
    rows = list(selectors.log(edition, after=2))
    assert {new.command["correction"] for new in rows} == {"c1 · seen wrong"}
    assert len({new.recorded_at for new in rows}) == 1
    assert replace.reason_of(rows[0].command["correction"]) == "seen wrong"
    assert {new.by for new in rows} == {"ottavia"}
    assert (row.seq, row.command_id) == (6, "c1")


def test_what_is_recorded_again_keeps_its_time_its_author_and_its_note(edition):
    record(edition, throw(1), {**throw(2), "note": "the reserve threw"})
    old = selectors.log(edition).get(seq=2)
    correct(edition, instead(1, throw(2)))
    first, again = commands(edition, 4)
    assert again["by"] == AUTHOR.by and again["note"] == "the reserve threw"
    assert again["at"] == old.recorded_at.isoformat(timespec="seconds")
    assert "by" not in first


def test_a_correction_of_a_correction_keeps_the_first_author(edition):
    record(edition, throw(1), throw(2))
    correct(edition, instead(1, throw(2)))
    correct(edition, instead(5, throw(1)))
    assert commands(edition, 8)[1]["by"] == AUTHOR.by
    assert squares(edition) == [1, 2, 0, 0]


def test_the_same_id_again_gets_the_same_row_and_records_nothing(edition):
    record(edition, throw(1), throw(2))
    first = correct(edition, instead(1, throw(2)), seen=2, command_id="c1")
    again = correct(edition, instead(1, throw(2)), seen=2, command_id="c1")
    assert again == first
    assert head(edition) == 6


def test_the_id_of_something_else_is_refused(edition):
    services.command_submit(
        edition_id=edition.pk, command=throw(1), command_id="a", seen=0, author=AUTHOR
    )
    with pytest.raises(services.Locked) as locked:
        correct(edition, instead(1, throw(2)), command_id="a")
    assert locked.value.code == "command_id_used"


def test_the_next_tap_can_be_built_upon_a_correction_by_its_id(edition):
    record(edition, throw(1), throw(2))
    correct(edition, instead(1, throw(2)), command_id="c1")
    row = services.command_submit(
        edition_id=edition.pk, command=throw(1), command_id="b", after="c1", author=AUTHOR
    )
    assert row.seq == 7


def test_a_log_that_moved_on_makes_it_stale_and_nothing_is_written(edition):
    record(edition, throw(1), throw(2))
    with pytest.raises(services.Stale) as stale:
        correct(edition, instead(1, throw(2)), seen=1)
    assert [row.seq for row in stale.value.meanwhile] == [2]
    assert head(edition) == 2


def test_a_draft_cannot_be_corrected(db):
    draft = setting_up.edition_create(header=HEADER)
    with pytest.raises(services.Locked) as locked:
        correct(draft, instead(1, throw(2)), seen=0)
    assert locked.value.code == "not_opened"


@pytest.mark.django_db(transaction=True)
def test_the_world_is_told_once_and_after_the_commit(monkeypatch):
    edition = opened()
    record(edition, throw(1), throw(2))
    told = []
    monkeypatch.setattr(
        services.news, "announce", lambda *news: told.append((news, connection.in_atomic_block))
    )
    correct(edition, instead(1, throw(2)))
    assert told == [((edition.pk, 6), False)]


def test_what_fails_half_way_leaves_nothing(edition, monkeypatch):
    record(edition, throw(1), throw(2))
    append, calls = services.row_append, []

    def broken(*args):
        calls.append(args)
        if len(calls) == 3:
            raise OSError("disk full")
        return append(*args)

    monkeypatch.setattr(services, "row_append", broken)
    with pytest.raises(OSError):
        correct(edition, instead(1, throw(2)))
    assert head(edition) == 2
    assert squares(edition) == [1, 2, 0, 0]


# ---------------------------------------------------------------- what no longer fits


@pytest.fixture
def challenged(edition):
    """1-4: andrea's challenge on 3, lost; 5-7: the three others throw; 8: andrea throws."""
    record(edition, throw(3), DRAW, WHISTLE, LOST, throw(1), throw(2), throw(2), throw(1))
    return edition


def test_the_first_action_that_no_longer_fits_is_named_with_its_rule(challenged):
    evening = selectors.evening(challenged)
    planned = replace.plan(challenged, evening, [instead(1, throw(2))])
    assert (planned.misfit.seq, planned.misfit.refusal.rule) == (2, "R20")
    assert [row.seq for row, _event in planned.fallen] == [2, 3, 4, 5, 6, 7, 8]
    assert planned.after.quarters["andrea"].square == 2


def test_nothing_falls_away_that_the_author_was_not_told_of(challenged):
    with pytest.raises(Refused) as refusal:
        correct(challenged, instead(1, throw(2)))
    assert refusal.value.rule == "R20"
    with pytest.raises(Refused) as refusal:
        correct(challenged, instead(1, throw(2)), falls_away=6)
    assert refusal.value.code == "correction_drops_more"
    assert head(challenged) == 8
    correct(challenged, instead(1, throw(2)), falls_away=7)
    assert squares(challenged) == [2, 0, 0, 0]
    assert head(challenged) == 8 + 8 + 1


def test_what_no_longer_fits_can_be_left_out_and_the_rest_stays(challenged):
    gone = [instead(seq) for seq in (2, 3, 4)]
    evening = selectors.evening(challenged)
    planned = replace.plan(challenged, evening, [instead(1, throw(2))], go_on=True)
    assert planned.left_out == (2, 3, 4)
    correct(challenged, instead(1, throw(2)), *gone)
    # andrea on 2 throws the 1 of row 8, lands on 3, and its challenge is the first now.
    board = selectors.scoreboard(challenged)
    assert squares(challenged) == [3, 1, 2, 2]
    assert (board["phase"], board["challenge"]["number"]) == ("draw", 1)


def test_what_was_missing_is_put_before_a_row_that_stays(edition):
    record(edition, throw(1), throw(2), throw(3))
    # francesco's 3 was andrea's: francesco's own throw and angelo's had been forgotten.
    correct(edition, instead(3, throw(1), throw(2), throw(2), keep=False))
    assert squares(edition) == [3, 2, 1, 2]
    assert selectors.scoreboard(edition)["phase"] == "draw"


def test_a_forgotten_bonus_is_put_before_the_whistle(edition):
    record(edition, throw(3), DRAW, WHISTLE, WON)
    correct(edition, instead(3, {"do": "bonus"}, keep=True))
    board = selectors.scoreboard(edition)["quarters"]["andrea"]
    assert (board["square"], board["bonus_used"]) == (6, True)


def test_an_action_of_a_change_that_the_rules_forbid_is_refused(challenged):
    with pytest.raises(Refused) as refusal:
        correct(challenged, instead(2, {"do": "draw", "quarter": "andrea"}), falls_away=6)
    assert refusal.value.rule == "R21"


def test_a_result_never_becomes_another_challengers(edition):
    # andrea's challenge on 3 (1-4), agostino's on 3 (5-8).
    record(edition, throw(3), DRAW, WHISTLE, LOST, throw(3), DRAW, WHISTLE, WON)
    gone = [instead(seq) for seq in (2, 3, 4, 5)]
    planned = replace.plan(edition, selectors.evening(edition), gone)
    assert (planned.misfit.seq, planned.misfit.refusal.code) == (6, "anothers_challenge")


def test_a_throw_never_becomes_another_quarters(edition):
    record(edition, throw(1), throw(2), throw(1))
    planned = replace.plan(edition, selectors.evening(edition), [instead(1)])
    assert (planned.misfit.seq, planned.misfit.refusal.code) == (2, "not_its_turn")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (instead(9, throw(1)), "correction_of_nothing"),
        (instead(0, throw(1)), "correction_of_nothing"),
        (instead(2, throw(1)), "correction_of_nothing"),
        (instead(1, throw(1)), "correction_changes_nothing"),
        (instead(1, keep=True), "correction_changes_nothing"),
    ],
)
def test_what_corrects_nothing_is_refused(edition, change, code):
    record(edition, throw(1), throw(2), {"do": UNDO})
    with pytest.raises(Refused) as refusal:
        correct(edition, change)
    assert refusal.value.code == code
    assert head(edition) == 3


def test_a_correction_needs_a_reason(edition):
    record(edition, throw(1))
    with pytest.raises(Refused) as refusal:
        correct(edition, instead(1, throw(2)), reason="  ")
    assert refusal.value.code == "correction_without_reason"


def test_it_reaches_back_over_rows_taken_back_and_through_a_win(db):
    edition = opened({**HEADER, "position": "throw 4 *andrea:53 agostino:0 francesco:0 angelo:0"})
    record(edition, throw(2), throw(5), {"do": UNDO}, throw(1), throw(1), throw(1), throw(2))
    assert selectors.scoreboard(edition)["quarters"]["andrea"]["square"] == 53
    correct(edition, instead(1, throw(1)), falls_away=4)
    assert selectors.scoreboard(edition)["winner"] == "andrea"
    correct(edition, instead(head(edition), throw(2)))
    assert selectors.scoreboard(edition)["winner"] is None
    assert checks.check_log(edition) == []


def test_it_works_while_play_is_suspended(edition):
    record(edition, throw(1), throw(2), {"do": "suspend", "reason": "rain"})
    correct(edition, instead(1, throw(2)))
    assert selectors.scoreboard(edition)["phase"] == "suspended"
    assert squares(edition) == [2, 2, 0, 0]


def test_undo_takes_back_what_was_recorded_again_one_by_one(edition):
    record(edition, throw(1), throw(2))
    correct(edition, instead(1, throw(2)))
    record(edition, {"do": UNDO}, {"do": UNDO})
    assert squares(edition) == [0, 0, 0, 0]


def test_the_evening_file_tells_it_and_comes_back_the_same(edition, tmp_path):
    record(edition, throw(1), throw(2), throw(1))
    correct(edition, instead(1, throw(2)))
    path = tmp_path / "evening.jsonl"
    path.write_text("\n".join(selectors.export_lines(edition)), encoding="utf-8")
    with path.open("rb") as stream:
        imported = setting_up.evening_import(stream=stream)
    assert selectors.evening(imported).state == selectors.evening(edition).state
    assert told(imported) == told(edition)


OCA = GAMES["oca"]


@pytest.mark.django_db
@settings(max_examples=400 if LONG else 12)
@given(seed=st.integers(0, 9999), length=st.integers(2, 40), data=st.data(), drop=st.booleans())
def test_a_replacement_is_the_evening_played_with_the_other_command(seed, length, data, drop):
    edition = _played(seed, length)
    evening = selectors.evening(edition)
    if not evening.past:
        return
    place = data.draw(st.integers(0, len(evening.past) - 1))
    seq, _event, state = evening.past[place]
    possible = [filled_in(OCA, state, o) for o in OCA.legal(state) if o.possible]
    new = () if drop else (OCA.read(data.draw(st.sampled_from(possible))),)

    # The same evening played from the start, by hand.
    other = Evening.opened(OCA, edition.header)
    for _seq, event, _before in evening.past[:place]:
        other = other.follow(event)
    for command in new:
        other = other.follow(other.decide(command))
    rows = {row.seq: row for row in selectors.log(edition)}
    lost = 0
    for number, (at, event, before) in enumerate(evening.past[place + 1 :]):
        command = rows[at].command
        if command["do"] == "throw":
            command = {**command, "quarter": event.steps[0].facts["quarter"]}
        try:
            decided = other.decide(OCA.read(command))
            challenge = other.state.challenge
            if command["do"] in ("draw", "bonus", "select_team", "result"):
                assert challenge is not None
                if challenge.challenger != before.challenge.challenger:
                    raise Refused("R20", "not its challenge")
            other = other.follow(decided)
        except Refused:
            lost = len(evening.past) - place - 1 - number
            break

    try:
        correct(edition, instead(seq, *new), falls_away=lost)
    except Refused as refusal:
        assert refusal.code == "correction_changes_nothing"
        assert other.state == evening.state
        return
    after = selectors.evening(edition)
    assert after.state == other.state
    assert [event for _s, event, _b in after.past] == [event for _s, event, _b in other.past]
    assert checks.check_log(edition) == []
    newest = pictures.picture(edition.pk, "it")["happenings"][-1]
    assert (newest["event"], newest["seq"]) == ("correction", after.head)


def _played(seed, length):
    """A random evening, undo included, as an edition."""
    chance = random.Random(seed)
    edition = opened({**HEADER, "order_of_play": HEADER["order_of_play"] * 5})
    row, evening = selectors.head_row(edition), selectors.evening(edition)
    for _number in range(length):
        if OCA.over(evening.state) or (evening.past and chance.randrange(12) == 0):
            command = {"do": UNDO}
        else:
            command = OCA.read(OCA.suggest(evening.state, chance))
        event = evening.decide(command)
        own_id = services.new_command_id()
        row = services.row_append(edition, row, own_id, command, event, AUTHOR)
        evening = evening.follow(event)
    return edition


# ---------------------------------------------------------------- how it is told


def told(edition, language="en"):
    """The last happenings without their time: what everybody sees."""
    happenings = pictures.picture(edition.pk, language)["happenings"]
    return [{key: value for key, value in one.items() if key != "at"} for one in happenings]


def test_the_public_is_told_one_correction_with_before_and_after(edition):
    record(edition, throw(1), throw(2), throw(1))
    before = pictures.picture(edition.pk, "en")
    correct(edition, instead(1, throw(2)))
    after = pictures.picture(edition.pk, "en")
    [newest] = [one for one in after["happenings"] if one["seq"] > before["seq"]]
    assert (newest["first"], newest["seq"], newest["event"]) == (4, 9, "correction")
    assert newest["correction"] == {
        "sentence": "The referees have corrected: Sant'Andrea 1 → 2; not “Sant'Andrea throws a 1”"
        " but “Sant'Andrea throws a 2”.",
        "changes": [{"quarter": "andrea", "from": 1, "to": 2}],
    }
    assert [step["step"] for step in newest["steps"]] == [
        "taken_back",
        "thrown",
        "moved",
        "rested",
        "turn_passed",
    ]


def test_only_what_was_wrong_is_struck_and_what_stays_stands_as_it_is_now(edition):
    record(edition, throw(1), throw(2), throw(1), throw(1), throw(1))
    correct(edition, instead(1, throw(2)), falls_away=0)
    happenings, _older = pictures.history(edition, None)
    shown = {one["seq"]: one for one in happenings}
    assert set(shown) == {1, 2, 3, 4, 5, 15}
    assert [seq for seq, one in shown.items() if one["taken_back"]] == [1]
    assert [(s["from"], s["to"]) for s in shown[5]["steps"] if s["step"] == "moved"] == [(2, 3)]


def test_the_last_five_happenings_count_a_correction_as_one(edition):
    record(edition, throw(1), throw(2), throw(1), throw(1), throw(6))
    correct(edition, instead(1, throw(2)))
    record(edition, throw(5))
    assert [one["seq"] for one in told(edition)] == [3, 4, 5, 15, 16]


def test_what_falls_away_is_said_and_struck(challenged):
    correct(challenged, instead(1, throw(2)), falls_away=7)
    newest = told(challenged)[-1]
    assert newest["correction"]["sentence"].endswith("with it 7 later entries no longer count.")
    assert all(one["taken_back"] for one in told(challenged)[:-1])


def test_a_trial_being_played_keeps_its_counts_through_a_correction(edition):
    record(edition, throw(1), throw(3), DRAW, WHISTLE)
    public.trial_show(
        edition_id=edition.pk,
        trial={"row": 4, "counts": {"challenger": 2, "challenged": 1}, "clock": None},
    )
    correct(edition, instead(1, throw(2)))
    shown = pictures.picture(edition.pk, "it")["trial"]
    assert shown["counts"] == {"challenger": 2, "challenged": 1}


def test_the_consoles_side_tells_it_in_one_line_and_the_log_in_all(edition, client_of, organiser):
    record(edition, throw(1), throw(2), throw(1))
    correct(edition, instead(1, throw(2)), reason="seen wrong")
    client = client_of(organiser)
    side = client.get(url("side", edition)).content.decode()
    assert side.count("seen wrong") == 1
    assert side.count("<del>") == 1
    log = client.get(url("log", edition)).content.decode()
    assert log.count("seen wrong") == 6
    assert selectors.evening(edition).game.position(selectors.evening(edition).state) in log


def test_left_out_and_missing_are_told_as_such(edition):
    record(edition, throw(3), DRAW, WHISTLE, WON)
    correct(edition, instead(3, {"do": "bonus"}, keep=True))
    assert told(edition)[-1]["correction"]["sentence"] == (
        "The referees have corrected: Sant'Andrea 3 → 6; “Sant'Andrea declares the bonus”"
        " was missing."
    )
    correct(edition, instead(head(edition)))
    assert "no longer counts" in told(edition)[-1]["correction"]["sentence"]


def test_a_correction_corrected_again_leaves_each_entry_once(edition):
    record(edition, throw(1), throw(2))
    correct(edition, instead(1, throw(2)))
    correct(edition, instead(5, throw(1)))
    shown = {one["seq"]: one for one in told(edition)}
    assert set(shown) == {1, 2, 6, 10}
    assert not shown[2]["taken_back"]
    record(edition, {"do": UNDO})
    shown = {one["seq"]: one for one in told(edition)}
    assert shown[2]["taken_back"]
    assert "Sant'Agostino throws a 2" in shown[11]["correction"]["sentence"] or (
        "Sant'Agostino" in shown[11]["correction"]["sentence"]
    )


def test_a_page_of_the_story_never_tears_a_correction(edition, monkeypatch):
    monkeypatch.setattr(pictures, "HAPPENINGS_A_PAGE", 2)
    record(edition, throw(1), throw(2), throw(1), throw(1))
    correct(edition, instead(1, throw(2)))
    record(edition, throw(1))
    seen, before = [], None
    while True:
        turns, before = story.page(edition, before)
        seen += [one["seq"] for turn in turns for one in turn["happenings"]]
        if before is None:
            break
    assert seen == [13, 12, 4, 3, 2, 1]


def test_the_reveal_never_shows_half_a_correction(edition):
    record(edition, throw(1), throw(2))
    public.reveal_change(edition_id=edition.pk, after=600)
    public.reveal_release(edition_id=edition.pk, seq=2)
    correct(edition, instead(1, throw(2)))
    for seq in (3, 4, 5):
        public.reveal_release(edition_id=edition.pk, seq=seq)
        assert selectors.public_head(edition) == 2
    public.reveal_release(edition_id=edition.pk, seq=6)
    assert selectors.public_head(edition) == 6


@pytest.mark.django_db(transaction=True)
async def test_on_the_wire_it_is_one_picture_with_one_happening_more():
    edition = await an_edition()
    await a_record(edition, throw(1), throw(2), throw(1))
    screen = socket("lang=en")
    await screen.connect()
    before = await hear(screen)
    await sync_to_async(correct)(edition, instead(1, throw(2)))
    after = await hear(screen)
    assert (before["seq"], after["seq"]) == (3, 9)
    [new] = [one for one in after["happenings"] if one["seq"] > 3]
    assert new["correction"]["changes"] == [{"quarter": "andrea", "from": 1, "to": 2}]
    assert await screen.receive_nothing(timeout=0.3)
    await screen.disconnect()


# ---------------------------------------------------------------- the page and its answers


def url(name, edition):
    return reverse(f"referee:{name}", args=[edition.pk])


def sent(client, name, edition, body):
    return client.post(url(name, edition), json.dumps(body), content_type="application/json")


def test_the_page_lists_what_counts_the_newest_first(edition, client_of, organiser):
    record(edition, throw(1), throw(2), {"do": UNDO}, throw(4))
    page = client_of(organiser).get(url("correct", edition)).content.decode()
    assert page.index('data-choose="4"') < page.index('data-choose="1"')
    assert 'data-choose="2"' not in page and 'data-choose="3"' not in page


def test_it_is_the_head_referees_and_the_organisers_to_do(edition, client_of, organiser, referee):
    record(edition, throw(1))
    body = {"changes": [{"row": 1, "commands": [throw(2)]}]}
    full = {**body, "id": "c1", "seen": 1, "reason": "x"}
    for person, page, script in ((None, 302, 401), (referee, 403, 403)):
        client = client_of(person)
        assert client.get(url("correct", edition)).status_code == page
        assert sent(client, "correct_preview", edition, body).status_code == script
        assert sent(client, "correct_record", edition, full).status_code == script
    assert head(edition) == 1
    console = client_of(referee).get(url("console", edition)).content.decode()
    assert url("correct", edition) not in console
    assert (
        url("correct", edition)
        in client_of(organiser).get(url("console", edition)).content.decode()
    )


def test_a_preview_writes_nothing_and_says_what_follows(challenged, client_of, organiser):
    client = client_of(organiser)
    body = {"changes": [{"row": 1, "commands": [throw(2)]}]}
    answer = sent(client, "correct_preview", challenged, body).json()
    assert (answer["status"], answer["seen"], answer["falls_away"]) == ("planned", 8, 7)
    assert "R20" in answer["html"] and "data-leave-out" in answer["html"]
    asked = sent(client, "correct_preview", challenged, {"changes": [], "at": 4}).json()
    assert asked["status"] == "asked"
    assert head(challenged) == 8


def test_recorded_over_http_once_however_often_it_is_sent(edition, client_of, organiser):
    record(edition, throw(1), throw(2))
    client = client_of(organiser)
    body = {
        "id": "c1",
        "seen": 2,
        "reason": "x",
        "changes": [{"row": 1, "commands": [throw(2)]}],
    }
    first, again = (sent(client, "correct_record", edition, body) for _ in range(2))
    assert (first.status_code, first.json()["seq"]) == (200, 6)
    assert again.json() == first.json()
    assert head(edition) == 6
    stale = sent(client, "correct_record", edition, {**body, "id": "c2"})
    assert (stale.status_code, stale.json()["status"]) == (409, "stale")
    assert len(stale.json()["meanwhile"]) == 4


GOOD = {"id": "x", "seen": 1, "reason": "x", "changes": [{"row": 1, "commands": []}]}


def test_numbers_that_no_row_can_have_are_refused_too(edition, client_of, organiser):
    record(edition, throw(1))
    client = client_of(organiser)
    huge = 10**30
    far = {**GOOD, "changes": [{"row": huge, "commands": []}]}
    assert sent(client, "correct_record", edition, far).status_code == 422
    assert sent(client, "correct_record", edition, {**GOOD, "seen": huge}).status_code == 409
    assert sent(client, "correct_record", edition, {**GOOD, "seen": -huge}).status_code == 409
    asked = {"changes": [], "at": huge}
    assert sent(client, "correct_preview", edition, asked).status_code == 422
    assert head(edition) == 1


@pytest.mark.parametrize(
    "body",
    [
        [],
        {},
        {**GOOD, "id": "x" * 65},
        {**GOOD, "seen": "1"},
        {**GOOD, "reason": "r" * 201},
        {**GOOD, "changes": {}},
        {**GOOD, "changes": [{"row": 1}]},
        {**GOOD, "changes": [{"row": 1, "commands": [{"do": "undo"}]}]},
        {**GOOD, "changes": [{"row": 1, "commands": [{"do": "draw", "program": True}]}]},
        {**GOOD, "changes": [{"row": 1, "commands": [{**throw(1), "by": "eva"}]}]},
        {**GOOD, "changes": [{"row": 1, "commands": []}] * 2},
        {**GOOD, "changes": [{"row": 1, "commands": [throw(1)] * 200}]},
        {**GOOD, "extra": 1},
    ],
)
def test_what_cannot_be_read_is_refused_and_changes_nothing(edition, client_of, organiser, body):
    record(edition, throw(1))
    answer = sent(client_of(organiser), "correct_record", edition, body)
    assert (answer.status_code, answer.json()["rule"]) == (400, "FILE")
    assert head(edition) == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_corrections_at_once_one_wins_and_the_other_is_stale():
    edition = opened()
    record(edition, throw(1), throw(2))
    start, answers = threading.Barrier(2), []

    def run(value):
        start.wait()
        try:
            correct(edition, instead(1, throw(value)), seen=2)
            answers.append("recorded")
        except services.Stale:
            answers.append("stale")
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(value,)) for value in (2, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["recorded", "stale"]
    assert LogRow.objects.filter(edition=edition).count() == 7
    assert Edition.objects.get(pk=edition.pk).opened
    with pytest.raises(Unreadable):
        replace.read_changes(edition, "changes", "nothing")
