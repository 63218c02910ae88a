"""Connections that are slow, silent, too many or malformed, against a real server."""

import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from play_over_http import ask
from ports import free_port
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from cubilete.core.errors import CubileteError
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from cubilete.web.http.connections import ConnectionLimits, Connections
from cubilete.web.http.limits import Limits
from cubilete.web.serve import ServerOptions, check, networks_of, server_of

from .waiting import TIMEOUT, wait_until

HEAD_TIME = 2.0
"""Seconds. A busy machine must manage to send half a request within this time."""
PATIENT = 600.0
QUICK = Limits(address={}, body_pause=0.5, body_time=2.0, record_time=2.0)
GET = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF_BODY = (
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b'Content-Length: 900\r\n\r\n{"game":'
)


@dataclass(frozen=True)
class Place:
    port: int
    open: Counter[str]
    """How many connections each address has at the server."""

    def connect(self, source: str = "127.0.0.1", room: int = 0) -> socket.socket:
        connection = socket.socket()
        if room:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        connection.settimeout(TIMEOUT)
        connection.bind((source, 0))
        connection.connect(("127.0.0.1", self.port))
        return connection

    def answers(self) -> bool:
        try:
            connection = self.connect()
        except OSError:
            return False
        with connection:
            connection.sendall(GET)
            return connection.recv(100).startswith(b"HTTP/1.1 200")


@contextmanager
def serving(
    limits: ConnectionLimits, tmp_path: Path, proxies: str = "", web: Limits = QUICK
) -> Iterator[Place]:
    """A server in a thread of this process."""
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(limits=web))
    options = ServerOptions("127.0.0.1", free_port(), tmp_path, proxies=proxies)
    connections = Connections(limits, networks_of(proxies))
    server = server_of(app, options, connections)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_until(lambda: server.started, "the server has started")
        yield Place(options.port, connections.open)
    finally:
        server.should_exit = True
        thread.join()


def read_all(connection: socket.socket) -> bytes:
    """Everything until the server closes the connection; a reset is an end too."""
    found = b""
    try:
        while chunk := connection.recv(1 << 16):
            found += chunk
    except ConnectionResetError:
        pass
    return found


def has_our_headers(answer: bytes) -> bool:
    return b"content-security-policy: default-src 'none'" in answer


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with serving(ConnectionLimits(head_time=HEAD_TIME), tmp_path) as place:
        yield place


# --- Slow ones ---


def test_silent_connection_is_closed(place: Place) -> None:
    assert read_all(place.connect()) == b""


@pytest.mark.parametrize("sent", [b"G", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: b"])
def test_half_a_request_is_closed(place: Place, sent: bytes) -> None:
    connection = place.connect()
    connection.sendall(sent)
    answer = read_all(connection)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert has_our_headers(answer)


def dribble(connection: socket.socket) -> None:
    """Sends a byte now and then until the server has closed the connection."""
    try:
        while True:
            connection.sendall(b"a")
            time.sleep(0.05)
    except OSError:
        return


def test_headers_that_never_end_are_closed_although_bytes_arrive(place: Place) -> None:
    connection = place.connect()
    connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ")
    dribble(connection)


def test_half_headers_after_an_answer_are_closed(place: Place) -> None:
    connection = place.connect()
    connection.sendall(GET)
    assert connection.recv(20).startswith(b"HTTP/1.1 200")
    connection.sendall(b"GET / HTTP/1.1\r\nX-A: ")
    dribble(connection)


def test_half_a_body_is_answered_and_closed(place: Place) -> None:
    connection = place.connect()
    connection.sendall(HALF_BODY)
    answer = read_all(connection)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert has_our_headers(answer)
    assert b'"too-slow"' in answer


def test_body_that_dribbles_is_closed(place: Place) -> None:
    connection = place.connect()
    connection.sendall(HALF_BODY)
    dribble(connection)


def test_body_after_a_refusal_is_closed_although_bytes_arrive(place: Place) -> None:
    connection = place.connect()
    connection.sendall(
        b"POST /t/x/move HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999\r\n\r\nx"
    )
    assert connection.recv(20).startswith(b"HTTP/1.1 413")
    dribble(connection)


def test_connection_that_is_used_stays_open(place: Place) -> None:
    """The limit is for headers, not for the life of a connection."""
    connection = place.connect()
    until = time.monotonic() + 1.5 * HEAD_TIME
    while time.monotonic() < until:
        connection.sendall(GET)
        answer = b""
        while not answer.endswith(b"]"):
            chunk = connection.recv(1 << 16)
            assert chunk, "the connection was closed"
            answer += chunk
        assert answer.startswith(b"HTTP/1.1 200")


def test_stream_stays_open(place: Place) -> None:
    seated = ask(f"http://127.0.0.1:{place.port}/api/tables", body={"game": "dizzle", "bots": 0})
    table = f"/api/tables/{seated['table']}"
    stream = place.connect()
    stream.sendall(f"GET {table}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    assert stream.recv(1 << 16).startswith(b"HTTP/1.1 200")
    assert read_all(place.connect()) == b""  # longer than the limit for headers
    place_of_chat = f"http://127.0.0.1:{place.port}{table}/chat"
    said = ask(place_of_chat, str(seated["token"]), {"text": "hola"})
    received = b""
    while f"id: {said['revision']}\n".encode() not in received:
        chunk = stream.recv(1 << 16)
        assert chunk, "the stream was closed"
        received += chunk
    stream.close()


def test_client_that_does_not_read_is_closed(tmp_path: Path) -> None:
    limits = ConnectionLimits(unread_time=0.5)
    with serving(limits, tmp_path, web=Limits(address={})) as place:
        connection = place.connect(room=4096)
        page = b"GET /rules/dizzle HTTP/1.1\r\nHost: localhost\r\n\r\n"
        connection.sendall(page * 800)  # 8 MB of answers, more than both ends can hold
        wait_until(lambda: bool(place.open), "it is open")
        wait_until(lambda: not place.open, "it is closed")
        connection.close()


# --- Too many ---


def test_connections_of_one_address_are_limited_and_another_gets_in(tmp_path: Path) -> None:
    limits = ConnectionLimits(of_an_address=3, head_time=PATIENT)
    with serving(limits, tmp_path) as place:
        held = [place.connect("127.0.0.2") for _ in range(3)]
        wait_until(lambda: place.open["127.0.0.2"] == 3)
        refused = read_all(place.connect("127.0.0.2"))
        assert refused.startswith(b"HTTP/1.1 503")
        assert has_our_headers(refused)
        assert place.answers()
        held.pop().close()

        def answers_again() -> bool:
            with place.connect("127.0.0.2") as connection:
                connection.sendall(GET)
                return connection.recv(20).startswith(b"HTTP/1.1 200")

        wait_until(answers_again)


def test_connections_in_all_are_limited(tmp_path: Path) -> None:
    with serving(ConnectionLimits(in_all=2, head_time=PATIENT), tmp_path) as place:
        held = [place.connect(f"127.0.0.{number}") for number in (2, 3)]
        wait_until(lambda: place.open.total() == 2)
        assert read_all(place.connect("127.0.0.4")).startswith(b"HTTP/1.1 503")
        for connection in held:
            connection.close()
        wait_until(place.answers)


def test_connections_of_a_proxy_are_those_of_many(tmp_path: Path) -> None:
    limits = ConnectionLimits(of_an_address=1, head_time=PATIENT)
    with serving(limits, tmp_path, proxies="127.0.0.2,192.0.2.0/24") as place:
        held = [place.connect("127.0.0.2") for _ in range(3)]
        wait_until(lambda: place.open["127.0.0.2"] == 3)
        for connection in held:
            connection.sendall(GET)
            assert connection.recv(20).startswith(b"HTTP/1.1 200")


# --- Malformed ones ---


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS
        b"GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
)
def test_malformed_requests_get_a_4xx_with_our_headers(place: Place, sent: bytes) -> None:
    connection = place.connect()
    connection.sendall(sent)
    answer = read_all(connection)
    assert answer.startswith(b"HTTP/1.1 4")
    assert has_our_headers(answer)


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (b"Host: " + b"x" * 60_000, b"400"),
        (b"Host: localhost\r\nX-A: " + b"x" * 500_000, b"431"),
        (b"\r\n".join(b"X-%d: y" % number for number in range(60_000)), b"431"),
    ],
)
def test_long_headers_are_refused(place: Place, lines: bytes, status: bytes) -> None:
    connection = place.connect()
    with suppress(BrokenPipeError, ConnectionResetError):  # refused before it was sent completely
        connection.sendall(b"GET / HTTP/1.1\r\n" + lines + b"\r\n\r\n")
    answer = read_all(connection)
    assert not answer or answer.startswith(b"HTTP/1.1 " + status)
    assert place.answers()


def test_upgrade_to_a_websocket_is_answered_as_a_page(place: Place) -> None:
    connection = place.connect()
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    connection.sendall(b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n" + upgrade + b"\r\n")
    answer = connection.recv(1 << 16)
    assert answer.startswith(b"HTTP/1.1 4")
    assert has_our_headers(answer)


def test_uvicorn_has_the_methods_that_are_overridden() -> None:
    """They are not documented: a release that renames one must not switch a limit off."""
    for name in ("on_headers_complete", "on_message_complete", "on_response_complete"):
        assert callable(getattr(HttpToolsProtocol, name))
    for name in ("send_400_response", "timeout_keep_alive_handler"):
        assert callable(getattr(HttpToolsProtocol, name))


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


LOOPBACK = {"127.0.0.1": socket.AF_INET, **({"::1": socket.AF_INET6} if has_ipv6() else {})}


@pytest.mark.parametrize("host", LOOPBACK)
def test_port_can_be_one_of_an_ipv4_or_ipv6_address(host: str, tmp_path: Path) -> None:
    with socket.create_server((host, 0), family=LOOPBACK[host]) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CubileteError, match="can't be used"):
            check(ServerOptions(host, port, tmp_path))
    check(ServerOptions(host, port, tmp_path))
