"""The second copy in BACKUP_DIR: what is in it, what is told of it, and how it catches up."""

import io
import json
import os
import shutil
import threading

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import translation

from cagli_oca.games.evening_file import Reader
from referee import backup, checks, selectors, setting_up, workers
from referee.models import Edition, LogRow
from tests.cast import opened, record, throw


@pytest.fixture
def stick(tmp_path, settings, monkeypatch):
    """An empty folder where the second copy goes, looked at each time that a test says so."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    settings.BACKUP_DIR = tmp_path / "stick"
    settings.BACKUP_DIR.mkdir()
    monkeypatch.setattr(backup, "CHECK_EVERY", 0)
    fresh_process(monkeypatch)
    return settings.BACKUP_DIR


def fresh_process(monkeypatch):
    """As after a restart: nothing is in memory."""
    monkeypatch.setattr(backup, "_written", {})
    monkeypatch.setattr(backup, "_failed", False)


def the_file(stick, edition):
    return stick / f"oca-2026-{edition.pk}.jsonl"


def exported(edition):
    return "".join(f"{line}\n" for line in selectors.export_lines(edition))


def is_complete(stick, edition):
    return the_file(stick, edition).read_text(encoding="utf-8") == exported(edition)


def test_each_action_is_appended_to_the_evenings_file(stick, db):
    edition = opened()
    backup.look()
    record(edition, throw(5), throw(3))
    before = the_file(stick, edition).read_bytes()
    backup.look()
    assert is_complete(stick, edition)
    assert the_file(stick, edition).read_bytes().startswith(before)
    assert (backup.status()["state"], backup.status()["behind"]) == ("good", 0)


def test_the_file_replays_to_the_evenings_state(stick, db):
    edition = opened()
    record(edition, throw(5), throw(3), {"do": "bonus"}, {"do": "undo"})
    backup.look()
    with open(the_file(stick, edition), "rb") as stream:
        reader = Reader(stream)
        assert len(list(reader)) == 4
    assert reader.evening.state == selectors.evening(edition).state


def test_a_stick_that_is_gone_is_told_with_since_when_and_how_much_is_missing(stick, db):
    edition = opened()
    backup.look()
    shutil.rmtree(stick)
    record(edition, throw(5), throw(3))
    backup.look()
    with translation.override("en"):
        first = backup.status()
    assert (first["state"], first["behind"]) == ("bad", 2)
    assert "the folder is not there" in first["text"]
    record(edition, {"do": "draw", "quarter": "angelo"})
    backup.look()
    assert (backup.status()["since"], backup.status()["behind"]) == (first["since"], 3)
    assert not stick.exists(), "a missing stick must not become a folder on our own disk"


def test_when_the_stick_is_back_the_file_catches_up(stick, db, tmp_path):
    edition = opened()
    record(edition, throw(5))
    backup.look()
    stick.rename(tmp_path / "pocket")
    record(edition, throw(3))
    backup.look()
    assert backup.status()["state"] == "bad"
    (tmp_path / "pocket").rename(stick)
    record(edition, {"do": "bonus"})
    backup.look()
    assert is_complete(stick, edition)
    assert backup.status()["state"] == "good"


def test_a_stick_pulled_out_while_nothing_happens_is_noticed(stick, db):
    opened()
    backup.look()
    shutil.rmtree(stick)
    backup.look()
    assert backup.status()["state"] == "bad"


def test_another_stick_gets_the_whole_evening(stick, db):
    edition = opened()
    record(edition, throw(5))
    backup.look()
    shutil.rmtree(stick)
    stick.mkdir()
    backup.look()
    assert is_complete(stick, edition)


def test_after_a_restart_the_same_file_goes_on(stick, db, monkeypatch):
    edition = opened()
    record(edition, throw(5))
    backup.look()
    fresh_process(monkeypatch)
    record(edition, throw(3))
    backup.look()
    assert is_complete(stick, edition)
    assert len(list(stick.iterdir())) == 1


@pytest.mark.parametrize("kept", [0, 1, 60, -1, -20])
def test_a_file_cut_anywhere_is_completed(stick, db, monkeypatch, kept):
    edition = opened()
    record(edition, throw(5), throw(3))
    backup.look()
    whole = the_file(stick, edition).read_bytes()
    the_file(stick, edition).write_bytes(whole[:kept])
    fresh_process(monkeypatch)
    backup.look()
    assert the_file(stick, edition).read_bytes() == whole
    assert len(list(stick.iterdir())) == 1


def test_a_file_of_another_evening_is_kept_beside(stick, db):
    edition = opened()
    the_file(stick, edition).write_text('{"game": "oca", "edition": "last year"}\n')
    backup.look()
    assert is_complete(stick, edition)
    [other] = [path for path in stick.iterdir() if path != the_file(stick, edition)]
    assert "last year" in other.read_text()


def test_a_file_with_more_actions_than_the_log_is_kept_beside(stick, db):
    edition = opened()
    record(edition, throw(5))
    more = exported(edition) + '{"do": "undo"}\n'
    the_file(stick, edition).write_text(more, encoding="utf-8")
    backup.look()
    assert is_complete(stick, edition)
    assert (stick / f"oca-2026-{edition.pk}.1.jsonl").read_text(encoding="utf-8") == more


def test_a_write_that_fails_half_way_leaves_no_half_line_once_it_works_again(
    stick, db, monkeypatch
):
    edition = opened()
    backup.look()
    record(edition, throw(5))

    def full(_handle):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        backup.look()
        with translation.override("en"):
            assert "no room is left there" in backup.status()["text"]
    backup.look()
    assert is_complete(stick, edition)
    assert backup.status()["state"] == "good"


def test_a_stuck_folder_delays_no_tap_and_turns_the_lamp_red(stick, transactional_db, monkeypatch):
    monkeypatch.setattr(backup, "LATE_AFTER", backup.LATE_AFTER * 0)
    edition = opened()
    path = the_file(stick, edition)
    os.mkfifo(path)  # opening it waits for ever, like a network folder whose server is gone
    looking = threading.Thread(target=lambda: (backup.look(), connection.close()), daemon=True)
    looking.start()
    while backup._read_state()["working_since"] is None:
        looking.join(0.01)
    row = record(edition, throw(5))
    assert row.seq == 1
    assert looking.is_alive()
    told = backup.status()
    assert (told["state"], told["behind"]) == ("bad", 2)
    assert told["since"] == backup._read_state()["working_since"]
    with open(path, "wb"):
        pass
    looking.join(20)
    assert not looking.is_alive()


def test_the_place_of_a_stick_on_our_own_disk_is_not_taken_for_the_stick(stick, db, monkeypatch):
    edition = opened()
    monkeypatch.setattr(backup, "_read_state", _as_if_on_another_disk(backup._read_state))
    backup.look()
    assert backup.status()["state"] == "bad"
    assert not the_file(stick, edition).exists()


def _as_if_on_another_disk(read):
    return lambda: read() | {"elsewhere": True}


def test_a_copy_on_the_same_disk_says_so(stick, db):
    opened()
    backup.look()
    assert "same disk" in backup.status()["text"] or "stesso disco" in backup.status()["text"]


def test_rows_that_nobody_copies_turn_the_lamp_red(stick, db, monkeypatch):
    monkeypatch.setattr(backup, "LATE_AFTER", backup.LATE_AFTER * 0)
    opened()
    assert backup.status()["state"] == "bad"


def test_without_a_folder_there_is_no_lamp_and_no_work(db, settings):
    settings.BACKUP_DIR = None
    opened()
    backup.look()
    assert backup.status()["state"] == "off"


def test_one_process_at_a_time_copies(stick):
    with workers.alone("backup") as first, workers.alone("backup") as second:
        assert (first, second) == (True, False)
    with workers.alone("backup") as again:
        assert again


def test_words_that_no_disk_takes_do_not_stand_in_the_files_name(stick, db):
    edition = Edition(pk=3, game="oca", header={"edition": "../2026: à / b"})
    assert backup.file_name(edition) == "oca-2026-b-3.jsonl"


# ------------------------------------------------------------------------------- import


@pytest.fixture
def copy(stick, db):
    edition = opened()
    record(edition, throw(5), {**throw(3), "note": "è caduto due volte"}, {"do": "bonus"})
    backup.look()
    return the_file(stick, edition)


def imported(path):
    out = io.StringIO()
    call_command("import_evening", str(path), stdout=out)
    return Edition.objects.latest("pk"), out.getvalue()


def test_the_second_copy_restores_state_and_actions(copy):
    edition, told = imported(copy)
    assert exported(edition) == copy.read_text(encoding="utf-8")
    assert selectors.evening(edition).state == selectors.evening(Edition.objects.first()).state
    assert checks.check_log(edition) == []
    assert "cut" not in told


def test_a_last_line_cut_at_any_byte_is_left_out_and_told(copy):
    whole = copy.read_bytes()
    lines = whole.splitlines(keepends=True)
    start = len(whole) - len(lines[-1])
    for end in (start + 1, start + 20, len(whole) - 2):
        copy.write_bytes(whole[:end])
        edition, told = imported(copy)
        assert "line 4: it was cut" in told
        assert selectors.evening(edition).head == len(lines) - 2


def test_a_line_cut_inside_a_letter_is_left_out_too(copy):
    whole = copy.read_bytes()
    copy.write_bytes(whole[: whole.index("è".encode()) + 1])
    edition, told = imported(copy)
    assert "line 3: it was cut" in told
    assert selectors.evening(edition).head == 1


def test_a_last_line_that_lacks_only_its_end_is_whole(copy):
    copy.write_bytes(copy.read_bytes()[:-1])
    edition, told = imported(copy)
    assert selectors.evening(edition).head == 3
    assert "cut" not in told


def test_a_disks_zeros_after_the_last_line_are_left_out(copy):
    copy.write_bytes(copy.read_bytes() + bytes(100))
    edition, told = imported(copy)
    assert selectors.evening(edition).head == 3
    assert "cut" in told


def test_a_bad_line_in_the_middle_still_refuses_the_whole_file(copy):
    lines = copy.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1][:10] + b"\n"
    copy.write_bytes(b"".join(lines))
    with pytest.raises(Exception, match="line 2"):
        imported(copy)
    assert LogRow.objects.count() == 4


def test_a_last_line_that_the_rules_refuse_is_no_torn_line(copy):
    copy.write_bytes(copy.read_bytes() + json.dumps(throw(1)).encode())
    with pytest.raises(Exception, match="R20"):
        imported(copy)


def test_a_header_that_was_cut_leaves_nothing_to_keep(copy):
    copy.write_bytes(copy.read_bytes()[:30])
    with pytest.raises(Exception, match="line 1"):
        setting_up.evening_recover(stream=io.BytesIO(copy.read_bytes()))
