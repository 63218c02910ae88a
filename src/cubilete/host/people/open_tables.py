"""Tables that are open to all: listed on the home page while they wait for players.

A table is private unless its opener opens it. The entry `listed` says so; a document of the kind
`open-table` finds it. A document whose table no longer waits is removed when somebody looks.
"""

import json
import time
from contextlib import suppress

from cubilete.core.errors import CubileteError
from cubilete.host.host import Host
from cubilete.host.live import LiveTable
from cubilete.store.base import Conflict
from cubilete.store.documents import Document
from cubilete.table.seating.gathering import list_table
from cubilete.table.table import Table

KIND = "open-table"
MOST_LISTED = 6
MOST_LOOKED_AT = 24
LISTED_FOR = 24 * 3600
"""Seconds after which a table is listed no longer: its opener may open it again."""


async def open_to_all(host: Host, live: LiveTable, owner: str, *, listed: bool) -> None:
    """The opener lists a waiting table, or takes it off the list."""
    await host.change(live, lambda table: list_table(table, owner, listed=listed))
    await host.store.documents.remove(KIND, live.name)
    if listed:
        content = json.dumps({"at": int(time.time())})
        with suppress(Conflict):
            await host.store.documents.add(Document(KIND, live.name, content, owner))


async def open_tables(host: Host, owner: str) -> list[Table]:
    """Tables at which this person may sit down; those whose opener is there first."""
    found: list[LiveTable] = []
    for document in await host.store.documents.beginning(KIND, "", MOST_LOOKED_AT):
        live = await waiting_table(host, document)
        if live is None:
            await host.store.documents.remove(KIND, document.key)
        elif not live.table.seats_of(owner) and owner not in live.table.removed:
            found.append(live)
    found.sort(key=lambda live: live.table.opener not in host.presence.people(live))
    return [live.table for live in found[:MOST_LISTED]]


async def waiting_table(host: Host, document: Document) -> LiveTable | None:
    """The table, while it waits for players and is open to all."""
    if json.loads(document.content)["at"] < time.time() - LISTED_FOR:
        return None
    with suppress(CubileteError):
        live = await host.find(document.key)
        if live is not None and is_open(live.table):
            return live
    return None


def is_open(table: Table) -> bool:
    """Whether anybody may sit down at a table that is listed."""
    waits = table.match is None and not table.cancelled and not table.by_invitation
    free = any(not seat.taken and seat.reserved is None for seat in table.seats)
    return table.listed and waits and free
