"""Analyses of finished games: worked out step by step in worker processes, once, and kept.

Somebody asks for an analysis; nothing begins by itself. Every step is a question for the workers
like those of bots, under the name of its game, so that tables and analyses take turns. What was
asked for and not finished when the server stopped is begun anew when somebody looks at it.

Anybody may ask, so the work is bounded: a few analyses at once, and not many that wait.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter

from cubilete.bots.report import Job, Report, Studied, jobs_of, work
from cubilete.bots.stepwise import Findings, finish, plan
from cubilete.bots.summary import read_summary
from cubilete.core.errors import CubileteError
from cubilete.core.message import N_
from cubilete.host.faults import outline
from cubilete.host.finished.prepared import Prepared
from cubilete.host.housekeeping import Housekeeping
from cubilete.host.thinking import Thinkers
from cubilete.store.base import Store, Unavailable
from cubilete.table.errors import TooOften

AT_ONCE = 2
"""Analyses that are worked on at the same time; the others wait."""
STEPS_AT_ONCE = 2
"""Steps of one analysis that workers may study at the same time."""
MOST = 24
"""Analyses that may be under way in this process, waiting ones among them."""
MOST_OF_ADDRESS = 4
"""The same for those that one address has asked for."""
BEAT = 5.0
"""Seconds between two reports of progress to the store."""
WAIT = 10.0
"""Seconds after which somebody who was refused may ask again."""
MOST_FAILURES = 100
MOST_BYTES = 16 * 1024 * 1024
"""The memory that all reports in use may take."""
REPORT_BYTES = 6
"""About how many bytes a report takes in memory for each letter of its text."""

logger = logging.getLogger(__name__)


class State(Enum):
    """How far an analysis is."""

    NONE = "none"
    """Nobody has asked for it."""
    WAITING = "waiting"
    """For others that were asked for before."""
    RUNNING = "running"
    ABANDONED = "abandoned"
    """The server stopped before it was finished: it must be begun anew."""
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True)
class Progress:
    state: State
    done: int = 0
    """Steps that are done."""
    total: int = 0
    """Steps of the game; 0 until they have been counted."""


@dataclass(frozen=True)
class Kept:
    """A finished report in memory."""

    report: Report
    size: int


@dataclass
class Run:
    """An analysis that is under way in this process."""

    game: str
    address: str
    state: State = State.WAITING
    done: int = 0
    total: int = 0
    task: "asyncio.Task[None] | None" = None


class Analyses:
    """The analyses of one process, by the keys of `AnalysisStore`."""

    def __init__(self, store: Store, thinkers: Thinkers, housekeeping: Housekeeping) -> None:
        self.store = store
        self.thinkers = thinkers
        self.housekeeping = housekeeping
        self.reports: Prepared[Kept] = Prepared(MOST_BYTES, attrgetter("size"))
        self._runs: dict[str, Run] = {}
        self._failures: dict[str, None] = {}
        self._places = asyncio.Semaphore(AT_ONCE)

    @property
    def tasks(self) -> list["asyncio.Task[None]"]:
        return [run.task for run in self._runs.values() if run.task is not None]

    async def look(self, game: str) -> Progress:
        """How far the analysis of a game is."""
        run = self._runs.get(game)
        if run is not None:
            return Progress(run.state, run.done, run.total)
        stored = await self.store.analyses.find(game)
        if stored is None:
            return Progress(State.FAILED if game in self._failures else State.NONE)
        if stored.report:
            return Progress(State.DONE)
        if stored.abandoned:
            return Progress(State.ABANDONED)
        return Progress(State.RUNNING, stored.done, stored.total)

    async def begin(self, game: str, record: str, address: str = "") -> None:
        """Begins an analysis, unless it is finished or under way. `record` is the text of a
        finished game, `address` the client that asks. Raises TooOften if too many are under way,
        NoRoom if the store is full."""
        if game in self._runs:
            return
        self._check_load(address)
        self.housekeeping.check_room()
        run = self._runs[game] = Run(game, address)  # no other request may begin it now
        try:
            claimed = await self.store.analyses.claim(game)
        except BaseException:
            del self._runs[game]
            raise
        if claimed:
            self._failures.pop(game, None)
            run.task = asyncio.create_task(self._run(run, record))
        else:
            del self._runs[game]

    def _check_load(self, address: str) -> None:
        each = Counter(run.address for run in self._runs.values())
        if len(self._runs) >= MOST or (address and each[address] >= MOST_OF_ADDRESS):
            raise TooOften(
                "too-many-analyses",
                N_("Too many games are being analysed. Try again in a moment."),
                WAIT,
            )

    async def report_text(self, game: str) -> str | None:
        """The finished report as JSON; None if there is none."""
        stored = await self.store.analyses.find(game)
        return stored.report if stored is not None and stored.report else None

    async def report(self, game: str) -> Report | None:
        """The finished report; None if there is none. One that an earlier version has made in
        another form is removed."""
        kept = self.reports.get(game)
        if kept is not None:
            return kept.report
        text = await self.report_text(game)
        if text is None:
            return None
        found = await asyncio.to_thread(read_summary, text)
        if found is None:
            await self.store.analyses.forget(game)
            return None
        size = REPORT_BYTES * len(text)
        return (await self.reports.prepare(game, lambda: Kept(found, size))).report

    async def drop(self, game: str) -> None:
        """Gives up an analysis that is not finished: it was begun with the name of a person who is
        forgotten now. Another process notices it when it reports progress."""
        run = self._runs.get(game)
        if run is not None and run.task is not None:
            run.task.cancel()
            await asyncio.gather(run.task, return_exceptions=True)
        await self.store.analyses.forget(game)

    def close(self) -> None:
        self.reports.close()

    # --- The work ---

    async def _run(self, run: Run, record: str) -> None:
        game = run.game
        beat = asyncio.create_task(self._beat(run))
        try:
            async with self._places:
                report = await self._work_out(run, record)
            await self.store.analyses.keep(game, report)
            self.housekeeping.count(report)
        except asyncio.CancelledError:  # the server stops
            with suppress(Unavailable):
                await self.store.analyses.release(game)
            raise
        except Unavailable:  # it is begun anew when somebody looks
            logger.warning("the store does not answer: the analysis of %s is not stored", game)
        except Exception as error:
            await self._fail(game, error)
        finally:
            beat.cancel()
            del self._runs[game]

    async def _work_out(self, run: Run, record: str) -> str:
        """The report as text."""
        run.state = State.RUNNING
        planned = await self.thinkers.ask(run.game, plan, record)
        run.total = planned.steps
        jobs = jobs_of(planned.task, planned.steps, 1)
        studied: list[Sequence[Studied]] = [()] * planned.steps
        waiting = iter(enumerate(jobs))

        async def study() -> None:
            for number, job in waiting:
                studied[number] = await self._ask(run, job)

        async with asyncio.TaskGroup() as group:
            for _ in range(STEPS_AT_ONCE):
                group.create_task(study())
        findings = Findings(planned.task, [each for found in studied for each in found])
        return await self.thinkers.ask(run.game, finish, findings)

    async def _ask(self, run: Run, job: Job) -> Sequence[Studied]:
        found = await self.thinkers.ask(run.game, work, job)
        run.done += 1
        await asyncio.sleep(0)  # where the answer comes from this process, others get their turn
        return found

    async def _fail(self, game: str, error: Exception) -> None:
        """Somebody may ask again. A game that can't be analysed is no fault of the server."""
        if not isinstance(error, CubileteError):
            logger.error("the analysis of %s failed:\n%s", game, outline(error))
        self._failures[game] = None
        while len(self._failures) > MOST_FAILURES:
            del self._failures[next(iter(self._failures))]
        with suppress(Unavailable):
            await self.store.analyses.forget(game)

    async def _beat(self, run: Run) -> None:
        """Tells other processes how far the analysis is; stops it if one of them has taken it
        over, because this one was silent for too long."""
        while True:
            await asyncio.sleep(BEAT)
            with suppress(Unavailable):
                if not await self.store.analyses.progress(run.game, run.done, run.total):
                    assert run.task is not None
                    run.task.cancel()
