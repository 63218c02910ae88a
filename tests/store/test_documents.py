"""Documents in a store: added once, changed by revision, listed and forgotten by owner."""

import asyncio
from collections.abc import Callable

import asyncpg
import pytest

from cubilete.store.base import Conflict, Store
from cubilete.store.documents import Document
from cubilete.store.postgres import PostgresStore
from cubilete.store.postgres_documents import BEGINNING

from .conftest import Opener


def test_document_survives_a_restart(open_store: Opener) -> None:
    document = Document("evening", "ab12", '{"games":[]}', owner="ana")

    async def write(store: Store) -> None:
        await store.documents.add(document)

    async def read(store: Store) -> None:
        assert await store.documents.find("evening", "ab12") == document
        assert await store.documents.find("evening", "other") is None
        assert await store.documents.find("deck", "ab12") is None

    open_store(write)
    open_store(read)


def test_second_document_of_a_key_is_a_conflict(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        await store.documents.add(Document("deck", "k", "1"))
        with pytest.raises(Conflict):
            await store.documents.add(Document("deck", "k", "2"))
        found = await store.documents.find("deck", "k")
        assert found is not None
        assert found.content == "1"

    open_store(work)


def test_change_of_an_outdated_revision_is_a_conflict(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        first = Document("deck", "k", "1")
        await store.documents.add(first)
        second = await store.documents.replace(first, "2")
        with pytest.raises(Conflict):
            await store.documents.replace(first, "3")
        third = await store.documents.replace(second, "4")
        assert await store.documents.find("deck", "k") == third
        assert (third.content, third.revision) == ("4", 3)
        await store.documents.remove("deck", "k")
        with pytest.raises(Conflict):
            await store.documents.replace(third, "5")

    open_store(work)


def test_documents_of_a_person_are_listed_by_their_last_change(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        a, b = (Document("deck", key, "1", owner="ana") for key in "ab")
        for document in (a, b, Document("deck", "c", "1", owner="luis"), Document("cup", "d", "1")):
            await store.documents.add(document)
        changed = await store.documents.replace(a, "2")
        assert await store.documents.owned("ana", "deck", 9) == [changed, b]
        assert await store.documents.owned("ana", "deck", 1) == [changed]
        assert await store.documents.owned("ana", "cup", 9) == []

    open_store(work)


def test_documents_are_listed_by_the_beginning_of_their_keys(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        for key in ("2026-11-17/b", "2026-11-17/a", "2026-11-18/a", "2026_11-17/a"):
            await store.documents.add(Document("result", key, "1"))
        found = await store.documents.beginning("result", "2026-11-17/", 9)
        assert [document.key for document in found] == ["2026-11-17/a", "2026-11-17/b"]
        assert len(await store.documents.beginning("result", "2026", 3)) == 3
        assert await store.documents.beginning("deck", "2026", 3) == []

    open_store(work)


def test_beginning_of_keys_is_looked_up_in_an_index(fresh_database: Callable[[], str]) -> None:
    """Not by reading all keys of the kind; PostgreSQL's plan says so."""
    address = fresh_database()

    async def run() -> None:
        store = PostgresStore(address)
        await store.open()
        await store.close()
        connection = await asyncpg.connect(address)
        await connection.execute("SET enable_seqscan = off")  # the table is small
        lines = await connection.fetch(
            f"EXPLAIN SELECT * FROM documents WHERE {BEGINNING}", "result", "a", "b", 9
        )
        await connection.close()
        plan = "\n".join(line for (line,) in lines)
        condition = plan.partition("Index Cond:")[2].partition("\n")[0]
        assert "documents_by_key" in plan
        assert ">= 'a'" in condition
        assert "< 'b'" in condition
        assert "Filter" not in plan
        assert "Sort" not in plan

    asyncio.run(run())


def test_all_documents_of_a_person_can_be_removed(open_store: Opener) -> None:
    async def work(store: Store) -> None:
        for kind, owner in (("deck", "ana"), ("cup", "ana"), ("evening", "luis"), ("day", "")):
            await store.documents.add(Document(kind, "k", "1", owner=owner))
        await store.documents.remove_owned("ana")
        left = [await store.documents.find(kind, "k") for kind in ("deck", "cup", "evening", "day")]
        assert [document.kind for document in left if document] == ["evening", "day"]

    open_store(work)
