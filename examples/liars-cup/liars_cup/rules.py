"""The rules, in the order of the rulebook."""

from dataclasses import dataclass

from cubilete import (
    CHANCE,
    EVERYBODY,
    N_,
    OVER,
    SEATS,
    TABLE,
    CubileteError,
    IllegalAction,
    Option,
    Rules,
    Setup,
    State,
    View,
    basics,
    unreadable,
)

DOUBT = 0
"""The code of a doubt; the code of a claim is the number that is claimed."""


class LiarsCup(State):
    def __init__(self, seats: int, lives: int) -> None:
        self.lives = [lives] * seats
        self.dice: list[int] = []
        """The dice under the cups, in seat order; filled one by one."""
        self.starter = 0
        self.claims: list[int] = []
        self.doubted = False

    # --- What the game waits for ---

    def turn(self) -> int:
        if min(self.lives) == 0:  # LC-6
            return OVER
        if len(self.dice) < len(self.lives):
            return CHANCE
        return TABLE if self.doubted else SEATS

    def current(self) -> int:
        """LC-3: the seats claim in turn."""
        return (self.starter + len(self.claims)) % len(self.lives)

    def acting(self) -> int:
        return 1 << self.current() if self.turn() == SEATS else 0

    def seat_count(self) -> int:
        return len(self.lives)

    def turn_rule(self) -> str:
        return "LC-3"

    # --- Dice: LC-2 ---

    def draws(self) -> list[int]:
        return [6]

    def outcome(self, drawn: list[int]) -> int:
        return drawn[0] + 1

    def is_possible(self, code: int) -> bool:
        return 1 <= code <= 6

    def audience(self, by: int, code: int) -> int:
        """The dice are rolled seat after seat, and each seat knows its own only."""
        return 1 << len(self.dice) if by == CHANCE else EVERYBODY

    # --- Decisions: LC-3, LC-4 ---

    def last_claim(self) -> int:
        return self.claims[-1] if self.claims else 0

    def legal(self, seat: int) -> list[int]:
        if not self.acting() >> seat & 1:
            return []
        higher = list(range(self.last_claim() + 1, 6 * len(self.lives) + 1))
        return [DOUBT, *higher] if self.claims else higher

    def refusal(self, seat: int, code: int) -> CubileteError:
        if code == DOUBT:
            return IllegalAction("no-claim", "LC-4", N_("There is no claim to doubt yet."))
        return IllegalAction(
            "bad-claim",
            "LC-3",
            N_("A claim is above {last} and at most {most}."),
            last=self.last_claim(),
            most=6 * len(self.lives),
        )

    # --- What happens ---

    def advance(self, by: int, code: int) -> None:
        if by == CHANCE:
            self.dice.append(code)
        elif by == TABLE:
            self.lift_cups()
        elif code == DOUBT:
            self.doubted = True
        else:
            self.claims.append(code)

    def lift_cups(self) -> None:
        """LC-5: the doubter loses if the claim was true, and the claimer if it was not."""
        doubter = self.current()
        claimer = (doubter - 1) % len(self.lives)
        loser = doubter if sum(self.dice) >= self.last_claim() else claimer
        self.lives[loser] -= 1
        self.starter = loser
        self.dice, self.claims, self.doubted = [], [], False

    # --- Notation ---

    def text(self, by: int, code: int) -> str:
        if by == CHANCE:
            return f"roll {code}"
        if by == TABLE:
            return "show " + " ".join(str(die) for die in self.dice)
        return "doubt" if code == DOUBT else f"claim {code}"

    def parse(self, by: int, text: str) -> int:
        verb, _, number = text.partition(" ")
        if by >= 0 and text == "doubt":
            return DOUBT
        if verb == ("roll" if by == CHANCE else "claim"):
            if number.isascii() and number.isdigit() and len(number) < 4:
                return int(number)
        raise unreadable(by, text)

    # --- The end, and copies ---

    def scores(self) -> list[int]:
        return list(self.lives)

    def winners(self) -> list[int]:
        return [seat for seat, lives in enumerate(self.lives) if lives == max(self.lives)]

    def copy(self) -> "LiarsCup":
        new = type(self)(len(self.lives), 0)
        new.lives, new.dice, new.claims = list(self.lives), list(self.dice), list(self.claims)
        new.starter, new.doubted = self.starter, self.doubted
        return new

    def fingerprint(self) -> tuple[object, ...]:
        piles = (tuple(self.lives), tuple(self.dice), tuple(self.claims))
        return (*piles, self.starter, self.doubted)


@dataclass(frozen=True, kw_only=True)
class LiarsCupView(View):
    claim: int
    """The last claim; 0 before the first."""
    own_die: int
    """The die under the viewer's own cup; 0 for a spectator."""


class LiarsCupRules(Rules[LiarsCup, LiarsCupView]):
    options = (Option("lives", int, N_("Lives"), "LC-1", default=3, least=1, most=5),)
    players_rule = "LC-1"
    real_dice = False

    def start(self, setup: Setup) -> LiarsCup:
        lives = setup.agreed["lives"]
        assert isinstance(lives, int)
        return LiarsCup(setup.players, lives)

    def view(self, state: LiarsCup, seat: int | None) -> LiarsCupView:
        own = state.dice[seat] if seat is not None and seat < len(state.dice) else 0
        return LiarsCupView(claim=state.last_claim(), own_die=own, **basics(state, seat))

    def has_secrets(self, view: LiarsCupView) -> bool:
        return view.turn != "over"

    def dice_shown(self, text: str) -> tuple[int, ...]:
        verb, *dice = text.split(" ")
        return tuple(int(die) for die in dice) if verb == "show" else ()
