"""Seats for programs: let a bot play and come back."""

from fastapi import APIRouter, Request, Response

from cubilete.host.seating import come_back, let_bot_play
from cubilete.web.api.looks import Who, look_response, own_seat, table_for
from cubilete.web.api.models import Look, StandIn
from cubilete.web.http.problems import documented
from cubilete.web.http.requests import host_of

router = APIRouter(
    prefix="/api/tables",
    tags=["seats"],
    responses=documented(400, 403, 404, 409, 413, 422, 429, 503),
)


@router.post("/{name}/stand-in", response_model=Look)
async def stand_in(request: Request, name: str, wanted: StandIn, who: Who) -> Response:
    """Lets a bot play your seat or that of somebody absent; or you play your own seat again."""
    live = await table_for(request, name, who)
    seat = own_seat(live, who)
    act = let_bot_play if wanted.playing else come_back
    await act(host_of(request), live, live.table.seats[seat].owner, wanted.seat)
    return look_response(live, seat)
