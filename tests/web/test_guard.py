"""Rates are limited, for each person apart, and for all together by what the server can do."""

import asyncio
import time
from pathlib import Path

from cubilete.web.guard import MOST_BUCKETS, Buckets
from cubilete.web.lateness import EVERY, TOO_LATE, Lateness
from fastapi.testclient import TestClient

from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app


def test_burst_is_allowed_and_then_the_rate() -> None:
    buckets = Buckets(rate=2, burst=3)
    assert [buckets.take("ana", 0.0) for _ in range(5)] == [True, True, True, False, False]
    assert buckets.take("luis", 0.0)
    assert not buckets.take("ana", 0.4)
    assert buckets.take("ana", 0.6)
    assert [buckets.take("ana", 100.0) for _ in range(4)] == [True, True, True, False]


def test_clock_that_jumps_back_gives_nothing_away() -> None:
    buckets = Buckets(rate=2, burst=1)
    assert buckets.take("ana", 50.0)
    assert not buckets.take("ana", 10.0)


def test_only_so_many_people_are_remembered() -> None:
    buckets = Buckets(rate=1, burst=1)
    for number in range(MOST_BUCKETS + 50):
        buckets.take(str(number), 0.0)
    assert len(buckets.levels) == MOST_BUCKETS


def test_hiccup_is_not_yet_too_late_but_a_jam_is() -> None:
    lateness = Lateness()
    lateness.note(1.5)
    assert not lateness.too_late
    for _ in range(4):
        lateness.note(1.5)
    assert lateness.too_late
    for _ in range(4):
        lateness.note(0.0)
    assert not lateness.too_late


def test_lateness_is_that_of_the_loop() -> None:
    async def jam() -> float:
        lateness = Lateness()
        measuring = asyncio.create_task(lateness.measure())
        for _ in range(3):
            await asyncio.sleep(EVERY / 2)
            time.sleep(EVERY * 3)  # nothing else gets its turn
        measuring.cancel()
        return lateness.seconds

    assert asyncio.run(jam()) > EVERY


def test_server_that_is_late_takes_no_more_on_but_shows_what_there_is(tmp_path: Path) -> None:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=0))
    with TestClient(app) as client:
        seated = client.post("/api/tables", json={"game": "dizzle", "bots": 0}).json()
        table, token = f"/api/tables/{seated['table']}", {"authorization": seated["token"]}
        look = client.get(table, headers=token).json()
        move = {"text": look["view"]["legal"][0], "on": look["on"]}
        app.state.lateness.seconds = 2 * TOO_LATE
        refused = client.post(f"{table}/moves", json=move, headers=token)
        assert (refused.status_code, refused.json()["title"]) == (429, "too-many")
        assert refused.headers["retry-after"] == "1"
        assert client.get(table, headers=token).json() == look
        app.state.lateness.seconds = 0.0
        assert client.post(f"{table}/moves", json=move, headers=token).status_code == 200
