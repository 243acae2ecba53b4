"""What docs/deploy.md tells to install."""

import configparser
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
UNIT = ROOT / "deploy" / "cagli-oca.service"


def test_systemd_finds_nothing_wrong_with_the_service(tmp_path):
    program = shutil.which("systemd-analyze")
    if program is None:
        if os.environ.get("CI"):
            pytest.fail("CI has no systemd-analyze: apt-get install systemd")
        pytest.skip("no systemd-analyze here; install it with: apt-get install systemd")
    # The places of a real installation are not here: this very program stands in.
    text = UNIT.read_text().replace("/opt/cagli-oca/.venv", str(ROOT / ".venv"))
    unit = tmp_path / "cagli-oca.service"
    unit.write_text(text.replace("/opt/cagli-oca", str(ROOT)))
    done = subprocess.run([program, "verify", str(unit)], capture_output=True, text=True)
    ours = [line for line in done.stderr.splitlines() if "cagli-oca" in line]
    assert (done.returncode, ours) == (0, [])


def test_the_service_starts_what_the_program_has_and_never_gives_up():
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(UNIT)
    service = unit["Service"]
    *_python, script, command = service["ExecStart"].split()
    assert (ROOT / script).is_file()
    assert (ROOT / "referee" / "management" / "commands" / f"{command}.py").is_file()
    assert (service["Restart"], unit["Unit"]["StartLimitIntervalSec"]) == ("always", "0")
