"""``manage.py replay FILE… [--json]``: evening files played by the rules, no database touched."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from cagli_oca import wording
from cagli_oca.games.core import PUBLIC, Unreadable, event_to_json
from cagli_oca.games.evening_file import BadLine, Reader


class Command(BaseCommand):
    help = "Plays evening files by the rules and prints where each ends. Touches no database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--json", action="store_true", help="one JSON object a line and file")

    def handle(self, *args: Any, **options: Any) -> None:
        failed = False
        for name in options["files"]:
            found = self.play(name, told=not options["json"])
            failed = failed or "error" in found
            if options["json"]:
                self.stdout.write(json.dumps(found))
            elif "error" in found:
                error = found["error"]
                self.stderr.write(f"{name}:{error['line']}: {error['rule']}: {error['message']}")
        if failed:
            self.stdout.flush()
            sys.exit(1)

    def play(self, name: str, *, told: bool) -> dict[str, Any]:
        """The file's final state, or its first error and the state before it."""
        try:
            with open(name, "rb") as stream:
                reader = Reader(stream)
                for line in reader:
                    if told:
                        steps = event_to_json(line.event)["steps"]
                        sentence = wording.event_sentence(reader.game.slug, steps)
                        self.stdout.write(f"{line.number}: {sentence}")
        except OSError:
            return _error(BadLine(1, Unreadable("missing_file")))
        except BadLine as bad:
            return _error(bad)
        if told:
            self.stdout.write(f"{name}: {reader.game.position(reader.evening.state)}")
        return reader.game.scoreboard(reader.evening.state, PUBLIC)


def _error(bad: BadLine) -> dict[str, Any]:
    evening = bad.evening
    return {
        "error": {
            "line": bad.line,
            "rule": bad.refusal.rule,
            "message": wording.refusal_sentence(bad.game and bad.game.slug, bad.refusal),
        },
        "state": evening.game.scoreboard(evening.state, PUBLIC) if evening else None,
    }
