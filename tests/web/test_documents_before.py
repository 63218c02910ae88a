"""A database with documents, made by the version before evenings were tidied up: nothing is lost.

tests/fixtures/with-documents was written by `python tools/version_fixtures.py FOLDER documents`
with that version (schema 6 of SQLite, 8 of PostgreSQL); only the keys of people were kept of its
tables.json. The PostgreSQL database has the same rows in the tables of that version.
"""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

import asyncpg
import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from cubilete.core.fair import commitment_of
from cubilete.store.base import Store
from cubilete.store.postgres import PostgresStore
from cubilete.store.postgres_schema import MIGRATIONS
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from cubilete.web.http.identity import COOKIE, Person

from .test_seating import Browser

FOLDER = Path(__file__).parents[1] / "fixtures" / "with-documents"
FILE = FOLDER / "cubilete.sqlite"
TABLES = json.loads((FOLDER / "tables.json").read_text("utf-8"))
LINKS = json.loads((FOLDER / "links.json").read_text("utf-8"))
DAY = date.fromisoformat(LINKS["day"])
POSTGRES_VERSION = 8
COPIED = {
    "tables": "id, game, plan, over = 1",
    "entries": "table_id, n, entry",
    "places": "owner, table_id",
    "settings": "name, value",
    "documents": "kind, key, content, owner, revision",
}
"""The columns that both databases have, in this order."""


class Calendar:
    day = DAY

    def __call__(self) -> date:
        return self.day


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture(params=["sqlite", "postgres"])
def app(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    fresh_database: Callable[[], str],
    calendar: Calendar,
) -> FastAPI:
    store: Store
    if request.param == "sqlite":
        shutil.copyfile(FILE, tmp_path / "s.sqlite")
        store = SqliteStore(tmp_path / "s.sqlite")
    else:
        address = fresh_database()
        asyncio.run(copy_rows(address))
        store = PostgresStore(address)
    return create_app(store, Settings(pace=0, open_tables=True, today=calendar))


async def copy_rows(address: str) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute("CREATE TABLE version (number integer NOT NULL)")
    for number, script in enumerate(MIGRATIONS[:POSTGRES_VERSION], start=1):
        await connection.execute(script)
        await connection.execute("INSERT INTO version (number) VALUES ($1)", number)
    with sqlite3.connect(FILE) as kept:
        for table, columns in COPIED.items():
            rows = kept.execute(f"SELECT {columns} FROM {table}").fetchall()
            names = columns.replace("over = 1", "over")
            values = ", ".join(f"${place}" for place in range(1, len(rows[0]) + 1))
            if table == "tables":
                rows = [(*row[:3], bool(row[3])) for row in rows]
            await connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({values})", rows)
    await connection.close()


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


def owner_of(seat: str) -> Person:
    key = TABLES["evening-0"]["tokens"][seat].partition(".")[0]
    return Person(key, known=True)


def browser_of(app: FastAPI, client: TestClient, seat: str) -> Browser:
    """The browser of a person of that version."""
    person, browser = owner_of(seat), Browser(client)
    for found in browser.cookies:
        if found.name == COOKIE:
            found.value = app.state.identities.cookie_of(person)
    browser.token = app.state.identities.form_token(person)
    return browser


@pytest.fixture
def ana(app: FastAPI, client: TestClient) -> Browser:
    return browser_of(app, client, "0")


@pytest.fixture
def luis(app: FastAPI, client: TestClient) -> Browser:
    return browser_of(app, client, "1")


def path_of(name: str) -> str:
    return f"/t/{TABLES[name]['table']}"


def test_fixture_has_documents_of_every_kind_of_that_version() -> None:
    with sqlite3.connect(FILE) as kept:
        kinds = {kind for (kind,) in kept.execute("SELECT kind FROM documents")}
        version = kept.execute("PRAGMA user_version").fetchone()
    people = {"person", "result", "push", "left", "open-table"}
    assert kinds == people | {"cup", "cup-result", "evening", "guest", "material", "deadline"}
    assert version == (6,)


def test_own_page_and_settings_are_there(app: FastAPI, client: TestClient, ana: Browser) -> None:
    page = ana.get("/you")
    for name in ("over-dizzle", "evening-0", "cup"):
        assert f'href="{path_of(name)}/replay"' in page
    assert "Level 2" in page
    phone = Browser(client)
    link = ana.get("/you/device").partition("/me/")[2].partition('"')[0]
    phone.get(f"/me/{link}")
    phone.post(f"/me/{link}")
    assert 'data-theme="dark"' in phone.get("/")
    assert "What are we playing, Ana María?" in phone.get("/")


def test_evening_goes_on_to_its_last_page(ana: Browser, luis: Browser) -> None:
    assert path_of("evening-1") in ana.get(LINKS["evening"])
    for seat, person in enumerate((ana, luis)):
        person.get(path_of("evening-1"))
        person.post(f"{path_of('evening-1')}/abandon", seat=str(seat))
    page = ana.post(f"{LINKS['evening']}/end")
    assert "wins the evening!" in page or "win the evening!" in page
    assert path_of("evening-0") in page


def test_cup_of_that_day_has_its_table_one_try_and_secret(
    ana: Browser, luis: Browser, calendar: Calendar
) -> None:
    today = luis.get("/cup")
    assert "Ana María" in today
    ana.post("/cup/216", day=LINKS["day"], name="Ana María")
    assert ana.landed == path_of("cup")
    calendar.day += timedelta(days=1)
    page = luis.get(f"/cup/{LINKS['day']}")
    with sqlite3.connect(FILE) as kept:
        key = f"{LINKS['day']}/216"
        (content,) = kept.execute("SELECT content FROM documents WHERE key = ?", (key,)).fetchone()
    secret = json.loads(content)["secret"]
    assert secret in page
    assert commitment_of(bytes.fromhex(secret)) in today


def test_level_is_still_its_makers(ana: Browser, luis: Browser) -> None:
    assert "El patio" in luis.get(LINKS["workshop"])
    luis.post(LINKS["workshop"], 403, name="Mine")
    ana.post(LINKS["workshop"], name="La plaza")
    assert "La plaza" in luis.get(LINKS["workshop"])


def test_game_over_days_and_subscription_are_there(app: FastAPI, ana: Browser) -> None:
    assert 'id="live"' in ana.get(path_of("over-days"))
    documents = app.state.host.store.documents
    loop = ana.client.portal
    assert loop is not None
    kept = loop.call(documents.owned, owner_of("0").owner, "push", 9)
    assert [json.loads(each.content)["endpoint"] for each in kept] == ["https://push.example/ana"]


def test_people_of_that_version_are_forgotten(ana: Browser, luis: Browser) -> None:
    ana.post("/you/forget", sure="yes")
    assert "You are forgotten" in ana.get(ana.landed_with_query)
    for path in (LINKS["evening"], path_of("evening-0"), path_of("evening-1"), "/cup", "/you"):
        assert "Ana María" not in luis.get(path), path
    assert "Somebody" in luis.get(LINKS["evening"])
