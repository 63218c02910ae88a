"""Forgetting a person: their documents, and their name at every table.

Other processes learn of it by the entry `forgotten`, like of any change of a table. What is stored
is cleaned besides: the name in the entry with which the person sat down, in analyses, and in what
is kept for the others who played.

Tables that a person has left are no longer listed for them, so each of them is noted as a document
of the kind `left` (`note_left`).
"""

import json
from collections.abc import Sequence
from contextlib import suppress

from cubilete.core.errors import CubileteError
from cubilete.host.host import Host
from cubilete.host.live import LiveTable
from cubilete.host.people.results import KIND as RESULT
from cubilete.host.people.results import key_of
from cubilete.store.base import Conflict, Store
from cubilete.store.documents import Document
from cubilete.table.plan import UnknownRules
from cubilete.table.seating.forgetting import concerns, forget, plan_without, renamed

LEFT = "left"
AT_ONCE = 100
MOST_LEFT = 10_000


async def note_left(store: Store, table: str, owners: Sequence[str]) -> None:
    """People whose name a table still has, though it is no longer among theirs."""
    for owner in owners:
        with suppress(Conflict):
            await store.documents.add(Document(LEFT, key_of(owner, table), "{}", owner))


async def forget_person(host: Host, owner: str, word: str) -> None:
    """Removes all that is stored of a person; at tables they are called `word` from now on.

    If it is interrupted it can be repeated: a table is taken off the person's list last.
    """
    store = host.store
    while tables := await store.tables_of(owner, AT_ONCE):
        for each in tables:
            await forget_at(host, each.table, owner, word)
            await store.unlist(each.table, [owner])
    for left in await store.documents.owned(owner, LEFT, MOST_LEFT):
        await forget_at(host, left.key.partition("/")[2], owner, word)
    await host.evenings.forget(owner, word)
    await store.documents.remove_owned(owner)


async def forget_at(host: Host, name: str, owner: str, word: str) -> None:
    """Removes a person from one table, and from the rematch that waits for them."""
    try:
        live = await host.find(name)
    except UnknownRules:  # nobody can open it, but it has the name
        live = None
    if live is not None:
        await leave_seats(host, live, owner, word)
        if live.table.rematch:
            with suppress(CubileteError):
                following = await host.find(live.table.rematch)
                if following is not None:
                    await leave_seats(host, following, owner, word)
    await clean_entries(host.store, name, owner, word)


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
        return
    report = json.loads(text)
    for seat in report["seats"]:
        if seat["name"] in names:
            seat["name"] = word
    await host.store.analyses.forget(key)
    await host.store.analyses.keep(key, json.dumps(report))
