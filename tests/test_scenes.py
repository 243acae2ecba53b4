"""Every step of every recorded action is played on the projector, or is quiet for a reason."""

import re
from pathlib import Path

from tests.test_docs import table

SCENES = Path(__file__).parent.parent / "display/static/display/oca/scenes.js"


def listed(name: str) -> dict[str, str]:
    """The keys and values of ``export const NAME = {…};`` in scenes.js."""
    source = SCENES.read_text(encoding="utf-8")
    body = re.search(rf"export const {name} = \{{(.*?)\}};", source, re.S)[1]
    return dict(re.findall(r"^\s*(\w+)(?:: (.+?))?,$", body, re.M))


def test_every_step_has_a_scene_or_a_reason_to_be_quiet():
    scenes, quiet = set(listed("SCENES")), set(listed("QUIET"))
    assert scenes | quiet == set(table("## Steps"))
    assert not scenes & quiet


def test_every_quiet_step_tells_its_reason():
    assert all(listed("QUIET").values())
