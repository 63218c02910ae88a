"""Pig: roll as often as you like, but a 1 loses what you rolled in this turn."""

from dataclasses import dataclass

from cubilete import (
    CHANCE,
    OVER,
    SEATS,
    About,
    CubileteError,
    Game,
    IllegalAction,
    Rules,
    Setup,
    State,
    View,
    basics,
    unreadable,
)

GOAL = 100
ROLL, HOLD = 0, 1
WORDS = ("roll", "hold")


class Pig(State):
    """The points, whose turn it is, and what that turn has gained so far."""

    def __init__(self, seats: int) -> None:
        self.points = [0] * seats
        self.current = 0
        self.gained = 0
        self.rolling = True

    # --- What the game waits for ---

    def turn(self) -> int:
        if max(self.points) >= GOAL:
            return OVER
        return CHANCE if self.rolling else SEATS

    def acting(self) -> int:
        return 1 << self.current if self.turn() == SEATS else 0

    def seat_count(self) -> int:
        return len(self.points)

    # --- Decisions and dice ---

    def legal(self, seat: int) -> list[int]:
        return [ROLL, HOLD] if self.acting() >> seat & 1 else []

    def refusal(self, seat: int, code: int) -> CubileteError:
        return IllegalAction("bad-action", "", "Roll or hold.")

    def draws(self) -> list[int]:
        return [6]

    def outcome(self, drawn: list[int]) -> int:
        return drawn[0] + 1

    def is_possible(self, code: int) -> bool:
        return 1 <= code <= 6

    def advance(self, by: int, code: int) -> None:
        if by != CHANCE:
            self.rolling = True
            if code == HOLD:
                self.points[self.current] += self.gained
                self.end_turn()
        elif code == 1:
            self.end_turn()
        else:
            self.gained += code
            self.rolling = False

    def end_turn(self) -> None:
        self.current = (self.current + 1) % len(self.points)
        self.gained = 0

    # --- Notation ---

    def text(self, by: int, code: int) -> str:
        return f"die {code}" if by == CHANCE else WORDS[code]

    def parse(self, by: int, text: str) -> int:
        if by == CHANCE and text in [f"die {face}" for face in range(1, 7)]:
            return int(text[-1])
        if by != CHANCE and text in WORDS:
            return WORDS.index(text)
        raise unreadable(by, text)

    # --- The end, and copies ---

    def scores(self) -> list[int]:
        return list(self.points)

    def winners(self) -> list[int]:
        return [seat for seat, points in enumerate(self.points) if points >= GOAL]

    def copy(self) -> "Pig":
        new = type(self)(len(self.points))
        new.points = list(self.points)
        new.current, new.gained, new.rolling = self.current, self.gained, self.rolling
        return new

    def fingerprint(self) -> tuple[object, ...]:
        return (tuple(self.points), self.current, self.gained, self.rolling)


@dataclass(frozen=True, kw_only=True)
class PigView(View):
    current: int
    gained: int


class PigRules(Rules[Pig, PigView]):
    all_open = True

    def start(self, setup: Setup) -> Pig:
        return Pig(setup.players)

    def view(self, state: Pig, seat: int | None) -> PigView:
        return PigView(current=state.current, gained=state.gained, **basics(state, seat))

    def dice_shown(self, text: str) -> tuple[int, ...]:
        return (int(text[-1]),)


GAME = Game(
    about=About(slug="pig", name="Pig", players=range(2, 17), minutes=10, credit="John Scarne"),
    rules=PigRules(),
)
