"""Balance reports of home-made material: a few games among bots, in the background.

The games are questions for the workers, one game each, so tables go on. One report is worked out at
a time, and few may wait. A report is bounded by the number of games and by time, a game by its
events and by time: a deck can be made on which a game hardly ever ends.

Reports under way are in memory: after a restart somebody asks again.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from cubilete.core.errors import CubileteError
from cubilete.core.json_types import Json, JsonObject
from cubilete.core.message import N_
from cubilete.host.faults import outline
from cubilete.host.thinking import Thinkers
from cubilete.host.workshop.creation import Creation
from cubilete.language import LANGUAGES
from cubilete.store.base import Conflict, Unavailable
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
        self, thinkers: Thinkers, keep: Callable[[str, JsonObject], Awaitable[None]]
    ) -> None:
        self.thinkers = thinkers
        self.effort = Effort()
        self._keep = keep
        self._runs: dict[str, Run] = {}
        self._failures: dict[str, CubileteError] = {}
        self._one_at_a_time = asyncio.Lock()

    @property
    def tasks(self) -> list["asyncio.Task[None]"]:
        return [run.task for run in self._runs.values() if run.task is not None]

    def progress(self, key: str) -> Run | None:
        """How far a report is; None if none is under way."""
        return self._runs.get(key)

    def failure(self, key: str) -> CubileteError | None:
        """Why the last report was not finished."""
        return self._failures.get(key)

    def begin(self, creation: Creation) -> None:
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
        self._failures.pop(key, None)
        run = self._runs[key] = Run(effort.games)
        run.task = asyncio.create_task(self._run(key, plan, run))

    async def _run(self, key: str, plan: Plan, run: Run) -> None:
        try:
            async with self._one_at_a_time:
                report = await self._work_out(key, plan, run)
            await self._keep(key, report)
        except CubileteError as error:
            self._fail(key, error)
        except (Unavailable, Conflict):
            logger.warning("the store does not answer: a balance report is not stored")
        except Exception as error:
            logger.error("a balance report failed:\n%s", outline(error))
            self._fail(key, CubileteError("no-report", "", N_("The report could not be made.")))
        finally:
            del self._runs[key]

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

    def _fail(self, key: str, error: CubileteError) -> None:
        self._failures[key] = error
        while len(self._failures) > MOST_FAILURES:
            del self._failures[next(iter(self._failures))]
