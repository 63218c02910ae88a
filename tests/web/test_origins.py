"""Host and Origin: the server answers under its own names, and to its own pages."""

import asyncio
import re
import socket
from collections.abc import Sequence

import pytest
from starlette.testclient import TestClient

from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app

from .asgi import JSON, Answer, call, open_table, running
from .test_app import token_of

PUBLIC = Settings(public_url="https://play.example", listens_on="192.0.2.1")
NEW = b'{"game": "dizzle", "bots": 0}'


def get_with_hosts(*hosts: bytes) -> Answer:
    async def run() -> Answer:
        async with running(SqliteStore(":memory:"), PUBLIC) as app:
            return await call(app, "GET", "/", hosts=hosts)

    return asyncio.run(run())


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8000",
        "mesa.localhost",
        "127.0.0.1:8000",
        "127.1.2.3",
        "[::1]:8000",
        "play.example",
        "play.example.",
        "Play.Example:443",
        "192.0.2.1:8000",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0]}.local:8000",
    ],
)
def test_own_names_are_answered(host: str) -> None:
    assert get_with_hosts(host.encode()).status == 200


@pytest.mark.parametrize(
    ("hosts", "status"),
    [
        (["evil.example"], 421),
        (["play.example.evil.example"], 421),
        (["8.8.8.8"], 421),
        (["[2001:db8::1]:80"], 421),
        (["localhost.evil.example"], 421),
        ([], 400),
        ([""], 400),
        (["localhost", "localhost"], 400),
        (["localhost:99999"], 400),
        (["localhost:x"], 400),
        (["["], 400),
        (["user@localhost"], 400),
        (["localhost/x"], 400),
        (["x" * 5000], 400),
        (["ñ"], 400),
        (['"><script>'], 400),
        (["a b"], 400),
    ],
)
def test_other_names_are_refused_with_a_sentence(hosts: Sequence[str], status: int) -> None:
    answer = get_with_hosts(*(host.encode("latin-1") for host in hosts))
    assert answer.status == status
    assert answer.has_our_headers
    assert "<script>" not in answer.text
    if status == 421:
        assert "--public-url" in answer.text


def test_address_that_the_connection_came_in_at_is_an_own_name() -> None:
    """The helper's connections come in at 127.0.0.1; a client in the network uses another."""
    with TestClient(
        create_app(SqliteStore(":memory:"), PUBLIC), base_url="http://192.168.7.20:8000"
    ) as client:
        assert client.get("/").status_code == 200
        assert client.get("/", headers={"host": "192.168.7.21:8000"}).status_code == 421


def test_links_and_codes_use_the_public_address() -> None:
    with TestClient(create_app(SqliteStore(":memory:"), PUBLIC)) as client:
        made = client.post("/api/tables", json={"game": "dizzle", "people": 2, "bots": 0}).json()
        page = client.get(f"/t/{made['table']}/invite", headers={"host": "localhost:8000"}).text
        assert f'value="https://play.example/t/{made["table"]}"' in page
        assert 'class="qr"' in page


# --- Who may change something ---


def change_with(*headers: tuple[str, str], host: str = "localhost:8000") -> Answer:
    async def run() -> Answer:
        async with running(SqliteStore(":memory:"), PUBLIC) as app:
            sent = [(name.encode(), value.encode()) for name, value in headers]
            hosts = [host.encode()]
            return await call(app, "POST", "/api/tables", NEW, [JSON, *sent], hosts=hosts)

    return asyncio.run(run())


@pytest.mark.parametrize(
    "headers",
    [
        (),
        (("origin", "http://localhost:8000"),),
        (("origin", "https://localhost:8000"),),
        (("origin", "https://play.example"),),
        (("origin", "https://play.example:443"),),
        (("sec-fetch-site", "same-origin"), ("origin", "https://rewritten.example")),
        (("sec-fetch-site", "none"),),
    ],
)
def test_programs_and_own_pages_change_things(headers: tuple[tuple[str, str], ...]) -> None:
    assert change_with(*headers).status == 201


@pytest.mark.parametrize(
    "headers",
    [
        (("origin", "https://evil.example"),),
        (("origin", "http://localhost:3000"),),
        (("origin", "http://localhost"),),
        (("origin", "null"),),
        (("origin", ""),),
        (("origin", "https://play.example.evil.example"),),
        (("origin", "evil://localhost:8000/"),),
        (("sec-fetch-site", "cross-site"),),
        (("sec-fetch-site", "same-site"),),
        (("sec-fetch-site", "cross-site"), ("origin", "http://localhost:8000")),
        (("sec-fetch-site", "nonsense"),),
    ],
)
def test_pages_of_other_sites_change_nothing(headers: tuple[tuple[str, str], ...]) -> None:
    answer = change_with(*headers)
    assert answer.status == 403
    assert answer.json()["title"] == "foreign-origin"
    assert answer.has_our_headers


def test_every_form_is_checked() -> None:
    with TestClient(create_app(SqliteStore(":memory:"))) as client:
        data = {"token": token_of(client), "game": "dizzle", "now": "1"}
        foreign = {"origin": "https://evil.example"}
        for path in ("/tables", "/settings", "/replay", "/t/x/move", "/nothing"):
            assert client.post(path, data=data, headers=foreign).status_code == 403
        own = client.post("/tables", data=data, headers={"origin": "http://testserver"})
        assert re.match("/t/", own.url.path)


def test_pages_of_other_sites_may_link_here() -> None:
    async def run() -> None:
        async with running(SqliteStore(":memory:"), PUBLIC) as app:
            seated = await open_table(app)
            followed = [(b"sec-fetch-site", b"cross-site"), (b"origin", b"https://a.example")]
            page = await call(app, "GET", f"/t/{seated['table']}", headers=followed)
            assert page.status == 200

    asyncio.run(run())


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/x-ndjson", 422),
        ("application/json", 422),
        ("application/json; charset=utf-8", 422),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("", 415),
    ],
)
def test_record_of_a_program_has_a_type_that_other_sites_can_not_send(
    kind: str, status: int
) -> None:
    with TestClient(create_app(SqliteStore(":memory:"))) as client:
        headers = {"content-type": kind} if kind else {}
        answer = client.post("/api/records", content=b"nonsense", headers=headers)
        assert answer.status_code == status
        assert answer.headers["content-type"] == "application/problem+json"
