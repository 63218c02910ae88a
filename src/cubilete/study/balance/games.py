"""Plays the games of a plan and reduces each one to facts: what a process works on.

Game number n is the game that `cubilete simulate` plays under this number with the same bots and
seed, so a strange one can be looked at.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass

from cubilete.core.match import Match
from cubilete.core.parts.chronicle import Chronicle
from cubilete.core.parts.rules import Setup
from cubilete.core.rng import seeded
from cubilete.core.strategy import values
from cubilete.study.balance.luck import GameLuck, luck_of
from cubilete.study.balance.plan import Plan
from cubilete.study.simulate import Simulation, next_event

GAMES_A_JOB = 8


@dataclass(frozen=True)
class Used:
    """How often one seat used one piece in a game, and what that gave it."""

    seat: int
    kind: str
    piece: str
    times: int
    points: int


@dataclass(frozen=True)
class GameFacts:
    """What is kept of one game."""

    number: int
    seated: tuple[str, ...]
    values: tuple[float, ...]
    """The share of victory of each seat, or the points where one plays alone. An opponent of the
    rules is a seat of its own."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    first: int
    """The seat that decided first."""
    rounds: int
    """As the history tells them; 0 where a game has none."""
    decisions: int
    """Of all seats."""
    lead_changes: int
    ahead_at_half: int | None
    """Who led alone after half of the events; None for nobody."""
    uses: tuple[Used, ...]
    luck: GameLuck | None


@dataclass(frozen=True)
class Job:
    """Some games of a plan."""

    plan: Plan
    numbers: range


def play(plan: Plan, executor: Executor | None = None) -> Iterator[GameFacts]:
    """The facts of all games, in their order."""
    jobs = [
        Job(plan, range(first, min(first + GAMES_A_JOB, plan.games + 1)))
        for first in range(1, plan.games + 1, GAMES_A_JOB)
    ]
    for facts in executor.map(work, jobs) if executor is not None else map(work, jobs):
        yield from facts


def work(job: Job) -> list[GameFacts]:
    player = Player(job.plan)
    return [player.facts(number) for number in job.numbers]


class Player:
    """Plays games of a plan, with bots that are made once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game = plan.game
        self.setup: Setup = plan.setup()
        self.bots = plan.make_bots(self.setup)

    def facts(self, number: int) -> GameFacts:
        plan, seated = self.plan, self.plan.seated(number)
        match, course = self.play(number)
        state, scores, winners = match.state, tuple(match.state.scores()), match.state.winners()
        lead = Lead(course, highest_wins=scores[winners[0]] == max(scores))
        deciding = [event.by for event in match.events if isinstance(event.by, int)]
        analysed = number <= plan.analysed and plan.analysable
        return GameFacts(
            number=number,
            seated=seated,
            values=tuple(values(state)),
            scores=scores,
            winners=tuple(winners),
            first=deciding[0],
            rounds=self.count_rounds(match),
            decisions=len(deciding),
            lead_changes=lead.changes(),
            ahead_at_half=lead.at_half(),
            uses=self.uses(match),
            luck=luck_of(match.record(), plan, number) if analysed else None,
        )

    def play(self, number: int) -> tuple[Match, list[tuple[int, ...]]]:
        """A game, and the scores after each of its events."""
        plan, seated = self.plan, self.plan.seated(number)
        match = Match(self.game, seated, plan.options, plan.material)
        rng = Simulation(self.game, seated, plan.seed).rng(number)
        own = [seeded("bot", plan.seed, number, seat) for seat in range(len(seated))]
        bots = [self.bots[name] for name in seated]
        course: list[tuple[int, ...]] = []
        while not match.state.over:
            self.before_event(len(course))
            match.apply(*next_event(self.game, match.state, bots, rng, own))
            course.append(tuple(match.state.scores()))
        return match, course

    def before_event(self, played: int) -> None:
        """Called before every event, with the number of those before it. A subclass may raise to
        give up a game that does not end."""

    def count_rounds(self, match: Match) -> int:
        """The groups of the history that have a number; the start has none."""
        chronicle: Chronicle = self.game.words.chronicle(match.players, match.setup)
        titles: set[str] = set()
        for event in match.events:
            title = chronicle.hear(event).round
            if title is not None and title.values:
                titles.add(str(title))
        return len(titles)

    def uses(self, match: Match) -> tuple[Used, ...]:
        times: Counter[tuple[int, str, str]] = Counter()
        points: Counter[tuple[int, str, str]] = Counter()
        for use in self.game.study.uses(match.setup, match.events):
            times[use.seat, use.kind, use.piece] += 1
            points[use.seat, use.kind, use.piece] += use.points
        return tuple(Used(*piece, count, points[piece]) for piece, count in times.items())


class Lead:
    """Who led alone in the course of a game. Ties change nothing."""

    def __init__(self, course: Iterable[tuple[int, ...]], highest_wins: bool) -> None:
        self.leaders = [leader(scores, highest_wins) for scores in course]

    def changes(self) -> int:
        """How often another seat took the lead."""
        changes, last = 0, None
        for seat in self.leaders:
            if seat is not None:
                changes += last is not None and seat != last
                last = seat
        return changes

    def at_half(self) -> int | None:
        return self.leaders[len(self.leaders) // 2]


def leader(scores: tuple[int, ...], highest_wins: bool) -> int | None:
    best = max(scores) if highest_wins else min(scores)
    return scores.index(best) if scores.count(best) == 1 and len(scores) > 1 else None
