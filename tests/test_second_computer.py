"""Real servers: one follows another, takes over, is taken over from; and a stick that fails."""

import os
import re
import signal
from collections.abc import Callable

import pytest

from tests.cast import HEADER, throw
from tests.e2e.conftest import ORGANISER, Server
from tests.tablet import Tablet, until

DRAW, WHISTLE = {"do": "draw", "quarter": "angelo"}, {"do": "whistle"}


@pytest.fixture
def computer(tmp_path):
    """Computers by name, each with a folder of its own; all are stopped at the end."""
    computers: dict[str, Server] = {}

    def made(name: str) -> Server:
        if name not in computers:
            computers[name] = Server(tmp_path / name)
        return computers[name]

    yield made
    for one in computers.values():
        one.process.send_signal(signal.SIGCONT)
        one.close()


def organiser(server: Server, password: str = "") -> Tablet:
    return Tablet(server.url).sign_in(ORGANISER, password or server.password)


def token_of(tablet: Tablet) -> str:
    """A token, made on the page as an organiser does."""
    page = tablet.form("/referee/backup/follower/", name="riserva")[1]
    return re.search(r'class="token"><b>([a-z0-9-]+)</b>', page)[1]


def follow(spare: Server, main: Server, token: str) -> str:
    spare.environment["FOLLOW_TOKEN"] = token
    printed = spare.start("follow", main.url)
    del spare.environment["FOLLOW_TOKEN"]
    return printed


def restarted(server: Server, before_start: Callable[[], None] = lambda: None) -> None:
    """Killed as by a power failure, and started again."""
    server.process.kill()
    server.process.wait()
    server.reader.join()
    server.process.stdout.close()
    before_start()
    server.start()


def state(server: Server, edition: int) -> str:
    """The whole log with ids, times, authors, salts and digests."""
    script = (
        "from referee import bundle, selectors\n"
        f"edition = selectors.edition_get({edition})\n"
        "print([bundle.row_content(row) for row in selectors.log(edition)])"
    )
    return server.manage("shell", "-v", "0", "-c", script)


@pytest.fixture
def pair(computer, tmp_path):
    """A main computer in the middle of an evening, and one that follows it."""
    main, spare = computer("main"), computer("spare")
    main.start()
    edition = main.open_edition(tmp_path, HEADER, [throw(5)])
    tablet = organiser(main)
    tablet.form(f"/referee/{edition}/current/")
    follow(spare, main, token_of(tablet))
    return main, spare, edition, tablet


def shows(server: Server, seq: int, epoch: int = 1):
    def there() -> bool:
        board = Tablet(server.url).board()
        return (board["epoch"], board["seq"]) == (epoch, seq)

    return there


def test_a_second_computer_shows_all_records_nothing_and_goes_on_after_kill_9(pair):
    main, spare, edition, tablet = pair
    until(shows(spare, 1))
    assert tablet.tap(edition, throw(3))[0] == 200
    until(shows(spare, 2))

    reader = organiser(spare, main.password)  # the main computer's account
    status, answer = reader.tap(edition, DRAW)
    assert (status, answer["status"]) == (409, "locked")
    assert reader.form("/referee/new/", copy_of="oca")[0] == 409
    assert reader.ask("/referee/")[0] == 200

    restarted(spare)  # as after a power failure: plain `serve`, no token
    assert tablet.tap(edition, DRAW)[0] == 200
    until(shows(spare, 3))
    restarted(main)
    assert organiser(main).tap(edition, WHISTLE)[0] == 200
    until(shows(spare, 4))
    assert state(spare, edition) == state(main, edition)
    assert "ok" in spare.manage("check_log")


def test_taking_over_without_the_old_computer_and_back_again_loses_nothing(pair):
    main, spare, edition, tablet = pair
    until(shows(spare, 1))
    # Two taps that the spare does not get any more; then the old computer dies.
    spare.process.send_signal(signal.SIGSTOP)
    assert tablet.tap(edition, throw(3))[0] == 200
    assert tablet.tap(edition, DRAW)[0] == 200
    main.process.kill()
    main.process.wait()
    spare.process.send_signal(signal.SIGCONT)

    assert "did not answer" in spare.manage("take_over")
    until(shows(spare, 1, epoch=2))
    new = organiser(spare, main.password)
    assert new.tap(edition, throw(4))[0] == 200

    # The old one is back, and is told: it stops, and its two rows are listed on the new one.
    main.reader.join()
    main.process.stdout.close()
    main.start()
    until(lambda: 'data-state="bad"' in new.ask("/referee/backup/")[1])
    page = new.ask("/referee/backup/")[1]
    assert "Palio 2026 (2)" in page
    status, answer = organiser(main).tap(edition, WHISTLE)
    assert (status, answer["status"]) == (409, "locked")
    assert new.tap(edition, {"do": "undo"})[0] == 200

    # It follows the new one: its own two rows make place, set aside.
    main.stop()
    follow(main, spare, token_of(new))
    until(shows(main, 3, epoch=2))
    assert state(main, edition) == state(spare, edition)
    assert "Palio 2026 (2)" in organiser(main).ask("/referee/backup/")[1]

    # And it becomes the main one again while both are running: nothing is left behind.
    assert new.tap(edition, throw(2))[0] == 200
    assert "everything is here" in main.manage("take_over")
    assert new.tap(edition, throw(1))[1]["status"] == "locked"
    until(shows(main, 4, epoch=4))
    assert organiser(main).tap(edition, throw(1))[0] == 200
    assert "ok" in main.manage("check_log")


def test_a_stuck_gone_or_returned_stick_delays_no_tap_and_misses_none(computer, tmp_path):
    main, stick = computer("main"), tmp_path / "stick"
    stick.mkdir()
    main.environment["BACKUP_DIR"] = str(stick)
    main.start()
    edition = main.open_edition(tmp_path, HEADER)
    tablet = organiser(main)
    file = stick / f"oca-2026-{edition}.jsonl"

    def complete() -> bool:
        return file.exists() and file.read_text() == main.manage("export_evening", str(edition))

    def bad() -> bool:
        return 'data-state="bad"' in tablet.ask("/referee/backup/")[1]

    until(complete)
    assert tablet.tap(edition, throw(5))[0] == 200
    until(complete)

    stick.rename(tmp_path / "pocket")
    assert tablet.tap(edition, throw(3))[0] == 200
    until(bad)
    (tmp_path / "pocket").rename(stick)
    until(complete)
    until(lambda: not bad())

    file.unlink()
    os.mkfifo(file)  # opening it never returns: a network folder whose server is gone
    assert tablet.tap(edition, DRAW)[0] == 200
    until(bad)
    assert tablet.tap(edition, WHISTLE)[0] == 200
    restarted(main, before_start=file.unlink)
    until(complete)
    assert len(file.read_text().splitlines()) == 5
