"""The work of one step in a replay of a long game: the same wherever the step is."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pig import GAME, Pig
from starlette.testclient import TestClient

from cubilete.core.registry import all_games
from cubilete.host.finished.records import replay_of_record
from cubilete.host.finished.replays import Replays
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.entry import Entry
from cubilete.table.opening import new_plan
from cubilete.table.plan import BOT, PERSON, Plan
from cubilete.table.proof import record_of
from cubilete.table.replay.course import EVERY
from cubilete.table.table import Table
from cubilete.web.app import Settings, create_app

from .test_other_games import install_pig
from .test_replays import RECORD_TYPE

LEAST_EVENTS = 1200
SEATS = 16


@pytest.fixture
def pig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pig is installed: its state is interpreted in every run, so calls can be counted."""
    install_pig(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    all_games.cache_clear()
    yield
    all_games.cache_clear()


class Work:
    """Counts the events that states play, and those played in the thread of the event loop."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.events = 0
        self.threads: set[str] = set()
        advance = Pig.advance

        def counted(state: Pig, by: int, code: int) -> None:
            self.events += 1
            self.threads.add(threading.current_thread().name)
            advance(state, by, code)

        monkeypatch.setattr(Pig, "advance", counted)


def long_game() -> tuple[Plan, list[Entry]]:
    """A table of Pig where everybody rolls until they lose all, and later scores."""
    seats = [PERSON, *[BOT] * (SEATS - 1)]
    plan = new_plan(GAME, seats, table="long", secret="ab" * 32, bot="random")
    table, entries = Table(plan), list[Entry]()

    def happen(entry: Entry) -> None:
        entries.append(entry)
        table.apply(entry)

    happen(changes.sit(table, 0, "Ana", "owner", ""))
    happen(changes.start(table))
    while not table.over:
        seat, last = table.state.to_act[0], table.last_event(None)
        text = "roll" if last < LEAST_EVENTS else "hold"
        happen(changes.move(table, seat, text, last, f"k{last}"))
    assert table.match is not None
    assert len(table.match.events) >= LEAST_EVENTS
    return plan, entries


def keep(path: Path, plan: Plan, entries: list[Entry]) -> None:
    async def run() -> None:
        store = SqliteStore(path)
        await store.open()
        await store.create(plan.table, plan.game, json.dumps(plan.to_json()))
        for n, entry in enumerate(entries, start=1):
            await store.append(plan.table, n, json.dumps(entry))
        await store.close()

    asyncio.run(run())


def fold(plan: Plan, entries: list[Entry]) -> Table:
    table = Table(plan)
    for entry in entries:
        table.apply(entry)
    return table


@pytest.mark.usefixtures("pig")
@pytest.mark.parametrize("imported", [False, True], ids=["table", "imported record"])
def test_step_plays_few_events_wherever_it_is(
    imported: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, entries = long_game()
    database = tmp_path / "s.sqlite"
    keep(database, plan, entries)
    table = fold(plan, entries)
    assert table.match is not None
    events = table.match.events
    with TestClient(create_app(SqliteStore(database), Settings(pace=0))) as client:
        path = "/t/long/replay"
        if imported:
            text = record_of(table).to_text()
            sent = client.post("/api/records", content=text.encode(), headers=RECORD_TYPE)
            path = sent.json()["link"]
        assert f"Jugada 0 de {len(events)}" in client.get(path).text
        work = Work(monkeypatch)
        began = time.perf_counter()
        positions = [*range(0, len(events) + 1, 37), len(events)]
        for n in positions:
            for eyes in ("", "0"):
                before = work.events
                page = client.get(path, params={"n": n, "eyes": eyes}, headers={"x-part": "1"})
                assert work.events - before < EVERY
                assert f"Jugada {n} de {len(events)}" in page.text
                if n:
                    assert events[n - 1].text in page.text
    took = (time.perf_counter() - began) / len(positions) / 2
    print(f"{len(events)} events, {took * 1000:.1f} ms a step")


@pytest.mark.usefixtures("pig")
@pytest.mark.parametrize(
    "path", ["/t/long", "/t/long/replay", "/t/long/record", "/api/tables/long/record"]
)
def test_long_game_is_walked_through_in_another_thread(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "s.sqlite"
    keep(database, *long_game())
    app = create_app(SqliteStore(database), Settings(pace=0))
    loop: list[str] = []

    async def name_of_thread() -> None:
        loop.append(threading.current_thread().name)

    app.add_api_route("/thread", name_of_thread)
    with TestClient(app) as client:
        assert client.get("/thread").status_code == 200
        work = Work(monkeypatch)
        assert client.get(path).status_code == 200
        assert work.events >= LEAST_EVENTS
        assert loop[0] not in work.threads


@pytest.mark.usefixtures("pig")
def test_replays_are_kept_within_a_limit_of_memory() -> None:
    plan, entries = long_game()
    text = record_of(fold(plan, entries)).to_text()
    prepared: list[str] = []

    async def run() -> None:
        one = replay_of_record(text)
        replays = Replays(most_bytes=3 * one.size)

        async def look(name: str) -> None:
            def make() -> object:
                prepared.append(name)
                return replay_of_record(text)

            await replays.prepare(name, make)  # type: ignore[arg-type]
            assert replays.size <= replays.most_bytes

        for name in ("a", "b", "c", "a", "d", "a", "c", "b"):
            await look(name)
        assert prepared == ["a", "b", "c", "d", "b"]
        replays.close()

        small = Replays(most_bytes=1)
        assert await small.prepare("a", lambda: one) is one
        assert small.get("a") is one
        small.close()

    asyncio.run(run())
