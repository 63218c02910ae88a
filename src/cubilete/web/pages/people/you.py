"""One's own page: name, face and settings, finished games and records, export, and forgetting.

It shows what belongs to the person of the cookie. There is no address by which anybody else could
open it.
"""

from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.responses import StreamingResponse

from cubilete.core.errors import BadOption
from cubilete.core.message import N_
from cubilete.core.registry import all_games
from cubilete.host.people.export import export
from cubilete.host.people.forget_jobs import Forgetting
from cubilete.host.people.history import history_of
from cubilete.host.people.tally import rivals, tallies
from cubilete.store.base import Conflict, Unavailable
from cubilete.table.errors import NotYours
from cubilete.table.retelling import Figures
from cubilete.table.seating.forgetting import SOMEBODY
from cubilete.web.html.people.luck_chart import luck_charts
from cubilete.web.html.people.my_results import shown_result
from cubilete.web.http.identity import COOKIE
from cubilete.web.http.names import COOKIE as NAME
from cubilete.web.http.names import FACE, remembered_face, remembered_name
from cubilete.web.http.requests import (
    field,
    form_of,
    host_of,
    identities_of,
    language_of,
    page,
    person_of,
    turn_to_read,
    with_cookie,
)
from cubilete.web.pages.device import link_page
from cubilete.web.pages.gatherings.evening import COOKIE as EVENING
from cubilete.web.pages.learn import lesson_cookie
from cubilete.web.pages.people.choices import SETTINGS, choose

router = APIRouter(include_in_schema=False)

LONGEST_JOB = 64
MOST_SHOWN = 20
"""Finished games that the page lists; `?all` lists every one."""


@router.get("/you")
async def you(request: Request) -> Response:
    host, owner, language = host_of(request), person_of(request).owner, language_of(request)
    async with turn_to_read(request):
        history = await history_of(host, owner)
    results = [shown_result(result, language) for result in history.results]
    shown = [each for each in results if each is not None]
    most = len(shown) if "all" in request.query_params else MOST_SHOWN
    installed = {game.slug: game for game in all_games()}
    return page(
        request,
        "you.html",
        own_name=remembered_name(request),
        own_face=remembered_face(request),
        results=shown[:most],
        more=max(0, len(shown) - most),
        missing=history.missing,
        tallies=[
            (
                installed[each.game],
                each,
                [shown_result(best, language) for best in each.records],
            )
            for each in tallies(history.results)
            if each.game in installed
        ],
        rivals=rivals(history.results),
        charts=[(chart, Figures(chart.alone, language)) for chart in luck_charts(history.results)],
        kept="kept" in request.query_params,
    )


@router.post("/you")
async def choose_for_you(request: Request) -> Response:
    form = await form_of(request)
    response = RedirectResponse("/you?kept", 303)
    await choose(request, response, form)
    return with_cookie(request, response)


@router.get("/you/records.zip")
async def export_records(request: Request) -> Response:
    """All finished games of the person, as records in a ZIP archive."""
    host, owner = host_of(request), person_of(request).owner

    async def parts() -> AsyncIterator[bytes]:
        async with turn_to_read(request):
            async for part in export(host, owner):
                yield part

    headers = {"Content-Disposition": 'attachment; filename="cubilete.zip"'}
    return StreamingResponse(parts(), media_type="application/zip", headers=headers)


# --- Other devices ---


@router.get("/you/device")
async def device(request: Request) -> Response:
    """The link that makes another browser a device of this person."""
    return link_page(request, "")


@router.post("/you/device/sign-out")
async def sign_out(request: Request) -> Response:
    """As at a table, only for people who sit somewhere: the store remembers it for ever."""
    await form_of(request)
    person, store = person_of(request), host_of(request).store
    if not await store.tables_of(person.owner, 1):
        raise NotYours("not-your-seat", "", N_("That isn't your seat."))
    lowest = await store.sign_out(person.owner)
    identities_of(request).sign_out(person.owner, lowest)
    request.state.person = replace(person, known=False, generation=lowest)
    return with_cookie(request, RedirectResponse("/you/device?out", 303))


# --- Forgetting ---


@router.get("/you/forget")
async def ask_to_forget(request: Request) -> Response:
    running = await host_of(request).store.tables_of(person_of(request).owner, MOST_SHOWN)
    return page(request, "forget.html", running=sum(not each.over for each in running))


@router.post("/you/forget")
async def forget(request: Request) -> Response:
    """Removes all that is stored of the person; this browser is a new one afterwards."""
    form = await form_of(request)
    if field(form, "sure") != "yes":
        raise BadOption("not-sure", "", N_("Tick the box if you are sure."))
    store, owner = host_of(request).store, person_of(request).owner
    known = await store.tables_of(owner, 1)
    job = await forgetting_of(request).ask(owner, SOMEBODY[language_of(request)])
    if known:
        identities_of(request).sign_out(owner, await store.sign_out(owner))
    with suppress(Unavailable, Conflict):  # it is done in the background then
        async with turn_to_read(request):
            await forgetting_of(request).step(job)
    response = RedirectResponse(f"/you/forgotten?job={job}", 303)
    lessons = [lesson_cookie(game.slug) for game in all_games()]
    for name in (COOKIE, NAME, FACE, *SETTINGS, EVENING, *lessons):
        response.delete_cookie(name)
    return response


@router.get("/you/forgotten")
async def forgotten(request: Request) -> Response:
    """Says that it is done, or how far it is."""
    job = await forgetting_of(request).find(request.query_params.get("job", "")[:LONGEST_JOB])
    return page(request, "forgotten.html", job=job)


def forgetting_of(request: Request) -> Forgetting:
    found: Forgetting = request.app.state.forgetting
    return found
