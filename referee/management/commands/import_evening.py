"""``manage.py import_evening FILE``"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cagli_oca import wording
from cagli_oca.games.evening_file import BadLine
from referee import services, setting_up
from referee.following import FOLLOWS


class Command(BaseCommand):
    help = "Makes a new edition from an evening file; every action is checked by the rules."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with open(options["file"], "rb") as stream:
                edition, torn = setting_up.evening_recover(stream=stream)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from None
        except BadLine as bad:
            message = wording.refusal_sentence(bad.game and bad.game.slug, bad.refusal)
            raise CommandError(
                f"{options['file']}, line {bad.line}: {bad.refusal.rule}: {message}"
                " Nothing was imported."
            ) from None
        except services.Locked:
            raise CommandError(FOLLOWS) from None
        if torn:
            self.stdout.write(
                f"{options['file']}, line {torn}: it was cut in writing and is left out;"
                " everything before it is kept."
            )
        self.stdout.write(f"Imported as edition {edition.pk} ({edition.name}).")
