"""Bots make their moves, one at a time for each table.

A table never waits for ever because of a bot. Where a bot fails, a random decision is taken in its
place. Where the decision can't be stored, it is tried again: by the task of the table's bots, by
the host when the store answers again, and at the latest when somebody looks at the table.
"""

import asyncio
import logging
import secrets
from time import monotonic

from cubilete.core.rng import Rng
from cubilete.host.faults import outline
from cubilete.host.live import Change, LiveTable
from cubilete.store.base import Conflict, Unavailable
from cubilete.table.changes import bot_move, random_move, too_late
from cubilete.table.entry import Entry
from cubilete.table.errors import TooLate
from cubilete.table.table import Table

RETRY = 0.5
"""Seconds until the next attempt where other processes were faster again and again."""
RETRY_AFTER_FAULT = 10.0
"""The same after an error that is not the bot's. Each attempt is logged."""

logger = logging.getLogger(__name__)


class Bots:
    """Plays for the seats of bots, and for absent people."""

    def __init__(self, change: Change, pace: float) -> None:
        self.change = change
        self.pace = pace
        """Seconds before each move, so that people can follow."""

    def play(self, live: LiveTable) -> None:
        """Starts the bots of a table if it is their turn and they are not playing already."""
        if (live.bots_task is None or live.bots_task.done()) and live.table.bots_to_act():
            live.bots_task = asyncio.create_task(self._play(live))

    async def _play(self, live: LiveTable) -> None:
        """Plays until it is a person's turn."""
        pause = self.pace
        while live.table.bots_to_act():
            await asyncio.sleep(pause)
            pause = self.pace
            try:
                await self.change(live, move_of_any_bot)
            except TooLate:
                continue  # somebody took the seat back, or the bots of another process were faster
            except Conflict:
                pause = max(RETRY, self.pace)
            except Unavailable:
                return  # the host calls `play` again when the store answers
            except Exception as error:
                logger.error(
                    "the bots of table %s can't go on after revision %d:\n%s",
                    live.name,
                    live.table.revision,
                    outline(error),
                )
                if live.is_left(monotonic()):
                    return  # `Host.find` calls `play` again
                pause = RETRY_AFTER_FAULT


def move_of_any_bot(table: Table) -> Entry:
    """A move of one of the bots to act, chosen at random: the order must tell nothing."""
    waiting = table.bots_to_act()
    if not waiting:
        raise too_late()
    seat = waiting[secrets.randbelow(len(waiting))]
    return decide(table, seat, Rng(secrets.randbits(61)), secrets.token_hex(8))


def decide(table: Table, seat: int, rng: Rng, key: str) -> Entry:
    """The decision of a seat's bot; a random one where the bot raises or answers no legal text.

    The log names the position by table and revision, and shows nothing of it: it may be hidden.
    """
    try:
        return bot_move(table, seat, rng, key)
    except Exception as error:
        logger.error(
            "the bot %r of seat %d at table %s (%s) failed after revision %d;"
            " a random decision takes its place:\n%s",
            table.seats[seat].bot,
            seat,
            table.plan.table,
            table.plan.game,
            table.revision,
            outline(error),
        )
    return random_move(table, seat, rng, key)
