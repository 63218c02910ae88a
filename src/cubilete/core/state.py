"""What a position of a game is: the contract that every game's rules fulfil.

A state is a pure machine. It never holds a random generator or a shuffled deck; it says
what it waits for (`turn`), and is told what happened:

- `CHANCE`: dice or cards. `draws` lists how many equally likely ways each independent draw
  has; `outcome` turns the numbers drawn into the code of what fell.
- `SEATS`: decisions. `acting` is the set of seats that may act now, one bit a seat;
  `legal` lists what one of them may do.
- `TABLE`: something that the rules imply and that is said aloud; its code is 0.
- `OVER`: nothing any more.

Whatever happens is a pair: by whom (a seat from 0, or CHANCE, or TABLE), and a code, a
number that only this state can read. `text` and `parse` translate codes from and into the
notation of records, one text for each code.

`apply` checks and leaves the state unchanged when it refuses. `advance` does not check: it
is for loops that take their codes from `legal`, `choose` and `sample`.

This module is compiled; a game written elsewhere in plain Python subclasses `State` all the
same.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from cubilete.core.errors import CubileteError, IllegalAction, ImpossibleOutcome
from cubilete.core.message import N_
from cubilete.core.rng import Rng

SEATS: Final = 0
CHANCE: Final = -1
TABLE: Final = -2
OVER: Final = -3

EVERYBODY: Final = -1
"""The audience of a public event, spectators included. Otherwise an audience is one bit a seat."""

MANY_WAYS: Final = 200_000


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class State:
    """A position. Subclasses implement everything that raises NotImplementedError here."""

    # --- What the state waits for ---

    def turn(self) -> i64:
        """SEATS, CHANCE, TABLE or OVER."""
        raise NotImplementedError

    def acting(self) -> i64:
        """The seats that may act now, as a bit set; 0 unless `turn` is SEATS."""
        raise NotImplementedError

    @property
    def over(self) -> bool:
        return self.turn() == OVER

    @property
    def to_act(self) -> list[int]:
        """The seats that may act now, ascending."""
        mask = self.acting() if self.turn() == SEATS else 0
        return [seat for seat in range(self.seat_count()) if mask >> seat & 1]

    def seat_count(self) -> i64:
        raise NotImplementedError

    # --- Decisions ---

    def legal(self, seat: i64) -> list[int]:
        """Every code that `seat` may apply now, each once; empty if it may not act."""
        raise NotImplementedError

    def is_legal(self, seat: i64, code: i64) -> bool:
        return code in self.legal(seat)

    def choose(self, seat: i64, rng: Rng) -> i64:
        """One legal code at random: `legal(seat)[rng.below(n)]`, or anything equal to it."""
        codes = self.legal(seat)
        return codes[rng.below(len(codes))]

    def refusal(self, seat: i64, code: i64) -> CubileteError:
        """Why `seat`, who may act, may not do this: the rule that is in the way."""
        raise NotImplementedError

    def turn_rule(self) -> str:
        """The number of the rule that says whose turn it is."""
        return ""

    # --- Chance ---

    def draws(self) -> list[int]:
        """How many equally likely ways each of the independent draws has that are due now."""
        raise NotImplementedError

    def outcome(self, drawn: list[int]) -> i64:
        """The code of what falls when the draws give these numbers, each from 0."""
        raise NotImplementedError

    def sample(self, rng: Rng) -> i64:
        """An outcome at random: `outcome(rng.draw(draws()))`, or anything equal to it."""
        return self.outcome(rng.draw(self.draws()))

    def is_possible(self, code: i64) -> bool:
        """Whether chance can fall like this now."""
        raise NotImplementedError

    def distribution(self) -> dict[int, int]:
        """Every outcome due now with the number of equally likely ways in which it falls."""
        sizes = self.draws()
        ways = 1
        for size in sizes:
            ways *= size
        if ways > MANY_WAYS:
            raise OverflowError(f"{ways} ways are too many to list one by one")
        counts: dict[int, int] = {}
        for number in range(ways):
            drawn: list[int] = []
            rest = number
            for size in sizes:
                drawn.append(rest % size)
                rest //= size
            code = self.outcome(drawn)
            counts[code] = counts.get(code, 0) + 1
        return counts

    # --- What happens ---

    def advance(self, by: i64, code: i64) -> None:
        """Lets it happen, without a check."""
        raise NotImplementedError

    def apply(self, by: i64, code: i64) -> None:
        """Lets it happen, or raises IllegalAction or ImpossibleOutcome and changes nothing."""
        self.check(by, code)
        self.advance(by, code)

    def check(self, by: i64, code: i64) -> None:
        """Raises what `apply` would raise."""
        self.check_turn(by)
        if by == CHANCE:
            if not self.is_possible(code):
                raise ImpossibleOutcome(
                    "impossible-outcome",
                    self.turn_rule(),
                    N_("This can't fall now."),
                )
        elif by >= 0 and not self.is_legal(by, code):
            raise self.refusal(by, code)

    def check_turn(self, by: i64) -> None:
        """Raises unless the state waits for `by`."""
        turn = self.turn()
        if turn == OVER:
            raise IllegalAction("game-over", self.turn_rule(), N_("The game is over."))
        if by == CHANCE or by == TABLE:
            if turn != by:
                raise ImpossibleOutcome(
                    "not-due", self.turn_rule(), N_("Nothing is to be rolled, drawn or said now.")
                )
            return
        if by < 0 or by >= self.seat_count():
            raise IllegalAction("no-such-seat", "", N_("There is no seat {seat}."), seat=by)
        if turn != SEATS:
            raise IllegalAction(
                "not-due", self.turn_rule(), N_("Dice or cards come first, then the players.")
            )
        if not self.acting() >> by & 1:
            raise IllegalAction(
                "not-your-turn", self.turn_rule(), N_("It is not the turn of seat {seat}."), seat=by
            )

    def playout(self, rng: Rng) -> i64:
        """Plays on to the end, every decision uniform among the legal ones.

        Returns the number of decisions. A game may have a faster loop of its own, which
        plays the same.
        """
        decisions: i64 = 0
        while True:
            turn: i64 = self.turn()
            if turn == SEATS:
                seat: i64 = pick_seat(self.acting(), rng)
                self.advance(seat, self.choose(seat, rng))
                decisions += 1
            elif turn == CHANCE:
                self.advance(turn, self.sample(rng))
            elif turn == OVER:
                return decisions
            else:
                self.advance(turn, 0)

    # --- Notation ---

    def text(self, by: i64, code: i64) -> str:
        """The text of a code that can be applied now; of TABLE's, what the table says."""
        raise NotImplementedError

    def parse(self, by: i64, text: str) -> i64:
        """The code that a text means now; raises where it means none.

        It need not be legal or possible yet: `apply` says why not, with the rule.
        """
        raise NotImplementedError

    def read(self, by: i64, text: str) -> i64:
        """Like `parse`, and refuses every spelling but the one of the notation."""
        self.check_turn(by)
        code = self.parse(by, text) if by != TABLE else 0
        if self.text(by, code) != text:
            raise unreadable(by, text)
        return code

    def play(self, by: i64, text: str) -> None:
        """`apply` for a text."""
        self.apply(by, self.read(by, text))

    def legal_texts(self, seat: i64) -> list[str]:
        """All that `seat` may do now, in notation, sorted."""
        return sorted([self.text(seat, code) for code in self.legal(seat)])

    # --- Who may know ---

    def audience(self, by: i64, code: i64) -> i64:
        """Who may know this event, which is about to be applied: EVERYBODY, or a bit set."""
        return EVERYBODY

    def sealed(self) -> bool:
        """Whether the decisions whose audience was their own seat are still closed.

        Once this is false they are open to everybody, for good.
        """
        return False

    # --- The end ---

    def scores(self) -> list[int]:
        """The points as they stand; final when the game is over."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """Who has won, ascending, when the game is over."""
        raise NotImplementedError

    # --- Copies ---

    def copy(self) -> "State":
        raise NotImplementedError

    def fingerprint(self) -> tuple[object, ...]:
        """All that the state consists of: equal fingerprints, equal states."""
        raise NotImplementedError


def pick_seat(mask: i64, rng: Rng) -> i64:
    """One of the seats of a bit set, at random where there are several."""
    count: i64 = 0
    rest: i64 = mask
    while rest:
        rest &= rest - 1
        count += 1
    skip: i64 = 0
    if count > 1:
        skip = rng.below(count)
    seat: i64 = 0
    rest = mask
    while True:
        if rest & 1:
            if skip == 0:
                return seat
            skip -= 1
        rest >>= 1
        seat += 1


def unreadable(by: i64, text: str) -> CubileteError:
    """The error for a text that the notation does not know at this point."""
    shown = text if len(text) <= 60 else text[:59] + "…"
    if by >= 0:
        return IllegalAction(
            "unreadable", "", N_("“{text}” is not an action that can be read here."), text=shown
        )
    return ImpossibleOutcome(
        "unreadable", "", N_("“{text}” is not an outcome that can be read here."), text=shown
    )
