"""A database of the version before there were documents: it opens, is played on, and has pages.

tests/fixtures/before-documents was written by `python tools/version_fixtures.py FOLDER few` with
that version (schema 5 of SQLite); only the keys of people were kept of its tables.json.
"""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from cubilete.store.base import Store
from cubilete.store.postgres import PostgresStore
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from cubilete.web.http.identity import COOKIE, Person

from .test_older_version import copy_rows
from .test_seating import Browser, table_at
from .waiting import wait_until

FOLDER = Path(__file__).parents[1] / "fixtures" / "before-documents"
FILE = FOLDER / "cubilete.sqlite"
TABLES = json.loads((FOLDER / "tables.json").read_text("utf-8"))


@pytest.fixture(params=["sqlite", "postgres"])
def app(
    request: pytest.FixtureRequest, tmp_path: Path, fresh_database: Callable[[], str]
) -> FastAPI:
    store: Store
    if request.param == "sqlite":
        shutil.copyfile(FILE, tmp_path / "s.sqlite")
        store = SqliteStore(tmp_path / "s.sqlite")
    else:
        address = fresh_database()
        asyncio.run(copy_all(address))
        store = PostgresStore(address)
    return create_app(store, Settings(pace=0))


async def copy_all(address: str) -> None:
    await copy_rows(address, FILE)
    store = PostgresStore(address)
    await store.open()
    with sqlite3.connect(FILE) as kept:
        for game, report in kept.execute("SELECT game, report FROM analyses"):
            await store.analyses.keep(game, report)
    await store.close()


@pytest.fixture
def ana(app: FastAPI) -> Iterator[Browser]:
    """The person who played at all tables of the older database."""
    with TestClient(app, headers={"accept-language": "en"}) as client:
        key = TABLES["waiting"]["tokens"]["0"].partition(".")[0]
        cookie = app.state.identities.cookie_of(Person(key, known=True))
        browser = Browser(client)
        for found in browser.cookies:
            if found.name == COOKIE:
                found.value = cookie
        browser.token = app.state.identities.form_token(Person(key, known=True))
        yield browser


def path_of(name: str) -> str:
    return f"/t/{TABLES[name]['table']}"


def test_own_page_has_the_games_that_were_finished_before(ana: Browser) -> None:
    page = ana.get("/you")
    over = [name for name, told in TABLES.items() if told["state"] == "over"]
    assert len(over) == 3
    assert all(f'href="{path_of(name)}/replay"' in page for name in over)
    assert "luck " in page  # one of them was analysed then
    assert "Level 2, earlier version" in page
    home = ana.get("/")
    assert "Your turn" in home
    assert "The last game" in home


def test_running_game_is_played_to_its_end_and_counts(app: FastAPI, ana: Browser) -> None:
    path = path_of("playing-twenty-one")
    ana.get(path)
    table = table_at(app, path).table
    while True:
        wait_until(lambda: table.over or 0 in table.people_to_act(), "it is Ana's turn")
        if table.over:
            break
        text = table.state.legal_texts(0)[0]
        move = {"seat": "0", "on": str(table.last_event(0)), "key": f"{table.revision}"}
        ana.post(f"{path}/move", text=text, **move)
    assert f'href="{path}/replay"' in ana.get("/you")


def test_person_of_that_version_is_forgotten(app: FastAPI, ana: Browser) -> None:
    path = path_of("over-seis-dados")
    ana.post("/you/forget", sure="yes")
    page = ana.get(path)
    assert "Somebody" in page
    assert "Ana María" not in page
