"""axe-core on the pages of a Palio of Siena: nothing serious or critical."""

import pytest

from tests.cast import LONG
from tests.e2e.siena.moments import HEADER, put_on_the_screens, up_to
from tests.e2e.test_accessibility import DARK, LIGHT, findings, look_at

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def shown(server, tmp_path_factory):
    """moment -> the edition that stands there, put on the screens."""

    def at(moment: str) -> int:
        folder = tmp_path_factory.mktemp("siena")
        return put_on_the_screens(server, folder, HEADER, up_to(moment))

    return at


MOMENTS = ["choose", "decide", "race", "won"] if LONG else ["race"]


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_public_screens_and_the_console(server, screens, shown, moment):
    edition = shown(moment)
    page = screens.sign_in(f"/referee/{edition}/")
    page.wait_for_selector("#lamp[data-state=live]")
    assert findings(page) == []
    dark = DARK[:2] if moment == "race" or LONG else []
    look_at(page, server, [("/display/speaker/", 1024, 768), *LIGHT, *dark])


def test_what_is_made_once(server, screens, shown):
    edition = shown("decide")
    page = screens.sign_in("/referee/")
    for path in (
        f"/referee/{edition}/log/",
        f"/referee/{edition}/catch-up/",
        f"/referee/{edition}/correct/",
        f"/referee/{edition}/minutes/",
        f"/referee/{edition}/paper/",
        f"/proof/{edition}/",
        "/rules/",
        "/readings/",
    ):
        page.goto(server.url + path)
        assert findings(page) == [], path
    page.goto(f"{server.url}/referee/")
    page.select_option("#copy_of", "siena")
    page.click("form.inline button.main")
    page.wait_for_url("**/setup/")
    assert findings(page) == []
