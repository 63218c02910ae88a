"""Presence over HTTP: pages and programs, streams and plain requests all count."""

import asyncio
import re
import socket
import struct
import threading
import urllib.request
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import IO

import pytest
import uvicorn
from fastapi import FastAPI
from ports import free_port
from starlette.testclient import TestClient

from cubilete.host.host import Host, Waits
from cubilete.host.live import LiveTable
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.entry import Entry
from cubilete.table.table import Table
from cubilete.web.app import Settings, create_app

from .visitor import Visitor
from .waiting import TIMEOUT, wait_until

GRACE = Waits().absence


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=60))


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


class Times:
    """The time of a host's presence, which a test can advance. Its store always answers."""

    def __init__(self, app: FastAPI) -> None:
        self.host: Host = app.state.host
        self.time = monotonic()
        self.host.presence.now = lambda: self.time

    def advance(self, seconds: float) -> None:
        self.time += seconds
        self.host.presence._informed_at = self.time
        for live in list(self.host.tables.values()):
            self.host.presence.publish(live)


def token_of(client: TestClient) -> str:
    found = re.search(r'name="token" value="([0-9a-f]+)"', client.get("/").text)
    assert found
    return found[1]


def table_of_ana_and_luis(client: TestClient) -> tuple[str, dict[str, str], dict[str, str]]:
    """A game of two browsers; its path, and the cookies of both."""
    token = token_of(client)
    form = {"token": token, "game": "seis-dados", "name": "Ana", "seat1": "person"}
    path = str(client.post("/tables", data=form).url.path)
    ana = dict(client.cookies)
    client.cookies.clear()
    luis = {"token": token_of(client), "seat": "1", "name": "Luis"}
    client.post(f"{path}/sit", data=luis)
    return path, ana, dict(client.cookies)


def become(client: TestClient, cookies: dict[str, str]) -> str:
    """The client is this person from now on; returns the token of their forms."""
    client.cookies.clear()
    client.cookies.update(cookies)
    return token_of(client)


def put_bot(client: TestClient, path: str, token: str, seat: int, other: int) -> int:
    fields = {"token": token, "seat": str(seat), "for": str(other), "bot": "1"}
    return client.post(f"{path}/stand-in", data=fields).status_code


def test_person_who_loads_pages_without_script_is_present(app: FastAPI, client: TestClient) -> None:
    path, ana, luis = table_of_ana_and_luis(client)
    times = Times(app)
    for _ in range(3):
        times.advance(GRACE - 5)
        become(client, ana)
        client.get(path)
        assert put_bot(client, path, become(client, luis), 1, 0) == 403
    times.advance(GRACE + 5)
    token = become(client, luis)
    assert put_bot(client, path, token, 1, 0) == 200
    become(client, ana)
    assert "A bot is playing for you." in client.get(path).text


def two_programs(client: TestClient) -> tuple[str, list[dict[str, str]]]:
    """A game of two programs; its address, and their headers."""
    first = client.post("/api/tables", json={"game": "seis-dados", "people": 2, "bots": 0}).json()
    table = f"/api/tables/{first['table']}"
    second = client.post(f"{table}/sit", json={"name": "other", "seat": 1}).json()
    return table, [{"authorization": f"Bearer {who['token']}"} for who in (first, second)]


def test_program_that_looks_is_present(app: FastAPI, client: TestClient) -> None:
    table, (one, other) = two_programs(client)
    times = Times(app)
    for _ in range(3):
        times.advance(GRACE - 5)
        assert client.get(table, headers=one).json()["absent"] == []
        wanted = {"seat": 0, "playing": True}
        refused = client.post(f"{table}/stand-in", json=wanted, headers=other)
        assert refused.status_code == 403
        assert refused.json()["title"] == "not-absent"
    times.advance(GRACE + 5)
    assert client.get(table, headers=other).json()["absent"] == [0]
    assert client.post(f"{table}/stand-in", json=wanted, headers=other).status_code == 200
    assert client.get(table, headers=other).json()["absent"] == []


def test_program_gives_its_seat_to_a_bot_and_comes_back(app: FastAPI, client: TestClient) -> None:
    table, (one, other) = two_programs(client)
    live: LiveTable = app.state.host.tables[table.removeprefix("/api/tables/")]
    for playing in (True, False):
        wanted = {"seat": 0, "playing": playing}
        assert client.post(f"{table}/stand-in", json=wanted, headers=one).status_code == 200
        assert live.table.seats[0].stand_in == playing
        assert client.post(f"{table}/stand-in", json=wanted, headers=one).status_code == 409
        spectator = client.post(f"{table}/stand-in", json=wanted)
        assert spectator.status_code == 403
    assert client.post(
        f"{table}/stand-in", json={"seat": 0, "playing": False}, headers=other
    ).status_code in (403, 409)


# --- Streams ---


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """The application on a port of this machine, in a thread: streams need a real connection."""
    port = free_port()
    server = uvicorn.Server(
        uvicorn.Config(app, port=port, log_level="warning", timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_until(lambda: server.started, "the server has started")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


def in_loop(app: FastAPI, work: Coroutine[None, None, None]) -> None:
    """Runs a coroutine in the event loop of the server."""
    loop = app.state.host._tasks[0].get_loop()
    asyncio.run_coroutine_threadsafe(work, loop).result(TIMEOUT)


async def advance(times: Times, seconds: float) -> None:
    times.advance(seconds)


async def play_until_ana_acts(host: Host, live: LiveTable) -> None:
    def make_entry(table: Table) -> Entry:
        seat = table.state.to_act[0]
        text = next(each for each in table.state.legal_texts(seat) if each.startswith("assign"))
        return changes.move(table, seat, text, table.last_event(seat), f"{table.revision}")

    while live.table.state.to_act != [0]:
        await host.change(live, make_entry)


def next_event(stream: IO[bytes]) -> bytes:
    """The next event of a stream without its heartbeats."""
    event = b""
    while not event.endswith(b"\n\n"):
        event += stream.readline()
    return next_event(stream) if event.startswith(b":") else event


def test_open_streams_count_and_viewers_hear_who_goes_away(app: FastAPI) -> None:
    with served(app) as address:
        ana, luis, eva = Visitor(address), Visitor(address), Visitor(address)
        form = {"game": "seis-dados", "name": "Ana", "seat1": "person", "seat2": "person"}
        _, path = ana.send("/tables", **form)
        table = path.removeprefix("/t/")
        luis.send(f"{path}/sit", seat=1, name="Luis")
        eva.token = str(eva.ask(f"/tables/{table}/sit", {"seat": 2, "name": "Eva"})["token"])
        live = app.state.host.tables[table]
        in_loop(app, play_until_ana_acts(app.state.host, live))
        times = Times(app)
        luis.opener.addheaders = [("Accept-Language", "en")]
        of_luis = luis.opener.open(f"{address}{path}/stream", timeout=TIMEOUT)
        request = urllib.request.Request(
            f"{address}/api/tables/{table}/stream", headers={"Authorization": f"Bearer {eva.token}"}
        )
        of_eva = eva.opener.open(request, timeout=TIMEOUT)
        for stream in (of_luis, of_eva):
            assert b"data: " in next_event(stream)

        in_loop(app, advance(times, 10 * GRACE))
        assert list(live.away) == [0]
        told = next_event(of_luis)
        assert told.startswith(b"event: presence\n")
        assert b"Ana is away." in told

        of_eva.close()
        wait_until(lambda: len(live.signs.streams) == 1, "the stream has ended")
        in_loop(app, advance(times, GRACE - 10))
        assert list(live.away) == [0]
        in_loop(app, advance(times, 20))
        assert list(live.away) == [0, 2]
        of_luis.close()


STREAMS = 12


def connect(address: str, path: str, cookie: str) -> socket.socket:
    """A raw connection with an open stream that has sent something."""
    host, _, port = address.removeprefix("http://").partition(":")
    connection = socket.create_connection((host, int(port)), timeout=TIMEOUT)
    head = f"GET {path}/stream HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n"
    connection.sendall(head.encode())
    assert connection.recv(100)
    return connection


def vanish(connection: socket.socket) -> None:
    """Closes by a reset, without an orderly shutdown."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def test_viewer_whose_streams_vanish_is_present_until_the_last_and_a_while_longer(
    app: FastAPI,
) -> None:
    with served(app) as address:
        ana, luis = Visitor(address), Visitor(address)
        _, path = ana.send("/tables", game="seis-dados", name="Ana", seat1="person")
        luis.send(f"{path}/sit", seat=1, name="Luis")
        live = app.state.host.tables[path.removeprefix("/t/")]
        in_loop(app, play_until_ana_acts(app.state.host, live))
        times = Times(app)
        streams = [connect(address, path, cookie_of(ana)) for _ in range(STREAMS)]
        for stream in streams[1:]:
            vanish(stream)
        wait_until(lambda: live.signs.streams.total() == 1, "one stream is left")
        in_loop(app, advance(times, 10 * GRACE))
        assert "Ana is away." not in luis.page(path)
        vanish(streams[0])
        wait_until(lambda: not live.signs.streams, "no stream is left")
        in_loop(app, advance(times, GRACE - 10))
        assert "Ana is away." not in luis.page(path)
        in_loop(app, advance(times, 20))
        assert "Ana is away." in luis.page(path)


def cookie_of(visitor: Visitor) -> str:
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.cookies)
