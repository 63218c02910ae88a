"""Bots make their moves, one at a time for each table.

A table never waits for ever because of a bot. Where a bot fails, a random decision is taken in its
place. Where the decision can't be stored, it is tried again: by the task of the table's bots, by
the host when the store answers again, and at the latest when somebody looks at the table.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from cubilete.bots.positions import open_events
from cubilete.bots.turns import draw_seat
from cubilete.core.rng import Rng
from cubilete.host import thinking
from cubilete.host.faults import outline
from cubilete.host.live import Change, LiveTable
from cubilete.host.thinking import Question, Thinkers, ThinkingHere
from cubilete.store.base import Conflict, Unavailable
from cubilete.table.changes import answered_move, check_playing, random_move, too_late
from cubilete.table.entry import Entry
from cubilete.table.errors import TooLate
from cubilete.table.table import Table

RETRY = 0.5
"""Seconds until the next attempt where other processes were faster again and again."""
RETRY_AFTER_FAULT = 10.0
"""The same after an error that is not the bot's. Each attempt is logged."""

RANDOM = "random"
HERE = ThinkingHere()

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Decision:
    """What the bot of a seat has answered; it counts for the position that it was asked about."""

    seat: int
    after_event: int
    revision: int
    answer: object
    """A text in notation, if the bot is right; None if it failed."""

    def entry(self, table: Table) -> Entry:
        """The move, or a random one where the bot failed or its answer is not legal. Raises
        TooLate where the position has changed since.

        The log names the position by table and revision, and shows nothing of it: it may be
        hidden.
        """
        key = secrets.token_hex(8)
        asked = (self.seat, self.after_event, self.revision)
        if self.answer is not None:
            try:
                return answered_move(table, asked, self.answer, key)
            except TooLate:
                raise
            except Exception as error:
                log_failure(table, self.seat, error)
        return random_move(table, self.seat, Rng(secrets.randbits(61)), key)


class Bots:
    """Plays for the seats of bots, and for absent people."""

    def __init__(self, change: Change, pace: float, courtesy: float, thinkers: Thinkers) -> None:
        self.change = change
        self.pace = pace
        """Seconds before each move, so that people can follow."""
        self.courtesy = courtesy
        """Seconds that a bot waits for the answer of a person whom it has asked."""
        self.thinkers = thinkers

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
                await self._wait_for_answers(live)
                await self._move(live)
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

    async def _wait_for_answers(self, live: LiveTable) -> None:
        """Waits while every bot that could act has asked a person for an answer, until something
        changes or the time for the answer is over."""
        with live.listening() as changed:
            while live.table.bots_to_act() and not self._ready(live):
                changed.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self.courtesy - live.elapsed):
                        await changed.wait()

    def _ready(self, live: LiveTable) -> list[int]:
        """The bots to act that need not wait for the answer of a person."""
        bots = live.table.bots_to_act()
        if live.elapsed >= self.courtesy:
            return bots
        return [seat for seat in bots if not self._awaits_person(live.table, seat)]

    def _awaits_person(self, table: Table, seat: int) -> bool:
        asked = table.game.policy.awaits(table.view(seat))
        return not set(asked).isdisjoint(table.people_to_act())

    async def _move(self, live: LiveTable) -> None:
        """A move of one of the bots to act, drawn by lot: the order must tell nothing."""
        waiting = self._ready(live)
        if not waiting:
            raise too_late()
        patient = await self._patient(live, waiting)
        seat = draw_seat(waiting, patient.__contains__, Rng(secrets.randbits(61)))
        decision = await self.decide(live, seat)

        def make_entry(table: Table) -> Entry:
            if seat not in table.bots_to_act():
                raise too_late()
            return decision.entry(table)

        await self.change(live, make_entry)

    async def _patient(self, live: LiveTable, seats: list[int]) -> set[int]:
        """Those of the seats whose bots let others go first."""
        if len(live.table.state.to_act) == 1:
            return set()
        return {seat for seat in seats if await self._ask(live, seat, thinking.waits) is True}

    async def decide(self, live: LiveTable, seat: int) -> Decision:
        """Asks the bot of a seat for its decision in the present position."""
        table = live.table
        after_event, revision = table.last_event(seat), table.revision
        view = table.view(seat)
        answer = await self._ask(live, seat, thinking.choose)
        if isinstance(answer, str) and answer in view.legal:
            answer = table.game.policy.polite(view, answer)
        return Decision(seat, after_event, revision, answer)

    async def _ask(
        self, live: LiveTable, seat: int, answer: Callable[[Question], object]
    ) -> object:
        """The answer of a seat's bot; None if it fails, which is logged. Raises TooLate where the
        seat may not act any more: the table goes on while bots are asked."""
        table = live.table
        if seat not in table.state.to_act:
            raise too_late()
        match = check_playing(table)
        question = Question(
            table.game.slug,
            match.setup,
            table.view(seat),
            table.seats[seat].bot,
            secrets.randbits(61),
            open_events(match),
        )
        # A random decision takes less time than the way to a worker.
        thinkers = HERE if question.bot == RANDOM else self.thinkers
        try:
            return await thinkers.ask(live.name, answer, question)
        except Exception as error:
            log_failure(table, seat, error)
            return None


def log_failure(table: Table, seat: int, error: Exception) -> None:
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
