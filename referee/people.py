"""Accounts: made and reset from the command line, with a password the program makes."""

import secrets

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group

from referee.posts import GROUPS

ORGANISER = "organizzatore"

# No letters or digits that look alike on paper.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_password() -> str:
    """Twelve random characters in groups of four: about 59 bits."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(3))


def password_reset(*, name: str, organiser: bool | None = None) -> tuple[str, bool]:
    """Gives a person a new password, making the account if there is none.

    *organiser*: whether the person may set up and choose editions; None leaves it as it is
    (a new account is a referee's). Returns the password and whether the account is new.
    """
    users = get_user_model().objects
    user = users.filter(username=name).first()
    created = user is None
    if user is None:
        user = users.create(username=name)
    if organiser is not None:
        user.is_staff = organiser
    password = new_password()
    user.set_password(password)
    user.save()
    return password, created


def post_give(*, name: str, post: str) -> None:
    """Gives a person this post and takes any other; ``recorder`` is having none."""
    user = get_user_model().objects.get(username=name)
    user.groups.set([Group.objects.get_or_create(name=post)[0]] if post in GROUPS else [])


def organiser_exists() -> bool:
    """Whether anybody can set up editions."""
    return get_user_model().objects.filter(is_staff=True, is_active=True).exists()
