"""Clients that are slow or vanish: the server does not grow, and serves the others."""

import re
import socket
import struct
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from play_over_http import ask

from .running import Server
from .visitor import cookie_of
from .waiting import TIMEOUT, wait_until

STREAMS = 12
CHANGES = 240
KINDS = (
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of our own; there must be no error in its log."""
    running = Server(tmp_path / "log", "--data", str(tmp_path))
    try:
        running.start()
        yield running
    finally:
        running.stop()
    assert "Traceback" not in running.log.read_text()
    assert "ERROR" not in running.log.read_text()


def connect(server: Server, room: int = 0) -> socket.socket:
    """A raw connection; `room` is the size of its receive buffer."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    connection = socket.socket()
    if room:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    connection.settimeout(TIMEOUT)
    connection.connect((host, int(port)))
    return connection


def stream_of(server: Server, path: str, cookie: str = "", room: int = 0) -> socket.socket:
    connection = connect(server, room)
    request = f"GET {path}/stream HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
    connection.sendall(request.encode())
    return connection


def vanish(connection: socket.socket) -> None:
    """Closes by a reset, without an orderly shutdown."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def memory(server: Server) -> int:
    """Resident memory of the server, in kilobytes."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{server.pid}/status").read_text())
    assert found
    return int(found[1])


class Reader(threading.Thread):
    """Reads everything that a stream sends."""

    def __init__(self, stream: socket.socket) -> None:
        super().__init__(daemon=True)
        self.stream = stream
        self.received = b""

    def run(self) -> None:
        with suppress(OSError):  # until it is closed
            while chunk := self.stream.recv(1 << 16):
                self.received += chunk

    def has(self, revision: int) -> bool:
        return f"id: {revision}\n".encode() in self.received


def say(table: str, token: str, text: str) -> int:
    """Writes a line of chat, again while it gets 429; returns its revision."""
    while True:
        try:
            return int(str(ask(f"{table}/chat", token, {"text": text})["revision"]))
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            time.sleep(float(error.headers["Retry-After"]) / 10)


def test_streams_that_are_not_read_need_no_memory_and_get_the_latest_revision(
    server: Server,
) -> None:
    seated = ask(f"{server.address}/api/tables", body={"game": "dizzle", "bots": 0})
    table, token = f"{server.address}/api/tables/{seated['table']}", str(seated["token"])
    path = f"/api/tables/{seated['table']}"  # each event is a whole look
    diligent = Reader(stream_of(server, path))
    diligent.start()
    lazy = [stream_of(server, path, room=4096) for _ in range(STREAMS)]
    wait_until(lambda: b"id: " in diligent.received)
    before = memory(server)
    revision = 0
    for number in range(CHANGES):
        revision = say(table, token, f"line {number}")
        # A reader that is late skips revisions, and would receive less than this test assumes.
        wait_until(lambda sent=revision: diligent.has(sent))  # type: ignore[misc]
    assert memory(server) - before < len(diligent.received) * STREAMS / 1024 / 4
    late = Reader(lazy[0])
    late.start()
    wait_until(lambda: late.has(revision))
    for connection in lazy:
        vanish(connection)
    vanish(diligent.stream)


def test_requests_that_break_off_do_no_harm(server: Server) -> None:
    seated = ask(f"{server.address}/api/tables", body={"game": "dizzle", "bots": 0})
    table, token = f"{server.address}/api/tables/{seated['table']}", str(seated["token"])
    for number in range(30):
        path = f"/t/{seated['table']}/chat" if number % 2 else f"/api/tables/{seated['table']}/chat"
        connection = connect(server)
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
        kind = f"Content-Type: {KINDS[number % 3]}\r\n"
        length = "Transfer-Encoding: chunked" if number % 5 == 0 else "Content-Length: 900"
        connection.sendall(f'{head}{kind}{length}\r\n\r\n4\r\n{{"te'.encode())
        vanish(connection)
    assert ask(f"{table}/chat", token, {"text": "hola"})["begun"] is True


def test_viewers_that_vanish_are_no_longer_present(server: Server) -> None:
    seated = ask(
        f"{server.address}/api/tables",
        body={"game": "seis-dados", "name": "Ana", "people": 2, "bots": 0},
    )
    table = f"{server.address}/api/tables/{seated['table']}"
    luis = ask(f"{table}/sit", body={"name": "Luis", "seat": 1})
    tokens = [str(seated["token"]), str(luis["token"])]
    view = ask(table, tokens[0])["view"]
    assert isinstance(view, dict)
    acting = 0 if view["legal"] else 1
    cookies = [cookie_of(server.address, token) for token in tokens]
    page = f"/t/{seated['table']}"

    def away() -> bool:
        request = urllib.request.Request(
            server.address + page, headers={"Cookie": cookies[1 - acting], "Accept-Language": "en"}
        )
        with urllib.request.urlopen(request) as answer:
            return f"{('Ana', 'Luis')[acting]} is away." in answer.read().decode()

    assert away()
    streams = [stream_of(server, page, cookies[acting]) for _ in range(STREAMS)]
    for stream in streams:
        assert stream.recv(100)
    assert not away()
    for stream in streams[1:]:
        vanish(stream)
    other = stream_of(server, page, cookies[1 - acting])
    assert other.recv(100)
    assert not away()
    vanish(streams[0])
    wait_until(away)
    other.close()
