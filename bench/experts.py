"""Tables where bots of the level `expert` think all the time, for the load test."""

import asyncio
import random
from collections.abc import Sequence

from crowd import Line, Look, legal_of

GAMES = ("216", "dizzle", "pa-fuera", "twenty-one")
"""Games whose experts search; each table has one person, and bots in all other seats."""
SEATS = 4
REFUSED = 0.05
"""Seconds until the next look where it is not the person's turn."""


class ExpertTable:
    """One table. The person plays at once, so that the experts' turn comes again."""

    def __init__(self, port: int, number: int) -> None:
        self.line = Line(port)
        self.game = GAMES[number % len(GAMES)]
        self.rng = random.Random(number)
        self.name = ""
        self.token = ""
        self.moves_of_experts = 0

    async def open(self) -> None:
        new = {
            "game": self.game,
            "name": "Ana",
            "people": 1,
            "bots": SEATS - 1,
            "bot": "expert",
        }
        while True:
            status, answer = await self.line.ask("/api/tables", body=new)
            if status == 201:
                self.name, self.token = str(answer["table"]), str(answer["token"])
                return
            assert status == 429, answer
            await asyncio.sleep(0.1)

    async def play(self) -> None:
        """Plays until it is cancelled, one game after the other."""
        seen = 0
        while True:
            path = f"/api/tables/{self.name}"
            status, look = await self.line.ask(f"{path}?after={seen}", self.token)
            if status == 200:
                seen += self.count(look)
                if look["over"]:
                    await self.open()
                    seen = 0
                    continue
                legal = legal_of(look)
                if legal:
                    move = {"text": self.rng.choice(legal), "on": look["on"]}
                    await self.line.ask(f"{path}/moves", self.token, move)
                    continue
            await asyncio.sleep(REFUSED)

    def count(self, look: Look) -> int:
        """Counts the decisions of bots among the new events; returns how many events are new."""
        events = look["events"]
        assert isinstance(events, list)
        self.moves_of_experts += sum(
            isinstance(event["by"], int) and event["by"] > 0 for event in events
        )
        return len(events)


class Experts:
    """Experts at many tables of one server."""

    def __init__(self, port: int, tables: int) -> None:
        self.tables: Sequence[ExpertTable] = [ExpertTable(port, each) for each in range(tables)]
        self.tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        for table in self.tables:
            await table.open()
        self.tasks = [asyncio.create_task(table.play()) for table in self.tables]

    def decisions(self) -> int:
        return sum(table.moves_of_experts for table in self.tables)

    async def end(self) -> None:
        for task in self.tasks:
            task.cancel()
        for found in await asyncio.gather(*self.tasks, return_exceptions=True):
            if not isinstance(found, asyncio.CancelledError):
                raise RuntimeError("a table of experts has stopped") from found
        for table in self.tables:
            table.line.close()
