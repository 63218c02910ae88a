"""Imported records: checked against the rules and stored under the hash of their text.

A stored record can be replayed by its name and nothing else: it is no table and has no seats. It
shows everything that was hidden in its game.

Anybody may send records, so their cost is bounded. A record is read line by line and its lists of
legal actions, which are most of it, are dropped as soon as they have been checked. One thread reads
all records and pauses often, because it shares the interpreter with the event loop.
"""

import asyncio
import hashlib
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Lock

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
from cubilete.host.host import NAME, Host
from cubilete.store.base import Store
from cubilete.table.replayed import ReplayedTable, table_of

MOST_EVENTS = 10_000
"""Ten times as many as a long game of six people has."""
LONGEST_LINE = 128 * 1024
"""Letters. The longest line is a header with its material: 5 KB for a deck of 216."""
PAUSE_AFTER = 50
"""Events that are replayed between two pauses: 1 to 2 ms."""
PAUSE = 0.002
"""Seconds."""
OPEN_AT_ONCE = 8
OPEN_LETTERS = 4 * 1024 * 1024
OPEN_EVENTS = 20_000
"""Opened records are kept up to all of these: about 20 MB."""

_thread = ThreadPoolExecutor(1, thread_name_prefix="records")


@dataclass(frozen=True)
class OpenedRecord:
    """A stored record and the table of its game."""

    text: str
    record: Record
    """Without lists of legal actions, and without keys of events that are not ours."""
    table: ReplayedTable


class OpenedRecords:
    """The records that were opened last, bounded by their size."""

    def __init__(self) -> None:
        self._opened: OrderedDict[str, OpenedRecord] = OrderedDict()
        self._lock = Lock()

    def get(self, text: str) -> OpenedRecord | None:
        with self._lock:
            found = self._opened.get(text)
            if found is not None:
                self._opened.move_to_end(text)
            return found

    def keep(self, opened: OpenedRecord) -> None:
        with self._lock:
            self._opened[opened.text] = opened
            while self._is_too_much():
                self._opened.popitem(last=False)

    def _is_too_much(self) -> bool:
        kept = self._opened.values()
        return len(kept) > 1 and (
            len(kept) > OPEN_AT_ONCE
            or sum(len(each.text) for each in kept) > OPEN_LETTERS
            or sum(len(each.record.events) for each in kept) > OPEN_EVENTS
        )


_opened = OpenedRecords()


def opened(text: str) -> OpenedRecord:
    """A stored record with its table, from memory where it was opened before."""
    found = _opened.get(text)
    if found is None:
        _, record, match = checked(text)
        # Most events are equal to those of the match: keep one of them.
        events = tuple(map(the_same, record.events, match.events))
        found = OpenedRecord(text, replace(record, events=events), table_of(record, match))
        _opened.keep(found)
    return found


def the_same(event: Event, played: Event) -> Event:
    bare = replace(event, more={})
    return played if bare == played else bare


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
    return name


async def find_record(store: Store, name: str) -> OpenedRecord | None:
    text = await store.find_record(name) if NAME.fullmatch(name) else None
    if text is None:
        return None
    return _opened.get(text) or await asyncio.get_running_loop().run_in_executor(
        _thread, opened, text
    )
