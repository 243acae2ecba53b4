"""Who may do what, by address; and what the console's addresses answer."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from display import screens
from referee import devices, mirror, selectors, setting_up
from referee.models import Edition, Follower
from tests.cast import HEADER, PASSWORD, opened, record, throw

SIGN_IN = "sign in"
"""A redirect to the sign-in page."""


@pytest.fixture
def edition(db):
    """An opened edition that the public screens show."""
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    return edition


@pytest.fixture
def draft(db):
    return setting_up.edition_create(header={**HEADER, "title": "Paliotto 2026"}, sample=True)


@pytest.fixture
def rehearsal(db):
    return opened({**HEADER, "rehearsal": True, "edition": "prova"})


@pytest.fixture
def screen(db):
    return screens.screen_pair(code="XYZ234", name="Mura")


@pytest.fixture
def follower(db):
    mirror.follower_add(name="spare")
    return Follower.objects.get()


GET, POST = "GET", "POST"
NUMBERS = {"agostino": 1, "andrea": 22, "angelo": 333, "francesco": 4444}

DEVICE = {"name": "Pia", "post": "recorder", "lock_after": "20"}

# address, method, edition, body -> (spectator, referee, organiser)
TABLE = [
    ("display:phone", GET, None, None, (200, 200, 200)),
    ("display:projector", GET, None, None, (200, 200, 200)),
    ("display:overlay", GET, None, None, (200, 200, 200)),
    ("display:speaker", GET, None, None, (SIGN_IN, 200, 200)),
    ("display:speech", GET, None, None, (401, 200, 200)),
    ("display:board_json", GET, None, None, (200, 200, 200)),
    ("display:edition_picture", GET, "edition", None, (401, 200, 200)),
    ("display:lamp", GET, "edition", None, (401, 200, 200)),
    ("display:health", GET, None, None, (200, 200, 200)),
    ("display:history", GET, None, None, (200, 200, 200)),
    ("display:rules", GET, None, None, (200, 200, 200)),
    ("display:readings", GET, None, None, (200, 200, 200)),
    ("display:report", POST, None, "report", (200, 200, 200)),
    ("display:screens", GET, None, None, (SIGN_IN, 403, 200)),
    ("display:screens_news", GET, None, None, (SIGN_IN, 403, 200)),
    ("display:screens_pair", POST, None, {"code": "ABC234", "name": "x"}, (SIGN_IN, 403, 302)),
    ("display:screens_show", POST, None, {"view": "crest"}, (SIGN_IN, 403, 302)),
    ("display:screens_reload", POST, None, {}, (SIGN_IN, 403, 302)),
    ("display:screen_change", POST, "screen", {"name": "x"}, (SIGN_IN, 403, 302)),
    ("display:screen_reload", POST, "screen", {}, (SIGN_IN, 403, 302)),
    ("display:screen_forget", POST, "screen", {}, (SIGN_IN, 403, 302)),
    ("display:proof_now", GET, None, None, (302, 302, 302)),
    ("display:proof", GET, "edition", None, (200, 200, 200)),
    ("display:proof", GET, "draft", None, (200, 200, 200)),
    ("display:proof_script", GET, None, None, (200, 200, 200)),
    ("display:proof_file", GET, "chain", None, (404, 404, 404)),
    ("display:manifest", GET, None, None, (200, 200, 200)),
    ("display:service_worker", GET, None, None, (200, 200, 200)),
    ("set_language", POST, None, {"language": "en"}, (302, 302, 302)),
    ("referee:login", GET, None, None, (200, 200, 200)),
    ("referee:logout", POST, None, {}, (302, 302, 302)),
    ("referee:editions", GET, None, None, (SIGN_IN, 200, 200)),
    ("referee:backup", GET, None, None, (SIGN_IN, 403, 200)),
    ("referee:backup_file", GET, None, None, (SIGN_IN, 403, 200)),
    ("referee:restore", POST, None, {}, (SIGN_IN, 403, 200)),
    ("referee:follower_new", POST, None, {"name": "x"}, (SIGN_IN, 403, 200)),
    ("referee:follower_forget", POST, "follower", {}, (SIGN_IN, 403, 302)),
    ("referee:take_over", POST, None, {}, (SIGN_IN, 403, 302)),
    ("referee:aside_noted", POST, None, {}, (SIGN_IN, 403, 302)),
    ("referee:mirror", POST, None, {}, (403, 403, 403)),
    ("referee:edition_new", POST, None, {"copy_of": "draft"}, (SIGN_IN, 403, 302)),
    ("referee:console", GET, "edition", None, (SIGN_IN, 200, 200)),
    ("referee:console", GET, "draft", None, (SIGN_IN, 302, 302)),
    ("referee:panel", GET, "edition", None, (401, 200, 200)),
    ("referee:side", GET, "edition", None, (401, 200, 200)),
    ("referee:log", GET, "edition", None, (SIGN_IN, 200, 200)),
    ("referee:command", POST, "edition", "throw", (401, 200, 200)),
    ("referee:preview", POST, "edition", "preview", (401, 200, 200)),
    ("referee:public", GET, "edition", None, (SIGN_IN, 403, 200)),
    ("referee:public", POST, "edition", {"form": "rain"}, (SIGN_IN, 403, 302)),
    ("referee:release", POST, "edition", "release", (401, 403, 200)),
    ("referee:trial", POST, "edition", "trial", (401, 200, 200)),
    ("referee:amend", GET, "edition", None, (SIGN_IN, 403, 200)),
    ("referee:devices", GET, "edition", None, (SIGN_IN, 403, 200)),
    ("referee:devices_list", GET, "edition", None, (401, 403, 200)),
    ("referee:device_new", POST, "edition", DEVICE, (SIGN_IN, 403, 200)),
    ("referee:device_code", POST, "device", {}, (SIGN_IN, 403, 200)),
    ("referee:device_cut_off", POST, "device", {}, (SIGN_IN, 403, 302)),
    ("referee:pair_typed", GET, None, None, (302, 302, 302)),
    ("referee:pair", GET, "code", None, (200, 200, 200)),
    ("referee:lock", GET, None, None, (302, 302, 302)),
    ("referee:lock_now", POST, None, {}, (401, 302, 302)),
    ("referee:awake", POST, None, "nothing", (401, 200, 200)),
    ("referee:people", GET, None, None, (SIGN_IN, 403, 200)),
    ("referee:person_new", POST, None, {"name": "Pia", "post": "speaker"}, (SIGN_IN, 403, 200)),
    ("referee:person_change", POST, "person", {"post": "speaker"}, (SIGN_IN, 403, 302)),
    ("referee:person_password", POST, "person", {}, (SIGN_IN, 403, 200)),
    ("referee:hand", GET, "edition", None, (SIGN_IN, 403, 403)),
    ("referee:hand_now", GET, "edition", None, (401, 403, 403)),
    ("referee:hand_held", POST, "edition", "held", (401, 403, 403)),
    ("referee:device_phone", POST, "edition", {"player": "anna"}, (SIGN_IN, 403, 422)),
    ("referee:minutes", GET, "edition", None, (SIGN_IN, 200, 200)),
    ("referee:minutes_pdf", GET, "edition", None, (SIGN_IN, 200, 200)),
    ("referee:paper", GET, "edition", None, (SIGN_IN, 200, 200)),
    ("referee:paper", GET, "draft", None, (SIGN_IN, 200, 200)),
    ("referee:correct", GET, "edition", None, (SIGN_IN, 403, 200)),
    ("referee:correct_preview", POST, "edition", "changes", (401, 403, 200)),
    ("referee:correct_record", POST, "edition", "correction", (401, 403, 422)),
    ("referee:here", POST, "edition", "nothing", (401, 200, 200)),
    ("referee:settle", POST, "edition", "settle", (401, 403, 200)),
    ("referee:catch_up", GET, "edition", None, (SIGN_IN, 200, 200)),
    ("referee:catch_up_check", POST, "edition", "lines", (401, 200, 200)),
    ("referee:catch_up_record", POST, "edition", "batch", (401, 200, 200)),
    ("referee:catch_up_hold", POST, "edition", {"on": "1"}, (SIGN_IN, 302, 302)),
    ("referee:file", GET, "edition", None, (SIGN_IN, 403, 200)),
    ("referee:current", POST, "edition", {}, (SIGN_IN, 403, 302)),
    ("referee:delete", POST, "rehearsal", {}, (SIGN_IN, 403, 302)),
    ("referee:setup", GET, "draft", None, (SIGN_IN, 403, 200)),
    ("referee:setup", POST, "draft", "setup", (SIGN_IN, 403, 200)),
    ("referee:draw_header", POST, "draft", "numbers", (SIGN_IN, 403, 200)),
]

JSON_BODIES = {
    "nothing": {},
    "throw": {"id": "tap-1", "seen": 0, "command": throw(4)},
    "preview": throw(4),
    "changes": {"changes": []},
    "correction": {"id": "c1", "seen": 0, "reason": "x", "changes": []},
    "setup": {"header": HEADER, "sample": False},
    "numbers": {"numbers": NUMBERS},
    "report": {
        **{"edition": None, "epoch": 0, "seq": -1, "view": "board", "performing": False},
        **{"width": 1920, "height": 1080, "dpr": 1},
    },
    "release": {"seq": 0},
    "settle": {"pk": 1},
    "held": {"player": "anna"},
    "lines": {"lines": [throw(4)]},
    "batch": {"id": "batch-1", "seen": 0, "lines": [throw(4)]},
    "trial": {
        "row": 3,
        "counts": None,
        "clock": {"side": "challenger", "left": 45, "running": True},
    },
}


@pytest.fixture
def waiting(edition):
    """A tablet that is waited for, and its code."""
    return devices.device_pair(edition_id=edition.pk, name="Ugo", post="recorder", lock_after=20)


@pytest.fixture
def address(edition, draft, rehearsal, screen, waiting, referee, follower):
    """The address of a row of the table."""
    device, code = waiting
    numbers = {"edition": edition.pk, "draft": draft.pk, "rehearsal": rehearsal.pk}
    arguments = {
        **{which: [number] for which, number in numbers.items()},
        **{"screen": [screen.pk], "device": [edition.pk, device.pk], "code": [code]},
        "chain": [edition.pk, "chain.jsonl"],
        "person": [referee.pk],
        "follower": [follower.pk],
    }
    return lambda name, which: reverse(name, args=arguments.get(which, []))


@pytest.mark.parametrize("place", range(3), ids=["spectator", "referee", "organiser"])
@pytest.mark.parametrize(
    "row", TABLE, ids=[f"{name} {method} {which or ''}" for name, method, which, *_ in TABLE]
)
def test_person_by_address(row, place, client_of, address, draft, organiser, referee):
    name, method, which, body, expected = row
    client = client_of([None, referee, organiser][place])
    url = address(name, which)
    if isinstance(body, str):
        response = client.post(url, json.dumps(JSON_BODIES[body]), content_type="application/json")
    elif method == POST:
        data = {k: draft.pk if v == "draft" else v for k, v in body.items()}
        response = client.post(url, data)
    else:
        response = client.get(url)
    if expected[place] == SIGN_IN:
        assert response.status_code == 302
        assert response["Location"].startswith(reverse("referee:login"))
    else:
        assert response.status_code == expected[place]


def test_the_table_names_every_address():
    from display.urls import urlpatterns as display_urls
    from referee.urls import urlpatterns as referee_urls

    named = {f"display:{url.name}" for url in display_urls}
    named |= {f"referee:{url.name}" for url in referee_urls}
    assert named | {"set_language"} == {name for name, *_ in TABLE}


def test_every_writing_address_wants_a_csrf_token(address, edition, organiser):
    client = Client(enforce_csrf_checks=True)
    client.force_login(organiser)
    for name, method, which, _body, _expected in TABLE:
        if method == POST:
            assert client.post(address(name, which), {}).status_code == 403, name
    assert selectors.head_row(edition).seq == 0


def test_writing_addresses_do_nothing_on_get(edition, client_of, organiser):
    client = client_of(organiser)
    for name in ("command", "preview"):
        assert client.get(reverse(f"referee:{name}", args=[edition.pk])).status_code == 405
    for name in ("current", "delete"):
        answer = client.get(reverse(f"referee:{name}", args=[edition.pk]))
        assert answer.headers["Location"] == reverse("referee:editions")


def test_unknown_editions_are_404_and_no_traceback(client_of, organiser, db):
    client = client_of(organiser)
    for name in (
        "console",
        "panel",
        "side",
        "log",
        "amend",
        "file",
        "setup",
        "minutes",
        "minutes_pdf",
    ):
        assert client.get(reverse(f"referee:{name}", args=[999])).status_code == 404


def test_signing_in_by_the_form_leads_to_the_editions(db, organiser):
    client = Client()
    page = client.post(reverse("referee:login"), {"username": "ottavia", "password": PASSWORD})
    assert page["Location"] == reverse("referee:editions")
    wrong = Client().post(reverse("referee:login"), {"username": "ottavia", "password": "x"})
    assert wrong.status_code == 200


# ------------------------------------------------------------------ the console's script's answers


@pytest.fixture
def post(client_of, referee, edition):
    """Posts a raw or JSON body to the command address; gives (status, answer)."""
    client = client_of(referee)

    def send(body, name="command"):
        raw = body if isinstance(body, bytes) else json.dumps(body)
        url = reverse(f"referee:{name}", args=[edition.pk])
        response = client.post(url, raw, content_type="application/json")
        return response.status_code, response.json()

    return send


def test_a_tap_is_recorded_with_its_author_and_device(post, edition):
    code, answer = post({"id": "a", "seen": 0, "command": throw(5)})
    assert (code, answer["status"], answer["seq"]) == (200, "recorded", 1)
    assert "Sant'Andrea" in answer["sentence"]
    assert selectors.head_row(edition).by == "rosa"


def test_the_same_tap_twice_is_recorded_once(post, edition):
    tap = {"id": "a", "seen": 0, "command": throw(5)}
    assert post(tap) == post(tap)
    assert selectors.head_row(edition).seq == 1


def test_two_racing_tablets_one_is_told_what_the_other_recorded(post):
    post({"id": "a", "seen": 0, "command": throw(5)})
    code, answer = post({"id": "b", "seen": 0, "command": throw(4)})
    assert (code, answer["status"], answer["head"]) == (409, "stale", 1)
    assert answer["meanwhile"][0]["by"] == "rosa"


def test_a_refusal_names_its_rule_and_what_is_possible(post):
    code, answer = post({"id": "a", "seen": 0, "command": {"do": "whistle"}})
    assert (code, answer["rule"]) == (422, "R20")
    assert "throw" in answer["allowed"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"null",
        b'{"id": "a"}',
        b'{"id": "a", "id": "b", "seen": 0, "command": {"do": "resume"}}',
        b'{"id": "", "seen": 0, "command": {"do": "throw", "value": 1}}',
        b'{"id": "a", "seen": "0", "command": {"do": "throw", "value": 1}}',
        b'{"id": "a", "seen": 0, "command": [1]}',
        b'{"id": "%s", "seen": 0, "command": {"do": "throw", "value": 1}}' % (b"a" * 65),
        b'{"id": "a", "seen": 0, "command": {"do": "throw", "value": 1, "by": "x"}}',
        b'{"id": "a", "seen": 0, "command": {"do": "throw", "value": 1, "at": "2026-08-09"}}',
        b'{"id": "a", "seen": 0, "command": {"do": "throw", "value": 4.0}}',
        b'{"id": "a", "seen": 0, "command": {"do": "dance"}}',
        b'{"id": "a", "seen": 0, "command": {"do": "draw", "program": true}}',
        b'{"id": "a", "seen": 0, "command": {"do": ["x"], "program": true}}',
        b"[" * 100_000,
    ],
)
def test_bad_input_gets_a_clear_error_and_records_nothing(post, edition, body):
    code, answer = post(body)
    assert (code, answer["rule"]) == (400, "FILE")
    assert answer["message"]
    assert selectors.head_row(edition).seq == 0


def test_a_tap_for_an_edition_that_is_gone_is_told_so(client_of, referee, edition):
    url = reverse("referee:command", args=[999])
    response = client_of(referee).post(url, "{}", content_type="application/json")
    assert (response.status_code, response.json()["status"]) == (404, "gone")


def test_a_form_instead_of_json_is_refused_also_behind_the_csrf_check(referee, edition):
    client = Client(enforce_csrf_checks=True)
    client.force_login(referee)
    page = client.get(reverse("referee:console", args=[edition.pk])).content.decode()
    token = page.split('name="csrf-token" content="')[1].split('"')[0]
    for name in ("command", "preview"):
        url = reverse(f"referee:{name}", args=[edition.pk])
        response = client.post(url, {"csrfmiddlewaretoken": token, "id": "a"})
        assert (response.status_code, response.json()["rule"]) == (400, "FILE")


def test_two_organisers_do_not_overwrite_each_others_set_up(client_of, organiser, draft):
    client = client_of(organiser)
    url = reverse("referee:setup", args=[draft.pk])

    def save(title, version):
        body = {"header": {**HEADER, "title": title}, "version": version}
        return client.post(url, json.dumps(body), content_type="application/json")

    first = save("Uno", draft.version)
    assert save("Due", draft.version).status_code == 409
    assert save("Tre", first.json()["version"]).status_code == 200


def test_opening_again_after_a_lost_answer_leads_to_the_console(client_of, organiser, edition):
    body = json.dumps({"header": HEADER, "open": True})
    url = reverse("referee:setup", args=[edition.pk])
    response = client_of(organiser).post(url, body, content_type="application/json")
    assert response.status_code == 409
    assert response.json()["next"] == reverse("referee:console", args=[edition.pk])


def test_taking_one_edition_off_leaves_another_on(client_of, organiser, edition, draft):
    client = client_of(organiser)
    client.post(reverse("referee:current", args=[draft.pk]), {"current": ""})
    assert selectors.edition_current() == edition
    client.post(reverse("referee:current", args=[edition.pk]), {"current": ""})
    assert selectors.edition_current() is None


def test_editions_of_the_same_name_are_told_apart_by_their_numbers(client_of, organiser, edition):
    other = opened()
    assert other.name == edition.name
    page = client_of(organiser).get(reverse("referee:editions"), headers={"Accept-Language": "en"})
    for one in (edition, other):
        assert f"· no. {one.pk}</p>" in page.content.decode()
        assert f"{one.name} (no. {one.pk})</option>" in page.content.decode()


def test_a_preview_tells_the_effect_and_records_nothing(post, edition):
    code, answer = post(
        {"do": "ruling", "quarter": "angelo", "reason": "…", "square": 9}, name="preview"
    )
    assert (code, answer["status"]) == (200, "possible")
    assert answer["effect"][0]["rules"] == ["R31"]
    assert selectors.head_row(edition).seq == 0
    code, answer = post({"do": "whistle"}, name="preview")
    assert (code, answer["rule"]) == (422, "R20")


def test_a_drafts_header_is_saved_checked_and_opened(client_of, organiser, draft):
    client = client_of(organiser)
    url = reverse("referee:setup", args=[draft.pk])

    def save(**body):
        return client.post(url, json.dumps(body), content_type="application/json")

    wrong = {**HEADER, "board": {"goose": [5], "death": [5], "spervengolo": []}}
    assert save(header=wrong).json()["rule"] == "R3"
    assert save(header="x").status_code == 422
    assert save(header={**HEADER, "title": "Nuovo"}, sample=False).status_code == 200
    draft.refresh_from_db()
    assert (draft.name, draft.sample, draft.opened) == ("Nuovo", False, False)
    answer = save(header=HEADER, open=True).json()
    assert answer["next"] == reverse("referee:console", args=[draft.pk])
    assert save(header=HEADER).status_code == 409


def test_a_copy_starts_from_the_data_in_force_and_forgets_the_rehearsal(
    client_of, organiser, rehearsal
):
    amendment = {"do": "amend", "reason": "x", "order_of_play": ["osteria", "giogo"]}
    record(rehearsal, amendment)
    client_of(organiser).post(reverse("referee:edition_new"), {"copy_of": rehearsal.pk})
    copy = Edition.objects.latest("pk")
    assert copy.header["order_of_play"] == ["osteria", "giogo"]
    assert (copy.rehearsal, copy.opened) == (False, False)


def test_a_new_edition_can_always_start_from_the_sample(client_of, organiser):
    client_of(organiser).post(reverse("referee:edition_new"), {"copy_of": "oca"})
    edition = Edition.objects.get()
    assert (edition.sample, edition.opened, edition.game) == (True, False, "oca")


def test_drawing_the_order_takes_the_captains_numbers_and_saves_it(client_of, organiser, draft):
    client = client_of(organiser)
    url = reverse("referee:draw_header", args=[draft.pk])

    def drawn(**asked):
        body = json.dumps({"numbers": NUMBERS, **asked})
        response = client.post(url, body, content_type="application/json")
        return response.status_code, response.json()

    code, answer = drawn(version=draft.version)
    assert (code, sorted(answer["header"]["order"])) == (200, sorted(HEADER["order"]))
    assert drawn(version=answer["version"])[1] == answer
    assert drawn(version=draft.version)[0] == 409
    assert drawn(numbers={"andrea": 1})[0] == 422
    draft.refresh_from_db()
    assert draft.header["order"] == answer["header"]["order"]
    assert draft.numbers == NUMBERS
    assert draft.version == answer["version"]


def test_saving_a_draft_keeps_or_clears_the_numbers_that_were_called(client_of, organiser, draft):
    client, url = client_of(organiser), reverse("referee:setup", args=[draft.pk])

    def saved(**more):
        body = json.dumps({"header": HEADER, "sample": False, **more})
        code = client.post(url, body, content_type="application/json").status_code
        draft.refresh_from_db()
        return code, draft.numbers

    assert saved(numbers=NUMBERS) == (200, NUMBERS)
    assert saved() == (200, NUMBERS)
    assert saved(numbers=[1]) == (422, NUMBERS)
    assert saved(numbers={}) == (200, {})


def test_the_panel_shows_what_is_impossible_and_why(client_of, referee, edition):
    page = client_of(referee).get(reverse("referee:panel", args=[edition.pk])).content.decode()
    assert page.count('data-do="throw"') == 6
    assert 'data-rule="R20"' in page and 'data-rule="R22"' in page


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_page_says_its_language(client_of, organiser, edition, draft, language):
    client = client_of(organiser)
    client.cookies["django_language"] = language
    for url in (
        reverse("display:phone"),
        reverse("display:rules"),
        reverse("referee:editions"),
        reverse("referee:console", args=[edition.pk]),
        reverse("referee:setup", args=[draft.pk]),
    ):
        assert f'<html lang="{language}"' in client.get(url).content.decode(), url


def test_the_projector_is_italian_whatever_its_browser_speaks(client, edition):
    page = client.get(reverse("display:projector"), headers={"accept-language": "en"})
    assert '<html lang="it"' in page.content.decode()
    page = client.get(reverse("display:projector") + "?lang=en")
    assert '<html lang="en"' in page.content.decode()


def test_errors_are_told_in_words_and_without_a_traceback(client_of, referee, draft, monkeypatch):
    client = client_of(referee)
    client.raise_request_exception = False
    assert "Questa pagina non c" in client.get("/nowhere/").content.decode()
    forbidden = client.get(reverse("referee:setup", args=[draft.pk]))
    assert forbidden.status_code == 403 and 'class="error"' in forbidden.content.decode()

    def broken(*_):
        raise RuntimeError("secret detail")

    monkeypatch.setattr(selectors, "edition_list", broken)
    page = client.get(reverse("referee:editions"))
    assert page.status_code == 500
    assert "al sicuro" in page.content.decode() and "secret" not in page.content.decode()
