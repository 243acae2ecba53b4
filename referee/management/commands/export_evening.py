"""``manage.py export_evening EDITION > FILE``"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee import selectors


class Command(BaseCommand):
    help = "Prints the evening file of an opened edition."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("edition", help="its header's “edition”, or its number here")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            edition = selectors.edition_find(options["edition"])
        except selectors.NotFound as error:
            raise CommandError(str(error)) from None
        if not edition.opened:
            raise CommandError("This edition has not been opened: there is nothing to export yet.")
        for line in selectors.export_lines(edition):
            self.stdout.write(line)
