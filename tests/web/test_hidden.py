"""No byte sent to a seat tells it what it may not know: pages, streams and API, over HTTP.

Two servers hold the same tables, except for something that a seat can't see. To every request of
that seat both must answer with the same bytes. Nothing hidden is in their logs.
"""

import asyncio
import http.client
import json
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from cubilete import find_game
from cubilete.core.json_types import JsonObject
from cubilete.host.push.vapid import SECRET as PUSH_SECRET
from cubilete.store.sqlite import SqliteStore
from cubilete.table import changes
from cubilete.table.plan import PERSON, Plan
from cubilete.table.table import Table
from cubilete.web.http.identity import Identities, Person

from .running import Server
from .waiting import TIMEOUT

SECRET = bytes(range(32))
DICE_SECRET = "ab" * 32
IDENTITIES = Identities(SECRET)
SITTERS = [Person(f"{seat:032x}", known=True) for seat in range(3)]
FRESH = re.compile(rb'name="key" value="[0-9a-f]*"')
TOKEN = re.compile(rb'name="token" value="[0-9a-f]*"')

Variant = list[JsonObject]


def table_with(slug: str, falls: list[str]) -> tuple[Plan, Variant]:
    """A table of three people that starts with these outcomes."""
    game = find_game(slug)
    setup = game.setup(3, {})
    plan = Plan(f"t-{slug}", slug, (PERSON,) * 3, {}, setup.material, "random", True, DICE_SECRET)
    table = Table(plan)
    entries: Variant = []
    for seat, person in enumerate(SITTERS):
        entries.append(changes.sit(table, seat, f"P{seat}", person.owner, f"{seat:016x}"))
        table.apply(entries[-1])
    entries.append({**changes.start(table), "falls": list(falls)})
    return plan, entries


def pa_fuera(other: str) -> tuple[Plan, Variant]:
    return table_with(
        "pa-fuera", ["first 6 1 2", "shake 1 1 2 3 4", "shake 2 2 3 3 5", f"shake {other}"]
    )


def two_sixteen(card: str) -> tuple[Plan, Variant]:
    """Seat 1 passes and draws a help card that only it sees; then it is seat 2's turn."""
    ids = [f"offer G{n:02}" for n in (1, 2, 3, 4)]
    plan, entries = table_with("216", ["start 1", *ids, "roll 4 4 6"])
    entries += [
        {"kind": "move", "seat": 1, "text": "reroll 6", "key": "a", "falls": ["roll 2"]},
        {
            "kind": "move",
            "seat": 1,
            "text": "pass",
            "key": "b",
            "falls": [f"help {card}", "roll 4 4 6"],
        },
    ]
    return plan, entries


def twenty_one(decision: str) -> tuple[Plan, Variant]:
    """Seat 2 has made a sealed decision."""
    plan, entries = table_with("twenty-one", ["start 0", "sheets A B C", "roll W1 Y1 R1 G1 B1 K1"])
    entries.append({"kind": "move", "seat": 2, "text": decision, "key": "a", "falls": []})
    return plan, entries


CASES = {
    "pa-fuera": (pa_fuera("1 1 1 1 1"), pa_fuera("2 3 4 5 6")),
    "216": (two_sixteen("shift1"), two_sixteen("reroll-all")),
    "twenty-one": (twenty_one("cross"), twenty_one("write W1 K1")),
}


def keep(path: Path, tables: list[tuple[Plan, Variant]]) -> None:
    async def run() -> None:
        store = SqliteStore(path)
        await store.open()
        for name in ("secret", PUSH_SECRET):
            await store.secret(name)
        for plan, entries in tables:
            await store.create(plan.table, plan.game, json.dumps(plan.to_json()))
            for n, entry in enumerate(entries, start=1):
                await store.append(plan.table, n, json.dumps(entry))
        await store.close()

    asyncio.run(run())
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE settings SET value = ?", (SECRET,))


@dataclass(frozen=True)
class Pair:
    """Both servers; every request goes to each of them."""

    servers: list[Server]

    def connect(self, server: Server) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(server.address.removeprefix("http://"), timeout=TIMEOUT)

    def ask(
        self, path: str, person: Person | None, body: list[JsonObject] | None = None
    ) -> list[bytes]:
        """The answers of both, headers included."""
        answers = []
        for number, server in enumerate(self.servers):
            connection = self.connect(server)
            sent = json.dumps(body[number % len(body)]) if body else None
            connection.request("POST" if body else "GET", path, sent, headers_of(path, person))
            response = connection.getresponse()
            answers.append(plain(head_of(response), person) + plain(response.read(), person))
            connection.close()
        return answers

    def listen(self, path: str, person: Person | None) -> "Listening":
        responses = []
        for server in self.servers:
            connection = self.connect(server)
            connection.request("GET", path, headers=headers_of(path, person))
            responses.append(connection.getresponse())
        return Listening(responses, person)


@dataclass(frozen=True)
class Listening:
    """The same stream, open at both servers."""

    responses: list[http.client.HTTPResponse]
    person: Person | None

    def heads(self) -> list[bytes]:
        return [plain(head_of(response), self.person) for response in self.responses]

    def next(self) -> list[bytes]:
        return [plain(read_event(response), self.person) for response in self.responses]

    def close(self) -> None:
        for response in self.responses:
            response.close()


def read_event(response: http.client.HTTPResponse) -> bytes:
    """The next event. Heartbeats are skipped: the servers send them at different times."""
    event = b""
    while not event.endswith(b"\n\n"):
        line = response.readline()
        assert line, "the stream ended"
        event += line
    return read_event(response) if event.startswith(b":") else event


def head_of(response: http.client.HTTPResponse) -> bytes:
    """Status and headers, without the date and a stranger's new cookie."""
    fixed = [(name, value) for name, value in response.headers.items() if name != "date"]
    return f"{response.status} {[pair for pair in fixed if pair[0] != 'set-cookie']}".encode()


def plain(content: bytes, person: Person | None) -> bytes:
    """Without what is new in every answer: keys, and the token of a stranger's forms."""
    content = FRESH.sub(b"", content)
    return content if person is not None else TOKEN.sub(b"", content)


def headers_of(path: str, person: Person | None) -> dict[str, str]:
    if person is None:
        return {}
    if path.startswith("/api/"):
        token = f"Bearer {IDENTITIES.api_token(person)}"
        return {"Authorization": token, "Content-Type": "application/json"}
    return {"Cookie": f"cubilete={person.key}.{IDENTITIES.sign('cookie', person.key)}"}


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    servers = []
    for number in range(2):
        folder = tmp_path_factory.mktemp("hidden")
        keep(folder / "cubilete.sqlite", [variants[number] for variants in CASES.values()])
        servers.append(Server(folder / "log", "--data", str(folder), pace=60))
    try:
        for server in servers:
            server.launch()
        for server in servers:
            server.wait_until_it_answers()
        pair = Pair(servers)
        # Everybody stays at the tables: the servers would note at different times who is away.
        streams = [
            pair.listen(f"/api/tables/t-{slug}/stream", person)
            for slug in CASES
            for person in SITTERS
        ]
        yield pair
        for stream in streams:
            stream.close()
    finally:
        for server in servers:
            server.stop()
    for server in servers:
        check_log(server.log.read_text())


def check_log(printed: str) -> None:
    """Nothing secret is in the logs of the servers."""
    assert "The table is open" in printed  # it is the log of a server
    for secret in (DICE_SECRET, SECRET.hex(), "shake", "shift1", "reroll-all", "W1 K1", "cross"):
        assert secret not in printed
    for person in SITTERS:
        assert person.key not in printed
        assert person.owner not in printed


games = pytest.mark.parametrize("slug", sorted(CASES))


@games
@pytest.mark.parametrize(
    "path",
    [
        "/t/{t}",
        "/t/{t}?pick=pass",
        "/t/{t}/record",
        "/t/{t}/replay",
        "/t/{t}/verify",
        "/t/{t}/dice",
    ],
)
def test_pages_of_viewers_who_may_not_know_are_the_same(pair: Pair, slug: str, path: str) -> None:
    for person in (SITTERS[0], None):
        one, other = pair.ask(path.format(t=f"t-{slug}"), person)
        assert one == other


@games
@pytest.mark.parametrize("path", ["/api/tables/{t}", "/api/tables/{t}/record"])
def test_looks_of_viewers_who_may_not_know_are_the_same(pair: Pair, slug: str, path: str) -> None:
    for person in (SITTERS[0], None):
        one, other = pair.ask(path.format(t=f"t-{slug}"), person)
        assert one == other
        assert b'"begun":true' in one or one.startswith(b"409")


@games
def test_refusals_of_a_seat_that_may_not_know_are_the_same(pair: Pair, slug: str) -> None:
    for text in ("pass", "cross", "help +1 4", "call 3", "write W1", "nonsense"):
        one, other = pair.ask(f"/api/tables/t-{slug}/moves", SITTERS[0], [{"text": text, "on": 1}])
        assert one == other
        assert one[:3] in (b"409", b"422")
        assert b"not-understood" not in one


@games
@pytest.mark.parametrize("path", ["/t/{t}/stream", "/api/tables/{t}/stream"])
@pytest.mark.parametrize("person", [SITTERS[0], None], ids=["a seat", "a spectator"])
def test_streams_of_viewers_who_may_not_know_are_the_same(
    pair: Pair, slug: str, path: str, person: Person | None
) -> None:
    stream = pair.listen(path.format(t=f"t-{slug}"), person)
    try:
        one, other = stream.heads()
        assert one == other
        one, other = stream.next()
        assert one == other
        assert b"data: " in one
        for said in pair.ask(f"/api/tables/t-{slug}/chat", SITTERS[0], [{"text": "hola"}]):
            assert said.startswith(b"200")
        one, other = stream.next()
        assert one == other
    finally:
        stream.close()


@games
def test_one_seat_sees_the_difference(pair: Pair, slug: str) -> None:
    """The tables do differ: otherwise the other tests would prove nothing."""

    def differences(path: str) -> int:
        answers = [pair.ask(path, person) for person in SITTERS[1:]]
        return sum(one != other for one, other in answers)

    assert differences(f"/t/t-{slug}") == 1
    assert differences(f"/api/tables/t-{slug}") == 1
    different = 0
    for person in SITTERS[1:]:
        stream = pair.listen(f"/api/tables/t-{slug}/stream", person)
        one, other = stream.next()
        different += one != other
        stream.close()
    assert different == 1


def test_sealed_decision_reaches_the_others_as_the_same_bytes(pair: Pair) -> None:
    """Seat 1 decides differently at each server while seat 0 and a spectator watch.

    This is the last test of the file: it changes the tables.
    """
    table = "/api/tables/t-twenty-one"
    look = json.loads(pair.ask(table, SITTERS[1])[0].partition(b"]")[2])
    legal, on = look["view"]["legal"], look["on"]
    streams = [
        pair.listen(path, person)
        for path in ("/t/t-twenty-one/stream", f"{table}/stream")
        for person in (SITTERS[0], None)
    ]
    for stream in streams:
        stream.next()
    moves: list[JsonObject] = [{"text": text, "on": on} for text in (legal[0], legal[-1])]
    done = pair.ask(f"{table}/moves", SITTERS[1], moves)
    assert done[0] != done[1]
    for stream in streams:
        one, other = stream.next()
        assert one == other
        stream.close()
