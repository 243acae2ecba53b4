"""Draws that anybody can check: bound before the evening, the same again, fair, recomputed."""

import hashlib
import hmac
import json
import random
import subprocess
import sys
from datetime import timedelta
from itertools import permutations, product
from pathlib import Path

import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from cagli_oca.games import oca
from cagli_oca.games.core import Unreadable
from referee import checks, lot, public_log, selectors, services, setting_up
from referee.models import Edition
from tests.cast import AUTHOR, HEADER, opened, record, throw

SCRIPT = Path(__file__).parent.parent / "docs" / "verify_draws.py"
NUMBERS = {"agostino": 4, "andrea": 17, "angelo": 0, "francesco": 999_999}
DRAW = {"do": "draw", "program": True}
UNDO = {"do": "undo"}
CLOSE = {"do": "close", "reason": "temporale"}
WON = [{"do": "whistle"}, {"do": "result", "winner": "challenger"}]


def flag(edition, *commands):
    """The flag that the program draws after these commands."""
    return record(edition, *commands, DRAW).command["quarter"]


def opened_with(secret, numbers=None):
    edition = setting_up.edition_create(header=HEADER, secret=secret)
    setting_up.edition_change(edition_id=edition.pk, header=HEADER, sample=False, numbers=numbers)
    return setting_up.edition_open(
        edition_id=edition.pk, author=AUTHOR, command_id=services.new_command_id()
    )


# ------------------------------------------------------------------------------ before the opening


@pytest.mark.django_db
def test_the_secret_is_fixed_with_the_draft_and_its_fingerprint_stands_in_row_0():
    edition = setting_up.edition_create(header=HEADER)
    sealed = "sha256:" + hashlib.sha256(edition.secret.encode()).hexdigest()
    assert edition.committed == sealed
    edition = setting_up.edition_open(edition_id=edition.pk, author=AUTHOR, command_id="o")
    assert selectors.head_row(edition).command["commitment"] == sealed == edition.committed
    assert len(edition.secret) == 64
    assert setting_up.edition_create(header=HEADER).secret != edition.secret


@pytest.mark.django_db
def test_a_draft_cannot_bring_a_commitment_of_its_own():
    edition = setting_up.edition_create(header={**HEADER, "commitment": "sha256:mine"})
    setting_up.edition_change(
        edition_id=edition.pk, header={**HEADER, "commitment": "sha256:mine"}, sample=False
    )
    edition = setting_up.edition_open(edition_id=edition.pk, author=AUTHOR, command_id="o")
    assert (
        edition.committed.removeprefix("sha256:")
        == hashlib.sha256(edition.secret.encode()).hexdigest()
    )


@pytest.mark.django_db
def test_the_same_numbers_draw_the_same_order_however_it_stood_and_others_another():
    edition = setting_up.edition_create(header=HEADER)
    draw = setting_up.header_draw
    first = draw(edition_id=edition.pk, numbers=NUMBERS).header["order"]
    assert draw(edition_id=edition.pk, numbers=dict(reversed(NUMBERS.items()))).header["order"] == (
        first
    )
    orders = {
        tuple(draw(edition_id=edition.pk, numbers={**NUMBERS, "angelo": n}).header["order"])
        for n in range(60)
    }
    assert len(orders) > 10
    edition.refresh_from_db()
    assert edition.committed.endswith(" agostino:4 andrea:17 angelo:59 francesco:999999")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "numbers",
    [{}, {"agostino": 1}, {**NUMBERS, "angelo": -1}, {**NUMBERS, "angelo": 10**6}, None, [1, 2],
     {**NUMBERS, "angelo": "7"}, {**NUMBERS, "angelo": 7.0}, {**NUMBERS, "borgo": 7}],
)  # fmt: skip
def test_every_captain_calls_one_whole_number(numbers):
    edition = setting_up.edition_create(header=HEADER)
    with pytest.raises(Unreadable):
        setting_up.header_draw(edition_id=edition.pk, numbers=numbers)


@pytest.mark.django_db
def test_nothing_is_drawn_anew_once_the_evening_is_open():
    edition = opened()
    with pytest.raises(services.Locked):
        setting_up.header_draw(edition_id=edition.pk, numbers=NUMBERS)


@pytest.mark.django_db
def test_who_draws_upon_an_older_set_up_is_told():
    edition = setting_up.edition_create(header=HEADER)
    version = edition.version
    setting_up.header_draw(edition_id=edition.pk, numbers=NUMBERS, version=version)
    with pytest.raises(services.Locked) as locked:
        setting_up.header_draw(edition_id=edition.pk, numbers=NUMBERS, version=version)
    assert locked.value.code == "changed"


# ------------------------------------------------------------------------------- during the evening


@pytest.mark.django_db
def test_undo_and_drawing_again_gives_the_same_flag():
    edition = opened()
    first = flag(edition, throw(3))
    for _ in range(8):
        assert flag(edition, UNDO) == first
    assert flag(edition, UNDO, UNDO, throw(3)) == first


@pytest.mark.django_db
def test_another_secret_or_another_number_called_gives_other_flags():
    some = [f"{n:064x}" for n in range(20)]
    by_secret = {flag(opened_with(secret), throw(3)) for secret in some}
    by_number = {flag(opened_with(some[0], {**NUMBERS, "andrea": n}), throw(3)) for n in range(20)}
    assert by_secret == by_number == {"agostino", "angelo", "francesco"}


@pytest.mark.django_db
def test_a_draw_tells_the_challenge_and_the_dice_it_was_mixed_with():
    edition = opened()
    record(edition, throw(1), throw(2), UNDO, throw(3))
    row = record(edition, DRAW)
    assert row.command["proof"] == {"line": "flag 1 dice 1 3"}


@pytest.mark.django_db
@pytest.mark.parametrize("claim", [{"quarter": "angelo"}, {"proof": {"line": "mine"}}])
def test_what_a_command_claims_was_drawn_is_not_believed(claim):
    edition = opened()
    row = record(edition, throw(3), {**DRAW, **claim})
    again = record(edition, UNDO, DRAW)
    assert row.command == again.command


@pytest.mark.django_db
def test_the_draw_can_be_computed_by_hand():
    edition = opened()
    row = record(edition, throw(3), DRAW)
    text = f"{edition.committed} flag 1 dice 3 / 1"
    mac = hmac.new(edition.secret.encode(), text.encode(), "sha256").hexdigest()
    others = ["agostino", "francesco", "angelo"]
    assert row.command["quarter"] == others[int(mac, 16) % 3]


@pytest.mark.django_db
def test_an_imported_evening_goes_on_and_its_draws_say_that_nobody_can_check_them(tmp_path):
    file = tmp_path / "evening.jsonl"
    file.write_text("\n".join(selectors.export_lines(opened())), encoding="utf-8")
    with file.open("rb") as stream:
        edition = setting_up.evening_import(stream=stream)
    assert edition.secret == ""
    drawn = {flag(edition, throw(3))}
    drawn |= {flag(edition, UNDO) for _ in range(40)}
    assert drawn == {"agostino", "angelo", "francesco"}
    assert "proof" not in selectors.head_row(edition).command
    assert not any(draw.line_fits for draw in public_log.draws(edition))


# ----------------------------------------------------------------------------- equal chances
# The bounds are those that an even chance passes 999 times in 1,000; the numbers are fixed, so
# that the tests always decide the same.


def chi_squared(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


def chances(number):
    """*number* different chances, each of another secret."""
    for n in range(number):
        secret = hashlib.sha256(f"evening {n}".encode()).hexdigest()
        yield lot.Chance(secret, "sha256:…", f"flag {n % 30} dice {n % 6 + 1}")


def test_each_of_the_three_others_is_as_likely():
    drawn = [chance.randrange(3) for chance in chances(30_000)]
    assert chi_squared([drawn.count(n) for n in range(3)], 10_000) < 13.82  # 2 degrees


def test_each_of_the_24_orders_is_as_likely():
    orders = dict.fromkeys(permutations(oca.callers({})), 0)
    for chance in chances(24_000):
        orders[tuple(oca.draw_header({"order": []}, chance)["order"])] += 1
    assert chi_squared(orders.values(), 1_000) < 49.73  # 23 degrees


def test_a_draw_does_not_hang_together_with_the_one_before():
    pairs = dict.fromkeys(product(range(3), repeat=2), 0)
    for chance in chances(18_000):
        pairs[chance.randrange(3), chance.randrange(3)] += 1
    assert chi_squared(pairs.values(), 2_000) < 26.12  # 8 degrees


def test_one_secret_is_as_even_over_all_the_dice_of_an_evening():
    secret = "7" * 64
    drawn = [
        lot.Chance(secret, "sha256:…", f"flag 5 dice {' '.join(map(str, dice))}").randrange(3)
        for dice in product(range(1, 7), repeat=5)
    ]
    assert chi_squared([drawn.count(n) for n in range(3)], 6**5 / 3) < 13.82


def test_a_secret_sought_for_one_quarter_favours_nobody_once_the_captains_have_called():
    """Who picks the secret can try many: so numbers come in that are called after it is sealed."""
    faces = range(1, 7)

    def first_flags(secret, called):
        seal = f"sha256:{hashlib.sha256(secret.encode()).hexdigest()}{called}"
        return [lot.Chance(secret, seal, f"flag 1 dice {face}").randrange(3) for face in faces]

    tried = (hashlib.sha256(f"try {n}".encode()).hexdigest() for n in range(10**6))
    sought = next(secret for secret in tried if set(first_flags(secret, "")) == {2})
    drawn = [flag for n in range(2_000) for flag in first_flags(sought, f" agostino:4 andrea:{n}")]
    assert chi_squared([drawn.count(n) for n in range(3)], 4_000) < 13.82


@settings(max_examples=50)
@given(stop=st.integers(1, 1000), line=st.text())
def test_a_number_is_below_its_bound_and_the_same_again(stop, line):
    one, other = lot.Chance("s", "c", line), lot.Chance("s", "c", line)
    assert 0 <= one.randrange(stop) < stop
    assert other.randrange(stop) < stop
    assert one.randrange(10**9) == other.randrange(10**9)


# --------------------------------------------------------------------------- after the evening


def later(monkeypatch, by=public_log.SECRET_AFTER):
    now = timezone.now() + by
    monkeypatch.setattr(timezone, "now", lambda: now)


@pytest.mark.django_db
def test_the_secret_is_published_a_quarter_of_an_hour_after_the_end(monkeypatch):
    edition = opened()
    later(monkeypatch)
    assert public_log.secret(edition) == ""
    record(edition, CLOSE)
    assert public_log.secret(edition) == ""
    later(monkeypatch, public_log.SECRET_AFTER - timedelta(seconds=1))
    assert public_log.secret(edition) == ""
    later(monkeypatch, timedelta(seconds=1))
    assert public_log.secret(edition) == edition.secret


@pytest.mark.django_db
def test_an_evening_that_goes_on_after_its_end_hides_the_secret_again(monkeypatch):
    edition = opened()
    record(edition, CLOSE)
    later(monkeypatch)
    record(edition, UNDO)
    later(monkeypatch)
    assert public_log.secret(edition) == ""


@pytest.mark.django_db
def test_what_the_reveal_holds_back_does_not_end_the_evening_for_the_public(monkeypatch):
    edition = opened()
    record(edition, CLOSE)
    Edition.objects.filter(pk=edition.pk).update(reveal_after=10**4)
    later(monkeypatch)
    assert public_log.secret(edition) == ""


def an_evening(seed=1, actions=120):
    """A random lawful evening whose flags the program draws, ended by a close."""
    chance, edition = random.Random(seed), setting_up.edition_create(header=HEADER)
    setting_up.header_draw(edition_id=edition.pk, numbers=NUMBERS)
    edition = setting_up.edition_open(
        edition_id=edition.pk, author=AUTHOR, command_id=services.new_command_id()
    )
    for _ in range(actions):
        evening = selectors.evening(edition)
        if oca.over(evening.state):
            return edition
        command = dict(oca.suggest(evening.state, chance))
        if command["do"] == "draw":
            command = DRAW
        elif evening.past and chance.randrange(8) == 0:
            command = UNDO
        record(edition, command)
    record(edition, CLOSE)
    return edition


def verified(tmp_path, lines, *more):
    """What the script says of a chain file: (whether all is well, its words)."""
    path = tmp_path / "chain.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-I", str(SCRIPT), str(path), *more], capture_output=True, text=True
    )
    assert "Traceback" not in ran.stderr
    return ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(3))
def test_the_script_recomputes_every_draw_of_an_evening(seed, tmp_path, monkeypatch):
    edition = an_evening(seed)
    later(monkeypatch)
    drawn = public_log.draws(edition)
    assert drawn
    assert all(draw.fits and draw.line_fits and not draw.carried_over for draw in drawn)
    assert public_log.order_drawn(edition) is True
    head = selectors.head_row(edition).digest
    well, told = verified(tmp_path, public_log.chain_lines(edition), f"{head[:4]} {head[4:16]}")
    assert well, told
    assert told.count("  ok  ") == len(drawn)
    assert f"Head: {head}" in told
    assert "is the one drawn." in told


@pytest.mark.django_db
def test_before_the_end_the_script_checks_the_chain_and_says_what_is_missing(tmp_path):
    edition = opened()
    record(edition, throw(3), DRAW)
    well, told = verified(tmp_path, public_log.chain_lines(edition))
    assert well
    assert "not in this file yet" in told
    assert edition.secret not in "".join(public_log.chain_lines(edition))


@pytest.mark.django_db
def test_the_script_names_the_row_that_was_changed(tmp_path, monkeypatch):
    edition = an_evening()
    later(monkeypatch)
    lines = list(public_log.chain_lines(edition))
    touched = [*lines]
    touched[4] = lines[4].replace('"at":"', '"at": "')
    well, told = verified(tmp_path, touched)
    assert not well and "row 4 was changed" in told
    well, told = verified(tmp_path, lines[:5] + lines[6:])
    assert not well and "row 5 is missing" in told


@pytest.mark.django_db
def test_the_script_does_not_believe_a_log_rewritten_whole(tmp_path, monkeypatch):
    """Whoever has the machine can write another log; its head is not the one that people saw."""
    edition = an_evening()
    seen = selectors.head_row(edition).digest
    later(monkeypatch)
    rewritten, previous = [], ""
    for line in list(public_log.chain_lines(edition))[:-1]:
        row = {**json.loads(line), "previous": previous, "at": "2026-08-09T20:00:00+00:00"}
        rewritten.append(json.dumps(row, sort_keys=True, separators=(",", ":")))
        previous = hashlib.sha256(rewritten[-1].encode()).hexdigest()
    assert verified(tmp_path, rewritten)[0]
    well, told = verified(tmp_path, rewritten, seen[:16])
    assert not well and "no row of this file has this head" in told


@pytest.mark.django_db
def test_the_script_finds_another_secret_and_a_flag_that_was_not_drawn(tmp_path, monkeypatch):
    edition = opened()
    row = record(edition, throw(3), DRAW)
    others = [q for q in ("agostino", "francesco", "angelo") if q != row.command["quarter"]]
    forged = {**row.command, "quarter": others[0]}
    # As somebody would who changes the program: the rules accept any flag but one's own.
    monkeypatch.setattr(services, "_read", lambda edition, evening, command: command)
    record(edition, UNDO, forged, CLOSE)
    later(monkeypatch)
    assert [draw.fits for draw in public_log.draws(edition)] == [True, False]
    assert [(found.seq, found.wrong) for found in checks.check_log(edition)] == [(4, True)]
    lines = list(public_log.chain_lines(edition))
    well, told = verified(tmp_path, lines)
    assert not well and "1 draws are not what" in told and "WRONG  " + others[0] in told
    well, told = verified(tmp_path, [*lines[:-1], '{"secret":"' + "0" * 64 + '"}'])
    assert not well and "not the one that was fixed" in told


@pytest.mark.django_db
def test_dice_that_were_not_accepted_do_not_pass_for_those_of_a_draw(tmp_path, monkeypatch):
    edition = opened()
    secret, committed = edition.secret, edition.committed
    wanted = next(
        line
        for line in (f"flag 1 dice {n}" for n in range(100))
        if lot.Chance(secret, committed, line).randrange(3) == 2
    )
    forged = {**DRAW, "quarter": "angelo", "proof": {"line": wanted}}
    monkeypatch.setattr(services, "_read", lambda edition, evening, command: command)
    record(edition, throw(1), throw(3), forged, CLOSE)
    later(monkeypatch)
    [draw] = public_log.draws(edition)
    assert (draw.fits, draw.line_fits) == (True, False)
    assert not verified(tmp_path, public_log.chain_lines(edition))[0]


@pytest.mark.django_db
def test_a_draw_recorded_again_by_a_correction_keeps_the_dice_it_had(tmp_path, monkeypatch):
    """The flag came out before everybody, the trial was played: a corrected die undraws nothing."""
    edition = opened()
    row = record(edition, throw(3), DRAW)
    monkeypatch.setattr(services, "_read", lambda edition, evening, command: command)
    kept = {**row.command, "correction": "c1"}
    record(edition, UNDO, UNDO, {**throw(4), "correction": "c1"}, kept, *WON, CLOSE)
    later(monkeypatch)
    first, again = public_log.draws(edition)
    assert (first.carried_over, again.carried_over) == (False, True)
    assert again.line_fits and again.fits
    well, told = verified(tmp_path, public_log.chain_lines(edition))
    assert well, told


@pytest.mark.django_db
@pytest.mark.parametrize("garbage", ["", "[]", "{}", "null", '{"seq": 0}', "\x00", "nothing"])
def test_the_script_says_plainly_that_something_is_no_chain_file(garbage, tmp_path):
    well, told = verified(tmp_path, [garbage])
    assert not well and told.startswith("WRONG")


@pytest.mark.django_db
def test_a_position_in_a_challenge_is_drawn_and_checked_too(tmp_path, monkeypatch):
    position = "draw 2 andrea:10 *agostino:6 francesco:0 angelo:0 gioco-degli-anelli:from0:score3"
    edition = opened({**HEADER, "position": position})
    record(edition, DRAW, CLOSE)
    later(monkeypatch)
    [draw] = public_log.draws(edition)
    assert draw.line == "flag 2 dice" and draw.fits
    well, told = verified(tmp_path, public_log.chain_lines(edition))
    assert well, told


@pytest.mark.django_db
def test_check_log_finds_nothing_in_an_evening_with_draws():
    assert checks.check_log(an_evening()) == []
