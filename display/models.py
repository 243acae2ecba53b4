"""What ``display`` stores: the settings of the paired screens, and how its processes are."""

from django.db import models


class Screen(models.Model):
    """A paired screen, or one that is waited for: who shows ``code`` until ``code_until`` is it."""

    name = models.CharField(max_length=40, unique=True)
    code = models.CharField(max_length=6, null=True, unique=True)
    code_until = models.DateTimeField(null=True)
    token_digest = models.CharField(max_length=64, null=True, unique=True)
    paired_at = models.DateTimeField(null=True)
    chosen = models.JSONField(
        default=dict, help_text="Setting -> value; what is missing is as screens.DEFAULTS has it."
    )
    reload = models.PositiveIntegerField(default=0, help_text="Its page reloads when this grows.")
    report = models.JSONField(default=dict, help_text="What it said last.")
    heard_at = models.DateTimeField(null=True)
    behind_since = models.DateTimeField(null=True, help_text="Since when it shows an old picture.")

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Pulse(models.Model):
    """One process's hub: how many sockets it has, and how far they are behind."""

    process = models.CharField(max_length=80, unique=True)
    public = models.PositiveIntegerField(default=0, help_text="Open sockets of the public.")
    behind = models.PositiveIntegerField(default=0, help_text="Seconds since they were up to date.")
    heard_at = models.DateTimeField()
