"""Direct routes: plain requests and unusual ones get the same answers as FastAPI gives."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=0))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


@pytest.fixture
def table(client: TestClient) -> str:
    """A table; from now on the client sends the token of its first seat."""
    seated = client.post("/api/tables", json={"game": "dizzle", "bots": 0}).json()
    client.headers["authorization"] = f"Bearer {seated['token']}"
    return f"/api/tables/{seated['table']}"


@pytest.mark.parametrize(
    ("body", "kind", "where"),
    [
        (b"", "application/json", "body"),
        (b"{", "application/json", "body.1"),
        (b"\xff", "application/json", "body"),
        (b"[]", "application/json", "body"),
        (b'{"text": "reroll 1"}', "application/json", "body.on"),
        (b'{"text": "reroll 1", "on": -1}', "application/json", "body.on"),
        (b'{"text": 3, "on": 1}', "application/json", "body.text"),
        (b'{"text": "reroll 1", "on": 1}', "text/plain", "body"),
    ],
)
def test_wrong_move_gets_the_name_of_the_wrong_field(
    client: TestClient, table: str, body: bytes, kind: str, where: str
) -> None:
    answer = client.post(f"{table}/moves", content=body, headers={"content-type": kind})
    assert answer.headers["content-type"] == "application/problem+json"
    if answer.status_code == 400:  # not UTF-8
        assert body == b"\xff"
        return
    assert (answer.status_code, answer.json()["title"]) == (422, "not-understood")
    assert [wrong["where"] for wrong in answer.json()["errors"]] == [where]


@pytest.mark.parametrize("query", ["after=x", "after=1&after=x", "after=-3.5", "after=1e3"])
def test_wrong_query_gets_the_name_of_the_wrong_field(
    client: TestClient, table: str, query: str
) -> None:
    answer = client.get(f"{table}?{query}")
    assert answer.status_code == 422
    assert [wrong["where"] for wrong in answer.json()["errors"]] == ["query.after"]


@pytest.mark.parametrize("query", ["", "?after=0", "?other=1", "?after=+0", "?after=-1"])
def test_plain_and_unusual_queries_get_the_same_look(
    client: TestClient, table: str, query: str
) -> None:
    plain = client.get(table).json()
    assert client.get(f"{table}{query}").json() == plain
    assert len(plain["events"]) > 0


def test_forged_tokens_and_unknown_tables_are_refused(client: TestClient, table: str) -> None:
    move = {"text": "reroll 1", "on": 1}
    for token, status in [("Bearer x.y", 403), ("x" * 500, 422)]:
        headers = {"authorization": token}
        assert client.get(table, headers=headers).status_code == status
        assert client.post(f"{table}/moves", json=move, headers=headers).status_code == status
    assert client.get("/api/tables/none").status_code == 404
    assert client.post("/api/tables/none/moves", json=move).status_code == 404
    assert client.post(f"{table}/moves/more", json=move).status_code == 404
    assert client.put(f"{table}/moves", json=move).status_code == 405


def test_move_in_a_chunked_body_counts_once(client: TestClient, table: str) -> None:
    look = client.get(table).json()
    text = look["view"]["legal"][0]
    body = f'{{"text": "{text}", "on": {look["on"]}, "key": "k"}}'.encode()
    for _ in range(2):
        pieces = iter([body[:9], body[9:20], body[20:]])
        answer = client.post(
            f"{table}/moves", content=pieces, headers={"content-type": "application/json"}
        )
        assert answer.status_code == 200
    moves = [event for event in client.get(table).json()["events"] if event["by"] == 0]
    assert [event["text"] for event in moves] == [text]


def test_plain_and_unusual_content_types_get_the_same_answer(
    client: TestClient, table: str
) -> None:
    look = client.get(table).json()
    body = f'{{"text": "nonsense", "on": {look["on"]}}}'
    refused = [
        client.post(f"{table}/moves", content=body, headers={"content-type": kind})
        for kind in ("application/json", "application/json; charset=utf-8")
    ]
    assert [answer.status_code for answer in refused] == [422, 422]
    assert refused[0].json() == refused[1].json()
    move = {"text": look["view"]["legal"][0], "on": look["on"], "key": "k"}
    direct = client.post(f"{table}/moves", json=move)
    kind = {"content-type": "application/json; charset=utf-8"}
    ordinary = client.post(f"{table}/moves", content=json.dumps(move), headers=kind)
    assert (direct.status_code, ordinary.status_code) == (200, 200)
    assert direct.json() == ordinary.json()
    assert direct.headers["content-type"] == ordinary.headers["content-type"]
