"""Replay, event by event: of finished games of this server, and of imported records."""

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from cubilete.core.fair.claims import COVERS, DECISIONS_OF_FIRST_RECIPE, LIMITS
from cubilete.host.finished.records import record_text
from cubilete.host.finished.replays import Replay
from cubilete.table.table import Table
from cubilete.web.html.artwork import style_of
from cubilete.web.html.replay_part import (
    Links,
    Moment,
    links_of_record,
    links_of_table,
    replay_part,
)
from cubilete.web.http.analysed import (
    finished_table,
    imported_replay,
    played_replay,
    stored_record,
)
from cubilete.web.http.requests import (
    host_of,
    live_table,
    page,
    small_number,
    turn_to_read,
    viewer_of,
)

router = APIRouter(include_in_schema=False)


def moment_of(request: Request, replay: Replay) -> Moment:
    def number(name: str) -> int | None:
        return small_number(request.query_params.get(name, ""))

    eyes = number("eyes")
    if eyes is not None and eyes >= len(replay.table.seats):
        eyes = None
    return Moment(min(number("n") or 0, replay.end), eyes)


async def show(request: Request, replay: Replay, links: Links) -> Response:
    moment = moment_of(request, replay)
    part = await asyncio.to_thread(replay_part, viewer_of(request), replay, links, moment)
    if request.headers.get("x-part"):
        return HTMLResponse(part)
    style = style_of(replay.table.game.slug)
    return page(request, "replay.html", table=replay.table, part=part, style=style)


def send_record(text: str, game: str) -> Response:
    return Response(
        text,
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{game}.jsonl"'},
    )


# --- A table where the game is over ---


@router.get("/t/{name}/replay")
async def table_replay(request: Request, name: str) -> Response:
    return await show(request, await played_replay(request, name), links_of_table(name))


@router.get("/t/{name}/record")
async def table_record(request: Request, name: str) -> Response:
    table = (await finished_table(request, name)).table
    async with turn_to_read(request):
        text = await record_text(host_of(request), table)
    return send_record(text, table.plan.game)


@router.get("/t/{name}/verify")
async def table_verify(request: Request, name: str) -> Response:
    live = await live_table(request, name)
    return verify_page(request, f"/t/{name}", live.table)


def verify_page(request: Request, address: str, table: Table | None) -> Response:
    """The page that checks the dice of the record at an address; `table` is its table, if it was
    played here."""
    return page(
        request,
        "verify.html",
        record_at=f"{address}/record",
        back=address,
        table=table,
        covers=COVERS,
        limits={**LIMITS, "decisions-of-first-recipe": DECISIONS_OF_FIRST_RECIPE},
    )


# --- A record from elsewhere ---


@router.get("/r/{name}")
async def record_replay(request: Request, name: str) -> Response:
    if not request.headers.get("x-part"):
        await stored_record(request, name)  # the store notes that somebody looked at it
    return await show(request, await imported_replay(request, name), links_of_record(name))


@router.get("/r/{name}/record")
async def record_file(request: Request, name: str) -> Response:
    replay = await imported_replay(request, name)
    return send_record(await stored_record(request, name), replay.table.plan.game)


@router.get("/r/{name}/verify")
async def record_verify(request: Request, name: str) -> Response:
    await imported_replay(request, name)
    return verify_page(request, f"/r/{name}", None)
