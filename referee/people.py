"""Accounts and posts: the only writer of both. Passwords are made by the program, shown once."""

import secrets

from axes.models import AccessAttempt
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, Group
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee import posts

ORGANISER = "organizzatore"
"""The account that the first start makes."""

LONGEST_NAME = 40

# No letters or digits that look alike on paper.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


NAME_TAKEN = gettext_lazy(
    "There is an account with this name already: choose another name, “%(name)s 2” for example."
)


class Unfit(Exception):
    """A name, post or change that cannot be; its text says why, to people."""


def new_password() -> str:
    """Twelve random characters in groups of four: about 59 bits."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(3))


def name_typed(text: str) -> str:
    """A person's name as typed, spaces made one. Raises Unfit."""
    name = " ".join(text.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Unfit(_("A name has one to %(most)s letters.") % {"most": LONGEST_NAME})
    return name


@transaction.atomic
def password_reset(*, name: str, organiser: bool | None = None) -> tuple[str, bool]:
    """Gives a person a new password, making the account (a recorder's) if there is none.

    *organiser*: whether the person may set up and choose editions; None leaves it as it is.
    Whoever was locked out of the account is so no longer; who was signed in has to sign in again.
    Returns the password and whether the account is new. Raises Unfit for a tablet's name.
    """
    users = get_user_model().objects
    user = users.filter(username=name).first()
    created = user is None
    if user is None:
        user = users.create(username=name)
        post_give(name=name, post=posts.RECORDER)
    elif hasattr(user, "device"):
        raise Unfit(_("This is a tablet's name; it has no password."))
    if organiser is not None:
        user.is_staff = organiser
    password = new_password()
    user.is_active = True
    user.set_password(password)
    user.save()
    attempts_forget(name)
    return password, created


def attempts_forget(name: str) -> None:
    """Wrong passwords no longer count, neither a stranger's nor a known device's."""
    mine = Q(username=name) | Q(username__startswith=f"{name}|")
    AccessAttempt.objects.filter(mine).delete()


@transaction.atomic
def person_create(*, name: str, post: str) -> str:
    """A new account with this post; its password. Raises Unfit."""
    name = name_typed(name)
    if get_user_model().objects.filter(username__iexact=name).exists():
        raise Unfit(NAME_TAKEN % {"name": name})
    if post not in posts.GIVEN:
        raise Unfit(_("Choose a post."))
    password, _created = password_reset(name=name)
    post_give(name=name, post=post)
    return password


@transaction.atomic
def post_give(*, name: str, post: str) -> None:
    """Gives a person this post and takes any other; an unknown word is no post."""
    user = get_user_model().objects.select_for_update().get(username=name)
    user.is_staff = post == posts.ORGANISER
    user.save(update_fields=["is_staff"])
    user.groups.set([Group.objects.get_or_create(name=post)[0]] if post in posts.ALL_GROUPS else [])


@transaction.atomic
def person_change(*, user_id: int, post: str | None = None, active: bool | None = None) -> None:
    """Another post, or the account closed or opened. Raises Unfit for the last organiser.

    Closing signs the person out everywhere at once.
    """
    users = get_user_model().objects
    user = users.select_for_update().get(pk=user_id)
    if post is not None:
        if post not in posts.GIVEN:
            raise Unfit(_("Choose a post."))
        post_give(name=user.get_username(), post=post)
    if active is not None:
        users.filter(pk=user_id).update(is_active=active)
    if not organiser_exists():
        raise Unfit(_("There must be an organiser: make another one first."))


def person_list() -> list[AbstractBaseUser]:
    """Everybody with a password, closed accounts last."""
    people = get_user_model().objects.filter(device=None).prefetch_related("groups")
    return list(people.order_by("-is_active", "username"))


def organiser_exists() -> bool:
    """Whether anybody can set up editions."""
    return get_user_model().objects.filter(is_staff=True, is_active=True).exists()
