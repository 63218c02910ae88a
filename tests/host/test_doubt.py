"""A store that fails during an append: whether it stored the entry is known after it was asked."""

import asyncio
import os
import random
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from cubilete import Match, find_game
from cubilete.core.fair import verify
from cubilete.host import sync
from cubilete.host.finished.records import store_record
from cubilete.host.host import Host
from cubilete.host.live import LiveTable
from cubilete.store.base import Unavailable
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.errors import TooLate
from cubilete.table.keys import RequestKey
from cubilete.table.proof import record_of
from cubilete.table.table import load

from .hosting import eventually, first_legal, key_of, open_host, open_table, say, stored_entries

STORED, NOT_STORED = "stored, but the answer is lost", "not stored"


class FailingStore(SqliteStore):
    """A store whose next appends fail, before or after the entry is stored."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.faults: list[str] = []
        self.matching = ""
        """Only appends of entries that contain this text fail."""

    async def append(
        self, table: str, n: int, entry: str, *, owner: str = "", over: bool = False
    ) -> None:
        fault = self.faults.pop(0) if self.faults and self.matching in entry else ""
        if fault != NOT_STORED:
            await super().append(table, n, entry, owner=owner, over=over)
        if fault:
            raise Unavailable(fault)


@pytest.fixture
def store(tmp_path: Path) -> FailingStore:
    return FailingStore(tmp_path / "s.sqlite")


@pytest.mark.parametrize("fault", [STORED, NOT_STORED])
def test_move_that_is_repeated_is_played_once(store: FailingStore, fault: str) -> None:
    async def run() -> None:
        async with open_host(store) as host:
            live = await open_table(host)
            move = first_legal(live.table, "k")
            store.faults = [fault]
            with pytest.raises(Unavailable):
                await host.change(live, lambda table: move, key_of(move))
            assert live.in_doubt
            for _ in range(2):
                await host.change(live, lambda table: move, key_of(move))
            assert not live.in_doubt
            moves = [entry for entry in await stored_entries(store, live) if entry.get("key")]
            assert moves == [move]

    asyncio.run(run())


def test_other_move_after_one_that_was_stored_is_too_late(store: FailingStore) -> None:
    async def run() -> None:
        async with open_host(store) as host:
            live = await open_table(host)
            seat = live.table.state.to_act[0]
            text, last = live.table.state.legal_texts(seat)[1], live.table.last_event(seat)
            store.faults = [STORED]
            with pytest.raises(Unavailable):
                await host.change(live, first_legal, RequestKey(seat, "k"))
            with pytest.raises(TooLate):
                await host.change(
                    live,
                    lambda table: changes.move(table, seat, text, last, "other"),
                    RequestKey(seat, "other", text),
                )

    asyncio.run(run())


def test_stored_entry_is_shown_though_nobody_asks_again(store: FailingStore) -> None:
    async def run() -> None:
        async with open_host(store) as host:
            live = await open_table(host)
            stream = live.revisions(live.table.revision)
            store.faults = [STORED]
            with pytest.raises(Unavailable):
                await host.change(live, say("hola"))
            while await anext(stream) is None:
                pass
            assert [line.text for line in live.table.chat] == ["hola"]
            await stream.aclose()

    asyncio.run(run())


@pytest.mark.parametrize("fault", [STORED, NOT_STORED])
def test_bots_go_on_when_the_store_answers_again(store: FailingStore, fault: str) -> None:
    async def run() -> None:
        store.matching = '"kind": "move"'
        store.faults = [fault] * 3
        async with open_host(store) as host:
            live = await open_table(host, people=1, bots=1)
            while store.faults:
                if live.table.people_to_act():
                    try:
                        await host.change(live, first_legal)
                    except Unavailable:
                        continue
                await asyncio.sleep(0.01)
            await eventually(lambda: not live.in_doubt)
            await eventually(lambda: bool(live.table.people_to_act()))

    asyncio.run(run())


def test_game_starts_at_the_next_look_if_the_store_failed_at_the_start(
    store: FailingStore,
) -> None:
    async def run() -> None:
        store.matching = '"kind": "start"'
        store.faults = [NOT_STORED]
        async with open_host(store) as host:
            with pytest.raises(AssertionError):
                await open_table(host)
            (live,) = host.tables.values()
            assert live.table.match is None
            assert await host.find(live.name) is live
            assert live.table.playing

    asyncio.run(run())


class UnreliableStore(SqliteStore):
    """A store that fails now and then, before or after it has stored something."""

    def __init__(self, path: Path, rng: random.Random) -> None:
        super().__init__(path)
        self.rng = rng
        self.failing = True

    def fault(self) -> str:
        return self.rng.choice(["", "", STORED, NOT_STORED]) if self.failing else ""

    async def append(
        self, table: str, n: int, entry: str, *, owner: str = "", over: bool = False
    ) -> None:
        fault = self.fault()
        if fault != NOT_STORED:
            await super().append(table, n, entry, owner=owner, over=over)
        if fault:
            raise Unavailable(fault)

    async def keep_record(self, name: str, text: str) -> None:
        fault = self.fault()
        if fault != NOT_STORED:
            await super().keep_record(name, text)
        if fault:
            raise Unavailable(fault)


def test_everything_acknowledged_by_an_unreliable_store_is_there_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots think, a person plays, asks for the next game and imports records at each table."""
    seed = os.environ.get("CUBILETE_FAULT_SEED") or secrets.token_hex(4)
    print(f"CUBILETE_FAULT_SEED={seed}")
    rng = random.Random(seed)
    monkeypatch.setattr(sync, "RETRY", 0.01)
    store = UnreliableStore(tmp_path / "s.sqlite", rng)

    async def insist(change: Callable[[], Awaitable[object]]) -> object:
        while True:
            try:
                return await change()
            except Unavailable:
                await asyncio.sleep(0)

    async def play(host: Host, live: LiveTable) -> list[str]:
        keys: list[str] = []
        while not live.table.over:
            await eventually(lambda: bool(live.table.people_to_act()) or live.table.over)
            if live.table.over:
                break
            move = first_legal(live.table, key := f"key {len(keys)}")
            await insist(lambda: host.change(live, lambda table: move, key_of(move)))  # noqa: B023
            keys.append(key)
        return keys

    async def note_rematch(host: Host, live: LiveTable) -> None:
        with suppress(TooLate):  # it was stored before
            await insist(
                lambda: host.change(live, lambda table: changes.rematch(table, "next", ""))
            )

    async def import_records(host: Host) -> dict[str, str]:
        imported: dict[str, str] = {}
        for number in range(10):
            match = Match(find_game("dizzle"), [f"P{number}"])
            text = match.record().to_text()
            name = await insist(lambda: store_record(host, text))  # noqa: B023
            imported[str(name)] = text
        return imported

    async def run() -> None:
        async with open_host(store, pace=0.001) as host:
            store.failing = False
            tables = [await open_table(host, people=1, bots=1) for _ in range(4)]
            store.failing = True
            imported, *played = await asyncio.gather(
                import_records(host), *(play(host, live) for live in tables)
            )
            await asyncio.gather(*(note_rematch(host, live) for live in tables))
            store.failing = False
            await eventually(lambda: not any(live.in_doubt for live in tables))
            for live, keys in zip(tables, played, strict=True):
                entries = await stored_entries(store, live)
                assert len(entries) == live.table.revision
                moves = [entry for entry in entries if entry.get("seat") == 0 and "key" in entry]
                assert [entry["key"] for entry in moves] == keys
                assert [entry["kind"] for entry in entries].count("rematch") == 1
                assert verify(record_of(load(live.table.plan, entries))) > 0
            assert isinstance(imported, dict)
            for name, text in imported.items():
                assert await store.find_record(name) == text

    asyncio.run(run())
