"""What the processes of one store share about identities: read at the start, then again and again.

It is in memory, so that a request costs no query. A process knows its own changes at once; the
others know them within REFRESH seconds.
"""

import asyncio
from contextlib import suppress

from cubilete.store.base import Store, Unavailable
from cubilete.web.http.identity import Identities

DICE_KEY = "dice"
"""The name of the key that the secrets of drafts are derived from."""
REFRESH = 5.0
"""Seconds until the store is read again."""


async def refresh(identities: Identities, store: Store) -> None:
    identities.dice_key = await store.secret(DICE_KEY)
    for owner, lowest in (await store.generations()).items():
        identities.sign_out(owner, lowest)


async def keep_fresh(identities: Identities, store: Store) -> None:
    """Reads them again every REFRESH seconds; never returns."""
    while True:
        await asyncio.sleep(REFRESH)
        with suppress(Unavailable):
            await refresh(identities, store)
