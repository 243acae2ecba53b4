"""The names of the Goose Game's things: Quarters, trials, events, special squares."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

TITLE = gettext_lazy("Goose Game of Cagli")
SHORT_TITLE = gettext_lazy("Goose Game")

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

INITIALS = {"agostino": "Ag", "andrea": "An", "angelo": "Ml", "francesco": "Fr"}
"""For the paper form, where a ring is drawn round one: no two that a hasty pencil confuses."""

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
