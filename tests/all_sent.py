"""Everything that the server sends to anybody but two of a Palio's players, as text to compare."""

import itertools
import json
import os
import re

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import NoReverseMatch, reverse

from display import hub
from display import urls as display_urls
from referee import people, selectors, tablets, urls
from tests.cast import PASSWORD
from tests.palio import pact, phone

PEOPLE = ("spectator", "speaker", "recorder", "head-referee", "carla")

HOLDERS = {"referee:file", "referee:backup_file", "referee:mirror"}
"""The organiser's evening file and backup, and what a follower copies: they hold everything."""

OF_THE_MACHINE = {"display:health", "display:lamp"}
"""They tell of disks and clocks, which are never the same."""


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
        sent["socket", edition_id, language] = hub.text_of((edition_id, language))
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
