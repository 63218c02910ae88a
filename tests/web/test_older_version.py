"""A database and records of version 0.1: this version opens, continues and verifies them.

The fixtures were written by tools/version_fixtures.py with version 0.1. They must not change.
"""

import asyncio
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from cubilete import CHANCE, Rng, read_record, replay
from cubilete.core.fair import verify
from cubilete.store.postgres import PostgresStore
from cubilete.table.plan import Plan
from cubilete.table.table import Table
from cubilete.web.http.identity import COOKIE, Identities, Person

from .running import Server
from .visitor import Visitor

FOLDER = Path(__file__).parents[1] / "fixtures" / "version-0.1"
FILE = "cubilete.sqlite"
IMPORTED = json.loads((FOLDER / "imported.json").read_text("utf-8"))
MOST_STEPS = 20_000
RECORDS = sorted(FOLDER.glob("*/*.jsonl"))


def stored_secret() -> bytes:
    with sqlite3.connect(FOLDER / FILE) as kept:
        ((secret,),) = kept.execute("SELECT value FROM settings WHERE name = 'secret'").fetchall()
    return bytes(secret)


IDENTITIES = Identities(stored_secret())


def person_of(token: str) -> Person:
    return Person(token.partition(".")[0], known=True)


@dataclass(frozen=True)
class OldTable:
    """A table as version 0.1 stored and showed it."""

    name: str
    table: str
    game: str
    state: str
    tokens: dict[int, str]
    looks: dict[str, dict[str, object]]
    """What the API answered to each token, and without one."""

    @property
    def path(self) -> str:
        return f"/tables/{self.table}"

    @property
    def shared(self) -> bool:
        """Whether several seats are on one device."""
        return len(set(self.tokens.values())) < len(self.tokens)


def tables() -> list[OldTable]:
    """The tables as that version showed them, with tokens of this version for the same people."""
    text = (FOLDER / "tables.json").read_text("utf-8")
    for old in sorted(set(re.findall(r"\b[0-9a-f]{32}\.[0-9a-f]{32}\b", text))):
        text = text.replace(old, IDENTITIES.api_token(person_of(old)))
    kept = json.loads(text)
    return [
        OldTable(
            name,
            told["table"],
            told["game"],
            told["state"],
            {int(seat): token for seat, token in told["tokens"].items()},
            told["looks"],
        )
        for name, told in kept.items()
    ]


TABLES = {told.name: told for told in tables()}


def in_state(*states: str) -> pytest.MarkDecorator:
    chosen = [told for told in TABLES.values() if told.state in states]
    return pytest.mark.parametrize("told", chosen, ids=lambda told: told.name)


@dataclass(frozen=True)
class Older:
    """This version's server on a copy of the older database."""

    address: str
    database: Path

    def visitor(self, token: str = "", language: str = "en") -> Visitor:
        return Visitor(self.address, token, language)


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Older]:
    folder = tmp_path_factory.mktemp("older")
    shutil.copyfile(FOLDER / FILE, folder / FILE)
    server = Server(folder / "log", "--data", str(folder))
    try:
        server.start()
        yield Older(server.address, folder / FILE)
    finally:
        server.stop()


def assert_shown(now: object, then: object, where: str = "look") -> None:
    """Everything that the older version showed is shown. New keys are allowed."""
    if isinstance(then, dict):
        assert isinstance(now, dict), where
        for key, value in then.items():
            assert key in now, f"{where}.{key}"
            assert_shown(now[key], value, f"{where}.{key}")
    else:
        assert now == then, where


def assert_looks_agree(visitor: Visitor, told: OldTable) -> None:
    now, then = visitor.ask(told.path), dict(told.looks[visitor.token])
    clock = then.pop("clock")  # it has run since
    assert (now["clock"] is None) == (clock is None)
    assert_shown(now, then)


# --- People ---


def test_cookie_of_that_version_has_its_seats(older: Older) -> None:
    told = TABLES["waiting"]
    key = person_of(told.tokens[0]).key
    cookie = f"{COOKIE}={key}.{IDENTITIES.sign('cookie', key)}"
    status, page, _ = older.visitor().open(f"/t/{told.table}", headers={"Cookie": cookie})
    assert status == 200
    assert "<small>(you)</small>" in page


def test_token_of_that_version_is_refused_with_a_sentence(older: Older) -> None:
    """It was a link, too: people who have seen the link have the token."""
    told = TABLES["waiting"]
    key = person_of(told.tokens[0]).key
    old = f"{key}.{IDENTITIES.sign('device', key)}"
    status, answer = older.visitor(old).try_to_ask(told.path)
    assert (status, json.loads(answer)["title"]) == (403, "old-token")
    status, page, _ = older.visitor().open(f"/me/{old}")
    assert status == 409
    assert "This link no longer works." in page


# --- Tables open ---


def test_fixture_has_every_game_in_every_state() -> None:
    games = {told.game for told in TABLES.values()}
    assert {told.game for told in TABLES.values() if told.state == "playing"} == games
    assert {told.game for told in TABLES.values() if told.state == "over"} == games
    assert {told.state for told in TABLES.values()} == {"waiting", "playing", "over"}


@pytest.mark.parametrize("told", TABLES.values(), ids=lambda told: told.name)
def test_table_opens_and_is_played_to_its_end(told: OldTable, older: Older) -> None:
    for token in told.looks:
        assert_looks_agree(older.visitor(token), told)
        visitor = older.visitor(token)
        visitor.sit_in_browser()
        assert 'id="mesa"' in visitor.page(f"/t/{told.table}")
    assert 'lang="es"' in older.visitor(language="es").page(f"/t/{told.table}")
    if told.state == "waiting":
        told = sit_down(older, told)
    if told.state != "over":
        finish(older, told)
        check_record(older, told)


def sit_down(older: Older, told: OldTable) -> OldTable:
    """Takes all free seats, so that the game begins; returns the table with all tokens."""
    tokens = dict(told.tokens)
    names = older.visitor().ask(told.path)["names"]
    assert isinstance(names, list)
    for seat, name in enumerate(names):
        if name:
            continue
        if told.name == "rematch":
            last = TABLES["over-pa-fuera"].table
            older.visitor(told.tokens[seat]).send(f"/t/{last}/follow", seat=seat)
        else:
            seated = older.visitor().ask(f"{told.path}/sit", {"name": f"New {seat}", "seat": seat})
            tokens[seat] = str(seated["token"])
    assert older.visitor().ask(told.path)["begun"]
    return replace(told, tokens=tokens)


def finish(older: Older, told: OldTable) -> None:
    """Plays random moves for all people until the game is over."""
    # The stored secrets fix the dice, so this seed decides how long a game without bots is.
    rng = random.Random(f"{told.name} 20")
    step = step_on_one_device(older, told, rng) if told.shared else step_by_api(older, told, rng)
    for _ in range(MOST_STEPS):
        if not step():
            return
        time.sleep(0.001)  # lets bots act
    raise AssertionError("the game does not end")


def step_by_api(older: Older, told: OldTable, rng: random.Random) -> Callable[[], bool]:
    bot_plays_for = {1} if told.name == "stand-in" else set()
    visitors = [
        older.visitor(token) for seat, token in told.tokens.items() if seat not in bot_plays_for
    ]

    def step() -> bool:
        for visitor in visitors:
            look = visitor.ask(told.path)
            if look["over"]:
                return False
            view = look["view"]
            assert isinstance(view, dict)
            if view["legal"]:
                move = {"text": rng.choice(view["legal"]), "on": look["on"]}
                status, text = visitor.try_to_ask(f"{told.path}/moves", move)
                assert status in (200, 409), text  # 409: a bot acted first
        return True

    return step


def step_on_one_device(older: Older, told: OldTable, rng: random.Random) -> Callable[[], bool]:
    """The API plays only one seat of a person, so forms play them all. The legal moves are
    computed from the stored entries."""
    visitor = older.visitor(told.tokens[0])
    connection = sqlite3.connect(older.database)
    query = "SELECT plan FROM tables WHERE id = ?"
    ((plan,),) = connection.execute(query, (told.table,)).fetchall()
    table = Table(Plan.from_json(json.loads(plan)))

    def step() -> bool:
        query = "SELECT entry FROM entries WHERE table_id = ? AND n > ? ORDER BY n"
        for (entry,) in connection.execute(query, (told.table, table.revision)).fetchall():
            table.apply(json.loads(entry))
        if table.over:
            connection.close()
            return False
        if table.awaits_real_dice():
            seat, way = 0, "fall"
            text = table.state.text(CHANCE, table.state.sample(Rng(rng.getrandbits(60))))
        else:
            seat, way = rng.choice(table.people_to_act()), "move"
            text = rng.choice(table.state.legal_texts(seat))
        on, key = table.last_event(seat), f"test.{table.revision}"
        visitor.send_by_script(f"/t/{told.table}/{way}", seat=seat, on=on, key=key, text=text)
        return True

    return step


def check_record(older: Older, told: OldTable) -> None:
    """The record of the whole game begins with the events that the older version showed."""
    record = read_record(older.visitor().page(f"/t/{told.table}/record"))
    replay(record)
    assert record.result is not None
    then = told.looks[""]["events"]
    assert isinstance(then, list)
    now = {event.n: (event.by, event.text) for event in record.events}
    assert all(now[event["n"]] == (event["by"], event["text"]) for event in then)
    assert "fair" not in record.header.more or verify(record) > 0
    assert ("fair" in record.header.more) == (told.name != "real-dice")


# --- Games that are over ---


@in_state("over")
def test_finished_game_is_replayed_and_has_the_same_record(told: OldTable, older: Older) -> None:
    visitor = older.visitor()
    exported = (FOLDER / "records" / f"{told.name}.jsonl").read_text("utf-8")
    assert visitor.page(f"/t/{told.table}/record") == exported
    assert visitor.open(f"/api{told.path}/record")[:2] == (200, exported)
    events = len(read_record(exported).events)
    for number in (0, events // 2, events):
        assert f'max="{events}"' in visitor.page(f"/t/{told.table}/replay?n={number}&eyes=0")
    visitor.page(f"/t/{told.table}/verify")


def test_imported_record_opens(older: Older) -> None:
    visitor, link = older.visitor(), IMPORTED["link"]
    record = (FOLDER / "simulated" / "pa-fuera.jsonl").read_text("utf-8")
    assert visitor.page(f"{link}/record") == record
    visitor.page(f"{link}?n=3&eyes=1")
    visitor.page(f"{link}/verify")


def test_person_finds_their_tables_on_the_home_page(older: Older) -> None:
    token = TABLES["waiting"].tokens[0]
    visitor = older.visitor(token)
    visitor.sit_in_browser()
    theirs = [told for told in TABLES.values() if token in told.tokens.values()]
    assert len(theirs) > 3
    home = visitor.page("/")
    assert all(f'href="/t/{told.table}"' in home for told in theirs)


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_older_record_is_replayed_and_its_dice_are_verified(file: Path) -> None:
    record = read_record(file.read_bytes())
    assert record.to_text().encode("utf-8") == file.read_bytes()
    replay(record)
    fair = file.parent.name == "records" and file.stem != "over-real-dice"
    assert ("fair" in record.header.more) == fair
    assert not fair or verify(record) > 0


def test_older_record_is_verified_by_the_command() -> None:
    record = FOLDER / "records" / "over-twenty-one.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "cubilete.cli", "verify", str(record), "--json"],
        env=os.environ | {"CUBILETE_LANG": "en"},
        capture_output=True,
        text=True,
    )
    assert json.loads(done.stdout)["fair"] is True, done.stderr


# --- The same rows in PostgreSQL ---


def test_older_tables_open_from_postgresql(
    tmp_path: Path, fresh_database: Callable[[], str]
) -> None:
    address = fresh_database()
    asyncio.run(copy_rows(address))
    server = Server(tmp_path / "log", "--database", address)
    try:
        server.start()
        visitor = Visitor(server.address)
        for told in TABLES.values():
            assert_looks_agree(visitor, told)
        visitor.page(IMPORTED["link"])
    finally:
        server.stop()


async def copy_rows(address: str, file: Path = FOLDER / FILE) -> None:
    store = PostgresStore(address)
    await store.open()
    with sqlite3.connect(file) as kept:
        for table, game, plan in kept.execute("SELECT id, game, plan FROM tables"):
            await store.create(table, game, plan)
        for table, n, text in kept.execute("SELECT table_id, n, entry FROM entries ORDER BY n"):
            entry = json.loads(text)
            owner, over = entry.get("owner", ""), entry.get("over") is True
            await store.append(table, n, text, owner=owner, over=over)
        for name, record in kept.execute("SELECT name, record FROM records"):
            await store.keep_record(name, record)
    await store.close()
