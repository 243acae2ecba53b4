"""What the console shows, drawn from ``legal``: every button with its effect or its refusal.

Reads only. Sentences are in the active language.
"""

import dataclasses
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cagli_oca import wording
from cagli_oca.games.core import PUBLIC, UNDO, Evening, Event, Game, Offer, Refused, step_to_json
from referee import folding, hands, posts, replace, selectors
from referee.models import Edition, LogRow

LAST_ACTIONS = 12

ELSEWHERE = {
    "following": gettext_lazy(
        "This computer only shows what another one records: enter it there, or take over first."
    ),
    "superseded": gettext_lazy(
        "Not recorded: another computer has taken over this evening. Enter it there."
    ),
}
"""Why nothing is recorded on this computer (``selectors.recorded_elsewhere``)."""


@dataclass(frozen=True, slots=True)
class Button:
    """One offer as the templates draw it.

    Its sentences are made when they are asked for: of the many offers a page draws some.
    """

    slug: str
    offer: Offer
    told: list[dict[str, Any]] | None = None
    """The effect, where the offer's event alone does not tell it."""
    elsewhere: str = ""
    """Why this is another post's."""

    @property
    def command(self) -> Mapping[str, Any]:
        return self.offer.command

    @property
    def needs(self) -> tuple[str, ...]:
        return self.offer.needs

    @property
    def possible(self) -> bool:
        return self.offer.possible and not self.elsewhere

    @property
    def effect(self) -> list[dict[str, Any]]:
        if self.elsewhere:
            return []
        if self.told is not None:
            return self.told
        return effect_lines(self.slug, self.offer.event) if self.offer.event else []

    @property
    def rule(self) -> str:
        return self.offer.refusal.rule if self.offer.refusal and not self.elsewhere else ""

    @property
    def refusal(self) -> str:
        if self.elsewhere or self.offer.refusal is None:
            return self.elsewhere
        return wording.refusal_sentence(self.slug, self.offer.refusal)

    @property
    def command_json(self) -> str:
        return json.dumps(self.command)

    @property
    def effect_json(self) -> str:
        return json.dumps(self.effect)


@dataclass(frozen=True, slots=True)
class Told:
    """A row of the log as the referees read it."""

    seq: int
    at: datetime
    by: str
    device: str
    do: str
    name: str
    sentence: str
    note: str
    taken_back_by: int | None
    correction: str = ""
    """The reason, if it belongs to a correction of several rows."""


def effect_lines(slug: str, event: Event) -> list[dict[str, Any]]:
    """An event's steps as sentences with their rules."""
    lines = [
        {"text": wording.step_sentence(slug, step_to_json(step)), "rules": list(step.rules)}
        for step in event.steps
    ]
    return [line for line in lines if line["text"]]


def without_hands(rules: Game, offer: Offer) -> Offer:
    """An offer as anybody may see it.

    What players enter themselves is not spelled out: which of it is possible would tell who holds
    what. It is composed on the page, and then tried.
    """
    do = offer.command["do"]
    return Offer({"do": do}) if offer.possible and do in rules.own else offer


def undo_button(edition: Edition, evening: Evening) -> Button:
    """Undo, with what it takes back."""
    slug, refusal = edition.game, evening.undo_refusal()
    effect = []
    if not refusal:
        seq, event, _before = evening.past[-1]
        row = selectors.log(edition).get(seq=seq)
        told = " ".join(line["text"] for line in effect_lines(slug, event))
        text = _("Takes back action %(seq)s (%(by)s): %(sentence)s") % {
            "seq": seq,
            "by": row.by or "–",
            "sentence": told,
        }
        effect = [{"text": text, "rules": [evening.game.undo_rule]}]
    return Button(slug, Offer({"do": UNDO}, refusal=refusal), effect)


def told_rows(edition: Edition, rows: Iterable[LogRow], all_rows: list[LogRow]) -> list[Told]:
    """Rows as sentences with time and author; *all_rows* to look up what an undo took back."""
    by_seq = {row.seq: row for row in all_rows}
    taken_back = selectors.taken_back(all_rows)
    told = []
    for row in rows:
        do = row.command.get("do", "")
        sentence = wording.event_sentence(edition.game, row.steps)
        if do == UNDO:
            taken = by_seq[row.steps[0]["seq"]]
            sentence += " " + wording.event_sentence(edition.game, taken.steps)
        told.append(
            Told(
                seq=row.seq,
                at=row.recorded_at,
                by=row.by or row.command.get("by", ""),
                device=row.device,
                do=do,
                name=wording.action_name(edition.game, do) if row.seq else _("Opening"),
                sentence=sentence if row.seq else _("The edition is opened."),
                note=row.command.get("note", ""),
                taken_back_by=taken_back.get(row.seq),
                correction=replace.reason_of(row.command.get("correction", "")),
            )
        )
    return told


def last_told(edition: Edition, rows: list[LogRow], number: int) -> list[Told]:
    """The last things told, newest first: a correction of several rows is one of them.

    What it took back only to record it again is not struck.
    """
    fold = selectors.fold(edition)
    again = folding.recorded_again(edition, fold)
    corrections = {told.last: told for told in fold.replacements}
    counts = {seq for seq, _event, _before in fold.evening.past}
    shown: list[int] = []
    seq = rows[-1].seq
    while seq > 0 and len(shown) < number:
        shown.append(seq)
        seq = corrections[seq].first - 1 if seq in corrections else seq - 1
    needed = {*shown, *(put for seq in shown if seq in corrections for put in corrections[seq].put)}
    by_seq = {t.seq: t for t in told_rows(edition, (r for r in rows if r.seq in needed), rows)}
    last: list[Told] = []
    for seq in shown:
        told = by_seq[seq]
        if seq in corrections:
            one = corrections[seq]
            kept = (one.again or {}).values()
            new = " ".join(by_seq[put].sentence for put in one.put if put not in kept)
            sentence = _("Correction: %(sentence)s") % {"sentence": new or _("entries left out")}
            told = dataclasses.replace(
                told, sentence=sentence, note=told.correction, taken_back_by=None
            )
        elif again.get(seq) in counts:
            told = dataclasses.replace(told, taken_back_by=None)
        last.append(told)
    return last


def _standing(edition: Edition, evening: Evening) -> dict[str, Any]:
    """What both fragments say of the same state."""
    return {
        "edition": edition,
        "head": evening.head,
        "board": evening.game.scoreboard(evening.state, PUBLIC),
        "setup": evening.game.setup(evening.state),
        "aids": evening.game.aids(evening.state),
        "words": wording.of(edition.game),
    }


def for_post(shown: Button, refusal: str) -> Button:
    """The button as a post sees it that may not record this: impossible, and why."""
    return dataclasses.replace(shown, elsewhere=refusal)


def _records_nothing(edition: Edition, user: Any) -> str:
    """Why this person can record nothing at all on this computer; empty if something."""
    elsewhere = selectors.recorded_elsewhere(edition)
    if elsewhere:
        return str(ELSEWHERE[elsewhere])
    if not posts.may(user, "record"):
        return _("You see everything here; recording is another post's.")
    return ""


def panel(edition: Edition, user: Any) -> dict[str, Any]:
    """The context of the panel that answers "what now?", as far as this person may answer."""
    evening = selectors.evening(edition)
    slug = edition.game
    standing = _standing(edition, evening)
    offers: dict[str, list[Button]] = {}
    direct = posts.may(user, "direct")
    nothing = _records_nothing(edition, user)

    def refused(do: str) -> str:
        """Why this person does not record that here; empty if they do."""
        if nothing:
            return nothing
        try:
            if not direct:
                posts.everyday_check(edition, evening, do, user.get_username())
        except posts.NotYours as other:
            return str(posts.ELSEWHERE[other.code])
        return ""

    # What a correction only recorded again is still the same: a trial keeps its counts.
    again = folding.recorded_again(edition, selectors.fold(edition))
    first = {now: seq for seq, now in sorted(again.items(), reverse=True)}
    for offer in evening.legal():
        do = offer.command["do"]
        shown, refusal = Button(slug, without_hands(evening.game, offer)), refused(do)
        offers.setdefault(do, []).append(for_post(shown, refusal) if refusal else shown)
    undo, refusal = undo_button(edition, evening), refused(UNDO)
    return {
        **standing,
        "now": standing["words"].now(standing["board"]),
        "offers": offers,
        "without_phone": [] if nothing else hands.without_phone(edition),
        "undo": for_post(undo, refusal) if refusal else undo,
        "nothing": nothing,
        "may_correct": posts.may(user, "correct"),
        "last_seq": {event.name: first.get(seq, seq) for seq, event, _before in evening.past},
    }


def side(edition: Edition) -> dict[str, Any]:
    """The context of what is seen at a glance: standings and the last actions."""
    evening = selectors.evening(edition)
    rows = [row for row in selectors.log(edition) if row.seq <= evening.head]
    return {
        **_standing(edition, evening),
        "last": last_told(edition, rows, LAST_ACTIONS),
    }


def refusal_json(slug: str | None, refusal: Refused) -> dict[str, Any]:
    """A refusal as the console's script gets it."""
    return {
        "status": "refused",
        "rule": refusal.rule,
        "message": wording.refusal_sentence(slug, refusal),
        "allowed": list(refusal.allowed),
    }


def texts() -> dict[str, str]:
    """The words that the console's script says."""
    return {
        "idle": _("Tap what happened; you see its effect before it counts."),
        "not_possible": _("Not now"),
        "pending": _("Pending: being recorded…"),
        "retrying": _("Not connected: NOT yet recorded. Sent again until it is. (try %s)"),
        "recorded": _("Recorded (%s)."),
        "kept": _("NOT yet recorded. The entry is kept on this tablet and sent after that."),
        "sign_in": _("Sign in"),
        "by": _("by %s"),
        "reason_missing": _("First choose or write a reason."),
        "start_again": _("Enter it anew"),
        "meanwhile": _("Recorded meanwhile:"),
        "live": _("connected"),
        "age_seconds": _("not connected · as of %s s ago"),
        "age_minutes": _("not connected · as of %s min ago"),
        "reload": _("Load the page again"),
        "storage_full": _("This tablet cannot keep entries; do not close the page while pending."),
        "others_entry": _(
            "An entry of somebody else is not recorded yet; it is sent when they sign in here."
        ),
        "no_answer": _("No answer. Try again."),
        "nothing_set": _("Nothing was changed."),
        "bad_number": _("Whole numbers only."),
        "time_up": _("Time!"),
        "undo": _("Undo"),
        "blind": _("Entered blind: its effect is seen when the network is back."),
        "not_sent": _("Not sent: %s"),
        "full": _("This tablet keeps %s entries; go on on paper until the network is back."),
        "came_back": _("Not recorded, come back to you: %s. Tap to enter one anew."),
        "enter_anew": _("enter anew"),
        "yours": _("Yours, not recorded"),
        "recorded_by": _("Recorded by %s"),
        "stay": _("No network: stay on this page until it is back."),
        "no_health": _("no answer for %s s"),
        "with_others": _("with %s"),
        "settled": _("Looked at"),
    }
