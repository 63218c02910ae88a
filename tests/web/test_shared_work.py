"""What one address asks for again and again, or many times at once, is not work for all others."""

import asyncio
import json
import threading
from collections import Counter

import pytest
from fastapi import FastAPI

from cubilete import Match, find_game
from cubilete.host.finished import records
from cubilete.store.sqlite import SqliteStore
from cubilete.table import proof
from cubilete.web.api import tables as api_tables
from cubilete.web.app import Settings
from cubilete.web.http.limits import Limits
from cubilete.web.pages import table as table_pages

from .asgi import JSON, RECORD, Answer, call, open_table, running, token

STREAMS = 40
AT_ONCE = 4
PATIENCE = 60.0
"""Seconds after which a test that hangs ends."""


class Passes:
    """Counts what happens in each pass of the event loop."""

    def __init__(self) -> None:
        self.number = 0
        self.happened: Counter[int] = Counter()

    async def run(self) -> None:
        while True:
            self.number += 1
            await asyncio.sleep(0)

    def note(self) -> None:
        self.happened[self.number] += 1


@pytest.mark.parametrize("kind", ["pages", "programs"])
def test_streams_of_one_address_are_drawn_a_few_in_each_pass_of_the_loop(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each stream has a cookie of its own, so that no two pages are the same."""

    async def run() -> None:
        passes = Passes()
        module, name = {
            "pages": (table_pages, "table_part"),
            "programs": (api_tables, "look_json"),
        }[kind]
        draw = getattr(module, name)

        def noted(*arguments: object) -> object:
            passes.note()
            return draw(*arguments)

        limits = Limits(drawn_at_once=AT_ONCE)
        async with running(SqliteStore(":memory:"), Settings(limits=limits)) as app:
            seated = await open_table(app, people=2)
            prefix = "/t" if kind == "pages" else "/api/tables"
            path = f"{prefix}/{seated['table']}/stream"
            live = app.state.host.tables[seated["table"]]
            streams = [asyncio.create_task(call(app, "GET", path)) for _ in range(STREAMS)]
            while live.streams < STREAMS:
                await asyncio.sleep(0.01)
            monkeypatch.setattr(module, name, noted)
            passes_task = asyncio.create_task(passes.run())
            await say_hello(app, seated)
            while passes.happened.total() < STREAMS:
                await asyncio.sleep(0)
            for task in (passes_task, *streams):
                task.cancel()
            await asyncio.gather(passes_task, *streams, return_exceptions=True)
        assert max(passes.happened.values()) <= AT_ONCE + 1  # and the answer to the line of chat

    asyncio.run(run())


async def say_hello(app: FastAPI, seated: dict[str, str]) -> None:
    line = json.dumps({"text": "hola"}).encode()
    path = f"/api/tables/{seated['table']}/chat"
    assert (await call(app, "POST", path, line, [JSON, token(seated)])).status == 200


def test_record_and_seal_of_a_game_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of a long game takes tenths of a second, and anybody may ask for it."""
    made: Counter[str] = Counter()
    for module, name in ((records, "record_of"), (proof, "seal_of")):

        def counted(*arguments: object, name: str = name, make: object = getattr(module, name)):  # type: ignore[no-untyped-def]
            made[name] += 1
            return make(*arguments)  # type: ignore[operator]

        monkeypatch.setattr(module, name, counted)

    async def run() -> None:
        async with running(SqliteStore(":memory:"), Settings(pace=0)) as app:
            seated = await open_table(app)
            path = f"/api/tables/{seated['table']}"
            ended = await call(app, "POST", f"{path}/end", b"{}", [JSON, token(seated)])
            assert ended.status == 200, ended.text
            texts = [await call(app, "GET", f"{path}/record") for _ in range(3)]
            texts.append(await call(app, "GET", f"/t/{seated['table']}/record"))
            assert {answer.status for answer in texts} == {200}
            assert len({answer.body for answer in texts}) == 1
            seals = [(await call(app, "GET", f"{path}/fair")).json()["seal"] for _ in range(3)]
            assert len(set(seals)) == 1
            assert seals[0] in texts[0].text

    asyncio.run(run())
    assert made == {"record_of": 1, "seal_of": 1}


@pytest.mark.parametrize("kind", ["replays", "imports"])
def test_games_of_one_address_are_read_one_after_another_and_another_comes_between(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One thread reads all games. The flood's games all wait, but the other address waits for one
    of them only."""
    begun: list[str] = []
    gate = threading.Event()
    check = records.checked

    def checked(source: str | bytes) -> object:
        text = source if isinstance(source, str) else source.decode()
        begun.append("other" if "Other" in text else "flood")
        assert gate.wait(PATIENCE)
        return check(source)

    async def run() -> None:
        async with running(SqliteStore(":memory:"), Settings(pace=0)) as app:
            texts = [record_of_player(f"P{number}") for number in range(6)]
            texts.append(record_of_player("Other"))
            if kind == "replays":
                links = [(await import_text(app, text)).json()["link"] for text in texts]
            monkeypatch.setattr(records, "checked", checked)

            def ask(number: int, address: str) -> "asyncio.Task[Answer]":
                sent = (
                    import_text(app, texts[number], address)
                    if kind == "imports"
                    else call(app, "GET", links[number], address=address)
                )
                return asyncio.create_task(sent)

            flood = [ask(number, "10.0.0.1") for number in range(6)]
            while not begun:
                await asyncio.sleep(0.01)
            other = ask(6, "10.0.0.2")
            reading = app.state.reading
            while not reading.is_taken("10.0.0.2"):
                await asyncio.sleep(0.01)
            gate.set()
            statuses = {task.status for task in await asyncio.gather(other, *flood)}
            assert statuses == {201 if kind == "imports" else 200}
        assert begun.index("other") == 1

    asyncio.run(run())


def record_of_player(name: str) -> str:
    return Match(find_game("dizzle"), [name]).record().to_text()


async def import_text(app: FastAPI, text: str, address: str = "10.0.0.1") -> Answer:
    return await call(app, "POST", "/api/records", text.encode(), [RECORD], address)
