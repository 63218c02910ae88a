"""What was luck and what was skill in a finished game.

The reference player is the game's strategy. V, the value of a position, is what the game is worth
to every seat if all of them go on by the strategy. A decision is judged by what its seat knew: W of
an action is the mean over positions that the seat could hold possible.

- *Skill* of a decision: W(chosen) - W(the strategy's choice), a number for every seat.
- *Cost* of a decision: what the deciding seat lost against the best action, by W; measured with
  playouts that had no part in finding the best.
- *Luck* of any event: the change of V, less the skill.

V at a decision is V after the strategy's choice, the same number if that was chosen; events without
an alternative carry V over. Every V is computed once and used by the events on both sides of it, so
that for each seat final - initial = luck + skill, whatever the noise of the playouts.

Sealed decisions are one step, each judged by the view when deciding began. Where several seats may
act, who comes first is luck, and waiting costs nothing. In a game that is played alone, values are
points.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cubilete.bots.judge import Judgement, candidates, judge, outcome
from cubilete.bots.positions import (
    Imagine,
    has_levels,
    imagination,
    needs_position,
    open_position,
)
from cubilete.core.errors import CubileteError
from cubilete.core.game import AnyGame
from cubilete.core.match import Match, replay
from cubilete.core.message import N_
from cubilete.core.parts.policy import Budget, Effort
from cubilete.core.record import Event, Record
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import CHANCE, SEATS, TABLE, State
from cubilete.core.strategy import NO_HORIZON, Strategy, play_out, values

Vector = tuple[float, ...]
"""A number for every seat."""


@dataclass(frozen=True)
class Choice:
    """A decision of a seat, judged by what it knew."""

    n: int
    """The number of its event."""
    seat: int
    chosen: str
    best: str
    cost: float
    """What the seat lost against the best action; at least 0."""
    lead: float
    """What the playouts tell of it: noise can make it less than 0. A sum of costs is too high,
    because noise counts only where it raises them; a sum of leads is not."""
    cost_error: float
    skill: Vector
    skill_errors: Vector
    by_bot: bool
    """A bot decided for a person."""


@dataclass(frozen=True)
class Step:
    """An event, or the sealed decisions of one turn together."""

    first: int
    """The number of its first event."""
    last: int
    change: Vector
    """How V has changed."""
    choices: tuple[Choice, ...]

    @property
    def skill(self) -> Vector:
        zero = (0.0,) * len(self.change)
        return add(zero, *(choice.skill for choice in self.choices))

    @property
    def luck(self) -> Vector:
        return tuple(map(float.__sub__, self.change, self.skill))


def add(*vectors: Vector) -> Vector:
    return tuple(math.fsum(column) for column in zip(*vectors, strict=True))


@dataclass(frozen=True)
class Value:
    """The value of a position, with the standard errors."""

    mean: Vector
    errors: Vector


class Analyst:
    """Judges the positions of one record. Positions are numbered by the events before them, so
    that any of them can be judged apart, in any process, with the same result."""

    def __init__(
        self, record: Record, effort: Effort, seed: int, game: AnyGame | None = None
    ) -> None:
        self.match: Match = replay(record, game)
        self.game = self.match.game
        self.effort = effort
        self.seed = seed
        if self.match.result is None or self.match.abandoned:
            raise CubileteError("not-over", "", N_("The game isn't over yet."))
        if not has_levels(self.game):
            raise CubileteError(
                "not-analysable", "", N_("{game} can't be analysed."), game=self.game.name
            )
        self.events: tuple[Event, ...] = tuple(self.match.events)
        self.strategy: Strategy = self.game.policy.strategy(self.match.setup)
        self.positions = self.fold()
        self.by_bot = {event.n for event in record.events if event.more.get("bot") is True}

    def rng(self, *parts: str | int) -> Rng:
        return seeded("analysis", self.seed, *parts)

    # --- Positions ---

    def fold(self) -> list[State]:
        """The position before each event, and the last one."""
        state: State = self.game.rules.start(self.match.setup)
        found = [state.copy()]
        for event in self.events:
            by = {"chance": CHANCE, "table": TABLE}.get(str(event.by), event.by)
            assert isinstance(by, int)
            state.advance(by, state.read(by, event.text))
            found.append(state.copy())
        return found

    def value_of(self, state: State, *name: str | int) -> Value:
        """V of a position, by playouts."""
        if state.over:
            exact = tuple(values(state))
            return Value(exact, (0.0,) * len(exact))
        rng = self.rng("value", *name)
        sample = Judgement(0)
        for _ in range(self.effort.value):
            sample.results.append(self.played_out(state.copy(), rng))
        seats = range(len(sample.results[0]))
        return Value(sample.values, tuple(sample.error(seat) for seat in seats))

    def played_out(self, state: State, rng: Rng) -> list[float]:
        """What a position is worth to every seat, played out once."""
        turns, strategy = self.effort.turns, self.strategy
        last_turn = strategy.turn_number(state) + turns if turns else NO_HORIZON
        play_out(state, strategy, rng, last_turn)
        return values(state) if state.over else strategy.estimate(state)

    # --- Steps ---

    def steps(self) -> list[range]:
        """The indices of the events of each step: one event, or the sealed decisions of a turn
        together."""
        found: list[range] = []
        begun = 0
        for index, position in enumerate(self.positions[1:]):
            if not position.sealed():
                found.append(range(begun, index + 1))
                begun = index + 1
        return found

    def study(self, step: range) -> tuple[Value | None, tuple[Choice, ...]]:
        """What must be computed for one step: the value of the position before it, None where it is
        that of the position after it, and its decisions."""
        state = self.positions[step.start]
        if state.turn() != SEATS:
            return (None if state.turn() == TABLE else self.value_of(state, step.start)), ()
        choices = tuple(
            self.judge_choice(self.before_decision(step, index), self.events[index])
            for index in step
            if len(self.positions[index].legal(by_seat(self.events[index]))) > 1
        )
        if not choices:
            return None, ()
        if len(step) == 1 and len(state.to_act) == 1:
            return self.value_after_usual(state, step.start), choices
        return self.value_of(state, step.start), choices

    def before_decision(self, step: range, index: int) -> State:
        """The position in which a decision is judged: where sealed ones began, or its own."""
        return self.positions[step.start if len(step) > 1 else index]

    def value_after_usual(self, state: State, index: int) -> Value | None:
        """V at the decision of a single seat: V after the strategy's choice."""
        seat = by_seat(self.events[index])
        usual = self.usual_choice(state, seat, index + 1)
        if usual == state.read(seat, self.events[index].text):
            return None
        after = state.copy()
        after.advance(seat, usual)
        return self.value_of(after, index)

    # --- Decisions ---

    def usual_choice(self, state: State, seat: int, n: int) -> int:
        """The strategy's choice at event `n`. Its random numbers depend on the events before it
        alone: with the seed of the analysis, each seed would measure skill by another reference,
        and no error would tell."""
        before = (event.text for event in self.events[: n - 1])
        return int(self.strategy.choose(state, seat, seeded("choice", seat, *before)))

    def judge_choice(self, state: State, event: Event) -> Choice:
        """Judges the decision of `event`, which `state` waits for."""
        seat = by_seat(event)
        imagine = self.imagine(state, seat)
        chosen = int(state.read(seat, event.text))
        usual = self.usual_choice(state, seat, event.n)
        half = self.effort.decision // 2
        best = self.find_best(imagine, seat, {chosen, usual}, half, event.n)
        compared = self.compare(imagine, seat, (best, chosen, usual), half, event.n)
        lost, lost_errors = compared[best].difference(compared[chosen])
        skill, skill_errors = compared[chosen].difference(compared[usual])
        if lost[seat] <= 0:
            best = chosen
        return Choice(
            event.n,
            seat,
            event.text,
            state.text(seat, best),
            max(lost[seat], 0.0),
            lost[seat],
            lost_errors[seat],
            skill,
            skill_errors,
            event.n in self.by_bot,
        )

    def find_best(
        self, imagine: Imagine, seat: int, wanted: set[int], playouts: int, n: int
    ) -> int:
        """The best of these actions and of those that are worth a look."""
        budget = Budget(playouts, self.effort.shortlist, self.effort.turns)
        rng = self.rng("judge", n)
        tried = candidates(imagine, seat, self.strategy, budget, rng, wanted)
        if len(tried) == 1:
            return tried[0]
        return judge(imagine, seat, self.strategy, budget, rng, wanted)[0].code

    def compare(
        self, imagine: Imagine, seat: int, codes: Sequence[int], playouts: int, n: int
    ) -> dict[int, Judgement]:
        """Judges a few actions by playouts of their own: the best of many looks better than it is
        in the playouts that it was chosen by. The same action needs none to equal itself."""
        found = {code: Judgement(code) for code in codes}
        rng = self.rng("compare", n)
        several = len(found) > 1
        for _ in range(max(playouts // len(found), 2) if several else 2):
            position = imagine(rng)
            luck = rng.bits()
            for code, judgement in found.items():
                judgement.results.append(
                    outcome(position, seat, code, self.strategy, self.effort.turns, luck)
                )
        return found

    def imagine(self, state: State, seat: int) -> Imagine:
        view = self.game.rules.view(state, seat)
        position = open_position(self.game, state) if needs_position(self.game) else None
        return imagination(self.game, self.match.setup, view, position)


def by_seat(event: Event) -> int:
    assert isinstance(event.by, int)
    return event.by
