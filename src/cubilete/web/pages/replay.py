"""Replay, event by event: of finished games of this server, and of imported records."""

import asyncio
from dataclasses import dataclass, replace

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from cubilete.core.errors import CubileteError
from cubilete.core.fair.claims import COVERS, DECISIONS_OF_FIRST_RECIPE, LIMITS
from cubilete.core.message import N_
from cubilete.core.record import Event
from cubilete.host.live import LiveTable
from cubilete.host.records import find_record, record_text, replay_of_record, replay_of_table
from cubilete.host.replays import Replay
from cubilete.table.names import isolated
from cubilete.table.table import Table
from cubilete.web.html.artwork import style_of
from cubilete.web.html.perspective import latest_outcomes, outcomes_for_script
from cubilete.web.html.scene import TableScene
from cubilete.web.html.table_part import HISTORY
from cubilete.web.html.viewer import Viewer
from cubilete.web.http.requests import (
    host_of,
    live_table,
    page,
    small_number,
    turn_to_read,
    viewer_of,
)

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Links:
    """The addresses of a replay."""

    root: str
    """Below it are its record and the proof of its dice."""
    address: str
    """Of the replay itself."""


async def finished_table(request: Request, name: str) -> LiveTable:
    """While a game runs, its record would give hidden things away."""
    live = await live_table(request, name)
    if not live.table.over:
        raise CubileteError("not-over", "", N_("The game is not over yet."))
    return live


async def stored_record(request: Request, name: str) -> str:
    """The text of an imported record; 404 where there is none of this name."""
    text = await find_record(host_of(request).store, name)
    if text is None:
        raise HTTPException(404)
    return text


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
    return Moment(min(number("n") or 0, replay.end), eyes)


def part_of(viewer: Viewer, replay: Replay, links: Links, moment: Moment) -> str:
    """The inner part of a replay's page: the game after some of its events."""
    table, course, n = replay.table, replay.course, moment.n
    game, names = table.game, tuple(map(isolated, table.names()))
    view = replace(game.rules.view(course.state_at(n), moment.eyes), legal=())
    history = course.last_events(moment.eyes, n, HISTORY)
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
        links=links,
        moment=moment,
        turn_before=course.turn_before(n),
        turn_after=course.turn_after(n, replay.end),
        last=told(history[0]) if history and history[0].n == n else "",
        history=[(event, told(event)) for event in history],
        outcomes=outcomes_for_script(table, outcomes),
        stage=Markup("").join(map(Markup, game.page.stage(scene))),
    )


async def show(request: Request, replay: Replay, links: Links) -> Response:
    moment = moment_of(request, replay)
    part = await asyncio.to_thread(part_of, viewer_of(request), replay, links, moment)
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
    replays, key = host_of(request).replays, f"/t/{name}"
    replay = replays.get(key)
    if replay is None:
        table = (await finished_table(request, name)).table
        async with turn_to_read(request):
            replay = await replays.prepare(key, lambda: replay_of_table(table))
    return await show(request, replay, Links(f"/t/{name}", f"/t/{name}/replay"))


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


async def imported_replay(request: Request, name: str) -> Replay:
    """The replay of an imported record; its rules must be installed."""
    replays, key = host_of(request).replays, f"/r/{name}"
    replay = replays.get(key)
    if replay is None:
        text = await stored_record(request, name)
        async with turn_to_read(request):
            replay = await replays.prepare(key, lambda: replay_of_record(text))
    return replay


@router.get("/r/{name}")
async def record_replay(request: Request, name: str) -> Response:
    if not request.headers.get("x-part"):
        await stored_record(request, name)  # the store notes that somebody looked at it
    links = Links(f"/r/{name}", f"/r/{name}")
    return await show(request, await imported_replay(request, name), links)


@router.get("/r/{name}/record")
async def record_file(request: Request, name: str) -> Response:
    replay = await imported_replay(request, name)
    return send_record(await stored_record(request, name), replay.table.plan.game)


@router.get("/r/{name}/verify")
async def record_verify(request: Request, name: str) -> Response:
    await imported_replay(request, name)
    return verify_page(request, f"/r/{name}", None)
