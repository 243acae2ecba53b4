"""The log file: rotated, and still telling the evening when a thousand phones meet one trouble."""

import io
import logging
import logging.config
import sqlite3

import pytest
from django.conf import settings
from django.db.utils import DatabaseError, IntegrityError, InterfaceError, OperationalError

from referee import trouble


def of_sqlite(name: str, text: str = "") -> OperationalError:
    """An error as Django raises it from SQLite's."""
    cause = sqlite3.OperationalError(text)
    cause.sqlite_errorname = name
    error = OperationalError(text)
    error.__cause__ = cause
    return error


class OfPostgresql(Exception):
    def __init__(self, sqlstate: str | None) -> None:
        super().__init__("psycopg")
        self.sqlstate = sqlstate


def of_postgresql(sqlstate: str | None) -> OperationalError:
    error = OperationalError()
    error.__cause__ = OfPostgresql(sqlstate)
    return error


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (of_sqlite("SQLITE_BUSY_SNAPSHOT"), trouble.BUSY),
        (of_sqlite("SQLITE_FULL"), trouble.FULL),
        (of_sqlite("SQLITE_READONLY_DBMOVED"), trouble.READ_ONLY),
        (of_sqlite("SQLITE_CORRUPT"), trouble.DAMAGED),
        (of_sqlite("SQLITE_IOERR_FSYNC"), trouble.AWAY),
        (of_sqlite("SQLITE_ERROR", "no such table: referee_edition"), trouble.DAMAGED),
        (of_sqlite("SQLITE_ERROR", "too many SQL variables"), None),
        (of_postgresql("53100"), trouble.FULL),
        (of_postgresql("53300"), trouble.AWAY),
        (of_postgresql("25006"), trouble.READ_ONLY),
        (of_postgresql("40P01"), trouble.BUSY),
        (of_postgresql("57P01"), trouble.AWAY),
        (of_postgresql(None), trouble.AWAY),
        (of_postgresql("22003"), None),
        (InterfaceError("the connection is closed"), trouble.AWAY),
        (OSError(28, "No space left on device"), trouble.FULL),
        (OSError(30, "Read-only file system"), trouble.READ_ONLY),
        (FileNotFoundError(2, "No such file"), None),
        (IntegrityError("UNIQUE"), None),
        (DatabaseError("?"), None),
        (ZeroDivisionError(), None),
        (None, None),
    ],
    ids=repr,
)
def test_trouble_of_the_machine_is_told_from_a_bug(error, kind):
    assert trouble.kind(error) == kind


@pytest.fixture
def lines() -> io.StringIO:
    """What a handler with our filter and form writes."""
    return io.StringIO()


@pytest.fixture
def logger(lines):
    logger = logging.getLogger("tests.reliability")
    handlers = [logging.StreamHandler(lines), logging.StreamHandler(io.StringIO())]
    sparingly = trouble.Sparingly()
    for handler in handlers:
        handler.addFilter(sparingly)
        logger.addHandler(handler)
    logger.propagate = False
    yield logger
    for handler in handlers:
        logger.removeHandler(handler)


def log(logger: logging.Logger, error: Exception) -> None:
    try:
        raise error
    except Exception:
        logger.exception("Service Unavailable: %s", "/board.json")


def test_a_thousand_times_the_same_trouble_is_one_line(logger, lines):
    for _phone in range(1000):
        log(logger, of_sqlite("SQLITE_FULL", "database or disk is full"))
    [line] = lines.getvalue().splitlines()
    assert "/board.json" in line and "(full: " in line


def test_another_trouble_is_told_beside_it_and_a_bug_with_its_traceback(logger, lines):
    for _again in range(2):
        log(logger, of_sqlite("SQLITE_FULL"))
        log(logger, of_sqlite("SQLITE_CORRUPT"))
        log(logger, ZeroDivisionError())
    told = lines.getvalue()
    assert told.count("(damaged: ") == told.count("(full: ") == 1
    assert told.count("ZeroDivisionError\n") == told.count("Traceback") == 2


def test_the_log_file_is_rotated_and_bounded(tmp_path):
    config = settings.LOGGING
    file = {**config["handlers"]["file"], "filename": tmp_path / "oca.log", "filters": []}
    configurator = logging.config.DictConfigurator(
        {**config, "filters": {}, "loggers": {}, "root": {}, "handlers": {"file": file}}
    )
    configurator.config["formatters"] = {
        name: configurator.configure_formatter(form) for name, form in config["formatters"].items()
    }
    handler = configurator.configure_handler(configurator.config["handlers"]["file"])
    line = "Sant'Andrea è caduto nel fosso " * 30
    for _line in range(15_000):
        handler.emit(logging.makeLogRecord({"msg": line, "levelname": "ERROR", "name": "x"}))
    handler.close()
    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    assert len(sizes) == 10
    assert max(sizes) <= 1_000_000 and sum(sizes) > 8_000_000


def test_a_server_logs_its_start_and_nothing_of_spectators(evening):
    evening.fork()
    spectator = evening.connection()
    spectator.cookies = {}
    for path in ("/", "/board.json", "/nothing-there/", "/referee/", "/display/?lang=x"):
        assert spectator.ask("GET", path)[0] < 500
    said = (evening.folder / "logs" / "oca.log").read_text(encoding="utf-8")
    assert f"starts on 127.0.0.1:{evening.port}" in said
    assert "nothing-there" not in said
    assert said.count("127.0.0.1") == said.count("starts on")
