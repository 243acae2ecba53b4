"""``manage.py person NAME``: a new account, or a new password for a forgotten one."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee import people, posts, selectors
from referee.following import FOLLOWS


class Command(BaseCommand):
    help = "Makes an account or gives it a new password, which is printed once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default=people.ORGANISER)
        parser.add_argument(
            "--organiser", action="store_true", help="may set up and choose editions"
        )

        parser.add_argument(
            "--post", choices=[*posts.GROUPS, "recorder"], help="the person's post (see posts.py)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if selectors.is_following():
            raise CommandError(FOLLOWS)
        name = options["name"]
        organiser = True if options["organiser"] or name == people.ORGANISER else None
        password, created = people.password_reset(name=name, organiser=organiser)
        if options["post"]:
            people.post_give(name=name, post=options["post"])
        what = "New account" if created else "New password"
        self.stdout.write(f"{what} (shown only now)\n  name      {name}\n  password  {password}")
