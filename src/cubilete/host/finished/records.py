"""Records: of the games of this server, and imported ones.

An imported record is checked against the rules and stored under the hash of its text. It can be
replayed by its name and nothing else: it is no table and has no seats. It shows everything that was
hidden in its game.

Anybody may send records, so their cost is bounded. A record is read line by line and its lists of
legal actions, which are most of it, are dropped as soon as they have been checked. One thread reads
all records and pauses often, because it shares the interpreter with the event loop.
"""

import asyncio
import hashlib
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from cubilete.core.errors import BadRecord, CubileteError
from cubilete.core.match import (
    Match,
    check_audiences,
    check_result,
    replay_event,
    start_again,
)
from cubilete.core.message import N_
from cubilete.core.record import (
    Event,
    Header,
    Record,
    Result,
    parse_line,
    read_after_header,
    read_header,
    split_lines,
)
from cubilete.host.finished.replays import Replay
from cubilete.host.host import NAME, Host
from cubilete.store.base import Store
from cubilete.table.kinds.cup import secret_is_public
from cubilete.table.proof import record_of
from cubilete.table.replay.course import Course
from cubilete.table.replay.replayed import played_table, table_of
from cubilete.table.table import Table

MOST_EVENTS = 10_000
"""Ten times as many as a long game of six people has."""
LONGEST_LINE = 128 * 1024
"""Letters. The longest line is a header with its material: 5 KB for a deck of 216."""
PAUSE_AFTER = 50
"""Events that are replayed between two pauses: 1 to 2 ms."""
PAUSE = 0.002
"""Seconds."""

_thread = ThreadPoolExecutor(1, thread_name_prefix="records")


def checked(source: str | bytes) -> tuple[str, Record, Match]:
    """Reads and replays a record; returns its whole text, the record without lists of legal
    actions, and the match. Errors name the line."""
    try:
        return read_and_replay(source)
    except BadRecord as error:
        raise CubileteError(
            error.code,
            error.rule,
            N_("Line {line}: {reason}"),
            line=error.line,
            reason=error.message,
        ) from None


def read_and_replay(source: str | bytes) -> tuple[str, Record, Match]:
    lines = split_lines(source)
    check_length(lines)
    header: Header = read_header(parse_line(lines[0], 1))
    match = start_again(Record(header, ()), None)
    text = [header.to_json()]
    events: list[Event] = []
    result: Result | None = None
    for part in read_after_header(header, lines):
        text.append(part.to_json())
        if isinstance(part, Result):
            result = part
            continue
        try:
            replay_event(match, part)
        except CubileteError as error:
            raise BadRecord.because(error, part.n + 1) from None
        events.append(replace(part, legal=None))
        if part.n % PAUSE_AFTER == 0:
            time.sleep(PAUSE)
    record = Record(header, tuple(events), result)
    check_audiences(match, record)
    check_result(match, record)
    return "".join(f"{line}\n" for line in text), record, match


def check_length(lines: list[str]) -> None:
    if len(lines) > MOST_EVENTS + 2:
        raise CubileteError(
            "too-many-events", "", N_("A record has at most {most} events."), most=MOST_EVENTS
        )
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise BadRecord("long-line", "", number, N_("This line is too long."))


async def store_record(host: Host, source: str | bytes) -> str:
    """Stores a record that replays without an error; returns its name."""
    host.housekeeping.check_room()
    loop = asyncio.get_running_loop()
    text, _, _ = await loop.run_in_executor(_thread, checked, source)
    name = hashlib.sha256(text.encode()).hexdigest()[:32]
    await host.store.keep_record(name, text)
    host.housekeeping.count(text)
    return name


async def find_record(store: Store, name: str) -> str | None:
    """The text of an imported record; None where there is none of this name."""
    return await store.find_record(name) if NAME.fullmatch(name) else None


async def record_text(host: Host, table: Table) -> str:
    """The record of a table where the game is over."""
    today = host.cups.today()
    hidden = "" if secret_is_public(table.plan, today) else " without its secret"
    name = f"{table.plan.table} {table.forgotten}{hidden}"
    found = host.record_texts.get(name)
    if found is None:
        found = await host.record_texts.prepare(name, lambda: record_of(table, today).to_text())
    return found


def replay_of_record(text: str) -> Replay:
    """The replay of an imported record. Neither the lists of legal actions nor unknown keys are
    kept, which may be most of the text."""
    _, record, match = checked(text)
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
        table.provable,
    )
