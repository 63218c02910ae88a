"""The report of an analysed game: all steps, and what luck and skill made of it.

The work is cut into steps, each of which can be studied in another process. The same record, effort
and seed give the same report, however the work was divided.
"""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from cubilete.bots.analysis import Analyst, Choice, Step, Value, Vector, add
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


@dataclass(frozen=True)
class SeatReport:
    """What became of one seat: final - initial = luck + own_skill + others_skill."""

    initial: float
    final: float
    luck: float
    own_skill: float
    others_skill: float
    error: float
    """The standard error of luck, and of the whole skill."""
    cost: float
    """What all its decisions have cost it against the best ones."""
    cost_by_bots: float
    """The same of those that a bot took for the person."""
    verdicts: dict[str, int]
    """How many of its decisions were fine, inaccuracies, errors and blunders."""

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
        verdicts = dict.fromkeys((FINE, INACCURACY, ERROR, BLUNDER), 0)
        for choice in own:
            verdicts[self.verdict(choice)] += 1
        return SeatReport(
            initial=self.initial[seat],
            final=self.values()[-1][seat],
            luck=math.fsum(step.luck[seat] for step in self.steps),
            own_skill=math.fsum(choice.skill[seat] for choice in own),
            others_skill=math.fsum(c.skill[seat] for c in choices if c.seat != seat),
            error=math.sqrt(math.fsum(choice.skill_errors[seat] ** 2 for choice in choices)),
            cost=math.fsum(choice.cost for choice in own),
            cost_by_bots=math.fsum(choice.cost for choice in own if choice.by_bot),
            verdicts=verdicts,
        )


# --- The work ---


def usual_effort(game: AnyGame, factor: float = 1.0) -> Effort:
    """The effort with which a game is analysed in well under a minute on two cores."""
    usual = game.policy.analysis_effort()
    return Effort(
        max(round(usual.value * factor), 2), max(round(usual.decision * factor), 4), usual.shortlist
    )


@dataclass(frozen=True)
class Job:
    """Some steps of a record: what a process works on."""

    record: str
    effort: Effort
    seed: int
    steps: range


Studied = tuple[Value | None, tuple[Choice, ...]]


def work(job: Job) -> list[Studied]:
    analyst = Analyst(read_record(job.record.encode()), job.effort, job.seed)
    steps = analyst.steps()
    return [analyst.study(steps[number]) for number in job.steps]


def analyse(
    record: Record,
    effort: Effort | None = None,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Report:
    """Analyses a finished game. `progress` is told how many of how many steps are done."""
    effort = effort or usual_effort(find_game(record.header.game))
    analyst = Analyst(record, effort, seed)
    steps = analyst.steps()
    jobs = [
        Job(record.to_text(), effort, seed, range(first, min(first + STEPS_A_JOB, len(steps))))
        for first in range(0, len(steps), STEPS_A_JOB)
    ]
    studied: list[Studied] = []
    for found in executor.map(work, jobs) if executor is not None else map(work, jobs):
        studied += found
        progress(len(studied), len(steps))
    return put_together(analyst, steps, studied)


def put_together(analyst: Analyst, steps: Sequence[range], studied: Sequence[Studied]) -> Report:
    """Carries values over steps without an alternative, from the end to the beginning."""
    value = analyst.value_of(analyst.positions[-1])
    made: list[Step] = []
    for step, (before, choices) in zip(reversed(steps), reversed(studied), strict=True):
        after = value
        value = before or after
        change = tuple(map(float.__sub__, after.mean, value.mean))
        made.append(Step(step.start + 1, step.stop, change, choices))
    return Report(analyst.seed, analyst.effort, value.mean, value.errors, tuple(reversed(made)))
