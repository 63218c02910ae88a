"""What games take on the disk and in memory: the figures of docs/hosting.md.

usage: python bench/sizes.py [--games 5] [--analyses]

Games of two people (three where two can't play) who decide as the level `normal` does, stored in
one SQLite file as the server stores them. Memory is that of this process, which loads what the
server loads.
"""

import argparse
import asyncio
import gc
import hashlib
import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

import cubilete.web.app  # noqa: F401  the packages of a server, for its memory
from cubilete.bots.levels import make_bot, placed
from cubilete.bots.report import analyse
from cubilete.bots.summary import summary
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.registry import all_games
from cubilete.core.rng import seeded
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.opening import new_plan
from cubilete.table.plan import PERSON
from cubilete.table.proof import record_of
from cubilete.table.table import Table, load


@dataclass
class Played:
    """A finished game, with the entries that the store gets."""

    table: Table
    entries: list[JsonObject] = field(default_factory=list)
    moves: int = 0

    def add(self, entry: JsonObject) -> None:
        self.table.apply(entry)
        self.entries.append(entry)


def token(*parts: str | int) -> str:
    """As long as the random texts of a table, but the same each time."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def play(game: AnyGame, number: int) -> Played:
    seats = max(2, game.about.players[0])
    plan = new_plan(game, [PERSON] * seats, table=token(game.slug, number)[:16], secret="ab" * 32)
    played = Played(Table(plan))
    table = played.table
    for seat in range(seats):
        played.add(changes.sit(table, seat, f"Player {seat}", token(seat), "5e" * 16))
    played.add(changes.start(table))
    rng = seeded("sizes", game.slug, number)
    assert table.match is not None
    bot = make_bot(game, table.match.setup, "normal")
    while not table.over:
        seat = table.state.to_act[0]
        decided = placed(bot, table.state)
        played.add(changes.move_by(decided, table, seat, rng, token(played.moves)[:16]))
        played.moves += 1
    return played


async def stored_bytes(games: list[Played]) -> int:
    """How much a database grows by these games."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "cubilete.sqlite")
        store = SqliteStore(path)
        await store.open()
        empty = await store.upkeep.size()
        for played in games:
            plan = played.table.plan
            await store.create(plan.table, plan.game, json.dumps(plan.to_json()))
            for n, entry in enumerate(played.entries, start=1):
                await store.append(plan.table, n, json.dumps(entry), over=entry.get("over") is True)
        grown = await store.upkeep.size() - empty
        await store.close()
    return grown


def resident() -> int:
    """The memory of this process in bytes."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise SystemExit("this system does not tell the memory of a process")


def lines(count: int) -> Iterator[str]:
    before = resident()
    yield f"memory of a server before its first table: {before / 1e6:.0f} MB"
    kept: list[Played] = []
    for game in all_games():
        games = [play(game, number) for number in range(count)]
        kept += games
        grown = asyncio.run(stored_bytes(games))
        moves = sum(played.moves for played in games)
        record = sum(len(record_of(played.table).to_text().encode()) for played in games)
        yield (
            f"{game.slug}: {moves / count:.0f} moves, {grown / count / 1000:.0f} kB on the disk"
            f" ({grown / moves:.0f} bytes a move); its record {record / count / 1000:.0f} kB"
        )
    gc.collect()
    began = resident()
    more = [load(played.table.plan, played.entries) for played in kept for _ in range(10)]
    yield f"memory of a table in use, at its end: {(resident() - began) / len(more) / 1000:.0f} kB"


def analysis_line(game: AnyGame) -> str:
    """What the analysis of one game takes."""
    began = process_time()
    report = analyse(record_of(play(game, 0).table))
    seconds = process_time() - began
    size = len(json.dumps(summary(report, game.slug, ["A", "B", "C"])))
    return f"{game.slug}: its analysis {seconds:.0f} s of a core, {size / 1000:.0f} kB"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5, help="games of each kind")
    parser.add_argument("--analyses", action="store_true", help="analyse a game of each kind too")
    asked = parser.parse_args()
    for line in lines(asked.games):
        print(line, flush=True)
    for game in all_games() if asked.analyses else ():
        print(analysis_line(game), flush=True)


if __name__ == "__main__":
    main()
