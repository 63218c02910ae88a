"""How many moves a second the table carries, with a thousand people looking.

Opens tables on a server that it starts itself on loopback, with four open streams each, plays
random moves at all of them, and tells the moves a second and the time from a move to the last of
its viewers. Bounded in tables, moves and seconds.

usage: python bench/web.py [--tables 250] [--seconds 15] [--in-flight 24] [--database URL]
"""

import argparse
import asyncio
import json
import os
import random
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from functools import partial

VIEWERS = 4


@dataclass
class Counts:
    moves: int = 0
    slow_down: int = 0
    too_late: int = 0
    bytes: int = 0
    busy: float = 0.0
    """Seconds of processor time that the server used."""
    latencies: list[float] = field(default_factory=list)


async def request(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    path: str,
    token: str = "",
    body: object = None,
) -> tuple[int, dict[str, object]]:
    data = json.dumps(body).encode() if body is not None else b""
    head = f"{'POST' if body is not None else 'GET'} {path} HTTP/1.1\r\nHost: bench\r\n"
    head += f"Content-Length: {len(data)}\r\nContent-Type: application/json\r\n"
    head += f"Authorization: Bearer {token}\r\n\r\n" if token else "\r\n"
    writer.write(head.encode() + data)
    first = await reader.readline()
    if not first:
        raise ConnectionResetError  # the server closes what has been idle for some seconds
    status = int(first.split()[1])
    length = 0
    while (line := await reader.readline()) != b"\r\n":
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    content = await reader.readexactly(length)
    return status, json.loads(content) if content[:1] == b"{" else {}


class Watched:
    """A table with its viewers: what revision each of them has seen."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.seen = [0] * VIEWERS
        self.news = asyncio.Condition()
        self.tokens: list[str] = []
        self.name = ""
        self.received = 0

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        new = {"game": "seis-dados", "name": "Ana", "people": 2, "bots": 0}
        first = await self.ask("/api/tables", new)
        self.name = str(first["table"])
        second = await self.ask(f"/api/tables/{self.name}/sit", {"name": "Luis", "seat": 1})
        self.tokens = [str(first["token"]), str(second["token"])]

    async def send(
        self, path: str, token: str = "", body: object = None
    ) -> tuple[int, dict[str, object]]:
        try:
            return await request(self.reader, self.writer, path, token, body)
        except ConnectionResetError:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
            return await request(self.reader, self.writer, path, token, body)

    async def ask(self, path: str, body: object) -> dict[str, object]:
        """Whoever opens tables from one address is told to slow down: then waits."""
        while True:
            status, answer = await self.send(path, body=body)
            if status == 201:
                return answer
            assert status == 429, answer
            await asyncio.sleep(0.1)

    async def cookie_of(self, token: str) -> str:
        """What a browser is given that opens the link to a seat."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(
            f"GET /me/{token} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n".encode()
        )
        answer = (await reader.read()).decode()
        writer.close()
        found = re.search("set-cookie: ([^;]*)", answer, re.IGNORECASE)
        assert found is not None, answer
        return found[1]

    async def watch(self, viewer: int) -> None:
        """The two players, in Spanish; and two who watch, one in each language."""
        cookie = await self.cookie_of(self.tokens[viewer]) if viewer < len(self.tokens) else ""
        language = "en" if viewer == VIEWERS - 1 else "es"
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        writer.write(
            f"GET /t/{self.name}/stream HTTP/1.1\r\nHost: bench\r\n"
            f"Accept-Language: {language}\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        try:
            while line := await reader.readline():
                self.received += len(line)
                if line.startswith(b"id: "):
                    async with self.news:
                        self.seen[viewer] = int(line[4:])
                        self.news.notify_all()
        finally:
            writer.close()

    def all_have_seen(self, revision: int) -> bool:
        return min(self.seen) >= revision

    async def play(self, counts: Counts, until: float, slots: asyncio.Semaphore) -> None:
        rng = random.Random(self.name)
        seat = 0
        look = await self.look(seat)
        while time.monotonic() < until and not look["over"]:
            legal = legal_of(look)
            if not legal:
                seat = 1 - seat
                look = await self.look(seat)
                continue
            async with slots:
                look = await self.move(seat, rng.choice(legal), look, counts)

    async def look(self, seat: int) -> dict[str, object]:
        path = f"/api/tables/{self.name}?after=999999"
        return (await self.send(path, self.tokens[seat]))[1]

    async def move(
        self, seat: int, text: str, look: dict[str, object], counts: Counts
    ) -> dict[str, object]:
        """Plays, and waits until all who look have seen it."""
        began = time.monotonic()
        move = {"text": text, "on": look["on"]}
        status, after = await self.send(f"/api/tables/{self.name}/moves", self.tokens[seat], move)
        if status == 429:
            counts.slow_down += 1
            await asyncio.sleep(1)
            return look
        if status == 409:
            counts.too_late += 1
            return await self.look(seat)
        assert status == 200, after
        revision = int(str(after["revision"]))
        async with asyncio.timeout(30), self.news:
            await self.news.wait_for(partial(self.all_have_seen, revision))
        counts.moves += 1
        counts.latencies.append(time.monotonic() - began)
        return after


def legal_of(look: dict[str, object]) -> list[str]:
    view = look["view"]
    assert isinstance(view, dict)
    return list(view["legal"])


async def run(port: int, server: int, tables: int, seconds: float, in_flight: int) -> Counts:
    watched = [Watched(port) for _ in range(tables)]
    for table in watched:
        await table.open()
    streams = [asyncio.create_task(t.watch(v)) for t in watched for v in range(VIEWERS)]
    while any(0 in table.seen for table in watched):
        await asyncio.sleep(0.1)
    before = sum(table.received for table in watched)
    busy = processor_seconds(server)
    counts = Counts()
    slots = asyncio.Semaphore(in_flight)
    until = time.monotonic() + seconds
    await asyncio.gather(*(table.play(counts, until, slots) for table in watched))
    counts.busy = processor_seconds(server) - busy
    counts.bytes = sum(table.received for table in watched) - before
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--in-flight", type=int, default=24)
    parser.add_argument("--database", default="")
    asked = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        options = ["--host", "127.0.0.1", "--port", str(port), "--no-browser", "--data", folder]
        if asked.database:
            options += ["--database", asked.database]
        server = subprocess.Popen(
            [sys.executable, "-m", "cubilete.cli", "play", *options], stdout=subprocess.DEVNULL
        )
        try:
            wait_for(f"http://127.0.0.1:{port}/api/games")
            counts = asyncio.run(
                run(port, server.pid, asked.tables, asked.seconds, asked.in_flight)
            )
            memory = peak_memory(server.pid)
        finally:
            server.terminate()
            server.wait(timeout=60)
    tell(counts, asked.seconds, asked.tables, memory)


def wait_for(address: str) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except urllib.error.URLError:
            time.sleep(0.05)
        else:
            return
    raise SystemExit("the server does not answer")


def peak_memory(process: int) -> float:
    with open(f"/proc/{process}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return 0.0


def processor_seconds(process: int) -> float:
    with open(f"/proc/{process}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def tell(counts: Counts, seconds: float, tables: int, memory: float) -> None:
    times = sorted(counts.latencies) or [0.0]

    def percentile(share: float) -> float:
        return times[min(len(times) - 1, int(share * len(times)))] * 1000

    print(f"{tables} tables, {tables * VIEWERS} open streams, {seconds:.0f} s")
    print(f"moves a second      {counts.moves / seconds:8.0f}   (wanted: 300)")
    spread = f"p50 {percentile(0.5):.0f} ms   p99 {percentile(0.99):.0f} ms"
    print(f"to the last viewer  {spread}   (wanted: 100)")
    size = counts.bytes / max(1, counts.moves * VIEWERS)
    print(f"bytes an update     {size:8.0f}")
    print(f"processor a move    {1000 * counts.busy / max(1, counts.moves):8.2f} ms")
    print(f"told to slow down   {counts.slow_down}, too late {counts.too_late}")
    print(f"memory              {memory:.0f} MB   (wanted: 400)")


if __name__ == "__main__":
    main()
