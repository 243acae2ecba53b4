"""Hands reach nobody but their players before the race is over.

The strong test is one of difference: two evenings that differ in nothing but in the hands of two
players are told to everybody else in exactly the same words, digests apart.
"""

import html
import itertools
import json
import re
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

from cagli_oca.games import siena
from display import kept
from referee import (
    bundle,
    folding,
    lot,
    minutes_pdf,
    models,
    public,
    public_log,
    selectors,
    services,
    setting_up,
)
from tests.all_sent import all_sent, first_difference, text_of
from tests.cast import AUTHOR, LONG, opened, record
from tests.palio import HANDS, HEADER, hand, pact, phone

pytestmark = pytest.mark.django_db

OTHER_HANDS = {
    "anna": hand(m=2, M=1, r=1, s=2, R=1, S=2),
    "bruno": hand(m=2, M=2, r=4, s=1),
    "carla": HANDS["carla"],
}
"""Of the same deck; the cards of those who are looked at here differ, carla's do not."""

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
    setting_up.edition_make_current(edition_id=edition.pk)
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
    folding._folds.clear()
    kept._kept.clear()
    kept._pages.clear()
    yield
    transaction.savepoint_rollback(savepoint)


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


@pytest.mark.parametrize(
    "moment", ["dealt", "offered", "entered", "racing"] if LONG else ["offered", "racing"]
)
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
