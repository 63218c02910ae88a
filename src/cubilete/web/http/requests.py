"""Who asks, in which language, and what a form of theirs says: what all pages share."""

from collections.abc import Sequence
from typing import cast

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException

from cubilete.core.message import N_
from cubilete.table.table import NotYours
from cubilete.web.house import House, Live
from cubilete.web.people import People, Person
from cubilete.web.render import Reader
from cubilete.language import LANGUAGES

LONGEST_FIELD = 64 * 1024
THEMES = ("auto", "light", "dark")


def house_of(request: Request) -> House:
    return cast(House, request.app.state.house)


def people_of(request: Request) -> People:
    return cast(People, request.app.state.people)


def person_of(request: Request) -> Person:
    if not hasattr(request.state, "person"):
        request.state.person = people_of(request).who(request)
    return cast(Person, request.state.person)


def language_of(request: Request) -> str:
    """The one chosen, or the first of the browser's that we speak; Spanish otherwise."""
    chosen = request.query_params.get("lang") or request.cookies.get("lang", "")
    if chosen in LANGUAGES:
        return chosen
    for part in request.headers.get("accept-language", "").split(","):
        if part.strip()[:2].lower() in LANGUAGES:
            return part.strip()[:2].lower()
    return "es"


def reader_of(request: Request) -> Reader:
    theme = request.cookies.get("theme", "auto")
    return Reader(
        language_of(request),
        theme if theme in THEMES else "auto",
        people_of(request).form_token(person_of(request)),
    )


def answer(request: Request, response: Response) -> Response:
    secure = cast(bool, request.app.state.secure_cookies) or request.url.scheme == "https"
    people_of(request).remember(person_of(request), response, secure)
    return response


def page(request: Request, template: str, names: Sequence[str] = (), **context: object) -> Response:
    return answer(request, HTMLResponse(reader_of(request).page(template, names, **context)))


async def form_of(request: Request, longest_field: int = LONGEST_FIELD) -> FormData:
    """The fields of a form of ours; anybody else's is refused."""
    form = await request.form(max_files=1, max_part_size=longest_field)
    if not people_of(request).form_is_ours(person_of(request), field(form, "token")):
        raise NotYours("foreign-form", "", N_("This form is out of date: load the page again."))
    return form


def field(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def number(form: FormData, name: str) -> int:
    text = field(form, name)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1


async def live_of(request: Request, name: str) -> Live:
    live = await house_of(request).find(name)
    if live is None:
        raise HTTPException(404)
    return live
