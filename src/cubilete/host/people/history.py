"""The finished games of a person, found quickly: results that are kept, and a few more each time.

A request makes only a few missing results, because each of them reads a whole game.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from cubilete.core.errors import CubileteError
from cubilete.host.host import Host, load_stored
from cubilete.host.people.results import (
    KIND,
    Result,
    content_of,
    document_of,
    key_of,
    result_from,
    result_of,
)
from cubilete.store.base import Conflict, SeatedTable
from cubilete.store.documents import Document
from cubilete.table.table import Table

MOST_TABLES = 2000
"""Tables of a person that are looked through."""
MADE_AT_ONCE = 12
"""Results that one request makes."""
TRIED_AT_ONCE = 60
"""Tables that one request tries to read: those of another edition of the rules can't be."""
ANALYSES_AT_ONCE = 12
"""Analyses that one request looks for, those of the latest games first."""


@dataclass(frozen=True)
class History:
    results: Sequence[Result]
    """The latest first."""
    missing: int = 0
    """Finished games that have not been read yet."""


async def history_of(host: Host, owner: str) -> History:
    """The finished games of a person, as far as they have been read."""
    kept = await kept_results(host, owner)
    seated = await finished_tables(host, owner)
    tried, made, missing = 0, 0, 0
    found: list[Result] = []
    for each in seated:
        result = kept.get(each.table)
        if result is None and made < MADE_AT_ONCE and tried < TRIED_AT_ONCE:
            result = await make_result(host, owner, each.table)
            tried += 1
            made += result is not None
        elif result is None:
            missing += 1
        if result is not None:
            found.append(result)
    order = {each.table: place for place, each in enumerate(seated)}
    found.sort(key=lambda result: (-result.ended, order[result.table]))
    return History(await with_luck(host, owner, found), missing)


async def last_result(host: Host, owner: str, seated: Sequence[SeatedTable]) -> Result | None:
    """The result of the game that ended last, among these tables of a person."""
    latest = next((each for each in seated if each.over), None)
    if latest is None:
        return None
    found = await host.store.documents.find(KIND, key_of(owner, latest.table))
    kept = None if found is None else result_from(found.content)
    return kept or await make_result(host, owner, latest.table)


async def finished_tables(host: Host, owner: str) -> list[SeatedTable]:
    tables = await host.store.tables_of(owner, MOST_TABLES)
    return [each for each in tables if each.over]


async def kept_results(host: Host, owner: str) -> dict[str, Result]:
    documents = await host.store.documents.owned(owner, KIND, MOST_TABLES)
    results = [result_from(document.content) for document in documents]
    return {result.table: result for result in results if result is not None}


async def make_result(host: Host, owner: str, name: str) -> Result | None:
    """Reads a table and keeps the result; None for one that can't be read: its rules may be of
    another edition."""
    table = await finished_game(host, name)
    result = None if table is None else result_of(table, owner)
    if result is not None:
        with suppress(Conflict):  # another request was faster
            await host.store.documents.remove(KIND, key_of(owner, name))
            await host.store.documents.add(document_of(result, owner))
    return result


async def finished_game(host: Host, name: str) -> Table | None:
    """A table to read from. It does not become one of the host's live tables."""
    live = host.tables.get(name)
    if live is not None:
        return live.table
    stored = await host.store.load(name)
    if stored is None:
        return None
    with suppress(CubileteError):
        return await asyncio.to_thread(load_stored, stored)
    return None


async def with_luck(host: Host, owner: str, results: Sequence[Result]) -> list[Result]:
    """The results; those that were analysed meanwhile with luck and skill."""
    looked = 0
    found: list[Result] = []
    for result in results:
        if result.luck is None and not result.abandoned and looked < ANALYSES_AT_ONCE:
            looked += 1
            result = await look_for_luck(host, owner, result)
        found.append(result)
    return found


async def look_for_luck(host: Host, owner: str, result: Result) -> Result:
    kept = await host.analyses.report(f"t/{result.table}")
    if kept is None:
        return result
    analysed = result.analysed(kept)
    document = await host.store.documents.find(KIND, key_of(owner, result.table))
    if document is not None:
        await replace_content(host, document, analysed)
    return analysed


async def replace_content(host: Host, document: Document, result: Result) -> None:
    with suppress(Conflict):  # it is made again when it is needed
        await host.store.documents.replace(document, content_of(result))
