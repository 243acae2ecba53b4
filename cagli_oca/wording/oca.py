"""The words of the Goose Game of Cagli. No game logic: codes in, sentences out."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

TITLE = lazy("Goose Game of Cagli")

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

COLOURS = {
    "agostino": lazy("pink and black"),
    "andrea": lazy("yellow and light blue"),
    "angelo": lazy("red and blue"),
    "francesco": lazy("red and green"),
}

SYMBOLS = {
    "agostino": lazy("mitre, crozier and cross"),
    "andrea": lazy("St Andrew's cross"),
    "angelo": lazy("Archangel Michael"),
    "francesco": lazy("Tau"),
}

TRIALS = {
    "osteria": lazy("Tavern"),
    "trampoli": lazy("Stilts"),
    "trampoli-a-giro": lazy("Stilt Race"),
    "ponte": lazy("Bridge"),
    "ponte-femminile": lazy("Ladies' Bridge"),
    "gioco-degli-anelli": lazy("Ring Game"),
    "sacco-di-frecce": lazy("Sack of Arrows"),
    "cordaro-maschile": lazy("Men's Tug-of-War"),
    "cordaro-femminile": lazy("Women's Tug-of-War"),
    "staffetta-maschile": lazy("Men's Relay"),
    "staffetta-femminile": lazy("Women's Relay"),
    "staffetta-mista": lazy("Mixed Relay"),
    "percorso-misto-femminile": lazy("Women's Mixed Course"),
    "boscaiolo": lazy("Woodcutter"),
    "giogo": lazy("Yoke"),
    "cavalieri": lazy("Knights"),
    "balestrieri": lazy("Crossbowmen"),
    "arcieri": lazy("Archers"),
}

TRIAL_FACTS = {
    "osteria": lazy(
        "Barrel walk, four men. First across with a man walking on the barrel, there and back."
        " The barrel breaks: repeat."
    ),
    "trampoli": lazy(
        "Relay on stilts, four men, over a platform at half way. First wins. Stilts break: repeat."
    ),
    "trampoli-a-giro": lazy(
        "One lap on stilts, four men. Less time wins; catching the other side ends it at once."
        " Stilts break: repeat."
    ),
    "ponte": lazy(
        "Three men, three rounds one to one with a pole over the pool."
        " Bridge or pole breaks: repeat. A page disqualified loses the round."
    ),
    "ponte-femminile": lazy("As the Bridge, with women."),
    "gioco-degli-anelli": lazy(
        "Five women: two throw, two are targets, one reserve. Most of 20 rings on the heads;"
        " 45 seconds a side, challenger first."
    ),
    "sacco-di-frecce": lazy(
        "Four men and three archers. First to hit the last target."
        " Interference or a torn sack: repeat."
    ),
    "cordaro-maschile": lazy(
        "Nine men. Pull the front page of the others over the line."
        " Letting go of the rope excludes pages."
    ),
    "cordaro-femminile": lazy(
        "Nine women. Pull the front page of the others over the line."
        " Letting go of the rope excludes pages."
    ),
    "staffetta-maschile": lazy(
        "Four men, a lap each. First over four laps; a third judge decides."
        " Two false starts: page out, reserve in."
    ),
    "staffetta-femminile": lazy(
        "Four women, a lap each. First over four laps; a third judge decides."
        " Two false starts: page out, reserve in."
    ),
    "staffetta-mista": lazy("Two men, two women. Less time over four laps."),
    "percorso-misto-femminile": lazy(
        "Five women: bricks, stilts, sack and a fourth leg. First wins."
    ),
    "boscaiolo": lazy(
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
    "palio": lazy("Palio"),
    "paliotto": lazy("Paliotto"),
    "mezzani": lazy("Palio dei Mezzani"),
}

SPECIALS = {
    "goose": lazy("Goose"),
    "death": lazy("Death"),
    "spervengolo": lazy("Spervengolo"),
}

WINNERS = {
    "challenger": lazy("Challenger wins"),
    "challenged": lazy("Challenged side wins"),
    "tie": lazy("Tie"),
}

PHASES = {
    "throw": lazy("throw"),
    "draw": lazy("flag"),
    "whistle": lazy("whistle"),
    "result": lazy("result"),
    "suspended": lazy("suspended"),
    "won": lazy("won"),
    "closed": lazy("closed without a winner"),
}

ACTIONS = {
    "throw": lazy("Throw"),
    "draw": lazy("Flag"),
    "select_team": lazy("Select team"),
    "bonus": lazy("Bonus"),
    "whistle": lazy("Whistle"),
    "result": lazy("Result"),
    "repeat": lazy("Repeat"),
    "conduct": lazy("Conduct"),
    "ruling": lazy("Ruling"),
    "amend": lazy("Amend"),
    "suspend": lazy("Suspend"),
    "resume": lazy("Resume"),
    "close": lazy("Close"),
}

READY_REASONS = {
    "repeat": (lazy("Equipment broke"), lazy("False start"), lazy("Interference")),
    "conduct": (lazy("Disrespect to the referees"), lazy("Foul language"), lazy("Unfair play")),
    "ruling": (lazy("Entered wrongly"), lazy("Decision of the head referee")),
    "amend": (lazy("Typed wrong"), lazy("Trial impossible in the rain")),
    "suspend": (lazy("Rain"), lazy("Thunderstorm"), lazy("Injured page")),
    "close": (lazy("Thunderstorm"), lazy("Darkness"), lazy("Decision of the head referee")),
}

STEPS = {
    "thrown": lazy("%(quarter)s throws a %(value)s."),
    "halved": lazy("Death halves it: %(value)s → %(score)s. Halved throws left: %(left)s."),
    "stayed": lazy("Score 0: %(quarter)s stays on %(square)s."),
    "moved.dice": lazy("%(quarter)s: %(from)s → %(to)s."),
    "moved.goose": lazy("On by the same score again: %(from)s → %(to)s."),
    "moved.bonus": lazy("The bonus doubles the score: %(from)s → %(to)s."),
    "moved.select_team": lazy("Select team beaten, the score is doubled: %(from)s → %(to)s."),
    "bounced": lazy("Past the goal, it bounces: %(reached)s → %(to)s."),
    "won": lazy("Exactly 54: %(quarter)s wins the Palio!"),
    "rested.free": lazy("Free square."),
    "rested.backward": lazy("Moving backward triggers nothing."),
    "rested.goose_in_halved_throw": lazy("No Goose in a halved throw."),
    "rested.goose_after_doubling": lazy("The Goose does nothing: doubled already."),
    "rested.penalty_in_halved_throw": lazy("Penalties do not pile up: nothing happens."),
    "rested.struck_before": lazy("It has struck %(quarter)s before: nothing happens."),
    "rested.cleared": lazy("Square %(square)s is cleared: no trial."),
    "rested.trials_over": lazy("All the trials have been played: no trial."),
    "rested.specials_over": lazy("After the last challenge: nothing happens."),
    "rested.after_doubling": lazy("It rests on %(square)s."),
    "goose": lazy("The Goose on %(square)s!"),
    "struck_by_death": lazy("Death on %(square)s: the next %(rolls)s throws are halved."),
    "struck_by_spervengolo": lazy("Spervengolo on %(square)s: it stays still for one turn."),
    "challenge_opened": lazy("Challenge %(number)s on square %(square)s: %(trial)s."),
    "flag_drawn": lazy("The flag of %(quarter)s is drawn."),
    "bonus_declared": lazy("%(quarter)s declares the bonus."),
    "select_team_declared": lazy("%(quarter)s challenges the select team."),
    "whistled": lazy("The whistle: challenge %(number)s, %(trial)s, begins."),
    "repeated": lazy("Challenge %(number)s is played again: %(reason)s."),
    "tied": lazy("A tie: the challenged side wins."),
    "challenge_won": lazy("%(quarter)s beats %(opponent)s%(counts)s."),
    "challenge_lost": lazy("%(quarter)s loses to %(opponent)s%(counts)s."),
    "square_cleared": lazy("Square %(square)s is cleared for %(quarter)s."),
    "sent_back.lost": lazy("%(quarter)s goes back: %(from)s → %(to)s."),
    "sent_back.lost_in_palio_zone": lazy("%(quarter)s goes back to %(to)s."),
    "sent_back.challenged_in_palio_zone": lazy("%(quarter)s is sent back: %(from)s → %(to)s."),
    "skipped": lazy("%(quarter)s stays still for this turn."),
    "turn_passed": lazy("%(quarter)s to throw."),
    "conduct": lazy("Conduct of %(quarter)s: Spervengolo (%(reason)s)."),
    "ruled": lazy("Ruling for %(quarter)s: %(changes)s (%(reason)s)."),
    "game_ruled": lazy("Ruling: challenges opened %(before)s → %(game)s (%(reason)s)."),
    "challenge_abandoned": lazy("Challenge %(number)s is abandoned."),
    "turn_ruled": lazy("Ruling: %(quarter)s to throw (%(reason)s)."),
    "amended": lazy("The edition's data are amended: %(amended)s (%(reason)s)."),
    "suspended": lazy("Suspended: %(reason)s."),
    "resumed": lazy("Play is resumed."),
    "closed": lazy("Closed without a winner: %(reason)s."),
}

REFUSALS = {
    "over": lazy("The evening is over: only undo is possible."),
    "suspended": lazy("Play is suspended."),
    "not_suspended": lazy("Play is not suspended."),
    "no_reason": lazy("A reason is needed."),
    "throw_while_challenge_open": lazy(
        "The challenge of %(quarter)s is not decided yet: the next throw waits for it."
    ),
    "not_its_turn": lazy("It is not the turn of %(quarter)s, but of %(turn)s."),
    "not_a_die_face": lazy("One die with six faces: 1 to 6, not %(value)s."),
    "no_challenge": lazy("No challenge is open: %(turn)s is to throw."),
    "already_drawn": lazy("The flag has been drawn: %(quarter)s."),
    "draw_after_select_team": lazy("The select team was declared: no flag is drawn."),
    "own_flag": lazy("%(quarter)s cannot draw its own flag: one of the three others."),
    "select_team_declared_before": lazy("The select team is declared already."),
    "select_team_after_draw": lazy(
        "The flag has been drawn (%(quarter)s): the select team is declared instead of the draw."
    ),
    "select_team_trial": lazy(
        "No select team in %(trial)s: only Men's and Women's Tug-of-War, Yoke, Bridge and"
        " Ladies' Bridge."
    ),
    "select_team_square": lazy("No select team past square 40 (here: %(square)s)."),
    "select_team_halved": lazy("No select team in a halved throw."),
    "select_team_doubled": lazy("No select team: this throw has been doubled already."),
    "select_team_with_bonus": lazy("Bonus and select team cannot be combined."),
    "select_team_used": lazy("%(quarter)s has used its select team: once per edition."),
    "bonus_declared_before": lazy("The bonus is declared already."),
    "bonus_after_whistle": lazy("The whistle has gone: the bonus is declared before it."),
    "bonus_square": lazy("The bonus only below square 40 (here: %(square)s)."),
    "bonus_halved": lazy("No bonus in a halved throw."),
    "bonus_doubled": lazy("No bonus: this throw has been doubled already."),
    "bonus_with_select_team": lazy("Bonus and select team cannot be combined."),
    "bonus_used": lazy("%(quarter)s has used its bonus: once per edition."),
    "whistle_before_draw": lazy("First the flag is drawn, or the select team declared."),
    "whistled_before": lazy("The whistle has gone: the result is awaited."),
    "repeat_before_whistle": lazy("Only a trial that has begun can be repeated."),
    "result_before_draw": lazy("First the flag is drawn, or the select team declared."),
    "result_before_whistle": lazy("First the whistle, then the result."),
    "ruling_sets_nothing": lazy("A ruling must set something."),
    "ruling_out_of_range": lazy("%(key)s must be from %(low)s to %(high)s."),
    "ruling_game_while_challenge": lazy(
        "While challenge %(number)s is open, the number of challenges can be set only by a ruling"
        " that also names whose turn it is."
    ),
    "ruling_square_while_challenge": lazy(
        "While its challenge is open, the square of %(quarter)s can be set only by a ruling that"
        " also names whose turn it is."
    ),
    "amend_sets_nothing": lazy("An amendment must change something."),
    "order_of_play_too_short": lazy(
        "The Order of Play must be at least as long as the challenges opened so far: %(opened)s."
    ),
    "order_incomplete": lazy("The order of throws must name each Quarter once: %(quarters)s."),
    "order_of_play_empty": lazy("The Order of Play must have at least one trial."),
    "special_off_board": lazy("%(special)s on %(square)s: these squares lie on 1 to 47."),
    "special_twice": lazy("Square %(square)s is given twice."),
    "not_a_trial_square": lazy("Square %(square)s is no trial square of this board."),
}

_KEYS = {
    "square": lazy("square"),
    "skips": lazy("turns to stay still"),
    "death_rolls": lazy("halved throws left"),
    "bonus_used": lazy("bonus used"),
    "select_team_used": lazy("select team used"),
    "cleared": lazy("cleared squares"),
    "game": lazy("challenges opened"),
    "turn": lazy("whose throw"),
    "board": lazy("board"),
    "order_of_play": lazy("Order of Play"),
    "square_trials": lazy("trials of squares"),
}

_ABOUT = {
    "title": TITLE,
    "place": lazy("Palio Storico · Cagli, Arena di Sant'Emidio"),
}

_PATTERNS = {
    "challenge_of": lazy("Challenge %(number)s of %(total)s"),
}

SCREEN_WORDS: Mapping[str, Mapping[str, Any]] = {
    "about": _ABOUT,
    "patterns": _PATTERNS,
    "quarters": QUARTERS,
    "short_quarters": SHORT_QUARTERS,
    "trials": TRIALS,
    "specials": SPECIALS,
    "phases": PHASES,
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
        return "{" + ", ".join(map(str, value)) + "}"
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
