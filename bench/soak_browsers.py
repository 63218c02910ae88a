"""Browsers of the soak test: pages, forms with cookies, streams and rematches, without script."""

import asyncio
import random
import re
from collections.abc import Sequence
from contextlib import suppress

from soak_ledger import Ledger, Played, Visitor, Wrong
from soak_servers import FORGET_AFTER

from cubilete import Match, find_game
from cubilete.core.state import CHANCE

CATEGORIES = ["ones", "twos", "pair", "three"]
"""A game of few turns, so that there are many rematches."""
GAMES_TOGETHER = 3
"""Games that two browsers play one after another."""
AWAY = 0.02
"""How often both browsers leave after a move, for longer than the server keeps the table."""


def fields_of(page: str, action: str) -> dict[str, str] | None:
    """The hidden fields of the form with this action; None if there is none."""
    form = re.search(rf'<form[^>]* action="{re.escape(action)}".*?</form>', page, re.DOTALL)
    if form is None:
        return None
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[0]))


class Browser:
    """One person: a cookie, the token of their forms, and the stream of an open page."""

    def __init__(self, ledger: Ledger, address: str, name: str) -> None:
        self.visitor = Visitor(ledger, address)
        self.name = name
        self.token = ""
        self.stream: asyncio.Task[None] | None = None

    async def fields(self, path: str, action: str) -> dict[str, str]:
        """The fields of a form, when this server shows it."""
        for _ in range(100):
            fields = fields_of((await self.visitor.get(path)).text, action)
            if fields is not None:
                self.token = fields["token"]
                return fields
            await asyncio.sleep(0.1)
        raise Wrong(f"{path} has no form {action}")

    async def send(self, path: str, form: dict[str, str | list[str]]) -> str:
        """Sends a form; returns where it leads, "" if it came too late."""
        answer = await self.visitor.ask(path, form=form)
        if answer.status_code == 409:
            return ""
        if answer.status_code != 303:
            raise Wrong(f"{path}: {answer.status_code} {answer.text[:300]}")
        return str(answer.headers["location"])

    async def watch(self, path: str) -> None:
        await self.leave()
        self.stream = asyncio.create_task(self.visitor.follow(f"{path}/stream"))

    async def leave(self) -> None:
        if self.stream is not None:
            self.stream.cancel()
            with suppress(asyncio.CancelledError):
                await self.stream
            self.stream = None

    async def close(self) -> None:
        await self.leave()
        await self.visitor.close()


class Couple:
    """Two browsers that play against each other, at different servers if there are two."""

    def __init__(self, ledger: Ledger, addresses: Sequence[str], number: int) -> None:
        self.ledger = ledger
        self.addresses = addresses
        self.number = number
        self.rng = random.Random(ledger.rng.getrandbits(64))

    async def run(self) -> None:
        try:
            while not self.ledger.stopping.is_set():
                await self.play_together()
        except Wrong as error:
            self.ledger.wrong.append(str(error))

    async def play_together(self) -> None:
        """Two new people play a few games."""
        browsers = [
            Browser(self.ledger, self.addresses[(self.number + seat) % len(self.addresses)], name)
            for seat, name in enumerate(("Ana", "Luis"))
        ]
        try:
            path = await self.open(browsers)
            for game in range(GAMES_TOGETHER):
                await self.play(browsers, path)
                if self.ledger.stopping.is_set() or game == GAMES_TOGETHER - 1:
                    return
                path = await self.play_again(browsers, path)
        finally:
            for browser in browsers:
                await browser.close()

    async def open(self, browsers: Sequence[Browser]) -> str:
        host, guest = browsers
        await host.visitor.get("/")  # sets the cookie
        fields = await host.fields("/", "/tables")
        fields.pop("now", None)
        new = {"game": "seis-dados", "name": host.name, "seat1": "person", "seed": self.seed()}
        path = await host.send("/tables", {**fields, **new, "categories": CATEGORIES})
        await guest.visitor.get("/")
        await guest.fields("/", "/tables")
        sitting = {"token": guest.token, "seat": "1", "name": guest.name, "seed": self.seed()}
        await guest.send(f"{path}/sit", {**sitting})
        return path

    def seed(self) -> str:
        return f"{self.rng.getrandbits(128):032x}"

    async def play_again(self, browsers: Sequence[Browser], path: str) -> str:
        host, guest = browsers
        again = await host.fields(path, f"{path}/again")
        fresh = await host.send(f"{path}/again", {**again, "seed": self.seed()})
        follow = await guest.fields(path, f"{path}/follow")
        if await guest.send(f"{path}/follow", {**follow, "seed": self.seed()}) != fresh:
            raise Wrong(f"{path}: the guest was led to another rematch than {fresh}")
        self.ledger.counts["rematches"] += 1
        return fresh

    # --- A game ---

    async def play(self, browsers: Sequence[Browser], path: str) -> None:
        name = path.removeprefix("/t/")
        table = self.ledger.note(Played(name, "seis-dados", {}, {0: [], 1: []}))
        for browser in browsers:
            await browser.watch(path)
        match = Match(find_game("seis-dados"), ["Ana", "Luis"], {"categories": CATEGORIES})
        while not match.state.over:
            if self.ledger.stopping.is_set():
                return
            seat = match.state.to_act[0] if match.state.to_act else 0
            look = await self.catch_up(browsers[seat], table, match)
            if seat not in match.state.to_act or not look["begun"]:
                await asyncio.sleep(0.05)
                continue
            text = self.rng.choice(match.state.legal_texts(seat))
            await self.move(browsers[seat], table, seat, text, look)
        table.over = True
        self.ledger.counts["games ended"] += 1
        for browser in browsers:
            await browser.visitor.get(path)
            await browser.visitor.get(f"{path}/replay?n={self.rng.randrange(60)}")
            self.ledger.counts["steps replayed"] += 1

    async def catch_up(self, browser: Browser, table: Played, match: Match) -> dict[str, object]:
        """Plays the events that this server has and `match` lacks; all of them are public."""
        answer = await browser.visitor.get(f"{table.api}?after={len(match.events)}")
        look: dict[str, object] = answer.json()
        events = look["events"]
        assert isinstance(events, list)
        for event in events:
            match.play(event["by"] if isinstance(event["by"], int) else CHANCE, event["text"])
        return look

    async def move(
        self, browser: Browser, table: Played, seat: int, text: str, look: dict[str, object]
    ) -> None:
        key = f"{self.rng.getrandbits(64):x}.{look['revision']}"
        form = {"token": browser.token, "seat": str(seat), "on": str(look["on"]), "key": key}
        path = f"/t/{table.name}"
        if not await browser.send(f"{path}/move", {**form, "text": text}):
            return
        table.moves[seat].append(text)
        self.ledger.counts["moves by forms"] += 1
        luck = self.rng.random()
        if luck < AWAY:
            await browser.leave()
            self.ledger.counts["pages left and opened again"] += 1
            await self.ledger.pause(FORGET_AFTER + 2)
            await browser.visitor.get(path)
            await browser.watch(path)
        elif luck < 2 * AWAY:
            await browser.send(f"{path}/chat", {**form, "say": f"luck {luck:.3f}"})
            self.ledger.counts["lines of chat"] += 1
