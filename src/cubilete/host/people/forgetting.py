"""Forgetting a person: their documents, and their name at every table.

Other processes learn of it by the entry `forgotten`, like of any change of a table. What is stored
is cleaned besides: the name in the entry with which the person sat down, in analyses, and in what
is kept for the others who played.

Tables that a person has left are no longer listed for them, so each of them is noted as a document
of the kind `left` (`note_left`).
"""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from cubilete.core.errors import CubileteError
from cubilete.host.gatherings.evening import GUEST
from cubilete.host.host import Host
from cubilete.host.live import LiveTable
from cubilete.host.people.results import KIND as RESULT
from cubilete.host.people.results import key_of
from cubilete.store.base import Conflict, Store
from cubilete.store.documents import Document
from cubilete.table.plan import UnknownRules
from cubilete.table.seating.forgetting import concerns, forget, plan_without, renamed

LEFT = "left"
MOST_COUNTED = 10_000


async def note_left(store: Store, table: str, owners: Sequence[str]) -> None:
    """People whose name a table still has, though it is no longer among theirs."""
    for owner in owners:
        with suppress(Conflict):
            await store.documents.add(Document(LEFT, key_of(owner, table), "{}", owner))


async def count_traces(store: Store, owner: str) -> int:
    """The tables and evenings that have to do with a person."""
    noted = [await store.documents.owned(owner, kind, MOST_COUNTED) for kind in (LEFT, GUEST)]
    return len(await store.tables_of(owner, MOST_COUNTED)) + sum(map(len, noted))


async def forget_some(host: Host, owner: str, word: str, most: int) -> int:
    """Removes a person from so many tables and evenings, where they are called `word` from now on;
    returns how many there were. If they were fewer than `most`, nothing of the person is left: then
    their documents are removed too.

    If it is interrupted it can be repeated: what finds a table or evening is removed last.
    """
    store = host.store
    tables = await store.tables_of(owner, most)
    for each in tables:
        await forget_at(host, each.table, owner, word)
        await store.unlist(each.table, [owner])
    left = await store.documents.owned(owner, LEFT, most - len(tables))
    for note in left:
        await forget_at(host, note.key.partition("/")[2], owner, word)
        await store.documents.remove(LEFT, note.key)
    done = len(tables) + len(left)
    done += await host.evenings.forget(owner, word, most - done)
    if done < most:
        await store.documents.remove_owned(owner)
    return done


async def forget_at(host: Host, name: str, owner: str, word: str) -> None:
    """Removes a person from one table, and from the rematch that waits for them."""
    with suppress(UnknownRules):  # nobody can open it, but it has the name
        async with borrowed(host, name) as live:
            if live is not None:
                await leave_seats(host, live, owner, word)
                if live.table.rematch:
                    await leave_rematch(host, live.table.rematch, owner, word)
    await clean_entries(host.store, name, owner, word)


async def leave_rematch(host: Host, name: str, owner: str, word: str) -> None:
    with suppress(CubileteError):
        async with borrowed(host, name) as live:
            if live is not None:
                await leave_seats(host, live, owner, word)


@asynccontextmanager
async def borrowed(host: Host, name: str) -> AsyncIterator[LiveTable | None]:
    """A table that does not stay in memory for this: a person may have thousands."""
    was_loaded = name in host.tables
    live = await host.find(name)
    if live is None or was_loaded:
        yield live
        return
    found_at = live.used_at
    yield live
    host.release(live, found_at)


async def leave_seats(host: Host, live: LiveTable, owner: str, word: str) -> None:
    table = live.table
    if not concerns(table, owner):
        return
    names = [table.seats[seat].name for seat in table.seats_of(owner)]
    await host.change(live, lambda table: forget(table, owner, word))
    for seat in live.table.seats:
        if seat.owner and seat.owner != owner:
            await host.store.documents.remove(RESULT, key_of(seat.owner, live.name))
    await clean_analysis(host, live, names, word)


async def clean_entries(store: Store, name: str, owner: str, word: str) -> None:
    stored = await store.load(name)
    if stored is None:
        return
    plan = plan_without(json.loads(stored.plan), owner, word)
    if plan is not None:
        await store.upkeep.rewrite_plan(name, json.dumps(plan))
    for n, text in enumerate(stored.entries, start=1):
        if '"sit"' in text:
            entry = renamed(json.loads(text), owner, word)
            if entry is not None:
                await store.upkeep.rewrite(name, n, json.dumps(entry))


async def clean_analysis(host: Host, live: LiveTable, names: Sequence[str], word: str) -> None:
    """The report of an analysis has the names of the seats."""
    key = f"t/{live.name}"
    text = await host.analyses.report_text(key)
    if text is None:
        await host.analyses.drop(key)
        return
    report = json.loads(text)
    for seat in report["seats"]:
        if seat["name"] in names:
            seat["name"] = word
    await host.store.analyses.forget(key)
    await host.store.analyses.keep(key, json.dumps(report))
