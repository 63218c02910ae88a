"""A position of a game: the contract that the rules of every game implement.

A state is a deterministic state machine. It must not hold a random generator or a shuffled deck.
`turn` says what it waits for:

- `CHANCE`: dice or cards. `draws` lists the sizes of the independent draws that are due, each
  of that many equally likely numbers; `outcome` converts the numbers drawn into a code.
- `SEATS`: decisions. `acting` is the set of seats that may act now, one bit per seat;
  `legal` lists the codes that one of them may apply.
- `TABLE`: an announcement that follows from the rules, such as lifting all cups; its code is 0.
- `OVER`: nothing; the game is over.

An event is a pair: who caused it (a seat from 0, CHANCE or TABLE), and a code, an integer whose
meaning depends on the state. `text` and `parse` convert codes to and from the notation of
records, one text for each code.

`apply` checks, and leaves the state unchanged when it refuses. `advance` does not check: it
is for loops that take their codes from `legal`, `choose` and `sample`.

This module is compiled. A game in plain Python can subclass `State` too.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from cubilete.core.errors import CubileteError, IllegalAction, ImpossibleOutcome
from cubilete.core.message import N_, SeatName
from cubilete.core.rng import Rng

SEATS: Final = 0
CHANCE: Final = -1
TABLE: Final = -2
OVER: Final = -3

EVERYBODY: Final = -1
"""The audience of a public event, spectators included. Other audiences are one bit per seat."""

MANY_WAYS: Final = 200_000


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class State:
    """A position. Subclasses must implement every method that raises NotImplementedError here."""

    # --- What the state waits for ---

    def turn(self) -> i64:
        """SEATS, CHANCE, TABLE or OVER."""
        raise NotImplementedError

    def acting(self) -> i64:
        """The seats that may act now, as a bit set; 0 unless `turn` is SEATS."""
        raise NotImplementedError

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.turn() == OVER

    @property
    def to_act(self) -> list[int]:
        """The seats that may act now, ascending."""
        mask = self.acting() if self.turn() == SEATS else 0
        return [seat for seat in range(self.seat_count()) if mask >> seat & 1]

    def seat_count(self) -> i64:
        """The number of seats, which have the numbers from 0."""
        raise NotImplementedError

    # --- Decisions ---

    def legal(self, seat: i64) -> list[int]:
        """Every code that `seat` may apply now, each once; empty if it may not act."""
        raise NotImplementedError

    def is_legal(self, seat: i64, code: i64) -> bool:
        """Whether `seat` may apply this code now."""
        return code in self.legal(seat)

    def choose(self, seat: i64, rng: Rng) -> i64:
        """A random legal code.

        Overrides must return `legal(seat)[rng.below(n)]` and advance `rng` as that does.
        """
        codes = self.legal(seat)
        return codes[rng.below(len(codes))]

    def refusal(self, seat: i64, code: i64) -> CubileteError:
        """The error for an illegal code of a seat that may act: it names the rule."""
        raise NotImplementedError

    def turn_rule(self) -> str:
        """The number of the rule that says whose turn it is."""
        return ""

    # --- Chance ---

    def draws(self) -> list[int]:
        """The sizes of the independent draws that are due now."""
        raise NotImplementedError

    def outcome(self, drawn: list[int]) -> i64:
        """The code of the outcome for these drawn numbers, each counted from 0."""
        raise NotImplementedError

    def sample(self, rng: Rng) -> i64:
        """A random outcome.

        Overrides must return `outcome(rng.draw(draws()))` and advance `rng` as that does.
        """
        return self.outcome(rng.draw(self.draws()))

    def is_possible(self, code: i64) -> bool:
        """Whether this code is a possible outcome now."""
        raise NotImplementedError

    def distribution(self) -> dict[int, int]:
        """Every possible outcome now, with the number of equally likely draws that give it."""
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
        """Applies an event without checking it."""
        raise NotImplementedError

    def apply(self, by: i64, code: i64) -> None:
        """Applies an event, or raises IllegalAction or ImpossibleOutcome and changes nothing."""
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
                    N_("That can't come up now."),
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
                    "not-due", self.turn_rule(), N_("There is nothing to roll, draw or reveal now.")
                )
            return
        if by < 0 or by >= self.seat_count():
            raise IllegalAction("no-such-seat", "", N_("There is no seat {seat}."), seat=by + 1)
        if turn != SEATS:
            raise IllegalAction(
                "not-due", self.turn_rule(), N_("First the dice or cards, then the players.")
            )
        if not self.acting() >> by & 1:
            raise IllegalAction(
                "not-your-turn",
                self.turn_rule(),
                N_("It isn't {seat}'s turn."),
                seat=SeatName(by),
            )

    def playout(self, rng: Rng) -> i64:
        """Plays to the end, each decision uniformly random among the legal ones.

        Returns the number of decisions. A game may override it with a faster loop that plays
        the same game for the same `rng`.
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
        """The notation of a code that can be applied now; for TABLE, of the announcement."""
        raise NotImplementedError

    def parse(self, by: i64, text: str) -> i64:
        """The code of a text; raises if the text is not readable now.

        The code need not be legal or possible: `apply` refuses it with the rule.
        """
        raise NotImplementedError

    def read(self, by: i64, text: str) -> i64:
        """Like `parse`, but accepts only the exact spelling that `text` gives."""
        self.check_turn(by)
        code = self.parse(by, text) if by != TABLE else 0
        if self.text(by, code) != text:
            raise unreadable(by, text)
        return code

    def play(self, by: i64, text: str) -> None:
        """`apply` for a text."""
        self.apply(by, self.read(by, text))

    def legal_texts(self, seat: i64) -> list[str]:
        """The legal actions of `seat` in notation, sorted."""
        return sorted([self.text(seat, code) for code in self.legal(seat)])

    # --- Who may know ---

    def audience(self, by: i64, code: i64) -> i64:
        """Who may know an event: EVERYBODY, or a bit set of seats. Called before it is applied."""
        return EVERYBODY

    def sealed(self) -> bool:
        """Whether decisions that only their own seat knows must stay secret.

        When it becomes false, all of them so far become public.
        """
        return False

    # --- The end ---

    def scores(self) -> list[int]:
        """The current points; final when the game is over."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """The seats that have won, ascending. Only when the game is over."""
        raise NotImplementedError

    # --- Copies ---

    def copy(self) -> "State":
        """A position that is the same and changes independently."""
        raise NotImplementedError

    def fingerprint(self) -> tuple[object, ...]:
        """All values of the state: states are equal if their fingerprints are."""
        raise NotImplementedError


def pick_seat(mask: i64, rng: Rng) -> i64:
    """A random seat of a bit set. Draws no number if there is only one."""
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
    """The error for a text that is not notation of the current position."""
    shown = text if len(text) <= 60 else text[:59] + "…"
    if by >= 0:
        return IllegalAction(
            "unreadable", "", N_("“{text}” is not a valid action here."), text=shown
        )
    return ImpossibleOutcome(
        "unreadable", "", N_("“{text}” is not a valid outcome here."), text=shown
    )
