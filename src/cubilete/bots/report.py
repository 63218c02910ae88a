"""The report of an analysed game: all steps, and what luck and skill made of it.

The work is cut into steps, each of which can be studied in another process. The same record, effort
and seed give the same report, however the work was divided.
"""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import NormalDist

from cubilete._source import compiled
from cubilete.bots.analysis import Analyst, Choice, Step, Value, Vector, add
from cubilete.bots.budgets import INTERPRETED_SHARE
from cubilete.core.game import AnyGame
from cubilete.core.parts.policy import Effort
from cubilete.core.record import Record, read_record
from cubilete.core.registry import find_game

FINE, INACCURACY, ERROR, BLUNDER = "fine", "inaccuracy", "error", "blunder"
SHARES = ((0.02, FINE), (0.05, INACCURACY), (0.10, ERROR))
"""A decision that costs less than so much of the victory is called so; a worse one is a blunder."""
POINTS = ((1.0, FINE), (2.5, INACCURACY), (5.0, ERROR))
"""The same in games that are played alone, where values are points."""
SURE = 2.0
"""A cost of fewer standard errors than this may be noise, and counts as fine."""
STEPS_A_JOB = 6
DECIDING = 3
LEAST_PLAYOUTS = 8
"""For a value, and for each of three actions of a decision: fewer could not tell their noise."""
NINETY_FIVE = 1.96
"""Standard errors on each side of a 95 % interval."""


def totals_sure(seats: int) -> float:
    """Standard errors on each side of the intervals of a game's totals: luck and skill of all seats
    are within theirs at once in at least 95 % of analyses (Bonferroni).

    Readers compare the seats. With 1.96 errors some total of a game for four would be outside its
    interval in every fifth analysis. Of two seats, the totals of one are the other's negated.
    """
    totals = 2 * (seats if seats > 2 else 1)
    return NormalDist().inv_cdf(1 - 0.05 / (2 * totals))


@dataclass(frozen=True)
class SeatReport:
    """What became of one seat: final - initial = luck + own_skill + others_skill."""

    initial: float
    final: float
    luck: float
    own_skill: float
    others_skill: float
    error: float
    """The standard error of the whole skill."""
    adjusted_error: float
    """The standard error of luck, and of the result without it."""
    adjusted_margin: float
    """Half of their 95 % interval, which holds for all seats at once (`totals_sure`)."""
    cost: float
    """What all its decisions have cost it against the best ones: the sum of their leads, at least
    0."""
    cost_by_bots: float
    """The same of those that a bot took for the person."""
    verdicts: dict[str, int]
    """How many of its own decisions were fine, inaccuracies, errors and blunders."""
    verdicts_by_bots: dict[str, int]
    """The same of those that a bot took for the person."""

    @property
    def skill(self) -> float:
        return self.own_skill + self.others_skill

    @property
    def adjusted(self) -> float:
        """The result without luck."""
        return self.initial + self.skill


@dataclass(frozen=True)
class Report:
    """An analysed game."""

    seed: int
    effort: Effort
    initial: Vector
    initial_errors: Vector
    steps: tuple[Step, ...]
    compiled: bool = True
    """Whether the rules ran compiled; the usual effort is much smaller where they did not."""

    @property
    def alone(self) -> bool:
        """Whether values are points instead of shares of the victory."""
        return len(self.initial) == 1

    def values(self) -> list[Vector]:
        """V before the first step and after each one, for the chart."""
        found = [self.initial]
        for step in self.steps:
            found.append(add(found[-1], step.change))
        return found

    def verdict(self, choice: Choice) -> str:
        if choice.cost < SURE * choice.cost_error:
            return FINE
        limits = POINTS if self.alone else SHARES
        return next((word for limit, word in limits if choice.cost < limit), BLUNDER)

    def deciding(self) -> list[Step]:
        """The steps that changed the game most, in the order of the game."""
        ranked = sorted(self.steps, key=lambda step: -max(map(abs, step.change)))
        return sorted(ranked[:DECIDING], key=lambda step: step.first)

    def seat(self, seat: int) -> SeatReport:
        choices = [choice for step in self.steps for choice in step.choices]
        own = [choice for choice in choices if choice.seat == seat]
        variance = math.fsum(choice.skill_errors[seat] ** 2 for choice in choices)
        adjusted_error = math.sqrt(variance + self.initial_errors[seat] ** 2)
        return SeatReport(
            initial=self.initial[seat],
            final=self.values()[-1][seat],
            luck=math.fsum(step.luck[seat] for step in self.steps),
            own_skill=math.fsum(choice.skill[seat] for choice in own),
            others_skill=math.fsum(c.skill[seat] for c in choices if c.seat != seat),
            error=math.sqrt(variance),
            adjusted_error=adjusted_error,
            adjusted_margin=totals_sure(len(self.initial)) * adjusted_error,
            cost=total_cost(own),
            cost_by_bots=total_cost([choice for choice in own if choice.by_bot]),
            verdicts=self.count([choice for choice in own if not choice.by_bot]),
            verdicts_by_bots=self.count([choice for choice in own if choice.by_bot]),
        )

    def count(self, choices: Sequence[Choice]) -> dict[str, int]:
        """How many of the decisions have each verdict."""
        found = dict.fromkeys((FINE, INACCURACY, ERROR, BLUNDER), 0)
        for choice in choices:
            found[self.verdict(choice)] += 1
        return found


def total_cost(choices: Sequence[Choice]) -> float:
    return max(math.fsum(choice.lead for choice in choices), 0.0)


# --- The work ---


def usual_effort(game: AnyGame, events: int, factor: float = 1.0) -> Effort:
    """The effort with which a game of so many events is analysed in under 30 seconds on two cores.

    A game with more players, or of weaker ones, has more events: more positions to play out, and
    further to the end of the game from each of them. So the playouts fall with their square.
    """
    usual = game.policy.analysis_effort()
    factor *= min(game.policy.usual_events / max(events, 1), 1.0) ** 2
    if not compiled():
        factor *= INTERPRETED_SHARE
    return replace(
        usual,
        value=max(round(usual.value * factor), LEAST_PLAYOUTS),
        decision=max(round(usual.decision * factor), 6 * LEAST_PLAYOUTS),
    )


@dataclass(frozen=True)
class Task:
    """A record and how it is analysed: what travels to a process."""

    record: str
    effort: Effort
    seed: int = 1


@lru_cache(maxsize=2)
def analyst_of(task: Task) -> Analyst:
    """A process that works on a record step by step replays it once."""
    return Analyst(read_record(task.record.encode()), task.effort, task.seed)


@dataclass(frozen=True)
class Job:
    """Some steps of a record: what a process works on."""

    task: Task
    steps: range


Studied = tuple[Value | None, tuple[Choice, ...]]


def work(job: Job) -> list[Studied]:
    analyst = analyst_of(job.task)
    steps = analyst.steps()
    return [analyst.study(steps[number]) for number in job.steps]


def jobs_of(task: Task, steps: int, steps_a_job: int) -> list[Job]:
    """The work on a record of so many steps."""
    return [
        Job(task, range(first, min(first + steps_a_job, steps)))
        for first in range(0, steps, steps_a_job)
    ]


def analyse(
    record: Record,
    effort: Effort | None = None,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Report:
    """Analyses a finished game. `progress` is told how many of how many steps are done."""
    usual = usual_effort(find_game(record.header.game), len(record.events))
    task = Task(record.to_text(), effort or usual, seed)
    analyst = Analyst(record, task.effort, seed)
    steps = analyst.steps()
    jobs = jobs_of(task, len(steps), STEPS_A_JOB)
    studied: list[Studied] = []
    for found in executor.map(work, jobs) if executor is not None else map(work, jobs):
        studied += found
        progress(len(studied), len(steps))
    return put_together(analyst, studied)


def put_together(analyst: Analyst, studied: Sequence[Studied]) -> Report:
    """The report from what was studied at each step. Values are carried over steps without an
    alternative, from the end to the beginning."""
    value = analyst.value_of(analyst.positions[-1])
    made: list[Step] = []
    for step, (before, choices) in zip(reversed(analyst.steps()), reversed(studied), strict=True):
        after = value
        value = before or after
        change = tuple(map(float.__sub__, after.mean, value.mean))
        made.append(Step(step.start + 1, step.stop, change, choices))
    return Report(
        analyst.seed,
        analyst.effort,
        value.mean,
        value.errors,
        tuple(reversed(made)),
        compiled(),
    )
