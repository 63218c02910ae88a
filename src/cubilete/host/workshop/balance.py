"""Balance reports of home-made material: a few games among bots, in the background.

The games are questions for the workers, one game each, so tables go on. One report is worked out at
a time, and few may wait. A report is bounded by the number of games and by time, a game by its
events and by time: a deck can be made on which a game hardly ever ends.

That a report is asked for is noted as an analysis under `w/` and the key of the creation, which is
removed when the report is there: no other process works on it meanwhile, and what a stopped server
left unfinished is begun anew when somebody looks.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from cubilete.core.errors import CubileteError
from cubilete.core.json_types import Json, JsonObject
from cubilete.core.message import N_
from cubilete.host.faults import outline
from cubilete.host.thinking import Thinkers
from cubilete.host.workshop.creation import Creation
from cubilete.language import LANGUAGES
from cubilete.store.base import Conflict, Store, Unavailable
from cubilete.study.balance.games import GameFacts, Player
from cubilete.study.balance.plan import Plan
from cubilete.study.balance.statistics import Balance
from cubilete.study.balance.tables import Table, Tables
from cubilete.table.errors import TooOften
from cubilete.table.opening import fewest_seats

MOST_WAITING = 4
WAIT = 20.0
"""Seconds after which somebody who was refused may ask again."""
MOST_EVENTS = 20_000
MOST_SECONDS_A_GAME = 20.0
MOST_FAILURES = 100
BEAT = 5.0
"""Seconds between two reports of progress to the store."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Effort:
    """How much is played for a report."""

    games: int = 100
    seconds: float = 60.0
    bot: str = "normal"


@dataclass(frozen=True)
class Turn:
    """The question for a worker: one game of a plan."""

    plan: Plan
    number: int


@dataclass(frozen=True)
class Findings:
    plan: Plan
    facts: tuple[GameFacts, ...]


class TooLong(CubileteError):
    """A game does not end."""


class BriefPlayer(Player):
    """Gives up a game that takes too long."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.until = time.monotonic() + MOST_SECONDS_A_GAME

    def before_event(self, played: int) -> None:
        if played >= MOST_EVENTS or time.monotonic() > self.until:
            raise TooLong(
                "too-long", "", N_("The bots could not finish a game with it: it takes too long.")
            )


def play(turn: Turn) -> GameFacts:
    return BriefPlayer(turn.plan).facts(turn.number)


def report_of(findings: Findings) -> JsonObject:
    """The tables of `cubilete study balance`, in every language."""
    balance = Balance(findings.plan)
    for facts in findings.facts:
        balance.add(facts)
    tables: JsonObject = {
        language: [table_json(table) for table in Tables(balance, language).all()]
        for language in LANGUAGES
    }
    return {
        "games": len(findings.facts),
        "players": len(findings.plan.bots),
        "bot": findings.plan.bots[0],
        "material": findings.plan.material,
        "tables": tables,
    }


def table_json(table: Table) -> JsonObject:
    return {
        "name": table.name,
        "title": table.title,
        "note": table.note,
        "headings": list[Json](table.headings),
        "rows": [list[Json](row) for row in table.rows],
    }


@dataclass
class Run:
    """A report that is being worked out."""

    total: int
    done: int = 0
    task: "asyncio.Task[None] | None" = None


class Balances:
    """The reports under way in this process, by the keys of their creations."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        keep: Callable[[str, JsonObject], Awaitable[None]],
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.effort = Effort()
        self._keep = keep
        self._runs: dict[str, Run] = {}
        self._failures: dict[str, CubileteError] = {}
        self._one_at_a_time = asyncio.Lock()

    @property
    def tasks(self) -> list["asyncio.Task[None]"]:
        return [run.task for run in self._runs.values() if run.task is not None]

    async def look(self, creation: Creation) -> Run | None:
        """How far a report is, here or in another process; None if none is asked for. One that a
        stopped server has left is begun anew."""
        key = creation.key
        if key in self._runs:
            return self._runs[key]
        asked = await self.store.analyses.find(name_of(key))
        if asked is None:
            return None
        if not asked.abandoned:
            return Run(asked.total or self.effort.games, asked.done)
        if creation.has_report or creation.problem is not None:
            await self._forget(key)
            return None
        try:
            await self.begin(creation)
        except TooOften:  # it waits until others are finished
            return Run(self.effort.games)
        return self._runs.get(key)

    def failure(self, key: str) -> CubileteError | None:
        """Why the last report was not finished."""
        return self._failures.get(key)

    async def drop(self, key: str) -> None:
        """No report is needed any more: its creation is removed."""
        run = self._runs.get(key)
        if run is not None and run.task is not None:
            run.task.cancel()
            await asyncio.gather(run.task, return_exceptions=True)
        await self._forget(key)

    async def _forget(self, key: str) -> None:
        """No report is asked for any more."""
        await self.store.analyses.forget(name_of(key))

    async def begin(self, creation: Creation) -> None:
        """Begins a report, unless it is under way. Raises BadMaterial for a draft that is not right
        yet, TooOften if too many wait."""
        key = creation.key
        if key in self._runs:
            return
        if len(self._runs) > MOST_WAITING:
            raise TooOften(
                "too-many-reports",
                N_("Other reports are being worked out. Try again in a moment."),
                WAIT,
            )
        game, effort = creation.installed_game, self.effort
        plan = Plan(
            slug=game.slug,
            bots=(effort.bot,) * fewest_seats(game),
            games=effort.games,
            material=creation.read(),
        )
        run = self._runs[key] = Run(effort.games)  # no other request may begin it now
        try:
            claimed = await self.store.analyses.claim(name_of(key))
        except BaseException:
            del self._runs[key]
            raise
        if claimed:
            self._failures.pop(key, None)
            run.task = asyncio.create_task(self._run(key, plan, run))
        else:
            del self._runs[key]

    async def _run(self, key: str, plan: Plan, run: Run) -> None:
        beat = asyncio.create_task(self._beat(key, run))
        try:
            async with self._one_at_a_time:
                report = await self._work_out(key, plan, run)
            await self._keep(key, report)
            await self._forget(key)
        except asyncio.CancelledError:  # the server stops
            with suppress(Unavailable):
                await self.store.analyses.release(name_of(key))
            raise
        except CubileteError as error:
            await self._fail(key, error)
        except (Unavailable, Conflict):  # it is begun anew when somebody looks
            logger.warning("the store does not answer: a balance report is not stored")
        except Exception as error:
            logger.error("a balance report failed:\n%s", outline(error))
            failure = CubileteError("no-report", "", N_("The report could not be made."))
            await self._fail(key, failure)
        finally:
            beat.cancel()
            del self._runs[key]

    async def _beat(self, key: str, run: Run) -> None:
        """Tells other processes how far the report is; stops it if one of them has taken it over,
        because this one was silent for too long."""
        while True:
            await asyncio.sleep(BEAT)
            with suppress(Unavailable):
                if not await self.store.analyses.progress(name_of(key), run.done, run.total):
                    assert run.task is not None
                    run.task.cancel()

    async def _work_out(self, key: str, plan: Plan, run: Run) -> JsonObject:
        facts: list[GameFacts] = []
        until = time.monotonic() + self.effort.seconds
        for number in range(1, plan.games + 1):
            facts.append(await self.thinkers.ask(f"workshop {key}", play, Turn(plan, number)))
            run.done = number
            await asyncio.sleep(0)  # where the answer comes from this process, others get a turn
            if time.monotonic() > until and number > 1:
                break
        return await self.thinkers.ask(
            f"workshop {key}", report_of, Findings(replace(plan, games=len(facts)), tuple(facts))
        )

    async def _fail(self, key: str, error: CubileteError) -> None:
        self._failures[key] = error
        while len(self._failures) > MOST_FAILURES:
            del self._failures[next(iter(self._failures))]
        with suppress(Unavailable):
            await self._forget(key)


def name_of(key: str) -> str:
    """The key of `AnalysisStore` for the report of a creation."""
    return f"w/{key}"
