"""Tickets of drafts: they expire, and none opens a table whose secret was published."""

import random
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from cubilete import read_record
from cubilete.core.fair import fingerprint_of
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from cubilete.web.http.drafts import VALID, draft_of
from cubilete.web.http.identity import Identities

from .running import Server
from .test_app import open_table, token_of
from .test_app import play_to_the_end as finish
from .test_fairness import form_of
from .visitor import Visitor

SEED = "0123456789abcdef"
SOLO = {"game": "dizzle", "bots": 0, "seed": SEED}


@contextmanager
def serving(file: Path, *, restored: bool = False) -> Iterator[TestClient]:
    app = create_app(SqliteStore(file), Settings(pace=0, restored=restored))
    with TestClient(app, headers={"accept-language": "en"}, cookies={"details": "on"}) as client:
        yield client


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path / "s.sqlite") as client:
        yield client


def ticket_of_age(client: TestClient, seconds: int) -> str:
    """A ticket as this server made it some time ago."""
    app = client.app
    assert isinstance(app, FastAPI)
    return draft_of(app.state.identities, "some-table", int(time.time()) - seconds).ticket


def home_form(client: TestClient) -> dict[str, str]:
    return form_of(client.get("/").text.replace("\n", " "), "/tables")[1]


def play_to_the_end(client: TestClient, seated: dict[str, Any]) -> None:
    path = f"/api/tables/{seated['table']}"
    headers = {"authorization": f"Bearer {seated['token']}"}
    look = client.get(path, headers=headers).json()
    rng = random.Random("drafts")
    while not look["over"]:
        move = {"text": rng.choice(look["view"]["legal"]), "on": look["on"]}
        look = client.post(f"{path}/moves", json=move, headers=headers).json()


def test_ticket_counts_for_a_day(client: TestClient) -> None:
    fresh = {**SOLO, "draft": ticket_of_age(client, VALID - 60)}
    assert client.post("/api/tables", json=fresh).json()["fingerprint"] == fingerprint_of(SEED)
    for age in (VALID + 1, 30 * VALID, -VALID - 60):
        answer = client.post("/api/tables", json={**SOLO, "draft": ticket_of_age(client, age)})
        assert (answer.status_code, answer.json()["title"]) == (422, "no-draft")


@pytest.mark.parametrize("changed", [1, 2, 3])
def test_ticket_with_another_date_or_key_is_not_ours(client: TestClient, changed: int) -> None:
    parts = ticket_of_age(client, VALID + 1).split(".")
    parts[changed] = client.get("/api/draft").json()["draft"].split(".")[changed]
    if changed == 2:
        parts[2] = "0" * 8
    answer = client.post("/api/tables", json={**SOLO, "draft": ".".join(parts)})
    assert answer.json()["title"] == "no-draft"


def test_old_page_asks_again_with_what_was_chosen(client: TestClient) -> None:
    fields = {**home_form(client), "draft": ticket_of_age(client, VALID + 1), "seed": SEED}
    chosen = {"name": "Ana", "seat1": "bot random", "seat2": "local", "name2": '"Luis"'}
    asked = client.post("/tables", data={**fields, **chosen, "game": "pa-fuera"})
    assert asked.status_code == 409
    assert "This page was open for too long" in asked.text
    assert SEED not in asked.text
    assert client.get("/t/some-table").status_code == 404
    commitment, again = form_of(asked.text.replace("\n", " "), "/tables")
    opened = client.post("/tables", data={**again, "name2": '"Luis"', "seed": "f" * 16})
    assert opened.status_code == 200
    assert commitment in opened.text
    assert fingerprint_of("f" * 16) in opened.text
    for word in ("Ana", "Lola", "&#34;Luis&#34;"):
        assert word in opened.text


def test_ticket_of_an_earlier_version_asks_again(client: TestClient) -> None:
    app = client.app
    assert isinstance(app, FastAPI)
    identities: Identities = app.state.identities
    old = f"some-table.{identities.sign('draft', 'some-table')}"
    data = {**home_form(client), "draft": old, "now": "1", "seed": SEED}
    assert client.post("/tables", data=data).status_code == 409
    assert client.post("/api/tables", json={**SOLO, "draft": old}).json()["title"] == "no-draft"


def test_old_page_of_a_finished_game_asks_again(client: TestClient) -> None:
    path = open_table(client, game="dizzle", now="1")
    finish(client, path)
    token = token_of(client)
    old = {"token": token, "seat": "0", "draft": ticket_of_age(client, VALID + 1), "seed": SEED}
    asked = client.post(f"{path}/again", data=old)
    assert asked.status_code == 409
    commitment, again = form_of(asked.text.replace("\n", " "), f"{path}/again")
    opened = client.post(f"{path}/again", data={**again, "seed": SEED})
    assert opened.url.path == f"/t/{again['draft'].partition('.')[0]}"
    assert commitment in opened.text


def test_restored_database_opens_no_table_whose_secret_was_published(tmp_path: Path) -> None:
    file, copy = tmp_path / "s.sqlite", tmp_path / "copy.sqlite"
    with serving(file) as client:
        client.get("/")
        cookies = dict(client.cookies)
        draft = client.get("/api/draft").json()
        other = client.get("/api/draft").json()
        kept = client.post("/api/tables", json={"game": "dizzle", "people": 2, "bots": 0}).json()
    shutil.copyfile(file, copy)
    with serving(file) as client:
        seated = client.post("/api/tables", json={**SOLO, "draft": draft["draft"]}).json()
        play_to_the_end(client, seated)
        record = read_record(client.get(f"/api/tables/{draft['table']}/record").text)
        assert record.result is not None
        assert "secret" in str(record.result.more["fair"])
    shutil.copyfile(copy, file)
    with serving(file, restored=True) as client:
        for known in (draft, other):
            answer = client.post("/api/tables", json={**SOLO, "draft": known["draft"]})
            assert answer.json()["title"] == "no-draft"
        client.cookies.update(cookies)
        data = {**home_form(client), "draft": draft["draft"], "now": "1", "seed": SEED}
        assert client.post("/tables", data=data).status_code == 409
        assert dict(client.cookies) == cookies
        headers = {"authorization": f"Bearer {kept['token']}"}
        assert client.get(f"/api/tables/{kept['table']}", headers=headers).json()["seat"] == 0
        fresh = client.get("/api/draft").json()
        assert client.post("/api/tables", json={**SOLO, "draft": fresh["draft"]}).status_code == 201
    with serving(file) as client:  # the new key is stored
        later = client.post("/api/tables", json={**SOLO, "draft": other["draft"]})
        assert later.json()["title"] == "no-draft"


@pytest.mark.parametrize(
    ("option", "variable"), [(("--restored",), {}), ((), {"CUBILETE_RESTORED": "1"})]
)
def test_command_is_told_that_the_database_was_restored(
    tmp_path: Path, option: tuple[str, ...], variable: dict[str, str]
) -> None:
    data = ("--data", str(tmp_path))
    first = Server(tmp_path / "log", *data)
    second = Server(tmp_path / "log", *data, *option, environment=variable)
    try:
        first.start()
        before = Visitor(first.address).ask("/draft")
        first.stop()
        second.start()
        visitor = Visitor(second.address)
        for draft, status in ((before, 422), (visitor.ask("/draft"), 201)):
            answer = visitor.try_to_ask("/tables", {**SOLO, "draft": draft["draft"]})
            assert answer[0] == status, answer
    finally:
        first.stop()
        second.stop()
