"""How long ``manage.py replay`` takes for 1,000 evenings of 150 actions. Run by ``make bench``."""

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cagli_oca.settings")

import django  # noqa: E402

django.setup()

from cagli_oca.games import GAMES  # noqa: E402
from cagli_oca.games.core import UNDO, Evening  # noqa: E402
from cagli_oca.games.evening_file import to_line  # noqa: E402
from referee.management.commands.rehearse import next_command, rehearsal_header  # noqa: E402

EVENINGS = 1000
ACTIONS = 150


def write_evening(path: Path, seed: int) -> None:
    """One lawful evening of exactly ACTIONS actions; after a win the referees undo and go on."""
    game, chance = GAMES["oca"], random.Random(seed)
    header = rehearsal_header("oca", seed, chance)
    evening, lines = Evening.opened(game, header), [to_line(header)]
    while evening.head < ACTIONS:
        over = game.over(evening.state)
        command = game.read({"do": UNDO} if over else next_command(evening, chance))
        lines.append(to_line(command))
        evening = evening.follow(evening.decide(command))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{seed}.jsonl" for seed in range(EVENINGS)]
        for seed, path in enumerate(paths):
            write_evening(path, seed)
        command = [sys.executable, "manage.py", "replay", *map(str, paths), "--json"]
        started = time.perf_counter()
        out = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        seconds = time.perf_counter() - started
    assert len(out.splitlines()) == EVENINGS
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"replay: {EVENINGS} evenings of {ACTIONS} actions in {seconds:.1f} s"
        f" ({used.ru_utime + used.ru_stime:.1f} s CPU, {used.ru_maxrss // 1024} MiB at most)"
    )


if __name__ == "__main__":
    main()
