"""Malformed requests at every address, signed in and not: no 500, no traceback, no state changed.

Here in this process, so that a failure shows where; ``test_bad_bytes`` sends what no client of ours
would to a real server.
"""

import json
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from referee import posts, setting_up
from tests.cast import HEADER, LONG, opened, record, throw
from tests.reliability import malformed

ADDRESSES = malformed.addresses()

EACH = (16_000 if LONG else 360) // len(ADDRESSES) + 1
"""Requests an address."""

CSRF = "c" * 32


@pytest.fixture
def editions(db):
    """One that is played and on the screens, and a draft."""
    edition = opened()
    setting_up.edition_make_current(edition_id=edition.pk)
    record(edition, throw(5), throw(3))
    draft = setting_up.edition_create(header=HEADER)
    return [edition.pk, draft.pk]


@pytest.fixture
def people(organiser, referee, django_user_model):
    """Everybody who may ask: the organiser, a recorder, one of each other post, a spectator."""
    everybody = [organiser, referee, None]
    for post in posts.GROUPS:
        person = django_user_model.objects.create_user(f"a-{post}")
        person.groups.set([Group.objects.get_or_create(name=post)[0]])
        everybody.append(person)
    return everybody


def filled_in(address: str, data: st.DataObject, numbers: list[int]) -> str:
    """The address with something at each of its parameters."""

    def something(match: Any) -> str:
        if match[1] == "int":
            known = st.sampled_from([*numbers, *numbers, 0, 999_999, 2**31, 2**63, 10**25])
            return str(data.draw(known, label=match[2]))
        text = data.draw(malformed.nasty_text, label=match[2])
        return quote(text.encode("utf-8", "surrogatepass"), safe="") or "-"

    return malformed.PARAMETER.sub(something, address)


def body_of(data: st.DataObject, content_type: str) -> bytes:
    """What is sent: near to what the address wants, or far from it."""
    if content_type.startswith("application/x-www-form"):
        pairs = st.dictionaries(malformed.nasty_text, malformed.nasty_text, max_size=6)
        form = data.draw(pairs, label="form")
        return urlencode(form, errors="surrogatepass").encode()
    if content_type == "application/json":
        kind = st.one_of(malformed.near_miss, malformed.json_value, malformed.broken_json)
        value = data.draw(kind, label="json")
        return value if isinstance(value, bytes) else json.dumps(value).encode()
    return data.draw(st.binary(max_size=60), label="body")


def asked(client: Client, path: str, data: st.DataObject) -> tuple[str, Any]:
    """One request: its method and its answer, read to the end."""
    method = data.draw(malformed.METHODS, label="method")
    content_type = data.draw(malformed.CONTENT_TYPES, label="content type")
    body = body_of(data, content_type)
    query = data.draw(
        st.dictionaries(malformed.nasty_text, malformed.nasty_text, max_size=3), label="query"
    )
    headers = data.draw(malformed.HEADERS, label="headers")
    if data.draw(st.booleans(), label="with token"):
        headers["X-CSRFToken"] = CSRF
    headers.pop("Cookie", None)  # here the client's own; in test_bad_bytes anything
    answer = client.generic(
        method,
        path,
        body,
        content_type,
        QUERY_STRING=urlencode(query, errors="surrogatepass"),
        headers=headers,
    )
    return method, answer


def text_of(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


@pytest.mark.parametrize("address", ADDRESSES)
def test_nothing_malformed_breaks_or_changes_anything(address, editions, people):
    clients = {}
    for person in people:
        client = clients[str(person)] = Client(enforce_csrf_checks=True)
        if person is not None:
            client.force_login(person)
    before = malformed.state()

    @settings(
        max_examples=EACH,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def ask(data: st.DataObject) -> None:
        client = clients[data.draw(st.sampled_from(sorted(clients)), label="who")]
        session = client.cookies.get("sessionid")
        with untouched():
            client.cookies["csrftoken"] = CSRF
            method, answer = asked(client, filled_in(address, data, editions), data)
            assert answer.status_code < 500
            assert b"Traceback (most recent call last)" not in text_of(answer)
            refused = answer.status_code >= 400
            if refused or method in malformed.SAFE or session is None:
                assert malformed.state() == before
        if session is not None:
            client.cookies["sessionid"] = session.value

    ask()


class untouched:
    """Whatever happens in the block is taken back: each request meets the same evening."""

    def __enter__(self) -> None:
        self.block = transaction.atomic()
        self.block._from_testcase = True  # services insist on being the outermost transaction
        self.block.__enter__()

    def __exit__(self, *error: Any) -> None:
        transaction.set_rollback(True)
        self.block.__exit__(None, None, None)
