"""A game that is over: its record, the proof of its dice, and its replay."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from cubilete.core.errors import N_, CubileteError
from cubilete.web.asking import live_of, page, reader_of
from cubilete.web.render import replay_part, style_of

router = APIRouter(include_in_schema=False)


@router.get("/t/{name}/record")
async def record(request: Request, name: str) -> Response:
    """The record of a game that is over; while it runs it would give hidden things away."""
    live = await live_of(request, name)
    if not live.table.over:
        raise CubileteError("not-over", "", N_("The game is not over yet."))
    return Response(
        live.table.record().to_text(),
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{live.table.plan.game}.jsonl"'},
    )


@router.get("/t/{name}/verify")
async def verify(request: Request, name: str) -> Response:
    live = await live_of(request, name)
    return page(request, "verify.html", table=live.table)


@router.get("/t/{name}/replay")
async def replay(request: Request, name: str) -> Response:
    """A game that is over, event by event."""
    live = await live_of(request, name)
    events = live.table.record().events
    if not live.table.over:
        raise CubileteError("not-over", "", N_("The game is not over yet."))
    asked = request.query_params.get("n", "")
    n = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 9 else 0
    n = min(n, len(events))
    part = replay_part(reader_of(request), live.table, events, n)
    if request.headers.get("x-part"):
        return HTMLResponse(part.whole)
    return page(
        request,
        "replay.html",
        table=live.table,
        part=part.whole,
        style=style_of(live.table.game.slug),
    )
