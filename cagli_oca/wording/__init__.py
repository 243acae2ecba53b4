"""From the core's frozen words to sentences; one package a game, this one for what they share.

A game's package offers ``STEPS`` and ``REFUSALS`` (code -> sentence with ``%(fact)s``), ``ACTIONS``
(``do`` -> what it is called), ``facts`` (slugs -> names), ``now`` (a state -> what happens now),
``stakes``, ``corrected`` and ``figure`` (what a speaker says), ``ranking`` (the sides
as lists have them), ``set_up``, ``standings``,
``caller`` and ``signature`` (what the minutes tell), ``POSITION_PROBLEMS`` (the detail of a
``bad_position`` -> sentence), where players have secrets ``hand`` (what their own page shows), and
for the pages ``TITLE``, ``SHORT_TITLE``, ``EVENTS``,
``READY_REASONS``, ``SCREEN_WORDS`` and ``PROOF`` (what its draws are).
"""

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cagli_oca.games.core import TAKEN_BACK, UNDO, Refused

FILE_ERRORS = {
    "empty_file": gettext_lazy("The file is empty or cannot be read."),
    "missing_file": gettext_lazy("There is no such file, or it cannot be opened."),
    "line_too_long": gettext_lazy("The line is longer than %(longest)s bytes."),
    "too_many_lines": gettext_lazy("A file has at most %(most)s lines."),
    "file_too_large": gettext_lazy("A file has at most %(largest)s bytes."),
    "not_utf8": gettext_lazy("The line is not UTF-8 text."),
    "not_json": gettext_lazy("The line is not a JSON object."),
    "too_deep": gettext_lazy("It is nested too deeply."),
    "duplicate_key": gettext_lazy("The key “%(key)s” stands there twice."),
    "unknown_game": gettext_lazy("The key “game” must name one of: %(choices)s."),
    "no_action": gettext_lazy("The key “do” must name one of: %(choices)s."),
    "not_an_object": gettext_lazy("“%(key)s” must be a JSON object."),
    "not_a_list": gettext_lazy("“%(key)s” must be a list."),
    "not_an_integer": gettext_lazy("“%(key)s” must be a whole number."),
    "not_a_boolean": gettext_lazy("“%(key)s” must be true or false."),
    "not_a_text": gettext_lazy("“%(key)s” must be a text."),
    "not_writable": gettext_lazy("“%(key)s” holds a character that cannot be stored."),
    "too_long": gettext_lazy("“%(key)s” is longer than %(longest)s characters."),
    "blank": gettext_lazy("“%(key)s” must not be blank."),
    "not_one_of": gettext_lazy("“%(key)s” must be one of: %(choices)s."),
    "not_two_numbers": gettext_lazy("“%(key)s” must be two numbers."),
    "not_a_finite_number": gettext_lazy("“%(key)s” must be a finite number."),
    "not_a_time": gettext_lazy("“%(key)s” must be an ISO 8601 time (2026-08-09T18:40:00+02:00)."),
    "not_a_date": gettext_lazy("“%(key)s” must be a date (2026-08-09)."),
    "not_a_square": gettext_lazy("“%(key)s” names “%(square)s”, which is no square."),
    "unknown_key": gettext_lazy("The key “%(key)s” is unknown here. Known: %(keys)s."),
    "missing_key": gettext_lazy("The key “%(key)s” is missing."),
    "bad_position": gettext_lazy(
        "The position cannot be read. Every position looks like this one:"
        " throw 0 *andrea:0 agostino:0 francesco:0 angelo:0"
    ),
}
"""Rule FILE: what is wrong with a line, a header or a request before any rule is asked."""

SHARED_REFUSALS = {
    "nothing_to_undo": gettext_lazy(
        "Nothing is left to take back; the opening itself is never undone."
    ),
    "correction_of_nothing": gettext_lazy(
        "Action %(seq)s does not count (any more): only an action that counts can be corrected."
    ),
    "correction_changes_nothing": gettext_lazy("That is what is recorded already."),
    "correction_without_reason": gettext_lazy("A correction needs a reason."),
    "correction_drops_more": gettext_lazy(
        "Later actions would fall away: %(number)s. Look at what follows once more."
    ),
}

SHARED_STEPS = {
    TAKEN_BACK: gettext_lazy("Taken back: action %(seq)s."),
}


def of(slug: str) -> Any:
    """The wording package of a game."""
    return import_module(f"cagli_oca.wording.{slug}")


def step_sentence(slug: str, step: Mapping[str, Any]) -> str:
    """One stored step (JSON) as a sentence in the active language."""
    words, name = of(slug), step["step"]
    if name in SHARED_STEPS:
        return str(SHARED_STEPS[name]) % step
    variant = step.get("why") or step.get("by")
    sentence = words.STEPS.get(f"{name}.{variant}") or words.STEPS[name]
    return str(sentence) % words.facts(step)


def event_sentence(slug: str, steps: Iterable[Mapping[str, Any]]) -> str:
    """A stored event's steps as running text in the active language."""
    return " ".join(filter(None, (step_sentence(slug, step) for step in steps)))


def action_name(slug: str, do: str) -> str:
    """What a command is called on a button."""
    return _("Undo") if do == UNDO else str(of(slug).ACTIONS[do])


def refusal_sentence(slug: str | None, refusal: Refused) -> str:
    """A refusal as a sentence, followed by what would be allowed."""
    if slug and refusal.facts.get("detail") in of(slug).POSITION_PROBLEMS:
        problem = of(slug).POSITION_PROBLEMS[refusal.facts["detail"]]
        return _("This position is impossible: %(problem)s") % {"problem": problem}
    if refusal.code in FILE_ERRORS or slug is None:
        facts = {
            key: ", ".join(map(str, value)) if isinstance(value, list) else value
            for key, value in refusal.facts.items()
        }
        return str(FILE_ERRORS[refusal.code]) % facts
    words = of(slug)
    sentence = SHARED_REFUSALS.get(refusal.code) or words.REFUSALS[refusal.code]
    told = str(sentence) % words.facts(refusal.facts)
    if refusal.allowed:
        names = ", ".join(action_name(slug, do).lower() for do in refusal.allowed)
        told += " " + _("Possible now: %(actions)s.") % {"actions": names}
    return told


def correction_sentence(
    slug: str, changes: Iterable[Mapping[str, Any]], steps: Iterable[Mapping[str, Any]]
) -> str:
    """A correction as the public is told it: the pawns it moved and what else it was.

    *steps* carry their sentences; those that the moved pawns tell already are left out.
    """
    words = of(slug)
    moved = words.corrected(list(changes))
    told_by_pawns = (TAKEN_BACK, *words.CORRECTED_BY_PAWNS) if moved else ()
    rest = [step["sentence"] for step in steps if step["step"] not in told_by_pawns]
    told = " ".join(filter(None, [f"{moved}." if moved and any(rest) else moved, *rest]))
    return _("The referees have corrected: %(changes)s") % {"changes": told}


def replacement_sentence(
    slug: str,
    changes: Iterable[Mapping[str, Any]],
    taken: Sequence[Sequence[Mapping[str, Any]]],
    put: Sequence[Sequence[Mapping[str, Any]]],
) -> str:
    """Earlier actions replaced, as the public is told it: the pawns moved, and what was wrong.

    *taken* and *put* are the steps of each action that no longer counts, and of each new one.
    """
    moved = of(slug).corrected(list(changes))
    names = {"taken": _first_sentence(slug, taken), "put": _first_sentence(slug, put)}
    if taken and put:
        told = _("not “%(taken)s” but “%(put)s”") % names
    elif taken:
        told = _("“%(taken)s” no longer counts") % names
    else:
        told = _("“%(put)s” was missing") % names
    if len(taken) > 1:
        more = len(taken) - 1
        told += "; " + ngettext(
            "with it %(more)s later entry no longer counts",
            "with it %(more)s later entries no longer count",
            more,
        ) % {"more": more}
    changed = f"{moved}; {told}." if moved else f"{told}."
    return _("The referees have corrected: %(changes)s") % {"changes": changed}


def _first_sentence(slug: str, events: Sequence[Sequence[Mapping[str, Any]]]) -> str:
    """The first thing that happened in the first of these events, without its full stop."""
    return step_sentence(slug, events[0][0]).rstrip(".") if events else ""


def figures(slug: str, told: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The evening in figures: label, value, and whose it is (a slug, or None)."""
    return [of(slug).figure(figure) for figure in told]


def screen_words(slug: str) -> dict[str, Any]:
    """The names that a screen's script needs, in the active language (JSON)."""
    return {
        key: {word: str(name) for word, name in names.items()}
        for key, names in of(slug).SCREEN_WORDS.items()
    }
