"""Imported records: checked against the rules and stored under the hash of their text.

A stored record can be replayed by its name and nothing else: it is no table and has no seats. It
shows everything that was hidden in its game.
"""

import asyncio
import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache

from cubilete.core.errors import BadRecord, CubileteError
from cubilete.core.match import Match, replay
from cubilete.core.message import N_
from cubilete.core.record import Record, read_record
from cubilete.store.base import Store
from cubilete.table.replayed import ReplayedTable, table_of

OPEN_AT_ONCE = 8


@dataclass(frozen=True)
class OpenedRecord:
    """A stored record and the table of its game."""

    text: str
    record: Record
    table: ReplayedTable


@lru_cache(OPEN_AT_ONCE)
def opened(text: str) -> OpenedRecord:
    """A stored record, without the lists of legal actions, which are most of it."""
    record, match = checked(text)
    events = tuple(replace(event, legal=None) for event in record.events)
    return OpenedRecord(text, replace(record, events=events), table_of(record, match))


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


async def find_record(store: Store, name: str) -> OpenedRecord | None:
    text = await store.find_record(name)
    return None if text is None else await asyncio.to_thread(opened, text)
