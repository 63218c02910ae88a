"""Replay, event by event: of finished games of this server, and of imported records."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from cubilete.core.errors import CubileteError
from cubilete.core.message import N_
from cubilete.core.record import Event, Record
from cubilete.host.records import OpenedRecord, find_record
from cubilete.table.names import isolated
from cubilete.table.proof import record_of
from cubilete.table.table import Table, play_again
from cubilete.web.html.artwork import style_of
from cubilete.web.html.perspective import latest_outcomes, outcomes_for_script
from cubilete.web.html.scene import TableScene
from cubilete.web.html.table_part import HISTORY
from cubilete.web.html.viewer import Viewer
from cubilete.web.http.requests import host_of, live_table, page, small_number, viewer_of

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
    live = await live_table(request, name)
    if not live.table.over:
        raise CubileteError("not-over", "", N_("The game is not over yet."))
    return Replay(live.table, record_of(live.table), f"/t/{name}", f"/t/{name}/replay")


async def opened_record(request: Request, name: str) -> OpenedRecord:
    """An imported record; 404 where there is none of this name."""
    opened = await find_record(host_of(request).store, name)
    if opened is None:
        raise HTTPException(404)
    return opened


async def replay_of_record(request: Request, name: str) -> Replay:
    opened = await opened_record(request, name)
    return Replay(opened.table, opened.record, f"/r/{name}", f"/r/{name}")


# --- What a replay shows ---


@dataclass(frozen=True)
class Moment:
    """A position of a replay, and from which seat it is seen."""

    n: int
    """How many events have happened."""
    eyes: int | None
    """The seat whose view it is; None is what everybody saw."""


def moment_of(request: Request, replay: Replay) -> Moment:
    def number(name: str) -> int | None:
        return small_number(request.query_params.get(name, ""))

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


def part_of(viewer: Viewer, replay: Replay, moment: Moment) -> str:
    """The inner part of a replay's page: the game after some of its events."""
    table, events, n = replay.table, replay.record.events, moment.n
    match = table.new_match()
    play_again(match, events[:n])
    game, names = table.game, tuple(map(isolated, table.names()))
    view = replace(match.view(moment.eyes), legal=())
    known = [event for event in match.seen_by(moment.eyes) if event.n <= n]
    history = known[: -HISTORY - 1 : -1]
    outcomes = latest_outcomes(history)
    scene = TableScene(
        game,
        viewer.language,
        view,
        moment.eyes,
        names,
        None,
        over=table.over,
        history=history,
        outcomes=outcomes,
    )

    def told(event: Event) -> str:
        who = names[event.by] if isinstance(event.by, int) else ""
        return viewer.say(game.words.tell(who, event.by, event.text), names)

    turns = turns_of(events)
    return viewer.page(
        "replay-part.html",
        game=game,
        view=view,
        names=names,
        notes=[viewer.say(game.words.seat_note(view, seat), names) for seat in range(len(names))],
        extra_names=[
            game.words.extra_player(number) for number in range(len(view.scores) - len(names))
        ],
        replay=replay,
        moment=moment,
        most=len(events),
        turn_before=max((turn for turn in turns if turn < n), default=0),
        turn_after=min((turn for turn in turns if turn > n), default=len(events)),
        last=told(known[-1]) if known and known[-1].n == n else "",
        history=[(event, told(event)) for event in history],
        outcomes=outcomes_for_script(table, outcomes),
        stage=Markup("").join(map(Markup, game.page.stage(scene))),
    )


async def show(request: Request, replay: Replay) -> Response:
    moment = moment_of(request, replay)
    # Replaying a long game takes a while, so it runs in a thread.
    part = await asyncio.to_thread(part_of, viewer_of(request), replay, moment)
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
    live = await live_table(request, name)
    return page(
        request, "verify.html", record_at=f"/t/{name}/record", back=f"/t/{name}", table=live.table
    )


# --- A record from elsewhere ---


@router.get("/r/{name}")
async def record_replay(request: Request, name: str) -> Response:
    return await show(request, await replay_of_record(request, name))


@router.get("/r/{name}/record")
async def record_file(request: Request, name: str) -> Response:
    opened = await opened_record(request, name)
    return send_record(opened.text, opened.table.plan.game)


@router.get("/r/{name}/verify")
async def record_verify(request: Request, name: str) -> Response:
    await replay_of_record(request, name)
    return page(
        request, "verify.html", record_at=f"/r/{name}/record", back=f"/r/{name}", table=None
    )
