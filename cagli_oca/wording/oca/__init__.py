"""The words of the Goose Game of Cagli. No game logic: codes in, sentences out."""

from cagli_oca.wording.oca.minutes import caller, set_up, signature, standings
from cagli_oca.wording.oca.names import (
    CLOCKS,
    COUNTED,
    EVENTS,
    INITIALS,
    QUARTERS,
    SCREEN_WORDS,
    SHORT_QUARTERS,
    SHORT_TITLE,
    SPECIALS,
    TITLE,
    TRIAL_FACTS,
    TRIALS,
)
from cagli_oca.wording.oca.proof import PROOF
from cagli_oca.wording.oca.sentences import (
    ACTIONS,
    POSITION_PROBLEMS,
    READY_REASONS,
    REFUSALS,
    STEPS,
    facts,
)
from cagli_oca.wording.oca.telling import (
    CORRECTED_BY_PAWNS,
    corrected,
    figure,
    now,
    ranking,
    stakes,
)

__all__ = [
    "ACTIONS",
    "CLOCKS",
    "CORRECTED_BY_PAWNS",
    "COUNTED",
    "EVENTS",
    "INITIALS",
    "POSITION_PROBLEMS",
    "PROOF",
    "QUARTERS",
    "READY_REASONS",
    "REFUSALS",
    "SCREEN_WORDS",
    "SHORT_QUARTERS",
    "SHORT_TITLE",
    "SPECIALS",
    "STEPS",
    "TITLE",
    "TRIALS",
    "TRIAL_FACTS",
    "caller",
    "corrected",
    "facts",
    "figure",
    "now",
    "ranking",
    "set_up",
    "signature",
    "stakes",
    "standings",
]
