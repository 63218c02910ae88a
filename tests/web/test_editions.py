"""Tables and records whose rules are not installed: another edition, or a game that is gone.

They are refused with a sentence. All other tables work.
"""

import asyncio
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cubilete import find_game
from cubilete.core.json_types import JsonObject
from cubilete.store.sqlite import SqliteStore
from cubilete.table.plan import PERSON, Plan, UnknownRules
from cubilete.web.app import Settings, create_app

GOLDEN = Path(__file__).parents[1] / "golden"


class Restarted:
    """A server in this process; its database can be changed between two starts."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.cookies: dict[str, str] = {}

    def client(self) -> TestClient:
        app = create_app(SqliteStore(self.database), Settings(pace=60))
        client = TestClient(app, headers={"accept-language": "en"})
        client.cookies.update(self.cookies)
        return client

    def open_table(self, client: TestClient) -> str:
        found = re.search(r'name="token" value="([0-9a-f]+)"', client.get("/").text)
        assert found
        fields = {"token": found[1], "name": "Ana", "seat1": "local", "game": "seis-dados"}
        answer = client.post("/tables", data=fields)
        assert answer.status_code == 200
        self.cookies = dict(client.cookies.items())
        return str(answer.url.path).removeprefix("/t/")

    def change(self, table: str, **changes: object) -> None:
        with sqlite3.connect(self.database) as kept:
            query = "SELECT game, plan FROM tables WHERE id = ?"
            ((game, plan),) = kept.execute(query, (table,)).fetchall()
            row = (changes.get("game", game), json.dumps(json.loads(plan) | changes), table)
            kept.execute("UPDATE tables SET game = ?, plan = ? WHERE id = ?", row)
        kept.close()


@pytest.fixture
def restarted(tmp_path: Path) -> Restarted:
    return Restarted(tmp_path / "s.sqlite")


@pytest.fixture
def names(restarted: Restarted) -> dict[str, str]:
    """Three tables of one person: a good one, one of another edition, one of an unknown game."""
    with restarted.client() as client:
        names = {name: restarted.open_table(client) for name in ("good", "edition", "game")}
    restarted.change(names["edition"], edition=2)
    restarted.change(names["game"], game="lost-game")
    return names


@pytest.fixture
def client(restarted: Restarted, names: dict[str, str]) -> Iterator[TestClient]:
    with restarted.client() as client:
        yield client


REFUSALS = {
    "edition": (
        "unknown-edition",
        "This table was opened with edition 2 of Seis dados; only edition 1 is installed.",
        "Esta mesa se abrió con la edición 2 de Seis dados; solo está instalada la edición 1.",
    ),
    "game": (
        "unknown-game",
        "This table is for the game “lost-game”, which is not installed.",
        "Esta mesa es del juego «lost-game», que no está instalado.",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_table_of_other_rules_is_refused_with_a_sentence(
    name: str, client: TestClient, names: dict[str, str]
) -> None:
    code, english, spanish = REFUSALS[name]
    table = names[name]
    for path in ("", "/stream", "/record", "/replay", "/verify", "/dice"):
        answer = client.get(f"/t/{table}{path}")
        assert (answer.status_code, english in answer.text) == (409, True), path
    answer = client.get(f"/t/{table}", headers={"accept-language": "es"})
    assert (answer.status_code, spanish in answer.text) == (409, True)
    for path in ("", "/stream", "/record", "/fair"):
        problem = client.get(f"/api/tables/{table}{path}")
        assert problem.headers["content-type"] == "application/problem+json"
        assert problem.json() | {"status": 409, "title": code, "detail": english} == problem.json()
    move = {"text": "assign ones 0", "on": 1}
    assert client.post(f"/api/tables/{table}/moves", json=move).json()["title"] == code
    assert client.post(f"/t/{table}/move", data={"seat": "0"}).status_code == 409
    assert client.post(f"/t/{table}/again", data={"seat": "0"}).status_code == 409


def test_home_and_other_tables_work_beside_refused_ones(
    client: TestClient, names: dict[str, str]
) -> None:
    for name in ("edition", "game"):
        assert client.get(f"/t/{names[name]}").status_code == 409
    home = client.get("/")
    assert home.status_code == 200
    assert f'href="/t/{names["good"]}"' in home.text
    assert f'href="/t/{names["edition"]}"' in home.text
    assert client.get(f"/t/{names['good']}").status_code == 200
    assert client.get(f"/api/tables/{names['good']}").json()["begun"]


def test_new_table_stores_the_edition_of_its_game(
    restarted: Restarted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_game("seis-dados").rules, "edition", 7)
    with restarted.client() as client:
        table = restarted.open_table(client)
    with restarted.client() as client:
        assert client.get(f"/t/{table}").status_code == 200
    monkeypatch.undo()
    with restarted.client() as client:
        answer = client.get(f"/t/{table}")
    assert answer.status_code == 409
    assert "edition 7 of Seis dados" in answer.text


def test_plan_without_an_edition_has_the_first() -> None:
    plan = Plan("t", "216", (PERSON,), {}, None, "random", False, "ab" * 32)
    kept = plan.to_json()
    assert kept["edition"] == 1
    assert Plan.from_json(kept) == plan
    del kept["edition"]
    assert Plan.from_json(kept) == plan
    assert Plan.from_json({**kept, "edition": 3}).edition == 3


def test_plan_of_another_edition_has_no_installed_game() -> None:
    plan = Plan("t", "216", (PERSON,), {}, None, "random", False, "ab" * 32, edition=2)
    with pytest.raises(UnknownRules) as caught:
        plan.installed_game()
    assert caught.value.code == "unknown-edition"


# --- Records ---


def record_with(**changes: object) -> str:
    """A golden record with a changed header."""
    first, rest = (GOLDEN / "pa-fuera" / "three-players-1.jsonl").read_text("utf-8").split("\n", 1)
    header: JsonObject = json.loads(first)
    return f"{json.dumps({**header, **changes})}\n{rest}"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"edition": 2}, "Unknown edition of pa-fuera: 2."),
        ({"game": "lost-game"}, "There is no game “lost-game”."),
    ],
)
def test_record_of_other_rules_is_refused_with_a_sentence(
    changes: dict[str, object], sentence: str, tmp_path: Path
) -> None:
    text = record_with(**changes)
    database = tmp_path / "s.sqlite"

    async def keep() -> None:
        store = SqliteStore(database)
        await store.open()
        await store.keep_record("kept", text)
        await store.close()

    asyncio.run(keep())
    with Restarted(database).client() as client:
        for path in ("/r/kept", "/r/kept/record", "/r/kept/verify"):
            answer = client.get(path)
            assert (answer.status_code, sentence in answer.text) == (422, True)
        problem = client.post(
            "/api/records",
            content=text.encode(),
            headers={"content-type": "application/x-ndjson"},
        )
        assert problem.status_code == 422
        assert sentence in problem.json()["detail"]
    file = tmp_path / "record.jsonl"
    file.write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "cubilete.cli", "replay", str(file)],
        env=os.environ | {"CUBILETE_LANG": "en", "COLUMNS": "200"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert sentence in done.stderr
