"""Calls people to their table: one message when it becomes their turn and they do not look.

`notice` is called after every change of a table and must cost a move nothing: it compares who has
to decide with who had to, and puts those who are new into a bounded queue. Everything else happens
in the background. A queue that is full drops calls; a move never waits and never fails for them.

A person looks at a table while a page of theirs is open. One whose last sign is fresh may have just
closed it, or have it open in another process: they are looked for once more when a report of the
other processes would have come (`presence.py`).

Several processes may have the table in memory. The store lets one of them call for each turn. What
waits in a process that ends is lost: the page of the person tells them when they next look.
"""

import asyncio
import hashlib
import json
import logging
from dataclasses import dataclass, replace
from time import time
from weakref import WeakKeyDictionary

from cubilete.core.message import N_, Listing, Message
from cubilete.host.faults import outline
from cubilete.host.live import LiveTable
from cubilete.host.presence import REPORT, Presence
from cubilete.host.push.sending import Note, Result, Sender
from cubilete.host.push.subscriptions import Subscription, Subscriptions
from cubilete.language import say
from cubilete.store.base import Store, Unavailable
from cubilete.table.names import isolated
from cubilete.table.table import Table

FRESH = REPORT + 2
"""Seconds after a sign in which a person may still be looking."""
MOST_WAITING = 500
WORKERS = 8
"""Calls at the same time: an endpoint that does not answer holds one of them for ten seconds."""
REMEMBERED = 30 * 24 * 3600
"""Seconds for which a turn is called only once."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Turn:
    live: LiveTable
    seat: int
    owner: str
    event: int
    """The last event that the seat knew when it became its turn."""
    again: bool = False
    """Whether the person has been looked for before."""

    @property
    def lasts(self) -> bool:
        table = self.live.table
        return self.seat in table.people_to_act() and table.last_event(self.seat) == self.event


class Calls:
    def __init__(
        self,
        store: Store,
        presence: Presence,
        subscriptions: Subscriptions,
        sender: Sender,
        fresh: float = FRESH,
    ) -> None:
        self.store = store
        self.presence = presence
        self.subscriptions = subscriptions
        self.sender = sender
        self.fresh = fresh
        self._due: WeakKeyDictionary[LiveTable, frozenset[int]] = WeakKeyDictionary()
        """For each table the people who had to decide after the last change."""
        self._waiting: asyncio.Queue[Turn] = asyncio.Queue(MOST_WAITING)
        self._calling = 0

    def notice(self, live: LiveTable) -> None:
        """Entries of a table have been applied. Of a table that was just loaded, the turns of
        before have been called by the process that made the change."""
        due = frozenset(live.table.people_to_act())
        before = self._due.get(live, due)
        self._due[live] = due
        for seat in due - before:
            owner = live.table.seats[seat].owner
            if owner and owner not in live.signs.streams:
                self._put(Turn(live, seat, owner, live.table.last_event(seat)))

    @property
    def busy(self) -> bool:
        """Whether somebody waits to be called, or is being called."""
        return self._calling > 0 or not self._waiting.empty()

    def _put(self, turn: Turn) -> None:
        try:
            self._waiting.put_nowait(turn)
        except asyncio.QueueFull:
            logger.info("too many calls wait: one is dropped")

    async def run(self) -> None:
        """Sends what waits; endless."""
        async with asyncio.TaskGroup() as workers:
            for _ in range(WORKERS):
                workers.create_task(self._work())

    async def _work(self) -> None:
        while True:
            turn = await self._waiting.get()
            self._calling += 1
            try:
                await self._call(turn)
            except Unavailable:
                logger.info("the store does not answer: somebody is not called")
            except Exception as error:
                logger.error("a call of table %s failed:\n%s", turn.live.name, outline(error))
            finally:
                self._calling -= 1

    async def _call(self, turn: Turn) -> None:
        await self.presence.refresh(turn.live)
        if not turn.lasts or turn.owner in turn.live.signs.streams:
            return
        seen = self.presence.last_seen(turn.live, turn.owner)
        if seen < self.fresh:
            if not turn.again:
                later = asyncio.get_running_loop().call_later
                later(self.fresh - seen, self._put, replace(turn, again=True))
            return
        browsers = await self.subscriptions.of(turn.owner)
        now = int(time())
        token = f"push {turn.live.name} {turn.seat} {turn.event}"
        if browsers and await self.store.use_once(token, now, now + REMEMBERED):
            await asyncio.gather(*(self._tell(browser, turn) for browser in browsers))

    async def _tell(self, browser: Subscription, turn: Turn) -> None:
        table = turn.live.table
        content = {
            "title": say(turn_words(table, turn.seat), browser.language),
            "path": f"/t/{turn.live.name}",
        }
        topic = hashlib.sha256(turn.live.name.encode()).hexdigest()[:32]
        note = Note(json.dumps(content, ensure_ascii=False).encode(), topic)
        if await self.sender.send(browser, note) is Result.GONE:
            await self.subscriptions.remove(browser)


def turn_words(table: Table, seat: int) -> Message:
    """“Your turn: Dizzle with Luis”."""
    others = [
        isolated(name)
        for number, name in enumerate(table.names())
        if name and table.seats[number].owner != table.seats[seat].owner
    ]
    if not others:
        return Message(N_("Your turn: {game}"), {"game": table.game.name})
    sentence = N_("Your turn: {game} with {names}")
    return Message(sentence, {"game": table.game.name, "names": Listing(others)})
