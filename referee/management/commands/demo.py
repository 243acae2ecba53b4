"""``manage.py demo``: a server on a throw-away database, with rehearsals playing themselves."""

import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from cagli_oca.games import GAMES


class Command(BaseCommand):
    help = "Serves a rehearsal that plays itself at a watchable pace. Keeps nothing."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=list(GAMES), default=next(iter(GAMES)))
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--pace", type=float, default=3.0, help="seconds between two actions")

    def handle(self, *args: Any, **options: Any) -> None:
        with tempfile.TemporaryDirectory(prefix="oca-demo-") as folder:
            environment = {**os.environ, "DATA_DIR": folder}
            environment.pop("DATABASE_URL", None)
            manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
            subprocess.run([*manage, "migrate", "-v", "0"], env=environment, check=True)
            server = subprocess.Popen([*manage, "serve"], env=environment)
            try:
                self.rehearse(manage, environment, server, options)
            except KeyboardInterrupt:
                pass
            finally:
                server.terminate()
                server.wait()

    def rehearse(
        self,
        manage: list[str],
        environment: dict[str, str],
        server: "subprocess.Popen[bytes]",
        options: Mapping[str, Any],
    ) -> None:
        """One rehearsal after another, each shown on the screens, while the server lives."""
        seed = options["seed"]
        while server.poll() is None:
            arguments = ["--game", options["game"], "--seed", str(seed), "--current"]
            arguments += ["--pace", str(options["pace"])]
            player = subprocess.Popen(
                [*manage, "rehearse", *arguments],
                env=environment,
                stdout=subprocess.DEVNULL,
            )
            try:
                while player.poll() is None and server.poll() is None:
                    with_timeout(server, 1.0)
                with_timeout(server, 20.0)  # the win stays on the screens for a while
            finally:
                player.terminate()
                player.wait()
            seed += 1


def with_timeout(server: "subprocess.Popen[bytes]", seconds: float) -> None:
    """Waits, but no longer than the server lives."""
    try:
        server.wait(seconds)
    except subprocess.TimeoutExpired:
        return
