"""Limits on changes: a rate for each sender, and load shedding for all of them together."""

from pathlib import Path

from fastapi.testclient import TestClient

from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from cubilete.web.http.limits import MOST_BUCKETS, Buckets


def test_burst_is_allowed_and_then_the_rate() -> None:
    buckets = Buckets(rate=2, burst=3)
    assert [buckets.take("ana", 0.0) for _ in range(5)] == [True, True, True, False, False]
    assert buckets.take("luis", 0.0)
    assert not buckets.take("ana", 0.4)
    assert buckets.take("ana", 0.6)
    assert [buckets.take("ana", 100.0) for _ in range(4)] == [True, True, True, False]


def test_clock_that_jumps_back_refills_nothing() -> None:
    buckets = Buckets(rate=2, burst=1)
    assert buckets.take("ana", 50.0)
    assert not buckets.take("ana", 10.0)


def test_number_of_buckets_is_bounded() -> None:
    buckets = Buckets(rate=1, burst=1)
    for number in range(MOST_BUCKETS + 50):
        buckets.take(str(number), 0.0)
    assert len(buckets.levels) == MOST_BUCKETS


def test_overloaded_server_refuses_changes_and_still_shows_tables(tmp_path: Path) -> None:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=0))
    with TestClient(app) as client:
        seated = client.post("/api/tables", json={"game": "dizzle", "bots": 0}).json()
        table, token = f"/api/tables/{seated['table']}", {"authorization": seated["token"]}
        look = client.get(table, headers=token).json()
        move = {"text": look["view"]["legal"][0], "on": look["on"]}
        load = app.state.host.load
        usual, load.most = load.most, 0
        refused = client.post(f"{table}/moves", json=move, headers=token)
        assert (refused.status_code, refused.json()["title"]) == (429, "too-many")
        assert refused.headers["retry-after"] == "1"
        assert client.get(table, headers=token).json() == look
        load.most = usual
        assert client.post(f"{table}/moves", json=move, headers=token).status_code == 200
