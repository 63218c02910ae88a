"""The creations of one server: made, found, changed by their owners, and studied.

Identities are free, so the number of creations of a person bounds honest people only; what bounds
everybody is the quota of the disk and the rate at which an address may open something.
"""

import secrets
from collections.abc import Callable
from dataclasses import replace

from cubilete.core.errors import BadOption
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.host.housekeeping import Housekeeping
from cubilete.host.thinking import Thinkers
from cubilete.host.workshop.balance import Balances
from cubilete.host.workshop.creation import KIND, Creation, creation_from
from cubilete.store.base import Conflict, Store
from cubilete.store.documents import Document
from cubilete.table.errors import NotYours

MOST = 40
"""Creations of one person."""
TRIES = 5
"""How often a change is made again because another one was faster."""
LONGEST_KEY = 64


class Workbench:
    def __init__(self, store: Store, thinkers: Thinkers, housekeeping: Housekeeping) -> None:
        self.store = store
        self.housekeeping = housekeeping
        self.balances = Balances(store, thinkers, self._keep_report)

    async def add(self, creation: Creation, owner: str) -> Creation:
        """Stores a new creation under a new key."""
        self.housekeeping.check_room()
        creation.version.check_size()
        if len(await self.store.documents.owned(owner, KIND, MOST)) >= MOST:
            raise BadOption(
                "too-many-creations",
                "",
                N_("You have {most} of your own already. Delete one to make room."),
                most=MOST,
            )
        made = replace(creation, key=secrets.token_urlsafe(12), owner=owner)
        content = made.to_json()
        await self.store.documents.add(Document(KIND, made.key, content, owner))
        self.housekeeping.count(content)
        return made

    async def find(self, key: str) -> Creation | None:
        if not key or len(key) > LONGEST_KEY:
            return None
        document = await self.store.documents.find(KIND, key)
        return creation_from(document) if document is not None else None

    async def owned(self, owner: str) -> list[Creation]:
        """The latest changed first."""
        return list(map(creation_from, await self.store.documents.owned(owner, KIND, MOST)))

    async def change(
        self, key: str, owner: str, changed: Callable[[Creation], Creation]
    ) -> Creation | None:
        """Makes a change of the owner's; None where there is no such creation."""
        self.housekeeping.check_room()

        def checked(creation: Creation) -> Creation:
            check_owner(creation, owner)
            return changed(creation)

        return await self._replace(key, checked)

    async def remove(self, key: str, owner: str) -> None:
        creation = await self.find(key)
        if creation is not None:
            check_owner(creation, owner)
            await self.store.documents.remove(KIND, key)
            await self.balances.drop(key)

    async def _keep_report(self, key: str, report: JsonObject) -> None:
        await self._replace(key, lambda creation: replace(creation, balance=report))

    async def _replace(self, key: str, changed: Callable[[Creation], Creation]) -> Creation | None:
        for _ in range(TRIES):
            document = await self.store.documents.find(KIND, key)
            if document is None:
                return None
            old = creation_from(document)
            new = changed(old)
            if new == old:
                return old
            content = new.to_json()
            try:
                await self.store.documents.replace(document, content)
            except Conflict:
                continue
            if len(content) > len(document.content):
                self.housekeeping.count(content[len(document.content) :])
            return new
        raise Conflict(key)


def check_owner(creation: Creation, owner: str) -> None:
    if not owner or creation.owner != owner:
        raise NotYours(
            "not-your-creation",
            "",
            N_("Someone else made this. Make a copy, and change that."),
        )
