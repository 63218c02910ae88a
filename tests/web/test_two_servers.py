"""Two servers with one PostgreSQL: a table is the same at both."""

import random
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from play_over_http import ask

from cubilete import read_record
from cubilete.core.fair import verify

from .crowds import check_log, clients_at, fault_seed, let_them_end
from .page_players import Importer
from .players import Client, Notes
from .running import Server, two_servers
from .test_api import read_event, refused
from .waiting import TIMEOUT, wait_until


@pytest.fixture
def running(fresh_database: Callable[[], str], tmp_path: Path) -> Iterator[list[Server]]:
    with two_servers(fresh_database(), tmp_path, pace=0.01) as running:
        yield running


@pytest.fixture
def servers(running: list[Server]) -> tuple[str, str]:
    return running[0].address, running[1].address


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
    late = {"text": "assign ones 0", "on": 1}
    assert refused(f"{seats[1][0]}/moves", yours, late)[0] == 409
    after_the_end = late | {"on": looks[1]["on"]}
    assert refused(f"{seats[1][0]}/moves", yours, after_the_end)[0] == 422
    with urllib.request.urlopen(f"{seats[1][0]}/record") as answer:
        assert verify(read_record(answer.read())) > 0


def test_one_server_killed_in_turn_loses_and_doubles_nothing(running: list[Server]) -> None:
    """Bots think, people ask for rematches and import records at both servers meanwhile."""
    seed = fault_seed()
    rng, notes = random.Random(seed), Notes()
    clients = clients_at([server.address for server in running], notes, seed)
    for what in ("moves", "rematches", "imports"):
        server = running[rng.randrange(2)]
        notes.wait_for_more(what, 1)
        server.kill()
        notes.count("kills")
        server.start()
    let_them_end(clients, notes)
    for path, text in imports_of(clients).items():
        for server in running:
            with urllib.request.urlopen(f"{server.address}{path}/record") as answer:
                assert answer.read().decode() == text
    for server in running:
        check_log(server.log.read_text(), notes)


def imports_of(clients: Sequence[Client]) -> dict[str, str]:
    (importer,) = (client for client in clients if isinstance(client, Importer))
    assert importer.imported
    return importer.imported
