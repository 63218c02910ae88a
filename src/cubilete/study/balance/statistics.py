"""Sums up the facts of games, one by one, in constant memory."""

import math
from collections import Counter
from dataclasses import dataclass, field

from cubilete.core.message import Message
from cubilete.core.parts.study import Piece
from cubilete.study.balance.games import GameFacts
from cubilete.study.balance.luck import GameLuck, LuckShare, share_of_luck
from cubilete.study.balance.plan import Plan

PERCENTILES = (5, 25, 50, 75, 95)


@dataclass
class Mean:
    """The mean of independent values, and half of its 95 % interval."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """Of the mean; infinite for fewer than two values."""
        if self.count < 2:
            return math.inf
        spread = max(self.squares - self.count * self.mean**2, 0.0) / (self.count - 1)
        return spread / self.count

    @property
    def margin(self) -> float:
        return 1.96 * math.sqrt(self.variance)

    def without(self, other: "Mean") -> "Mean":
        """The mean of those values that are not among the other's."""
        return Mean(
            self.count - other.count, self.total - other.total, self.squares - other.squares
        )


@dataclass
class Spread:
    """The distribution of whole numbers."""

    counts: Counter[int] = field(default_factory=Counter)

    def add(self, value: int) -> None:
        self.counts[value] += 1

    @property
    def count(self) -> int:
        return self.counts.total()

    @property
    def mean(self) -> float:
        return sum(value * times for value, times in self.counts.items()) / max(self.count, 1)

    @property
    def deviation(self) -> float:
        if self.count < 2:
            return 0.0
        mean = self.mean
        squares = sum((value - mean) ** 2 * times for value, times in self.counts.items())
        return math.sqrt(squares / (self.count - 1))

    def percentile(self, percent: int) -> int:
        """The lowest value that at least so many percent do not exceed."""
        wanted, seen = self.count * percent / 100, 0
        for value in sorted(self.counts):
            seen += self.counts[value]
            if seen >= wanted:
                return value
        return 0

    @property
    def median(self) -> int:
        return self.percentile(50)


@dataclass
class PieceUse:
    """What became of one piece in all games."""

    times: int = 0
    games: int = 0
    """In how many games anybody used it."""
    points: int = 0
    values: Mean = field(default_factory=Mean)
    """What the game was worth to the seats that used it."""


@dataclass(frozen=True)
class Worth:
    """By how much seats that used a piece did better than those that did not."""

    difference: float
    margin: float


@dataclass(frozen=True)
class Sort:
    """Pieces of one kind that are called the same, such as red gems."""

    kind: str
    words: Message
    shares: dict[str, float]
    """For each piece the share of the games of one player in which that player used it."""

    @property
    def mean(self) -> float:
        return sum(self.shares.values()) / len(self.shares)

    def outside(self, least: float, most: float) -> list[str]:
        """The pieces that are used less or more often than this."""
        return [name for name, share in self.shares.items() if not least <= share <= most]


class Balance:
    """What the games of a plan gave."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        setup = plan.setup()
        self.pieces: list[Piece] = list(plan.game.study.pieces(setup))
        self.best_score = plan.game.study.best_score(setup)
        self.games = 0
        self.places = [Mean() for _ in plan.bots]
        """Values by the order of play, the seat that decides first at first."""
        self.place_scores = [Mean() for _ in plan.bots]
        self.seats = [Mean() for _ in plan.bots]
        """Values by seat."""
        self.opponents: list[Mean] = []
        """Values of players beyond the seats: the solo opponent of 216."""
        self.all_values = Mean()
        """Of all seats."""
        self.scores, self.gaps = Spread(), Spread()
        """Of the seats; and how far the best score was from the second."""
        self.rounds, self.decisions = Spread(), Spread()
        self.lead_changes, self.winners = Spread(), Spread()
        self.comebacks = Mean()
        """1 for games that were not won by who led alone at half; games without such a leader or
        with a shared victory are left out."""
        self.uses: dict[tuple[str, str], PieceUse] = {
            (piece.kind, piece.name): PieceUse() for piece in self.pieces
        }
        self.kinds: dict[str, PieceUse] = {piece.kind: PieceUse() for piece in self.pieces}
        self.analysed: list[GameLuck] = []
        self.mixed: list[GameLuck] = []
        """Of the games among unequal bots."""

    @property
    def alone(self) -> bool:
        """Whether values are points instead of shares of the victory."""
        return len(self.plan.bots) == 1 and not self.opponents

    @property
    def even(self) -> float:
        """The share of victory that all would have in a balanced game."""
        return 1 / (len(self.plan.bots) + len(self.opponents))

    def add(self, facts: GameFacts) -> None:
        players = len(self.plan.bots)
        self.games += 1
        if not self.opponents and len(facts.values) > players:
            self.opponents = [Mean() for _ in facts.values[players:]]
        for opponent, value in zip(self.opponents, facts.values[players:], strict=True):
            opponent.add(value)
        for seat in range(players):
            place = (seat - facts.first) % players
            self.seats[seat].add(facts.values[seat])
            self.places[place].add(facts.values[seat])
            self.place_scores[place].add(facts.scores[seat])
            self.all_values.add(facts.values[seat])
            self.scores.add(facts.scores[seat])
        if len(facts.scores) > 1:
            best, second = sorted(facts.scores, reverse=True)[:2]
            self.gaps.add(best - second)
        self.rounds.add(facts.rounds)
        self.decisions.add(facts.decisions)
        self.lead_changes.add(facts.lead_changes)
        self.winners.add(len(facts.winners))
        if facts.ahead_at_half is not None and len(facts.winners) == 1:
            self.comebacks.add(float(facts.ahead_at_half != facts.winners[0]))
        self.add_uses(facts)
        if facts.luck is not None:
            self.analysed.append(facts.luck)

    def add_uses(self, facts: GameFacts) -> None:
        seen: set[object] = set()
        for used in facts.uses:
            piece = self.uses.setdefault((used.kind, used.piece), PieceUse())
            kind = self.kinds.setdefault(used.kind, PieceUse())
            for each, name in ((piece, (used.kind, used.piece)), (kind, used.kind)):
                each.times += used.times
                each.points += used.points
                each.games += name not in seen
                seen.add(name)
                if (name, used.seat) not in seen:
                    seen.add((name, used.seat))
                    each.values.add(facts.values[used.seat])

    # --- What follows from it ---

    def worth(self, use: PieceUse) -> Worth | None:
        """None where all or nobody used it."""
        others = self.all_values.without(use.values)
        if use.values.count < 2 or others.count < 2:
            return None
        noise = math.sqrt(use.values.variance + others.variance)
        return Worth(use.values.mean - others.mean, 1.96 * noise)

    def of_kind(self, kind: str) -> list[tuple[str, PieceUse]]:
        """The pieces of a kind with their uses, in the order of the material."""
        return [(name, use) for (other, name), use in self.uses.items() if other == kind]

    def sorts(self) -> list[Sort]:
        """The pieces by what people call them, in the order of the material."""
        players = max(self.all_values.count, 1)
        found: dict[tuple[str, str], Sort] = {}
        for piece in self.pieces:
            sort = found.setdefault(
                (piece.kind, str(piece.words)), Sort(piece.kind, piece.words, {})
            )
            sort.shares[piece.name] = self.uses[piece.kind, piece.name].values.count / players
        return list(found.values())

    def median_use(self, kind: str) -> float:
        """How often the piece in the middle of its kind is used, all games together."""
        times = sorted(use.times for _, use in self.of_kind(kind))
        middle = len(times) // 2
        return times[middle] if len(times) % 2 else (times[middle - 1] + times[middle]) / 2

    def most_used(self, kind: str) -> str:
        return max(self.of_kind(kind), key=lambda each: each[1].times)[0]

    @property
    def shared_wins(self) -> float:
        """The share of games with more than one winner."""
        shared = sum(times for winners, times in self.winners.counts.items() if winners > 1)
        return shared / self.games if self.games else 0.0

    def luck(self) -> LuckShare | None:
        return share_of_luck(self.analysed)

    def mixed_luck(self) -> LuckShare | None:
        return share_of_luck(self.mixed)
