"""Posts: who may do what. Django's own groups hold who has which post.

The organiser is Django's staff member and may do everything. Who has no post is nobody.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from cagli_oca.games.core import UNDO, Command, Evening
from referee import selectors
from referee.models import Edition

ORGANISER = "organiser"
HEAD_REFEREE = "head-referee"
RECORDER = "recorder"
SPEAKER = "speaker"
PLAYER = "player"

GROUPS = (HEAD_REFEREE, RECORDER, SPEAKER)
"""The posts that are groups and can be given, the higher first."""

ALL_GROUPS = (*GROUPS, PLAYER)
"""A player's post is not given: it comes with the code for one player's phone."""

NAMES = {
    ORGANISER: _("Organiser"),
    HEAD_REFEREE: _("Head referee"),
    RECORDER: _("Recorder"),
    SPEAKER: _("Speaker"),
    PLAYER: _("Player"),
}

GIVEN = {post: name for post, name in NAMES.items() if post != PLAYER}
"""The posts that the organiser gives to people."""

ACTIONS = {
    "set_up": (),
    "people": (),
    "screens": (HEAD_REFEREE,),
    "devices": (HEAD_REFEREE,),
    "announce": (HEAD_REFEREE,),
    "correct": (HEAD_REFEREE,),
    "take_over": (HEAD_REFEREE,),
    "direct": (HEAD_REFEREE,),
    "release": (HEAD_REFEREE, SPEAKER),
    "record": (HEAD_REFEREE, RECORDER),
    "see": (HEAD_REFEREE, RECORDER, SPEAKER),
    "follow": (HEAD_REFEREE, RECORDER, SPEAKER, PLAYER),
    "play": (PLAYER,),
}
"""Action -> the posts that may do it beside the organiser.

``see``: all that was recorded, released or not. ``record``: the game's everyday commands, and
taking back one's own latest entry. ``direct``: every other command. ``follow``: the pictures of
all that was recorded, without the pages of the referees. ``play``: what a player enters for himself
(``Game.own``), on a phone that plays for that player.
"""

ELSEWHERE = {
    "everyday": _("This is the head referee's to record; your post records ordinary play."),
    "others_entry": _("Somebody else recorded that; the head referee can take it back."),
    "players": _("A player's phone enters only what this player plays."),
}
"""What a recorder is told who asks for more."""


class NotYours(Exception):
    """Another post's to record. *code* is a key of ``ELSEWHERE``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def post_of(user: Any) -> str:
    """This person's post; empty for nobody. Looked up once a request."""
    if not user.is_authenticated:
        return ""
    if user.is_staff:
        return ORGANISER
    if not hasattr(user, "_post"):
        held = set(user.groups.values_list("name", flat=True))
        user._post = next((post for post in ALL_GROUPS if post in held), "")
    return str(user._post)


def may(user: Any, action: str) -> bool:
    """Whether this person may do *action* (a key of ``ACTIONS``)."""
    post = post_of(user)
    return post == ORGANISER or post in ACTIONS[action]


def everyday_check(edition: Edition, evening: Evening, do: str, by: str) -> None:
    """Whether a recorder named *by* may enter this command now. Raises NotYours."""
    if do != UNDO:
        if do not in evening.game.everyday:
            raise NotYours("everyday")
    elif evening.past and selectors.log(edition).get(seq=evening.past[-1][0]).by != by:
        raise NotYours("others_entry")


def own_check(evening: Evening, command: Command, player: str) -> None:
    """Whether the phone of *player* may enter this command. Raises NotYours."""
    if command["do"] not in evening.game.own or not player or command.get("player") != player:
        raise NotYours("players")
