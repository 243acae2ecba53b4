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
            "--post", choices=posts.GROUPS, help="the person's post (a new person is a recorder)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if selectors.is_following():
            raise CommandError(FOLLOWS)
        name = options["name"]
        organiser = True if options["organiser"] or name == people.ORGANISER else None
        try:
            password, created = people.password_reset(name=name, organiser=organiser)
        except people.Unfit as unfit:
            raise CommandError(str(unfit)) from None
        if options["post"]:
            people.post_give(name=name, post=options["post"])
        what = "New account" if created else "New password"
        self.stdout.write(f"{what} (shown only now)\n  name      {name}\n  password  {password}")
