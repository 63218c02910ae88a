"""Whether the analysis of games tells luck from skill without a bias.

Unequal bots play, and all their games are analysed. What chance and the others' unknown choices
gave a seat must be 0 in the mean, whoever sits there: a mean that is off shows that a position is
imagined by another law than the game's, or that a strategy uses what its seat can't see. A bot's
skill must not depend on its seat by more than the noise. With twice the playouts, and other random
numbers, all totals of a game must stay within both errors in quadrature in 95 % of the games: these
are the margins that hold for all totals at once (`totals_sure`). Whether the standard errors are
right is told by `spread`, which no margin makes smaller.

Few playouts are enough for the means, because their noise is independent of the games.
"""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from functools import partial

from cubilete.bots.report import Report, analyse, totals_sure, usual_effort
from cubilete.core.parts.policy import Effort
from cubilete.core.record import Record
from cubilete.core.registry import find_game
from cubilete.core.rng import seeded
from cubilete.study.arena import Sample
from cubilete.study.kept import Kept, Values, series_name
from cubilete.study.simulate import Simulation

FEW = Effort(value=8, decision=24, shortlist=2)
"""The playouts of an analysis for the means."""
SURE = 1.96
"""Standard errors of a 95 % interval."""


@dataclass(frozen=True)
class Table:
    """A game between unequal bots; they change seats from game to game."""

    game: str
    players: int
    options: tuple[tuple[str, bool | int], ...] = ()
    bots: tuple[str, ...] = ("normal", "novice")

    def seated(self, number: int) -> tuple[str, ...]:
        """The bots of the seats in the game of this number, counted from 1."""
        return tuple(self.bots[(seat + number) % len(self.bots)] for seat in range(self.players))

    def record(self, number: int, seed: int) -> Record:
        game = find_game(self.game)
        simulation = Simulation(game, self.seated(number), seed, dict(self.options))
        return simulation.match(number).record()

    def report(self, number: int, effort: Effort, seed: int, again: int = 0) -> Report:
        """The analysis of one game. Each game and each repetition has a seed of its own: all games
        begin alike, so with one seed for all their first values would have the same error."""
        own = seeded("luck", seed, number, again).bits()
        return analyse(self.record(number, seed), effort, own)


TABLES: tuple[Table, ...] = (
    Table("216", 1),
    Table("216", 2),
    Table("dizzle", 1, (("level", 1),)),
    Table("dizzle", 2, (("level", 2),)),
    Table("pa-fuera", 3),
    Table("pa-fuera", 4),
    Table("seis-dados", 2),
    Table("seis-dados", 3),
    Table("twenty-one", 2),
    Table("twenty-one", 3),
)


@dataclass(frozen=True)
class GameLuck:
    """What the analysis of one game gave, for each seat."""

    seated: Sequence[str]
    luck: Sequence[float]
    skill: Sequence[float]
    own_skill: Sequence[float]


@dataclass
class TableLuck:
    """All games of a table."""

    table: Table
    games: list[GameLuck] = field(default_factory=list)

    def luck(self, seat: int) -> Sample:
        return Sample([game.luck[seat] for game in self.games])

    def skill(self, bot: str, seat: int) -> Sample:
        """What a bot's own decisions were worth to it in this seat."""
        return Sample([game.own_skill[seat] for game in self.games if game.seated[seat] == bot])

    @property
    def seats(self) -> range:
        """Those of the result: the opponent of the rules counts as one."""
        return range(len(self.games[0].luck))

    def off_seats(self) -> list[int]:
        """The seats whose mean luck is more than two standard errors from 0."""
        return [seat for seat in self.seats if abs(errors_off(self.luck(seat))) > 2.0]

    def seat_differences(self) -> dict[tuple[str, int], float]:
        """By how many standard errors the skill of a bot in a seat differs from that in seat 0."""
        found: dict[tuple[str, int], float] = {}
        for bot in self.table.bots:
            first = self.skill(bot, 0)
            for seat in range(1, self.table.players):
                other = self.skill(bot, seat)
                if len(first.results) > 1 and len(other.results) > 1:
                    noise = math.hypot(first.margin, other.margin) / SURE
                    gap = first.mean - other.mean
                    found[bot, seat] = gap / noise if noise else 0.0
        return found


def errors_off(sample: Sample) -> float:
    """How many standard errors the mean is from 0."""
    error = sample.margin / SURE
    return sample.mean / error if error else 0.0


def game_luck(table: Table, effort: Effort, seed: int, number: int) -> GameLuck:
    report = table.report(number, effort, seed)
    seats = [report.seat(seat) for seat in range(len(report.initial))]
    return GameLuck(
        table.seated(number),
        tuple(seat.luck for seat in seats),
        tuple(seat.skill for seat in seats),
        tuple(seat.own_skill for seat in seats),
    )


def measure(
    table: Table,
    games: int,
    seed: int = 1,
    effort: Effort = FEW,
    executor: Executor | None = None,
    kept: Kept | None = None,
) -> TableLuck:
    """Plays and analyses games, but for those that are `kept`."""
    one = partial(game_luck, table, effort, seed)
    found = complete(series_name("luck", table, effort, seed), games, one, executor, kept)
    return TableLuck(table, [GameLuck(**values) for values in found])


def complete(
    series: str,
    games: int,
    one: "Callable[[int], GameLuck | Doubling]",
    executor: Executor | None = None,
    kept: Kept | None = None,
) -> list[Values]:
    """The results of so many games in their order; those that are not kept are computed, and kept
    one by one."""
    kept = Kept() if kept is None else kept
    numbers = range(1, games + 1)
    missing = [number for number in numbers if number not in kept.of(series)]
    results = executor.map(one, missing) if executor is not None else map(one, missing)
    for number, result in zip(missing, results, strict=True):
        kept.add(series, number, asdict(result))
    return [kept.of(series)[number] for number in numbers]


# --- Twice the playouts ---


@dataclass(frozen=True)
class Doubling:
    """How the totals of one game move when it is analysed with twice the playouts."""

    skill: Sequence[float]
    """For each seat by how many of both margins in quadrature."""
    luck: Sequence[float]

    @property
    def within(self) -> bool:
        return max(map(abs, (*self.skill, *self.luck))) < 1.0


def doubling(table: Table, factor: float, seed: int, number: int) -> Doubling:
    """Compares an analysis with so many times the usual playouts to one with twice as many."""
    events = len(table.record(number, seed).events)
    effort = usual_effort(find_game(table.game), events, factor)
    once = table.report(number, effort, seed)
    # The horizon stays: with another one the analysis would estimate other values.
    twice = replace(effort, value=2 * effort.value, decision=2 * effort.decision)
    more = table.report(number, twice, seed, again=1)
    skill: list[float] = []
    luck: list[float] = []
    sure = totals_sure(len(once.initial))
    for seat in range(len(once.initial)):
        one, two = once.seat(seat), more.seat(seat)
        noise = sure * math.hypot(one.error, two.error)
        skill.append(in_units(one.skill - two.skill, noise))
        luck.append(
            in_units(one.luck - two.luck, math.hypot(one.adjusted_margin, two.adjusted_margin))
        )
    return Doubling(tuple(skill), tuple(luck))


def measure_doubling(
    table: Table,
    games: int,
    seed: int,
    factor: float,
    executor: Executor | None = None,
    kept: Kept | None = None,
) -> list[Doubling]:
    usual = find_game(table.game).policy.analysis_effort()
    one = partial(doubling, table, factor, seed)
    series = series_name("doubling", table, usual, factor, seed)
    found = complete(series, games, one, executor, kept)
    return [Doubling(**values) for values in found]


def in_units(gap: float, unit: float) -> float:
    if unit:
        return gap / unit
    return 0.0 if gap == 0 else math.inf


def share_within(found: Sequence[Doubling]) -> float:
    return sum(each.within for each in found) / len(found)


def movements(found: Sequence[Doubling]) -> list[float]:
    """Those of all totals, in standard errors."""
    return [
        totals_sure(len(each.skill)) * abs(moved)
        for each in found
        for moved in (*each.skill, *each.luck)
    ]


def share_of_totals(found: Sequence[Doubling]) -> float:
    """Those that stay within 1.96 standard errors, each judged alone."""
    moved = movements(found)
    return sum(each < SURE for each in moved) / len(moved)


def spread(found: Sequence[Doubling]) -> float:
    """The root mean square of all movements, in standard errors: 1 if these are right, more if they
    are too small."""
    moved = movements(found)
    return math.sqrt(math.fsum(each**2 for each in moved) / len(moved))
