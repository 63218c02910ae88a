"""Web Push of one process, put together: keys, subscriptions, and calls in the background."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from cubilete.host.host import Host
from cubilete.host.push.calls import FRESH, Calls
from cubilete.host.push.sending import Sender
from cubilete.host.push.subscriptions import Subscriptions
from cubilete.host.push.vapid import SECRET, Vapid


@dataclass(frozen=True)
class PushSettings:
    contact: str = ""
    """The public address of the server, which push services are told."""
    loopback: bool = False
    """Whether endpoints may be on this machine; for tests."""
    fresh: float = FRESH
    """Seconds after the last sign of a person in which they may still be looking."""


@dataclass(frozen=True)
class Push:
    public_key: str
    """By which browsers subscribe."""
    subscriptions: Subscriptions
    calls: Calls
    loopback: bool


@asynccontextmanager
async def push_for(host: Host, settings: PushSettings) -> AsyncIterator[Push]:
    """Calls people to the tables of a host that is open, while the context is."""
    vapid = Vapid(await host.store.secret(SECRET), settings.contact)
    sender = Sender(vapid, loopback=settings.loopback)
    subscriptions = Subscriptions(host.store)
    calls = Calls(host.store, host.presence, subscriptions, sender, settings.fresh)
    task = asyncio.create_task(calls.run())
    host.notice = calls.notice
    try:
        yield Push(vapid.public_key, subscriptions, calls, settings.loopback)
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        await sender.close()
