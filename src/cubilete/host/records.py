"""Records: of the games of this server, and imported ones.

An imported record is checked against the rules and stored under the hash of its text. It can be
replayed by its name and nothing else: it is no table and has no seats. It shows everything that was
hidden in its game.

Everything that walks over a whole record runs in a thread.
"""

import asyncio
import hashlib

from cubilete.core.errors import BadRecord, CubileteError
from cubilete.core.match import Match, replay
from cubilete.core.message import N_
from cubilete.core.record import Record, read_record
from cubilete.host.replays import Replay
from cubilete.store.base import Store
from cubilete.table.course import Course
from cubilete.table.proof import record_of
from cubilete.table.replayed import played_table, table_of
from cubilete.table.table import Table


def checked(source: str | bytes) -> tuple[Record, Match]:
    """Reads and replays a record; errors name the line."""
    try:
        record = read_record(source)
        return record, replay(record)
    except BadRecord as error:
        raise CubileteError(
            error.code,
            error.rule,
            N_("Line {line}: {reason}"),
            line=error.line,
            reason=error.message,
        ) from None


async def store_record(store: Store, source: str | bytes) -> str:
    """Stores a record that replays without an error; returns its name."""
    record, _ = await asyncio.to_thread(checked, source)
    text = record.to_text()
    name = hashlib.sha256(text.encode()).hexdigest()[:32]
    await store.keep_record(name, text)
    return name


async def record_text(table: Table) -> str:
    """The record of a table where the game is over."""
    return await asyncio.to_thread(lambda: record_of(table).to_text())


def replay_of_record(text: str) -> Replay:
    """The replay of an imported record. Neither the lists of legal actions nor unknown keys are
    kept, which may be most of the text."""
    record, match = checked(text)
    return Replay(
        table_of(record, match),
        Course(match),
        len(record.events),
        record.result,
        "fair" in record.header.more,
    )


def replay_of_table(table: Table) -> Replay:
    """The replay of a table where the game is over."""
    match = table.match
    assert match is not None
    return Replay(
        played_table(table, match),
        Course(match),
        len(match.events),
        match.result,
        not table.plan.real_dice,
    )
