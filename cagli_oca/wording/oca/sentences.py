"""Codes of the Goose Game in, sentences out: steps, refusals, actions, reasons."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cagli_oca.wording.oca.names import QUARTERS, SPECIALS, TRIALS

ACTIONS = {
    "throw": gettext_lazy("Throw"),
    "draw": gettext_lazy("Flag"),
    "select_team": gettext_lazy("Select team"),
    "bonus": gettext_lazy("Bonus"),
    "whistle": gettext_lazy("Whistle"),
    "result": gettext_lazy("Result"),
    "repeat": gettext_lazy("Repeat"),
    "conduct": gettext_lazy("Conduct"),
    "ruling": gettext_lazy("Ruling"),
    "amend": gettext_lazy("Amend"),
    "suspend": gettext_lazy("Suspend"),
    "resume": gettext_lazy("Resume"),
    "close": gettext_lazy("Close"),
}

READY_REASONS = {
    "repeat": (
        gettext_lazy("Equipment broke"),
        gettext_lazy("False start"),
        gettext_lazy("Interference"),
    ),
    "conduct": (
        gettext_lazy("Disrespect to the referees"),
        gettext_lazy("Foul language"),
        gettext_lazy("Unfair play"),
    ),
    "ruling": (gettext_lazy("Entered wrongly"), gettext_lazy("Decision of the head referee")),
    "amend": (gettext_lazy("Typed wrong"), gettext_lazy("Trial impossible in the rain")),
    "suspend": (gettext_lazy("Rain"), gettext_lazy("Thunderstorm"), gettext_lazy("Injured page")),
    "close": (
        gettext_lazy("Thunderstorm"),
        gettext_lazy("Darkness"),
        gettext_lazy("Decision of the head referee"),
    ),
}

STEPS = {
    "thrown": gettext_lazy("%(quarter)s throws a %(value)s."),
    "halved": gettext_lazy("Death halves it: %(value)s → %(score)s. Halved throws left: %(left)s."),
    "stayed": gettext_lazy("Score 0: %(quarter)s stays on %(square)s."),
    "moved.dice": gettext_lazy("%(quarter)s: %(from)s → %(to)s."),
    "moved.goose": gettext_lazy("On by the same score again: %(from)s → %(to)s."),
    "moved.bonus": gettext_lazy("The bonus leads on by the same score: %(from)s → %(to)s."),
    "moved.select_team": gettext_lazy(
        "Select team beaten, on by the same score: %(from)s → %(to)s."
    ),
    "bounced": gettext_lazy("Past the goal, it bounces: %(reached)s → %(to)s."),
    "won": gettext_lazy("Exactly 54: %(quarter)s wins the Palio!"),
    "rested.free": gettext_lazy("Free square."),
    "rested.backward": gettext_lazy("Moving backward triggers nothing."),
    "rested.goose_in_halved_throw": gettext_lazy("No Goose in a halved throw."),
    "rested.goose_after_doubling": gettext_lazy("The Goose does nothing: doubled already."),
    "rested.penalty_in_halved_throw": gettext_lazy("Penalties do not pile up: nothing happens."),
    "rested.struck_before": gettext_lazy("It has struck %(quarter)s before: nothing happens."),
    "rested.cleared": gettext_lazy("Square %(square)s is cleared: no trial."),
    "rested.trials_over": gettext_lazy("All the trials have been played: no trial."),
    "rested.specials_over": gettext_lazy("After the last challenge: nothing happens."),
    "rested.after_doubling": gettext_lazy("It rests on %(square)s."),
    "goose": gettext_lazy("The Goose on %(square)s!"),
    "struck_by_death": gettext_lazy("Death on %(square)s: the next %(rolls)s throws are halved."),
    "struck_by_spervengolo": gettext_lazy(
        "Spervengolo on %(square)s: it stays still for one turn."
    ),
    "challenge_opened": gettext_lazy("Challenge %(number)s on square %(square)s: %(trial)s."),
    "flag_drawn": gettext_lazy("The flag of %(quarter)s is drawn."),
    "bonus_declared": gettext_lazy("%(quarter)s declares the bonus."),
    "select_team_declared": gettext_lazy("%(quarter)s challenges the select team."),
    "whistled": gettext_lazy("The whistle: challenge %(number)s, %(trial)s, begins."),
    "repeated": gettext_lazy("Challenge %(number)s is played again: %(reason)s."),
    "tied": gettext_lazy("A tie: the challenged side wins."),
    "challenge_won": gettext_lazy("%(quarter)s beats %(opponent)s%(counts)s."),
    "challenge_lost": gettext_lazy("%(quarter)s loses to %(opponent)s%(counts)s."),
    "square_cleared": gettext_lazy("Square %(square)s is cleared for %(quarter)s."),
    "sent_back.lost": gettext_lazy("%(quarter)s goes back: %(from)s → %(to)s."),
    "sent_back.lost_in_palio_zone": gettext_lazy("%(quarter)s goes back to %(to)s."),
    "sent_back.challenged_in_palio_zone": gettext_lazy(
        "%(quarter)s is sent back: %(from)s → %(to)s."
    ),
    "skipped": gettext_lazy("%(quarter)s stays still for this turn."),
    "turn_passed": gettext_lazy("%(quarter)s to throw."),
    "conduct": gettext_lazy("Conduct of %(quarter)s: Spervengolo (%(reason)s)."),
    "ruled": gettext_lazy("Ruling for %(quarter)s: %(changes)s (%(reason)s)."),
    "game_ruled": gettext_lazy("Ruling: challenges opened %(before)s → %(game)s (%(reason)s)."),
    "challenge_abandoned": gettext_lazy("Challenge %(number)s is abandoned."),
    "turn_ruled": gettext_lazy("Ruling: %(quarter)s to throw (%(reason)s)."),
    "amended": gettext_lazy("The edition's data are amended: %(amended)s (%(reason)s)."),
    "suspended": gettext_lazy("Suspended: %(reason)s."),
    "resumed": gettext_lazy("Play is resumed."),
    "closed": gettext_lazy("Closed without a winner: %(reason)s."),
}

REFUSALS = {
    "over": gettext_lazy("The evening is over: only undo is possible."),
    "suspended": gettext_lazy("Play is suspended."),
    "not_suspended": gettext_lazy("Play is not suspended."),
    "no_reason": gettext_lazy("A reason is needed."),
    "throw_while_challenge_open": gettext_lazy(
        "The challenge of %(quarter)s is not decided yet: the next throw waits for it."
    ),
    "not_its_turn": gettext_lazy("It is not the turn of %(quarter)s, but of %(turn)s."),
    "not_a_die_face": gettext_lazy("One die with six faces: 1 to 6, not %(value)s."),
    "no_challenge": gettext_lazy("No challenge is open: %(turn)s is to throw."),
    "anothers_challenge": gettext_lazy(
        "This was said in the challenge of %(quarter)s; the open one is of %(turn)s."
    ),
    "already_drawn": gettext_lazy("The flag has been drawn: %(quarter)s."),
    "draw_after_select_team": gettext_lazy("The select team was declared: no flag is drawn."),
    "own_flag": gettext_lazy("%(quarter)s cannot draw its own flag: one of the three others."),
    "select_team_declared_before": gettext_lazy("The select team is declared already."),
    "select_team_after_draw": gettext_lazy(
        "The flag has been drawn (%(quarter)s): the select team is declared instead of the draw."
    ),
    "select_team_trial": gettext_lazy(
        "No select team in %(trial)s: only Men's and Women's Tug-of-War, Yoke, Bridge and"
        " Ladies' Bridge."
    ),
    "select_team_square": gettext_lazy("No select team past square 40 (here: %(square)s)."),
    "select_team_halved": gettext_lazy("No select team in a halved throw."),
    "select_team_doubled": gettext_lazy("No select team: this throw has been doubled already."),
    "select_team_with_bonus": gettext_lazy("Bonus and select team cannot be combined."),
    "select_team_used": gettext_lazy("%(quarter)s has used its select team: once per edition."),
    "bonus_declared_before": gettext_lazy("The bonus is declared already."),
    "bonus_after_whistle": gettext_lazy("The whistle has gone: the bonus is declared before it."),
    "bonus_square": gettext_lazy("The bonus only below square 40 (here: %(square)s)."),
    "bonus_halved": gettext_lazy("No bonus in a halved throw."),
    "bonus_doubled": gettext_lazy("No bonus: this throw has been doubled already."),
    "bonus_with_select_team": gettext_lazy("Bonus and select team cannot be combined."),
    "bonus_used": gettext_lazy("%(quarter)s has used its bonus: once per edition."),
    "whistle_before_draw": gettext_lazy("First the flag is drawn, or the select team declared."),
    "whistled_before": gettext_lazy("The whistle has gone: the result is awaited."),
    "repeat_before_whistle": gettext_lazy("Only a trial that has begun can be repeated."),
    "result_before_draw": gettext_lazy("First the flag is drawn, or the select team declared."),
    "result_before_whistle": gettext_lazy("First the whistle, then the result."),
    "ruling_sets_nothing": gettext_lazy("A ruling must set something."),
    "ruling_out_of_range": gettext_lazy("%(key)s must be from %(low)s to %(high)s."),
    "ruling_game_while_challenge": gettext_lazy(
        "While challenge %(number)s is open, the number of challenges can be set only by a ruling"
        " that also names whose turn it is."
    ),
    "ruling_square_while_challenge": gettext_lazy(
        "While its challenge is open, the square of %(quarter)s can be set only by a ruling that"
        " also names whose turn it is."
    ),
    "amend_sets_nothing": gettext_lazy("An amendment must change something."),
    "order_of_play_too_short": gettext_lazy(
        "The Order of Play must be at least as long as the challenges opened so far: %(opened)s."
    ),
    "order_incomplete": gettext_lazy(
        "The order of throws must name each Quarter once: %(quarters)s."
    ),
    "order_of_play_empty": gettext_lazy("The Order of Play must have at least one trial."),
    "special_off_board": gettext_lazy("%(special)s on %(square)s: these squares lie on 1 to 47."),
    "special_twice": gettext_lazy("Square %(square)s is given twice."),
    "not_a_trial_square": gettext_lazy("Square %(square)s is no trial square of this board."),
}

POSITION_PROBLEMS = {
    "more challenges than the Order of Play is long": gettext_lazy(
        "more challenges were opened than the Order of Play is long (R5)."
    ),
    "only the winner stands on 54, the others on 0 to 53": gettext_lazy(
        "a Quarter stands on a square from 0 to 53 (R1)."
    ),
    "at most three Death throws": gettext_lazy("at most three halved throws are left (R14)."),
    "cleared squares are 1 to 53": gettext_lazy("cleared squares are from 1 to 53."),
    "no challenge can be open on this square": gettext_lazy(
        "the Quarter to throw stands on no trial square, or no challenge was counted yet (R2)."
    ),
    "unknown trial, or challenger and opponent are the same": gettext_lazy(
        "nobody draws its own flag (R21)."
    ),
    "score or origin out of range": gettext_lazy(
        "a throw is worth 1 to 6 and came from 0 to 53 (R4)."
    ),
    "nothing doubles a halved or doubled throw": gettext_lazy(
        "neither bonus nor select team in a halved or doubled throw (R13, R14)."
    ),
    "the bonus is not possible here": gettext_lazy(
        "the bonus only below square 40, and not with the select team (R22)."
    ),
    "the select team is not possible here": gettext_lazy(
        "the select team only up to square 40, and not in this trial (R23)."
    ),
    "a halved score is at most 3": gettext_lazy("a halved throw is worth 1 to 3 (R6)."),
}
"""What the core finds impossible in a position, in words for the person who put it in."""

_KEYS = {
    "square": gettext_lazy("square"),
    "skips": gettext_lazy("turns to stay still"),
    "death_rolls": gettext_lazy("halved throws left"),
    "bonus_used": gettext_lazy("bonus used"),
    "select_team_used": gettext_lazy("select team used"),
    "cleared": gettext_lazy("cleared squares"),
    "game": gettext_lazy("challenges opened"),
    "turn": gettext_lazy("whose throw"),
    "board": gettext_lazy("board"),
    "order_of_play": gettext_lazy("Order of Play"),
    "square_trials": gettext_lazy("trials of squares"),
}


def facts(given: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a step or refusal with names for slugs, ready for a sentence's ``%(fact)s``."""
    told = dict(given)
    for key in ("quarter", "challenger", "turn"):
        if isinstance(told.get(key), str):
            told[key] = QUARTERS[told[key]]
    if "opponent" in told:
        opponent = told["opponent"]
        told["opponent"] = QUARTERS[opponent] if opponent else _("the select team")
    if "trial" in told:
        told["trial"] = str(TRIALS[told["trial"]])
    if "special" in told:
        told["special"] = str(SPECIALS[told["special"]])
    if "quarters" in told:
        told["quarters"] = ", ".join(QUARTERS[slug] for slug in told["quarters"])
    if "key" in told:
        told["key"] = str(_KEYS.get(told["key"], told["key"]))
    scores = told.get("scores")
    told["counts"] = f" {scores[0]}–{scores[1]}" if scores else ""
    if "set" in told:
        told["amended"] = ", ".join(str(_KEYS[key]) for key in told["set"])
        told["changes"] = ", ".join(
            f"{_KEYS[key]} {_value(told['before'][key])} → {_value(value)}"
            for key, value in told["set"].items()
        )
    return told


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "–"
    return str(value)
