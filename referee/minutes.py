"""The minutes of an evening, as a page and as a PDF: what is written here is drawn by both.

Reads only. Words are in the active language; times in the arena's.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cagli_oca import wording
from cagli_oca.dates import in_words
from cagli_oca.games.core import PUBLIC, UNDO
from referee import console, posts, selectors
from referee.models import Edition, LogRow


@dataclass(frozen=True, slots=True)
class Person:
    """Who recorded, with what post, and how much."""

    name: str
    post: str
    actions: int


@dataclass(frozen=True, slots=True)
class Action:
    """One row of the log as the minutes tell it."""

    seq: int
    at: datetime
    by: str
    sentence: str
    note: str
    taken_back_by: int | None
    ruling: bool
    """Whether it belongs among the rulings: it corrects, or it carries a reason."""

    @property
    def told(self) -> str:
        """What happened, what was noted, and what became of it."""
        back = self.taken_back_by
        taken = _("(taken back by %(seq)s)") % {"seq": back} if back else ""
        return " ".join(filter(None, [self.sentence, self.note and f"[{self.note}]", taken]))


@dataclass(frozen=True, slots=True)
class Minutes:
    """Everything that stands in the minutes."""

    title: str
    about: str
    result: str
    over: bool
    opened_at: datetime
    last_at: datetime
    set_up: list[tuple[str, str]]
    people: list[Person]
    actions: list[Action]
    heads: list[str]
    standings: list[list[str]]
    head: int
    digest: str
    seal: str
    called: list[tuple[str, int]]
    drawn: int
    """How many flags, or the like, the program drew."""
    signatures: list[str]
    rehearsal: bool

    @property
    def rulings(self) -> list[Action]:
        return [action for action in self.actions if action.ruling]

    @property
    def span(self) -> str:
        """From when to when, and how many actions."""
        return _("Opened on %(opened)s; last action, number %(head)s, on %(last)s.") % {
            "opened": f"{self.opened_at:%d/%m/%Y %H:%M}",
            "last": f"{self.last_at:%d/%m/%Y %H:%M}",
            "head": self.head,
        }

    @property
    def proof(self) -> str:
        """How to check that these minutes tell what was recorded."""
        told = _(
            "Every action carries the fingerprint of the one before. Whoever changed one would"
            " change the fingerprint at the end, the head of the log, which phones showed during"
            " the evening."
        )
        drawn = ngettext(
            "%(number)s draw was made by the program; anybody can compute it again from the secret"
            " that is published after the evening.",
            "%(number)s draws were made by the program; anybody can compute them again from the"
            " secret that is published after the evening.",
            self.drawn,
        ) % {"number": self.drawn}
        return " ".join(filter(None, [told, drawn if self.drawn else ""]))


def minutes_of(edition: Edition) -> Minutes:
    """The minutes of an opened edition, as far as it has come."""
    rows = list(selectors.log(edition))
    fold = selectors.fold(edition)
    evening, words = fold.evening, wording.of(edition.game)
    board = evening.game.scoreboard(evening.state, PUBLIC)
    heads, standings = words.standings(board)
    header = rows[0].command
    event = header.get("event", "palio")
    held_on = parse_date(header.get("held_on", ""))
    day = in_words(held_on) if held_on else ""
    gone = selectors.taken_back(rows)
    return Minutes(
        title=edition.name,
        about=" · ".join(
            filter(None, [str(words.TITLE), str(words.EVENTS.get(event, event)), day])
        ),
        result=words.now(board)["headline"],
        over=evening.game.over(evening.state),
        opened_at=timezone.localtime(rows[0].recorded_at),
        last_at=timezone.localtime(rows[-1].recorded_at),
        set_up=words.set_up(evening.game.setup(evening.state)),
        people=people(rows),
        actions=actions(edition, rows),
        heads=heads,
        standings=standings,
        head=rows[-1].seq,
        digest=rows[-1].digest,
        seal=edition.committed.partition(" ")[0].removeprefix("sha256:"),
        called=[(words.caller(who), number) for who, number in edition.called.items()],
        drawn=sum(row.command.get("program") is True and row.seq not in gone for row in rows),
        signatures=[_("The head referee"), _("The organiser")]
        + [words.signature(who) for who in evening.game.callers(header)],
        rehearsal=edition.rehearsal,
    )


def people(rows: list[LogRow]) -> list[Person]:
    """Who recorded, who did most first, with the post that each has today."""
    authors = (
        row.by or row.command.get("by", "") for row in rows
    )  # of an imported row: the file's
    counted = Counter(filter(None, authors))
    post_of = {
        user.get_username(): str(posts.NAMES.get(posts.post_of(user), "–"))
        for user in get_user_model().objects.all()
    }
    return [Person(name, post_of.get(name, "–"), number) for name, number in counted.most_common()]


def actions(edition: Edition, rows: list[LogRow]) -> list[Action]:
    """Every row but the header, told as in the referees' list."""
    ruling = (*edition.rules.corrections, UNDO)
    told = console.told_rows(edition, rows, rows)
    return [
        Action(
            seq=one.seq,
            at=timezone.localtime(one.at),
            by=one.by,
            sentence=one.sentence,
            note=one.note,
            taken_back_by=one.taken_back_by,
            ruling=one.do in ruling or "reason" in row.command or "correction" in row.command,
        )
        for one, row in zip(told, rows, strict=True)
        if one.seq
    ]
