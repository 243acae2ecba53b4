"""The names of Siena's things: Contrade, Terci, horses, Pact cards, modes, phases."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from cagli_oca.games.siena.rehearsal import JOCKEYS as JOCKEYS

TITLE = gettext_lazy("The Palio of Siena, board game")
SHORT_TITLE = gettext_lazy("Palio of Siena")

CONTRADE = {
    "aquila": "Aquila",
    "bruco": "Bruco",
    "chiocciola": "Chiocciola",
    "civetta": "Civetta",
    "drago": "Drago",
    "giraffa": "Giraffa",
    "istrice": "Istrice",
    "leocorno": "Leocorno",
    "lupa": "Lupa",
    "nicchio": "Nicchio",
    "oca": "Oca",
    "onda": "Onda",
    "pantera": "Pantera",
    "selva": "Selva",
    "tartuca": "Tartuca",
    "torre": "Torre",
    "valdimontone": "Valdimontone",
}

FULL_CONTRADE = {
    "aquila": "Nobile Contrada dell'Aquila",
    "bruco": "Nobile Contrada del Bruco",
    "chiocciola": "Contrada della Chiocciola",
    "civetta": "Contrada Priora della Civetta",
    "drago": "Contrada del Drago",
    "giraffa": "Imperiale Contrada della Giraffa",
    "istrice": "Contrada Sovrana dell'Istrice",
    "leocorno": "Contrada del Leocorno",
    "lupa": "Contrada della Lupa",
    "nicchio": "Nobile Contrada del Nicchio",
    "oca": "Nobile Contrada dell'Oca",
    "onda": "Contrada Capitana dell'Onda",
    "pantera": "Contrada della Pantera",
    "selva": "Contrada della Selva",
    "tartuca": "Contrada della Tartuca",
    "torre": "Contrada della Torre",
    "valdimontone": "Contrada di Valdimontone",
}

TERCI = {
    "citta": gettext_lazy("Tercio of the City"),
    "san_martino": gettext_lazy("Tercio of San Martino"),
    "camollia": gettext_lazy("Tercio of Camollia"),
}

EVENTS = {
    "palio": gettext_lazy("Palio"),
    "provenzano": gettext_lazy("Palio of Provenzano"),
    "assunta": gettext_lazy("Palio of the Assumption"),
    "straordinario": gettext_lazy("Extraordinary Palio"),
}

MODES = {mode: EVENTS[mode] for mode in ("provenzano", "assunta", "straordinario")}

HORSES = {"bono": gettext_lazy("Bono"), "brenna": gettext_lazy("Brenna")}

CARDS = {
    "mossa+1": gettext_lazy("Mossa +1"),
    "mossa-1": gettext_lazy("Mossa −1"),
    "race+1": gettext_lazy("race +1"),
    "race-1": gettext_lazy("race −1"),
    "race+2": gettext_lazy("race +2"),
    "race-2": gettext_lazy("race −2"),
}

STATES = {
    "jockey": gettext_lazy("with its jockey"),
    "riderless": gettext_lazy("riderless"),
    "out": gettext_lazy("out"),
}

CURVES = {"san_martino": gettext_lazy("San Martino"), "casato": gettext_lazy("Casato")}

PHASES = {
    "choose": gettext_lazy("choice of the Contrade"),
    "draw_ten": gettext_lazy("drawing of the ten"),
    "draw_contrada": gettext_lazy("drawing of the Contrade"),
    "tratta": gettext_lazy("Tratta"),
    "jockeys": gettext_lazy("choice of the jockeys"),
    "deal": gettext_lazy("deal of the Pact cards"),
    "mossa_order": gettext_lazy("call to the Mossa"),
    "mossa_roll": gettext_lazy("entry to the ropes"),
    "decide": gettext_lazy("decision of the rincorsa"),
    "mossa_cards": gettext_lazy("Mossa cards"),
    "roll": gettext_lazy("race"),
    "test": gettext_lazy("risk of a fall"),
    "draw_three": gettext_lazy("drawing of the three"),
    "won": gettext_lazy("won"),
    "suspended": gettext_lazy("suspended"),
    "closed": gettext_lazy("closed"),
}

PALII = {
    "provenzano": gettext_lazy("the Palio of Provenzano"),
    "assunta": gettext_lazy("the Palio of the Assumption"),
    "straordinario": gettext_lazy("the Extraordinary Palio"),
}
"""What is won, within a sentence."""

_ABOUT = {"title": TITLE, "place": gettext_lazy("Siena, Piazza del Campo")}

_PATTERNS = {
    "race_of": gettext_lazy("Race %(race)s of %(total)s"),
    "round": gettext_lazy("Round %(round)s"),
    "lap_of": gettext_lazy("Lap %(lap)s of 3"),
}

SCREEN_WORDS: Mapping[str, Mapping[str, Any]] = {
    "about": _ABOUT,
    "patterns": _PATTERNS,
    "contrade": CONTRADE,
    "full_contrade": FULL_CONTRADE,
    "terci": TERCI,
    "modes": MODES,
    "horses": HORSES,
    "cards": CARDS,
    "states": STATES,
    "curves": CURVES,
    "phases": PHASES,
}
"""The names that the screens' script looks up (see ``wording.screen_words``)."""
