"""What a person chooses: cookies of the browser, and a profile that follows to other devices."""

from fastapi import Request
from fastapi.responses import Response
from starlette.datastructures import FormData

from cubilete.host.people.profile import Profile, find_profile, keep_profile
from cubilete.language import LANGUAGES
from cubilete.table.names import clean_name
from cubilete.web.html.people.comfort import CHOICES
from cubilete.web.http.names import (
    remember_face,
    remember_name,
    remembered_face,
    remembered_name,
)
from cubilete.web.http.requests import DETAILS, THEMES, field, host_of, person_of

SETTINGS = {"lang": LANGUAGES, "theme": THEMES, "details": DETAILS, **CHOICES}
"""Cookies that pages read, each with the values that it may have."""
YEAR = 365 * 24 * 3600


def settings_of(request: Request) -> dict[str, str]:
    """The settings that this browser has."""
    found = {name: request.cookies.get(name, "") for name in SETTINGS}
    return {name: value for name, value in found.items() if value in SETTINGS[name]}


def settings_in(form: FormData) -> dict[str, str]:
    return {name: field(form, name) for name in SETTINGS if field(form, name) in SETTINGS[name]}


def remember_settings(response: Response, settings: dict[str, str]) -> None:
    for name, value in settings.items():
        if value in SETTINGS.get(name, ()):
            response.set_cookie(name, value, max_age=YEAR, samesite="lax")


async def choose(request: Request, response: Response, form: FormData) -> None:
    """Remembers what a form has chosen; a profile is made once a name or face is chosen."""
    name, settings = field(form, "name").strip(), settings_in(form)
    if name:
        name = clean_name(name)
        remember_name(response, name)
    face = field(form, "face") if "face" in form else remembered_face(request)
    if "face" in form:
        remember_face(response, face)
    remember_settings(response, settings)
    person, store = person_of(request), host_of(request).store
    kept = await find_profile(store, person.owner)
    if name or "face" in form or kept != Profile():
        chosen = Profile(
            name or remembered_name(request), face, {**settings_of(request), **settings}
        )
        await keep_profile(store, person.owner, chosen)


async def bring_choices(request: Request, response: Response, owner: str) -> None:
    """Gives a new device of a person what they have chosen on another one."""
    profile = await find_profile(host_of(request).store, owner)
    if profile.name:
        remember_name(response, profile.name)
    if profile.face:
        remember_face(response, profile.face)
    remember_settings(response, profile.settings)
