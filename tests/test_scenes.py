"""Every step of every recorded action is played on the projector, or is quiet for a reason."""

import re
from pathlib import Path

import pytest

from cagli_oca.games import GAMES
from cagli_oca.games.core import TAKEN_BACK
from tests.test_docs import table

STATIC = Path(__file__).parent.parent / "display/static/display"

HEADINGS = {"oca": "## Steps", "siena": "## Steps of Siena"}

every_game = pytest.mark.parametrize("game", GAMES)


def listed(game: str, name: str) -> dict[str, str]:
    """The keys and values of ``export const NAME = {…};`` in a game's scenes.js."""
    source = (STATIC / game / "scenes.js").read_text(encoding="utf-8")
    body = re.search(rf"export const {name} = \{{(.*?)\}};", source, re.S)[1]
    return dict(re.findall(r"^\s*(\w+)(?:: (.+?))?,$", body, re.M))


@every_game
def test_every_step_has_a_scene_or_a_reason_to_be_quiet(game):
    scenes, quiet = set(listed(game, "SCENES")), set(listed(game, "QUIET"))
    assert scenes | quiet == {*table(HEADINGS[game]), TAKEN_BACK}
    assert not scenes & quiet


@every_game
def test_every_quiet_step_tells_its_reason(game):
    assert all(listed(game, "QUIET").values())
