"""Links to another device, tokens of programs, and signing out: each is good for one thing."""

import http.client
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from cubilete.web.http.identity import COOKIE, LINK_SECONDS, Identities, Person

from .running import Server
from .test_app import follow_link, open_table, token_of
from .visitor import Visitor, cookie_of
from .waiting import TIMEOUT, wait_until

SEATED = "(you)</small>"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=60))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


def identities_of(client: TestClient) -> Identities:
    app = client.app
    assert isinstance(app, FastAPI)
    identities: Identities = app.state.identities
    return identities


def link_in(page: str) -> str:
    found = re.search(r'value="http://[^/"]+(/me/[^"]+)"', page)
    assert found
    return found[1]


def ana_with_a_link(client: TestClient) -> tuple[str, str, dict[str, str]]:
    """Ana's table, a link to her seats, and her cookies; the client is a stranger then."""
    path = open_table(client, game="dizzle", name="Ana", seat1="person")
    link = link_in(client.get(f"{path}/device").text)
    cookies = dict(client.cookies)
    client.cookies.clear()
    return path, link, cookies


def become(client: TestClient, cookies: dict[str, str]) -> None:
    client.cookies.clear()
    client.cookies.update(cookies)


# --- Links ---


def test_opening_a_link_changes_nothing(client: TestClient) -> None:
    """Another site may send a browser there."""
    path, link, _ = ana_with_a_link(client)
    victim = open_table(client, game="dizzle", name="Luis", seat1="person")
    mine = dict(client.cookies)
    asked = client.get(link)
    assert asked.status_code == 200
    assert dict(client.cookies) == mine
    assert SEATED in client.get(victim).text
    assert SEATED not in client.get(path).text


def test_page_says_whose_seats_come_and_what_would_be_lost(client: TestClient) -> None:
    _, link, _ = ana_with_a_link(client)
    asked = client.get(link).text
    assert "<b>Dizzle</b> · <bdi>Ana</bdi>" in asked
    assert "would lose" not in asked
    for _ in range(3):
        open_table(client, game="dizzle", name="Luis", seat1="person")
    assert "This browser would lose its own seats in games in progress: 3." in client.get(link).text


def test_link_needs_a_form_of_this_browser(client: TestClient) -> None:
    path, link, _ = ana_with_a_link(client)
    client.get("/")
    for token in ({}, {"token": "0" * 32}):
        assert client.post(link, data=token).status_code == 403
    follow_link(client, link)  # the attempts have not used it up
    assert SEATED in client.get(path).text


def test_link_works_once(client: TestClient) -> None:
    path, link, _ = ana_with_a_link(client)
    follow_link(client, link)
    assert SEATED in client.get(path).text
    client.cookies.clear()
    again = client.post(link, data={"token": token_of(client)})
    assert again.status_code == 409
    assert "This link no longer works." in again.text
    assert SEATED not in client.get(path).text


@pytest.mark.parametrize(("age", "status"), [(0, 200), (-30, 200), (570, 200), (601, 409)])
def test_link_works_for_ten_minutes(client: TestClient, age: int, status: int) -> None:
    assert LINK_SECONDS == 600
    open_table(client, game="dizzle", name="Ana", seat1="person")
    ana = Person(client.cookies[COOKIE].partition(".")[0], known=True)
    client.cookies.clear()
    link = identities_of(client).device_link(ana, time.time() - age)
    assert client.get(f"/me/{link}").status_code == status
    assert client.post(f"/me/{link}", data={"token": token_of(client)}).status_code == status


def test_link_of_the_same_person_asks_nothing(client: TestClient) -> None:
    _, link, cookies = ana_with_a_link(client)
    become(client, cookies)
    page = client.get(link).text
    assert "You already have these seats in this browser." in page
    assert f'action="{link}"' not in page


@pytest.mark.parametrize("part", range(5))
def test_forged_link_is_not_found(client: TestClient, part: int) -> None:
    _, link, _ = ana_with_a_link(client)
    parts = link.removeprefix("/me/").split(".")
    parts[part] = f"{int(parts[part], 16) ^ 1:x}".zfill(len(parts[part]))
    assert client.get(f"/me/{'.'.join(parts)}").status_code == 404


# --- Each signature for its purpose ---


def test_link_token_and_cookie_are_not_each_other(client: TestClient) -> None:
    path, link, cookies = ana_with_a_link(client)
    seated = client.post("/api/tables", json={"game": "dizzle", "bots": 0}).json()
    token, look = seated["token"], f"/api/tables/{seated['table']}"
    for wrong in (link.removeprefix("/me/"), cookies[COOKIE]):
        answer = client.get(look, headers={"authorization": f"Bearer {wrong}"})
        assert (answer.status_code, answer.json()["title"]) == (403, "bad-token")
    assert client.get(f"/me/{token}").status_code == 404
    assert client.get(f"/me/{cookies[COOKIE]}").status_code == 404
    for wrong in (token, link.removeprefix("/me/")):
        become(client, {COOKIE: wrong})
        assert SEATED not in client.get(f"/t/{seated['table']}").text
        assert SEATED not in client.get(path).text


def test_program_gets_a_link_for_a_browser(client: TestClient) -> None:
    new = {"game": "dizzle", "people": 2, "bots": 0}
    seated = client.post("/api/tables", json=new).json()
    headers = {"authorization": f"Bearer {seated['token']}"}
    made = client.post("/api/link", headers=headers).json()
    assert made["seconds"] == LINK_SECONDS
    follow_link(client, made["link"])
    assert SEATED in client.get(f"/t/{seated['table']}").text
    assert client.post("/api/link").status_code == 403


# --- Signing out ---


def sign_out(client: TestClient, path: str) -> None:
    page = client.post(f"{path}/device/sign-out", data={"token": token_of(client)})
    assert page.status_code == 200
    assert "Your other devices are signed out." in page.text


def test_other_devices_links_and_programs_are_signed_out(client: TestClient) -> None:
    new = {"game": "dizzle", "people": 2, "bots": 0}
    seated = client.post("/api/tables", json=new).json()
    path, headers = f"/t/{seated['table']}", {"authorization": f"Bearer {seated['token']}"}
    links = [client.post("/api/link", headers=headers).json()["link"] for _ in range(3)]
    devices = []
    for link in links[:2]:
        client.cookies.clear()
        follow_link(client, link)
        devices.append(dict(client.cookies))
    sign_out(client, path)
    mine = dict(client.cookies)
    assert SEATED in client.get(path).text
    for cookies in devices:  # also the cookie that this browser had before
        become(client, cookies)
        assert SEATED not in client.get(path).text
    client.cookies.clear()
    assert client.get(links[2]).status_code == 409
    answer = client.get(f"/api/tables/{seated['table']}", headers=headers)
    assert (answer.status_code, answer.json()["title"]) == (403, "signed-out")
    assert client.post("/api/link", headers=headers).status_code == 403
    become(client, mine)
    fresh = link_in(client.get(f"{path}/device").text)
    client.cookies.clear()
    follow_link(client, fresh)
    assert SEATED in client.get(path).text
    sign_out(client, path)
    assert SEATED in client.get(path).text
    become(client, mine)
    assert SEATED not in client.get(path).text


def test_signing_out_survives_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    with TestClient(create_app(SqliteStore(file), Settings(pace=60))) as client:
        path = open_table(client, game="dizzle", name="Ana", seat1="person")
        before = dict(client.cookies)
        client.post(f"{path}/device/sign-out", data={"token": token_of(client)})
        after = dict(client.cookies)
    with TestClient(create_app(SqliteStore(file), Settings(pace=60))) as client:
        for cookies, seated in ((before, False), (after, True)):
            become(client, cookies)
            assert (
                "</small>" in client.get(path).text.split('class="chairs2 seated"')[1][:600]
            ) == seated


def test_signing_out_needs_a_seat_and_a_form(client: TestClient) -> None:
    path, _, cookies = ana_with_a_link(client)
    answer = client.post(f"{path}/device/sign-out", data={"token": token_of(client)})
    assert answer.status_code == 403
    become(client, cookies)
    assert client.post(f"{path}/device/sign-out").status_code == 403
    assert SEATED in client.get(path).text


def test_generation_of_a_cookie_can_not_be_changed(client: TestClient) -> None:
    path = open_table(client, game="dizzle", name="Ana", seat1="person")
    sign_out(client, path)
    key, generation, signature = client.cookies[COOKIE].split(".")
    assert generation == "1"
    for forged in (f"{key}.{signature}", f"{key}.2.{signature}", f"{key}..{signature}"):
        become(client, {COOKIE: forged})
        assert SEATED not in client.get(path).text


# --- Open streams, and other processes ---


def next_event(stream: http.client.HTTPResponse) -> bytes:
    """The next update of a stream; nothing where it ends."""
    while line := stream.readline():
        if line.startswith(b"data: "):
            return line
    return b""


def open_stream(address: str, path: str, headers: dict[str, str]) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=TIMEOUT)
    connection.request("GET", path, headers=headers)
    return connection.getresponse()


def test_streams_of_other_devices_end(server: str) -> None:
    program = Visitor(server)
    seated = program.ask("/tables", {"game": "dizzle", "people": 2, "bots": 0})
    table, program.token = seated["table"], str(seated["token"])
    lost = cookie_of(server, program.token)
    page = open_stream(server, f"/t/{table}/stream?seen=0", {"Cookie": lost})
    api = open_stream(
        server, f"/api/tables/{table}/stream", {"Authorization": f"Bearer {program.token}"}
    )
    assert next_event(page)
    assert next_event(api)
    program.sit_in_browser()
    program.send(f"/t/{table}/device/sign-out")
    Visitor(server).ask(f"/tables/{table}/sit", {"name": "Luis", "seat": 1})  # the game begins
    assert next_event(page) == b""
    assert next_event(api) == b""
    status, _, _ = Visitor(server).open(f"/t/{table}", headers={"Cookie": lost})
    assert status == 200


def test_two_servers_use_a_link_once_and_both_sign_out(
    fresh_database: Callable[[], str], tmp_path: Path
) -> None:
    address = fresh_database()
    servers = [Server(tmp_path / f"log{n}", "--database", address) for n in range(2)]
    try:
        for server in servers:
            server.launch()
        for server in servers:
            server.wait_until_it_answers()
        one, other = (server.address for server in servers)
        program = Visitor(one)
        seated = program.ask("/tables", {"game": "dizzle", "people": 2, "bots": 0})
        table, program.token = seated["table"], str(seated["token"])
        link = str(program.ask("/link", {})["link"])
        program.sit_in_browser()
        statuses = []
        for address in (other, one):
            browser = Visitor(address)
            browser.sit_in_browser()
            body = f"token={browser.form_token}".encode()
            statuses.append(browser.open(link, body)[0])
        assert statuses == [200, 409]
        elsewhere = Visitor(other, program.token)
        assert elsewhere.ask(f"/tables/{table}")["seat"] == 0
        program.send(f"/t/{table}/device/sign-out")
        assert program.try_to_ask(f"/tables/{table}")[0] == 403
        wait_until(lambda: elsewhere.try_to_ask(f"/tables/{table}")[0] == 403)
    finally:
        for server in servers:
            server.stop()
