"""Helpers of the host's tests: an open host, a table at which people sit, stored entries."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from cubilete.core.json_types import JsonObject
from cubilete.core.registry import find_game
from cubilete.host.host import USUAL_WAITS, Host, Waits
from cubilete.host.live import FORGOTTEN_AFTER, LiveTable, MakeEntry
from cubilete.host.thinking import Thinkers
from cubilete.store.base import Store
from cubilete.table import changes
from cubilete.table.entry import whole_number
from cubilete.table.keys import RequestKey
from cubilete.table.opening import new_plan
from cubilete.table.plan import BOT, PERSON, Plan
from cubilete.table.table import Table

PATIENCE = 30.0
"""Seconds until `eventually` fails. Long, because the machine may be busy."""


@asynccontextmanager
async def open_host(
    store: Store,
    pace: float = 0,
    forgotten_after: float = FORGOTTEN_AFTER,
    waits: Waits = USUAL_WAITS,
    thinkers: Thinkers | None = None,
) -> AsyncIterator[Host]:
    host = Host(store, pace, forgotten_after=forgotten_after, waits=waits, thinkers=thinkers)
    await host.open()
    try:
        yield host
    finally:
        await host.close()


async def open_table(
    host: Host,
    people: int = 2,
    bots: int = 0,
    *,
    game: str = "seis-dados",
    clock: str = "",
    starting: int | None = None,
    bot: str = "random",
) -> LiveTable:
    """A table at which all people sit, so that the game has started.

    `clock` may be one that people can't choose, to make a test quick. `starting` is the seat that
    has the first turn.
    """
    plan = new_plan(
        find_game(game),
        [PERSON] * people + [BOT] * bots,
        table=secrets.token_urlsafe(12),
        secret="ab" * 32,
        bot=bot,
    )
    while starting not in (None, starting_seat(plan)):
        plan = replace(plan, table=secrets.token_urlsafe(12))
    live = await host.create(replace(plan, clock=clock))
    for seat in range(people):
        await host.sit_down(live, seat, f"P{seat}", f"owner{seat}", "")
    assert live.table.playing
    return live


def starting_seat(plan: Plan) -> int:
    """The seat that has the first turn if no person brings a seed: the name of the table tells."""
    table = Table(plan)
    for seat, kind in enumerate(plan.kinds):
        if kind == PERSON:
            table.apply(changes.sit(table, seat, f"P{seat}", f"owner{seat}", ""))
    table.apply(changes.start(table))
    return table.state.to_act[0]


def say(text: str) -> MakeEntry:
    """A line of chat of seat 0: a change that always fits."""
    return lambda table: changes.chat(table, 0, text)


def first_legal(table: Table, key: str = "k") -> JsonObject:
    """The first legal move of a seat that is to act."""
    seat = table.state.to_act[0]
    text = table.state.legal_texts(seat)[0]
    return changes.move(table, seat, text, table.last_event(seat), key)


def key_of(entry: JsonObject) -> RequestKey:
    """The key of the request that asks for this move."""
    return RequestKey(whole_number(entry["seat"]), str(entry["key"]), str(entry["text"]))


async def stored_entries(store: Store, live: LiveTable) -> list[JsonObject]:
    stored = await store.load(live.name)
    assert stored is not None
    return [json.loads(entry) for entry in stored.entries]


async def eventually(condition: Callable[[], bool]) -> None:
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while not condition():
        assert asyncio.get_running_loop().time() < deadline
        await asyncio.sleep(0.01)
