"""All clients of a fault test together, and what must be true of them in the end."""

import os
import re
import secrets
from collections.abc import Sequence

from .page_players import Importer, PagePlayer
from .players import GAMES, Client, Notes, Player

SEED = "CUBILETE_FAULT_SEED"
"""The environment variable that repeats the random choices of a run."""


def fault_seed() -> str:
    """The seed of all random choices. It is printed: pytest shows that where a test fails."""
    seed = os.environ.get(SEED) or secrets.token_hex(4)
    print(f"{SEED}={seed}")
    return seed


def players_at(addresses: Sequence[str], notes: Notes, seed: str) -> list[Client]:
    """Players of all games, spread over the servers."""
    clients: list[Client] = [
        Player(addresses[number % len(addresses)], game, people, bots, notes, seed)
        for number, (game, people, bots) in enumerate(GAMES)
    ]
    return started(clients)


def clients_at(addresses: Sequence[str], notes: Notes, seed: str) -> list[Client]:
    """The players, a browser that asks for rematches, and one that imports records."""
    beside = [PagePlayer(addresses[0], notes, seed), Importer(addresses[-1], notes, seed)]
    return [*players_at(addresses, notes, seed), *started(beside)]


def started(clients: Sequence[Client]) -> list[Client]:
    for client in clients:
        client.start()
    return list(clients)


def check_log(printed: str, notes: Notes) -> None:
    """What a server has printed holds no token and no traceback of ours."""
    assert not re.search(r'File "[^"]*/cubilete/', printed), printed
    assert notes.tokens
    for token in notes.tokens:
        assert token.partition(".")[0] not in printed


def let_them_end(clients: Sequence[Client], notes: Notes) -> None:
    """Lets the clients end their games and compare everything with what is stored."""
    for client in clients:
        client.stopping.set()
    notes.wait_for(lambda: not any(client.is_alive() for client in clients))
    assert not notes.faults, notes.faults
    counts = notes.counts
    assert counts["games ended and compared"] >= len(GAMES)
    assert counts["rematches found"] == counts["rematches"]
    assert counts["imports found"] == counts["imports"]
    print(dict(counts))
