"""What each part promises alone still holds where two of them meet."""

import io
import json
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from display import proof_views, views
from referee import (
    access,
    catch_up,
    folding,
    people,
    public,
    public_log,
    replace,
    restore,
    selectors,
    services,
    setting_up,
)
from referee.models import Edition, LogRow
from tests.cast import AUTHOR, HEADER, opened, record, throw
from tests.test_devices import left_alone, paired
from tests.test_posts import REST, address

HEAD = services.Author(by="ottavia", device="cd34")
TIMES = re.compile(r"data-server-time=.\d+.|data-now=.\d+.|nonce=.[^ ]+.")
CLOSE = {"do": "close", "reason": "temporale"}


@pytest.fixture
def edition(db):
    return opened()


def enter(edition, commands, batch="batch", seen=0):
    return catch_up.lines_record(
        edition_id=edition.pk, commands=commands, batch_id=batch, seen=seen, author=AUTHOR
    )


def post(client, name, edition, body):
    url = reverse(f"referee:{name}", args=[edition.pk])
    return client.post(url, json.dumps(body), content_type="application/json")


def test_lines_recorded_before_another_computer_took_over_are_no_longer_said_to_be(edition):
    enter(edition, [throw(1)])
    Edition.objects.filter(pk=edition.pk).update(highest_epoch=9)
    with pytest.raises(services.Locked) as locked:
        enter(edition, [throw(1)])
    assert locked.value.code == "superseded"


def test_more_lines_under_an_id_that_was_used_are_not_said_to_be_recorded(edition):
    enter(edition, [throw(1)])
    with pytest.raises(services.Locked) as locked:
        enter(edition, [throw(1), throw(2)])
    assert locked.value.code == "command_id_used"


def test_a_batch_of_any_id_that_a_tablet_may_send_fits_into_the_log(edition, client_of, referee):
    body = {"id": "x" * 64, "seen": 0, "lines": [throw(1)]}
    answer = post(client_of(referee), "catch_up_record", edition, body)
    longest = max((len(row.command_id) for row in LogRow.objects.all()), default=0)
    assert longest <= 64 and answer.status_code == 400


@pytest.mark.parametrize("where", ["command", "catch_up_record"])
def test_a_tap_cannot_pass_for_a_correction(edition, client_of, referee, where):
    command = {**throw(1), "correction": "c · the head referee said so"}
    body = {"id": "a", "seen": 0}
    body |= {"command": command} if where == "command" else {"lines": [command]}
    answer = post(client_of(referee), where, edition, body)
    assert answer.status_code == 400, answer.content
    assert selectors.head_row(edition).seq == 0


def test_who_has_no_post_any_more_loses_the_socket(edition, client_of, referee):
    client = client_of(referee)
    right = access.access_of(referee, client.session, edition.pk)
    assert access.still_good([right]) == {right}
    people.post_give(name="rosa", post="")
    assert access.still_good([right]) == set()


def test_the_secret_stays_one_while_play_goes_on_after_a_win_that_the_public_still_sees(
    edition, monkeypatch
):
    """The end was taken back, but the screens wait: a paper form is being entered."""
    record(edition, throw(1), CLOSE)
    public.catch_up_begin(edition_id=edition.pk)
    record(edition, {"do": "undo"})
    later = timezone.now() + timedelta(hours=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    assert public_log.over(edition)
    assert not public_log.secret(edition)
    assert not any("secret" in line for line in public_log.chain_lines(edition))
    record(edition, CLOSE)
    later += timedelta(hours=1)
    assert public_log.secret(edition) == edition.secret


def test_a_fold_that_is_being_made_spoils_no_other(edition):
    """Two threads: one tells an older state, the other is in the middle of a correction's rows."""
    record(edition, throw(1), throw(2), throw(4))
    older = selectors.fold(edition)
    change = replace.Change(1, (throw(2),))
    services.correction_submit(
        edition_id=edition.pk, changes=[change], reason="x", command_id="c", seen=3, author=HEAD
    )
    making = older
    for row in selectors.log(edition, after=older.evening.head):
        making = making.followed(row.digest, row.resolved(), row.command["correction"])
        assert folding.recorded_again(edition, older) == {}
    assert folding.recorded_again(edition, making) == {2: 8, 3: 9}


# ------------------------------------------------------------- what is held back is told nowhere


PUBLIC_PAGES = [
    "display:phone",
    "display:overlay",
    "display:board_json",
    "display:history",
    "display:rules",
]


def seen(client, edition):
    """Everything that a spectator can fetch."""
    names = [(name, []) for name in PUBLIC_PAGES]
    names += [("display:proof", [edition.pk])]
    names += [("display:proof_file", [edition.pk, f]) for f in proof_views.FILES]
    found = {}
    for name, args in names:
        answer = client.get(reverse(name, args=args))
        assert answer.status_code in (200, 404), name
        text = answer.getvalue().decode() if answer.streaming else answer.content.decode()
        found[name, *args] = (answer.status_code, answer.get("ETag"), TIMES.sub("", text))
    parts = client.get(reverse("display:health")).json()["parts"]
    found["health",] = [
        p | {"seconds_ago": 0} for p in parts if p["name"] not in ("disk", "phones")
    ]
    return found


@pytest.mark.parametrize("how", ["reveal", "paper form"])
@pytest.mark.parametrize("live", [True, False])
def test_nothing_that_a_spectator_can_fetch_changes_by_what_is_held_back(
    edition, client, how, live, monkeypatch
):
    monkeypatch.setattr(views, "CLOCK_HOLDS", 10**9)  # the tag of the page tells the time, too
    setting_up.edition_make_current(edition_id=edition.pk)
    public.log_live_set(edition_id=edition.pk, live=live)
    record(edition, throw(1), throw(5), throw(6))
    if how == "reveal":
        public.reveal_change(edition_id=edition.pk, after=600)
    else:
        public.catch_up_begin(edition_id=edition.pk)
    before = seen(client, edition)
    record(edition, {"do": "draw", "program": True}, {"do": "whistle"})
    enter(edition, [{"do": "result", "winner": "challenger"}], seen=5)
    change = replace.Change(1, (throw(2),))
    services.correction_submit(
        edition_id=edition.pk,
        changes=[change],
        reason="x",
        command_id="c",
        seen=6,
        falls_away=0,
        author=HEAD,
    )
    public.trial_show(edition_id=edition.pk, trial={"row": 5, "counts": None, "clock": None})
    now = seen(client, edition)
    assert {page for page in now if now[page] != before[page]} == set()
    if how == "reveal":
        public.reveal_release(edition_id=edition.pk, seq=99)
    else:
        public.catch_up_end(edition_id=edition.pk)
    now = seen(client, edition)
    assert now["display:board_json",] != before["display:board_json",]


# ------------------------------------------------------------- one tablet, one evening


def ask(client, row, edition):
    name, method, body, _expected = row
    url = address(name, edition)
    if method == "GET":
        return client.get(url).status_code
    kind = {"content_type": "application/json"} if method == "json" else {}
    return client.post(url, json.dumps(body) if kind else body, **kind).status_code


OF_AN_EDITION = [row for row in REST if "/7/" in address(row[0], Edition(pk=7))]


@pytest.mark.parametrize("row", OF_AN_EDITION, ids=lambda row: f"{row[0]} {row[1]}")
def test_a_paired_tablet_gets_nothing_of_another_evening_by_any_address(edition, row):
    other = opened({**HEADER, "edition": "2027"})
    tablet, _device = paired(edition, "head-referee")
    assert ask(tablet, row, other) == 403


@pytest.mark.parametrize("row", REST, ids=lambda row: f"{row[0]} {row[1]}")
def test_a_locked_tablet_gets_what_a_spectator_gets(edition, row):
    tablet, device = paired(edition, "head-referee")
    left_alone(device)
    assert ask(tablet, row, edition) == row[3][0]


def test_the_tablets_of_a_rehearsal_go_with_it(db):
    edition = opened({**HEADER, "rehearsal": True})
    tablet, _device = paired(edition)
    setting_up.edition_delete(edition_id=edition.pk)
    assert list(people.person_list()) == []
    assert tablet.get(reverse("referee:editions")).status_code == 302
    paired(opened())


def test_a_tablet_whose_name_cannot_be_written_records_all_the_same(edition, client_of, referee):
    """PostgreSQL stores no NUL; a cookie in quotes can hold one."""
    client = client_of(referee)
    client.cookies["device"] = "ab\0c"
    body = {"id": "a", "seen": 0, "command": throw(1)}
    assert post(client, "command", edition, body).status_code == 200
    assert selectors.head_row(edition).device == "abc"


# ------------------------------------------------------------- who was taken over from


def test_a_backup_brings_no_rows_into_an_evening_that_another_computer_has_taken_over(edition):
    record(edition, throw(1), throw(2))
    file = b"".join(restore.backup_chunks())
    LogRow.objects.filter(seq=2)._raw_delete("default")
    Edition.objects.filter(pk=edition.pk).update(highest_epoch=9)
    with pytest.raises(services.Locked):
        restore.backup_restore(stream=io.BytesIO(file), replace=True, people=False)
    edition.refresh_from_db()
    assert edition.superseded and selectors.head_row(edition).seq == 1


@pytest.mark.parametrize("where", ["command", "catch_up_record", "correct_record"])
def test_a_computer_that_was_taken_over_from_learns_it_by_whatever_a_tablet_sends(
    edition, client_of, head_referee, where
):
    record(edition, throw(1))
    body = {"id": "a", "seen": 1, "epoch": edition.epoch + 1}
    body |= {
        "command": {"command": throw(2)},
        "catch_up_record": {"lines": [throw(2)]},
        "correct_record": {"changes": [{"row": 1, "commands": [throw(2)]}], "reason": "x"},
    }[where]
    assert post(client_of(head_referee), where, edition, body).status_code == 409
    edition.refresh_from_db()
    assert edition.superseded and selectors.head_row(edition).seq == 1


def test_an_undo_that_loses_against_a_correction_is_not_said_to_be_done(
    edition, client_of, head_referee
):
    """The correction's rows begin with an undo too, but record again what they take back."""
    record(edition, throw(1), throw(2))
    services.correction_submit(
        edition_id=edition.pk,
        changes=[replace.Change(1, (throw(2),))],
        reason="x",
        command_id="c",
        seen=2,
        author=HEAD,
    )
    body = {"id": "a", "seen": 2, "command": {"do": "undo"}}
    told = post(client_of(head_referee), "command", edition, body).json()
    assert (told["status"], told["same"]) == ("stale", None)


# ------------------------------------------------------------- a children's evening


def test_no_name_typed_at_a_childrens_evening_is_public_corrected_or_from_paper(db, client):
    edition = opened({**HEADER, "event": "paliotto"})
    setting_up.edition_make_current(edition_id=edition.pk)
    public.log_live_set(edition_id=edition.pk, live=True)
    conduct = {"do": "conduct", "quarter": "angelo", "reason": "Pierino pushed"}
    record(edition, throw(1), conduct, throw(2))
    repeat = {**conduct, "reason": "Pierino shouted", "note": "Pierino"}
    enter(edition, [repeat, {"do": "undo", "note": "Pierino"}, repeat], seen=3)
    for place, instead in [(0, [throw(2)]), (1, [{**conduct, "quarter": "andrea"}]), (-1, [])]:
        counting = [seq for seq, _event, _before in selectors.evening(edition).past]
        services.correction_submit(
            edition_id=edition.pk,
            changes=[replace.Change(counting[place], tuple(instead))],
            reason="Pierino's fault",
            command_id=services.new_command_id(),
            seen=selectors.head_row(edition).seq,
            author=services.Author(by="Pierino"),
        )
        for page, told in seen(client, edition).items():
            assert "Pierino" not in str(told), page
