"""Addresses that other devices can reach, as links and as QR codes."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from cubilete.web.html.addresses import qr_drawing
from cubilete.web.http.addresses import address_in_network, is_loopback

PLAN = {"game": "dizzle", "people": 2, "bots": 0}
ALONE = "Only this device can open this address"


def serving(tmp_path: Path, host: str) -> FastAPI:
    settings = Settings(pace=60, listens_on=host, names=("192.168.7.20", "mesa.example"))
    return create_app(SqliteStore(tmp_path / "s.sqlite"), settings)


@pytest.fixture(params=["127.0.0.1", "0.0.0.0"])
def host(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def client(tmp_path: Path, host: str) -> Iterator[TestClient]:
    with TestClient(serving(tmp_path, host), headers={"accept-language": "en"}) as client:
        yield client


def gathering(client: TestClient, asked: str) -> tuple[str, str]:
    """A table that waits for players, and its page as requested by this host name."""
    table = client.post("/api/tables", json=PLAN).json()["table"]
    return table, client.get(f"/t/{table}", headers={"host": asked}).text


def field_of(page: str) -> str:
    found = re.search(r'<input id="address" value="([^"]*)"', page)
    assert found
    return found[1]


def test_shared_address_is_the_one_that_the_browser_used(client: TestClient) -> None:
    for asked in ("192.168.7.20:8000", "mesa.example"):
        table, page = gathering(client, asked)
        assert field_of(page) == f"http://{asked}/t/{table}"
        assert str(qr_drawing(f"http://{asked}/t/{table}")) in page
        assert ALONE not in page


@pytest.mark.parametrize("asked", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_loopback_address_is_not_shared(client: TestClient, host: str, asked: str) -> None:
    table, page = gathering(client, asked)
    network = address_in_network()
    if host == "127.0.0.1" or network is None:
        assert ALONE in page
        assert 'class="qr"' not in page
    else:
        assert field_of(page) == f"http://{network}:8000/t/{table}"
        assert 'class="qr"' in page


def test_seat_link_is_shown_only_to_its_owner(client: TestClient) -> None:
    token = re.search(r'name="token" value="([0-9a-f]+)"', client.get("/").text)
    assert token
    new = {"token": token[1], "game": "dizzle", "name": "Ana", "seat1": "person"}
    path = client.post("/tables", data=new).url.path
    page = client.get(f"{path}/device", headers={"host": "192.168.7.20"}).text
    assert "treat it like a password" in page
    assert re.fullmatch(r"http://192\.168\.7\.20/me/[0-9a-f.]+", field_of(page))
    assert "/me/" not in client.get(path).text
    assert field_of(client.get(f"{path}/invite").text) == f"http://testserver{path}"
    client.cookies.clear()
    assert client.get(f"{path}/device").status_code == 403
    assert "/me/" not in client.get(f"{path}/invite").text


def test_hostile_host_name_is_escaped(client: TestClient) -> None:
    _, page = gathering(client, 'x"><script>alert(1)</script>')
    assert "<script>alert" not in page


@pytest.mark.parametrize(
    ("name", "own"),
    [("localhost", True), ("127.3.2.1", True), ("::1", True), ("0.0.0.0", False), ("mesa", False)],
)
def test_loopback_names_are_recognized(name: str, own: bool) -> None:
    assert is_loopback(name) is own
