"""What the clients of the soak test share: the rate, what was acknowledged, what was wrong."""

import asyncio
import random
import time
from collections import Counter
from dataclasses import dataclass, field

import httpx2

TRIES = 5
TIMEOUT = 60.0


@dataclass
class Played:
    """A table and the moves that were acknowledged at it."""

    name: str
    game: str
    tokens: dict[int, str]
    """For each seat of a program its token."""
    moves: dict[int, list[str]]
    """For each seat of a client the acknowledged moves, in order."""
    over: bool = False

    @property
    def api(self) -> str:
        return f"/api/tables/{self.name}"


@dataclass
class Ledger:
    """The notes of all clients of one run."""

    rng: random.Random
    rate: float
    """Requests a second."""
    tables: dict[str, Played] = field(default_factory=dict)
    left: list[Played] = field(default_factory=list)
    """Tables of programs that were left in the middle of the game."""
    records: dict[str, str] = field(default_factory=dict)
    """The hash of each imported record, by its path."""
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    imported_at: float = 0.0
    _next: float = 0.0

    def note(self, table: Played) -> Played:
        self.tables[table.name] = table
        self.counts["tables"] += 1
        return table

    async def turn(self) -> None:
        """Waits until another request may be sent."""
        now = time.monotonic()
        self._next = max(self._next + 1 / self.rate, now)
        await asyncio.sleep(self._next - now)

    async def pause(self, seconds: float) -> None:
        """Waits, or until the clients are told to stop."""
        try:
            async with asyncio.timeout(seconds):
                await self.stopping.wait()
        except TimeoutError:
            return


class Wrong(Exception):
    """An answer that no client may get."""


class Visitor:
    """One client of one server: a browser with its cookies, or a program with a token."""

    def __init__(self, ledger: Ledger, address: str) -> None:
        self.ledger = ledger
        # The server closes idle connections after five seconds.
        limits = httpx2.Limits(keepalive_expiry=2)
        self.http = httpx2.AsyncClient(base_url=address, timeout=TIMEOUT, limits=limits)

    async def ask(
        self,
        path: str,
        *,
        token: str = "",
        json: object = None,
        form: object = None,
        text: str = "",
    ) -> httpx2.Response:
        """Sends a request, and sends it again while the connection breaks or it gets 429.

        Requests that may not be sent twice have a key.
        """
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        method = "GET" if json is None and form is None and not text else "POST"
        for _ in range(TRIES):
            await self.ledger.turn()
            self.ledger.counts["requests"] += 1
            try:
                answer = await self.http.request(
                    method,
                    path,
                    headers=headers,
                    json=json,
                    data=form,  # type: ignore[arg-type]
                    content=text or None,
                )
            except httpx2.TransportError:
                self.ledger.counts["connections broken"] += 1
                continue
            if answer.status_code == 429:
                self.ledger.counts["told to wait"] += 1
                await asyncio.sleep(float(answer.headers.get("retry-after", "1")))
                continue
            if answer.status_code >= 500:
                raise Wrong(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
            return answer
        raise Wrong(f"{method} {path}: no answer after {TRIES} tries")

    async def get(self, path: str, token: str = "") -> httpx2.Response:
        answer = await self.ask(path, token=token)
        if answer.status_code != 200:
            raise Wrong(f"GET {path}: {answer.status_code} {answer.text[:200]}")
        return answer

    async def follow(self, path: str, token: str = "", seconds: float = 10**6) -> None:
        """Reads a stream until it ends, the time is up or the task is cancelled."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        await self.ledger.turn()
        self.ledger.counts["streams"] += 1
        last = 0
        try:
            async with (
                asyncio.timeout(seconds),
                self.http.stream("GET", path, headers=headers) as stream,
            ):
                if stream.status_code != 200:
                    raise Wrong(f"GET {path}: {stream.status_code}")
                async for line in stream.aiter_lines():
                    if line.startswith("id: "):
                        revision = int(line[4:])
                        if revision <= last:
                            raise Wrong(f"{path}: revision {revision} after {last}")
                        last = revision
                        self.ledger.counts["updates"] += 1
        except (TimeoutError, httpx2.TransportError):
            return

    async def close(self) -> None:
        await self.http.aclose()
