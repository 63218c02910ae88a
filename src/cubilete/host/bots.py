"""Bots make their moves, one at a time for each table."""

import asyncio
import logging
import secrets

from cubilete.core.rng import Rng
from cubilete.host.live import Change, LiveTable
from cubilete.store.base import Conflict, Unavailable
from cubilete.table.changes import bot_move, too_late
from cubilete.table.entry import Entry
from cubilete.table.errors import TooLate
from cubilete.table.table import Table

logger = logging.getLogger(__name__)


class Bots:
    """Plays for the seats of bots, and for absent people."""

    def __init__(self, change: Change, pace: float) -> None:
        self.change = change
        self.pace = pace
        """Seconds before each move, so that people can follow."""

    def play(self, live: LiveTable) -> None:
        """Starts the bots of a table if it is their turn and they are not playing already."""
        if live.table.bots_to_act() and (live.bots_task is None or live.bots_task.done()):
            live.bots_task = asyncio.create_task(self._play(live))

    async def _play(self, live: LiveTable) -> None:
        try:
            while live.table.bots_to_act():
                await asyncio.sleep(self.pace)
                if live.table.bots_to_act():
                    await self._move(live)
        except Unavailable:
            return  # the host calls `play` again when the store answers
        except Exception:
            # They play again at the next change of the table.
            logger.exception("the bots of table %s stopped", live.name)

    async def _move(self, live: LiveTable) -> None:
        try:
            await self.change(live, move_of_any_bot)
        except (TooLate, Conflict):
            return  # somebody took the seat back, or the bots of another process were faster


def move_of_any_bot(table: Table) -> Entry:
    """A move of one of the bots to act, chosen at random: the order must tell nothing."""
    waiting = table.bots_to_act()
    if not waiting:
        raise too_late()
    seat = waiting[secrets.randbelow(len(waiting))]
    return bot_move(table, seat, Rng(secrets.randbits(61)), secrets.token_hex(8))
