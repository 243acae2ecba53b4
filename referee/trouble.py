"""When the machine fails, not the program: a disk full or read-only, a database locked, damaged or
away. Nothing was half-written then (every write is one transaction), and who asks is told in plain
words what is wrong and that asking again is right: 503, never a traceback.
"""

import errno
import logging
import os
import shutil
import sys
import time
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import connection
from django.db.utils import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

FULL, READ_ONLY, BUSY, DAMAGED, AWAY = "full", "read_only", "busy", "damaged", "away"

MESSAGES = {
    FULL: gettext_lazy("The server's disk is full: nothing can be recorded until there is room."),
    READ_ONLY: gettext_lazy("The server's disk can only be read: nothing can be recorded there."),
    BUSY: gettext_lazy("The database is busy with something else just now."),
    DAMAGED: gettext_lazy(
        "The server's database is damaged: nothing can be recorded there. Go on with the spare"
        " machine or on paper, and restore the second copy."
    ),
    AWAY: gettext_lazy("The server cannot reach its database: nothing can be recorded."),
}

RETRY_AFTER = 5
"""Seconds: when asking again makes sense."""

LITTLE_ROOM = 1 << 20
"""Bytes free on the disk under which any failing of it is put down to that."""

OF_THE_DISK = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EROFS: READ_ONLY,
    errno.EIO: AWAY,
}

OF_SQLITE = {
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_FULL": FULL,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
    "SQLITE_IOERR": AWAY,
    "SQLITE_CANTOPEN": AWAY,
    "SQLITE_PROTOCOL": AWAY,
}
"""By the beginning of SQLite's name of the error."""

OF_POSTGRESQL = {
    "53100": FULL,
    "25006": READ_ONLY,
    "55P03": BUSY,
    "40P01": BUSY,
    "57014": BUSY,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
    "08": AWAY,
    "53": AWAY,
    "57P": AWAY,
    "58": AWAY,
}
"""By the beginning of the SQLSTATE, the longest first."""


def kind(error: BaseException | None) -> str | None:
    """What is wrong with the machine (a key of ``MESSAGES``), or None: the error is a bug."""
    for link in chain(error):
        found = _kind(link)
        if found == AWAY:
            return of_the_disk() or AWAY
        if found:
            return found
    return None


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what it was raised from."""
    while error is not None:
        yield error
        error = error.__cause__


def _kind(error: BaseException) -> str | None:
    sqlite = getattr(error, "sqlite_errorname", None)
    if sqlite == "SQLITE_ERROR" and "no such table" in str(error):
        return DAMAGED  # another file lies where the database was
    if sqlite is not None:
        return next((kind for name, kind in OF_SQLITE.items() if sqlite.startswith(name)), None)
    if hasattr(error, "sqlstate"):
        state = error.sqlstate or "08"  # without one: no server answered
        return next((kind for name, kind in OF_POSTGRESQL.items() if state.startswith(name)), None)
    if isinstance(error, InterfaceError):
        return AWAY
    if isinstance(error, OSError) and not isinstance(error, DatabaseError):
        return OF_THE_DISK.get(error.errno or 0)
    return None


def of_the_disk() -> str | None:
    """Whether the data folder's disk is full or can only be read; None: neither."""
    try:
        if os.statvfs(settings.DATA_DIR).f_flag & os.ST_RDONLY:
            return READ_ONLY
        if shutil.disk_usage(settings.DATA_DIR).free < LITTLE_ROOM:
            return FULL
    except OSError:
        return AWAY
    return None


# -------------------------------------------------------------------------------- answers


# Django's own handlers look for a CSRF token in the form. Where the form is what cannot be read,
# they fail in their turn: 500 for a stranger's bad request.


def server_error(request: HttpRequest) -> HttpResponse:
    """The handler of what nobody caught: trouble is told (503), a bug is a bug (500).

    What is wrong is told to scripts and on the referees' pages; spectators learn that it passes.
    """
    found = kind(sys.exception())
    if found is None:
        return HttpResponse(render_to_string("500.html"), status=500)
    if wants_a_page(request):
        at_work = request.path.startswith(reverse("referee:editions"))
        context = {"message": at_work and MESSAGES[found], "retry_after": RETRY_AFTER}
        response = HttpResponse(render_to_string("trouble.html", context))
    else:
        told = {"status": "trouble", "trouble": found, "message": MESSAGES[found]}
        response = JsonResponse(told)
    response.status_code = 503
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The handler of a request that cannot be read, is too big or asks in an odd way: 400."""
    if wants_a_page(request):
        page = "400.html" if isinstance(exception, DisallowedHost) else "unreadable.html"
        return HttpResponse(render_to_string(page), status=400)
    message = _("This request cannot be read.")
    return JsonResponse({"status": "unreadable", "message": message}, status=400)


def wants_a_page(request: HttpRequest) -> bool:
    """Whether a person asks: a browser on its way to a page says so, a script does not."""
    return "text/html" in request.headers.get("Accept", "")


# ---------------------------------------------------------------------------------- start


def at_the_start() -> str | None:
    """What keeps the program from starting: the data folder's disk, or SQLite's own verdict."""
    try:
        probe = settings.DATA_DIR / "probe"
        probe.write_bytes(bytes(1 << 16))
        probe.unlink()
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA quick_check")
                if cursor.fetchone() != ("ok",):
                    return DAMAGED
        else:
            connection.ensure_connection()
    except (OSError, DatabaseError, InterfaceError) as error:
        return kind(error) or AWAY
    return None


# ------------------------------------------------------------------------------------ log


def kind_for_the_log(error: BaseException | None) -> str | None:
    """The same, and ``news``: the channel layer's server is away. No answer waits for that."""
    of_redis = any(type(link).__module__.startswith("redis.") for link in chain(error))
    return kind(error) or ("news" if of_redis else None)


class Sparingly(logging.Filter):
    """Trouble in one line, each kind once in ``EVERY`` seconds: a thousand phones that ask again
    would else push the evening out of the rotated log.
    """

    EVERY = 30.0

    def __init__(self) -> None:
        super().__init__()
        self.told: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if not hasattr(record, "is_told"):  # once, however many handlers ask
            record.is_told = self._is_told(record)
        return bool(record.is_told)

    def _is_told(self, record: logging.LogRecord) -> bool:
        error: Any = record.exc_info[1] if record.exc_info else None
        found = kind_for_the_log(error)
        if found is None:
            return True
        now = time.monotonic()
        if now - self.told.get(found, -self.EVERY) < self.EVERY:
            return False
        self.told[found] = now
        record.msg, record.args = "%s (%s: %r)", (record.getMessage(), found, error)
        record.exc_info = record.exc_text = None
        return True
