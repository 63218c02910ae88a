"""Seats for programs: leave, come back, let a bot play, end the game; and what the opener decides.

The opener of a table is the first who sat down there.
"""

from fastapi import APIRouter, Request, Response

from cubilete.host import seating
from cubilete.table.seating.admission import invitation_of
from cubilete.table.seating.gathering import check_gathering
from cubilete.web.api.looks import Who, look_response, own_seat, table_for
from cubilete.web.api.models import Ending, Filling, Invitation, Look, OneSeat, StandIn
from cubilete.web.http.problems import documented
from cubilete.web.http.requests import host_of

router = APIRouter(
    prefix="/api/tables",
    tags=["seats"],
    responses=documented(400, 403, 404, 409, 410, 413, 422, 429, 503),
)


# --- Before the start ---


@router.get("/{name}/invitations")
async def invitations(request: Request, name: str, who: Who) -> list[Invitation]:
    """The invitations of the free seats, for the opener."""
    live = await table_for(request, name, who)
    table = live.table
    check_gathering(table, who.owner if who else "")
    return [
        Invitation(seat=seat, invitation=code, link=f"/t/{table.plan.table}?invitation={code}")
        for seat, chair in enumerate(table.seats)
        if not chair.taken and not (chair.reserved and chair.reserved.owner)
        for code in [invitation_of(table, seat)]
    ]


@router.post("/{name}/remove", response_model=Look)
async def remove(request: Request, name: str, wanted: OneSeat, who: Who) -> Response:
    """Frees a seat, as the opener. Who sat there can't sit down again without an invitation."""
    live = await table_for(request, name, who)
    seat = own_seat(live, who)
    await seating.remove(host_of(request), live, live.table.seats[seat].owner, wanted.seat)
    return look_response(live, seat)


@router.post("/{name}/fill", response_model=Look)
async def fill(request: Request, name: str, wanted: Filling, who: Who) -> Response:
    """Gives free seats to bots, as the opener; the game begins when all seats are taken."""
    live = await table_for(request, name, who)
    seat = own_seat(live, who)
    owner = live.table.seats[seat].owner
    await seating.fill(host_of(request), live, owner, wanted.seats, wanted.bot)
    return look_response(live, seat)


@router.post("/{name}/cancel", response_model=Look)
async def cancel(request: Request, name: str, who: Who) -> Response:
    """Closes the table for all, as the opener."""
    live = await table_for(request, name, who)
    seat = own_seat(live, who)
    await seating.cancel(host_of(request), live, live.table.seats[seat].owner)
    return look_response(live, seat)


# --- While the game is on ---


@router.post("/{name}/leave", response_model=Look)
async def leave(request: Request, name: str, who: Who) -> Response:
    """Leaves the game: a bot plays for you. You may come back by stand-in. Before the start your
    seat is free again."""
    live = await table_for(request, name, who)
    seat = own_seat(live, who)
    await seating.leave(host_of(request), live, seat)
    return look_response(live, seat if live.table.match is not None else None)


@router.post("/{name}/stand-in", response_model=Look)
async def stand_in(request: Request, name: str, wanted: StandIn, who: Who) -> Response:
    """Lets a bot play your seat or that of somebody absent; or you play your own seat again."""
    live = await table_for(request, name, who)
    seat = own_seat(live, who)
    act = seating.let_bot_play if wanted.playing else seating.come_back
    await act(host_of(request), live, live.table.seats[seat].owner, wanted.seat)
    return look_response(live, seat)


@router.post("/{name}/end", response_model=Look)
async def end(request: Request, name: str, wanted: Ending, who: Who) -> Response:
    """Asks the people to end the game for all, or answers that question. It ends when all who are
    present agree, or after a minute without an objection."""
    live = await table_for(request, name, who)
    seat = own_seat(live, who)
    if wanted.agree:
        await seating.ask_end(host_of(request), live, seat)
    else:
        await seating.answer_end(host_of(request), live, seat, agrees=False)
    return look_response(live, seat)
