"""One's own page, the last game on the home page, tables open to all, and forgetting a person."""

import asyncio
import io
import json
import sqlite3
import time
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Never

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from cubilete import BadRecord, read_record, replay
from cubilete.core.fair import verify
from cubilete.host.host import Host
from cubilete.host.people import forget_jobs
from cubilete.host.people.forget_jobs import Forgetting
from cubilete.host.people.forgetting import note_left
from cubilete.host.thinking import ThinkingHere
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from cubilete.web.http.names import FACE
from host.hosting import open_host

from .test_seating import Browser, table_at
from .waiting import wait_until


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "s.sqlite"


@pytest.fixture
def app(file: Path) -> FastAPI:
    return create_app(SqliteStore(file), Settings(pace=60, open_tables=True))


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


def open_short(host: Browser, name: str = "Zulema", **fields: str) -> str:
    """A table of Seis dados for two that ends at the first point."""
    chosen = {"game": "seis-dados", "name": name, "seat1": "person", "end_at": "1", **fields}
    host.post("/tables", **chosen)
    return host.landed


def play_out(app: FastAPI, path: str, people: list[Browser]) -> None:
    """Plays the first legal action again and again."""
    table = table_at(app, path).table
    while not table.over:
        seat = table.people_to_act()[0]
        move = {"seat": str(seat), "on": str(table.last_event(seat)), "key": f"{table.revision}"}
        text = table.state.legal_texts(seat)[-1]
        people[seat].post(f"{path}/move", text=text, **move)


@pytest.fixture
def played(app: FastAPI, client: TestClient) -> tuple[str, Browser, Browser]:
    """Zulema and Luis have finished a game."""
    zulema, luis = Browser(client), Browser(client)
    path = open_short(zulema)
    luis.sit(path, 1, "Luis")
    play_out(app, path, [zulema, luis])
    return path, zulema, luis


def cookie(browser: Browser, name: str) -> str:
    return next((found.value or "" for found in browser.cookies if found.name == name), "")


# --- What the page shows ---


def test_finished_game_is_on_both_pages_with_its_result(
    played: tuple[str, Browser, Browser],
) -> None:
    path, zulema, luis = played
    pages = zulema.get("/you"), luis.get("/you")
    assert all(f'href="{path}/replay"' in page for page in pages)
    assert "with Luis" in pages[0]
    assert "with Zulema" in pages[1]
    assert sum("You won!" in page for page in pages) == 1
    assert "The last game" in zulema.get("/")


def test_page_of_a_person_is_theirs_alone(
    client: TestClient, played: tuple[str, Browser, Browser]
) -> None:
    path, _, _ = played
    stranger = Browser(client)
    assert path not in stranger.get("/you")
    client.cookies.clear()
    archive = zipfile.ZipFile(io.BytesIO(client.get("/you/records.zip").content))
    assert archive.namelist() == ["person.json"]


def test_result_is_read_once_and_kept(
    app: FastAPI, played: tuple[str, Browser, Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, zulema, _ = played
    first = zulema.get("/you")
    monkeypatch.setattr("cubilete.host.people.history.result_of", lambda *_: 1 / 0)
    assert zulema.get("/you") == first
    assert path in first


def test_name_and_face_are_used_at_the_next_table(app: FastAPI, client: TestClient) -> None:
    zulema = Browser(client)
    page = zulema.post("/you", name="Zulema", face="owl", lang="en", theme="dark")
    assert "Saved." in page
    assert 'data-theme="dark"' in page
    path = open_short(zulema, name="")
    assert table_at(app, path).table.seats[0].name == "Zulema"
    assert "/s/animals.svg#owl" in zulema.get(path)


def test_unknown_face_is_none(client: TestClient) -> None:
    zulema = Browser(client)
    zulema.post("/you", name="Zulema", face="dragon")
    assert cookie(zulema, FACE).strip('"') == ""


def test_choices_come_along_to_another_device(client: TestClient) -> None:
    zulema, phone = Browser(client), Browser(client)
    zulema.post("/you", name="Zulema", face="owl", theme="dark")
    link = zulema.get("/you/device").partition("/me/")[2].partition('"')[0]
    phone.get(f"/me/{link}")
    phone.post(f"/me/{link}")
    assert cookie(phone, FACE) == "owl"
    page = phone.get("/")
    assert "What are we playing, Zulema?" in page
    assert 'data-theme="dark"' in page


def test_archive_has_a_record_of_each_finished_game(
    client: TestClient, played: tuple[str, Browser, Browser]
) -> None:
    path, zulema, _ = played
    open_short(zulema)  # a table that waits has no record
    zulema.take_client()
    archive = zipfile.ZipFile(io.BytesIO(client.get("/you/records.zip").content))
    (name,) = [each for each in archive.namelist() if each != "person.json"]
    assert name.endswith(f"-seis-dados-{path.rpartition('/')[2]}.jsonl")
    record = read_record(archive.read(name))
    replay(record)
    assert verify(record) > 0


# --- Forgetting ---


def forget(person: Browser) -> None:
    person.post("/you/forget", 422)
    assert "You are forgotten" in person.post("/you/forget", sure="yes")


def test_forgotten_name_is_gone_everywhere(
    played: tuple[str, Browser, Browser], file: Path, app: FastAPI
) -> None:
    path, zulema, luis = played
    luis.get(f"{path}/replay")
    luis.get(f"{path}/record")
    assert "Zulema" in luis.get("/you")
    forget(zulema)
    for page in (path, f"{path}/replay", f"{path}/record", f"{path}/picture.svg", "/you", "/"):
        assert "Zulema" not in luis.get(page), page
    assert "Somebody" in luis.get(path)
    assert "with Somebody" in luis.get("/you")
    assert "can no longer be checked" in luis.get(f"{path}/verify")
    app.state.host.tables.clear()  # the table is read from the store
    assert "Somebody" in luis.get(path)
    with sqlite3.connect(file) as stored:
        assert not [line for line in stored.iterdump() if "Zulema" in line]


class Slow(ThinkingHere):
    """A worker that does not come to an end while the test lasts."""

    async def ask(self, *question: object) -> Never:
        await asyncio.Event().wait()
        raise AssertionError


def test_analysis_under_way_is_given_up_because_it_has_the_forgotten_name(
    played: tuple[str, Browser, Browser], file: Path, app: FastAPI
) -> None:
    path, zulema, luis = played
    app.state.host.analyses.thinkers = Slow()
    luis.post(f"{path}/analysis")
    assert app.state.host.analyses.tasks
    forget(zulema)
    assert not app.state.host.analyses.tasks
    with sqlite3.connect(file) as stored:
        assert stored.execute("SELECT game FROM analyses").fetchall() == []


def test_record_of_a_forgotten_person_replays_and_proves_no_dice(
    client: TestClient, played: tuple[str, Browser, Browser]
) -> None:
    path, zulema, luis = played
    forget(zulema)
    luis.take_client()
    record = read_record(client.get(f"{path}/record").content)
    replay(record)
    assert record.header.players == ("Somebody", "Luis")
    with pytest.raises(BadRecord) as refused:
        verify(record)
    assert refused.value.code == "forgotten"


def test_bot_plays_on_for_a_forgotten_person(app: FastAPI, client: TestClient) -> None:
    zulema, luis = Browser(client), Browser(client)
    path = open_short(zulema)
    luis.sit(path, 1, "Luis")
    forget(zulema)
    table = table_at(app, path).table
    assert table.playing
    assert table.seats[0].played_by_bot
    assert table.names() == ["Somebody", "Luis"]


def test_waiting_table_gets_another_opener_or_is_closed(app: FastAPI, client: TestClient) -> None:
    zulema, luis = Browser(client), Browser(client)
    shared, lonely = open_short(zulema, seat2="person"), open_short(zulema)
    luis.sit(shared, 1, "Luis")
    forget(zulema)
    assert not table_at(app, shared).table.seats[0].taken
    assert "Cancel the table" in luis.get(shared)
    assert table_at(app, lonely).table.cancelled


def test_game_without_other_people_ends(app: FastAPI, client: TestClient) -> None:
    zulema = Browser(client)
    path = open_short(zulema, seat1="bot random")
    forget(zulema)
    assert table_at(app, path).table.over


def test_name_is_gone_also_from_a_table_that_the_person_had_left(
    client: TestClient, file: Path
) -> None:
    zulema, luis, eva = (Browser(client) for _ in range(3))
    path = open_short(luis, "Luis", seat2="person")
    zulema.sit(path, 1, "Zulema")
    zulema.post(f"{path}/leave", seat="1")
    eva.sit(path, 1, "Eva")
    forget(zulema)
    with sqlite3.connect(file) as stored:
        assert not [line for line in stored.iterdump() if "Zulema" in line]


def test_other_devices_of_a_forgotten_person_are_strangers(
    app: FastAPI, client: TestClient, played: tuple[str, Browser, Browser]
) -> None:
    path, zulema, _ = played
    before = list(zulema.cookies)
    forget(zulema)
    zulema.cookies = before
    assert path not in zulema.get("/you")


def test_seats_on_one_device_are_told_apart_after_forgetting(
    app: FastAPI, client: TestClient
) -> None:
    zulema, luis = Browser(client), Browser(client)
    path = open_short(zulema, seat1="local", name1="Yolanda", seat2="person")
    luis.sit(path, 2, "Luis")
    forget(zulema)
    assert table_at(app, path).table.names() == ["Somebody", "Somebody 2", "Luis"]


# --- A person with many games is forgotten in slices ---


@pytest.fixture
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables a slice, and no work in the background."""
    monkeypatch.setattr(forget_jobs, "AT_ONCE", 2)

    async def rest(self: Forgetting) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Forgetting, "run", rest)


@pytest.mark.usefixtures("few_at_once")
def test_page_says_how_far_forgetting_is_and_a_restart_goes_on(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(pace=60)
    with TestClient(create_app(SqliteStore(file), settings)) as client:
        client.headers["accept-language"] = "en"
        zulema, luis = Browser(client), Browser(client)
        paths = [open_short(zulema) for _ in range(5)]
        for path in paths:
            luis.sit(path, 1, "Luis")
        page = zulema.post("/you/forget", sure="yes")
        assert "You are being forgotten" in page
        assert "from 0 of 5" not in page
        assert "from 2 of 5 games and evenings" in page
        there = zulema.landed_with_query
        assert sum("Zulema" in luis.get(path) for path in paths) == 3
        assert "Zulema" not in zulema.get("/you")  # this browser is a new one already
    monkeypatch.undo()
    with TestClient(create_app(SqliteStore(file), settings)) as client:
        client.headers["accept-language"] = "en"
        luis.client = client
        wait_until(lambda: "You are forgotten" in luis.get(there), "the rest is done")
        assert not any("Zulema" in luis.get(path) for path in paths)
    with sqlite3.connect(file) as stored:
        assert not [line for line in stored.iterdump() if "Zulema" in line]
        assert (
            stored.execute("SELECT key FROM documents WHERE kind = 'forgetting'").fetchall() == []
        )


@pytest.mark.usefixtures("few_at_once")
def test_tables_that_are_read_to_forget_somebody_leave_memory(
    file: Path, app: FastAPI, client: TestClient
) -> None:
    zulema, luis = Browser(client), Browser(client)
    paths = [open_short(zulema) for _ in range(2)]
    for path in paths:
        luis.sit(path, 1, "Luis")
        zulema.post(f"{path}/abandon", seat="0")
        luis.post(f"{path}/abandon", seat="1")
    app.state.host.tables.clear()
    luis.get(paths[0])
    zulema.post("/you/forget", sure="yes")
    assert list(app.state.host.tables) == [paths[0].rpartition("/")[2]]


def test_two_processes_do_not_work_on_one_slice(file: Path) -> None:
    async def run() -> None:
        async with open_host(SqliteStore(file)) as host:
            one, other = Forgetting(host), Forgetting(host)
            for number in range(forget_jobs.AT_ONCE + 1):
                await note_left(host.store, f"t{number}", ["zulema"])
            key = await one.ask("zulema", "Somebody")
            assert not await one.step(key)
            job = await one.find(key)
            assert job is not None
            assert (job.done, job.total) == (forget_jobs.AT_ONCE, forget_jobs.AT_ONCE + 1)
            at_work = replace(job, worker="a third one", seen=time.time())
            await store_job(host, key, at_work)
            assert await other.step(key)
            assert await one.find(key) == at_work
            killed = replace(at_work, seen=at_work.seen - forget_jobs.CLAIM)
            await store_job(host, key, killed)
            assert await other.step(key)
            assert await one.find(key) is None

    asyncio.run(run())


async def store_job(host: Host, key: str, job: forget_jobs.Job) -> None:
    stored = await host.store.documents.find(forget_jobs.KIND, key)
    assert stored is not None
    await host.store.documents.replace(stored, job.to_text())


# --- Tables open to all ---


def test_only_the_opener_opens_a_table_to_all(client: TestClient) -> None:
    zulema, luis, eva = (Browser(client) for _ in range(3))
    path = open_short(zulema, seat2="person")
    luis.sit(path, 1, "Luis")
    luis.post(f"{path}/open", 403, open="1")
    assert path not in eva.get("/")
    assert "Make it private" in zulema.post(f"{path}/open", open="1")
    assert path in eva.get("/")
    zulema.post(f"{path}/open", open="0")
    assert path not in eva.get("/")


def test_open_table_is_listed_while_it_waits(app: FastAPI, client: TestClient) -> None:
    zulema, eva = Browser(client), Browser(client)
    path = open_short(zulema)
    zulema.post(f"{path}/open", open="1")
    app.state.host.tables.clear()
    assert "Open tables" in eva.get("/")
    zulema.post(f"{path}/fill", bot="random")
    assert "Open tables" not in eva.get("/")


def test_table_by_invitation_can_not_be_opened_to_all(client: TestClient) -> None:
    zulema = Browser(client)
    path = open_short(zulema, invited_only="true")
    assert "Open it to everyone" not in zulema.get(path)
    zulema.post(f"{path}/open", 422, open="1")


def test_server_lists_no_tables_unless_it_is_told_to(tmp_path: Path) -> None:
    app = create_app(SqliteStore(tmp_path / "other.sqlite"), Settings(pace=60))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        zulema = Browser(client)
        path = open_short(zulema)
        assert "Open it to everyone" not in zulema.get(path)
        zulema.post(f"{path}/open", 404, open="1")


def test_documents_are_json(played: tuple[str, Browser, Browser], file: Path) -> None:
    _, zulema, _ = played
    zulema.post("/you", name="Zulema", face="owl")
    zulema.get("/you")
    with sqlite3.connect(file) as stored:
        rows = stored.execute("SELECT kind, content FROM documents").fetchall()
    assert {kind for kind, _ in rows} == {"person", "result"}
    assert all(isinstance(json.loads(content), dict) for _, content in rows)
