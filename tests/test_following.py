"""The second computer, in one process: what it stores, what it refuses, and who may record."""

import copy
import itertools
import json
import re
import socket as socket_module
from contextlib import contextmanager
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation

from display import consumers, hub, pictures
from referee import (
    bundle,
    checks,
    console,
    following,
    mirror,
    people,
    public,
    selectors,
    services,
    setting_up,
    wire,
)
from referee.models import AsideRow, Edition, Follower, Following, LogRow
from tests.cast import AUTHOR, HEADER, opened, record, throw
from tests.test_pages import JSON_BODIES, POST, TABLE
from tests.test_replace import correct, instead
from tests.test_screens import hear, socket


@contextmanager
def elsewhere():
    """What happens in here happens on another computer, and is not to be seen here afterwards."""
    there = transaction.savepoint()
    yield
    transaction.savepoint_rollback(there)


def told(**asked):
    """What this computer answers to a follower that asks so."""
    follower = Follower.objects.first() or Follower.objects.create(name="spare", key="0" * 64)
    question = {"version": settings.VERSION, "heads": {}, **asked}
    return json.loads(json.dumps(mirror.answer(follower=follower, asked=question)))


@pytest.fixture
def answer(db):
    """What a computer tells that plays an evening: header and four actions."""
    with elsewhere():
        edition = opened()
        setting_up.edition_make_current(edition_id=edition.pk)
        people.password_reset(name="carla")
        record(edition, throw(5), {**throw(3), "note": "è caduto"}, {"do": "bonus"}, {"do": "undo"})
        answer = told()
    return answer


@pytest.fixture
def follows(db):
    """This computer follows another one."""
    return Following.objects.create(url="http://127.0.0.1:9/", key=wire.key_of("abcd"))


def stored(answer, **how):
    following.store(Following.objects.get(), answer, **how)


def test_a_followers_name_holds_only_what_every_database_stores(db, client_of, organiser):
    answer = client_of(organiser).post(reverse("referee:follower_new"), {"name": " B\x00\u200b 2 "})
    assert (answer.status_code, Follower.objects.get().name) == (200, "B 2")


# ------------------------------------------------------------------------------- the copy


def test_the_copy_has_every_row_exactly_as_it_was_and_is_the_same_in_all(answer, follows):
    stored(answer)
    edition = Edition.objects.get()
    assert [bundle.row_content(row) for row in selectors.log(edition)] == answer["rows"][
        str(edition.pk)
    ]
    assert checks.check_log(edition) == []
    assert edition.current
    again = told(heads=following.heads(), **following.digests())
    assert again == {"rows": {}, "forks": [], "commons": {}, "more": False}


def test_accounts_are_copied_with_their_passwords(db):
    with elsewhere():
        password, _new = people.password_reset(name="carla", organiser=True)
        answer = told()
    Following.objects.create(url="x", key="y")
    stored(answer)
    carla = get_user_model().objects.get(username="carla")
    assert carla.is_staff and carla.check_password(password)


def test_what_this_computer_heard_of_a_person_itself_stays(db, organiser):
    answer = told()
    now = timezone.now()
    type(organiser).objects.update(last_login=now)
    Following.objects.create(url="x", key="y")
    stored(answer)
    organiser.refresh_from_db()
    assert organiser.last_login == now


FIELDS = ["seq", "command_id", "action", "event", "by", "device", "recorded_at", "salt", "digest"]


@pytest.mark.parametrize("field", [*FIELDS, "previous"])
def test_a_row_with_any_field_changed_is_refused_and_nothing_of_the_answer_stored(
    answer, follows, field
):
    changed = copy.deepcopy(answer)
    [rows] = changed["rows"].values()
    value = rows[2][field]
    rows[2][field] = {int: 9, str: value[:-1] + "x" if isinstance(value, str) else 0}[type(value)]
    if field == "recorded_at":
        rows[2][field] = "2026-01-01T00:00:00+00:00"
    with pytest.raises(bundle.Damaged):
        stored(changed)
    assert not Edition.objects.exists()


def test_a_missing_a_doubled_and_a_swapped_row_are_refused(answer, follows):
    [(pk, rows)] = answer["rows"].items()
    for wrong in (
        [*rows[:2], *rows[3:]],
        [*rows[:2], rows[1], *rows[2:]],
        [rows[0], rows[2], rows[1], *rows[3:]],
        rows[1:],
    ):
        with pytest.raises(bundle.Damaged):
            stored({**answer, "rows": {pk: wrong}})
        assert not LogRow.objects.exists()


def test_it_goes_on_where_it_stopped(answer, follows):
    [(pk, rows)] = answer["rows"].items()
    stored({**answer, "rows": {pk: rows[:2]}})
    assert selectors.head_row(Edition.objects.get()).seq == 1
    stored({**answer, "rows": {pk: rows[2:]}})
    assert checks.check_log(Edition.objects.get()) == []


def test_an_evening_without_its_first_row_yet_is_not_shown_as_opened(answer, follows):
    stored({**answer, "rows": {}})
    assert not Edition.objects.get().opened


def test_many_rows_come_in_several_answers(db, monkeypatch):
    monkeypatch.setattr(mirror, "ROWS_AT_ONCE", 2)
    edition = opened()
    record(edition, throw(5), throw(3), {"do": "bonus"})
    first = told()
    assert (len(first["rows"][str(edition.pk)]), first["more"]) == (2, True)
    row = selectors.log(edition)[1]
    second = told(heads={str(edition.pk): (1, row.digest)})
    assert (len(second["rows"][str(edition.pk)]), second["more"]) == (2, False)


def test_a_correction_comes_in_one_answer_however_long_it_is(db, monkeypatch):
    monkeypatch.setattr(mirror, "ROWS_AT_ONCE", 3)
    edition = opened()
    record(edition, throw(1), throw(2))
    correct(edition, instead(1, throw(2)))
    record(edition, throw(1))
    first = told()
    [rows] = first["rows"].values()
    assert ([row["seq"] for row in rows], first["more"]) == ([0, 1, 2], True)
    second = told(heads={str(edition.pk): (2, rows[-1]["digest"])})
    [rows] = second["rows"].values()
    assert ([row["seq"] for row in rows], second["more"]) == ([3, 4, 5, 6], True)


def test_a_rehearsal_deleted_there_goes_here_too(answer, follows):
    stored(answer)
    Edition.objects.update(rehearsal=True)
    stored({**answer, "editions": [], "rows": {}, "tables": {}})
    assert not Edition.objects.exists()


def test_the_same_answer_twice_adds_nothing_and_an_old_fork_sets_nothing_aside(answer, follows):
    """Two questions at once: the thread's, and that of who takes over."""
    [pk] = answer["rows"]
    stored(answer)
    stored(answer)
    stored({**answer, "commons": {pk: 2}, "chains": {pk: ["0" * 64]}})
    assert selectors.head_row(Edition.objects.get()).seq == 4
    assert not AsideRow.objects.exists()


# -------------------------------------------------------------------------- does it fit


def test_a_computer_with_an_evening_of_its_own_does_not_follow(db):
    edition = opened()
    record(edition, throw(5))
    Following.objects.create(url="x", key="y")
    answer = {"rows": {}, "commons": {}, "more": False, "editions": [], "forks": []}
    with pytest.raises(following.Unfit, match="other"):
        stored(answer)
    assert selectors.head_row(edition).seq == 1


def test_another_evening_under_the_same_number_does_not_take_our_evenings_place(db):
    with elsewhere():
        edition = opened()
        record(edition, throw(2))
        answer = told(chains={str(edition.pk): ["0" * 64]})
    ours = opened()
    changed = json.loads(json.dumps(answer).replace(f'"{edition.pk}"', f'"{ours.pk}"'))
    changed["editions"][0]["id"] = ours.pk
    changed["chains"] = {str(ours.pk): following.digests_of(ours)}
    Following.objects.create(url="x", key="y")
    with pytest.raises(following.Unfit, match="other"):
        stored(changed)
    assert selectors.head_row(ours).seq == 0


def test_a_draft_of_our_own_is_not_lost_the_first_time_but_a_sample_goes(answer, db):
    setting_up.edition_create(header={**HEADER, "title": "mine"})
    Following.objects.create(url="x", key="y")
    with pytest.raises(following.Unfit, match="mine"):
        stored(answer, first=True)
    Edition.objects.update(sample=True)
    stored(answer, first=True)
    assert Edition.objects.get().name == "Palio 2026"


def test_a_computer_that_was_taken_over_from_is_not_followed(answer, follows):
    stored(answer)
    Edition.objects.update(epoch=5)
    with pytest.raises(following.Unfit, match="older"):
        stored(answer)


def test_rows_that_are_here_and_not_there_are_set_aside_and_told_there(answer, follows):
    [(pk, rows)] = answer["rows"].items()
    stored(answer)
    edition = Edition.objects.get()
    Following.objects.update(taken_over_at=timezone.now())
    record(edition, {"do": "bonus"}, {"do": "draw", "quarter": "angelo"})
    lost = [bundle.row_content(row) for row in selectors.log(edition, after=4)]
    Following.objects.update(taken_over_at=None)
    fork = {"commons": {pk: 5}, "chains": {pk: following.digests_of(edition)}, "rows": {}}
    stored({**answer, **fork})
    assert [bundle.row_content(row) for row in selectors.log(edition)] == rows
    assert [row.content for row in selectors.aside()] == lost
    assert mirror.status()["state"] == "bad"
    mirror.aside_add(where=AsideRow.THERE, edition=edition.pk, epoch=1, row=lost[0])
    assert AsideRow.objects.count() == 2


def test_a_row_set_aside_whose_tap_was_recorded_after_all_is_not_listed(answer, follows):
    stored(answer)
    edition = Edition.objects.get()
    lost = bundle.row_content(selectors.log(edition).last())
    mirror.aside_add(where=AsideRow.THERE, edition=edition.pk, epoch=1, row=lost)
    assert not selectors.aside().exists()


def test_a_fork_is_found_from_the_digests(db):
    edition = opened()
    record(edition, throw(5), throw(3))
    pk, digests = str(edition.pk), [row.digest for row in selectors.log(edition)]
    assert told(heads={pk: (2, "0" * 64)})["forks"] == [pk]
    answer = told(heads={pk: (2, "0" * 64)}, chains={pk: [*digests[:2], "0" * 64, "1" * 64]})
    assert answer["commons"] == {pk: 2}
    assert [row["seq"] for row in answer["rows"][pk]] == [2]


# ----------------------------------------------------------------------------- only shows


def test_every_write_by_http_is_refused_while_following(answer, follows, client_of, organiser):
    stored({key: value for key, value in answer.items() if key != "tables"})
    edition = Edition.objects.get()
    client = client_of(organiser)
    possible = {
        *("set_language", "referee:login", "referee:logout", "display:report"),
        *("referee:take_over", "referee:aside_noted", "referee:mirror"),
        *("referee:lock", "referee:lock_now", "referee:awake", "referee:here"),
    }
    for name, method, which, body, _expected in TABLE:
        if method != POST or name in possible:
            continue
        arguments = {None: [], "device": [edition.pk, 1]}.get(which, [edition.pk])
        url = reverse(name, args=arguments)
        if isinstance(body, str):
            sent = client.post(url, json.dumps(JSON_BODIES[body]), content_type="application/json")
            assert sent.json()["status"] == "locked", name
        else:
            sent = client.post(url, body)
        assert sent.status_code == 409, name
    assert selectors.head_row(edition).seq == 4


def test_the_console_offers_nothing_where_another_computer_records_and_says_so(
    answer, follows, head_referee, client_of, monkeypatch
):
    def offered(edition):
        shown = console.panel(edition, head_referee)
        buttons = [*itertools.chain(*shown["offers"].values()), shown["undo"]]
        return shown["nothing"], {button.possible for button in buttons}

    stored({key: value for key, value in answer.items() if key != "tables"})
    edition = Edition.objects.get()
    assert offered(edition) == (str(console.ELSEWHERE["following"]), {False})
    panel = client_of(head_referee).get(reverse("referee:panel", args=[edition.pk]))
    buttons = re.findall(r"<button[^>]* data-command=[^>]*>", panel.content.decode())
    assert any('"program": true' in button for button in buttons)
    assert all('aria-disabled="true"' in button for button in buttons)
    monkeypatch.setattr(wire, "ask", no_answer)
    following.take_over()
    edition.refresh_from_db()
    nothing, possible = offered(edition)
    assert (nothing, True in possible) == ("", True)
    services.epoch_hear(edition_id=edition.pk, epoch=9)
    edition.refresh_from_db()
    assert offered(edition) == (str(console.ELSEWHERE["superseded"]), {False})


def test_the_services_and_commands_refuse_too(answer, follows, tmp_path):
    stored(answer)
    edition = Edition.objects.get()
    for write in (
        lambda: record(edition, throw(1)),
        lambda: setting_up.edition_create(header=HEADER),
        lambda: setting_up.edition_make_current(edition_id=None),
        lambda: setting_up.edition_delete(edition_id=edition.pk),
        lambda: public.start_set(edition_id=edition.pk, starts_at=None),
        lambda: mirror.follower_add(name="x"),
    ):
        with pytest.raises(services.Locked, match="following"):
            write()
    path = tmp_path / "evening.jsonl"
    path.write_text(json.dumps(HEADER))
    with pytest.raises(CommandError, match="follows another"):
        call_command("import_evening", str(path))
    with pytest.raises(CommandError, match="follows another"):
        call_command("rehearse", "--seed", "1", "--throws", "1")
    with pytest.raises(CommandError, match="follows another"):
        call_command("person", "carla")


def test_pages_and_pictures_are_served_while_following(answer, follows, client_of):
    stored(answer)
    client = client_of(None)
    for name in ("display:phone", "display:projector", "display:board_json", "display:history"):
        assert client.get(reverse(name)).status_code == 200
    assert pictures.picture(None, "it")["seq"] == 4


def test_a_follower_whose_clock_is_slow_shows_nothing_that_the_reveal_holds_back(db, monkeypatch):
    with elsewhere():
        edition = opened()
        setting_up.edition_make_current(edition_id=edition.pk)
        public.reveal_change(edition_id=edition.pk, after=60)
        record(edition, throw(5), throw(3))
        public.reveal_release(edition_id=edition.pk, seq=1)
        answer = told()
    Following.objects.create(url="x", key="y")
    stored(answer)
    slow = timezone.now() - timedelta(hours=1)
    monkeypatch.setattr(timezone, "now", lambda: slow)
    assert pictures.picture(None, "it")["seq"] == 1


def test_what_became_public_by_its_age_there_is_public_here(db, monkeypatch):
    with elsewhere():
        edition = opened()
        setting_up.edition_make_current(edition_id=edition.pk)
        public.reveal_change(edition_id=edition.pk, after=60)
        record(edition, throw(5), throw(3))
        with monkeypatch.context() as later:
            in_two_minutes = timezone.now() + timedelta(minutes=2)
            later.setattr(timezone, "now", lambda: in_two_minutes)
            answer = told()
    Following.objects.create(url="x", key="y")
    stored(answer)
    assert pictures.picture(None, "it")["seq"] == 2


# --------------------------------------------------------------------------- taking over


def tap(client, edition, **more):
    body = {"id": services.new_command_id(), "seen": selectors.head_row(edition).seq}
    body |= {"command": throw(5), **more}
    url = reverse("referee:command", args=[edition.pk])
    return client.post(url, json.dumps(body), content_type="application/json")


def test_a_tablet_that_saw_a_higher_epoch_stops_the_old_computer_for_good(db, client_of, referee):
    edition, client = opened(), client_of(referee)
    assert tap(client, edition, epoch=edition.epoch).json()["status"] == "recorded"
    answer = tap(client, edition, epoch=edition.epoch + 1)
    assert (answer.status_code, answer.json()["status"]) == (409, "locked")
    assert tap(client, edition).json()["status"] == "locked"
    assert selectors.head_row(edition).seq == 1
    assert mirror.status()["state"] == "bad"


def test_a_stopped_computer_does_not_say_recorded_again_of_what_it_recorded(db, client_of, referee):
    edition, client = opened(), client_of(referee)
    assert tap(client, edition, id="tap-1").status_code == 200
    assert tap(client, edition, id="tap-1", seen=0).json()["status"] == "recorded"
    assert tap(client, edition, id="tap-1", seen=0, epoch=9).json()["status"] == "locked"


def test_a_computer_that_was_taken_over_from_does_not_pass_for_the_present(db, client_of, referee):
    edition, client = opened(), client_of(referee)
    setting_up.edition_make_current(edition_id=edition.pk)
    assert client.get(reverse("display:board_json")).status_code == 200
    tap(client, edition, epoch=2)
    assert client.get(reverse("display:board_json")).status_code == 503


@pytest.mark.parametrize("epoch", [-1, 1 << 40, 1 << 90, 1002, "2", True, None, 1.0])
def test_an_epoch_that_is_none_changes_nothing(db, client_of, referee, epoch):
    edition = opened()
    assert tap(client_of(referee), edition, epoch=epoch).status_code == 400
    edition.refresh_from_db()
    assert not edition.superseded


def test_another_editions_recording_goes_on(db, client_of, referee):
    edition, other = opened(), opened({**HEADER, "edition": "2027"})
    tap(client_of(referee), edition, epoch=7)
    assert tap(client_of(referee), other).json()["status"] == "recorded"


def test_taking_over_raises_every_epoch_and_lets_record(answer, follows, monkeypatch):
    monkeypatch.setattr(wire, "ask", no_answer)
    stored(answer)
    done = following.take_over()
    edition = Edition.objects.get()
    assert (done.stopped, edition.epoch) == (False, 2)
    assert record(edition, {"do": "bonus"}).seq == 5
    assert setting_up.edition_create(header=HEADER).pk > edition.pk
    with pytest.raises(services.Locked, match="is_main"):
        following.take_over()


def no_answer(*_asked):
    raise wire.NoAnswer("nobody there")


def test_an_answer_that_comes_after_the_taking_over_is_not_stored(answer, follows, monkeypatch):
    monkeypatch.setattr(wire, "ask", no_answer)
    late = Following.objects.get()
    following.take_over()
    following.store(late, answer)
    assert not Edition.objects.exists()


def test_who_is_told_to_stop_stops_and_gives_all_its_last_rows(db, monkeypatch):
    monkeypatch.setattr(mirror, "ROWS_AT_ONCE", 1)
    edition = opened()
    record(edition, throw(5), throw(3))
    answer = told(stop={str(edition.pk): 2})
    assert len(answer["rows"][str(edition.pk)]) == 3
    with pytest.raises(services.Locked, match="superseded"):
        record(edition, {"do": "bonus"})


def test_a_replayed_order_to_stop_does_not_stop_who_took_over_since(db):
    edition = opened()
    told(stop={str(edition.pk): 2})
    following.take_over()
    told(stop={str(edition.pk): 2})
    assert record(edition, throw(5)).seq == 1


def test_a_follower_does_not_stop_for_the_one_it_follows(answer, follows):
    stored(answer)
    assert told(stop={"1": 9}) == {"unfit": "follows"}


def test_who_records_cannot_take_over(db):
    with pytest.raises(CommandError, match="already"):
        call_command("take_over")


# ------------------------------------------------------------------------------- the wire


def test_only_who_has_the_token_can_ask_read_or_answer(client_of, db, monkeypatch):
    token = mirror.follower_add(name="spare")
    [follower] = Follower.objects.all()
    assert token not in json.dumps(bundle.content(follower), default=str)
    client, url = client_of(None), reverse("referee:mirror")
    name = wire.name_of(follower.key)

    def post(raw, name=name):
        return client.post(url, raw, content_type="x/y", headers={wire.KEY_HEADER: name})

    asked = {"question": "q", "asked": {"version": settings.VERSION}}
    answer = post(wire.seal(wire.key_of(token), asked))
    assert wire.unseal(wire.key_of(token.upper()), answer.content)["answer_to"] == "q"
    assert b"editions" not in answer.content
    other = wire.key_of("wxyz")
    assert post(wire.seal(other, asked)).status_code == 403
    assert post(wire.seal(other, asked), wire.name_of(other)).status_code == 403
    assert post(b"").status_code == 403
    assert post(b"x" * 3_000_000).status_code == 403
    mirror.follower_forget(follower_id=follower.pk)
    assert post(wire.seal(follower.key, asked)).status_code == 403


@pytest.mark.parametrize(
    "asked",
    [7, [], {"heads": 3}, {"heads": {"1": 3}}, {"chains": {"1": 3}}, {"stop": {"x": 1}}]
    + [{"stop": {"1": "x"}}, {"aside": [3]}, {"aside": [{"where": "x"}]}, {"heads": {"1": [1]}}],
)
def test_a_question_that_is_none_is_refused_without_a_word(asked, client_of, db):
    edition = opened()
    key = wire.key_of(mirror.follower_add(name="spare"))
    if isinstance(asked, dict):
        asked = json.loads(json.dumps(asked).replace('"1"', f'"{edition.pk}"'))
        asked["version"] = settings.VERSION
    answer = client_of(None).post(
        reverse("referee:mirror"),
        wire.seal(key, {"question": "q", "asked": asked}),
        content_type="x/y",
        headers={wire.KEY_HEADER: wire.name_of(key)},
    )
    assert answer.status_code == 400


def test_another_version_of_the_program_is_not_followed(db):
    assert told(version="0.0.1") == {"unfit": "version"}


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (wire.NoAnswer("HTTP 403"), "Is the token right"),
        (wire.NoAnswer("Connection refused"), "does not answer"),
        (following.Unfit("other", "Palio 2026"), "Palio 2026"),
        (bundle.Damaged("row 3"), "row 3"),
    ],
)
def test_following_that_cannot_begin_says_why_and_does_not_follow(db, monkeypatch, trouble, told):
    def fails(*_asked):
        raise trouble

    monkeypatch.setattr(wire, "ask", fails)
    monkeypatch.setenv("FOLLOW_TOKEN", "abcd")
    with pytest.raises(CommandError, match=told):
        call_command("follow", "http://127.0.0.1:9", "--once")
    assert not Following.objects.exists()


def test_a_computer_whose_program_runs_already_follows_without_being_started_anew(
    answer, db, monkeypatch, capsys
):
    monkeypatch.setenv("FOLLOW_TOKEN", "abcd")
    monkeypatch.setattr(wire, "ask", lambda *_asked: answer)
    with socket_module.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setenv("HOST", "127.0.0.1")
        monkeypatch.setenv("PORT", str(taken.getsockname()[1]))
        call_command("follow", "http://127.0.0.1:9")
    assert "it follows from now on" in capsys.readouterr().out
    assert Following.objects.get().taken_over_at is None


def test_nobody_at_an_address_is_no_answer():
    with pytest.raises(wire.NoAnswer, match="refused"):
        wire.ask("http://127.0.0.1:9/", wire.key_of("abcd"), {})


def test_any_address_of_the_other_computer_leads_to_its_answer():
    for url in ("10.0.0.2:8000", "http://10.0.0.2:8000/", "http://10.0.0.2:8000/referee/7/"):
        assert following.address(url) == "http://10.0.0.2:8000/referee/mirror/"
    assert following.address("https://oca.example").startswith("https://oca.example/")


# ------------------------------------------------------------------------------- the lamp


def test_the_lamp_is_off_until_somebody_follows_and_red_when_it_falls_silent(db):
    edition = opened()
    assert mirror.status()["state"] == "off"
    mirror.follower_add(name="spare")
    assert mirror.status()["state"] == "off"
    pk, head = str(edition.pk), selectors.head_row(edition)
    told(heads={pk: (head.seq, head.digest)})
    assert mirror.status()["state"] == "good"
    Follower.objects.update(heard_at=timezone.now() - timedelta(seconds=40))
    assert mirror.status()["state"] == "bad"


def test_the_lamp_is_red_for_a_follower_that_asks_and_does_not_get_on(db, monkeypatch):
    edition = opened()
    head = selectors.head_row(edition)
    record(edition, throw(5))
    told(heads={str(edition.pk): (head.seq, head.digest)})
    assert mirror.status()["state"] == "good"
    monkeypatch.setattr(selectors, "SILENT_AFTER", timedelta(0))
    assert mirror.status()["state"] == "bad"


def test_the_followers_own_lamp_tells_how_far_it_has_come(answer, follows, monkeypatch):
    assert mirror.status()["state"] == "bad"
    stored(answer)
    assert mirror.status()["state"] == "good"
    monkeypatch.setattr(wire, "ask", no_answer)
    following.look()
    assert mirror.status()["state"] == "bad"
    assert "nobody there" in mirror.status()["text"]
    assert AUTHOR.by not in mirror.status()["text"]


def test_why_the_other_computer_does_not_answer_is_told_in_peoples_words(follows):
    following.look()  # nobody listens at its port 9
    with translation.override("en"):
        assert mirror.status()["text"].endswith("(the program does not run there)")


# ------------------------------------------------------- an old copy is not the present


def silent():
    """This computer follows one that it has not heard for a minute."""
    return Following.objects.create(
        url="x", key="y", heard_at=timezone.now() - timedelta(minutes=1)
    )


def test_that_it_records_nothing_more_is_told_before_what_was_set_aside(db):
    edition = opened()
    lost = bundle.row_content(record(edition, throw(5)))
    lost |= {"digest": "0" * 64, "command_id": "lost"}
    mirror.aside_add(where=AsideRow.THERE, edition=edition.pk, epoch=1, row=lost)
    before = mirror.status()["text"]
    services.epoch_hear(edition_id=edition.pk, epoch=9)
    after = mirror.status()
    with translation.override("en"):
        told = mirror.status()["text"]
    assert (before == after["text"], after["state"]) == (False, "bad")
    assert told.startswith("Another computer has taken over")


def test_a_copy_that_has_lost_the_other_computer_answers_no_poll(answer, follows, client_of):
    stored(answer)
    poll = reverse("display:board_json")
    assert client_of(None).get(poll).status_code == 200
    Following.objects.update(heard_at=timezone.now() - timedelta(minutes=1))
    assert client_of(None).get(poll).status_code == 503
    Following.objects.update(taken_over_at=timezone.now())
    assert client_of(None).get(poll).status_code == 200


@pytest.mark.django_db(transaction=True)
async def test_nor_does_it_take_a_new_socket():
    await sync_to_async(silent)()
    screen = socket()
    await screen.connect()
    assert await screen.receive_output(5) == {"type": "websocket.close", "code": consumers.BEHIND}


@pytest.mark.django_db(transaction=True)
async def test_nor_does_it_send_a_beat_until_it_hears_again(monkeypatch):
    monkeypatch.setattr(hub, "BEAT_EVERY", 0.05)
    monkeypatch.setattr(hub, "LOOK_EVERY", 0.05)
    screen = socket()
    await screen.connect()
    await hear(screen)
    assert await hear(screen) == {"beat": True}
    await sync_to_async(silent)()
    while not await screen.receive_nothing(0.5):
        await hear(screen)
    await sync_to_async(Following.objects.update)(heard_at=timezone.now())
    assert await hear(screen) == {"beat": True}
    await screen.disconnect()
