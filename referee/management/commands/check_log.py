"""``manage.py check_log``: every edition folded from zero, every chain verified."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from referee import checks


class Command(BaseCommand):
    help = "Verifies every log: the chain, the fold, and whether today's rules decide the same."

    def handle(self, *args: Any, **options: Any) -> None:
        bad = False
        for edition, findings in checks.check_every_log():
            verdict = "ok" if not findings else f"{len(findings)} findings"
            self.stdout.write(f"edition {edition.pk} ({edition.name}): {verdict}")
            for finding in findings:
                bad = bad or finding.wrong
                self.stdout.write(f"  seq {finding.seq}: {finding.text}")
        if bad:
            sys.exit(1)
