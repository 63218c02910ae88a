"""What the forms of a table's page do about seats: sit down, let a bot play, come back, end."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from cubilete.host.seating import come_back, let_bot_play
from cubilete.table import changes
from cubilete.web.http.requests import (
    field,
    form_of,
    host_of,
    live_table,
    number,
    person_of,
    with_cookie,
)
from cubilete.web.pages.table import after_change, change, own_seat

router = APIRouter(include_in_schema=False)


@router.post("/t/{name}/sit")
async def sit(request: Request, name: str) -> Response:
    live = await live_table(request, name)
    form = await form_of(request)
    await host_of(request).sit_down(
        live,
        number(form, "seat"),
        field(form, "name"),
        person_of(request).owner,
        field(form, "seed"),
    )
    return with_cookie(request, RedirectResponse(f"/t/{name}", 303))


@router.post("/t/{name}/stand-in")
async def stand_in(request: Request, name: str) -> Response:
    """A bot plays for somebody absent or for the viewer, or the viewer plays again."""
    live = await live_table(request, name)
    form = await form_of(request)
    own_seat(request, live, form)
    act = let_bot_play if field(form, "bot") == "1" else come_back
    await act(host_of(request), live, person_of(request).owner, number(form, "for"))
    return after_change(request, live)


@router.post("/t/{name}/abandon")
async def abandon(request: Request, name: str) -> Response:
    return await change(request, name, lambda table, seat, form: changes.abandon(table, seat))
