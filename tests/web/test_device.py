"""Several people on one device: where seats have secrets, a screen asks for the next person, and
the page shows nothing hidden until that person takes the device."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cubilete.core.json_types import JsonObject
from cubilete.store.sqlite import SqliteStore
from cubilete.table.plan import LOCAL, PERSON, Plan
from cubilete.web.app import Settings, create_app

from .test_hidden import IDENTITIES, SITTERS, keep, pa_fuera, twenty_one, two_sixteen

HOST = SITTERS[0]
Kept = tuple[Plan, list[JsonObject]]


def on_one_device(kept: Kept) -> Kept:
    """The same table, with all seats on the device of the first person."""
    plan, entries = kept
    kinds = (PERSON, LOCAL, LOCAL)
    shared = [
        {**entry, "owner": HOST.owner} if entry["kind"] == "sit" else entry for entry in entries
    ]
    return replace(plan, table="t", kinds=kinds), shared


CASES = {
    # Two tables that differ in a secret, and the seat that the screen asks for first.
    "pa-fuera": (pa_fuera("1 1 1 1 1"), pa_fuera("2 3 4 5 6"), 0),
    "216": (two_sixteen("shift1"), two_sixteen("reroll-all"), 2),
    "twenty-one": (twenty_one("cross"), twenty_one("write W1 K1"), 0),
}


@pytest.fixture(params=sorted(CASES))
def pair(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[tuple[list[TestClient], str, int]]:
    """Two servers with tables that differ only in what one seat hides."""
    first, second, asked = CASES[request.param]
    with ExitStack() as stack:
        clients = []
        for number, kept in enumerate((first, second)):
            path = tmp_path / f"{number}.sqlite"
            keep(path, [on_one_device(kept)])
            app = create_app(SqliteStore(path), Settings(pace=60))
            client = stack.enter_context(TestClient(app, headers={"accept-language": "en"}))
            client.cookies.set("cubilete", f"{HOST.key}.{IDENTITIES.sign('cookie', HOST.key)}")
            clients.append(client)
        yield clients, request.param, asked


def pages(clients: list[TestClient], path: str = "/t/t") -> list[str]:
    return [client.get(path).text for client in clients]


def take(clients: list[TestClient], seat: int, way: str = "take") -> None:
    for client in clients:
        data = {"token": IDENTITIES.form_token(HOST), "seat": str(seat)}
        assert client.post(f"/t/t/{way}", data=data).status_code == 200


def test_screen_and_next_seat_show_nobodys_secret(
    pair: tuple[list[TestClient], str, int],
) -> None:
    clients, game, asked = pair
    if game == "twenty-one":  # the seat that has decided has the device
        take(clients, 2)
    for path in ("/t/t", "/t/t?seat=1", "/t/t?seat=2", "/t/t?pick=hand"):
        one, other = pages(clients, path)
        assert one == other
        assert f"Pass the device to P{asked}" in one
        assert 'name="pick"' not in one
        assert 'class="bone' not in one
        assert 'class="help' not in one
        assert "sealed envelope until" not in one
    take(clients, asked)
    one, other = pages(clients)
    assert one == other
    assert f"Your turn, P{asked}." in one
    assert "Pass the device" not in one


@pytest.mark.parametrize("pair", ["pa-fuera"], indirect=True)
def test_screen_comes_before_the_seat_that_gets_the_device(
    pair: tuple[list[TestClient], str, int],
) -> None:
    clients, _, _ = pair
    take(clients, 0)
    call = {"token": IDENTITIES.form_token(HOST), "seat": "0", "text": "call 1", "key": "k"}
    for client in clients:
        on = re.search(r'name="on" value="(\d+)"', client.get("/t/t?pick=call 1").text)
        assert on
        assert client.post("/t/t/move", data={**call, "on": on[1]}).status_code == 200
    screen = pages(clients)
    assert screen[0] == screen[1]
    assert "I&#39;m P1" in screen[0]
    assert "I&#39;m P2" in screen[0]  # both may act
    assert "I&#39;m P0" not in screen[0]
    take(clients, 1)
    one, other = pages(clients)
    assert one == other
    assert "Your turn, P1." in one
    assert "Pass it to P2" in one
    take(clients, 2, way="hand-over")
    one, other = pages(clients)
    assert one == other
    assert "Pass the device to P2" in one
    take(clients, 2)
    one, other = pages(clients)
    assert one != other  # seat 2 sees the dice that differ
    assert "Your turn, P2." in one


def test_game_without_secrets_has_no_screen(tmp_path: Path) -> None:
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), Settings(pace=60))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        token = re.search(r'name="token" value="([0-9a-f]+)"', client.get("/").text)
        assert token
        data = {"token": token[1], "name": "Ana", "seat1": "local", "name1": "Luis"}
        page = client.post("/tables", data={**data, "game": "seis-dados"}).text
    assert "Pass the device" not in page
    assert re.search("Your turn, (Ana|Luis)[.]", page)


def test_stranger_can_not_take_the_device(pair: tuple[list[TestClient], str, int]) -> None:
    clients, _, _ = pair
    stranger = clients[0]
    stranger.cookies.clear()
    token = re.search(r'name="token" value="([0-9a-f]+)"', stranger.get("/").text)
    assert token
    answer = stranger.post("/t/t/take", data={"token": token[1], "seat": "0"})
    assert answer.status_code == 403
