"""Clients of the load test: players and viewers of many tables, in one process."""

import asyncio
import json
import random
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

VIEWERS = 4
"""Open streams of each table: two players and two spectators."""
NUMBERED = re.compile(rb"(?:^|\n)id: (\d+)\n")

Look = dict[str, object]


@dataclass
class Counts:
    """Results of one run."""

    moves: int = 0
    slow_down: int = 0
    too_late: int = 0
    unavailable: int = 0
    latencies: list[float] = field(default_factory=list)

    def milliseconds(self, share: float) -> float:
        """The time within which this share of the moves reached all viewers."""
        times = sorted(self.latencies) or [0.0]
        return times[min(len(times) - 1, int(share * len(times)))] * 1000


class Line:
    """One keep-alive connection for requests."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, path: str, token: str = "", body: object = None) -> tuple[int, Look]:
        for attempt in (1, 2):
            if self.reader is None or self.writer is None:
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                return await exchange(self.reader, self.writer, path, token, body)
            except ConnectionError:
                # The server closes connections that were idle for some seconds.
                self.writer.close()
                self.reader = self.writer = None
                if attempt == 2:
                    raise
        raise AssertionError

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()


async def exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    path: str,
    token: str,
    body: object,
) -> tuple[int, Look]:
    data = json.dumps(body).encode() if body is not None else b""
    head = f"{'POST' if body is not None else 'GET'} {path} HTTP/1.1\r\nHost: localhost\r\n"
    head += f"Content-Length: {len(data)}\r\nContent-Type: application/json\r\n"
    head += f"Authorization: Bearer {token}\r\n\r\n" if token else "\r\n"
    writer.write(head.encode() + data)
    try:
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        raise ConnectionResetError from None
    length = re.search(r"content-length: (\d+)", answer, re.IGNORECASE)
    content = await reader.readexactly(int(length[1]) if length else 0)
    return int(answer.split()[1]), json.loads(content) if content[:1] == b"{" else {}


class Viewer(asyncio.Protocol):
    """An open stream; reports the last revision that it was sent."""

    def __init__(self, table: "WatchedTable", place: int, head: str) -> None:
        self.table = table
        self.place = place
        self.head = head
        self.tail = b""
        self.received = 0
        self.events = 0
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.head.encode())

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        found = NUMBERED.findall(self.tail + data)
        self.tail = data[-16:]
        if found:
            self.events += len(found)
            self.table.saw(self.place, int(found[-1]))


class WatchedTable:
    """A table for two with its viewers. Players and viewers are spread over the servers."""

    def __init__(self, ports: Sequence[int], number: int) -> None:
        self.lines = [Line(ports[(number + seat) % len(ports)]) for seat in range(2)]
        self.ports = ports
        self.seen = [0] * VIEWERS
        self.viewers: list[Viewer] = []
        self.tokens: list[str] = []
        self.name = ""
        self.awaited = 0
        self.arrived: asyncio.Future[None] | None = None
        self.seat = 0
        self.look: Look = {}
        self.acknowledged = 0
        self.rng = random.Random(number)

    async def open(self) -> None:
        new = {"game": "seis-dados", "name": "Ana", "people": 2, "bots": 0}
        first = await self.insist(0, "/api/tables", new)
        self.name = str(first["table"])
        second = await self.insist(1, f"/api/tables/{self.name}/sit", {"name": "Luis", "seat": 1})
        self.tokens = [str(first["token"]), str(second["token"])]
        self.look = await self.look_again(0)

    async def insist(self, seat: int, path: str, body: object) -> Look:
        """Sends the request again while it gets 429: all tables are opened from one address."""
        while True:
            status, answer = await self.lines[seat].ask(path, body=body)
            if status == 201:
                return answer
            assert status == 429, answer
            await asyncio.sleep(0.1)

    async def watch(self) -> None:
        loop = asyncio.get_running_loop()
        for place in range(VIEWERS):
            port = self.ports[place % len(self.ports)]
            cookie = await cookie_of(port, self.tokens[place]) if place < 2 else ""
            head = (
                f"GET /t/{self.name}/stream HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n"
                "Accept-Language: es\r\n\r\n"
            )
            viewer = Viewer(self, place, head)
            await loop.create_connection(lambda viewer=viewer: viewer, "127.0.0.1", port)  # type: ignore[misc]
            self.viewers.append(viewer)

    def saw(self, place: int, revision: int) -> None:
        self.seen[place] = max(self.seen[place], revision)
        if self.arrived is not None and not self.arrived.done() and self.all_have_seen():
            self.arrived.set_result(None)

    def all_have_seen(self) -> bool:
        return min(self.seen) >= self.awaited

    async def look_again(self, seat: int) -> Look:
        path = f"/api/tables/{self.name}?after=999999"
        return (await self.lines[seat].ask(path, self.tokens[seat]))[1]

    async def find_turn(self) -> list[str]:
        """The legal moves of the seat to act; none once the game is over."""
        for attempt in range(1000):
            legal = legal_of(self.look)
            if legal or self.look["over"]:
                return legal
            if attempt:  # this server does not have the last move yet
                await asyncio.sleep(0.005)
            self.seat = 1 - self.seat
            self.look = await self.look_again(self.seat)
        raise AssertionError("nobody can act")

    async def play(self, counts: Counts) -> bool:
        """Plays a move and waits until all viewers have it; False once the game is over."""
        legal = await self.find_turn()
        if not legal:
            return False
        began = time.monotonic()
        after = await self.send(counts, self.lines[self.seat], self.rng.choice(legal))
        if after is None:
            self.look = await self.look_again(self.seat)
            return True
        self.look = after
        await self.until_seen(int(str(after["revision"])))
        counts.latencies.append(time.monotonic() - began)
        return True

    async def send(self, counts: Counts, line: Line, text: str) -> Look | None:
        """Sends a move; returns the look after it, or None if it was refused."""
        move = {"text": text, "on": self.look["on"]}
        path = f"/api/tables/{self.name}/moves"
        status, after = await line.ask(path, self.tokens[self.seat], move)
        if status == 200:
            self.acknowledged += 1
            counts.moves += 1
            return after
        if status == 429:
            counts.slow_down += 1
            await asyncio.sleep(0.05)
        elif status == 409 or after.get("title") == "game-over":
            counts.too_late += 1
        else:
            assert status == 503, after
            counts.unavailable += 1
        return None

    async def rush(self, counts: Counts, lines: Sequence[Line]) -> bool:
        """Sends one move over many connections at once: it must count once."""
        legal = await self.find_turn()
        if not legal:
            return False
        text = self.rng.choice(legal)
        answers = await asyncio.gather(*(self.send(counts, line, text) for line in lines))
        counted = [after for after in answers if after is not None]
        assert len(counted) < 2, "a move was doubled"
        self.look = counted[0] if counted else await self.look_again(self.seat)
        return True

    async def until_seen(self, revision: int) -> None:
        self.awaited = revision
        if not self.all_have_seen():
            self.arrived = asyncio.get_running_loop().create_future()
            async with asyncio.timeout(30):
                await self.arrived
            self.arrived = None

    async def difference(self) -> int:
        """The difference between acknowledged moves and those that a spectator sees, at the
        server of either player."""
        found = 0
        for line in self.lines:
            _, look = await line.ask(f"/api/tables/{self.name}")
            events = look["events"]
            assert isinstance(events, list)
            moves = sum(isinstance(event["by"], int) for event in events)
            found = max(found, abs(moves - self.acknowledged))
        return found

    def close(self) -> None:
        for line in self.lines:
            line.close()
        for viewer in self.viewers:
            if viewer.transport is not None:
                viewer.transport.close()


async def cookie_of(port: int, token: str) -> str:
    """The cookie of a browser that has the seats of this token."""
    line = Line(port)
    _, link = await line.ask("/api/link", token, {})
    line.close()
    page = await browse(port, f"GET {link['link']}", cookie="")
    form_token = re.search('name="token" value="([0-9a-f]+)"', page)
    assert form_token is not None, page
    body = f"token={form_token[1]}"
    return cookie_in(await browse(port, f"POST {link['link']}", cookie_in(page), body))


async def browse(port: int, what: str, cookie: str, body: str = "") -> str:
    """Sends a form or asks for a page; returns the answer with its headers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"{what} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {cookie}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
    )
    answer = (await reader.read()).decode()
    writer.close()
    return answer


def cookie_in(answer: str) -> str:
    found = re.search("set-cookie: ([^;]*)", answer, re.IGNORECASE)
    assert found is not None, answer
    return found[1]


def legal_of(look: Look) -> list[str]:
    view = look["view"]
    return list(view["legal"]) if isinstance(view, dict) else []  # the game has not begun here


class Crowd:
    """All tables."""

    def __init__(self, ports: Sequence[int], tables: int) -> None:
        self.tables = [WatchedTable(ports, number) for number in range(tables)]

    async def gather(self) -> None:
        for table in self.tables:
            await table.open()
            await table.watch()
        while any(0 in table.seen for table in self.tables):
            await asyncio.sleep(0.05)

    def received(self) -> tuple[int, int]:
        """Bytes and updates that all viewers have received."""
        viewers = [viewer for table in self.tables for viewer in table.viewers]
        return sum(viewer.received for viewer in viewers), sum(viewer.events for viewer in viewers)

    async def at_rate(self, rate: float, seconds: float) -> Counts:
        """Plays moves at a fixed rate, each at a table that is free."""
        counts = Counts()
        free: asyncio.Queue[WatchedTable] = asyncio.Queue()
        for table in self.tables:
            free.put_nowait(table)

        async def one_move(table: WatchedTable) -> None:
            if await table.play(counts):
                free.put_nowait(table)

        began = time.monotonic()
        async with asyncio.TaskGroup() as group:
            for number in range(int(rate * seconds)):
                due = began + number / rate
                if time.monotonic() > began + seconds:
                    break
                if due > time.monotonic():
                    await asyncio.sleep(due - time.monotonic())
                group.create_task(one_move(await free.get()))
        return counts

    async def as_fast_as_possible(self, together: int, seconds: float) -> Counts:
        """Plays at so many tables at once, each move as soon as all viewers have the last."""
        counts = Counts()
        until = time.monotonic() + seconds
        free = list(self.tables)

        async def one_after_another() -> None:
            while free and time.monotonic() < until:
                table = free.pop(0)
                if await table.play(counts):
                    free.append(table)

        await asyncio.gather(*(one_after_another() for _ in range(together)))
        return counts

    async def flood(self, tables: int, lines: int, seconds: float) -> Counts:
        """A few seats send each move many times at once and wait for no viewer: more than the
        rate of a person allows."""
        counts = Counts()
        until = time.monotonic() + seconds

        async def rush(table: WatchedTable) -> None:
            port = table.lines[0].port
            many = [Line(port) for _ in range(lines)]
            while time.monotonic() < until and await table.rush(counts, many):
                pass
            for line in many:
                line.close()

        await asyncio.gather(*(rush(table) for table in self.tables[:tables]))
        return counts

    async def difference(self) -> int:
        """Moves that were lost or doubled, at either server. A server gets the moves of the
        other a moment later, so it waits for some seconds."""
        until = time.monotonic() + 10
        while True:
            found = sum([await table.difference() for table in self.tables])
            if not found or time.monotonic() > until:
                return found
            await asyncio.sleep(0.2)

    def close(self) -> None:
        for table in self.tables:
            table.close()
