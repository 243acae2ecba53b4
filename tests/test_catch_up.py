"""From the paper form: all or nothing, checked first, once; the public sees one summary."""

import json

import pytest
from django.urls import reverse

from display import pictures
from referee import catch_up, public, selectors, services, setting_up
from tests.cast import AUTHOR, opened, record, throw

EVENING = [
    throw(1),
    throw(5),
    throw(6),
    {"do": "draw", "quarter": "angelo"},
    {"do": "whistle"},
    {"do": "result", "winner": "challenger"},
]


@pytest.fixture
def edition(db):
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    return edition


def enter(edition, commands, batch="batch", seen=0):
    return catch_up.lines_record(
        edition_id=edition.pk, commands=commands, batch_id=batch, seen=seen, author=AUTHOR
    )


def test_lines_are_tried_one_upon_the_other_and_nothing_is_recorded(edition):
    tried = catch_up.lines_try(edition, [*EVENING, {"do": "whistle"}, throw(1)])
    assert len(tried.events) == 6
    assert tried.refusal.rule == "R20"
    assert tried.evening.head == 6
    assert selectors.head_row(edition).seq == 0


def test_an_evening_entered_in_one_go_is_as_if_it_had_been_entered_line_by_line(edition):
    rows = enter(edition, EVENING)
    other = opened()
    record(other, *EVENING)
    assert [row.seq for row in rows] == [1, 2, 3, 4, 5, 6]
    assert selectors.evening(edition).state == selectors.evening(other).state


def test_one_line_that_is_refused_and_nothing_is_recorded(edition):
    with pytest.raises(services.RefusedAt) as refused:
        enter(edition, [throw(1), throw(7), throw(2)])
    assert (refused.value.number, refused.value.refusal.rule) == (2, "R4")
    assert selectors.head_row(edition).seq == 0


def test_the_same_batch_sent_again_is_recorded_once(edition):
    first = enter(edition, EVENING)
    assert enter(edition, EVENING) == first
    assert selectors.head_row(edition).seq == 6


def test_a_batch_upon_an_older_state_is_stale(edition):
    record(edition, throw(1))
    with pytest.raises(services.Stale):
        enter(edition, EVENING)
    assert selectors.head_row(edition).seq == 1


def test_the_public_gets_one_summary_and_no_theatre(edition):
    enter(edition, EVENING)
    told = pictures.picture(None, "en")
    assert (told["seq"], told["caught_up"]) == (6, 6)
    assert told["announcement"] == (
        "Entered from the paper form: Throw 3, Flag 1, Whistle 1, Result 1."
    )
    record(edition, throw(1))
    told = pictures.picture(None, "en")
    assert (told["announcement"], told["caught_up"]) == ("", 6)


def test_an_announcement_of_the_organisers_stands_before_the_summary(edition):
    enter(edition, EVENING)
    public.announcement_set(edition_id=edition.pk, texts={"en": "Rain."})
    assert pictures.picture(None, "en")["announcement"] == "Rain."


def test_while_it_is_entered_the_public_waits_and_is_told_so(edition):
    record(edition, throw(1))
    public.catch_up_begin(edition_id=edition.pk)
    enter(edition, [throw(2), throw(1)], "one", seen=1)
    enter(edition, [throw(2)], "two", seen=3)
    waiting = pictures.picture(None, "en")
    assert (waiting["seq"], waiting["board"]["quarters"]["agostino"]["square"]) == (1, 0)
    assert "being entered" in waiting["announcement"]
    assert pictures.picture(edition.pk, "en")["held"] == 3
    public.catch_up_end(edition_id=edition.pk)
    present = pictures.picture(None, "en")
    assert (present["seq"], present["caught_up"]) == (4, 4)
    assert "Throw 3" in present["announcement"]


def test_beginning_twice_does_not_move_what_the_public_waits_with(edition):
    public.catch_up_begin(edition_id=edition.pk)
    record(edition, throw(1))
    public.catch_up_begin(edition_id=edition.pk)
    assert pictures.picture(None, "en")["seq"] == 0


def test_releasing_ends_the_wait(edition):
    public.catch_up_begin(edition_id=edition.pk)
    record(edition, throw(1))
    public.reveal_release(edition_id=edition.pk, seq=1)
    told = pictures.picture(None, "en")
    assert (told["seq"], told["caught_up"]) == (1, 1)


def test_the_reveal_holds_back_what_was_caught_up_too_and_its_number(edition):
    public.reveal_change(edition_id=edition.pk, after=60)
    enter(edition, EVENING)
    told = pictures.picture(None, "en")
    assert (told["seq"], told["caught_up"], told["announcement"]) == (0, 0, "")
    public.reveal_release(edition_id=edition.pk, seq=6)
    assert pictures.picture(None, "en")["caught_up"] == 6


def test_a_second_form_that_is_held_back_leaves_the_first_ones_summary(edition):
    enter(edition, [throw(1), throw(2)])
    summary = pictures.picture(None, "en")["announcement"]
    public.reveal_change(edition_id=edition.pk, after=60)
    enter(edition, [throw(1), throw(1)], batch="second", seen=2)
    told = pictures.picture(None, "en")
    assert (told["seq"], told["announcement"]) == (2, summary)
    public.reveal_release(edition_id=edition.pk, seq=4)
    assert "4" in pictures.picture(None, "en")["announcement"]


def test_a_screen_that_looks_finds_the_summary(edition):
    before = selectors.fingerprint()
    public.catch_up_begin(edition_id=edition.pk)
    assert selectors.fingerprint() != before


def ask(client, edition, name, body):
    url = reverse(f"referee:{name}", args=[edition.pk])
    return client.post(url, json.dumps(body), content_type="application/json")


def test_the_page_is_told_what_each_line_does_and_the_rule_that_refuses(
    edition, client_of, referee
):
    client = client_of(referee)
    told = ask(client, edition, "catch_up_check", {"lines": [throw(6), throw(1)]}).json()
    assert len(told["effects"]) == 1
    assert told["refused"]["rule"] == "R20"
    assert told["seen"] == 0 and told["now"] != told["then"]
    refused = ask(
        client, edition, "catch_up_record", {"id": "x", "seen": 0, "lines": [throw(6), throw(1)]}
    )
    assert (refused.status_code, refused.json()["number"]) == (422, 2)


@pytest.mark.parametrize(
    "body",
    [
        {"id": "x", "seen": 0, "lines": []},
        {"id": "x", "seen": 0, "lines": "throw"},
        {"id": "x", "seen": 0, "lines": [throw(1)] * 201},
        {"id": "x", "seen": 0, "lines": [{"do": "throw", "value": 1, "by": "me"}]},
        {"id": "x" * 65, "seen": 0, "lines": [throw(1)]},
        {"id": "x", "seen": 0},
        [],
    ],
)
def test_nonsense_is_refused_and_nothing_is_recorded(edition, client_of, referee, body):
    assert ask(client_of(referee), edition, "catch_up_record", body).status_code == 400
    assert selectors.head_row(edition).seq == 0


def test_numbers_beyond_any_database_are_no_error_of_ours(edition, client_of, organiser):
    client = client_of(organiser)
    for seen in (10**30, -(10**30), -1):
        body = {"id": "x", "seen": seen, "lines": [throw(1)]}
        assert ask(client, edition, "catch_up_record", body).status_code == 409
        assert ask(client, edition, "settle", {"pk": seen}).status_code == 200
    assert selectors.head_row(edition).seq == 0
