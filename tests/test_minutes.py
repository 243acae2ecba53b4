"""The minutes and the paper form: nothing of the evening is missing, whatever people typed."""

import io
import logging
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from cagli_oca import wording
from referee import minutes_pdf, public_log, restore, selectors, services, setting_up
from referee.minutes import minutes_of
from referee.minutes_pdf import pdf_of
from tests.cast import AUTHOR, HEADER, opened, record, throw

REASON = "pioggia battente a Cagli"
WEIRD = [
    "Čapek & Δημήτρης → Łódź",
    "🐉 عربي \u202e漢字",
    "a\nb\tc\r\n\x07",
    "**a** __b__ --c--",
    "",
]


@pytest.fixture
def edition(db, referee):
    edition = setting_up.edition_create(header=HEADER)
    numbers = {"agostino": 1, "andrea": 22, "angelo": 333, "francesco": 4444}
    setting_up.edition_change(edition_id=edition.pk, header=HEADER, sample=False, numbers=numbers)
    edition = setting_up.edition_open(edition_id=edition.pk, author=AUTHOR, command_id="o")
    record(edition, throw(3), {"do": "draw", "program": True}, {"do": "undo"})
    record(edition, {"do": "draw", "quarter": "angelo", "note": "paggio sostituito"})
    record(edition, {"do": "suspend", "reason": REASON}, {"do": "resume"})
    return edition


def strings(minutes, monkeypatch):
    """Everything that was handed to the PDF as text."""
    handed = []
    for name in ("words", "print", "heading", "grid"):
        original = getattr(minutes_pdf.Sheet, name)

        def noted(self, *given, original=original, **more):
            handed.append(repr(given))
            return original(self, *given, **more)

        monkeypatch.setattr(minutes_pdf.Sheet, name, noted)
    assert pdf_of(minutes).startswith(b"%PDF-")
    return "\n".join(handed)


def test_every_action_with_its_time_author_reason_and_note(edition):
    minutes = minutes_of(edition)
    assert [one.seq for one in minutes.actions] == [1, 2, 3, 4, 5, 6]
    assert {one.by for one in minutes.actions} == {"rosa"}
    assert minutes.actions[1].taken_back_by == 3
    assert "paggio sostituito" in minutes.actions[3].told
    assert REASON in minutes.actions[4].told
    assert [one.seq for one in minutes.rulings] == [3, 5]
    assert [(who.name, who.actions) for who in minutes.people] == [("rosa", 7)]


def test_page_and_pdf_tell_the_same(edition, client_of, referee, monkeypatch):
    url = reverse("referee:minutes", args=[edition.pk])
    page = unescape(client_of(referee).get(url, headers={"accept-language": "en"}).content.decode())
    with translation.override("en"):
        minutes = minutes_of(edition)
        pdf = strings(minutes, monkeypatch)
    head = public_log.in_groups(selectors.head_row(edition).digest, 64)
    wanted = [head, REASON, "paggio sostituito", "rosa", "Sant'Andrea 22", "Provisional"]
    wanted += minutes.signatures + [one.told for one in minutes.actions]
    wanted += [text for pair in minutes.set_up for text in pair]
    for text in wanted:
        assert text in page, text
        if text not in minutes.signatures:
            assert repr(text)[1:-1] in pdf or text in pdf, text


def test_the_minutes_come_in_both_languages(edition, client_of, referee):
    client, url = client_of(referee), reverse("referee:minutes_pdf", args=[edition.pk])
    made = {language: client.get(url, {"lang": language}) for language in ("it", "en")}
    assert all(answer["Content-Type"] == "application/pdf" for answer in made.values())
    assert made["it"].content != made["en"].content
    assert "minutes-it.pdf" in made["it"]["Content-Disposition"]


def test_the_pdf_is_a4_and_brings_its_fonts(edition):
    pdf = pdf_of(minutes_of(edition))
    assert re.search(rb"/MediaBox \[0 0 595.28 841.89\]", pdf)
    fonts = set(re.findall(rb"/BaseFont /(\S+)", pdf))
    assert fonts and all(b"+" in font for font in fonts), "a font that is not embedded"
    assert pdf.count(b"/FontFile2") >= 3


@pytest.mark.django_db
@pytest.mark.parametrize("text", [*WEIRD, "x" * 6000, "parola lunga " * 300], ids=range(7))
def test_whatever_people_typed_can_be_printed(text):
    edition = opened({**HEADER, "title": text[:300] or "-"})
    record(edition, {**throw(1), "note": text}, {"do": "suspend", "reason": text or "-"})
    with translation.override("it"):
        assert pdf_of(minutes_of(edition)).startswith(b"%PDF-")


@pytest.mark.django_db
def test_letters_of_our_neighbours_are_all_in_the_fonts(caplog):
    edition = opened()
    record(edition, {**throw(1), "note": WEIRD[0] + " «Ñandú» ß ő € ‰ “x” …"})
    with caplog.at_level(logging.WARNING):
        pdf_of(minutes_of(edition))
    assert "missing" not in caplog.text


@pytest.mark.django_db
def test_an_evening_of_one_row_has_minutes_too():
    minutes = minutes_of(opened())
    assert (minutes.actions, minutes.rulings, minutes.over) == ([], [], False)
    assert pdf_of(minutes).startswith(b"%PDF-")


@pytest.mark.django_db
def test_the_end_is_told_and_no_longer_provisional(edition, monkeypatch):
    record(edition, {"do": "close", "reason": "buio"})
    with translation.override("en"):
        minutes = minutes_of(edition)
        assert minutes.over
        pdf = strings(minutes, monkeypatch)
    assert "Provisional" not in pdf
    assert "Final state" in pdf


def test_who_has_a_post_has_it_in_the_minutes(edition, organiser):
    record(edition, {"do": "whistle"})
    services.command_submit(
        edition_id=edition.pk,
        command={"do": "result", "winner": "tie"},
        command_id="r",
        seen=selectors.head_row(edition).seq,
        author=services.Author(by="ottavia"),
    )
    with translation.override("en"):
        posts = {who.name: who.post for who in minutes_of(edition).people}
    assert posts == {"rosa": "Recorder", "ottavia": "Organiser"}


def test_who_recorded_an_imported_evening_is_told_from_its_file(edition):
    lines = "\n".join(selectors.export_lines(edition)).encode()
    imported, _torn = restore.evening_restore(stream=io.BytesIO(lines))
    assert {who.name: who.actions for who in minutes_of(imported).people} == {"rosa": 6}


def test_the_paper_form_has_the_editions_data_and_room_to_write(db, client_of, referee):
    draft = setting_up.edition_create(header=HEADER)
    page = client_of(referee).get(reverse("referee:paper", args=[draft.pk])).content.decode()
    words = wording.of(draft.game)
    with translation.override("it"):
        for name in [*words.QUARTERS.values(), *(words.TRIALS[t] for t in HEADER["order_of_play"])]:
            assert str(name) in unescape(page)
    assert "5, 23" in page
    assert page.count('class="paper"') == 6
    assert page.count('class="arrow"') == 4 * 16


def test_minutes_are_not_for_spectators(edition):
    for name in ("minutes", "minutes_pdf", "paper"):
        answer = Client().get(reverse(f"referee:{name}", args=[edition.pk]))
        assert answer.status_code == 302
