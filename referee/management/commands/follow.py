"""``manage.py follow URL``: a copy of another computer, kept current and shown."""

import getpass
import os
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from referee import bundle, following, mirror, wire
from referee.management.commands.serve import NotFree
from referee.models import Following


class Command(BaseCommand):
    help = (
        "Follows the computer at URL and serves read-only (HOST, PORT). The token is made there, on"
        " the page “Second copy and second computer”; it is asked for, or taken from FOLLOW_TOKEN."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", help="for example http://192.168.1.20:8000")
        parser.add_argument("--once", action="store_true", help="fetch everything, then stop")

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        url = options["url"]
        token = os.environ.get("FOLLOW_TOKEN", "")
        known = Following.objects.filter(url=following.address(url), taken_over_at=None).exists()
        if token or not known:
            self.begin(url, token or getpass.getpass("Token: "))
        else:
            following.look()
        self.stdout.write(f"{mirror.status()['text']}")
        if not options["once"]:
            self.serve()

    def serve(self) -> None:
        try:
            call_command("serve", stdout=self.stdout)
        except NotFree as taken:
            # The old computer after a taking over: its program runs, and finds out by itself.
            self.stdout.write(f"{taken}")
            self.stdout.write("If it is this program that runs there, it follows from now on.")

    def begin(self, url: str, token: str) -> None:
        try:
            following.following_begin(url=url, token=token)
        except wire.NoAnswer as error:
            hint = " Is the token right?" if str(error) == "HTTP 403" else ""
            raise CommandError(f"{url} does not answer ({error}).{hint}") from None
        except following.Unfit as unfit:
            why = mirror.TROUBLE[unfit.code]
            raise CommandError(f"{why} {unfit.about}".strip()) from None
        except bundle.Damaged as error:
            raise CommandError(f"What {url} sent does not hold: {error}") from None
