"""A sixth game in one file: how somebody else's package adds one.

High die: each player in turn rolls one die and may roll it again once; the highest die wins,
ties share it. Offer `GAME` by an entry point of the group `cubilete.games`, and run
`check_game(GAME)` on it.
"""

from cubilete import CHANCE, OVER, SEATS, Game, IllegalAction, State, check_game
from cubilete.core.errors import CubileteError
from cubilete.core.rules import Setup
from cubilete.core.state import unreadable
from cubilete.core.view import View, basics

KEEP, AGAIN = 0, 1
WORDS = {KEEP: "keep", AGAIN: "again"}


class HighDie(State):
    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.dice = [0] * seats
        self.current = 0
        self.rolls = 0
        self.rolling = True

    def turn(self) -> int:
        if self.current == self.seats:
            return OVER
        return CHANCE if self.rolling else SEATS

    def acting(self) -> int:
        return 1 << self.current if self.turn() == SEATS else 0

    def seat_count(self) -> int:
        return self.seats

    def legal(self, seat: int) -> list[int]:
        if not self.acting() >> seat & 1:
            return []
        return [KEEP, AGAIN] if self.rolls == 1 else [KEEP]

    def refusal(self, seat: int, code: int) -> CubileteError:
        return IllegalAction("rolled-twice", "HD-2", "A die is rolled again once.")

    def draws(self) -> list[int]:
        return [6]

    def outcome(self, drawn: list[int]) -> int:
        return drawn[0] + 1

    def is_possible(self, code: int) -> bool:
        return 1 <= code <= 6

    def advance(self, by: int, code: int) -> None:
        if by == CHANCE:
            self.dice[self.current] = code
            self.rolls += 1
            self.rolling = False
        else:
            self.rolling = True
            if code == KEEP:
                self.current += 1
                self.rolls = 0

    def text(self, by: int, code: int) -> str:
        return f"roll {code}" if by == CHANCE else WORDS[code]

    def parse(self, by: int, text: str) -> int:
        if by == CHANCE and text in [f"roll {face}" for face in range(1, 7)]:
            return int(text[-1])
        for code, word in WORDS.items():
            if by != CHANCE and text == word:
                return code
        raise unreadable(by, text)

    def scores(self) -> list[int]:
        return list(self.dice)

    def winners(self) -> list[int]:
        return [seat for seat, die in enumerate(self.dice) if die == max(self.dice)]

    def copy(self) -> "HighDie":
        new = type(self)(self.seats)
        new.dice = list(self.dice)
        new.current, new.rolls, new.rolling = self.current, self.rolls, self.rolling
        return new

    def fingerprint(self) -> tuple[object, ...]:
        return (tuple(self.dice), self.current, self.rolls, self.rolling)


class HighDieGame(Game):
    slug = "high-die"
    name = "High die"
    credit = "an example"
    players = range(2, 5)
    minutes = 1

    def start(self, setup: Setup) -> State:
        return HighDie(setup.players)

    def view(self, state: State, seat: int | None) -> View:
        return View(**basics(state, seat))


GAME = HighDieGame()

if __name__ == "__main__":
    check_game(GAME, games=20)
    print("High die keeps to the contract.")
