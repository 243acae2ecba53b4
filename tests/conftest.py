"""What every test shares."""

import os
import signal

import pytest
from channels.layers import channel_layers
from django.contrib.auth import get_user_model
from django.test import Client
from hypothesis import settings

from display import kept
from referee import people
from tests.cast import LONG, PASSWORD

# No deadline: a busy machine is no bug. In CI the same examples every time.
EXAMPLES = 100 if LONG else 40
settings.register_profile("here", deadline=None, max_examples=EXAMPLES)
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=EXAMPLES)
settings.load_profile("ci" if os.environ.get("CI") else "here")

# A script that runs the tests in the background has them ignore Ctrl-C, and so would the servers
# that are stopped with it here.
signal.signal(signal.SIGINT, signal.default_int_handler)


LONGEST = [
    "test_real_servers.py",
    "test_several_processes.py",
    "test_census.py",
    "test_killed.py",
    "test_trouble.py",
    "test_paired_screens.py",
    "test_theatre_steps.py",
    "test_projector.py",
    "test_whole_palio.py",
    "test_console.py",
    "test_phone_networks.py",
    "test_bad_evening.py",
    "test_offline.py",
    "test_evening.py",
    "test_console_page.py",
    "test_accessibility.py",
    "test_theatre.py",
    "test_public.py",
    "test_phone_access.py",
]
"""The files that take longest, the longest first: begun last, one would keep everybody waiting.
Those with a browser come together, for they share it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole files, in the order in which the processes take them up."""
    place = {name: at for at, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path.name, len(place)))


@pytest.fixture(autouse=True)
def _plain_static_files(settings):
    """Pages are drawn without collecting static files first (the browser tests do collect)."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    """Hashing a password slowly is right for a thief and wrong for a test."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.WRONG_PASSWORD_COSTS = 0


@pytest.fixture(autouse=True)
def _fresh_channel_layer():
    """No message of one test reaches another."""
    channel_layers.backends = {}


@pytest.fixture(autouse=True)
def _no_kept_pictures():
    """Each test has a database of its own, with the same numbers in it."""
    kept._kept.clear()
    kept._pages.clear()


@pytest.fixture
def organiser(db):
    """May set up and choose editions."""
    return get_user_model().objects.create_user("ottavia", password=PASSWORD, is_staff=True)


@pytest.fixture
def referee(db):
    """A recorder: ordinary play, and nothing else."""
    user = get_user_model().objects.create_user("rosa", password=PASSWORD)
    people.post_give(name="rosa", post="recorder")
    return user


@pytest.fixture
def head_referee(db):
    """Everything of play."""
    person = get_user_model().objects.create_user("teresa", password=PASSWORD)
    people.post_give(name="teresa", post="head-referee")
    return person


@pytest.fixture
def client_of():
    """A signed-in client for a person; None: a spectator."""

    def signed_in(user):
        client = Client(enforce_csrf_checks=False)
        if user is not None:
            client.force_login(user)
        return client

    return signed_in
