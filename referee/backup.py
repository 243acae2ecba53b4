"""The second copy: every accepted row is also written, synced, to the evening file in BACKUP_DIR.

A thread of its own writes (``workers``), after the commit: a tap waits for nothing here, a folder
that is full, gone or stuck delays nobody. What is missing is caught up from the log. A file that
is there and is not the beginning of our log is never written over: it is kept under another name.

How it went stands in ``backup.json`` in DATA_DIR, for every process. A mark is left there before
the folder is touched, so that a write that never comes back is seen too.
"""

import contextlib
import errno
import json
import logging
import os
import re
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import F, Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from referee import selectors
from referee.models import Edition, LogRow

logger = logging.getLogger(__name__)

CHECK_EVERY = 5.0
"""Seconds between two looks at whether the files are still there, and before trying again."""

LATE_AFTER = timedelta(seconds=5)
"""A row that is not in the second copy by then is told."""

LARGEST = 64 << 20
"""Bytes. A larger file is none of ours, and is not read."""


class OtherDevice(OSError):
    """The folder is there, but what was mounted on it is not."""


@dataclass(frozen=True, slots=True)
class Written:
    """What is known to be in an evening's file: up to which row, and how many bytes."""

    seq: int
    digest: str
    size: int


_written: dict[int, Written] = {}
_tried_at = 0.0
_failed = False


# ------------------------------------------------------------------------------- writing


def look() -> None:
    """Brings every evening's file up to the log. Raises nothing; returns late if the folder does.

    Costs one query where there is nothing to do.
    """
    global _tried_at, _failed
    folder = settings.BACKUP_DIR
    if folder is None or selectors.is_following():
        return
    done = {pk: written.seq for pk, written in _written.items()}
    waited = time.monotonic() - _tried_at >= CHECK_EVERY
    if not waited and (_failed or done == _heads()):
        return
    state = _read_state()
    _write_state(state | {"working_since": state["working_since"] or timezone.now().isoformat()})
    _tried_at = time.monotonic()
    try:
        state["elsewhere"] = _on_another_device(folder, state["elsewhere"])
        for edition in ours():
            with contextlib.suppress(LogRow.DoesNotExist):  # a rehearsal deleted this moment
                _bring_up(folder, edition)
        told: dict[str, Any] = {"since": None, "error": ""}
        _failed = False
    except Exception as error:
        since = state["since"] or state["working_since"] or timezone.now().isoformat()
        told = {"since": since, "error": _reason(error)}
        if not _failed:
            logger.exception("the second copy cannot be written")
        _failed = True
        _written.clear()  # a write that failed may have left anything: all is looked at anew
    copied = {str(pk): written.seq for pk, written in _written.items()}
    _write_state(state | told | {"working_since": None, "copied": state["copied"] | copied})


def ours() -> QuerySet[Edition]:
    """The editions that this computer records.

    Not what another one has taken over: both might write into the same network folder.
    """
    return Edition.objects.filter(opened=True, highest_epoch__lte=F("epoch"))


def _heads() -> dict[int, int]:
    """Edition -> seq of its last row."""
    heads = ours().order_by().annotate(head=Max("rows__seq")).values_list("pk", "head")
    return {pk: head for pk, head in heads if head is not None}


def _on_another_device(folder: Path, before: bool) -> bool:
    """Whether the folder is on another disk than our data. Raises OtherDevice if it was and is not.

    The place of a stick that was pulled out may stay as an empty folder on our own disk.
    """
    elsewhere = folder.stat().st_dev != settings.DATA_DIR.stat().st_dev
    if before and not elsewhere:
        raise OtherDevice(errno.ENODEV, os.strerror(errno.ENODEV))
    return elsewhere


def file_name(edition: Edition) -> str:
    """An edition's file: game, year, and its number here, in letters that every disk takes."""
    word = re.sub(r"[^A-Za-z0-9_]+", "-", edition.header.get("edition", ""))[:40].strip("-")
    return f"{edition.game}-{word}-{edition.pk}.jsonl"


def _bring_up(folder: Path, edition: Edition) -> None:
    """Appends what is missing, or writes the file anew where it is not what was left there."""
    path = folder / file_name(edition)
    known = _written.get(edition.pk)
    if known is not None and not _still_there(path, known):
        known = None
    rows = list(selectors.log(edition, after=known.seq - 1 if known else -1))
    if known is not None and (not rows or rows[0].digest != known.digest):
        known, rows = None, list(selectors.log(edition))  # another log took this one's place
    if not rows:
        return
    if known is None:
        size = _write_whole(path, _lines(edition, rows))
    elif rows[1:]:
        size = _append(path, _lines(edition, rows[1:]), known.size)
    else:
        return
    _written[edition.pk] = Written(rows[-1].seq, rows[-1].digest, size)


def _lines(edition: Edition, rows: list[LogRow]) -> bytes:
    return "".join(f"{selectors.export_line(edition, row)}\n" for row in rows).encode()


def _still_there(path: Path, known: Written) -> bool:
    try:
        return path.stat().st_size == known.size
    except FileNotFoundError:
        return False


def _append(path: Path, lines: bytes, size: int) -> int:
    """Adds *lines* to a file of *size* bytes, synced; its size then."""
    with open(path, "r+b") as file:
        if file.seek(0, os.SEEK_END) != size:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        file.write(lines)
        file.flush()
        os.fsync(file.fileno())
    return size + len(lines)


def _write_whole(path: Path, lines: bytes) -> int:
    """The whole file, written beside and put in its place, so that there is always a whole one."""
    there = _read(path)
    if there == lines and not _failed:
        with open(path, "r+b") as file:
            os.fsync(file.fileno())  # who wrote it may have died before
        return len(lines)
    # A last line that was cut is not worth keeping; anything else that we do not have is.
    if there is not None and not lines.startswith(there[: there.rfind(b"\n") + 1]):
        _set_aside(path)
    part = path.with_suffix(".part")
    with open(part, "wb") as file:
        file.write(lines)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)
    _sync_folder(path.parent)
    return len(lines)


def _read(path: Path) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read(LARGEST)
    except FileNotFoundError:
        return None


def _set_aside(path: Path) -> None:
    """Keeps a file that tells another evening, or more of this one, under the first free name."""
    number = 1
    while (other := path.with_suffix(f".{number}.jsonl")).exists():
        number += 1
    os.rename(path, other)
    logger.warning("a file with other actions was in the backup's place; kept as %s", other.name)


def _sync_folder(folder: Path) -> None:
    """So that the new name is on the disk too; some network folders cannot, and say so."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):
            raise
    finally:
        os.close(handle)


# ------------------------------------------------------------------------------- telling


NEVER: dict[str, Any] = {
    "since": None,
    "error": "",
    "working_since": None,
    "elsewhere": False,
    "copied": {},
}


def _state_path() -> Path:
    return settings.DATA_DIR / "backup.json"


def _read_state() -> dict[str, Any]:
    """What the last look left; as if there had been none for another folder or a torn file."""
    try:
        state = json.loads(_state_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        state = {}
    ours = isinstance(state, dict) and state.get("path") == str(settings.BACKUP_DIR)
    return {**NEVER, **(state if ours else {}), "path": str(settings.BACKUP_DIR)}


def _write_state(state: dict[str, Any]) -> None:
    part = _state_path().with_suffix(".part")
    part.write_text(json.dumps(state), encoding="utf-8")
    os.replace(part, _state_path())


WHY = {
    "ENOENT": gettext_lazy("the folder is not there"),
    "ENODEV": gettext_lazy("the stick is not in its place"),
    "ENOSPC": gettext_lazy("no room is left there"),
    "EROFS": gettext_lazy("it can only be read"),
    "EACCES": gettext_lazy("this program may not write there"),
}
"""What a person can do something about; anything else is told as the system says it."""


def _reason(error: Exception) -> str:
    """A key of ``WHY``, or the system's words."""
    if not isinstance(error, OSError):
        return repr(error)
    name = errno.errorcode.get(error.errno or 0, "")
    return name if name in WHY else error.strerror or str(error)


def status() -> dict[str, Any]:
    """How the second copy stands: ``state`` good, bad or off; ``since`` when it is bad (ISO);
    ``text`` for people; ``behind``: how many rows are not there; ``path``.
    """
    if settings.BACKUP_DIR is None:
        text = _("No second copy is kept (BACKUP_DIR).")
        return _off(text)
    if selectors.is_following():
        return _off(
            _("This computer follows another one; it writes a second copy once it records.")
        )
    state = _read_state()
    missing = [
        LogRow.objects.filter(edition=pk, seq__gt=state["copied"].get(str(pk), -1))
        for pk, head in _heads().items()
        if head > state["copied"].get(str(pk), -1)
    ]
    behind = sum(rows.count() for rows in missing)
    oldest = [rows.earliest("recorded_at").recorded_at.isoformat() for rows in missing]
    since = state["since"] or state["working_since"] or min(oldest, default=None)
    told = {"state": "good", "since": None, "behind": behind, "path": state["path"]}
    if since is None or (not state["error"] and not _late(since)):
        return told | {"text": _good_text(state)}
    return told | {"state": "bad", "since": since, "text": _bad_text(state, since, behind)}


def _off(text: str) -> dict[str, Any]:
    return {"state": "off", "since": None, "text": text, "behind": 0, "path": ""}


def _late(since: str) -> bool:
    """Whether *since* is too long ago, or, by a clock that was set back, in the future."""
    return abs(timezone.now() - datetime.fromisoformat(since)) > LATE_AFTER


def _good_text(state: dict[str, Any]) -> str:
    if state["elsewhere"]:
        return _("The second copy is complete.")
    return _("The second copy is complete, but on the same disk as the data.")


def _bad_text(state: dict[str, Any], since: str, behind: int) -> str:
    at = timezone.localtime(datetime.fromisoformat(since)).strftime("%H:%M:%S")
    text = _("The second copy cannot be written since %(at)s.") % {"at": at}
    if behind:
        text += " " + ngettext(
            "%(count)d action is missing there.", "%(count)d actions are missing there.", behind
        ) % {"count": behind}
    why = WHY.get(state["error"], state["error"])
    return f"{text} ({why})" if why else text
