"""Two servers on one PostgreSQL: a table is the same at both."""

import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from play_over_http import ask

from cubilete import read_record
from cubilete.core.fair import verify

from .conftest import free_port, wait_until_it_answers
from .test_api import read_event, refused


@pytest.fixture
def servers(fresh_database: Callable[[], str], tmp_path: Path) -> Iterator[tuple[str, str]]:
    address = fresh_database()
    running = []
    for _ in range(2):
        port = free_port()
        options = ["--host", "127.0.0.1", "--port", str(port), "--pace", "0", "--no-browser"]
        process = subprocess.Popen(
            [sys.executable, "-m", "cubilete.cli", "play", *options, "--database", address],
            stdout=subprocess.DEVNULL,
        )
        running.append((f"http://127.0.0.1:{port}", process))
    try:
        for place, process in running:
            wait_until_it_answers(place, process)
        yield running[0][0], running[1][0]
    finally:
        for _, process in running:
            process.terminate()
            process.wait(timeout=30)


def test_players_are_spread_over_both_servers(servers: tuple[str, str]) -> None:
    one, other = servers
    seated = ask(f"{one}/api/tables", body={"game": "seis-dados", "people": 2, "bots": 1})
    name, mine = seated["table"], str(seated["token"])
    yours = str(ask(f"{other}/api/tables/{name}/sit", body={"name": "Luis", "seat": 1})["token"])
    seats = [(f"{one}/api/tables/{name}", mine), (f"{other}/api/tables/{name}", yours)]
    request = urllib.request.Request(
        f"{seats[0][0]}/stream", headers={"Authorization": f"Bearer {mine}"}
    )
    with urllib.request.urlopen(request, timeout=60) as stream:
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
    looks = [ask(table, token) for table, token in seats]
    assert looks[0]["revision"] == looks[1]["revision"]
    assert refused(f"{seats[1][0]}/moves", yours, {"text": "assign ones 0", "on": 1})[0] == 422
    with urllib.request.urlopen(f"{seats[1][0]}/record") as answer:
        assert verify(read_record(answer.read())) > 0
