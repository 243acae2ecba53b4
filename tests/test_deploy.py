"""What docs/deploy.md tells to install."""

import configparser
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
UNITS = {
    "cagli-oca.service": "cagli-oca.service",
    "cagli-oca@.service": "cagli-oca@8001.service",
}
"""A file of deploy/, and what systemd starts by it."""


@pytest.mark.parametrize("name", UNITS)
def test_systemd_finds_nothing_wrong_with_the_service(tmp_path, name):
    program = shutil.which("systemd-analyze")
    if program is None:
        if os.environ.get("CI"):
            pytest.fail("CI has no systemd-analyze: apt-get install systemd")
        pytest.skip("no systemd-analyze here; install it with: apt-get install systemd")
    # The places of a real installation are not here: this very program stands in.
    text = (ROOT / "deploy" / name).read_text().replace("/opt/cagli-oca/.venv", str(ROOT / ".venv"))
    unit = tmp_path / UNITS[name]
    unit.write_text(text.replace("/opt/cagli-oca", str(ROOT)))
    done = subprocess.run([program, "verify", str(unit)], capture_output=True, text=True)
    ours = [line for line in done.stderr.splitlines() if "cagli-oca" in line]
    assert (done.returncode, ours) == (0, [])


@pytest.mark.parametrize("name", UNITS)
def test_the_service_starts_what_the_program_has_and_never_gives_up(name):
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(ROOT / "deploy" / name)
    service = unit["Service"]
    *_python, script, command = service["ExecStart"].split()
    assert (ROOT / script).is_file()
    assert (ROOT / "referee" / "management" / "commands" / f"{command}.py").is_file()
    assert (service["Restart"], unit["Unit"]["StartLimitIntervalSec"]) == ("always", "0")
