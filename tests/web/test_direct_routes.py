"""A look and a move take a shorter way; whatever is odd about them is explained all the same."""

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
    """A table whose first seat's token the client sends from now on."""
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
def test_odd_move_is_told_what_is_odd(
    client: TestClient, table: str, body: bytes, kind: str, where: str
) -> None:
    answer = client.post(f"{table}/moves", content=body, headers={"content-type": kind})
    assert answer.headers["content-type"] == "application/problem+json"
    if answer.status_code == 400:  # not even text
        assert body == b"\xff"
        return
    assert (answer.status_code, answer.json()["title"]) == (422, "not-understood")
    assert [wrong["where"] for wrong in answer.json()["errors"]] == [where]


@pytest.mark.parametrize("query", ["after=x", "after=1&after=x", "after=-3.5", "after=1e3"])
def test_odd_look_is_told_what_is_odd(client: TestClient, table: str, query: str) -> None:
    answer = client.get(f"{table}?{query}")
    assert answer.status_code == 422
    assert [wrong["where"] for wrong in answer.json()["errors"]] == ["query.after"]


@pytest.mark.parametrize("query", ["", "?after=0", "?other=1", "?after=+0", "?after=-1"])
def test_all_ways_to_look_show_the_same(client: TestClient, table: str, query: str) -> None:
    plain = client.get(table).json()
    assert client.get(f"{table}{query}").json() == plain
    assert len(plain["events"]) > 0


def test_tokens_of_others_and_tables_that_are_not_there_are_refused(
    client: TestClient, table: str
) -> None:
    move = {"text": "reroll 1", "on": 1}
    for token, status in [("Bearer x.y", 403), ("x" * 500, 422)]:
        headers = {"authorization": token}
        assert client.get(table, headers=headers).status_code == status
        assert client.post(f"{table}/moves", json=move, headers=headers).status_code == status
    assert client.get("/api/tables/none").status_code == 404
    assert client.post("/api/tables/none/moves", json=move).status_code == 404
    assert client.post(f"{table}/moves/more", json=move).status_code == 404
    assert client.put(f"{table}/moves", json=move).status_code == 405


def test_move_in_a_body_of_many_pieces_counts_once(client: TestClient, table: str) -> None:
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
