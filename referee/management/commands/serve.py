"""``manage.py serve``: everything that ``make run`` needs once the packages are there."""

import gc
import logging
import os
import socket
import sys
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db.utils import DatabaseError
from django.utils import translation
from django.utils.translation import gettext_lazy

from cagli_oca.addresses import lan_address
from referee import news, people, samples, selectors, trouble, workers

logger = logging.getLogger(__name__)

TO_DO = {
    trouble.FULL: gettext_lazy("Make room in this folder's disk, then start again:"),
    trouble.READ_ONLY: gettext_lazy("Start with another folder (DATA_DIR), or mount it writable:"),
    trouble.DAMAGED: gettext_lazy(
        "Keep this folder as it is. Start with a new one (DATA_DIR) and import the evening file of"
        " the second copy there. Damaged is what lies in:"
    ),
}
"""What helps, before the folder's name."""


class NotFree(CommandError):
    """Something listens already where this program would."""


class Command(BaseCommand):
    help = "Prepares database, static files, sample and organiser, then serves (HOST, PORT)."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        host = os.environ.get("HOST", "0.0.0.0")
        port = os.environ.get("PORT", "8000")
        if not port.isdecimal() or not 0 < int(port) < 65536:
            raise CommandError(f"PORT must be a number from 1 to 65535, not {port!r}.")
        check_free(host, int(port))
        stop_in_trouble(trouble.at_the_start())
        try:
            # Several processes that start at once: one makes the database and the organiser.
            with workers.alone_everywhere("start", wait=True):
                self.prepare(host, port)
        except (OSError, DatabaseError) as error:
            stop_in_trouble(trouble.kind(error))
            raise
        logger.info("version %s starts on %s:%s", settings.VERSION, host, port)
        workers.start()
        run_daphne(host, port)

    def prepare(self, host: str, port: str) -> None:
        """Database, static files, sample and organiser; tells where all that is found."""
        call_command("migrate", verbosity=0, interactive=False)
        call_command("collectstatic", verbosity=0, interactive=False)
        following = selectors.is_following()
        if not following:
            samples.load()
        self.print_addresses(host, port)
        if following:
            self.stdout.write(
                "\nQuesto computer segue un altro e mostra soltanto · this computer follows another"
                " one and only shows.\nPer subentrare · to take over: manage.py take_over"
            )
        elif not people.organiser_exists():
            password, _ = people.password_reset(name=people.ORGANISER, organiser=True)
            self.stdout.write(
                "\nAccesso dell'organizzatore, mostrato solo ora"
                " · the organiser's login, shown only this once:\n\n"
                f"  nome · name  {people.ORGANISER}\n  password     {password}\n\n"
                "Dimenticata? · Forgotten? make password"
            )
        self.stdout.write("\nCtrl-C: si ferma, non si perde nulla · it stops, nothing is lost.\n")
        self.stdout.flush()

    def print_addresses(self, host: str, port: str) -> None:
        name = lan_address() if host in ("0.0.0.0", "::") else host
        if ":" in name:
            name = f"[{name}]"
        site = settings.PUBLIC_URL if settings.TLS else ""
        site = site or f"http://{name}:{port}"
        self.stdout.write(
            f"Giuoco dell'Oca, Cagli · Palio di Siena · versione/version {settings.VERSION}\n\n"
            f"  arbitri · referees      {site}/referee/\n"
            f"  proiettore · projector  {site}/display/\n"
            f"  telefoni · phones       {site}/"
        )


def check_free(host: str, port: int) -> None:
    """Says so before anything else if another program has the port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise NotFree(
                f"{host}:{port} cannot be used ({error.strerror}). Is it running already?"
                " Another port: make run PORT=8001"
            ) from None


def stop_in_trouble(found: str | None) -> None:
    """Says in both languages what is wrong with the disk or the database, and what to do."""
    if found is None:
        return
    told = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            told.append(f"{trouble.MESSAGES[found]} {TO_DO.get(found, '')}".strip())
    raise CommandError("\n\n".join([*told, str(settings.DATA_DIR)]))


def run_daphne(host: str, port: str) -> NoReturn:
    """Daphne in this process, until Ctrl-C or SIGTERM. Ends the process.

    At once, without waiting for threads: what was acknowledged is on the disk already, and a
    request caught in a thread would wait for ever for the loop that has just been stopped.
    """
    from cagli_oca import asgi, fast_daphne

    # What is there by now stays: looking through it for garbage would hold a tap up for 0.1 s.
    gc.collect()
    gc.freeze()
    news.send_by(fast_daphne.server.twisted_loop)
    fast_daphne.serve(asgi.application, host, int(port))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
