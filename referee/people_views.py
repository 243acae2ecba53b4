"""The people's page: accounts, posts, new passwords. For the organiser."""

from typing import Any

from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from referee import people, posts
from referee.answers import form_of, may_required
from referee.people import Unfit

people_required = may_required("people")


def _page(request: HttpRequest, *, status: int = 200, **told: Any) -> HttpResponse:
    """The page; *told*: a password shown only now, or an error, and what was typed."""
    rows = [{"person": person, "post": posts.post_of(person)} for person in people.person_list()]
    context = {"rows": rows, "posts": posts.GIVEN, "longest": people.LONGEST_NAME, **told}
    return render(request, "referee/people.html", context, status=status)


@people_required
@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Everybody with a password, and the form for one more."""
    return _page(request)


@people_required
@never_cache
@form_of("referee:people")
def new(request: HttpRequest) -> HttpResponse:
    """Makes an account. Its password stands in this answer and nowhere else."""
    name, post = request.POST.get("name", ""), request.POST.get("post", "")
    try:
        password = people.person_create(name=name, post=post)
    except Unfit as unfit:
        return _page(request, status=422, error=str(unfit), typed_name=name, typed_post=post)
    return _page(request, password=password, password_of=people.name_typed(name))


@people_required
@never_cache
@form_of("referee:people")
def password(request: HttpRequest, person: int) -> HttpResponse:
    """A new password, shown in this answer only."""
    user = _person_or_404(person)
    made, _created = people.password_reset(name=user.get_username())
    return _page(request, password=made, password_of=user.get_username())


@people_required
@form_of("referee:people")
def change(request: HttpRequest, person: int) -> HttpResponse:
    """Another post (``post``), or the account closed or opened (``active``: 0, 1)."""
    _person_or_404(person)
    wanted: dict[str, Any] = {"post": request.POST.get("post")}
    if "active" in request.POST:
        wanted["active"] = request.POST["active"] == "1"
    try:
        people.person_change(user_id=person, **wanted)
    except Unfit as unfit:
        return _page(request, status=422, error=str(unfit))
    return redirect("referee:people")


def _person_or_404(pk: int) -> Any:
    user = get_user_model().objects.filter(pk=pk, device=None).first()
    if user is None:
        raise Http404
    return user
