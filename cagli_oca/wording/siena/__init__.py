"""The words of the Palio board game of Siena. No game logic: codes in, sentences out."""

from cagli_oca.wording.siena.hand import hand
from cagli_oca.wording.siena.minutes import caller, set_up, signature, standings
from cagli_oca.wording.siena.names import (
    CARDS,
    CONTRADE,
    CURVES,
    EVENTS,
    FULL_CONTRADE,
    HORSES,
    JOCKEYS,
    MODES,
    PHASES,
    SHORT_TITLE,
    STATES,
    TERCI,
    TITLE,
)
from cagli_oca.wording.siena.proof import PROOF
from cagli_oca.wording.siena.refusals import REFUSALS
from cagli_oca.wording.siena.screen import SCREEN_WORDS, TERCI_OF, ranking
from cagli_oca.wording.siena.sentences import (
    ACTIONS,
    POSITION_PROBLEMS,
    READY_REASONS,
    STEPS,
    facts,
)
from cagli_oca.wording.siena.telling import CORRECTED_BY_PAWNS, corrected, figure, now, stakes

__all__ = [
    "ACTIONS",
    "CARDS",
    "CONTRADE",
    "CORRECTED_BY_PAWNS",
    "CURVES",
    "EVENTS",
    "FULL_CONTRADE",
    "HORSES",
    "JOCKEYS",
    "MODES",
    "PHASES",
    "POSITION_PROBLEMS",
    "PROOF",
    "READY_REASONS",
    "REFUSALS",
    "SCREEN_WORDS",
    "SHORT_TITLE",
    "STATES",
    "STEPS",
    "TERCI",
    "TERCI_OF",
    "TITLE",
    "caller",
    "corrected",
    "facts",
    "figure",
    "hand",
    "now",
    "ranking",
    "set_up",
    "signature",
    "stakes",
    "standings",
]
