"""``manage.py take_over``: the computer that follows becomes the one that records."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee import following, services


class Command(BaseCommand):
    help = "This computer records from now on, at a higher epoch; the other one is told to stop."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            done = following.take_over()
        except services.Locked:
            raise CommandError("This computer is the one that records already.") from None
        self.stdout.write("This computer records from now on.")
        if done.stopped:
            self.stdout.write("The other one has stopped, and everything is here.")
        else:
            heard = done.heard_at.isoformat(timespec="seconds") if done.heard_at else "never"
            self.stdout.write(
                f"The other one did not answer ({done.trouble or 'not followed'}). Heard last:"
                f" {heard}. Switch it off. When it is back it is told, and what it recorded alone"
                " is listed on the page “Second copy and second computer”."
            )
