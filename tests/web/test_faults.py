"""Faults under load, counted: no acknowledged move is lost or doubled, and every table goes on."""

import random
import time
from collections.abc import Callable
from pathlib import Path

from .players import Notes, Player
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
