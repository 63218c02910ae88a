"""Point 17: one client's flood while others play."""

import threading
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress

from attacks.arena import Arena
from attacks.client import Client, open_table, play_to_the_end, raw
from attacks.report import attack, expect

FLOODERS = 4
SOURCE = "127.0.0.66"
Flood = Callable[[Client], int]


def flooded(arena: Arena, request: Flood) -> tuple[Counter[int], Counter[int]]:
    """Plays a game while others send a request as fast as they can.

    Returns the statuses of the players' requests and of the flood's.
    """
    table = open_table(arena.server, "dizzle", 2, 0)
    theirs: Counter[int] = Counter()
    stop = threading.Event()

    def flood() -> None:
        client = Client(arena.server, SOURCE)
        while not stop.is_set():
            with suppress(OSError):
                theirs[request(client)] += 1

    threads = [threading.Thread(target=flood, daemon=True) for _ in range(FLOODERS)]
    for thread in threads:
        thread.start()
    own: Counter[int] = Counter()
    try:
        for client in table.seats:
            count_statuses(client, own)
        play_to_the_end(table)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    return own, theirs


def count_statuses(client: Client, counts: Counter[int]) -> None:
    send = client.send

    def counted(*arguments: object) -> object:
        answer = send(*arguments)  # type: ignore[arg-type]
        counts[answer.status] += 1
        return answer

    client.send = counted  # type: ignore[method-assign,assignment]


def check_flood(own: Counter[int], theirs: Counter[int]) -> str:
    expect(not own[429], f"a player is told to slow down {own[429]} times because of others")
    wrong = {status for status in [*own, *theirs] if status >= 500}
    expect(not wrong, f"errors of the server: {sorted(wrong)}")
    return f"{own[200]} requests of players, none refused, beside {theirs.total()} of the flood"


@attack(17, "a flood of new tables by one address")
def point_17_tables(arena: Arena) -> str:
    new = {"game": "dizzle", "bots": 0}
    return check_flood(*flooded(arena, lambda client: client.ask_once("/tables", new).status))


@attack(17, "a flood of pages with fresh cookies")
def point_17_pages(arena: Arena) -> str:
    def request(client: Client) -> int:
        client.cookies.clear()
        return client.get("/new?game=dizzle").status

    return check_flood(*flooded(arena, request))


@attack(17, "a flood of records of a finished game")
def point_17_records(arena: Arena) -> str:
    ended = open_table(arena.server, "dizzle", 2, 0)
    play_to_the_end(ended)
    path = f"/api{ended.path}/record"
    return check_flood(*flooded(arena, lambda client: client.get(path).status))


STREAMS = 250


@attack(17, "hundreds of streams of one table that changes all the time")
def point_17_streams(arena: Arena) -> str:
    """Each stream has no cookie, so that each is drawn for somebody else."""
    new = {"game": "dizzle", "name": "Ana", "people": 3, "bots": 0}
    name = Client(arena.server, SOURCE).ask("/tables", new).json["table"]
    request = f"GET /t/{name}/stream HTTP/1.1\r\nHost: 127.0.0.1:{arena.server.port}\r\n\r\n"

    def sit_down_and_leave(client: Client) -> int:
        client.token = ""
        seated = client.ask_once(f"/tables/{name}/sit", {"name": "Eve", "seat": 1})
        if seated.ok:
            client.token = seated.json["token"]
            client.ask_once(f"/tables/{name}/leave", {})
        return seated.status

    with ExitStack() as stack:
        for _ in range(STREAMS):
            stream = stack.enter_context(raw(arena.server, SOURCE))
            stream.sendall(request.encode())
        return check_flood(*flooded(arena, sit_down_and_leave))


@attack(17, "hundreds of silent connections")
def point_17_connections(arena: Arena) -> str:
    with ExitStack() as stack:
        opened = 0
        for _ in range(400):
            with suppress(OSError):
                stack.enter_context(raw(arena.server, SOURCE))
                opened += 1
        table = open_table(arena.server, "dizzle", 2, 0)
        play_to_the_end(table)
    return f"a game is played to its end beside {opened} open connections"
