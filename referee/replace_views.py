"""The page on which an earlier action is replaced: which one, by what, and what follows.

The page keeps what was tapped; each time the server plays the evening again with it and draws what
would come of it. Nothing counts before it is recorded.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from cagli_oca import wording
from cagli_oca.games import fields
from cagli_oca.games.core import PUBLIC, Evening, Event, Refused, State, Unreadable, step_to_json
from referee import console, hands, posts, replace, selectors, services
from referee.answers import (
    LOCKED,
    author_of,
    command_id,
    json_of,
    known_epoch,
    may_required,
    not_your_post,
    opened_or_404,
    refused,
    signed_in_json,
    stale_told,
)
from referee.models import Edition, LogRow
from referee.replace import Change, Plan

REASONS = (
    gettext_lazy("Entered wrongly"),
    gettext_lazy("Not entered"),
    gettext_lazy("Decision of the head referee"),
)

ELSEWHERE = ("amend",)
"""Commands that have a page of their own: not offered here."""

CHANGES = fields.list_of(fields.any_object)


@may_required("correct")
@require_safe
def correct_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Every action that counts, the newest first: which one is wrong?"""
    edition = opened_or_404(pk)
    evening = selectors.evening(edition)
    counting = {seq for seq, _event, _before in evening.past}
    rows = list(selectors.log(edition))
    told = console.told_rows(edition, (r for r in reversed(rows) if r.seq in counting), rows)
    context = {
        "edition": edition,
        "rows": told,
        "texts": texts(),
        "reasons": REASONS,
        "longest_reason": replace.LONGEST_REASON,
    }
    return render(request, "referee/correct.html", context)


def texts() -> dict[str, str]:
    """The words that the page's script says."""
    return {
        "sending": _("Being recorded…"),
        "retrying": _("Not connected: NOT yet recorded. Sent again until it is. (try %s)"),
        "no_answer": _("No answer. Try again."),
        "reason_missing": _("First choose or write a reason."),
        "sign_in": _("Sign in"),
        "by": _("by %s"),
        "look_again": _("Look at what follows once more, then record."),
        "bad_number": _("Whole numbers only."),
        "nothing_set": _("Nothing was changed."),
        "console": _("Back to the console"),
        "record": _("Record the correction"),
        "record_drops": _("Record it; %s later entries fall away"),
        "record_drops_one": _("Record it; 1 later entry falls away"),
    }


# ---------------------------------------------------------------- answers to the page's script


def _reason(key: str, value: Any) -> str:
    if len(fields.text(key, value)) > replace.LONGEST_REASON:
        raise Unreadable("too_long", key=key, longest=replace.LONGEST_REASON)
    return str(value)


@require_POST
@signed_in_json
def correct_preview(request: HttpRequest, pk: int) -> JsonResponse:
    """What these ``changes`` would bring, drawn; with ``at``, what can be said at that row."""
    edition = opened_or_404(pk)
    if not posts.may(request.user, "correct"):
        return not_your_post()
    try:
        asked = fields.read_object(
            "request", json_of(request), {"changes": CHANGES}, {"at": fields.integer}
        )
        changes = replace.read_changes(edition, "changes", asked["changes"])
        at = asked.get("at")
        _note_tried(request, edition, changes)
        evening = selectors.evening(edition)
        with_at = changes if at is None else [*changes, *_untouched(changes, at)]
        planned = replace.plan(edition, evening, with_at)
    except Refused as refusal:
        return refused(edition, refusal)
    if at is not None and at in planned.standing:
        context = editor(edition, planned, at, first=True)
        html = render_to_string("referee/correct_editor.html", context, request)
        return JsonResponse({"status": "asked", "seen": evening.head, "html": html})
    context = outcome(edition, evening, planned, changes)
    html = render_to_string("referee/correct_outcome.html", context, request)
    return JsonResponse(
        {
            "status": "planned",
            "seen": evening.head,
            "falls_away": len(planned.fallen),
            "lost": len(planned.fallen) + len(context["left_out"]),
            "recordable": context["recordable"],
            "html": html,
        }
    )


def _note_tried(request: HttpRequest, edition: Edition, changes: list[Change]) -> None:
    """A card put into the past is tried on the hand: its player is told."""
    commands = [command for change in changes for command in change.commands]
    hands.tried_note(edition=edition, commands=commands, author=author_of(request))


def _untouched(changes: list[Change], at: int) -> list[Change]:
    """Row *at* as it is, unless a change names it: the replay has to come there."""
    return [] if any(change.seq == at for change in changes) else [Change(at, keep=True)]


@require_POST
@signed_in_json
def correct_record(request: HttpRequest, pk: int) -> JsonResponse:
    """Records the correction. 200 recorded, 400 unreadable, 409 stale, 422 refused by a rule."""
    edition = opened_or_404(pk)
    if not posts.may(request.user, "correct"):
        return not_your_post()
    required = {
        "id": command_id,
        "seen": fields.integer,
        "changes": CHANGES,
        "reason": _reason,
    }
    try:
        asked = fields.read_object(
            "request",
            json_of(request),
            required,
            {"falls_away": fields.integer, "epoch": known_epoch},
        )
        services.epoch_hear(edition_id=pk, epoch=asked.get("epoch", 0))
        changes = replace.read_changes(edition, "changes", asked["changes"])
        _note_tried(request, edition, changes)
        row = services.correction_submit(
            edition_id=pk,
            changes=changes,
            reason=asked["reason"],
            falls_away=asked.get("falls_away", 0),
            command_id=asked["id"],
            seen=asked["seen"],
            author=author_of(request),
        )
    except services.Stale as stale:
        return JsonResponse(stale_told(edition, stale), status=409)
    except services.Locked as locked:
        return JsonResponse({"status": "locked", "message": LOCKED[locked.code]}, status=409)
    except Refused as refusal:
        return refused(edition, refusal)
    message = _("The correction is recorded (%(seq)s).") % {"seq": row.seq}
    return JsonResponse({"status": "recorded", "seq": row.seq, "message": message})


# ---------------------------------------------------------------- what the fragments are drawn from


def sentence(edition: Edition, event: Event) -> str:
    """An event as running text."""
    return wording.event_sentence(edition.game, [step_to_json(step) for step in event.steps])


def _board(edition: Edition, state: State) -> dict[str, Any]:
    return edition.rules.scoreboard(state, PUBLIC)


def editor(edition: Edition, planned: Plan, seq: int, *, first: bool) -> dict[str, Any]:
    """What can be said at row *seq*: the console's buttons in the state it comes up in.

    *first*: it is the entry that was called wrong; else the one at which the replay stopped.
    """
    state, rules = planned.standing[seq], edition.rules
    offers: dict[str, list[console.Button]] = {}
    for offer in rules.legal(rules.unseen(state)):
        if offer.command["do"] not in ELSEWHERE:
            button = console.Button(edition.game, console.without_hands(rules, offer))
            offers.setdefault(offer.command["do"], []).append(button)
    board, words = _board(edition, state), wording.of(edition.game)
    row = next(iter(selectors.log(edition, after=seq - 1)))
    return {
        "edition": edition,
        "row": _told(edition, row, row.resolved()),
        "first": first,
        "recorded": row.told_command if first else {},
        "offers": offers,
        "board": board,
        "now": words.now(board),
        "setup": rules.setup(state),
        "aids": rules.aids(state),
        "words": words,
        "buttons_template": f"referee/{edition.game}/correct_buttons.html",
        "entered": [
            sentence(edition, line.event)
            for line in planned.lines
            if line.seq == seq and line.row is None
        ],
    }


def _told(edition: Edition, row: LogRow, event: Event) -> dict[str, Any]:
    return {"seq": row.seq, "at": row.recorded_at, "by": row.by, "told": sentence(edition, event)}


def outcome(
    edition: Edition, evening: Evening, planned: Plan, changes: list[Change]
) -> dict[str, Any]:
    """What would be recorded and what comes of it."""
    events = {seq: event for seq, event, _before in evening.past}
    rows = {row.seq: row for row in selectors.log(edition) if row.seq in events}
    words, misfit = wording.of(edition.game), planned.misfit
    before, after = (_board(edition, state) for state in (planned.before, planned.after))
    named = {change.seq: change for change in changes}
    later = [
        {
            **_told(edition, line.row, line.event),
            "was": sentence(edition, events[line.seq]) if line.event != events[line.seq] else "",
        }
        for line in planned.lines
        if line.row
    ]
    told = [
        {
            **_told(edition, rows[seq], events[seq]),
            "keep": named[seq].keep,
            "instead": [
                sentence(edition, line.event)
                for line in planned.lines
                if line.seq == seq and line.row is None
            ],
        }
        for seq in sorted(named)
    ]
    fallen = [_told(edition, row, event) for row, event in planned.fallen]
    return {
        "edition": edition,
        "changes": [one for one in told if one is told[0] or one["instead"]],
        "left_out": [one for one in told[1:] if not one["instead"] and not one["keep"]],
        "later": later,
        "changed": sum(1 for line in later if line["was"]),
        "fallen": fallen,
        "misfit": misfit and _misfit(edition, planned, rows[misfit.seq], events[misfit.seq]),
        "without": _without(replace.plan(edition, evening, changes, go_on=True), len(later)),
        "undone": len(planned.taken_back),
        "recorded": len(planned.lines),
        "same": planned.same,
        "recordable": not planned.same and not (misfit and misfit.new),
        "before": before,
        "after": after,
        "now_before": words.now(before),
        "now_after": words.now(after),
        "words": words,
        "compare_template": f"referee/{edition.game}/correct_compare.html",
    }


def _without(planned: Plan, fitting: int) -> dict[str, Any] | None:
    """What leaving out all that no longer fits would save, if it saves anything."""
    stay = sum(1 for line in planned.lines if line.row)
    if planned.misfit or stay == fitting:
        return None
    rows = [{"row": seq, "commands": []} for seq in planned.left_out]
    return {"number": len(rows), "stay": stay - fitting, "changes": rows}


def _misfit(edition: Edition, planned: Plan, row: LogRow, event: Event) -> Mapping[str, Any]:
    assert planned.misfit is not None
    refusal = planned.misfit.refusal
    refusal.allowed = ()  # what could be said there is below, as buttons
    return {
        **_told(edition, row, event),
        "new": planned.misfit.new,
        "rule": refusal.rule,
        "message": wording.refusal_sentence(edition.game, refusal),
        "editor": editor(edition, planned, row.seq, first=False),
    }
