"""The log: append-only, chained, one winner a seq, nothing twice."""

import asyncio
import hashlib
import json
import threading
from datetime import UTC

import pytest
from django.db import IntegrityError, close_old_connections, connection, connections, transaction

from cagli_oca.games.core import Refused, Unreadable, fold
from referee import checks, news, selectors, services, setting_up
from referee.models import AppendOnly, Edition, LogRow, canonical
from tests.cast import AUTHOR, HEADER, opened, record, throw


@pytest.mark.django_db
def test_opening_writes_row_0_with_the_header_and_locks_it():
    edition = setting_up.edition_create(header=HEADER)
    edition = setting_up.edition_open(edition_id=edition.pk, author=AUTHOR, command_id="open-1")
    row = LogRow.objects.get()
    assert (row.seq, row.previous, row.by, row.device) == (0, "", "rosa", "ab12")
    assert row.command == edition.header
    with pytest.raises(services.Locked) as locked:
        setting_up.edition_change(edition_id=edition.pk, header=HEADER, sample=False)
    assert locked.value.code == "opened"


@pytest.mark.django_db
def test_opening_twice_with_the_same_id_opens_once():
    edition = setting_up.edition_create(header=HEADER)
    for _ in range(2):
        setting_up.edition_open(edition_id=edition.pk, author=AUTHOR, command_id="open-1")
    assert LogRow.objects.count() == 1


@pytest.mark.django_db
def test_each_row_holds_the_digest_of_its_content_and_of_the_row_before():
    edition = opened()
    record(edition, throw(5), throw(3))
    rows = list(selectors.log(edition))
    assert [row.previous for row in rows] == ["", rows[0].digest, rows[1].digest]
    assert all(row.digest == row.content_digest() for row in rows)


@pytest.mark.django_db
def test_a_row_can_be_neither_changed_nor_deleted():
    edition = opened()
    row = record(edition, throw(5))
    row.by = "somebody else"
    with pytest.raises(AppendOnly):
        row.save()
    with pytest.raises(AppendOnly):
        row.delete()
    with pytest.raises(AppendOnly):
        LogRow.objects.filter(edition=edition).update(by="x")
    with pytest.raises(AppendOnly):
        LogRow.objects.all().delete()
    with pytest.raises(AppendOnly):
        LogRow.objects.bulk_update([row], ["by"])
    with pytest.raises(AppendOnly):
        edition.rows.all().delete()
    assert LogRow.objects.get(pk=row.pk).by == "rosa"


@pytest.mark.django_db
def test_a_seq_and_a_command_id_exist_once():
    edition = opened()
    row = record(edition, throw(5))
    copy = {f.attname: getattr(row, f.attname) for f in LogRow._meta.fields if f.name != "id"}
    with pytest.raises(IntegrityError), transaction.atomic():
        LogRow.objects.create(**{**copy, "command_id": "another"})
    with pytest.raises(IntegrityError), transaction.atomic():
        LogRow.objects.create(**{**copy, "seq": 9})


@pytest.mark.django_db
def test_a_retried_tap_gets_its_first_answer_whatever_happened_since():
    edition = opened()
    tap = {"edition_id": edition.pk, "command": throw(5), "seen": 0, "author": AUTHOR}
    first = services.command_submit(command_id="tap-1", **tap)
    record(edition, throw(4))
    again = services.command_submit(command_id="tap-1", **tap)
    assert again == first
    assert selectors.evening(edition).head == 2


@pytest.mark.django_db
def test_a_tap_on_an_older_state_is_stale_and_shows_what_happened_meanwhile():
    edition = opened()
    record(edition, throw(5), throw(4))
    with pytest.raises(services.Stale) as stale:
        services.command_submit(
            edition_id=edition.pk, command=throw(1), command_id="late", seen=0, author=AUTHOR
        )
    assert stale.value.head == 2
    assert [row.command["value"] for row in stale.value.meanwhile] == [5, 4]
    assert not LogRow.objects.filter(command_id="late").exists()


@pytest.mark.django_db
def test_a_tap_may_name_the_senders_command_before_instead_of_a_seq():
    edition = opened()
    submit = {"edition_id": edition.pk, "author": AUTHOR}
    services.command_submit(command=throw(5), command_id="a", seen=0, **submit)
    row = services.command_submit(command=throw(2), command_id="b", after="a", **submit)
    assert row.seq == 2
    with pytest.raises(services.Stale):
        services.command_submit(command=throw(2), command_id="c", after="a", **submit)


@pytest.mark.django_db
def test_a_tap_without_a_state_is_stale():
    edition = opened()
    with pytest.raises(services.Stale):
        services.command_submit(
            edition_id=edition.pk, command=throw(2), command_id="a", author=AUTHOR
        )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("command", "error"),
    [({"do": "whistle"}, Refused), ({"do": "throw", "value": "4"}, Unreadable), ({}, Unreadable)],
)
def test_what_is_refused_leaves_no_row(command, error):
    edition = opened()
    with pytest.raises(error):
        record(edition, command)
    assert selectors.head_row(edition).seq == 0


@pytest.mark.django_db
def test_an_id_used_in_another_edition_is_refused():
    one, other = opened(), opened()
    services.command_submit(
        edition_id=one.pk, command=throw(5), command_id="a", seen=0, author=AUTHOR
    )
    with pytest.raises(services.Locked) as locked:
        services.command_submit(
            edition_id=other.pk, command=throw(5), command_id="a", seen=0, author=AUTHOR
        )
    assert locked.value.code == "command_id_used"


@pytest.mark.django_db
def test_a_draft_takes_no_commands():
    edition = setting_up.edition_create(header=HEADER)
    with pytest.raises(services.Locked):
        services.command_submit(
            edition_id=edition.pk, command=throw(5), command_id="a", seen=0, author=AUTHOR
        )


@pytest.mark.django_db
def test_undo_is_a_row_of_its_own_and_restores_the_state_before():
    edition = opened()
    before = selectors.evening(edition).state
    record(edition, throw(5), {"do": "undo"})
    evening = selectors.evening(edition)
    assert evening.state == before
    assert evening.head == 2
    assert selectors.taken_back(list(selectors.log(edition))) == {1: 2}


@pytest.mark.django_db
def test_a_retried_draw_by_the_program_is_not_drawn_again():
    edition = opened()
    record(edition, throw(3))
    draws = {
        services.command_submit(
            edition_id=edition.pk,
            command={"do": "draw", "program": True},
            command_id="draw-1",
            seen=1,
            author=AUTHOR,
        ).command["quarter"]
        for _ in range(20)
    }
    assert len(draws) == 1


@pytest.mark.django_db
def test_the_live_state_equals_the_fold_of_the_log_after_every_row():
    edition = opened()
    for command in (
        throw(5), throw(3), {"do": "bonus"}, {"do": "draw", "quarter": "angelo"},
        {"do": "undo"}, {"do": "undo"}, {"do": "select_team"}, {"do": "whistle"},
        {"do": "result", "winner": "challenger"},
    ):  # fmt: skip
        record(edition, command)
        rows = list(selectors.log(edition))
        events = [(row.seq, row.resolved()) for row in rows[1:]]
        assert fold(edition.rules, rows[0].command, events) == selectors.evening(edition).state


@pytest.mark.django_db
def test_what_is_kept_in_memory_is_dropped_when_the_log_is_not_the_same_any_more():
    edition = opened({**HEADER, "rehearsal": True})
    record(edition, throw(5), throw(4))
    assert selectors.evening(edition).head == 2
    rows = LogRow.objects.filter(edition=edition, seq__gt=0)
    rows._raw_delete(rows.db)
    record(edition, throw(1), throw(2))
    assert selectors.evening(edition).state.quarters["andrea"].square == 1
    assert selectors.evening(edition).state.quarters["agostino"].square == 2


@pytest.mark.django_db
def test_a_log_exchanged_for_another_of_the_same_length_is_folded_anew():
    edition = opened({**HEADER, "rehearsal": True})
    record(edition, throw(5))
    assert selectors.evening(edition).state.quarters["andrea"].square == 10
    rows = LogRow.objects.filter(edition=edition, seq=1)
    rows._raw_delete(rows.db)
    record(edition, throw(1))
    assert selectors.evening(edition).state.quarters["andrea"].square == 1


@pytest.mark.django_db
def test_a_rehearsal_is_deleted_whole_and_a_real_evening_never():
    rehearsal, real = opened({**HEADER, "rehearsal": True}), opened()
    record(rehearsal, throw(5))
    setting_up.edition_delete(edition_id=rehearsal.pk)
    assert list(Edition.objects.all()) == [real]
    assert set(LogRow.objects.values_list("edition", flat=True)) == {real.pk}
    with pytest.raises(services.Locked):
        setting_up.edition_delete(edition_id=real.pk)


# ------------------------------------------------------------------------------- check_log


def tamper(row: LogRow, **changes: str) -> None:
    """Changes a stored row behind the program's back, as somebody with the file could."""
    table = LogRow._meta.db_table
    with connection.cursor() as cursor:
        for column, value in changes.items():
            cursor.execute(f"UPDATE {table} SET {column} = %s WHERE id = %s", [value, row.pk])


@pytest.mark.django_db
def test_check_log_finds_nothing_in_a_healthy_log():
    edition = opened()
    record(edition, throw(5), throw(3), {"do": "undo"}, throw(2))
    assert checks.check_log(edition) == []


@pytest.mark.django_db
def test_check_log_names_the_first_row_that_was_touched():
    edition = opened()
    row = record(edition, throw(5))
    record(edition, throw(4))
    tamper(row, action=canonical(throw(6)))
    (finding,) = checks.check_log(edition)
    assert (finding.seq, finding.wrong) == (1, True)


@pytest.mark.django_db
def test_check_log_finds_a_row_that_was_made_to_fit_its_own_digest():
    edition = opened()
    row = record(edition, throw(5))
    record(edition, throw(4))
    row.action = canonical(throw(6))
    tamper(row, action=row.action, digest=row.content_digest())
    (finding,) = checks.check_log(edition)
    assert finding.seq == 2


@pytest.mark.django_db
def test_a_rows_digest_covers_everything_in_it_and_the_row_before():
    row = record(opened(), throw(5))
    for field, other in {
        "seq": 7,
        "command_id": "x",
        "action": "{}",
        "event": "{}",
        "by": "x",
        "device": "x",
        "recorded_at": row.recorded_at.replace(year=1999),
        "salt": "0" * 32,
        "previous": "0" * 64,
    }.items():
        right = getattr(row, field)
        setattr(row, field, other)
        assert row.content_digest() != row.digest, field
        setattr(row, field, right)
    assert row.content_digest() == row.digest


@pytest.mark.django_db
def test_a_row_can_be_checked_without_who_recorded_it_and_without_free_text():
    edition = opened()
    reason = "pioggia battente"
    author = services.Author(by="rosa", device="tablet-1")
    command = {"do": "suspend", "reason": reason, "note": "nota mia", "by": "carla"}
    row = services.command_submit(
        edition_id=edition.pk, command=command, command_id="s", seen=0, author=author
    )
    told = row.public_part()
    public = canonical(told)
    assert hashlib.sha256(public.encode()).hexdigest() == row.digest
    for secret in (reason, "nota mia", "rosa", "carla", "tablet-1", row.salt):
        assert secret not in public
    assert told["action"] == {"do": "suspend"}
    assert told["event"]["steps"][0]["step"] == "suspended"


@pytest.mark.django_db
def test_the_same_words_are_sealed_differently_in_each_row():
    first, second = opened(), opened()
    assert first.rows.get().sealed() != second.rows.get().sealed()


@pytest.mark.django_db
def test_a_row_recorded_before_rows_had_a_salt_keeps_its_digest():
    row = record(opened(), throw(5))
    row.salt = ""
    about = [row.seq, row.command_id, row.action, row.event, row.by, row.device]
    old = canonical([*about, row.recorded_at.astimezone(UTC).isoformat(), row.previous])
    assert row.content_digest() == hashlib.sha256(old.encode()).hexdigest()


@pytest.mark.django_db
def test_check_log_reports_a_log_that_cannot_be_folded_and_goes_on():
    edition, other = opened(), opened()
    row = record(edition, throw(5))
    row.event = canonical({"event": "undo", "steps": []})
    tamper(row, event=row.event, digest=row.content_digest())
    found = dict(checks.check_every_log())
    assert found[edition][0].wrong
    assert found[other] == []


@pytest.mark.django_db
def test_check_log_finds_a_header_that_differs_from_row_0():
    edition = opened()
    edition.header = {**edition.header, "title": "Another"}
    edition.save()
    (finding,) = checks.check_log(edition)
    assert finding.seq == 0


@pytest.mark.django_db
def test_check_log_finds_a_missing_row():
    edition = opened()
    row = record(edition, throw(5))
    record(edition, throw(4))
    rows = LogRow.objects.filter(pk=row.pk)
    rows._raw_delete(rows.db)
    (finding,) = checks.check_log(edition)
    assert finding.seq == 1


@pytest.mark.django_db
def test_check_log_says_where_todays_rules_decide_otherwise_and_the_stored_event_stands(
    monkeypatch,
):
    edition = opened()
    record(edition, throw(5))
    stored = selectors.evening(edition).state
    from cagli_oca.games.oca import throw as todays_rules

    monkeypatch.setattr(todays_rules, "GOAL", 4)
    (finding,) = checks.check_log(edition)
    assert (finding.seq, finding.wrong) == (1, False)
    assert selectors.evening(edition).state == stored


# ------------------------------------------------------------------------------- racing


@pytest.mark.django_db(transaction=True)
def test_of_racing_tablets_exactly_one_wins_each_round():
    edition = opened()
    tablets, rounds = 4, 6
    results: list[str] = []

    def tap(tablet: int, number: int, start: threading.Barrier) -> None:
        start.wait()
        try:
            services.command_submit(
                edition_id=edition.pk,
                command=throw(1),
                command_id=f"{tablet}-{number}",
                seen=number,
                author=AUTHOR,
            )
            results.append("recorded")
        except services.Stale:
            results.append("stale")
        finally:
            connections.close_all()

    for number in range(rounds):
        start = threading.Barrier(tablets)
        threads = [
            threading.Thread(target=tap, args=(tablet, number, start)) for tablet in range(tablets)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    close_old_connections()
    assert results.count("recorded") == rounds
    assert results.count("stale") == rounds * (tablets - 1)
    assert [row.seq for row in selectors.log(edition)] == list(range(rounds + 1))
    assert checks.check_log(edition) == []


@pytest.mark.django_db(transaction=True)
def test_news_go_out_only_after_the_commit(monkeypatch):
    told = []

    def announce(edition_id, seq):
        told.append((seq, connection.in_atomic_block))

    monkeypatch.setattr("referee.news.announce", announce)
    edition = opened()
    record(edition, throw(5))
    with pytest.raises(Refused):
        record(edition, {"do": "whistle"})
    assert told == [(0, False), (1, False)]


@pytest.mark.django_db(transaction=True)
def test_a_broken_channel_layer_loses_no_entry(monkeypatch):
    def broken():
        raise ConnectionError("no layer")

    monkeypatch.setattr("referee.news.get_channel_layer", broken)
    edition = opened()
    assert record(edition, throw(5)).seq == 1


async def test_where_a_servers_loop_sends_the_news_no_tap_waits_for_them(monkeypatch):
    may_go, told = asyncio.Event(), []

    class Slow:
        async def group_send(self, group, message):
            await may_go.wait()
            told.append((message["edition"], message["seq"]))

    monkeypatch.setattr(news, "get_channel_layer", Slow)
    monkeypatch.setattr(news, "_loop", None)
    news.send_by(asyncio.get_running_loop())
    await asyncio.to_thread(news.announce, 7, 1)
    assert told == []
    may_go.set()
    while not told:
        await asyncio.sleep(0)
    assert told == [(7, 1)]


@pytest.mark.django_db
def test_sqlite_waits_for_the_disk_and_queues_writers():
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite has these settings")
    with connection.cursor() as cursor:
        synchronous = cursor.execute("PRAGMA synchronous").fetchone()[0]
    assert synchronous == 2, "FULL"
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in connection.settings_dict["OPTIONS"]["init_command"]


@pytest.mark.django_db
def test_stored_json_is_canonical_whatever_order_the_keys_came_in():
    edition = opened()
    row = record(edition, {"value": 5, "do": "throw"})
    assert row.action == json.dumps(row.command, sort_keys=True, separators=(",", ":"))
