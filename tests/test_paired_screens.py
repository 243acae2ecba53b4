"""Paired screens: pairing and its limits, settings, reports; strangers leave no trace."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from display import pictures, screens, screens_page
from display.models import Screen
from display.screens import Unfit
from referee import people, posts, public, services, setting_up
from tests.cast import opened, record, throw

pytestmark = pytest.mark.django_db

NOWHERE = {"edition": None, "epoch": 0, "seq": -1}
REPORT = {
    **NOWHERE,
    "view": "board",
    "width": 1920,
    "height": 1080,
    "dpr": 1.0,
    "performing": False,
}


def paired(name="Mura", token="a-token"):
    """A paired screen and its token."""
    screens.screen_pair(code=screens.code_of(token), name=name)
    screens.screen_report(token=token, report=REPORT, head=NOWHERE)
    return screens.screen_of(token)


def browser_with(token, **more):
    client = Client(**more)
    client.cookies["screen"] = token
    return client


def tell(client, **changed):
    body = json.dumps({**REPORT, **changed})
    return client.post(reverse("display:report"), body, content_type="application/json")


def later(screen, **fields):
    Screen.objects.filter(pk=screen.pk).update(**fields)


# ------------------------------------------------------------------------------- pairing


def test_a_screen_whose_code_was_typed_claims_its_row_with_its_next_report():
    client = Client()
    page = client.get(reverse("display:projector"))
    code = page.context["screen"]["code"]
    assert tell(client).json()["paired"] is False
    screens.screen_pair(code=code.lower().replace(" ", "-"), name="  Sotto   le mura ")
    answer = tell(client).json()
    assert (answer["paired"], answer["settings"]) == (True, screens.DEFAULTS)
    screen = Screen.objects.get()
    assert (screen.name, screen.code) == ("Sotto le mura", None)
    token = client.cookies["screen"].value
    assert token not in str(vars(screen)) and screens.screen_of(token) == screen


def test_a_paired_screen_keeps_its_settings_and_shows_no_code():
    screen = paired()
    screens.screen_change(screen_id=screen.pk, chosen={"palette": "dark", "lang": "en"})
    page = browser_with("a-token").get(reverse("display:projector") + "?palette=light&lang=it")
    told = page.context["screen"]
    assert (told["settings"]["palette"], told["code"]) == ("dark", "")
    assert '<html lang="en" data-palette="dark"' in page.content.decode()


def test_a_code_lapses_after_five_minutes():
    screen = screens.screen_pair(code=screens.code_of("t"), name="Mura")
    later(screen, code_until=timezone.now() - timedelta(seconds=1))
    assert screens.screen_report(token="t", report=REPORT, head=NOWHERE) is None
    assert not screens.screen_list().exists()
    screens.screen_pair(code=screens.code_of("u"), name="Arco")
    assert [s.name for s in Screen.objects.all()] == ["Arco"]


def test_nobody_else_claims_a_code():
    screens.screen_pair(code=screens.code_of("t"), name="Mura")
    assert screens.screen_report(token="another", report=REPORT, head=NOWHERE) is None
    assert screens.screen_report(token="", report=REPORT, head=NOWHERE) is None
    assert screens.screen_report(token="t", report=REPORT, head=NOWHERE).name == "Mura"


def test_codes_are_told_apart_by_their_tokens_and_hold_nothing_that_looks_alike():
    codes = [screens.code_of(screens.new_token()) for _ in range(300)]
    assert len(set(codes)) == 300
    assert not set("".join(codes)) & set("01OIL")


@pytest.mark.parametrize("typed", ["", "ABC", "ABC2345", "ABC23O", "ABC 1DE", "àBC234", "ABC23\0"])
def test_a_wrong_code_is_refused_in_words(typed):
    with pytest.raises(Unfit, match="sei|six"):
        screens.screen_pair(code=typed, name="Mura")
    assert not Screen.objects.exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\0b", "a\u202eb"])
def test_a_screen_needs_a_name_that_can_be_read(name):
    with pytest.raises(Unfit):
        screens.screen_pair(code="ABC234", name=name)


def test_typing_a_code_again_under_another_name_waits_once():
    screens.screen_pair(code="ABC234", name="Mura")
    screens.screen_pair(code="ABC234", name="Arco")
    assert [s.name for s in screens.screen_list()] == ["Arco"]


def test_an_old_name_with_a_new_code_moves_its_settings_to_the_new_computer():
    screen = paired()
    screens.screen_change(screen_id=screen.pk, chosen={"margin": "5"})
    screens.screen_pair(code=screens.code_of("new"), name="Mura")
    assert screens.screen_of("a-token") == screen, "until the new one is there, the old one stays"
    moved = screens.screen_report(token="new", report=REPORT, head=NOWHERE)
    assert (moved.pk, screens.settings_of(moved)["margin"]) == (screen.pk, 5)
    assert screens.screen_of("a-token") is None


def test_a_code_never_shown_leaves_an_old_screen_as_it_was():
    screen = paired()
    screens.screen_pair(code="ABC234", name="Mura")
    later(screen, code_until=timezone.now() - timedelta(seconds=1))
    screens.screen_pair(code="ABC235", name="Arco")
    screen.refresh_from_db()
    assert (screen.code, screens.is_waiting(screen)) == (None, False)
    assert screens.screen_of("a-token") == screen


def test_a_forgotten_screen_is_a_stranger_again():
    screen = paired()
    screens.screen_forget(screen_id=screen.pk)
    client = browser_with("a-token")
    assert tell(client).json() == {
        "paired": False,
        "settings": None,
        "reload": 0,
        "head": NOWHERE,
    }
    code = client.get(reverse("display:projector")).context["screen"]["code"]
    assert code == screens.in_groups(screens.code_of("a-token"))


# ------------------------------------------------------------------------------ strangers


def test_a_stranger_causes_no_write(client):
    with CaptureQueriesContext(
        connection,
    ) as queries:
        client.get(reverse("display:projector"))
        for _ in range(3):
            assert tell(client).status_code == 200
    assert [q["sql"] for q in queries if not q["sql"].startswith("SELECT")] == []
    assert not client.cookies.get("sessionid")


def test_the_cookie_is_for_the_screens_alone_and_no_script_reads_it(client):
    client.get(reverse("display:projector"))
    cookie = client.cookies["screen"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    assert (cookie["path"], cookie["max-age"]) == ("/display/", 31536000)
    token = cookie.value
    client.get(reverse("display:projector"))
    assert client.cookies["screen"].value == token, "one that was had is kept"
    phone = Client()
    phone.get(reverse("display:phone"))
    assert "screen" not in phone.cookies


@pytest.mark.parametrize("token", ["x" * 65, "caff\u00e8", ""])
def test_a_cookie_that_is_none_of_ours_is_replaced(token):
    client = browser_with(token)
    page = client.get(reverse("display:projector"))
    assert page.status_code == 200
    assert client.cookies["screen"].value != token


def test_a_preview_neither_pairs_nor_reports_nor_makes_a_sound(client):
    paired()
    for browser in (client, browser_with("a-token")):
        page = browser.get(reverse("display:projector") + "?preview=1&view=crest&sound=1")
        told = page.context["screen"]
        assert (told["preview"], told["paired"], told["code"]) == (True, False, "")
        assert (told["settings"]["view"], told["settings"]["sound"]) == ("crest", False)
        assert "screen" not in page.cookies


def test_only_the_projector_may_be_framed_and_only_by_this_site(client):
    assert client.get(reverse("display:projector"))["X-Frame-Options"] == "SAMEORIGIN"
    assert client.get(reverse("display:phone"))["X-Frame-Options"] == "DENY"


def test_a_report_wants_a_csrf_token():
    client = Client(enforce_csrf_checks=True)
    page = client.get(reverse("display:projector")).content.decode()
    assert tell(client).status_code == 403
    token = page.split('name="csrf-token" content="')[1].split('"')[0]
    answer = client.post(
        reverse("display:report"),
        json.dumps(REPORT),
        content_type="application/json",
        headers={"X-CSRFToken": token},
    )
    assert answer.json()["paired"] is False


# ------------------------------------------------------------------------------- settings


@pytest.mark.parametrize(
    ("key", "value", "kept"),
    [
        ("view", "test", "test"),
        ("margin", "2.5", 2.5),
        ("margin", "10", 10),
        ("scale", "1.0", 1),
        ("mirrored", "1", True),
        ("mirrored", "", False),
        ("sound", True, True),
        ("palette", "dark", "dark"),
        ("motion", "none", "none"),
        ("lang", "en", "en"),
    ],
)
def test_a_setting_is_kept_as_what_it_means(key, value, kept):
    assert screens.checked(key, value) == kept
    assert type(screens.checked(key, value)) is type(kept)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("view", "casino"),
        ("view", ["board"]),
        ("margin", "11"),
        ("margin", "-1"),
        ("margin", "nan"),
        ("margin", "wide"),
        ("margin", None),
        ("scale", "0"),
        ("scale", "inf"),
        ("mirrored", "perhaps"),
        ("palette", "pink"),
        ("motion", ""),
        ("lang", "de"),
        ("colour", "red"),
    ],
)
def test_an_unfit_setting_is_refused_by_name(key, value):
    screen = paired()
    with pytest.raises(Unfit, match=key):
        screens.screen_change(screen_id=screen.pk, chosen={"palette": "dark", key: value})
    screen.refresh_from_db()
    assert screen.chosen == {}, "all of it or nothing"


def test_an_unpaired_screen_is_set_by_its_address_and_nonsense_is_left_out(client):
    address = reverse("display:projector") + "?view=crest&margin=5&palette=pink&lang=en&x=1"
    page = client.get(address)
    assert page.context["screen"]["settings"] == {
        **screens.DEFAULTS,
        "view": "crest",
        "margin": 5,
        "lang": "en",
    }


def test_a_name_is_given_once():
    first, second = paired(), paired("Arco", "b-token")
    with pytest.raises(Unfit):
        screens.screen_change(screen_id=second.pk, name="Mura")
    assert screens.screen_change(screen_id=first.pk, name="Mura").name == "Mura"


# -------------------------------------------------------------------------------- reports


def test_a_report_tells_what_a_screen_shows_and_hears_where_the_public_picture_is():
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    record(edition, throw(2), throw(2))
    paired()
    client = browser_with("a-token")
    answer = tell(client, edition=edition.pk, epoch=1, seq=1).json()
    board = client.get(reverse("display:board_json")).json()
    assert answer["head"] == {key: board[key] for key in ("edition", "epoch", "seq")}
    screen = screens.screen_of("a-token")
    assert (screen.report["seq"], screen.report["width"]) == (1, 1920)
    since = screen.behind_since
    assert since is not None
    tell(client, edition=edition.pk, epoch=1, seq=1)
    assert screens.screen_of("a-token").behind_since == since
    tell(client, edition=edition.pk, epoch=1, seq=2)
    assert screens.screen_of("a-token").behind_since is None


def test_the_head_is_what_board_json_says_at_every_stage(client):
    def agree():
        board = client.get(reverse("display:board_json")).json()
        assert pictures.head() == {key: board[key] for key in ("edition", "epoch", "seq")}

    agree()
    edition = setting_up.edition_create(header=opened().header)
    setting_up.edition_make_current(edition_id=edition.pk)
    agree()
    setting_up.edition_open(edition_id=edition.pk, author=services.Author(), command_id="o")
    agree()


@pytest.mark.parametrize(
    ("shown", "behind"),
    [
        ((7, 1, 4), False),
        ((7, 1, 3), True),
        ((7, 1, 5), False),
        ((7, 2, 0), False),
        ((7, 0, 9), True),
        ((6, 1, 4), True),
        ((None, 0, -1), True),
    ],
)
def test_behind_is_another_edition_or_an_older_epoch_or_seq(shown, behind):
    told = dict(zip(("edition", "epoch", "seq"), shown, strict=True))
    assert screens.is_behind(told, {"edition": 7, "epoch": 1, "seq": 4}) is behind


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff",
        json.dumps({**REPORT, "seq": "1"}).encode(),
        json.dumps({**REPORT, "view": "casino"}).encode(),
        json.dumps({**REPORT, "dpr": [1]}).encode(),
        json.dumps({**REPORT, "more": 1}).encode(),
        json.dumps({**REPORT, "reloaded": {"why": "bored", "ago": 1}}).encode(),
        b"[" * 100_000,
    ],
)
def test_a_report_that_cannot_be_read_is_told_so_and_changes_nothing(body):
    screen = paired()
    answer = browser_with("a-token").post(
        reverse("display:report"), body, content_type="application/json"
    )
    assert answer.status_code == 400 and answer.json()["message"]
    assert screens.screen_of("a-token").heard_at == screen.heard_at


def test_absurd_sizes_are_cut_and_stored():
    paired()
    assert tell(browser_with("a-token"), width=10**30, seq=-(10**30)).status_code == 200
    assert screens.screen_of("a-token").report["seq"] == -1


def test_reloading_one_or_all_makes_their_counters_grow():
    first, second = paired(), paired("Arco", "b-token")
    screens.screen_reload(screen_id=first.pk)
    screens.screen_reload(screen_id=None)
    counted = [tell(browser_with(token)).json()["reload"] for token in ("a-token", "b-token")]
    assert counted == [2, 1]
    assert second.pk != first.pk


# ------------------------------------------------------------------------------- the page


@pytest.fixture
def keeper(client_of, organiser):
    """The organiser's tablet; its requests are htmx's."""
    client = client_of(organiser)
    client.defaults["HTTP_HX_REQUEST"] = "true"
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def known(screen):
    return f"{screen.pk}:{screens_page.version(screen)}"


def form_of(screen, **changed):
    texts = screens_page.as_texts(screens.settings_of(screen))
    loaded = screens_page.card(screen)["loaded"]
    return {**{k: v for k, v in texts.items() if v}, "loaded": loaded, **changed}


def test_the_page_pairs_shows_reloads_and_forgets(keeper):
    answer = keeper.post(
        reverse("display:screens_pair"), {"code": screens.code_of("t"), "name": "Mura"}
    )
    assert "Waiting until" in answer.content.decode()
    screens.screen_report(token="t", report=REPORT, head=NOWHERE)
    screen = screens.screen_of("t")
    answer = keeper.post(
        reverse("display:screen_change", args=[screen.pk]), form_of(screen, view="crest")
    )
    assert f'id="screen-{screen.pk}"' in answer.content.decode()
    keeper.post(reverse("display:screen_reload", args=[screen.pk]))
    keeper.post(reverse("display:screens_reload"))
    screen.refresh_from_db()
    assert (screen.chosen, screen.reload) == ({"view": "crest"}, 2)
    keeper.post(reverse("display:screens_show"), {"view": "announcement"})
    screen.refresh_from_db()
    assert screen.chosen == {"view": "announcement"}
    answer = keeper.post(
        reverse("display:screen_forget", args=[screen.pk]), {"known": known(screen)}
    )
    assert f'<li id="screen-{screen.pk}" hx-swap-oob="delete">' in answer.content.decode()
    assert keeper.get(reverse("display:screens")).status_code == 200


def test_two_tablets_do_not_take_back_each_others_changes(keeper):
    screen = paired()
    stale = form_of(screen, margin="5")
    screens.screen_change(screen_id=screen.pk, chosen={"view": "crest", "sound": True})
    keeper.post(reverse("display:screen_change", args=[screen.pk]), stale)
    screen.refresh_from_db()
    assert screen.chosen == {"view": "crest", "sound": True, "margin": 5}


def test_a_box_no_longer_ticked_is_off(keeper):
    screen = paired()
    screen = screens.screen_change(screen_id=screen.pk, chosen={"sound": True})
    form = form_of(screen)
    del form["sound"]
    keeper.post(reverse("display:screen_change", args=[screen.pk]), form)
    screen.refresh_from_db()
    assert screen.chosen == {"sound": False}


def test_what_is_refused_is_told_where_the_button_is(keeper):
    screen = paired()
    answer = keeper.post(
        reverse("display:screen_change", args=[screen.pk]), form_of(screen, margin="50")
    )
    assert (answer.status_code, answer["HX-Retarget"]) == (422, f"#said-{screen.pk}")
    assert "margin" in answer.content.decode()
    answer = keeper.post(reverse("display:screens_pair"), {"code": "<b>", "name": "x"})
    assert (answer.status_code, answer["Content-Type"]) == (422, "text/plain; charset=utf-8")
    assert keeper.post(reverse("display:screens_show"), {"view": "?"}).status_code == 422


def test_the_news_bring_what_a_page_lacks_and_nothing_else(keeper):
    first, second = paired(), paired("Arco", "b-token")
    address = reverse("display:screens_news")

    def fetch(*had):
        return keeper.get(address, {"known": had}).content.decode()

    same = fetch(known(first), known(second))
    assert "<form" not in same and same.count("hx-swap-oob") == 2
    assert f'id="screen-{second.pk}"' in fetch(known(first))
    screen = screens.screen_change(screen_id=first.pk, chosen={"view": "log"})
    changed = fetch(known(first), known(second))
    assert changed.count("<li") == 1 and f'id="screen-{screen.pk}" hx-swap-oob' in changed
    assert 'id="screen-999" hx-swap-oob="delete"' in fetch("999:x")
    fetch("nonsense", "<b>:x", ":")


def test_the_page_says_when_a_screen_is_silent_or_behind(keeper):
    screen = paired()

    def state():
        page = keeper.get(reverse("display:screens")).content.decode()
        return page.split('data-state="')[1].split('"')[0]

    now = timezone.now()
    assert state() == "fine"
    later(screen, behind_since=now - timedelta(seconds=5))
    assert state() == "fine", "a report on its way is not behind"
    later(screen, behind_since=now - timedelta(seconds=40))
    assert state() == "behind"
    later(screen, heard_at=now - timedelta(seconds=40))
    assert state() == "silent"


def test_the_page_says_that_a_screen_has_reloaded_itself(keeper):
    paired()
    tell(browser_with("a-token"), reloaded={"why": "behind", "ago": 60})
    assert "reloaded itself" in keeper.get(reverse("display:screens")).content.decode()


def test_everything_on_the_page_works_without_a_script(client_of, organiser):
    client = client_of(organiser)
    screen = paired()
    for name, data in [
        ("display:screens_pair", {"code": "ABC234", "name": "Arco"}),
        ("display:screens_pair", {"code": "?", "name": "Arco"}),
        ("display:screens_show", {"view": "log"}),
        ("display:screens_reload", {}),
    ]:
        assert client.post(reverse(name), data)["Location"] == reverse("display:screens")
    for name, data in [
        ("display:screen_change", form_of(screen, view="test")),
        ("display:screen_reload", {}),
        ("display:screen_forget", {}),
    ]:
        address = reverse(name, args=[screen.pk])
        assert client.post(address, data)["Location"] == reverse("display:screens")
    assert [s.name for s in screens.screen_list()] == ["Arco"]


def test_a_fragment_for_nobody_is_a_code_and_not_the_sign_in_page(client):
    address = reverse("display:screens_news")
    assert client.get(address, headers={"HX-Request": "true"}).status_code == 401


def test_screens_that_are_gone_are_404(keeper, db):
    for name in ("screen_change", "screen_reload", "screen_forget"):
        assert keeper.post(reverse(f"display:{name}", args=[999])).status_code == 404


def test_the_head_that_screens_are_told_holds_back_what_the_reveal_does(client):
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    public.reveal_change(edition_id=edition.pk, after=60)
    record(edition, throw(2))
    assert tell(client).json()["head"]["seq"] == 0
    public.reveal_release(edition_id=edition.pk, seq=1)
    assert tell(client).json()["head"]["seq"] == 1


def test_the_head_referee_keeps_the_screens_too_and_the_speaker_does_not(client_of, referee):
    client = client_of(referee)
    for post, code in ((posts.HEAD_REFEREE, 200), (posts.SPEAKER, 403)):
        people.post_give(name=referee.get_username(), post=post)
        assert client.get(reverse("display:screens")).status_code == code


def test_every_setting_is_told_in_the_documentation():
    told = (Path(__file__).parent.parent / "docs" / "screens.md").read_text(encoding="utf-8")
    rows = {row.split("`")[1]: row for row in told.splitlines() if row.startswith("| `")}
    assert rows.keys() == screens.DEFAULTS.keys()
    for key, choices in screens.CHOICES.items():
        assert rows[key].split("|")[2].strip() == ", ".join(f"`{choice}`" for choice in choices)
        assert screens.DEFAULTS[key] == choices[0]
    for key, limits in screens.NUMBERS.items():
        assert all(f"`{limit}`" in rows[key] for limit in limits)
