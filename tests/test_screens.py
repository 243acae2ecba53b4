"""The screens' pictures, and their socket on the wire: what is sent, and that nothing more is."""

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from cagli_oca.asgi import application
from display import hub, pictures, projections
from referee import news, public, selectors, services, setting_up
from referee.models import Edition
from tests.cast import HEADER, opened, record, throw
from tests.sockets import WebsocketCommunicator

ORIGIN = [(b"origin", b"http://testserver"), (b"host", b"testserver")]


# ------------------------------------------------------------------ pictures


@pytest.mark.django_db
def test_without_any_edition_the_picture_says_so():
    picture = pictures.picture(None, "it")
    assert (picture["stage"], picture["edition"], picture["board"]) == ("none", None, None)


@pytest.mark.django_db
def test_the_stages_of_an_evening():
    edition = setting_up.edition_create(header=HEADER)
    setting_up.edition_make_current(edition_id=edition.pk)
    stages = [pictures.picture(None, "it")["stage"]]
    setting_up.edition_open(edition_id=edition.pk, author=services.Author(), command_id="o")
    edition.refresh_from_db()
    stages.append(pictures.picture(None, "it")["stage"])
    for command in (throw(2), {"do": "suspend", "reason": "x"}, {"do": "close", "reason": "x"}):
        record(edition, command)
        stages.append(pictures.picture(None, "it")["stage"])
    assert stages == ["draft", "before", "play", "suspended", "over"]


@pytest.mark.django_db
def test_a_picture_holds_the_whole_state_and_the_last_five_happenings():
    edition = opened()
    record(edition, *[throw(1)] * 7)
    picture = pictures.picture(edition.pk, "it")
    assert [h["seq"] for h in picture["happenings"]] == [3, 4, 5, 6, 7]
    assert picture["seq"] == 7
    assert picture["board"]["turn"] == "angelo"
    assert picture["last_die"]["value"] == 1
    assert len(json.dumps(picture)) < 6000


@pytest.mark.django_db
def test_what_was_taken_back_is_told_as_such():
    edition = opened()
    record(edition, throw(5), {"do": "undo"})
    first, undo = pictures.picture(edition.pk, "en")["happenings"]
    assert (first["taken_back"], undo["taken_back"]) == (True, False)
    assert "Sant'Andrea throws a 5" in projections.sentence_of(undo["steps"])
    assert pictures.picture(edition.pk, "en")["last_die"] is None


@pytest.mark.django_db
def test_a_correction_is_told_with_what_it_moved():
    edition = opened()
    record(edition, throw(2), {"do": "undo"})
    ruling = {"do": "ruling", "quarter": "angelo", "square": 24, "reason": "x"}
    record(edition, ruling, throw(1), {"do": "undo"}, {"do": "ruling", **RULE_NOTHING})
    happenings = pictures.picture(edition.pk, "en")["happenings"]
    assert [h["event"] for h in happenings] == ["undo", "ruling", "throw", "undo", "ruling"]
    told = [h["correction"] for h in happenings]
    assert told[0] == {
        "sentence": "The referees have corrected: Sant'Andrea 2 → 0",
        "changes": [{"quarter": "andrea", "from": 2, "to": 0}],
    }
    assert told[1]["changes"] == [{"quarter": "angelo", "from": 0, "to": 24}]
    assert told[2] is None
    assert told[4]["changes"] == [] and "bonus used" in told[4]["sentence"]


RULE_NOTHING = {"quarter": "andrea", "bonus_used": True, "reason": "x"}


@pytest.mark.django_db
def test_the_figures_come_when_the_evening_is_over():
    edition = opened()
    record(edition, throw(6))
    assert pictures.picture(edition.pk, "en")["figures"] == []
    record(edition, {"do": "close", "reason": "x"})
    told = pictures.picture(edition.pk, "en")["figures"]
    assert {"label": "Most sixes", "value": "1", "quarter": "andrea", "whose": "S. Andrea"} in told


@pytest.mark.django_db
def test_each_happening_tells_whose_turn_it_was():
    edition = opened()
    record(edition, throw(2), throw(2), throw(3), {"do": "draw", "quarter": "angelo"})
    told = pictures.picture(edition.pk, "it")["happenings"]
    assert [h["turn"] for h in told] == ["andrea", "agostino", "francesco", "francesco"]


TRIAL = {"row": 3, "counts": {"challenger": 4, "challenged": 2}, "clock": None}


@pytest.mark.django_db
def test_counts_and_clock_belong_to_the_trial_that_is_on():
    edition = opened()
    record(edition, throw(3), {"do": "draw", "quarter": "angelo"}, {"do": "whistle"})
    public.trial_show(edition_id=edition.pk, trial=TRIAL)
    shown = {"counts": TRIAL["counts"], "clock": None}
    assert pictures.picture(edition.pk, "it")["trial"] == shown
    record(edition, {"do": "suspend", "reason": "x"}, {"do": "resume"})
    record(edition, {"do": "ruling", **RULE_NOTHING})
    assert pictures.picture(edition.pk, "it")["trial"] == shown
    record(edition, {"do": "repeat", "reason": "x"}, {"do": "whistle"})
    assert pictures.picture(edition.pk, "it")["trial"] is None


@pytest.mark.django_db
def test_the_announcement_speaks_the_screens_language_or_the_one_there_is():
    edition = opened()
    public.announcement_set(edition_id=edition.pk, texts={"it": " Pausa ", "en": "Break"})
    both = [pictures.picture(edition.pk, lang)["announcement"] for lang in ("it", "en")]
    public.announcement_set(edition_id=edition.pk, texts={"it": "Pausa", "en": "  "})
    one = [pictures.picture(edition.pk, lang)["announcement"] for lang in ("it", "en")]
    public.announcement_set(edition_id=edition.pk, texts={"it": "", "en": ""})
    assert (both, one) == (["Pausa", "Break"], ["Pausa", "Pausa"])
    assert pictures.picture(edition.pk, "it")["announcement"] == ""


@pytest.mark.django_db
def test_pictures_speak_both_languages():
    edition = opened()
    record(edition, throw(3))
    italian, english = (pictures.picture(edition.pk, lang) for lang in ("it", "en"))
    assert italian["now"]["headline"] == "Sfida 1 · Ponte"
    assert english["now"]["headline"] == "Challenge 1 · Bridge"


@pytest.mark.django_db
def test_the_public_picture_names_no_referee_and_no_device():
    edition = opened()
    record(edition, throw(3), {"do": "draw", "quarter": "angelo", "note": "segreto"})
    told = json.dumps(pictures.picture(edition.pk, "it"))
    assert "rosa" not in told and "ab12" not in told and "segreto" not in told


@pytest.mark.django_db
def test_on_other_days_the_last_result_and_the_next_date_are_told():
    past = opened({**HEADER, "position": "throw 0 *andrea:53 agostino:0 francesco:0 angelo:0"})
    record(past, throw(1))
    opened({**HEADER, "rehearsal": True})
    future = f"{timezone.localdate().year + 1}-08-08"
    setting_up.edition_create(header={**HEADER, "held_on": future, "title": "Il prossimo"})
    picture = pictures.picture(None, "en")
    assert picture["last_result"]["winner"] == "andrea"
    assert picture["last_result"]["sentence"] == "Sant'Andrea has won!"
    assert picture["coming"] == {"title": "Il prossimo", "held_on": future}


@pytest.mark.django_db
def test_the_last_result_is_the_latest_by_date_and_never_a_rehearsals():
    won = {"position": "throw 0 *andrea:53 agostino:0 francesco:0 angelo:0"}
    record(opened({**HEADER, **won, "title": "recent"}), throw(1))
    record(opened({**HEADER, **won, "title": "old", "held_on": "2012-08-12"}), throw(1))
    later = {"held_on": "2030-08-11", "rehearsal": True}
    record(opened({**HEADER, **won, **later, "title": "rehearsal"}), throw(1))
    picture = pictures.picture(None, "it")
    assert picture["last_result"]["title"] == "recent"
    assert picture["coming"] is None


@pytest.mark.django_db
def test_the_last_die_is_the_newest_throw_that_counts():
    edition = opened()
    record(edition, throw(1), throw(2))
    assert pictures.picture(edition.pk, "it")["last_die"]["value"] == 2
    record(edition, {"do": "undo"})
    assert pictures.picture(edition.pk, "it")["last_die"]["value"] == 1


@pytest.mark.django_db
def test_the_fingerprint_changes_with_everything_a_picture_shows():
    edition = setting_up.edition_create(header=HEADER, sample=True)
    seen = [selectors.fingerprint()]
    changes = (
        {"sample": False},
        {"epoch": 2},
        {"current": True},
        {"header": {"a": 1}},
        {"starts_at": timezone.now()},
        {"announcement": {"it": "x"}},
        {"trial": {"row": 1}},
    )
    for change in changes:
        Edition.objects.filter(pk=edition.pk).update(**change)
        seen.append(selectors.fingerprint())
    assert len(set(seen)) == 8


@pytest.mark.django_db
def test_the_history_comes_in_pages_newest_first():
    edition = opened()
    record(edition, *[{"do": "ruling", "quarter": "angelo", "reason": "x", "skips": 0}] * 35)
    page, older = pictures.history(edition, None)
    assert (page[0]["seq"], len(page), older) == (35, pictures.HAPPENINGS_A_PAGE, 6)
    rest, end = pictures.history(edition, older)
    assert ([h["seq"] for h in rest], end) == ([5, 4, 3, 2, 1], None)


# ------------------------------------------------------------------ the socket


def socket(query: str = "lang=it", user=None, path: str = "/ws/") -> WebsocketCommunicator:
    communicator = WebsocketCommunicator(application, f"{path}?{query}", headers=ORIGIN)
    if user is not None:
        communicator.scope["user"] = user
    return communicator


async def hear(communicator: WebsocketCommunicator) -> dict:
    return json.loads(await communicator.receive_from())


@sync_to_async
def an_edition(current: bool = True):
    edition = opened()
    if current:
        setting_up.edition_make_current(edition_id=edition.pk)
    return edition


a_record = sync_to_async(record)


@pytest.mark.django_db(transaction=True)
async def test_connecting_brings_the_whole_picture_and_nothing_more():
    await an_edition()
    screen = socket()
    assert (await screen.connect())[0]
    picture = await hear(screen)
    assert (picture["stage"], picture["seq"], picture["epoch"]) == ("before", 0, 1)
    assert await screen.receive_nothing(timeout=1.5)
    await screen.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_each_recorded_action_brings_one_picture_to_every_screen():
    edition = await an_edition()
    screens = [socket("lang=it"), socket("lang=en"), socket("lang=it")]
    for screen in screens:
        await screen.connect()
        await hear(screen)
    await a_record(edition, throw(3))
    told = [await hear(screen) for screen in screens]
    assert [picture["seq"] for picture in told] == [1, 1, 1]
    assert told[0] == told[2]
    assert told[0]["now"]["headline"] == "Sfida 1 · Ponte"
    assert told[1]["now"]["headline"] == "Challenge 1 · Bridge"
    for screen in screens:
        assert await screen.receive_nothing(timeout=0.3)
        await screen.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_what_another_process_wrote_is_seen_by_looking_at_the_log(monkeypatch):
    monkeypatch.setattr(news, "announce", lambda *_: None)
    edition = await an_edition()
    screen = socket()
    await screen.connect()
    await hear(screen)
    await a_record(edition, throw(2))
    assert (await hear(screen))["seq"] == 1
    await screen.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_refused_action_sends_nothing():
    edition = await an_edition()
    screen = socket()
    await screen.connect()
    await hear(screen)
    with pytest.raises(Exception, match="R20"):
        await a_record(edition, {"do": "whistle"})
    assert await screen.receive_nothing(timeout=1.5)
    await screen.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_choosing_another_edition_reaches_the_screens():
    await an_edition()
    screen = socket()
    await screen.connect()
    first = await hear(screen)
    other = await an_edition()
    assert (await hear(screen))["edition"] == other.pk != first["edition"]
    await sync_to_async(setting_up.edition_make_current)(edition_id=None)
    assert (await hear(screen))["stage"] == "none"
    await screen.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_changing_a_drafts_date_reaches_the_screens():
    edition = await sync_to_async(setting_up.edition_create)(header=HEADER)
    await sync_to_async(setting_up.edition_make_current)(edition_id=edition.pk)
    screen = socket()
    await screen.connect()
    await hear(screen)
    await sync_to_async(setting_up.edition_change)(
        edition_id=edition.pk, header={**HEADER, "held_on": "2027-08-08"}, sample=False
    )
    assert (await hear(screen))["held_on"] == "2027-08-08"
    await screen.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_screen_that_speaks_is_shown_the_door():
    await an_edition()
    screen = socket()
    await screen.connect()
    await hear(screen)
    await screen.send_to(text_data="{}")
    assert (await screen.receive_output())["code"] == 4400
    await screen.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_an_edition_by_number_is_for_who_is_signed_in():
    edition = await an_edition(current=False)
    spectator = socket(f"lang=it&edition={edition.pk}")
    await spectator.connect()
    assert (await spectator.receive_output())["code"] == 4401
    assert await spectator.receive_nothing(timeout=0.3)
    await spectator.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_referees_console_hears_of_its_own_edition(client, referee):
    edition = await an_edition(current=False)
    await sync_to_async(client.force_login)(referee)
    cookie = f"sessionid={client.cookies['sessionid'].value}".encode()
    screen = WebsocketCommunicator(
        application, f"/ws/?lang=it&edition={edition.pk}", headers=[*ORIGIN, (b"cookie", cookie)]
    )
    await screen.connect()
    assert (await hear(screen))["edition"] == edition.pk
    await a_record(edition, throw(2))
    assert (await hear(screen))["seq"] == 1
    await screen.disconnect()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("query", ["", "lang=xx", "lang=it&edition=", "lang=%ff", "x=1&x=2"])
async def test_odd_queries_get_the_public_picture_in_italian(query):
    await an_edition()
    screen = socket(query)
    await screen.connect()
    assert (await hear(screen))["stage"] == "before"
    await screen.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_beat_tells_that_the_network_lives(monkeypatch):
    monkeypatch.setattr(hub, "BEAT_EVERY", 0.2)
    await an_edition()
    screen = socket()
    await screen.connect()
    await hear(screen)
    assert await hear(screen) == {"beat": True}
    await screen.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_the_hub_rests_when_the_last_screen_has_gone():
    await an_edition()
    screen = socket()
    await screen.connect()
    await hear(screen)
    assert hub.hub()._tasks
    await screen.disconnect()
    assert not hub.hub()._tasks


def broken_at_first(monkeypatch, times):
    """The next so many pictures cannot be made. Gives the failures still to come."""
    real, failures = pictures.picture, [OSError("disk")] * times

    def broken(*args):
        if failures:
            raise failures.pop()
        return real(*args)

    monkeypatch.setattr(pictures, "picture", broken)
    return failures


@pytest.mark.django_db(transaction=True)
async def test_a_screen_whose_first_picture_fails_gets_it_when_it_can_be_made(monkeypatch):
    failures = broken_at_first(monkeypatch, 2)
    monkeypatch.setattr(hub, "LOOK_EVERY", 0.05)
    screen = socket()
    await screen.connect()
    assert (await hear(screen))["stage"] == "none" and not failures
    await screen.disconnect()
    assert not hub.hub().taken and not hub.hub()._tasks


@pytest.mark.django_db(transaction=True)
async def test_screens_live_without_the_channel_layers_server(monkeypatch):
    class Away:
        async def new_channel(self):
            raise ConnectionError("away")

    monkeypatch.setattr(hub, "get_channel_layer", Away)
    edition = await an_edition()
    screen = socket()
    await screen.connect()
    await hear(screen)
    await a_record(edition, throw(2))
    assert (await hear(screen))["seq"] == 1
    await screen.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_screen_that_left_while_its_picture_was_built_comes_back_to_the_present(
    monkeypatch,
):
    edition = await an_edition()
    stays, leaves = socket("lang=it"), socket("lang=en")
    for screen in (stays, leaves):
        await screen.connect()
        await hear(screen)
    building, gone = asyncio.Event(), asyncio.Event()
    build = hub._picture

    async def slowly(view):
        picture = await build(view)
        if view[1] == "en":
            building.set()
            await gone.wait()
        return picture

    monkeypatch.setattr(hub, "_picture", slowly)
    await a_record(edition, throw(2))
    await building.wait()
    await leaves.disconnect()
    gone.set()
    assert (await hear(stays))["seq"] == 1
    await a_record(edition, throw(2))
    assert (await hear(stays))["seq"] == 2
    back = socket("lang=en")
    await back.connect()
    assert (await hear(back))["seq"] == 2
    for screen in (stays, back):
        await screen.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_picture_that_could_not_be_built_is_tried_again(monkeypatch):
    edition = await an_edition()
    screen = socket()
    await screen.connect()
    await hear(screen)
    broken_at_first(monkeypatch, 1)
    await a_record(edition, throw(2))
    assert (await hear(screen))["seq"] == 1
    await screen.disconnect()
