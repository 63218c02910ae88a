"""The command `cubilete tidy`, and the options of `cubilete play` that protect a server."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import asyncpg
import pytest

from command import cubilete
from cubilete.store.base import Store
from cubilete.store.documents import Document
from cubilete.store.postgres import PostgresStore
from cubilete.store.sqlite import SqliteStore

OLD = 10
"""A day long ago."""


def fill(store: Store) -> None:
    """Two tables, of which one began, and two records."""

    async def run() -> None:
        await store.open()
        for name in ("waits", "began"):
            await store.create(name, "dizzle", "{}")
        await store.append("began", 1, '{"kind": "start", "falls": []}')
        for name in ("old", "new"):
            await store.keep_record(name, "{}\n")
            await store.documents.add(Document("evening", name, '{"guests": []}'))
        await store.close()

    asyncio.run(run())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    fill(SqliteStore(tmp_path / "cubilete.sqlite"))
    with sqlite3.connect(tmp_path / "cubilete.sqlite") as connection:
        connection.execute("UPDATE tables SET changed_day = ?", (OLD,))
        connection.execute("UPDATE records SET looked_day = ? WHERE name = 'old'", (OLD,))
        connection.execute("UPDATE documents SET used_day = ? WHERE key = 'old'", (OLD,))
    return tmp_path


def test_tidy_says_what_it_would_remove_and_removes_it_when_told(folder: Path) -> None:
    for _ in range(2):
        done = cubilete("tidy", "--data", folder)
        assert done.returncode == 0
        assert "untouched for 7 days: 1" in done.stdout
        assert "opened for 90 days: 1" in done.stdout
        assert "opened or played for 90 days: 1" in done.stdout
        assert "Nothing has been removed" in done.stdout
    listed = json.loads(cubilete("tidy", "--data", folder, "--json").stdout)
    assert listed == {
        "removed": False,
        "tables": ["waits"],
        "records": ["old"],
        "evenings": ["old"],
    }
    done = cubilete("tidy", "--remove", CUBILETE_DATA=str(folder), CUBILETE_LANG="es")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Borradas." in done.stdout
    with sqlite3.connect(folder / "cubilete.sqlite") as connection:
        assert connection.execute("SELECT id FROM tables").fetchall() == [("began",)]
        assert connection.execute("SELECT name FROM records").fetchall() == [("new",)]
    listed = json.loads(cubilete("tidy", "--data", folder, "--json").stdout)
    assert listed == {"removed": False, "tables": [], "records": [], "evenings": []}


def test_tidy_works_with_a_database_server(fresh_database: Callable[[], str]) -> None:
    address = fresh_database()
    fill(PostgresStore(address))

    async def grow_old() -> None:
        connection = await asyncpg.connect(address)
        await connection.execute("UPDATE tables SET changed_day = $1", OLD)
        await connection.execute("UPDATE records SET looked_day = $1 WHERE name = 'old'", OLD)
        await connection.execute("UPDATE documents SET used_day = $1 WHERE key = 'old'", OLD)
        await connection.close()

    asyncio.run(grow_old())
    expected = {"tables": ["waits"], "records": ["old"], "evenings": ["old"]}
    asked = ("tidy", "--database", address, "--json")
    assert json.loads(cubilete(*asked).stdout) == {"removed": False, **expected}
    assert json.loads(cubilete(*asked, "--remove").stdout) == {"removed": True, **expected}
    after = json.loads(cubilete(*asked).stdout)
    assert after == {"removed": False, "tables": [], "records": [], "evenings": []}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("tidy", "--data", "/nowhere"), "There is no database in /nowhere."),
        (("tidy", "--database", "mysql://x"), "postgresql://"),
        (("tidy", "--database", "postgresql://127.0.0.1:1/x"), "The database can't be used"),
        (("play", "--public-url", "play.example"), "like https://play.example"),
        (("play", "--public-url", "https://play.example/path"), "like https://play.example"),
        (("play", "--public-url", "https://a@play.example"), "like https://play.example"),
        (("play", "--proxy", "everybody"), "like 127.0.0.1"),
        (("play", "--proxy", "*"), "like 127.0.0.1"),
        (("play", "--quota", "-1"), "quota"),
    ],
)
def test_what_can_not_be_done_is_said_in_a_sentence(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    done = cubilete(*arguments, CUBILETE_DATA=str(tmp_path))
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_tidy_makes_no_database(tmp_path: Path) -> None:
    assert cubilete("tidy", "--data", tmp_path).returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_broken_database_is_reported(tmp_path: Path) -> None:
    (tmp_path / "cubilete.sqlite").write_bytes(b"nonsense" * 1000)
    done = cubilete("tidy", "--data", tmp_path)
    assert (done.returncode, "can't be used" in done.stderr) == (2, True)


@pytest.mark.parametrize(("language", "word"), [("en", "proxy in front"), ("es", "delante")])
def test_help_explains_the_options_of_a_server(language: str, word: str) -> None:
    told = cubilete("play", "--help", CUBILETE_LANG=language).stdout
    for option in ("--public-url", "--proxy", "--quota", "--no-address-limits"):
        assert option in told
    for variable in ("CUBILETE_PUBLIC_URL", "CUBILETE_PROXY", "CUBILETE_QUOTA"):
        assert variable in told
    assert word in told
