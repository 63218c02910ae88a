"""Games to look at again, event by event: those that are over here, and records from elsewhere."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from cubilete.core.errors import CubileteError
from cubilete.core.message import N_
from cubilete.core.record import Event, Record
from cubilete.core.state import CHANCE
from cubilete.table.table import Table
from cubilete.web.asking import house_of, live_of, page, reader_of
from cubilete.web.records import find
from cubilete.web.render import (
    HISTORY,
    Look,
    Reader,
    latest_falls,
    stage_of,
    style_of,
    told_to_script,
    who,
)

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Replay:
    """A game with the address of its replay."""

    table: Table
    record: Record
    root: str
    """Below it are its record and the proof of its dice."""
    address: str
    """Of the replay itself."""


async def replay_of_table(request: Request, name: str) -> Replay:
    """While a game runs, its record would give hidden things away."""
    live = await live_of(request, name)
    if not live.table.over:
        raise CubileteError("not-over", "", N_("The game is not over yet."))
    return Replay(live.table, live.table.record(), f"/t/{name}", f"/t/{name}/replay")


async def replay_of_record(request: Request, name: str) -> Replay:
    opened = await find(house_of(request).store, name)
    return Replay(opened.table, opened.record, f"/r/{name}", f"/r/{name}")


# --- What a replay shows ---


@dataclass(frozen=True)
class Moment:
    """Where in a game a replay stands, and with whose eyes it is seen."""

    n: int
    """How many events have happened."""
    eyes: int | None
    """The seat whose view it is; None is what everybody saw."""


def moment_of(request: Request, replay: Replay) -> Moment:
    def number(name: str) -> int | None:
        text = request.query_params.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None

    eyes = number("eyes")
    if eyes is not None and eyes >= len(replay.table.seats):
        eyes = None
    return Moment(min(number("n") or 0, len(replay.record.events)), eyes)


def turns_of(events: Sequence[Event]) -> list[int]:
    """How many events had happened whenever another seat came to decide."""
    turns: list[int] = []
    before: int | None = None
    for happened, event in enumerate(events):
        if isinstance(event.by, int):
            if event.by != before:
                turns.append(happened)
            before = event.by
    return turns


def part_of(reader: Reader, replay: Replay, moment: Moment) -> str:
    """The inner part of a replay's page: the game after some of its events."""
    table, events, n = replay.table, replay.record.events, moment.n
    match = table.new_match()
    for event in events[:n]:
        if event.by != "table":
            match.play(CHANCE if event.by == "chance" else int(event.by), event.text)
    view = replace(table.game.view(match.state, moment.eyes), legal=())
    names = table.names()
    known = [event for event in match.seen_by(moment.eyes) if event.n <= n]
    history = known[: -HISTORY - 1 : -1]
    fallen = latest_falls(history)
    turns = turns_of(events)
    return reader.page(
        "replay-part.html",
        table=table,
        game=table.game,
        look=Look(table, (), moment.eyes),
        view=view,
        legal=frozenset(),
        picked="",
        names=names,
        on=0,
        key="",
        replay=replay,
        moment=moment,
        most=len(events),
        turn_before=max((turn for turn in turns if turn < n), default=0),
        turn_after=min((turn for turn in turns if turn > n), default=len(events)),
        last=known[-1] if known and known[-1].n == n else None,
        history=history,
        fallen=fallen,
        fell=told_to_script(table, fallen),
        who=who,
        stage=stage_of(table.game.slug),
    )


async def show(request: Request, replay: Replay) -> Response:
    moment = moment_of(request, replay)
    # A long game takes a while to be played again: others are served meanwhile.
    part = await asyncio.to_thread(part_of, reader_of(request), replay, moment)
    if request.headers.get("x-part"):
        return HTMLResponse(part)
    style = style_of(replay.table.game.slug)
    return page(request, "replay.html", replay=replay, table=replay.table, part=part, style=style)


def send_record(text: str, game: str) -> Response:
    return Response(
        text,
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{game}.jsonl"'},
    )


# --- A table where the game is over ---


@router.get("/t/{name}/replay")
async def table_replay(request: Request, name: str) -> Response:
    return await show(request, await replay_of_table(request, name))


@router.get("/t/{name}/record")
async def table_record(request: Request, name: str) -> Response:
    replay = await replay_of_table(request, name)
    return send_record(replay.record.to_text(), replay.table.plan.game)


@router.get("/t/{name}/verify")
async def table_verify(request: Request, name: str) -> Response:
    await live_of(request, name)
    return page(request, "verify.html", record_at=f"/t/{name}/record", back=f"/t/{name}")


# --- A record from elsewhere ---


@router.get("/r/{name}")
async def record_replay(request: Request, name: str) -> Response:
    return await show(request, await replay_of_record(request, name))


@router.get("/r/{name}/record")
async def record_file(request: Request, name: str) -> Response:
    opened = await find(house_of(request).store, name)
    return send_record(opened.text, opened.table.plan.game)


@router.get("/r/{name}/verify")
async def record_verify(request: Request, name: str) -> Response:
    await replay_of_record(request, name)
    return page(request, "verify.html", record_at=f"/r/{name}/record", back=f"/r/{name}")
