"""Hints for a person whose turn it is, and the coach who speaks up after a costly decision.

Both are computed in worker processes, from the view of the seat alone, and told to that seat alone:
they are in the memory of this process and nobody else's page changes. A move never waits for them.
A question is cancelled as soon as nobody needs its answer: the position has changed, the person has
gone, or the seat has decided again.
"""

import asyncio
import logging
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

from cubilete.bots.hints import Advice, HintQuestion, advise
from cubilete.bots.positions import open_events
from cubilete.core.view import View
from cubilete.host.faults import outline
from cubilete.host.live import Aside, LiveTable
from cubilete.host.thinking import Thinkers
from cubilete.table.changes import check_current, check_hint, check_playing
from cubilete.table.table import Table

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Seen:
    """What a seat knew when it asked."""

    seat: int
    after_event: int
    """The last event that it knew."""
    revision: int | None = None
    """The table's revision then, where it is known."""


@dataclass(frozen=True)
class Decision:
    """A decision that a person is about to take: what the coach needs to judge it."""

    seat: int
    after_event: int
    """The last event that the seat knew."""
    question: HintQuestion
    action: str


class Hints:
    """The hints and the coach of all tables."""

    def __init__(self, tables: Mapping[str, LiveTable], thinkers: Thinkers) -> None:
        self.tables = tables
        self.thinkers = thinkers

    # --- Hints ---

    async def ask(self, live: LiveTable, seen: Seen, wanted: str = "") -> Aside:
        """What a seat can do and what it is worth, the action `wanted` too. The seat is told so
        until it knows something new. Raises TooLate if that has happened, or happens before the
        answer."""
        seat = seen.seat
        check_current(live.table, seat, seen.after_event, seen.revision)
        check_hint(live.table, seat, wanted)
        known = live.aside_for(seat)
        if known is None or known.by_coach or (wanted and known.advice.of(wanted) is None):
            question = question_of(live.table, seat, wanted)
            advice = await self._answer(live, seen, question)
            known = Aside(seat, seen.after_event, question.view, advice)
        live.asides[seat] = replace(known, action=wanted)
        return live.asides[seat]

    async def _answer(self, live: LiveTable, seen: Seen, question: HintQuestion) -> Advice:
        revision = live.table.revision
        answer = asyncio.ensure_future(self.thinkers.ask(live.name, advise, question))
        try:
            with live.listening() as changed:
                while not answer.done():
                    change = asyncio.ensure_future(changed.wait())
                    await asyncio.wait((answer, change), return_when=asyncio.FIRST_COMPLETED)
                    change.cancel()
                    changed.clear()
                    check_current(live.table, seen.seat, seen.after_event, revision)
                    check_hint(live.table, seen.seat)
            return answer.result()
        finally:
            answer.cancel()

    def hide(self, live: LiveTable, seat: int) -> None:
        """The seat no longer wants to see what it was told."""
        live.asides.pop(seat, None)

    # --- The coach ---

    def review(self, table: str, decision: Decision) -> None:
        """Thinks about a decision that has been played. The seat is told if it was a bad one."""
        live = self.tables.get(table)
        if live is not None:
            live.reviews[decision.seat] = asyncio.create_task(self._review(live, decision))

    async def _review(self, live: LiveTable, decision: Decision) -> None:
        seat, question = decision.seat, decision.question
        try:
            advice = await self.thinkers.ask(live.name, advise, question)
        except Exception as error:
            logger.error("the coach of table %s failed:\n%s", live.name, outline(error))
            return
        finally:
            if live.reviews.get(seat) is asyncio.current_task():
                del live.reviews[seat]
        if advice.is_costly(decision.action):
            live.asides[seat] = Aside(
                seat, decision.after_event, question.view, advice, decision.action, by_coach=True
            )
            live.wake(live.table.seats[seat].owner)


def decision_of(table: Table, seat: int, action: str) -> Decision | None:
    """The decision that a seat is about to take; None where it has no choice."""
    view: View = table.view(seat)
    if len(view.legal) < 2 or action not in view.legal:
        return None
    return Decision(seat, table.last_event(seat), question_of(table, seat, action), action)


def question_of(table: Table, seat: int, wanted: str) -> HintQuestion:
    match = check_playing(table)
    return HintQuestion(
        table.game.slug,
        match.setup,
        table.view(seat),
        secrets.randbits(61),
        (wanted,) if wanted else (),
        open_events(match),
    )
