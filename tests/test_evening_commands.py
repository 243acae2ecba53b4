"""export_evening, import_evening, check_log, rehearse, person, serve's address check."""

import io
import json
import socket

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from cagli_oca.games.evening_file import Reader
from referee import checks, people, samples, selectors, setting_up
from referee.management.commands.serve import check_free
from referee.models import Edition
from tests.cast import HEADER, opened, record, throw


def export(edition: Edition) -> str:
    out = io.StringIO()
    call_command("export_evening", str(edition.pk), stdout=out)
    return out.getvalue()


@pytest.fixture
def played(db) -> Edition:
    """An evening with nearly every kind of action, texts with accents included."""
    edition = opened()
    record(
        edition,
        throw(5),
        {**throw(3), "note": "dado caduto due volte"},
        {"do": "bonus"},
        {"do": "draw", "program": True},
        {"do": "whistle"},
        {"do": "repeat", "reason": "Pertica spezzata — è volata in acqua"},
        {"do": "whistle"},
        {"do": "result", "winner": "challenger", "scores": [2, 1.5]},
        {"do": "undo"},
        {"do": "result", "winner": "tie"},
        {"do": "ruling", "quarter": "angelo", "reason": "x", "square": 7, "cleared": [9, 3]},
        {"do": "amend", "reason": "pioggia", "order_of_play": ["ponte", "osteria"]},
        {"do": "conduct", "quarter": "angelo", "reason": "modi"},
        {"do": "suspend", "reason": "pioggia"},
        {"do": "resume"},
    )
    return edition


def test_exported_imported_and_exported_again_is_the_same_file_and_state(played, tmp_path):
    first = export(played)
    path = tmp_path / "evening.jsonl"
    path.write_text(first, encoding="utf-8")
    call_command("import_evening", str(path), stdout=io.StringIO())
    copy = Edition.objects.latest("pk")
    assert copy.pk != played.pk
    assert export(copy) == first
    assert selectors.evening(copy).state == selectors.evening(played).state
    assert checks.check_log(copy) == []


def test_an_imports_ids_devices_and_recording_times_are_its_own(played, tmp_path):
    path = tmp_path / "evening.jsonl"
    path.write_text(export(played), encoding="utf-8")
    copy = setting_up.evening_import(stream=io.BytesIO(path.read_bytes()))
    ours, theirs = list(selectors.log(played)), list(selectors.log(copy))
    assert not {row.command_id for row in ours} & {row.command_id for row in theirs}
    assert {row.device for row in theirs} == {"import"}
    assert theirs[1].recorded_at > ours[-1].recorded_at
    assert theirs[1].command["by"] == "rosa"


def test_the_exported_file_replays_to_the_same_state(played):
    reader = Reader(io.BytesIO(export(played).encode()))
    for _ in reader:
        pass
    assert reader.evening.state == selectors.evening(played).state


def test_an_export_has_the_header_first_and_time_and_author_in_every_action(played):
    header, *actions = map(json.loads, export(played).splitlines())
    assert header == played.header
    assert all({"at", "by"} <= action.keys() for action in actions)


def test_importing_refuses_with_the_line_number_and_leaves_nothing(db, tmp_path):
    path = tmp_path / "bad.jsonl"
    lines = [HEADER, throw(5), throw(3), throw(1)]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    with pytest.raises(CommandError, match=r"line 4: R20: "):
        call_command("import_evening", str(path))
    assert not Edition.objects.exists()


def test_importing_a_missing_file_says_so(db, tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_evening", str(tmp_path / "none.jsonl"))


def test_exporting_needs_an_opened_edition_that_exists_once(db):
    with pytest.raises(CommandError, match="0 editions answer"):
        call_command("export_evening", "2031")
    setting_up.edition_create(header=HEADER)
    with pytest.raises(CommandError, match="has not been opened"):
        call_command("export_evening", "2026")
    setting_up.edition_create(header=HEADER)
    with pytest.raises(CommandError, match="2 editions answer"):
        call_command("export_evening", "2026")


def test_check_log_reports_every_edition(played, capsys):
    call_command("check_log")
    assert "ok" in capsys.readouterr().out


def test_a_rehearsal_is_lawful_marked_and_never_current_unless_chosen(db):
    call_command("rehearse", "--seed", "3", "--throws", "30", stdout=io.StringIO())
    edition = Edition.objects.get()
    assert (edition.rehearsal, edition.current) == (True, False)
    assert edition.header["rehearsal"] is True
    assert checks.check_log(edition) == []
    call_command("rehearse", "--seed", "3", "--throws", "1", "--current", stdout=io.StringIO())
    assert Edition.objects.get(current=True) != edition


def test_a_rehearsal_into_the_log_is_the_one_written_to_a_file(db, tmp_path):
    arguments = ["rehearse", "--seed", "11", "--throws", "40"]
    call_command(*arguments, stdout=io.StringIO())
    path = tmp_path / "r.jsonl"
    call_command(*arguments, "--to", str(path), stdout=io.StringIO())
    reader = Reader(io.BytesIO(path.read_bytes()))
    for _ in reader:
        pass
    assert reader.evening.state == selectors.evening(Edition.objects.get()).state


def test_a_file_that_cannot_be_written_is_told_plainly(db, tmp_path):
    with pytest.raises(CommandError, match="No such file or directory"):
        call_command("rehearse", "--seed", "1", "--throws", "1", "--to", str(tmp_path / "a" / "b"))


def test_the_sample_is_loaded_into_an_empty_database_only(db):
    assert samples.load() is True
    editions = Edition.objects.order_by("pk")
    assert [edition.game for edition in editions] == samples.slugs()
    assert [edition.current for edition in editions] == [True, *[False] * (len(editions) - 1)]
    assert all(edition.sample and not edition.opened for edition in editions)
    assert samples.load() is False
    assert Edition.objects.count() == len(editions)


def test_a_forgotten_password_is_replaced_and_the_old_one_is_void(db):
    first, created = people.password_reset(name="rosa")
    second, again = people.password_reset(name="rosa")
    assert (created, again) == (True, False)
    rosa = get_user_model().objects.get(username="rosa")
    assert (rosa.check_password(first), rosa.check_password(second)) == (False, True)


def test_the_password_command_makes_the_organiser_and_prints_the_password_once(db, capsys):
    call_command("person")
    password = capsys.readouterr().out.split()[-1]
    user = get_user_model().objects.get(username=people.ORGANISER)
    assert user.is_staff and user.check_password(password)
    call_command("person", "rosa")
    assert not get_user_model().objects.get(username="rosa").is_staff


def test_a_port_in_use_is_told_before_anything_else():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(CommandError, match="Is it running already"):
            check_free("127.0.0.1", taken.getsockname()[1])
