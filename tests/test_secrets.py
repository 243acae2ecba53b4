"""Hands reach nobody but their players before the race is over.

The strong test is one of difference: two evenings that differ in nothing but in the hands of two
players are told to everybody else in exactly the same words, digests apart.
"""

import html
import itertools
import json
import os
import re
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from cagli_oca.games import siena
from display import kept, pictures
from display import urls as display_urls
from referee import (
    bundle,
    lot,
    minutes_pdf,
    models,
    people,
    public,
    public_log,
    selectors,
    services,
    tablets,
    urls,
)
from tests.cast import AUTHOR, PASSWORD, opened, record
from tests.palio import HANDS, HEADER, hand, pact, phone

pytestmark = pytest.mark.django_db

OTHER_HANDS = {
    "anna": hand(m=2, M=1, r=1, s=2, R=1, S=2),
    "bruno": hand(m=2, M=2, r=4, s=1),
    "carla": HANDS["carla"],
}
"""Of the same deck; the cards of those who are looked at here differ, carla's do not."""

PEOPLE = ("spectator", "speaker", "recorder", "head-referee", "carla")

HOLDERS = {"referee:file", "referee:backup_file", "referee:mirror"}
"""The organiser's evening file and backup, and what a follower copies: they hold everything."""

OF_THE_MACHINE = {"display:health", "display:lamp"}
"""They tell of disks and clocks, which are never the same."""


# ------------------------------------------------------------------ the two evenings


def commands(hands):
    """A race until somebody has won: with offers taken, cards played and undo in between."""
    now, chance = siena.initial(siena.check_header(HEADER)), lot_of_dice()
    played = []

    def do(command):
        nonlocal now
        now = siena.apply(now, siena.decide(now, siena.read(command)))
        played.append(command)

    while not siena.over(now):
        if now.phase == "deal":
            do({"do": "deal", "hands": hands})
        elif now.phase == "decide":
            rincorsa = now.owners[now.turn]
            for player in (p for p in now.setup.players if p != rincorsa):
                do({"do": "offer", "player": player, "cards": 2})
            taken = [player for player in ("anna", "bruno") if player != rincorsa][0]
            do({"do": "enter", "accept": [taken], "drawn": {taken: hands[taken][-2:]}})
        elif now.phase == "mossa_cards":
            for player, target in itertools.product(now.setup.players, now.running[:1]):
                do(pact(player, "mossa+1", target))
            do({"do": "start"})
        elif now.phase == "roll" and now.round == 2 and not now.played.get("race+1"):
            chosen = [c for c in siena.legal(siena.unseen(now)) if c.possible]
            cards = [c.command for c in chosen if c.command.get("card") == "race+1"]
            if cards:
                do(cards[0])
            do({"do": "roll", "value": 4})
        elif now.phase in ("roll", "test"):
            do({"do": "roll" if now.phase == "roll" else "red", "value": next(chance)})
        else:
            do(siena.suggest(siena.unseen(now), Flat()))
    return played


def played(asked):
    """The state after these."""
    now = siena.initial(siena.check_header(HEADER))
    for command in asked:
        now = siena.apply(now, siena.decide(now, siena.read(command)))
    return now


def lot_of_dice():
    return itertools.cycle((3, 5, 4, 4, 3))


class Flat:
    """No chance at all: always the first."""

    def randrange(self, stop):
        return 1 if stop == 400 else 0

    def shuffle(self, things):
        pass


def moments(played):
    """Where it is looked at: after how many commands."""
    where = [command["do"] for command in played]
    return {
        "dealt": where.index("deal") + 1,
        "offered": where.index("enter"),
        "entered": where.index("enter") + 1,
        "racing": where.index("start") + 13,
    }


@pytest.fixture
def fixed(monkeypatch):
    """Ids, salts, secrets and times are the same each time."""
    numbers = []
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 8, 9, 18, tzinfo=UTC))
    monkeypatch.setattr(
        services, "new_command_id", lambda: numbers.append(1) or f"{len(numbers):032}"
    )
    monkeypatch.setattr(services, "new_salt", lambda: "5" * 32)
    monkeypatch.setattr(models, "new_salt", lambda: "5" * 32)
    monkeypatch.setattr(lot, "new_secret", lambda: "7" * 64)
    monkeypatch.setattr(minutes_pdf, "in_groups", lambda *_: "…")
    return numbers.clear


def evening_of(hands, number):
    """The first *number* commands recorded, on the screens, its log public; and an undo."""
    edition = opened(HEADER)
    asked = commands(hands)[:number]
    if not siena.over(played(asked)):
        asked += [{"do": "suspend", "reason": "pioggia"}, {"do": "undo"}]
    ids = [services.new_command_id() for _ in asked]
    with transaction.atomic():
        services.commands_append(edition=edition, commands=asked, ids=ids, author=AUTHOR)
    services.edition_make_current(edition_id=edition.pk)
    models.Edition.objects.filter(pk=edition.pk).update(log_live=True)
    dealt = next(row for row in selectors.log(edition) if row.name == "deal")
    models.AsideRow.objects.create(
        edition=edition,
        epoch=1,
        where=models.AsideRow.HERE,
        command_id="aside",
        content=bundle.content(dealt),
        digest=f"aside {edition.pk}",
    )
    edition.refresh_from_db()
    return edition


@contextmanager
def as_the_first():
    """What is made in here is forgotten, and was given the same numbers by the database."""
    savepoint = transaction.savepoint()
    with connection.cursor() as cursor:
        for line in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            cursor.execute(line)
    selectors._folds.clear()
    kept._kept.clear()
    yield
    transaction.savepoint_rollback(savepoint)


# ------------------------------------------------------------------ all that is sent


def addresses(edition, patterns, space):
    """(name, address) of every page, with something for each argument."""
    for pattern in patterns:
        name = f"{space}:{pattern.name}"
        if name in HOLDERS | OF_THE_MACHINE:
            continue
        files = ("chain.jsonl", "evening.jsonl", "evening.csv")
        tries = [[]], [[edition.pk]], [[edition.pk, file] for file in files], [[edition.pk, 1]]
        for several in tries:
            try:
                yield from [(name, reverse(name, args=args)) for args in several]
                break
            except NoReverseMatch:
                continue


def signed_in(who, edition):
    client = Client()
    if who == "carla":
        return phone(edition, "carla")
    if who != "spectator":
        user = get_user_model().objects.create_user(who, password=PASSWORD)
        people.post_give(name=who, post=who)
        client.force_login(user)
    return client


def asked_by(client, edition):
    """What is answered to questions and to what is refused: (what, answer)."""
    head, running = selectors.head_row(edition).seq, selectors.evening(edition).state.running
    refused = [{"do": "roll", "value": 9}, {"do": "resume"}, {"do": "choose", "contrada": "oca"}]
    cards = [
        pact(player, card, running[1])
        for player in ("anna", "bruno")
        for card in ("mossa-1", "race-2", "race+2")
    ]
    deal = next(row.seq for row in selectors.log(edition) if row.command.get("do") == "deal")
    changes = [{"row": deal + 1, "commands": []}]
    questions = [
        *[("referee:preview", command) for command in [*cards, *refused]],
        *[("referee:command", {"id": "x", "seen": head, "command": c}) for c in refused],
        ("referee:command", {"id": "y", "seen": 1, "command": {"do": "start"}}),
        ("referee:catch_up_check", {"lines": cards}),
        ("referee:correct_preview", {"changes": changes}),
        ("referee:correct_preview", {"changes": [], "at": deal}),
        ("referee:correct_preview", {"changes": [{"row": deal, "commands": []}], "at": deal}),
        ("referee:here", {}),
    ]
    for name, body in questions:
        url = reverse(name, args=[edition.pk])
        answer = client.post(url, json.dumps(body), content_type="application/json")
        yield f"{name} {json.dumps(body)}", answer


def all_sent(edition):
    """Everything that others than the two are sent: what -> text."""
    sent = {}
    for who in PEOPLE:
        client = signed_in(who, edition)
        pages = [*addresses(edition, display_urls.urlpatterns, "display")]
        if who != "spectator":
            pages += addresses(edition, urls.urlpatterns, "referee")
        for name, url in pages:
            sent[who, name, url] = text_of(client.get(url, headers={"accept-language": "en"}))
        if who != "spectator":
            for what, answer in asked_by(client, edition):
                sent[who, what] = text_of(answer)
    for edition_id, language in itertools.product((None, edition.pk), ("it", "en")):
        sent["socket", edition_id, language] = json.dumps(pictures.picture(edition_id, language))
    sent["aside"] = json.dumps(tablets.disagreements(edition))
    return sent


CHANGING = re.compile(
    r"(?:[0-9a-f]{4} ){3,}[0-9a-f]{4}|\b[0-9a-f]{64}\b|\b[0-9a-f]{16,20}\b"  # fingerprints
    r"|\b1\d{12}\b|D:\d{14}Z|<[0-9A-F]{32}>"  # the clock
    r'|(?<=csrfmiddlewaretoken" value=)"[^"]+"|(?<=csrf-token" content=)"[^"]+"'
    r'|\b[A-Z0-9]{3} [A-Z0-9]{3}(?=[<"])'  # the word of a screen that was never here before
)
"""What is never the same twice: its places are, so that nothing can hide there but a number."""


def text_of(answer):
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if answer.get("Content-Type") == "application/pdf":
        return f"{answer.status_code} {body!r}"
    return f"{answer.status_code} {answer.get('Location', '')} {body.decode()}"


def without_digests(text):
    return CHANGING.sub("…", text)


def first_difference(one, other):
    """Where two texts begin to differ, digests apart; None where they do not."""
    texts = without_digests(one), without_digests(other)
    if texts[0] == texts[1]:
        return None
    at = len(os.path.commonprefix(texts))
    return tuple(text[max(0, at - 60) : at + 60] for text in texts)


# ------------------------------------------------------------------ the tests


def both(fixed, number):
    """What is sent of the two evenings."""
    told = []
    for hands in (HANDS, OTHER_HANDS):
        with as_the_first():
            fixed()
            told.append(all_sent(evening_of(hands, number)))
    return told


def test_the_two_evenings_differ_in_the_hands_alone():
    one, other = commands(HANDS), commands(OTHER_HANDS)
    apart = [a["do"] for a, b in zip(one, other, strict=True) if a != b]
    assert apart == ["deal", "enter"]
    assert "race+1" in {command.get("card") for command in one}


A_HAND = re.compile(r"""["'](?:hand|hands|drawn)["']\\s*:""")


@pytest.mark.parametrize("moment", ["dealt", "offered", "entered", "racing"])
def test_what_is_sent_to_everybody_else_does_not_depend_on_the_hands(moment, fixed):
    one, other = both(fixed, moments(commands(HANDS))[moment])
    assert one.keys() == other.keys()
    apart = {what: first_difference(one[what], other[what]) for what in one}
    named = {what for what, text in one.items() if A_HAND.search(html.unescape(text))}
    assert {what: told for what, told in apart.items() if told} == {}
    assert named == set()


def test_what_is_looked_for_is_seen_where_it_is(fixed):
    """On the phone of one whose hand differs: else nothing would ever be found."""
    told = []
    for hands in (HANDS, OTHER_HANDS):
        with as_the_first():
            fixed()
            edition = evening_of(hands, moments(commands(HANDS))["entered"])
            page = phone(edition, "anna").get(reverse("referee:hand_now", args=[edition.pk]))
            told.append(text_of(page))
    assert first_difference(*told)


def test_the_public_log_tells_the_hands_when_the_race_is_over_and_not_before(fixed):
    whole = commands(HANDS)
    edition = evening_of(HANDS, len(whole) - 1)
    assert not any('"of"' in line for line in public_log.chain_lines(edition))
    edition = evening_of(HANDS, len(whole))
    told = [json.loads(line) for line in public_log.chain_lines(edition)]
    hidden = [line["hidden"]["action"] for line in told if "of" in line]
    assert hidden[0] == {"hands": HANDS} and list(hidden[1]) == ["drawn"]


def test_a_win_that_the_reveal_holds_back_tells_no_hand(fixed):
    whole = commands(HANDS)
    edition = evening_of(HANDS, len(whole) - 1)
    public.reveal_change(edition_id=edition.pk, after=60)
    record(edition, whole[-1])
    assert public_log.told_until(edition) == 0
    public.reveal_release(edition_id=edition.pk, seq=selectors.head_row(edition).seq)
    assert public_log.told_until(edition) == selectors.head_row(edition).seq
