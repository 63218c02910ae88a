"""Point 13: clients that never finish, and input that no client sends."""

import selectors
import socket
import time
from contextlib import ExitStack
from urllib.parse import quote

from attacks.arena import Arena
from attacks.client import Client, raw, say_raw
from attacks.report import attack, expect

PATIENCE = 75.0
"""Seconds in which the server must close a connection that does not go on."""
OUR_HEADERS = ("content-security-policy", "x-content-type-options", "referrer-policy")


@attack(13, "silent connections, half headers, half bodies")
def point_13_slow(arena: Arena) -> str:
    port, source = arena.server.port, "127.0.0.66"
    host = f"Host: 127.0.0.1:{port}\r\n"
    body = f"POST /api/tables HTTP/1.1\r\n{host}Content-Type: application/json\r\n"
    kinds = {
        "a silent connection": "",
        "half a request line": "GET / HT",
        "half a header": f"GET / HTTP/1.1\r\n{host}Accept-Langu",
        "half a body": f'{body}Content-Length: 900\r\n\r\n{{"game"',
        "half a chunked body": f'{body}Transfer-Encoding: chunked\r\n\r\n4\r\n{{"ga',
    }
    start = time.monotonic()
    waiting: dict[str, float] = {}
    with ExitStack() as stack, selectors.DefaultSelector() as selector:
        for name, sent in kinds.items():
            connection = stack.enter_context(raw(arena.server, source))
            connection.sendall(sent.encode())
            connection.setblocking(False)
            selector.register(connection, selectors.EVENT_READ, name)
        while selector.get_map() and time.monotonic() < start + PATIENCE:
            for key, _ in selector.select(timeout=1.0):
                connection = key.fileobj  # type: ignore[assignment]
                if not read_all(connection):
                    waiting[key.data] = time.monotonic() - start
                    selector.unregister(connection)
    left = [name for name in kinds if name not in waiting]
    expect(not left, f"still open after {PATIENCE:.0f} s: {', '.join(left)}")
    return ", ".join(f"{name} {seconds:.0f} s" for name, seconds in waiting.items())


def read_all(connection: socket.socket) -> bool:
    """Reads what is there; False at the end of the connection."""
    try:
        return bool(connection.recv(65536))
    except BlockingIOError:
        return True
    except OSError:
        return False


NESTED = {f"{levels} levels": "[" * levels + "]" * levels for levels in (500, 950, 990, 30_000)}
ODD_VALUES = {"1e999": "1e999", "-1e999": "-1e999", "400 digits": "9" * 400, **NESTED}


PLAIN = (
    '{"format":"cubilete-record/1","game":"seis-dados","edition":1,"players":["Ana","Luis"],'
    '"options":{},"material":{},"more":1}\n'
    '{"n":1,"by":"chance","text":"start 0","more":1}\n'
)


def odd_records() -> list[tuple[str, str]]:
    """A good record with an odd value at each of its places, and a name for each."""
    places = ('"edition":1', '"options":{', '"material":{}', '"more":1', '"n":1', '"by":"chance"')
    return [
        (f"{name} at {place}", PLAIN.replace(place, odd_at(place, value)))
        for place in places
        for name, value in ODD_VALUES.items()
    ]


def odd_at(place: str, value: str) -> str:
    key, _, before = place.partition(":")
    return f'{place}"end_at":{value}' if before == "{" else f"{key}:{value}"


@attack(13, "odd numbers and deep nesting in a record")
def point_13_odd_records(arena: Arena) -> str:
    bad = []
    records = [("nothing odd", PLAIN), *odd_records()]
    for number, (name, text) in enumerate(records):
        client = Client(arena.server, f"127.0.3.{number + 1}")
        kind = {"Content-Type": "application/x-ndjson"}
        answer = client.send_patiently("POST", "/api/records", text.encode(), kind)
        if text == PLAIN and answer.status != 201:
            raise ValueError(f"the plain record is refused: {answer.text[:200]}")
        shown = client.get(answer.json["link"]).status if answer.status == 201 else 0
        if max(answer.status, shown) >= 500:
            bad.append(f"{name}: {answer.status}, {shown}")
    expect(not bad, "; ".join(bad))
    return f"{len(records)} records: stored and shown, or refused with a 4xx"


@attack(13, "odd numbers, nesting, zero bytes, long names")
def point_13_odd_input(arena: Arena) -> str:
    client = Client(arena.server)
    table = client.ask("/tables", {"game": "dizzle", "bots": 0}).json
    token = {"Authorization": f"Bearer {table['token']}"}
    as_json = {"Content-Type": "application/json"}
    record = {"Content-Type": "application/x-ndjson"}
    path = f"/api/tables/{table['table']}"
    odd: list[tuple[str, str, bytes, dict[str, str]]] = [
        ("GET", path + "?after=1e999", b"", token),
        ("GET", path + "?after=" + "9" * 400, b"", token),
        ("GET", path + "?after=-1", b"", token),
        ("GET", "/t/" + "x" * 4000, b"", {}),
        ("GET", "/rules/" + quote("../../etc/passwd", safe=""), b"", {}),
        ("GET", "/static/..%2f..%2fserve.py", b"", {}),
        ("GET", "/games/%00.css", b"", {}),
        ("GET", "/r/%00", b"", {}),
        ("GET", "/r/%ff%fe", b"", {}),
        ("GET", "/t/%00", b"", {}),
        ("GET", "/t/a%00b/invite", b"", {}),
        ("GET", "/api/tables/%00", b"", {}),
        ("GET", "/api/tables/%ed%a0%80", b"", {}),
        ("GET", "/me/%00.%00", b"", {}),
        ("GET", "/me/" + "c3a9.%ff", b"", {}),
        ("GET", f"/t/{table['table']}?seat=99999999999999999999&pick=%00", b"", {}),
        ("GET", "/t/nothing/stream?seen=1e9&have=%00", b"", {"Last-Event-ID": "x" * 500}),
        ("GET", "/new?game=%00", b"", {}),
        ("GET", "/", b"", {"Cookie": "cubilete=" + "a" * 3000 + "." + "b" * 3000}),
        ("GET", "/", b"", {"Accept-Language": "x" * 4000}),
        ("GET", "/", b"", {"Authorization": "Bearer " + "x" * 4000}),
        ("PUT", "/", b"", {}),
        ("DELETE", path, b"", {}),
        ("OPTIONS", "*", b"", {}),
        ("POST", path + "/moves", b'{"text":"roll","on":1e999}', {**token, **as_json}),
        ("POST", path + "/moves", b'{"text":"roll","on":NaN}', {**token, **as_json}),
        ("POST", path + "/moves", b'{"text":"' + b"9" * 390 + b'","on":0}', {**token, **as_json}),
        ("POST", path + "/moves", b'{"text":"\\ud800","on":0}', {**token, **as_json}),
        ("POST", path + "/chat", b'{"text":"\\u0000"}', {**token, **as_json}),
        ("POST", path + "/chat", b"\xff\xfe", {**token, **as_json}),
        ("POST", path + "/chat", b"[" * 30000, {**token, **as_json}),
        ("POST", "/api/tables", b'{"game":"\\u0000","bots":1e999}', as_json),
        ("POST", "/api/tables", b'{"game":"216","options":{"target":1e999}}', as_json),
        ("POST", "/api/tables", b'{"game":"216","options":' + b'{"a":' * 950 + b"1", as_json),
        ("POST", "/api/records", b"\x00" * 1000, record),
        ("POST", "/api/records", b"{" * 1000, record),
        ("POST", "/tables", b"--x", {"Content-Type": "multipart/form-data; boundary=x"}),
        ("POST", "/tables", b"%00=%ff", {"Content-Type": "application/x-www-form-urlencoded"}),
    ]
    bad: list[str] = []
    for method, where, body, headers in odd:
        address = f"127.0.2.{len(bad) + 1}"
        answer = Client(arena.server, address).send_patiently(method, where, body, headers)
        said = f"{method} {where[:40]} {body[:30]!r}"
        if answer.status >= 500:
            bad.append(f"{said}: {answer.status}")
        elif missing := [name for name in OUR_HEADERS if name not in answer.headers]:
            bad.append(f"{said}: {answer.status} without {', '.join(missing)}")
    expect(not bad, "; ".join(bad))
    return f"{len(odd)} requests: no 5xx, and our headers on every answer"


@attack(13, "bytes that are hardly HTTP")
def point_13_odd_bytes(arena: Arena) -> str:
    own = f"127.0.0.1:{arena.server.port}".encode()
    new = {"game": "dizzle", "people": 2, "bots": 0}
    table = Client(arena.server).ask("/tables", new).json["table"].encode()
    odd = [
        b"GET /t/" + table + b" HTTP/1.1\r\nHost: " + b"a" * 3000 + b"\r\n\r\n",
        b"GET /t/" + table + b"/invite HTTP/1.1\r\nHost: " + b"a." * 1500 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: " + b"a" * 300 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: " + b"a" * 60_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: " + own + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET /%00 HTTP/1.1\r\nHost: " + own + b"\r\n\r\n",
        b"GET " + b"/a" * 40_000 + b" HTTP/1.1\r\nHost: " + own + b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"POST / HTTP/1.1\r\nHost: " + own + b"\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: " + own + b"\r\nContent-Length: 5\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: " + own + b"\r\n\r\n",
    ]
    bad = []
    for request in odd:
        request = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1)
        answer = say_raw(arena.server, request + b"\r\n\r\n", "127.0.0.66")
        line = answer.partition(b"\r\n")[0].decode("latin-1")
        if line.split()[1:2] >= ["500"]:
            bad.append(f"{request[:40]!r}: {line}")
    expect(not bad, "; ".join(bad))
    alive = Client(arena.server).get("/").status
    expect(alive == 200, f"then the server answers {alive}")
    return f"{len(odd)} requests: refused or closed, never 5xx"
