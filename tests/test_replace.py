"""An earlier action replaced: what follows, what is recorded, and how it is told as one."""

import pytest

from cagli_oca.games.core import Refused
from referee import checks, replace, selectors, services
from referee.models import LogRow
from tests.cast import HEADER, opened, record, throw

HEAD = services.Author(by="ottavia", device="cd34")
ANDREA, AGOSTINO = "andrea", "agostino"


def correct(edition, *changes, reason="typed wrong", falls_away=0, seen=None, command_id=None):
    return services.correction_submit(
        edition_id=edition.pk,
        changes=changes,
        reason=reason,
        falls_away=falls_away,
        command_id=command_id or services.new_command_id(),
        seen=selectors.head_row(edition).seq if seen is None else seen,
        author=HEAD,
    )


def instead(seq, *commands, keep=False):
    return replace.Change(seq, commands, keep)


def squares(edition):
    board = selectors.scoreboard(edition)["quarters"]
    return [board[slug]["square"] for slug in HEADER["order"]]


def commands(edition, after):
    return [row.command for row in selectors.log(edition, after=after)]


@pytest.fixture
def edition(db):
    return opened()


def test_a_wrong_die_is_replaced_and_later_throws_stay_with_their_quarters(edition):
    record(edition, throw(1), throw(2), throw(1), throw(1))
    row = correct(edition, instead(1, throw(2)))
    assert squares(edition) == [2, 2, 1, 1]
    assert row.seq == 4 + 4 + 4
    assert [c["do"] for c in commands(edition, 4)] == ["undo"] * 4 + ["throw"] * 4
    assert checks.check_log(edition) == []
