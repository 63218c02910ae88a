"""What the forms of a table's page do about seats, the end of the game, and who is heard."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from cubilete.host import seating
from cubilete.table.names import clean_name
from cubilete.web.http.names import remember_name, remembered_face
from cubilete.web.http.requests import (
    field,
    form_of,
    host_of,
    live_table,
    number,
    person_of,
    with_cookie,
)
from cubilete.web.pages.table import MUTED, after_change, muted_seats, own_seat

router = APIRouter(include_in_schema=False)

MONTH = 30 * 24 * 3600


@router.post("/t/{name}/sit")
async def sit(request: Request, name: str) -> Response:
    live = await live_table(request, name)
    form = await form_of(request)
    owner = person_of(request).owner
    is_newcomer = not live.table.seats_of(owner)  # further seats are for others on this device
    await host_of(request).sit_down(
        live,
        number(form, "seat"),
        field(form, "name"),
        owner,
        field(form, "seed"),
        field(form, "invitation"),
        remembered_face(request) if is_newcomer else "",
    )
    response = RedirectResponse(f"/t/{name}", 303)
    remember_name(response, clean_name(field(form, "name")))
    return with_cookie(request, response)


# --- Before the start: what the opener decides ---


@router.post("/t/{name}/remove")
async def remove(request: Request, name: str) -> Response:
    """The opener frees a seat."""
    live, form = await live_table(request, name), await form_of(request)
    owner, seat = person_of(request).owner, number(form, "seat")
    await seating.remove(host_of(request), live, owner, seat)
    return after_change(request, live)


@router.post("/t/{name}/fill")
async def fill(request: Request, name: str) -> Response:
    """The opener gives a seat to a bot, or all free seats where the form names none."""
    live, form = await live_table(request, name), await form_of(request)
    seats = [number(form, "seat")] if field(form, "seat") else []
    owner = person_of(request).owner
    await seating.fill(host_of(request), live, owner, seats, field(form, "bot"))
    return after_change(request, live)


@router.post("/t/{name}/cancel")
async def cancel(request: Request, name: str) -> Response:
    """The opener closes the table."""
    live = await live_table(request, name)
    await form_of(request)
    await seating.cancel(host_of(request), live, person_of(request).owner)
    return RedirectResponse("/", 303)


# --- While the game is on ---


@router.post("/t/{name}/stand-in")
async def stand_in(request: Request, name: str) -> Response:
    """A bot plays for somebody absent or for the viewer, or the viewer plays again."""
    live, form = await live_table(request, name), await form_of(request)
    own_seat(request, live, form)
    act = seating.let_bot_play if field(form, "bot") == "1" else seating.come_back
    await act(host_of(request), live, person_of(request).owner, number(form, "for"))
    return after_change(request, live)


@router.post("/t/{name}/leave")
async def leave(request: Request, name: str) -> Response:
    """The viewer leaves the table; a bot plays for them where the game has begun."""
    live, form = await live_table(request, name), await form_of(request)
    await seating.leave(host_of(request), live, own_seat(request, live, form))
    return RedirectResponse("/", 303)


@router.post("/t/{name}/abandon")
async def abandon(request: Request, name: str) -> Response:
    """The viewer wants to end the game for all: the others are asked."""
    live, form = await live_table(request, name), await form_of(request)
    await seating.ask_end(host_of(request), live, own_seat(request, live, form))
    return after_change(request, live)


@router.post("/t/{name}/end")
async def answer_end(request: Request, name: str) -> Response:
    """The viewer agrees to end the game for all, or does not."""
    live, form = await live_table(request, name), await form_of(request)
    seat, agrees = own_seat(request, live, form), field(form, "agree") == "1"
    await seating.answer_end(host_of(request), live, seat, agrees)
    return after_change(request, live)


# --- Talking ---


@router.post("/t/{name}/chat")
async def chat(request: Request, name: str) -> Response:
    live, form = await live_table(request, name), await form_of(request)
    seat = own_seat(request, live, form)
    await seating.say(host_of(request), live, seat, field(form, "say"))
    return after_change(request, live)


@router.post("/t/{name}/mute")
async def mute(request: Request, name: str) -> Response:
    """This browser no longer shows what a seat says, or shows it again. Nobody else is told: it is
    stored in a cookie that is sent for this table only."""
    live, form = await live_table(request, name), await form_of(request)
    muted = set(muted_seats(request, live.table)) - {number(form, "who")}
    if field(form, "mute") == "1" and 0 <= number(form, "who") < len(live.table.seats):
        muted.add(number(form, "who"))
    response = RedirectResponse(f"/t/{name}", 303)
    seats = ".".join(map(str, sorted(muted)))
    response.set_cookie(
        MUTED, seats, max_age=MONTH, path=f"/t/{name}", httponly=True, samesite="lax"
    )
    return response
