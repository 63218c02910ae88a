"""Hints, the coach, and whether people allow them at a table."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import FormData

from cubilete.host.hints import Seen
from cubilete.table import changes
from cubilete.table.entry import Entry
from cubilete.table.table import Table
from cubilete.web.http.requests import (
    field,
    form_of,
    host_of,
    live_table,
    number,
    turn_to_advise,
    while_connected,
)
from cubilete.web.pages.move_form import move_text, revision_of
from cubilete.web.pages.table import COACH, after_change, change, own_seat

router = APIRouter(include_in_schema=False)

YEAR = 365 * 24 * 3600


@router.post("/t/{name}/hint")
async def hint(request: Request, name: str) -> Response:
    """The viewer asks what to do, also about what they have chosen; or hides what they were told.

    Nothing changes at the table, and nobody else's page does.
    """
    live, form = await live_table(request, name), await form_of(request)
    seat, hints = own_seat(request, live, form), host_of(request).hints
    if field(form, "hide"):
        hints.hide(live, seat)
        return after_change(request, live)
    seen = Seen(seat, number(form, "on"), revision_of(form))
    changes.check_current(live.table, seat, seen.after_event, seen.revision)
    wanted = wanted_text(live.table, seat, form)
    async with turn_to_advise(request):
        await while_connected(request, hints.ask(live, seen, wanted))
    return after_change(request, live)


def wanted_text(table: Table, seat: int, form: FormData) -> str:
    """The action that the viewer has chosen; "" where they have chosen none."""
    if field(form, "text") or form.getlist("part"):
        return move_text(table, seat, form)
    return ""


@router.post("/t/{name}/hints")
async def agree(request: Request, name: str) -> Response:
    """The viewer asks the others to allow hints, agrees to it, or does not."""

    def make_entry(table: Table, seat: int, form: FormData) -> Entry:
        return changes.agree_on_hints(table, seat, agrees=field(form, "agree") == "1")

    return await change(request, name, make_entry)


@router.post("/t/{name}/coach")
async def coach(request: Request, name: str) -> Response:
    """This browser's person wants a coach, or no longer. Nobody else is told: it is a cookie, and
    counts at all tables where hints are allowed."""
    await live_table(request, name)
    form = await form_of(request)
    response = RedirectResponse(f"/t/{name}", 303)
    if field(form, "coach") == "1":
        response.set_cookie(COACH, "1", max_age=YEAR, path="/t", httponly=True, samesite="lax")
    else:
        response.delete_cookie(COACH, path="/t")
    return response
