"""Keys of requests belong to a seat: a repeated one plays once, and nobody spoils another's."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.datastructures import FormData
from starlette.testclient import TestClient

from cubilete.store.sqlite import SqliteStore
from cubilete.table.table import Table
from cubilete.web.app import Settings, create_app
from cubilete.web.pages.move_form import move_key

from .test_app import hidden_fields, open_table, token_of


@pytest.fixture
def client() -> Iterator[TestClient]:
    app = create_app(SqliteStore(":memory:"), Settings(pace=60))
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


class Program:
    """A program at one seat of a table."""

    def __init__(self, client: TestClient, seated: dict[str, Any]) -> None:
        self.client = client
        self.path = f"/api/tables/{seated['table']}"
        self.headers = {"authorization": f"Bearer {seated['token']}"}

    def look(self) -> dict[str, Any]:
        look: dict[str, Any] = self.client.get(self.path, headers=self.headers).json()
        return look

    def move(self, text: str, on: int, key: str) -> tuple[int, dict[str, Any]]:
        body = {"text": text, "on": on, "key": key}
        answer = self.client.post(f"{self.path}/moves", json=body, headers=self.headers)
        return answer.status_code, answer.json()


def two_programs(client: TestClient, game: str) -> list[Program]:
    first = client.post("/api/tables", json={"game": game, "people": 2, "bots": 0}).json()
    path = f"/api/tables/{first['table']}/sit"
    second = client.post(path, json={"name": "Luis", "seat": 1}).json()
    return [Program(client, first), Program(client, second)]


def test_two_programs_count_their_keys_alike(client: TestClient) -> None:
    """In Twenty One both decide about the same roll."""
    programs = two_programs(client, "twenty-one")
    played = set()
    for _ in range(20):
        for program in programs:
            look = program.look()
            if look["view"]["legal"] and look["seat"] not in played:
                status, after = program.move(look["view"]["legal"][0], look["on"], "1")
                assert status == 200
                assert after["revision"] == look["revision"] + 1
                played.add(look["seat"])
    assert played == {0, 1}


def test_repeated_move_is_played_once(client: TestClient) -> None:
    programs = two_programs(client, "seis-dados")
    program = next(each for each in programs if each.look()["view"]["legal"])
    look = program.look()
    text = look["view"]["legal"][0]
    answers = [program.move(text, look["on"], "1") for _ in range(3)]
    assert [status for status, _ in answers] == [200] * 3
    assert {after["revision"] for _, after in answers} == {look["revision"] + 1}


def test_key_of_another_move_is_a_conflict(client: TestClient) -> None:
    programs = two_programs(client, "seis-dados")
    program = next(each for each in programs if each.look()["view"]["legal"])
    look = program.look()
    first, second = look["view"]["legal"][:2]
    assert program.move(first, look["on"], "1")[0] == 200
    status, problem = program.move(second, look["on"], "1")
    assert (status, problem["title"]) == (409, "key-used")
    assert program.look()["revision"] == look["revision"] + 1


class PagePlayer:
    """A person with a browser, at seat 0 of a new table."""

    def __init__(self, client: TestClient, **table: str) -> None:
        self.client = client
        self.path = open_table(client, name="Ana", **table)
        self.headers = {"cookie": f"cubilete={client.cookies['cubilete']}"}
        self.token = token_of(client)
        client.cookies.clear()

    def decide(self, text: str) -> None:
        """Sends a decision without a key, by what the table says."""
        on = table_of(self.client, self.path).last_event(0)
        self.send({"token": self.token, "text": text, "seat": "0", "on": str(on)})

    def form(self, text: str) -> dict[str, str]:
        """The form that writes on the sheet, as the page has it now."""
        page = self.client.get(self.path, headers=self.headers).text
        return {"token": self.token, "text": text, **hidden_fields(page)}

    def send(self, form: dict[str, str]) -> None:
        answer = self.client.post(f"{self.path}/move", data=form, headers=self.headers)
        assert answer.status_code == 200, answer.text


def table_of(client: TestClient, path: str) -> Table:
    app = client.app
    assert isinstance(app, FastAPI)
    table: Table = app.state.host.tables[path.removeprefix("/t/")].table
    return table


def legal_of(client: TestClient, path: str, seat: int) -> list[str]:
    table = table_of(client, path)
    return table.state.legal_texts(seat) if seat in table.state.to_act else []


def test_key_of_a_page_can_not_be_taken_by_another_seat(client: TestClient) -> None:
    """A form's key is made from what everybody knows, and the move. In Twenty One both decide
    about the same roll, once the active player stands."""
    ana = PagePlayer(client, game="twenty-one", seat1="person")
    table = ana.path.replace("/t/", "/api/tables/")
    luis = Program(client, client.post(f"{table}/sit", json={"name": "Luis", "seat": 1}).json())
    mine, yours = legal_of(client, ana.path, 0), legal_of(client, ana.path, 1)
    while not (mine and yours):
        if mine:
            ana.decide("stand" if "stand" in mine else mine[0])
        else:
            luis.move("stand" if "stand" in yours else yours[0], luis.look()["on"], "")
        mine, yours = legal_of(client, ana.path, 0), legal_of(client, ana.path, 1)
    form = ana.form(mine[0])
    guessed = move_key(FormData(form))
    before = luis.look()
    assert luis.move(yours[0], before["on"], guessed)[0] == 200
    ana.send(form)
    assert luis.look()["revision"] == before["revision"] + 2
