"""What runs once although there are several processes, and several computers on one database."""

import threading

import pytest
from django.db import connection, connections

from referee import workers


@pytest.fixture
def elsewhere(settings, tmp_path):
    """Runs something as another process does: on this computer, or on another one."""

    def run(what, *, other_computer):
        here, told = settings.DATA_DIR, []

        def process():
            try:
                told.append(what())
            finally:
                connections.close_all()

        if other_computer:
            settings.DATA_DIR = tmp_path
        thread = threading.Thread(target=process)
        thread.start()
        thread.join()
        settings.DATA_DIR = here
        return told[0]

    return run


def may(alone):
    """Whether this process may be at it now."""
    with alone("trying") as mine:
        return mine


@pytest.mark.django_db(transaction=True)
def test_one_process_of_all_computers_on_a_database_follows(elsewhere):
    with workers.alone_everywhere("trying") as first:
        assert first
        assert not elsewhere(lambda: may(workers.alone_everywhere), other_computer=False)
        shared = connection.vendor == "postgresql"  # SQLite is one computer's
        other = elsewhere(lambda: may(workers.alone_everywhere), other_computer=True)
        assert other is not shared
    assert elsewhere(lambda: may(workers.alone_everywhere), other_computer=True)


@pytest.mark.django_db(transaction=True)
def test_each_computer_writes_a_second_copy_of_its_own(elsewhere):
    with workers.alone("trying"):
        assert not elsewhere(lambda: may(workers.alone), other_computer=False)
        assert elsewhere(lambda: may(workers.alone), other_computer=True)


@pytest.mark.django_db(transaction=True)
def test_who_waits_has_its_turn_when_the_other_has_finished():
    turns, waits = [], threading.Event()

    def second():
        waits.set()
        with workers.alone_everywhere("trying", wait=True) as mine:
            turns.append(("second", mine))
        connections.close_all()

    thread = threading.Thread(target=second)
    with workers.alone_everywhere("trying", wait=True) as mine:
        thread.start()
        waits.wait()
        thread.join(0.3)
        turns.append(("first", mine))
    thread.join()
    assert turns == [("first", True), ("second", True)]


@pytest.mark.django_db(transaction=True)
def test_a_lock_is_let_go_of_when_its_connection_is_lost(elsewhere):
    with workers.alone_everywhere("trying"):
        connection.close()
        if connection.vendor == "postgresql":
            assert elsewhere(lambda: may(workers.alone_everywhere), other_computer=True)
    assert may(workers.alone_everywhere)
