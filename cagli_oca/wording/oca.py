"""The words of the Goose Game of Cagli. No game logic: codes in, sentences out."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

TITLE = gettext_lazy("Goose Game of Cagli")

QUARTERS = {
    "agostino": "Sant'Agostino",
    "andrea": "Sant'Andrea",
    "angelo": "Sant'Angelo Maggiore",
    "francesco": "San Francesco",
}

SHORT_QUARTERS = {
    "agostino": "S. Agostino",
    "andrea": "S. Andrea",
    "angelo": "S. Angelo",
    "francesco": "S. Francesco",
}


TRIALS = {
    "osteria": gettext_lazy("Tavern"),
    "trampoli": gettext_lazy("Stilts"),
    "trampoli-a-giro": gettext_lazy("Stilt Race"),
    "ponte": gettext_lazy("Bridge"),
    "ponte-femminile": gettext_lazy("Ladies' Bridge"),
    "gioco-degli-anelli": gettext_lazy("Ring Game"),
    "sacco-di-frecce": gettext_lazy("Sack of Arrows"),
    "cordaro-maschile": gettext_lazy("Men's Tug-of-War"),
    "cordaro-femminile": gettext_lazy("Women's Tug-of-War"),
    "staffetta-maschile": gettext_lazy("Men's Relay"),
    "staffetta-femminile": gettext_lazy("Women's Relay"),
    "staffetta-mista": gettext_lazy("Mixed Relay"),
    "percorso-misto-femminile": gettext_lazy("Women's Mixed Course"),
    "boscaiolo": gettext_lazy("Woodcutter"),
    "giogo": gettext_lazy("Yoke"),
    "cavalieri": gettext_lazy("Knights"),
    "balestrieri": gettext_lazy("Crossbowmen"),
    "arcieri": gettext_lazy("Archers"),
}

TRIAL_FACTS = {
    "osteria": gettext_lazy(
        "Barrel walk, four men. First across with a man walking on the barrel, there and back."
        " The barrel breaks: repeat."
    ),
    "trampoli": gettext_lazy(
        "Relay on stilts, four men, over a platform at half way. First wins. Stilts break: repeat."
    ),
    "trampoli-a-giro": gettext_lazy(
        "One lap on stilts, four men. Less time wins; catching the other side ends it at once."
        " Stilts break: repeat."
    ),
    "ponte": gettext_lazy(
        "Three men, three rounds one to one with a pole over the pool."
        " Bridge or pole breaks: repeat. A page disqualified loses the round."
    ),
    "ponte-femminile": gettext_lazy("As the Bridge, with women."),
    "gioco-degli-anelli": gettext_lazy(
        "Five women: two throw, two are targets, one reserve. Most of 20 rings on the heads;"
        " 45 seconds a side, challenger first."
    ),
    "sacco-di-frecce": gettext_lazy(
        "Four men and three archers. First to hit the last target."
        " Interference or a torn sack: repeat."
    ),
    "cordaro-maschile": gettext_lazy(
        "Nine men. Pull the front page of the others over the line."
        " Letting go of the rope excludes pages."
    ),
    "cordaro-femminile": gettext_lazy(
        "Nine women. Pull the front page of the others over the line."
        " Letting go of the rope excludes pages."
    ),
    "staffetta-maschile": gettext_lazy(
        "Four men, a lap each. First over four laps; a third judge decides."
        " Two false starts: page out, reserve in."
    ),
    "staffetta-femminile": gettext_lazy(
        "Four women, a lap each. First over four laps; a third judge decides."
        " Two false starts: page out, reserve in."
    ),
    "staffetta-mista": gettext_lazy("Two men, two women. Less time over four laps."),
    "percorso-misto-femminile": gettext_lazy(
        "Five women: bricks, stilts, sack and a fourth leg. First wins."
    ),
    "boscaiolo": gettext_lazy(
        "Two men. First to saw the log through. A broken saw is replaced from the judge, no repeat;"
        " the challenged side picks its log first."
    ),
    "giogo": "",
    "cavalieri": "",
    "balestrieri": "",
    "arcieri": "",
}
"""What is published about each trial: who plays, what wins, when it is repeated."""

CLOCKS = {"gioco-degli-anelli": 45}
"""Seconds a side; the one trial with a clock."""

COUNTED = ("gioco-degli-anelli", "ponte", "ponte-femminile")
"""Trials with a count per side, told with the result."""

EVENTS = {
    "palio": gettext_lazy("Palio"),
    "paliotto": gettext_lazy("Paliotto"),
    "mezzani": gettext_lazy("Palio dei Mezzani"),
}

SPECIALS = {
    "goose": gettext_lazy("Goose"),
    "death": gettext_lazy("Death"),
    "spervengolo": gettext_lazy("Spervengolo"),
}


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

_ABOUT = {
    "title": TITLE,
    "place": gettext_lazy("Palio Storico · Cagli, Arena di Sant'Emidio"),
}

_PATTERNS = {
    "challenge_of": gettext_lazy("Challenge %(number)s of %(total)s"),
}

SCREEN_WORDS: Mapping[str, Mapping[str, Any]] = {
    "about": _ABOUT,
    "patterns": _PATTERNS,
    "quarters": QUARTERS,
    "short_quarters": SHORT_QUARTERS,
    "trials": TRIALS,
    "trial_facts": TRIAL_FACTS,
    "specials": SPECIALS,
}
"""The names that the screens' script looks up (see ``wording.screen_words``)."""


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


def now(board: Mapping[str, Any]) -> dict[str, str]:
    """What happens now: a headline and a line below it, from a scoreboard."""
    phase, challenge = board["phase"], board["challenge"]
    if phase == "won":
        return {"headline": _("%(quarter)s has won!") % _name(board["winner"]), "line": ""}
    if phase == "closed":
        return {"headline": _("Closed without a winner"), "line": ""}
    if phase == "suspended":
        return {
            "headline": _("Play is suspended"),
            "line": _("We go on as soon as it is possible. Thank you for waiting."),
        }
    if not challenge:
        return {"headline": _("%(quarter)s to throw") % _name(board["turn"]), "line": _throw(board)}
    headline = _("Challenge %(number)s · %(trial)s") % {
        "number": challenge["number"],
        "trial": TRIALS[challenge["trial"]],
    }
    names = {
        "challenger": QUARTERS[challenge["challenger"]],
        "opponent": QUARTERS.get(challenge["opponent"]) or _("the select team"),
    }
    if phase == "draw":
        line = _("%(challenger)s: whose flag will be drawn?") % names
    elif phase == "whistle":
        line = _("%(challenger)s against %(opponent)s: waiting for the whistle") % names
    else:
        line = _("%(challenger)s against %(opponent)s: the trial is on") % names
    return {"headline": headline, "line": line}


def _throw(board: Mapping[str, Any]) -> str:
    quarter = board["quarters"][board["turn"]]
    if quarter["death_rolls"]:
        return _("Under Death: its throw is halved (still %(left)s).") % {
            "left": quarter["death_rolls"]
        }
    if 48 <= quarter["square"] <= 53:
        return _("It needs a %(value)s to win.") % {"value": 54 - quarter["square"]}
    return _("It stands on %(square)s.") % {"square": quarter["square"]}


def _name(slug: str) -> dict[str, str]:
    return {"quarter": QUARTERS[slug]}
