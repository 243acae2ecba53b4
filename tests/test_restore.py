"""Backup and restore: one file with everything, and what becomes of what is here already."""

import gzip
import io
import json
import random

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import reverse

from display.models import Screen
from referee import bundle, checks, people, posts, restore, selectors, setting_up
from referee.models import AsideRow, Edition, LogRow
from tests.cast import HEADER, opened, record, throw


@pytest.fixture
def evening(db):
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    record(edition, throw(5), {**throw(3), "note": "è caduto"}, {"do": "bonus"}, {"do": "undo"})
    return edition


def backup() -> bytes:
    return b"".join(restore.backup_chunks())


def restored(file: bytes, *, replace=False, people=False):
    return restore.backup_restore(stream=io.BytesIO(file), replace=replace, people=people)


def wiped():
    """As on a computer just set up: no evening, no account."""
    Edition.objects.update(current=False)
    LogRow.objects.all()._raw_delete("default")
    Edition.objects.all().delete()
    Screen.objects.all().delete()
    get_user_model().objects.all().delete()
    assert not LogRow.objects.exists()


def verbatim(edition):
    return [bundle.row_content(row) for row in selectors.log(edition)]


def test_an_empty_computer_gets_every_row_exactly_as_it_was(evening):
    rows, state = verbatim(evening), selectors.evening(evening).state
    file = backup()
    wiped()
    [done] = restored(file)
    copy = Edition.objects.get()
    assert (done.what, done.count) == ("new", 5)
    assert verbatim(copy) == rows
    assert checks.check_log(copy) == []
    assert copy.created_at == evening.created_at
    assert selectors.evening(copy).state == state
    assert copy.current


def test_screens_that_saw_more_before_the_loss_follow_the_restored_evening(evening):
    file = backup()
    record(evening, {"do": "draw", "quarter": "angelo"})
    wiped()
    restored(file)
    assert Edition.objects.get().epoch > evening.epoch


def test_people_posts_and_screens_come_back_too(evening, organiser):
    password, _new = people.password_reset(name="carla")
    people.post_give(name="carla", post=posts.HEAD_REFEREE)
    Screen.objects.create(name="Mura", chosen={"margin": 3})
    file = backup()
    wiped()
    restored(file, people=True)
    carla = get_user_model().objects.get(username="carla")
    assert carla.check_password(password)
    assert posts.may(carla, "take_over") and not posts.may(carla, "people")
    assert Screen.objects.get().chosen == {"margin": 3}


def test_accounts_here_stay_where_people_are_not_wanted(evening, organiser):
    file = backup()
    people.password_reset(name="carla")
    restored(file)
    assert get_user_model().objects.filter(username="carla").exists()


def test_a_backup_without_an_organiser_locks_nobody_out(evening):
    file = backup()
    get_user_model().objects.create_user("ottavia", is_staff=True)
    with pytest.raises(bundle.Damaged):
        restored(file, people=True)
    assert get_user_model().objects.filter(username="ottavia").exists()


def test_the_same_evening_is_left_untouched(evening):
    [done] = restored(backup())
    assert done.what == "same"
    assert Edition.objects.get().epoch == evening.epoch


def test_what_is_missing_here_is_added_at_a_higher_epoch(evening):
    file, rows = backup(), verbatim(evening)
    LogRow.objects.filter(seq__gt=2)._raw_delete("default")
    [done] = restored(file)
    assert (done.what, done.count) == ("more", 2)
    assert verbatim(evening) == rows
    assert Edition.objects.get().epoch == evening.epoch + 1


def test_an_older_backup_takes_nothing_back_by_itself(evening):
    file = backup()
    record(evening, {"do": "draw", "quarter": "angelo"})
    rows = verbatim(evening)
    [done] = restored(file)
    assert (done.what, done.count) == ("kept", 1)
    assert verbatim(evening) == rows


def test_a_replaced_evening_is_set_aside_row_by_row_and_gets_a_higher_epoch(evening):
    file, rows = backup(), verbatim(evening)
    record(evening, {"do": "draw", "quarter": "angelo"}, {"do": "whistle"})
    here = verbatim(evening)
    [done] = restored(file, replace=True)
    assert done.what == "replaced"
    assert verbatim(evening) == rows
    assert [row.content for row in AsideRow.objects.order_by("pk")] == here[5:]
    assert Edition.objects.get().epoch == evening.epoch + 1
    assert checks.check_log(evening) == []


def test_evenings_that_went_on_differently_are_replaced_from_the_fork_on(evening):
    record(evening, {"do": "draw", "quarter": "angelo"})
    file, rows = backup(), verbatim(evening)
    LogRow.objects.filter(seq=5)._raw_delete("default")
    record(evening, {"do": "draw", "quarter": "andrea"})
    other = verbatim(evening)[5]
    restored(file, replace=True)
    assert verbatim(evening) == rows
    assert AsideRow.objects.get().content == other


def test_another_evening_under_the_same_number_is_no_reason_to_lose_one(evening):
    file = backup()
    wiped()
    Edition.objects.create(pk=evening.pk, game="oca", header=HEADER | {"title": "mine"})
    restored(file)
    assert {edition.name for edition in Edition.objects.all()} == {"mine", "Palio 2026"}


def test_new_editions_get_numbers_of_their_own_afterwards(evening):
    file = backup()
    wiped()
    restored(file)
    assert setting_up.edition_create(header=HEADER).pk > evening.pk


def test_a_file_cut_anywhere_restores_nothing(evening):
    file = backup()
    wiped()
    for end in random.Random(4).sample(range(len(file)), 40):
        with pytest.raises(bundle.Damaged):
            restored(file[:end])
    assert not Edition.objects.exists()


def test_a_file_changed_anywhere_restores_what_was_written_or_nothing(evening):
    file, rows = backup(), verbatim(evening)
    wiped()
    chance = random.Random(5)
    for place in chance.sample(range(len(file)), 60):
        changed = bytearray(file)
        changed[place] ^= 1 << chance.randrange(8)
        try:
            with transaction.atomic():
                restored(bytes(changed))
                assert verbatim(Edition.objects.get()) == rows
                transaction.set_rollback(True)
        except bundle.Damaged:
            pass
        assert not Edition.objects.exists()


def lines_of(file):
    return [json.loads(line) for line in gzip.decompress(file).splitlines()]


def packed(lines):
    return gzip.compress(b"\n".join(json.dumps(line).encode() for line in lines))


def test_a_row_that_somebody_changed_is_refused(evening):
    lines = lines_of(backup())
    wiped()
    for line in lines:
        if "log" in line and line["log"]["seq"] == 2:
            line["log"]["by"] = "somebody else"
    with pytest.raises(bundle.Damaged, match="row 2"):
        restored(packed(lines))


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: [*lines[:-2], lines[-1]],
        lambda lines: [{"backup": 99}, *lines[1:]],
        lambda lines: [*lines[:1], {"unknown": 1}, *lines[1:]],
        lambda lines: [*lines[:1], {"log": {}}, *lines[1:]],
        lambda lines: [*lines[:1], {"edition": {"game": "tombola"}}, {"end": 2}],
        lambda lines: [*lines[:1], {"edition": {"game": "oca", "pk": []}}, {"end": 2}],
        lambda lines: [*lines[:1], {"edition": {"game": "oca", "id": 1 << 80}}, {"end": 2}],
        lambda lines: [*lines[:1], {"edition": {"game": "oca", "epoch": "x"}}, {"end": 2}],
        lambda lines: [7],
        lambda lines: [],
    ],
)
def test_what_is_no_backup_is_refused_and_leaves_nothing(evening, change):
    lines = lines_of(backup())
    wiped()
    with pytest.raises(bundle.Damaged):
        restored(packed(change(lines)))
    assert not Edition.objects.exists()


# ------------------------------------------------------------------------------- the page


@pytest.fixture
def upload(client_of, organiser):
    client = client_of(organiser)

    def send(content: bytes, **ticked):
        file = SimpleUploadedFile("a.gz", content)
        answer = client.post(reverse("referee:restore"), {"file": file, **ticked}, follow=True)
        assert answer.status_code == 200
        return answer.content.decode()

    return send


def test_the_download_restores_by_the_upload(evening, client_of, organiser, upload):
    answer = client_of(organiser).get(reverse("referee:backup_file"))
    file = b"".join(answer.streaming_content)
    LogRow.objects.filter(seq__gt=2)._raw_delete("default")
    assert "Palio 2026" in upload(file)
    assert selectors.head_row(evening).seq == 4


def test_an_evening_file_from_the_stick_takes_the_place_of_the_same_evening(evening, upload):
    lines = "".join(f"{line}\n" for line in selectors.export_lines(evening))
    told = upload(lines.encode()[:-9])
    copy = selectors.edition_current()
    assert copy.pk != evening.pk
    assert told.count("message warning") == 2  # that it is on the screens, that a line was cut
    assert copy.epoch == evening.epoch + 1
    assert selectors.evening(copy).head == 3


def test_an_evening_file_of_what_is_not_on_the_screens_leaves_them_alone(evening, upload):
    lines = "".join(f"{line}\n" for line in selectors.export_lines(evening))
    setting_up.edition_make_current(edition_id=None)
    assert "message warning" not in upload(lines.encode())
    assert selectors.edition_current() is None


@pytest.mark.parametrize("content", [b"\x1f\x8bnonsense", b"nonsense", b'{"game": 3}', b"\xff\0"])
def test_an_upload_that_is_neither_is_told_kindly(evening, upload, content):
    assert "message error" in upload(content)
    assert Edition.objects.count() == 1


def test_what_was_set_aside_is_listed_with_its_sentence_until_it_was_read(
    evening, upload, client_of, organiser
):
    file = backup()
    record(evening, {"do": "draw", "quarter": "angelo"}, {"do": "undo"})
    upload(file, replace="on")
    client = client_of(organiser)
    page = client.get(reverse("referee:backup")).content.decode()
    assert "Sant'Angelo" in page.replace("&#x27;", "'")
    client.post(reverse("referee:aside_noted"))
    page = client.get(reverse("referee:backup")).content.decode()
    assert "Sant'Angelo" not in page.replace("&#x27;", "'")
    assert AsideRow.objects.count() == 2
