"""Clocks over HTTP: chosen at a new table, shown on the page, kept by the server."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from cubilete.core.json_types import JsonObject
from cubilete.host import live as live_tables
from cubilete.host.host import Host
from cubilete.host.live import LiveTable
from cubilete.store.postgres import PostgresStore
from cubilete.store.sqlite import SqliteStore
from cubilete.table.plan import Plan
from cubilete.web.app import Settings, create_app

from .test_hidden import IDENTITIES, SITTERS, keep, table_with
from .waiting import LIMIT, wait_until

SEIS_DADOS = ["start 0", "roll 1 1 3 4 6 6"]


def open_app(path: Path) -> FastAPI:
    return create_app(SqliteStore(path), Settings(pace=0))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(open_app(tmp_path / "s.sqlite"), headers={"accept-language": "en"}) as client:
        yield client


def token_of(client: TestClient) -> str:
    found = re.search(r'name="token" value="([0-9a-f]+)"', client.get("/").text)
    assert found
    return found[1]


def live_at(client: TestClient, name: str) -> LiveTable:
    app = client.app
    assert isinstance(app, FastAPI)
    live = app.state.host.tables[name]
    assert isinstance(live, LiveTable)
    return live


def test_clock_is_chosen_and_shown(client: TestClient) -> None:
    new = client.get("/new?game=seis-dados").text
    assert '<option value="decision 60">1 minute per decision</option>' in new
    data = {"token": token_of(client), "game": "seis-dados", "name": "Ana"}
    seats = {"seat1": "local", "name1": "Luis", "clock": "game 300"}
    answer = client.post("/tables", data={**data, **seats})
    assert answer.text.count("data-left=") == 2
    assert answer.text.count(" data-runs") == 1
    assert re.search(r"data-runs data-mine>(5:00|4:5\d)<", answer.text)
    refused = client.post("/tables", data={**data, **seats, "clock": "game 1"})
    assert refused.status_code == 422
    without = client.post("/tables", data={**data, **seats, "clock": ""}).text
    assert "data-left" not in without
    assert "clock.js" not in without


def test_api_tells_the_seconds_left(client: TestClient) -> None:
    new = {"game": "seis-dados", "bots": 1, "bot": "random", "clock": "decision 30"}
    seated = client.post("/api/tables", json=new).json()
    headers = {"authorization": f"Bearer {seated['token']}"}
    look = client.get(f"/api/tables/{seated['table']}", headers=headers).json()
    assert len(look["clock"]) == 2
    assert 0 < look["clock"][0] <= 30
    assert client.post("/api/tables", json={**new, "clock": "x"}).status_code == 422


def table_with_clock(clock: str) -> tuple[Plan, list[JsonObject]]:
    plan, entries = table_with("seis-dados", SEIS_DADOS)
    return replace(plan, table="t", clock=clock, real_dice=False), entries


def test_bot_decides_when_the_time_is_up_and_the_entry_says_so(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    keep(path, [table_with_clock("decision 1")])
    with TestClient(open_app(path), headers={"accept-language": "en"}) as client:
        client.get("/t/t")
        table = live_at(client, "t").table
        wait_until(lambda: table.late_seat is not None)
        page = client.get("/t/t").text
        assert "Time&#39;s up: a bot decided for P0." in page
        # Nobody plays: bots take all further decisions.
        revision = table.revision
        wait_until(lambda: table.revision > revision)
    kept = asyncio.run(entries_of(SqliteStore(path)))
    late = [entry for entry in kept if entry.get("late")]
    assert late
    for entry in late:
        spent = entry["spent"]
        assert isinstance(spent, float)
        assert spent >= 1


async def entries_of(store: SqliteStore) -> list[JsonObject]:
    await store.open()
    kept = await store.load("t")
    await store.close()
    assert kept is not None
    return [json.loads(entry) for entry in kept.entries]


def test_clock_of_a_table_without_viewers_is_paused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.sqlite"
    keep(path, [table_with_clock("decision 1")])
    monkeypatch.setattr(live_tables, "GONE_AFTER", 0.0)
    with TestClient(open_app(path), headers={"accept-language": "en"}) as client:
        client.get("/t/t")
        live = live_at(client, "t")
        wait_until(lambda: live.clock_paused)
        assert live.table.late_seat is None
        monkeypatch.setattr(live_tables, "GONE_AFTER", 60.0)
        headers = {"authorization": f"Bearer {IDENTITIES.api_token(SITTERS[0])}"}
        assert client.get("/api/tables/t", headers=headers).json()["clock"][0] > 0
        assert not live.clock_paused
        wait_until(lambda: live.table.late_seat == 0)


def test_time_without_a_running_server_is_not_charged(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    plan, entries = table_with_clock("game 300")
    entries.append(
        {
            "kind": "move",
            "seat": 0,
            "text": "assign ones 2",
            "key": "a",
            "falls": ["roll 1 2 3 4 5 6"],
            "spent": 250.5,
        }
    )
    keep(path, [(plan, entries)])
    headers = {"authorization": f"Bearer {IDENTITIES.api_token(SITTERS[0])}"}
    for _ in range(2):
        with TestClient(open_app(path)) as client:
            clock = client.get("/api/tables/t", headers=headers).json()["clock"]
            assert clock[0] == 49.5
            assert 290 < clock[1] <= 300
            assert clock[2] == 300


def test_decision_in_time_is_not_marked_as_late(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    keep(path, [table_with_clock("decision 60")])
    with TestClient(open_app(path)) as client:
        headers = {"authorization": f"Bearer {IDENTITIES.api_token(SITTERS[0])}"}
        on = client.get("/api/tables/t", headers=headers).json()["on"]
        move = {"text": "assign ones 2", "on": on, "key": "k"}
        assert client.post("/api/tables/t/moves", json=move, headers=headers).status_code == 200
        live = live_at(client, "t")
        assert live.table.late_seat is None
        assert live.timer is not None
    (entry,) = [each for each in asyncio.run(entries_of(SqliteStore(path))) if "spent" in each]
    assert entry["kind"] == "move"


def test_two_processes_let_one_bot_decide_when_the_time_is_up(
    fresh_database: Callable[[], str],
) -> None:
    address = fresh_database()
    plan, entries = table_with_clock("decision 1")

    async def run() -> None:
        hosts = [Host(PostgresStore(address), pace=60) for _ in range(2)]
        for each in hosts:
            await each.open()
        await hosts[0].store.create("t", plan.game, json.dumps(plan.to_json()))
        for n, entry in enumerate(entries, start=1):
            await hosts[0].store.append("t", n, json.dumps(entry))
        lives = [await each.find("t") for each in hosts]
        deadline = asyncio.get_running_loop().time() + LIMIT
        while not all(live and live.table.revision > len(entries) for live in lives):
            assert asyncio.get_running_loop().time() < deadline
            await asyncio.sleep(0.02)
        kept = await hosts[0].store.load("t")
        assert kept is not None
        for each in hosts:
            await each.close()
        first, *more = [json.loads(entry) for entry in kept.entries[len(entries) :]]
        assert first["late"]
        assert first["spent"] >= 1
        # Later entries, if there are any yet, belong to other decisions.
        assert all(entry["spent"] >= 1 for entry in more)

    asyncio.run(run())
