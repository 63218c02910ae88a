"""Request helpers: host, viewer, language, form fields and responses."""

import asyncio
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar, cast

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Scope

from cubilete.core.message import N_
from cubilete.host.host import Host
from cubilete.host.live import LiveTable
from cubilete.host.push.service import Push
from cubilete.language import LANGUAGES
from cubilete.table.errors import NotYours
from cubilete.web.html.install.version import HEADER, static_version
from cubilete.web.html.people.comfort import comfort_of
from cubilete.web.html.viewer import Viewer
from cubilete.web.http.identity import COOKIE, Identities, Person
from cubilete.web.http.limits import Turns, network_of

LONGEST_FIELD = 64 * 1024
THEMES = ("auto", "light", "dark")
DETAILS = ("off", "on")
A = TypeVar("A")


def host_of(request: Request) -> Host:
    return cast(Host, request.app.state.host)


def push_of(request: Request) -> Push:
    return cast(Push, request.app.state.push)


def identities_of(request: Request) -> Identities:
    return cast(Identities, request.app.state.identities)


def address_of(scope: Scope) -> str:
    """The client's address or network; the proxy's headers count if the server believes them."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""


def turn_to_draw(request: Request) -> AbstractAsyncContextManager[None]:
    """Waits until the client's address may draw an update of a stream."""
    return cast(Turns, request.app.state.drawing).take(address_of(request.scope))


def turn_to_read(request: Request) -> AbstractAsyncContextManager[None]:
    """Waits until the client's address may have a whole game read, in a thread."""
    return cast(Turns, request.app.state.reading).take(address_of(request.scope))


def turn_to_advise(request: Request) -> AbstractAsyncContextManager[None]:
    """Waits until the client's address may have a hint computed."""
    return cast(Turns, request.app.state.advising).take(address_of(request.scope))


async def while_connected(request: Request, work: Coroutine[Any, Any, A]) -> A:
    """The result of some work, which is cancelled when the client goes away: nobody needs it then.
    The body of the request must have been read."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(disconnected(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def players_of(request: Request) -> list[str]:
    """The names at the table that a request is about; empty until it is found."""
    return cast(list[str], getattr(request.state, "players", []))


def person_of(request: Request) -> Person:
    """The sender; found once for each request."""
    if not hasattr(request.state, "person"):
        request.state.person = identities_of(request).person_of(request)
    return cast(Person, request.state.person)


def language_of(request: Request) -> str:
    """The language that was chosen, or the first of the browser's that we know, or Spanish."""
    chosen = request.query_params.get("lang") or request.cookies.get("lang", "")
    if chosen in LANGUAGES:
        return chosen
    for part in request.headers.get("accept-language", "").split(","):
        if part.strip()[:2].lower() in LANGUAGES:
            return part.strip()[:2].lower()
    return "es"


def viewer_of(request: Request) -> Viewer:
    theme = request.cookies.get("theme", "auto")
    return Viewer(
        language_of(request),
        theme if theme in THEMES else "auto",
        identities_of(request).form_token(person_of(request)),
        request.cookies.get("details") == "on",
        comfort_of(request.cookies),
    )


def with_cookie(request: Request, response: Response) -> Response:
    """The response, with the cookie of a browser that had none."""
    secure = cast(bool, request.app.state.secure_cookies) or request.url.scheme == "https"
    identities_of(request).set_cookie(person_of(request), response, secure)
    return response


def page(request: Request, template: str, **context: object) -> Response:
    """A whole page. Its headers tell the service worker the version and the language."""
    viewer = viewer_of(request)
    headers = {HEADER: static_version(), "Content-Language": viewer.language}
    context["push_key"] = push_of(request).public_key
    return with_cookie(request, HTMLResponse(viewer.page(template, **context), headers=headers))


async def form_of(request: Request, longest_field: int = LONGEST_FIELD) -> FormData:
    """The fields of a form of ours; a form of another site is refused."""
    form = await request.form(max_files=1, max_part_size=longest_field)
    if not identities_of(request).is_own_form(person_of(request), field(form, "token")):
        raise NotYours("foreign-form", "", N_("This page is out of date: reload it."))
    return form


def field(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def number(form: FormData, name: str) -> int:
    """A field that holds a whole number; -1 for anything else."""
    found = small_number(field(form, name))
    return -1 if found is None else found


def small_number(text: str) -> int | None:
    """A number of at most eight digits that a request names; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None


async def live_table(request: Request, name: str) -> LiveTable:
    """An open table; 404 where there is none of this name. The browser that asks is present."""
    live = await host_of(request).find(name)
    if live is None:
        raise HTTPException(404)
    request.state.players = live.table.names()
    # Programs have no cookie: a key for a new browser would be drawn for nothing.
    if COOKIE in request.cookies and person_of(request).known:
        host_of(request).presence.note(live, person_of(request).owner)
    return live
