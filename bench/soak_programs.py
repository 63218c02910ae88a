"""Programs of the soak test: they play by the API, leave tables and come back, undo and chat."""

import asyncio
import hashlib
import random
import time
from collections.abc import Sequence
from typing import Any

from soak_ledger import Ledger, Played, Visitor, Wrong

from cubilete import read_record
from cubilete.core.fair import verify

GAMES = (
    ("seis-dados", 2, 1),
    ("dizzle", 1, 1),
    ("216", 1, 1),
    ("twenty-one", 2, 1),
    ("pa-fuera", 2, 1),
    ("dizzle", 2, 0),
)
"""Game, people and bots of a new table."""
LEAVE, UNDO, CHAT, REPEAT = 0.02, 0.05, 0.04, 0.04
"""How often a program does this after a move."""
CHECKS = 8.0
"""Requests a second of the comparison in the end."""
IMPORT_EVERY = 6.0
"""Seconds between two imports: the server allows one in five."""


class Program:
    """Plays all seats of people of one table after another, each at another server."""

    def __init__(self, ledger: Ledger, addresses: Sequence[str], number: int) -> None:
        self.ledger = ledger
        self.rng = random.Random(ledger.rng.getrandbits(64))
        turned = [*addresses[number % len(addresses) :], *addresses[: number % len(addresses)]]
        self.visitors = [Visitor(ledger, address) for address in turned]

    def visitor(self, seat: int) -> Visitor:
        return self.visitors[seat % len(self.visitors)]

    async def run(self) -> None:
        try:
            while not self.ledger.stopping.is_set():
                table = self.come_back() or await self.open()
                await self.play(table)
        except Wrong as error:
            self.ledger.wrong.append(str(error))
        finally:
            for visitor in self.visitors:
                await visitor.close()

    # --- Tables ---

    def come_back(self) -> Played | None:
        if not self.ledger.left or self.rng.random() < 0.3:
            return None
        self.ledger.counts["tables resumed"] += 1
        return self.ledger.left.pop(self.rng.randrange(len(self.ledger.left)))

    async def open(self) -> Played:
        game, people, bots = self.rng.choice(GAMES)
        new = {"game": game, "name": "P0", "people": people, "bots": bots}
        first = await self.posted(0, "/api/tables", new)
        table = Played(str(first["table"]), game, {0: str(first["token"])}, {0: []})
        for seat in range(1, people):
            sitting = {"name": f"P{seat}", "seat": seat}
            seated = await self.posted(seat, f"{table.api}/sit", sitting)
            table.tokens[seat] = str(seated["token"])
            table.moves[seat] = []
        return self.ledger.note(table)

    async def posted(self, seat: int, path: str, body: object) -> dict[str, Any]:
        answer = await self.visitor(seat).ask(path, json=body)
        if answer.status_code != 201:
            raise Wrong(f"{path}: {answer.status_code} {answer.text[:200]}")
        found: dict[str, Any] = answer.json()
        return found

    # --- Playing ---

    async def play(self, table: Played) -> None:
        """Plays until the game is over, it is left, or all clients are told to stop."""
        while not self.ledger.stopping.is_set():
            moved = False
            for seat in table.moves:
                look = await self.look(table, seat)
                if look["over"]:
                    await self.finish(table)
                    return
                legal = look["view"]["legal"] if look["view"] else []
                if legal:
                    moved |= await self.move(table, seat, self.rng.choice(legal), look)
            if moved and self.rng.random() < LEAVE:
                self.ledger.counts["tables left"] += 1
                self.ledger.left.append(table)
                return
            if not moved:
                await asyncio.sleep(0.1)

    async def look(self, table: Played, seat: int) -> dict[str, Any]:
        path = f"{table.api}?after=999999"
        found: dict[str, Any] = (await self.visitor(seat).get(path, table.tokens[seat])).json()
        return found

    async def move(self, table: Played, seat: int, text: str, look: dict[str, Any]) -> bool:
        """Plays a move; False if the table has moved on meanwhile."""
        key = f"{self.rng.getrandbits(64):x}"
        body = {"text": text, "on": look["on"], "key": key, "revision": look["revision"]}
        for _ in range(2 if self.rng.random() < REPEAT else 1):
            answer = await self.send(table, seat, "moves", body)
            if answer == 409:
                return False
            if answer != 200:
                raise Wrong(f"{table.name}: {text!r} of seat {seat} got {answer}")
        table.moves[seat].append(text)
        self.ledger.counts["moves"] += 1
        await self.do_something_else(table, seat)
        return True

    async def send(self, table: Played, seat: int, what: str, body: object) -> int:
        path = f"{table.api}/{what}"
        answer = await self.visitor(seat).ask(path, token=table.tokens[seat], json=body)
        return answer.status_code

    async def do_something_else(self, table: Played, seat: int) -> None:
        luck = self.rng.random()
        if luck < UNDO:
            if await self.send(table, seat, "undo", {}) == 200:
                table.moves[seat].pop()
                self.ledger.counts["moves undone"] += 1
        elif luck < UNDO + CHAT:
            if await self.send(table, seat, "chat", {"text": f"luck {luck:.3f}"}) == 200:
                self.ledger.counts["lines of chat"] += 1

    # --- A game that is over ---

    async def finish(self, table: Played) -> None:
        table.over = True
        self.ledger.counts["games ended"] += 1
        visitor = self.visitor(self.rng.randrange(2))
        text = await self.record(visitor, table)
        await self.replay(visitor, f"/t/{table.name}/replay")
        await visitor.get(f"/t/{table.name}/dice")
        if time.monotonic() - self.ledger.imported_at > IMPORT_EVERY:
            self.ledger.imported_at = time.monotonic()
            await self.import_record(visitor, text)

    async def record(self, visitor: Visitor, table: Played) -> str:
        """The record, when this server knows that the game is over."""
        for _ in range(100):
            answer = await visitor.ask(f"{table.api}/record")
            if answer.status_code == 200:
                return answer.text
            await asyncio.sleep(0.1)
        raise Wrong(f"{table.name} is not over at both servers: {answer.text[:200]}")

    async def replay(self, visitor: Visitor, path: str) -> None:
        for n in (0, self.rng.randrange(1000), 10**6):
            await visitor.get(f"{path}?n={n}&eyes={self.rng.randrange(3)}")
            self.ledger.counts["steps replayed"] += 1

    async def import_record(self, visitor: Visitor, text: str) -> None:
        answer = await visitor.ask("/api/records", text=text)
        if answer.status_code != 201:
            raise Wrong(f"import: {answer.status_code} {answer.text[:200]}")
        path = str(answer.json()["link"])
        self.ledger.records[path] = hashlib.sha256(text.encode()).hexdigest()
        self.ledger.counts["records imported"] += 1
        await self.replay(visitor, path)


class Spectator:
    """Watches one table after another, as a page or as a program."""

    def __init__(self, ledger: Ledger, addresses: Sequence[str], number: int) -> None:
        self.ledger = ledger
        self.rng = random.Random(ledger.rng.getrandbits(64))
        self.visitor = Visitor(ledger, addresses[number % len(addresses)])

    async def run(self) -> None:
        try:
            while not self.ledger.stopping.is_set():
                running = [table for table in self.ledger.tables.values() if not table.over]
                if running:
                    name = self.rng.choice(running).name
                    path = self.rng.choice([f"/t/{name}/stream", f"/api/tables/{name}/stream"])
                    await self.visitor.follow(path, seconds=self.rng.uniform(1, 6))
                await self.ledger.pause(0.5)
        except Wrong as error:
            self.ledger.wrong.append(str(error))
        finally:
            await self.visitor.close()


async def check_everything(ledger: Ledger, addresses: Sequence[str]) -> None:
    """Compares what was acknowledged with what every server shows: nothing lost or doubled.

    Slowly, so that no more tables are in memory at once than while they were played.
    """
    ledger.rate = CHECKS
    for address in addresses:
        visitor = Visitor(ledger, address)
        try:
            for table in ledger.tables.values():
                await check_table(ledger, visitor, table)
            for path, digest in ledger.records.items():
                text = (await visitor.get(f"{path}/record")).text
                if hashlib.sha256(text.encode()).hexdigest() != digest:
                    ledger.wrong.append(f"the record {path} is not the one that was imported")
        except Wrong as error:
            ledger.wrong.append(str(error))
        finally:
            await visitor.close()
    ledger.counts["tables compared"] = len(ledger.tables)
    ledger.counts["records compared"] = len(ledger.records)


async def check_table(ledger: Ledger, visitor: Visitor, table: Played) -> None:
    look = (await visitor.get(table.api)).json()
    if look["over"]:
        record = read_record((await visitor.get(f"{table.api}/record")).text)
        verify(record)
        events = [(event.by, event.text) for event in record.events]
        ledger.counts["records verified"] += 1
    for seat, moves in table.moves.items():
        if not look["over"]:
            seen = (await visitor.get(table.api, table.tokens.get(seat, ""))).json()["events"]
            events = [(event["by"], event["text"]) for event in seen]
        stored = [text for by, text in events if by == seat]
        if stored != moves:
            ledger.wrong.append(
                f"{table.name} ({table.game}), seat {seat}: {len(moves)} moves were acknowledged,"
                f" {len(stored)} are stored"
            )
