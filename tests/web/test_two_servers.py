"""Two servers with one PostgreSQL: a table is the same at both."""

import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from play_over_http import ask

from cubilete import read_record
from cubilete.core.fair import verify

from .running import Server
from .test_api import read_event, refused
from .waiting import TIMEOUT, wait_until


@pytest.fixture
def servers(fresh_database: Callable[[], str], tmp_path: Path) -> Iterator[tuple[str, str]]:
    address = fresh_database()
    running = [Server(tmp_path / f"log{n}", "--database", address) for n in range(2)]
    try:
        for server in running:
            server.launch()
        for server in running:
            server.wait_until_it_answers()
        yield running[0].address, running[1].address
    finally:
        for server in running:
            server.stop()


def test_game_is_played_by_players_at_both_servers(servers: tuple[str, str]) -> None:
    one, other = servers
    seated = ask(f"{one}/api/tables", body={"game": "seis-dados", "people": 2, "bots": 1})
    name, mine = seated["table"], str(seated["token"])
    yours = str(ask(f"{other}/api/tables/{name}/sit", body={"name": "Luis", "seat": 1})["token"])
    seats = [(f"{one}/api/tables/{name}", mine), (f"{other}/api/tables/{name}", yours)]
    request = urllib.request.Request(
        f"{seats[0][0]}/stream", headers={"Authorization": f"Bearer {mine}"}
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT) as stream:
        over = False
        for _ in range(20_000):
            if over:
                break
            for table, token in seats:
                look = ask(table, token)
                over = over or look["over"] is True
                view = look["view"]
                if isinstance(view, dict) and view["legal"]:
                    move = {"text": view["legal"][0], "on": look["on"]}
                    ask(f"{table}/moves", token, move)
        assert over
        while not read_event(stream)["over"]:
            pass
    # Each server hears of the other's last entry a moment later.
    wait_until(lambda: all(ask(table, token)["over"] for table, token in seats))
    looks = [ask(table, token) for table, token in seats]
    assert looks[0]["revision"] == looks[1]["revision"]
    assert refused(f"{seats[1][0]}/moves", yours, {"text": "assign ones 0", "on": 1})[0] == 422
    with urllib.request.urlopen(f"{seats[1][0]}/record") as answer:
        assert verify(read_record(answer.read())) > 0
