"""Posts: who may do what. Django's own groups hold who has which post.

The organiser is Django's staff member. Whoever has no post records play.
"""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

HEAD_REFEREE = "head-referee"
SPEAKER = "speaker"
GROUPS = (HEAD_REFEREE, SPEAKER)

ACTIONS = {
    "set_up": (),
    "people": (),
    "screens": (HEAD_REFEREE,),
    "devices": (HEAD_REFEREE,),
    "announce": (HEAD_REFEREE,),
    "correct": (HEAD_REFEREE,),
    "take_over": (HEAD_REFEREE,),
    "release": (HEAD_REFEREE, SPEAKER),
    "record": (HEAD_REFEREE, None),
}
"""Action -> the posts that may do it beside the organiser; None: who has no post."""


NAMES = {
    HEAD_REFEREE: gettext_lazy("Head referee"),
    SPEAKER: gettext_lazy("Speaker"),
}


def name_of(user: Any) -> str:
    """What a person's post is called."""
    if user.is_staff:
        return _("Organiser")
    held = set(user.groups.values_list("name", flat=True))
    return ", ".join(str(NAMES[post]) for post in NAMES if post in held) or _("Recorder")


def may(user: Any, action: str) -> bool:
    """Whether this person may do *action* (a key of ``ACTIONS``)."""
    if not user.is_authenticated:
        return False
    if user.is_staff:
        return True
    posts = set(user.groups.filter(name__in=GROUPS).values_list("name", flat=True)) or {None}
    return bool(posts & set(ACTIONS[action]))
