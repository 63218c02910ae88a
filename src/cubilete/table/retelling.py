"""An analysed game in words: decisions as their buttons say them, values as people read them."""

from collections.abc import Sequence
from dataclasses import dataclass

from cubilete.bots.analysis import Choice, Step
from cubilete.bots.report import BLUNDER, ERROR, FINE, INACCURACY, NINETY_FIVE, Report
from cubilete.core.game import AnyGame
from cubilete.core.message import N_, Message
from cubilete.language import decimal, say
from cubilete.table.replay.course import Course

VERDICTS = {
    FINE: N_("fine"),
    INACCURACY: N_("inaccuracy"),
    ERROR: N_("error"),
    BLUNDER: N_("blunder"),
}


@dataclass(frozen=True)
class Figures:
    """Values of a report in a language: percents of the victory, or points of a game that is
    played alone."""

    alone: bool
    language: str

    def number(self, value: float, *, signed: bool = False) -> str:
        """Without its unit."""
        return decimal(value if self.alone else 100 * value, self.language, signed=signed)

    def amount(self, value: float, *, signed: bool = False) -> str:
        text = self.number(value, signed=signed)
        if self.alone:
            return text
        return f"{text}\u00a0%" if self.language == "es" else f"{text}%"

    def margin(self, standard_error: float) -> str:
        """Half of the 95 % interval, without its unit."""
        return self.number(NINETY_FIVE * standard_error)


@dataclass(frozen=True)
class Retelling:
    """The words of one analysed game."""

    game: AnyGame
    course: Course
    names: Sequence[str]
    """Of the seats."""
    language: str

    def say(self, message: Message) -> str:
        return say(message, self.language, self.names)

    def event(self, n: int) -> str:
        """What happened by event `n`."""
        lines = self.course.told(tuple(self.names))[n - 1].lines
        return "; ".join(self.say(line.message) for line in lines)

    def step(self, step: Step) -> str:
        """What happened in a step; sealed decisions are told one after another."""
        return "; ".join(self.event(n) for n in range(step.first, step.last + 1))

    def decision(self, choice: Choice) -> tuple[str, str]:
        """What was chosen and what was best, as the buttons of the table say it."""
        view = self.game.rules.view(self.course.state_at(choice.n - 1), choice.seat)
        chosen = self.game.words.offer(view, choice.chosen)
        best = self.game.words.offer(view, choice.best)
        return self.say(chosen), self.say(best)

    def verdict(self, report: Report, choice: Choice) -> str:
        return self.say(Message(VERDICTS[report.verdict(choice)]))


def verdict_of(
    report: Report, winners: Sequence[int], names: Sequence[str], language: str
) -> Message:
    """The result of an analysed game in one sentence; what decided it, as far as the numbers
    tell."""
    if report.alone:
        found, number = report.seat(0), Figures(report.alone, language).number
        return Message(
            N_("{points} points; expected: {usual}."),
            {"points": number(found.final), "usual": number(found.initial)},
        )
    if len(winners) != 1:
        return Message(N_("A shared win."))
    found = report.seat(winners[0])
    name: dict[str, object] = {"name": names[winners[0]]}
    sure = abs(found.skill) > NINETY_FIVE * found.error
    if sure and found.skill > 0:
        if found.luck > 0:
            return Message(N_("{name} made fewer mistakes, and luck helped."), name)
        return Message(N_("{name} made fewer mistakes and won against the luck."), name)
    if sure:
        return Message(N_("{name} made more mistakes: luck won this game."), name)
    if found.luck > NINETY_FIVE * found.adjusted_error:
        return Message(N_("{name}'s decisions made no clear difference: luck decided."), name)
    return Message(N_("{name} won; whether by luck or by skill is not clear."), name)
