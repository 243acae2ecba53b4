"""``manage.py rehearse --seed N``: a random but lawful evening, reproducible from its seed."""

import random
import time
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cagli_oca.games import GAMES
from cagli_oca.games.core import UNDO, Evening
from cagli_oca.games.core import Command as GameCommand
from cagli_oca.games.evening_file import to_line
from referee import samples, selectors, services, setting_up
from referee.following import FOLLOWS

UNDO_ONE_IN = 80
"""How often a rehearsal takes its latest action back."""


class Command(BaseCommand):
    help = "Plays a random lawful evening into an edition marked as rehearsal, or into a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, required=True)
        parser.add_argument("--throws", type=int, help="stop after so many throws of a die")
        parser.add_argument("--pace", type=float, default=0.0, help="seconds between two actions")
        parser.add_argument("--to", metavar="FILE", help="write the evening file instead")
        parser.add_argument("--game", choices=list(GAMES), default=next(iter(GAMES)))
        parser.add_argument("--current", action="store_true", help="show it on the public screens")

    def handle(self, *args: Any, **options: Any) -> None:
        chance = random.Random(options["seed"])
        header = rehearsal_header(options["game"], options["seed"], chance)
        if options["to"]:
            self.write_file(Path(options["to"]), header, chance, options["throws"])
            return
        try:
            self.play(header, chance, options)
        except services.Locked as locked:
            raise CommandError(FOLLOWS if locked.code == "following" else locked.code) from None
        except KeyboardInterrupt:
            self.stdout.write("Stopped. What was recorded stays.")

    def write_file(
        self, path: Path, header: dict[str, Any], chance: random.Random, throws: int | None
    ) -> None:
        """The evening file of this seed: the same bytes every time."""
        game = GAMES[header["game"]]
        lines = [to_line(header)]

        def record(evening: Evening, command: GameCommand) -> Evening:
            read = game.read(command)
            lines.append(to_line(read))
            return evening.follow(evening.decide(read))

        play_on(Evening.opened(game, header), chance, throws, record)
        try:
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None
        self.stdout.write(f"{len(lines) - 1} actions written to {path}.")

    def play(self, header: dict[str, Any], chance: random.Random, options: Any) -> None:
        """The same evening through the service that the console uses."""
        author = services.Author(by="rehearsal", device="rehearse")
        edition = setting_up.edition_create(header=header, sample=True)
        if options["current"]:
            setting_up.edition_make_current(edition_id=edition.pk)
        edition = setting_up.edition_open(
            edition_id=edition.pk, author=author, command_id=services.new_command_id()
        )
        self.stdout.write(f"Rehearsal: edition {edition.pk} ({edition.name}).")
        self.stdout.flush()

        def record(evening: Evening, command: GameCommand) -> Evening:
            time.sleep(max(options["pace"], 0))
            services.command_submit(
                edition_id=edition.pk,
                command=command,
                command_id=services.new_command_id(),
                seen=evening.head,
                author=author,
            )
            return selectors.evening(edition)

        end = play_on(selectors.evening(edition), chance, options["throws"], record)
        self.stdout.write(f"{end.head} actions: {edition.rules.position(end.state)}")


def rehearsal_header(slug: str, seed: int, chance: random.Random) -> dict[str, Any]:
    """The sample's header, marked as rehearsal, with what is drawn by lot drawn by *chance*."""
    header = {
        **samples.header(slug),
        "edition": f"rehearsal-{seed}",
        "title": f"Prova {seed}",
        "rehearsal": True,
    }
    game = GAMES[slug]
    return dict(game.check_header(game.draw_header(header, chance)))


def play_on(
    evening: Evening,
    chance: random.Random,
    throws: int | None,
    record: Callable[[Evening, GameCommand], Evening],
) -> Evening:
    """Random lawful commands, each handed to *record*, until the evening is over.

    With *throws*, until so many dice were thrown: commands that carry a die's ``value``.
    """
    thrown = 0
    while not evening.game.over(evening.state) and (throws is None or thrown < throws):
        command = next_command(evening, chance)
        thrown += "value" in command
        evening = record(evening, command)
    return evening


def next_command(evening: Evening, chance: random.Random) -> GameCommand:
    """What happens next; now and then the referees take their latest action back."""
    if evening.past and chance.randrange(UNDO_ONE_IN) == 0:
        return {"do": UNDO}
    return evening.game.suggest(evening.state, chance)
