"""Games that are over and their analyses, for pages and programs: found by address, begun, looked
at."""

from dataclasses import dataclass

from fastapi import Request
from starlette.exceptions import HTTPException

from cubilete.bots.positions import has_levels
from cubilete.core.errors import CubileteError
from cubilete.core.message import N_
from cubilete.host.finished.analyses import Progress, State
from cubilete.host.finished.records import (
    find_record,
    record_text,
    replay_of_record,
    replay_of_table,
)
from cubilete.host.finished.replays import Replay
from cubilete.host.live import LiveTable
from cubilete.table.errors import TooLate
from cubilete.web.http.requests import address_of, host_of, live_table, turn_to_read


async def finished_table(request: Request, name: str) -> LiveTable:
    """While a game runs, its record would give hidden things away."""
    live = await live_table(request, name)
    if not live.table.over:
        raise CubileteError("not-over", "", N_("The game isn't over yet."))
    return live


async def stored_record(request: Request, name: str) -> str:
    """The text of an imported record; 404 where there is none of this name."""
    text = await find_record(host_of(request).store, name)
    if text is None:
        raise HTTPException(404)
    return text


async def played_replay(request: Request, name: str) -> Replay:
    """The replay of a table where the game is over."""
    table = (await finished_table(request, name)).table
    replays, key = host_of(request).replays, f"/t/{name} {table.forgotten}"
    replay = replays.get(key)
    if replay is None:
        async with turn_to_read(request):
            replay = await replays.prepare(key, lambda: replay_of_table(table))
    return replay


async def imported_replay(request: Request, name: str) -> Replay:
    """The replay of an imported record; its rules must be installed."""
    replays, key = host_of(request).replays, f"/r/{name}"
    replay = replays.get(key)
    if replay is None:
        text = await stored_record(request, name)
        async with turn_to_read(request):
            replay = await replays.prepare(key, lambda: replay_of_record(text))
    return replay


@dataclass(frozen=True)
class Analysed:
    """A whole game that can be analysed, and the key of its analysis."""

    key: str
    name: str
    replay: Replay
    imported: bool
    """Whether it is a record from elsewhere."""


def check_whole(replay: Replay) -> None:
    """Raises for a game without a result, and for one that can't be analysed."""
    if replay.result is None or replay.result.abandoned:
        raise TooLate("not-over", "", N_("Only a finished game can be analysed."))
    game = replay.table.game
    if not has_levels(game):
        raise CubileteError("not-analysable", "", N_("{game} can't be analysed."), game=game.name)


def analysis_key(table: str) -> str:
    """The key of the analysis of a table's game."""
    return f"t/{table}"


async def analysed_table(request: Request, name: str) -> Analysed:
    if not (await live_table(request, name)).table.over:
        raise TooLate("not-over", "", N_("The game isn't over yet."))
    replay = await played_replay(request, name)
    check_whole(replay)
    return Analysed(analysis_key(name), name, replay, imported=False)


async def analysed_record(request: Request, name: str) -> Analysed:
    replay = await imported_replay(request, name)
    check_whole(replay)
    return Analysed(f"r/{name}", name, replay, imported=True)


async def begin(request: Request, game: Analysed) -> Progress:
    """Begins the analysis unless it is there or under way; returns how far it is."""
    host = host_of(request)
    if game.imported:
        text = await stored_record(request, game.name)
    else:
        table = (await finished_table(request, game.name)).table
        async with turn_to_read(request):
            text = await record_text(host, table)
    await host.analyses.begin(game.key, text, address_of(request.scope))
    return await host.analyses.look(game.key)


async def look(request: Request, game: Analysed) -> Progress:
    """How far the analysis is. One that was asked for before the server stopped begins anew."""
    progress = await host_of(request).analyses.look(game.key)
    return await begin(request, game) if progress.state is State.ABANDONED else progress
