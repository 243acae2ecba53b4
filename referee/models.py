"""Editions and the append-only log. The rules are not here (``cagli_oca.games``).

The log is the record: row 0 is the header, then one row for each accepted action and each undo.
Rows are never changed and never deleted, but for a rehearsal, which is deleted whole
(``setting_up.edition_delete``). Every row carries the SHA-256 of its public part, in which stands
the digest of the row before; what is not for the public (who recorded it, free text) is in there as
a salted hash, so that the chain can be checked without it.
"""

import hashlib
import json
import secrets
from datetime import UTC
from typing import Any

from django.conf import settings
from django.db import models

from cagli_oca.games import GAMES
from cagli_oca.games.core import (
    FREE_TEXT,
    RECORDED_BY,
    Event,
    Game,
    event_from_json,
    only,
    without,
)


def canonical(value: Any) -> str:
    """JSON text that is the same for the same value; what the log stores and hashes."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest_of(value: Any) -> str:
    """SHA-256 (hex) of a value's canonical JSON."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def new_salt() -> str:
    """What keeps a sealed text from being guessed."""
    return secrets.token_hex(16)


class Edition(models.Model):
    """One evening of one game: a Palio, a Paliotto, a rehearsal."""

    game = models.CharField(max_length=20)
    header = models.JSONField(help_text="A draft until opened; from then on a copy of row 0.")
    opened = models.BooleanField(default=False)
    rehearsal = models.BooleanField(default=False)
    sample = models.BooleanField(default=False, help_text="Its data are a sample, not official.")
    current = models.BooleanField(default=False)
    epoch = models.PositiveIntegerField(default=1)
    highest_epoch = models.PositiveIntegerField(
        default=0, help_text="The highest one heard of; above our own, another computer records."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    # What the program's draws are made from (referee.lot).
    secret = models.CharField(
        max_length=64, blank=True, help_text="Published after the evening; blank: drawn elsewhere."
    )
    numbers = models.JSONField(default=dict, help_text="Who called out which number.")

    # What the public is told beside the log (referee.public).
    starts_at = models.DateTimeField(null=True, help_text="The hour of the start.")
    announcement = models.JSONField(default=dict, help_text="Language -> text.")
    reveal_after = models.PositiveSmallIntegerField(
        null=True, help_text="Seconds until the public sees an entry by itself; None: at once."
    )
    log_live = models.BooleanField(
        default=False, help_text="Whether the public log can be downloaded during the evening."
    )
    revealed = models.PositiveIntegerField(default=0, help_text="The last seq released by hand.")
    trial = models.JSONField(default=dict, help_text="Counts and clock on the referee's tablet.")
    catching_up = models.PositiveIntegerField(
        null=True,
        help_text="The last seq that the public sees while a paper form is entered.",
    )
    caught_up = models.JSONField(
        default=dict, help_text="{first, last}: the rows entered last from a paper form."
    )

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["current"], condition=models.Q(current=True), name="one_current_edition"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Game:
        """The game's rules code."""
        return GAMES[self.game]

    @property
    def name(self) -> str:
        """What people call it: its title, else its edition's word."""
        return self.header.get("title") or self.header.get("edition", "")

    @property
    def called(self) -> dict[str, int]:
        """Who called out which number before the opening, in the game's order."""
        return {
            who: self.numbers[who] for who in self.rules.callers(self.header) if who in self.numbers
        }

    @property
    def committed(self) -> str:
        """What the program's draws are bound to: of row 0, or what a draft would open with."""
        if self.opened or not self.secret:
            return str(self.header.get("commitment", ""))
        seal = hashlib.sha256(self.secret.encode()).hexdigest()
        return " ".join([f"sha256:{seal}", *(f"{who}:{n}" for who, n in self.called.items())])

    @property
    def superseded(self) -> bool:
        """Whether another computer has taken over: nothing more is recorded here."""
        return self.highest_epoch > self.epoch

    @property
    def version(self) -> str:
        """Changes with the draft: what a set-up page was loaded with, to see who saved since."""
        return digest_of([self.header, self.sample, self.numbers])[:16]


class AppendOnly(Exception):
    """Somebody tried to change or delete a row of the log. A bug, never a user's error."""


class LogQuerySet(models.QuerySet):
    """A queryset that can add and read, nothing else."""

    def update(self, **kwargs: Any) -> int:
        raise AppendOnly("rows of the log are never changed")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise AppendOnly("rows of the log are never deleted")

    def bulk_update(self, *args: Any, **kwargs: Any) -> int:
        raise AppendOnly("rows of the log are never changed")

    def bulk_create(self, objs: Any, *args: Any, **kwargs: Any) -> list[Any]:
        if kwargs.get("update_conflicts"):
            raise AppendOnly("rows of the log are never changed")
        return super().bulk_create(objs, *args, **kwargs)


class LogRow(models.Model):
    """One accepted command and its event, exactly as recorded."""

    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="rows")
    seq = models.PositiveIntegerField()
    command_id = models.CharField(max_length=64, unique=True)
    action = models.TextField(help_text="Canonical JSON: the header in row 0, then commands.")
    event = models.TextField(help_text="Canonical JSON: the event with its resolved steps.")
    by = models.CharField(max_length=150, blank=True)
    device = models.CharField(max_length=40, blank=True)
    recorded_at = models.DateTimeField()
    salt = models.CharField(
        max_length=32, blank=True, help_text="Of what is sealed; rows before 0.3 have none."
    )
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    objects = LogQuerySet.as_manager()

    class Meta:
        ordering = ["edition", "seq"]
        constraints = [models.UniqueConstraint(fields=["edition", "seq"], name="one_row_a_seq")]

    def __str__(self) -> str:
        return f"{self.edition_id}/{self.seq}"

    @property
    def command(self) -> dict[str, Any]:
        """The command as it was accepted (row 0: the header)."""
        return json.loads(self.action)

    @property
    def name(self) -> str:
        """The event's name."""
        return str(json.loads(self.event)["event"])

    @property
    def steps(self) -> list[dict[str, Any]]:
        """The event's steps as JSON."""
        return json.loads(self.event)["steps"]

    @property
    def told_command(self) -> dict[str, Any]:
        """The command without the game's secrets: what leaves the server."""
        return without(self.command, self.edition.rules.secret)

    @property
    def told_steps(self) -> list[dict[str, Any]]:
        """The steps without the game's secrets."""
        return without(self.steps, self.edition.rules.secret)

    def resolved(self) -> Event:
        """The stored event."""
        return event_from_json(json.loads(self.event))

    @property
    def at(self) -> str:
        """When it was recorded, in the chain's words: ISO 8601, UTC."""
        return self.recorded_at.astimezone(UTC).isoformat()

    def hidden(self) -> dict[str, Any]:
        """The game's secrets in this row (a hand), where they stand in its action and event."""
        whole = {"action": self.command, "event": json.loads(self.event)}
        return only(whole, self.edition.rules.secret)

    @property
    def hidden_salt(self) -> str:
        """What keeps the secrets from being guessed; told with them, it tells nothing else."""
        return digest_of([self.salt, "hidden"])

    def sealed(self) -> str:
        """The salted hash of the whole content, in place of what the public does not see of it."""
        return digest_of([self.salt, self.action, self.event, self.by, self.device])

    def public_part(self) -> dict[str, Any]:
        """What anybody may see of this row, and check: its digest is the hash of exactly this.

        Of secrets (``Game.secret``) a salted hash of their own, so that they can be told later.
        """
        hidden, unseen = self.hidden(), FREE_TEXT | self.edition.rules.secret
        return {
            "seq": self.seq,
            "id": self.command_id,
            "at": self.at,
            "action": without(self.command, unseen | {RECORDED_BY}),
            "event": without(json.loads(self.event), unseen),
            "sealed": self.sealed(),
            **({"hidden": digest_of([self.hidden_salt, hidden])} if hidden else {}),
            "previous": self.previous,
        }

    def content_digest(self) -> str:
        """SHA-256 (hex) of the row's content and of the row before."""
        if self.salt:
            return digest_of(self.public_part())
        about = [self.seq, self.command_id, self.action, self.event, self.by, self.device]
        return digest_of([*about, self.at, self.previous])

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnly("rows of the log are never changed")
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AppendOnly("rows of the log are never deleted")


class Device(models.Model):
    """A tablet signed in by a code for one post and one evening. Its account has no password.

    The account's group is the post, its name who uses the tablet; closing the account cuts the
    tablet off. Until the code is used the tablet is waited for.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="device")
    edition = models.ForeignKey(Edition, models.CASCADE, related_name="devices")
    code_digest = models.CharField(max_length=64, null=True, unique=True)
    code_until = models.DateTimeField(null=True)
    paired_at = models.DateTimeField(null=True)
    pin = models.CharField(max_length=128, blank=True, help_text="Hashed like a password.")
    lock_after = models.PositiveSmallIntegerField(default=20, help_text="Minutes left alone.")
    awake_until = models.DateTimeField(null=True, help_text="From then on it asks for its PIN.")
    plays = models.TextField(blank=True, help_text="The player whose phone it is; blank: a post's.")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["edition", "plays"],
                condition=~models.Q(plays=""),
                name="one_phone_a_player",
            )
        ]

    def __str__(self) -> str:
        return self.user.get_username()


class Look(models.Model):
    """Somebody else has looked at a player's secrets; the player is told."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="looks")
    player = models.TextField()
    by = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        ordering = ["edition", "pk"]

    def __str__(self) -> str:
        return f"{self.edition_id}: {self.by}, {self.player}"


class AsideRow(models.Model):
    """A recorded row that is not in the log: another log took its place, or it came too late.

    Kept whole, for the head referee to look at and perhaps enter again; never part of the record.
    """

    HERE, THERE = "here", "there"

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="aside")
    epoch = models.PositiveIntegerField(help_text="Of the computer that recorded it.")
    where = models.CharField(max_length=5, help_text="Recorded here, or there on another computer.")
    command_id = models.CharField(max_length=64)
    content = models.JSONField(help_text="Every field of the row.")
    digest = models.CharField(max_length=64, unique=True)
    noted_at = models.DateTimeField(null=True, help_text="When somebody had read it.")

    class Meta:
        ordering = ["edition", "epoch", "pk"]

    def __str__(self) -> str:
        return f"{self.edition_id}/{self.content.get('seq')}"


class Follower(models.Model):
    """A computer that may follow this one, by a token that was shown once; kept is its hash."""

    name = models.CharField(max_length=40)
    key = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    heard_at = models.DateTimeField(null=True, help_text="When it last asked.")
    heads = models.JSONField(default=dict, help_text="Edition -> the last row it held then.")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class Following(models.Model):
    """Whom this computer follows, or followed until it took over. There is one row at most."""

    url = models.CharField(max_length=200)
    key = models.CharField(max_length=64)
    heard_at = models.DateTimeField(null=True, help_text="When it last answered.")
    trouble = models.CharField(max_length=500, blank=True, help_text="What went wrong since.")
    taken_over_at = models.DateTimeField(null=True, help_text="None while following.")
    told_at = models.DateTimeField(null=True, help_text="When the other had heard of it.")

    def __str__(self) -> str:
        return self.url

    @property
    def where(self) -> str:
        """The other computer's address, as people write it."""
        return self.url.split("/referee/")[0]


class Seat(models.Model):
    """A tablet at the console of an edition: a person and a device, and when it was last heard."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="seats")
    by = models.CharField(max_length=150)
    device = models.CharField(max_length=40, blank=True)
    heard_at = models.DateTimeField()

    class Meta:
        ordering = ["by", "device"]
        constraints = [
            models.UniqueConstraint(fields=["edition", "by", "device"], name="one_seat_a_tablet")
        ]


class Disagreement(models.Model):
    """Two tablets entered the same moment differently: what lost, beside row *seq*, which won."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="disagreements")
    seq = models.PositiveIntegerField()
    command_id = models.CharField(max_length=64, unique=True)
    action = models.TextField(help_text="Canonical JSON: the command that was not recorded.")
    by = models.CharField(max_length=150, blank=True)
    device = models.CharField(max_length=40, blank=True)
    entered_at = models.DateTimeField()
    settled_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["seq", "pk"]

    @property
    def command(self) -> dict[str, Any]:
        """The command that was not recorded."""
        return json.loads(self.action)
