"""Tables in memory: brought back from the store, and left to it again."""

import asyncio
import json
from pathlib import Path
from time import monotonic

from cubilete.core.registry import find_game
from cubilete.store.base import Kept
from cubilete.store.sqlite import SqliteStore
from cubilete.table.plan import PERSON
from cubilete.web.drafts import new_draft
from cubilete.web.house import FORGOTTEN_AFTER, House
from cubilete.web.pages import new_plan, sit_down
from cubilete.web.people import People


async def opened(house: House) -> str:
    draft = new_draft(People(bytes(32)))
    plan = new_plan(draft, find_game("dizzle"), [PERSON, PERSON], {}, "", real_dice=False)
    live = await house.create(plan)
    for seat in range(2):
        await sit_down(house, live, seat, f"P{seat}", f"owner{seat}", "")
    return plan.table


async def forgetting(path: Path) -> None:
    house = House(SqliteStore(path), pace=0)
    await house.open()
    try:
        name = await opened(house)
        live = house.lives[name]
        house.forget(monotonic())
        assert name in house.lives

        stream = live.revisions(0)
        assert await anext(stream) == live.table.revision
        later = monotonic() + FORGOTTEN_AFTER + 1
        house.forget(later)
        assert name in house.lives  # somebody looks

        await stream.aclose()
        house.forget(later)
        assert name not in house.lives

        again = await house.find(name)
        assert again is not None
        assert again is not live
        assert again.table.revision == live.table.revision
        assert again.table.names() == live.table.names()
    finally:
        await house.close()


def test_table_that_nobody_looks_at_is_left_to_the_store(tmp_path: Path) -> None:
    asyncio.run(forgetting(tmp_path / "s.sqlite"))


async def skipping(path: Path) -> None:
    house = House(SqliteStore(path), pace=0)
    await house.open()
    try:
        name = await opened(house)
        live = house.lives[name]
        stream = live.revisions(0)
        first = await anext(stream)
        for number in range(5):
            await house.change(live, lambda table, number=number: table.say(0, f"line {number}"))  # type: ignore[misc]
        assert first is not None
        assert await anext(stream) == first + 5
        await stream.aclose()
    finally:
        await house.close()


def test_who_reads_slowly_is_sent_the_latest_and_not_what_was_between(tmp_path: Path) -> None:
    asyncio.run(skipping(tmp_path / "s.sqlite"))


class Overtaken(SqliteStore):
    """While somebody loads a table here, another process keeps one entry more."""

    entry = ""

    async def load(self, table: str, after: int = 0) -> Kept | None:
        kept = await super().load(table, after)
        entry, self.entry = self.entry, ""
        if kept is not None and entry:
            await self.append(table, after + len(kept.entries) + 1, entry)
        return kept


async def overtaking(path: Path) -> None:
    store = Overtaken(path)
    house = House(store, pace=0)
    await house.open()
    try:
        name = await opened(house)
        known = house.lives.pop(name).table
        store.entry = json.dumps(known.say(0, "hola"))
        live = await house.find(name)
        assert live is not None
        assert live.table.revision == known.revision + 1
        assert [line.text for line in live.table.chat] == ["hola"]
    finally:
        await house.close()


def test_what_is_kept_elsewhere_while_a_table_is_loaded_is_not_missed(tmp_path: Path) -> None:
    asyncio.run(overtaking(tmp_path / "s.sqlite"))
