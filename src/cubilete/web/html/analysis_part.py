"""What the page of an analysed game shows, as plain values for its templates."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from cubilete.bots.analysis import Choice, Step, Vector
from cubilete.bots.report import FINE, POINTS, SHARES, Report, SeatReport
from cubilete.core.message import N_, Message
from cubilete.host.finished.replays import Replay
from cubilete.table.names import isolated
from cubilete.table.retelling import Figures, Retelling, verdict_of
from cubilete.web.html.chart import Chart
from cubilete.web.html.replay_part import Links, Moment, Position
from cubilete.web.html.viewer import Viewer

SIGNS = {"inaccuracy": "?!", "error": "?", "blunder": "??"}
LEAST_LUCK = {False: 0.01, True: 0.5}
"""Luck that is listed, of the victory and in points: less is lost in the noise."""
MOST_LUCK = 6
"""Rolls and cards that are shown at once; the others are in a list to be opened."""


@dataclass(frozen=True)
class Total:
    """What became of one seat, as an equation that adds up in the digits shown."""

    seat: int
    name: str
    found: SeatReport
    initial: str
    skill: str
    luck: str
    final: str

    @property
    def mistakes(self) -> int:
        return sum(count for verdict, count in self.found.verdicts.items() if verdict != FINE)

    @property
    def mistakes_by_bots(self) -> int:
        counts = self.found.verdicts_by_bots
        return sum(count for verdict, count in counts.items() if verdict != FINE)


@dataclass(frozen=True)
class Decision:
    """A decision in words."""

    choice: Choice
    name: str
    verdict: str
    """One of the words of a report."""
    sign: str
    chosen: str
    best: str


@dataclass(frozen=True)
class Happening:
    """A step in words, and what it changed for whom: names, seats and signed values."""

    step: Step
    told: str
    changes: Sequence[tuple[str, int, str]]


class AnalysisPage:
    """One analysed game for one viewer."""

    def __init__(self, viewer: Viewer, replay: Replay, report: Report, links: Links) -> None:
        self.viewer = viewer
        self.replay = replay
        self.report = report
        self.links = links
        self.game = replay.table.game
        seats = tuple(map(isolated, replay.table.names()))
        self.names = self.game.words.score_names(seats, len(report.initial), viewer.say)
        self.figures = Figures(report.alone, viewer.language)
        self.retelling = Retelling(self.game, replay.course, seats, viewer.language)
        self.chart = Chart(report, replay.end)
        self.choices = {choice.n: choice for step in report.steps for choice in step.choices}
        self.step_of = {n: step for step in report.steps for n in range(step.first, step.last + 1)}

    # --- Totals ---

    def totals(self) -> list[Total]:
        return [self._total(seat, name) for seat, name in enumerate(self.names)]

    def _total(self, seat: int, name: str) -> Total:
        """Luck is shown as what the other rounded numbers leave, so that the sum is right."""
        found, number = self.report.seat(seat), self.figures.number
        digits = 1 if self.report.alone else 3
        initial, skill = round(found.initial, digits), round(found.skill, digits)
        luck = round(found.final, digits) - initial - skill
        return Total(
            seat,
            name,
            found,
            number(initial),
            number(skill, signed=True),
            number(luck, signed=True),
            number(found.final),
        )

    def part(self, value: float) -> float:
        """A value in percent of the scale that the bars share with the chart."""
        return round(100 * min(max(value / self.chart.top, 0.0), 1.0), 2)

    @cached_property
    def outcome(self) -> Message:
        """The result in one sentence; what decided it, as far as the numbers tell."""
        result = self.replay.result
        assert result is not None
        return verdict_of(self.report, result.winners, self.names, self.viewer.language)

    # --- What happened ---

    def decision(self, choice: Choice) -> Decision:
        verdict = self.report.verdict(choice)
        chosen, best = self.retelling.decision(choice)
        name = self.names[choice.seat]
        return Decision(choice, name, verdict, SIGNS.get(verdict, "✓"), chosen, best)

    def costly(self, seat: int) -> list[Decision]:
        """The decisions of a seat that cost something, the worst first."""
        found = [
            choice
            for choice in self.choices.values()
            if choice.seat == seat and self.report.verdict(choice) != FINE
        ]
        return [self.decision(each) for each in sorted(found, key=lambda each: -each.cost)]

    def changes(self, vector: Vector) -> list[tuple[str, int, str]]:
        """Names, seats and signed values, the largest gain first; without those of nothing."""
        rows = [
            (change, (self.names[seat], seat, self.figures.number(change, signed=True)))
            for seat, change in enumerate(vector)
            if abs(change) >= LEAST_LUCK[self.report.alone] / 2
        ]
        return [row for _, row in sorted(rows, key=lambda row: -row[0])]

    def deciding(self) -> list[tuple[Happening, str]]:
        """The three steps that changed the game most, and whether that was luck."""
        return [
            (self._happening(step, step.change), self._why(step)) for step in self.report.deciding()
        ]

    def _happening(self, step: Step, vector: Vector) -> Happening:
        return Happening(step, self.retelling.step(step), self.changes(vector))

    def _why(self, step: Step) -> str:
        """How much of a change was luck and how much the decision, for the seat that it touched
        most."""
        seat = max(range(len(step.change)), key=lambda seat: abs(step.change[seat]))
        if not step.choices:
            return self.viewer.say(Message(N_("Only luck.")))
        values: dict[str, object] = {
            "name": self.names[seat],
            "luck": self.figures.number(step.luck[seat], signed=True),
            "skill": self.figures.number(step.skill[seat], signed=True),
        }
        return self.viewer.say(Message(N_("{name}: luck {luck}, decision {skill}."), values))

    def lucky(self) -> list[Happening]:
        """Rolls, cards and guesses whose luck counts, the largest first."""
        least = LEAST_LUCK[self.report.alone]
        found = [step for step in self.report.steps if max(map(abs, step.luck)) >= least]
        found.sort(key=lambda step: -max(map(abs, step.luck)))
        return [self._happening(step, step.luck) for step in found]

    def limits(self) -> list[str]:
        """From which cost on a decision is an inaccuracy, an error and a blunder."""
        rows = POINTS if self.report.alone else SHARES
        return [self.figures.number(limit) for limit, _ in rows]

    # --- Walking through ---

    def address(self, n: int) -> str:
        return f"{self.links.analysis}?n={n}"

    @cached_property
    def stops(self) -> list[int]:
        """The positions that « and » lead to: before costly decisions, after what decided."""
        costly = [n - 1 for n, each in self.choices.items() if self.report.verdict(each) != FINE]
        return sorted({0, self.replay.end, *costly, *(s.last for s in self.report.deciding())})

    def start(self) -> int:
        """Where the page stands at first: after the step that changed most."""
        steps = self.report.deciding()
        return max(steps, key=lambda step: max(map(abs, step.change))).last if steps else 0

    def eyes(self, n: int) -> int | None:
        """The seat that decides next, whose eyes explain its decision."""
        events = self.replay.course.events
        by = events[n].by if n < len(events) else None
        return by if isinstance(by, int) else None

    def walk(self, n: int) -> str:
        """The part of the page that changes with the position."""
        moment = Moment(n, self.eyes(n))
        position = Position(self.viewer, self.replay, moment)
        step, coming = self.step_of.get(n), self.choices.get(n + 1)
        values = self.chart.values[self.chart.at(n)]
        return self.viewer.page(
            "analysis-walk.html",
            page=self,
            moment=moment,
            end=self.replay.end,
            told=self.retelling.event(n) if n else "",
            luck=self.changes(step.luck) if step is not None and step.last == n else [],
            decision=self.decision(coming) if coming is not None else None,
            values=[
                (name, seat, self.figures.amount(values[seat]))
                for seat, name in enumerate(self.names)
            ],
            stop_before=max((stop for stop in self.stops if stop < n), default=0),
            stop_after=min((stop for stop in self.stops if stop > n), default=self.replay.end),
            outcomes=position.outcomes_for_script,
            stage=position.stage(),
        )

    def draw(self, n: int, mine: Sequence[int]) -> str:
        """The whole page below the rail; `mine` are the viewer's own seats."""
        lucky = self.lucky()
        return self.viewer.page(
            "analysis-part.html",
            page=self,
            n=n,
            mine=mine,
            totals=self.totals(),
            deciding=self.deciding(),
            costly=[(total, self.costly(total.seat)) for total in self.totals()],
            lucky=lucky[:MOST_LUCK],
            less_lucky=sorted(lucky[MOST_LUCK:], key=lambda each: each.step.first),
            walk=self.walk(n),
        )
