"""What anybody can look at and download, and what they must not find there."""

import csv
import html
import io
import json
import re
import subprocess
import sys
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from referee import public, public_log, selectors, setting_up
from tests.cast import HEADER, opened, record, throw

DRAW = {"do": "draw", "program": True}
CLOSE = {"do": "close", "reason": "temporale su Cagli"}


@pytest.fixture
def edition(db):
    """An evening in play: a flag drawn, a suspension with a reason, a note."""
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    record(edition, throw(1), {**throw(3), "note": "nota segreta"}, DRAW, {"do": "undo"}, DRAW)
    record(edition, {"do": "suspend", "reason": "pioggia battente"}, {"do": "resume"})
    return edition


def get(name, *args, **query):
    return Client().get(reverse(f"display:{name}", args=args), query, follow=False)


def files(edition):
    return [
        get("proof_file", edition.pk, file)
        for file in ("chain.jsonl", "evening.jsonl", "evening.csv")
    ]


def later(monkeypatch):
    now = timezone.now() + public_log.SECRET_AFTER + timedelta(seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: now)


def test_the_page_shows_seal_head_and_draws_but_no_secret_during_play(edition):
    page = get("proof", edition.pk, lang="en").content.decode()
    head = selectors.head_row(edition)
    assert public_log.in_groups(head.digest, 64) in page
    assert public_log.in_groups(edition.committed.removeprefix("sha256:"), 64) in page
    assert page.count("flag 1 dice 1 3") == 2
    assert "taken back" in page
    assert "is published after the evening" in page
    assert edition.secret not in page
    assert "chain.jsonl" not in page


def test_the_secret_appears_after_the_evening_with_every_draw_recomputed(edition, monkeypatch):
    record(edition, CLOSE)
    page = get("proof", edition.pk, lang="en").content.decode()
    assert "is published at" in page and edition.secret not in page
    later(monkeypatch)
    page = get("proof", edition.pk, lang="en").content.decode()
    assert edition.secret in page
    assert page.count("recomputed") == 2
    by_hand = html.unescape(re.search(r'python3 -c "(.*)"</code>', page)[1])
    printed = subprocess.run([sys.executable, "-c", by_hand], capture_output=True, text=True)
    others = ["andrea", "francesco", "angelo"]
    drawn = selectors.log(edition).get(seq=5).command["quarter"]
    assert others[int(printed.stdout)] == drawn


def test_a_draft_shows_its_seal_before_the_numbers_are_called(db):
    draft = setting_up.edition_create(header=HEADER)
    page = get("proof", draft.pk).content.decode()
    assert public_log.in_groups(draft.committed.removeprefix("sha256:"), 64) in page
    assert draft.secret not in page


def test_the_short_address_leads_to_the_evening_on_the_screens(edition):
    assert get("proof_now", lang="en")["Location"] == f"/proof/{edition.pk}/?lang=en"


@pytest.mark.django_db
def test_without_any_evening_there_is_no_such_page():
    assert get("proof_now").status_code == 404
    assert get("proof", 99).status_code == 404
    assert get("proof_file", 99, "chain.jsonl").status_code == 404


def test_the_files_are_there_after_the_evening_or_live_by_the_setting(edition):
    assert [file.status_code for file in files(edition)] == [404] * 3
    told = get("proof_file", edition.pk, "chain.jsonl", lang="en").content.decode()
    assert told == "The public log can be downloaded after the evening."
    public.log_live_set(edition_id=edition.pk, live=True)
    assert [file.status_code for file in files(edition)] == [200] * 3
    public.log_live_set(edition_id=edition.pk, live=False)
    record(edition, CLOSE)
    assert [file.status_code for file in files(edition)] == [200] * 3
    assert get("proof_file", edition.pk, "db.sqlite3").status_code == 404


def test_no_file_tells_who_recorded_what_was_typed_or_the_secret_before_its_time(edition):
    record(edition, CLOSE)
    for file in files(edition):
        text = file.content.decode()
        secrets = ("rosa", "ab12", "pioggia battente", "nota segreta", "temporale", edition.secret)
        assert not [secret for secret in secrets if secret in text]


def test_the_public_evening_file_can_be_imported_again(edition):
    record(edition, CLOSE)
    again = setting_up.evening_import(stream=io.BytesIO(files(edition)[1].content))
    assert selectors.scoreboard(again) == selectors.scoreboard(edition)
    assert again.header == edition.header


def test_the_table_has_a_line_an_action_in_the_language_asked_for(edition):
    record(edition, CLOSE)
    text = get("proof_file", edition.pk, "evening.csv", lang="en").content.decode("utf-8-sig")
    [first, *rest] = csv.DictReader(io.StringIO(text))
    assert first["sentence"].startswith("Sant'Andrea throws a 1.")
    assert [row["seq"] for row in [first, *rest]] == [str(n) for n in range(1, 9)]
    assert rest[1]["taken_back_by"] == "4"
    assert rest[-1]["digest"] == selectors.head_row(edition).digest
    assert rest[-1]["sentence"] == ("Challenge 1 is abandoned. Closed without a winner: –.")


def test_what_the_reveal_holds_back_is_in_no_file_and_not_in_the_head(edition):
    public.log_live_set(edition_id=edition.pk, live=True)
    public.reveal_change(edition_id=edition.pk, after=600)
    seen = selectors.head_row(edition).digest
    row = record(edition, {"do": "whistle"})
    chain = get("proof_file", edition.pk, "chain.jsonl").content.decode()
    assert json.loads(chain.splitlines()[-1])["seq"] == row.seq - 1
    page = get("proof", edition.pk).content.decode()
    assert public_log.in_groups(seen, 64) in page
    assert public_log.in_groups(row.digest) not in page


def test_phones_and_pictures_carry_the_head_in_short(edition):
    short = public_log.in_groups(selectors.head_row(edition).digest)
    assert re.fullmatch(r"([0-9a-f]{4} ){3}[0-9a-f]{4}", short)
    assert Client().get("/board.json").json()["chain"] == short
    assert f"<b>{short}</b>" in Client().get("/").content.decode()


@pytest.mark.django_db
def test_a_draft_has_no_head():
    setting_up.edition_make_current(edition_id=setting_up.edition_create(header=HEADER).pk)
    assert Client().get("/board.json").json()["chain"] == ""


def test_the_script_that_is_downloaded_is_the_one_in_the_documentation(db):
    assert b"def main" in get("proof_script").content


def test_an_evening_imported_says_where_its_secret_is(edition):
    again = setting_up.evening_import(
        stream=io.BytesIO("\n".join(selectors.export_lines(edition)).encode())
    )
    page = get("proof", again.pk, lang="en").content.decode()
    assert public_log.in_groups(edition.committed.removeprefix("sha256:"), 64) in page
    assert "is with the computer that recorded the evening first" in page


def test_an_evening_of_before_has_a_page_that_says_so(db):
    lines = "\n".join(json.dumps(line) for line in [HEADER, throw(1)])
    edition = setting_up.evening_import(stream=io.BytesIO(lines.encode()))
    page = get("proof", edition.pk, lang="en").content.decode()
    assert "it has no seal" in page


def test_the_setting_is_a_form_of_the_public_page(edition, client_of, organiser):
    url = reverse("referee:public", args=[edition.pk])
    client_of(organiser).post(url, {"form": "log", "when": "live"})
    edition.refresh_from_db()
    assert edition.log_live
