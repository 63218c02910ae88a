"""The rules of 216 (216-1 to 216-17). This module is compiled with mypyc."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from cubilete.core.bits import count_of, select
from cubilete.core.errors import CubileteError
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, EVERYBODY, OVER, SEATS, State, unreadable
from cubilete.games.two_sixteen.notation import (
    chance_text,
    decision_text,
    read_chance,
    read_decision,
)
from cubilete.games.two_sixteen.refusals import Position, why_not
from cubilete.games.two_sixteen.scoring import (
    Cards,
    count_lowest,
    count_met,
    is_lowest,
    lowest_at,
    met_at,
    offered,
    place_of,
)
from cubilete.games.two_sixteen.tables import (
    ALL_EMPTY,
    ALL_OF_A_HALF,
    BIT,
    CHANGED,
    CHOICE_START,
    CHOICES,
    CLAIM,
    CLAIM_FOR_HELP,
    CLAIM_FOR_POINTS,
    DICE,
    DRAW_HELP,
    DRAW_OBJECTIVE,
    DRAW_STARTER,
    EMPTY,
    GROUP_COUNT,
    HALF,
    HELP,
    IA_TAKES,
    KIND_COUNT,
    KIND_OF_USE,
    OBJECTIVES,
    OFFER_SIZE,
    ONE_HELP,
    OUTCOME_START,
    OUTCOMES,
    PASS,
    PLACE,
    REROLL,
    REROLL_ALL,
    REROLL_ONE,
    ROLL_DICE,
    SIZE,
    WAYS,
    count_helps,
    count_uses,
    help_at,
    is_use,
    rest_of,
    together,
    use_at,
)

# --- Stages of a round ---

FIRST_ROLL: Final = 0
SECOND_ROLL: Final = 1
TURN_OF_THE_IA: Final = 2
DEALING: Final = 3

SOLO: Final = 1
IA: Final = 1
"""The index of the IA's points in the solo game (216-15)."""


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class TwoSixteen(State):
    """A position of 216."""

    def __init__(
        self, cards: Cards, seats: i64, target: i64, hands: vec[i64], points: vec[i64]
    ) -> None:
        self.cards: Cards = cards
        self.seats: i64 = seats
        self.target: i64 = target
        self.waits: i64 = CHANCE
        self.due: i64 = DRAW_STARTER
        self.stage: i64 = DEALING
        self.first: i64 = -1
        self.current: i64 = -1
        self.rounds: i64 = 0
        self.dice: i64 = 0
        self.to_roll: i64 = 0
        self.helped: bool = False
        self.offer: i64 = ALL_EMPTY
        self.gap: i64 = 0
        self.low: i64 = ALL_OF_A_HALF
        self.high: i64 = ALL_OF_A_HALF
        self.help_deck: i64 = cards.helps
        self.help_discards: i64 = 0
        self.hands: vec[i64] = hands
        self.points: vec[i64] = points
        if seats == SOLO:  # 216-15: only the player can begin
            self.first = 0
            self.due = DRAW_OBJECTIVE

    # --- Turn: what the state waits for (216-1, 216-2) ---

    def turn(self) -> i64:
        return self.waits

    def acting(self) -> i64:
        if self.waits != SEATS:
            return 0
        return BIT[self.current]

    def seat_count(self) -> i64:
        return self.seats

    def turn_rule(self) -> str:
        if self.waits == OVER:
            return "216-13"
        return "216-15" if self.stage == TURN_OF_THE_IA else "216-1"

    def stage_name(self) -> str:
        if self.stage == TURN_OF_THE_IA:
            return "ia"
        return "second" if self.stage == SECOND_ROLL else "first"

    def can_be_served(self) -> bool:
        """216-3: after the first roll, if no help has been used."""
        return self.stage == FIRST_ROLL and not self.helped

    def begin_round(self) -> None:
        self.rounds += 1
        self.begin_turn(self.first)

    def begin_turn(self, seat: i64) -> None:
        self.current = seat
        self.stage = FIRST_ROLL
        self.helped = False
        self.gap = OFFER_SIZE
        self.dice = 0
        self.to_roll = DICE  # 216-2
        self.due = ROLL_DICE
        self.waits = CHANCE

    # --- Decisions ---

    def legal(self, seat: i64) -> list[int]:
        if self.waits != SEATS or seat != self.current:
            return []
        codes: list[int] = []
        for k in range(self.count_legal(seat)):
            codes.append(self.legal_at(seat, k))
        return codes

    def choose(self, seat: i64, rng: Rng) -> i64:
        return self.legal_at(seat, rng.below(self.count_legal(seat)))

    def count_legal(self, seat: i64) -> i64:
        if self.stage == TURN_OF_THE_IA:
            return count_lowest(self.cards, self.offer)
        claims: i64 = count_met(self.cards, self.offer, self.dice)
        if self.can_be_served():
            claims *= 2
        further: i64 = 1
        if self.stage == FIRST_ROLL:
            further = CHOICE_START[self.dice + 1] - CHOICE_START[self.dice]
        return claims + count_uses(self.hands[seat], self.dice) + further

    def legal_at(self, seat: i64, k: i64) -> i64:
        if self.stage == TURN_OF_THE_IA:
            return IA_TAKES + lowest_at(self.cards, self.offer, k)
        claims: i64 = count_met(self.cards, self.offer, self.dice)
        if self.can_be_served():
            if k < claims:
                return CLAIM_FOR_POINTS + met_at(self.cards, self.offer, self.dice, k)
            k -= claims
            if k < claims:
                return CLAIM_FOR_HELP + met_at(self.cards, self.offer, self.dice, k)
        elif k < claims:
            return CLAIM + met_at(self.cards, self.offer, self.dice, k)
        k -= claims
        uses: i64 = count_uses(self.hands[seat], self.dice)
        if k < uses:
            return HELP + use_at(self.hands[seat], self.dice, k)
        if self.stage == FIRST_ROLL:
            return REROLL + CHOICES[CHOICE_START[self.dice] + k - uses]
        return PASS

    def is_legal(self, seat: i64, code: i64) -> bool:
        if self.waits != SEATS or seat != self.current or code < 0 or code > PASS:
            return False
        if self.stage == TURN_OF_THE_IA:
            return (
                code >= IA_TAKES and code < REROLL and is_lowest(self.cards, self.offer, code & 127)
            )
        if code < IA_TAKES:
            if self.can_be_served() != (code >= CLAIM_FOR_POINTS):
                return False
            objective: i64 = code & 127
            if objective >= OBJECTIVES or place_of(self.offer, objective) < 0:
                return False
            return self.cards.meets(self.dice, objective) == 1
        if code < REROLL:
            return False
        if code < HELP:
            dice: i64 = code - REROLL
            if self.stage != FIRST_ROLL or dice == 0 or dice >= GROUP_COUNT:
                return False
            return rest_of(self.dice, dice) < GROUP_COUNT
        if code < PASS:
            return is_use(self.hands[seat], self.dice, code - HELP)
        return self.stage == SECOND_ROLL

    def refusal(self, seat: i64, code: i64) -> CubileteError:
        return why_not(
            Position(
                self.cards,
                self.dice,
                [offered(self.offer, place) for place in range(OFFER_SIZE)],
                self.hands[seat],
                self.stage_name(),
                self.helped,
            ),
            code,
        )

    # --- Effects ---

    def advance(self, by: i64, code: i64) -> None:
        if by == CHANCE:
            if self.due == ROLL_DICE:
                self.dice = together(self.dice, code)
                self.waits = SEATS
            elif self.due == DRAW_OBJECTIVE:
                self.refill(code)
            elif self.due == DRAW_HELP:
                self.take_help(code)
            else:
                self.first = code
                self.due = DRAW_OBJECTIVE
        elif code >= PASS:  # 216-7, 216-8
            self.draw_help()
        elif code >= HELP:
            self.use_help(code - HELP)
        elif code >= REROLL:  # 216-6
            self.stage = SECOND_ROLL
            self.roll_again(code - REROLL)
        elif code >= IA_TAKES:
            self.ia_takes(code & 127)
        else:
            self.claim(by, code)

    def roll_again(self, dice: i64) -> None:
        self.to_roll = SIZE[dice]
        self.dice = rest_of(self.dice, dice)
        self.due = ROLL_DICE
        self.waits = CHANCE

    def use_help(self, use: i64) -> None:
        """216-4, 216-7, 216-10: discards the card and changes the dice."""
        action: i64 = use >> 3
        face: i64 = use & 7
        card: i64 = ONE_HELP[KIND_OF_USE[action]]
        self.hands[self.current] = self.hands[self.current] - card
        self.help_discards += card
        self.helped = True
        if action == REROLL_ONE:
            self.roll_again(face)
        elif action == REROLL_ALL:
            self.roll_again(self.dice)
        else:
            self.dice = together(rest_of(self.dice, face), CHANGED[use])

    def claim(self, seat: i64, code: i64) -> None:
        objective: i64 = code & 127
        gain: i64 = self.cards.scores[objective]
        if code >= CLAIM_FOR_POINTS and code < CLAIM_FOR_HELP:  # 216-3
            gain += self.cards.bonuses[objective]
        self.points[seat] = self.points[seat] + gain
        self.take_away(objective)
        if code >= CLAIM_FOR_HELP:  # 216-3
            self.draw_help()
        else:
            self.draw_objective()

    def take_away(self, objective: i64) -> None:
        """Discards an objective of the offer. Discards are not stored: they are the objectives
        in neither deck nor offer."""
        self.gap = place_of(self.offer, objective)
        self.offer += (EMPTY - objective) * PLACE[self.gap]

    def draw_objective(self) -> None:
        if self.low == 0 and self.high == 0:  # 216-11
            self.low = ALL_OF_A_HALF
            self.high = ALL_OF_A_HALF
            for place in range(OFFER_SIZE):
                if place != self.gap:
                    self.leave_deck(offered(self.offer, place))
        self.due = DRAW_OBJECTIVE
        self.waits = CHANCE

    def leave_deck(self, objective: i64) -> None:
        if objective < HALF:
            self.low -= BIT[objective]
        else:
            self.high -= BIT[objective - HALF]

    def refill(self, objective: i64) -> None:
        self.leave_deck(objective)
        self.offer -= (EMPTY - objective) * PLACE[self.gap]
        if self.stage == DEALING:  # 216-1
            self.gap += 1
            if self.gap == OFFER_SIZE:
                self.begin_round()
        elif self.stage == TURN_OF_THE_IA:
            self.end_round()
        else:
            self.end_turn()

    def draw_help(self) -> None:
        if self.help_deck == 0:  # 216-11
            self.help_deck = self.help_discards
            self.help_discards = 0
        if self.help_deck == 0:
            self.after_help()
        else:
            self.due = DRAW_HELP
            self.waits = CHANCE

    def take_help(self, kind: i64) -> None:
        self.help_deck -= ONE_HELP[kind]
        self.hands[self.current] = self.hands[self.current] + ONE_HELP[kind]
        self.after_help()

    def after_help(self) -> None:
        if self.gap < OFFER_SIZE:
            self.draw_objective()
        else:
            self.end_turn()

    def end_turn(self) -> None:
        if self.seats == SOLO:
            self.turn_of_the_ia()
            return
        following: i64 = self.current + 1
        if following == self.seats:
            following = 0
        if following == self.first:
            self.end_round()
        else:
            self.begin_turn(following)

    # --- Solo: the turn of the IA ---

    def turn_of_the_ia(self) -> None:
        """216-15: takes the lowest score; the player chooses only if several share it."""
        self.stage = TURN_OF_THE_IA
        self.dice = 0
        if count_lowest(self.cards, self.offer) == 1:
            self.ia_takes(lowest_at(self.cards, self.offer, 0))
        else:
            self.waits = SEATS

    def ia_takes(self, objective: i64) -> None:
        self.points[IA] = self.points[IA] + self.cards.scores[objective]
        self.take_away(objective)
        self.draw_objective()

    # --- End ---

    def end_round(self) -> None:
        """216-13, 216-16: the game ends if a single highest score has reached the target."""
        best: i64 = 0
        leaders: i64 = 0
        for points in self.points:
            if points > best:
                best = points
                leaders = 1
            elif points == best:
                leaders += 1
        if best >= self.target and leaders == 1:
            self.waits = OVER
        else:
            self.begin_round()

    def scores(self) -> list[int]:
        return [int(points) for points in self.points]

    def winners(self) -> list[int]:
        totals = self.scores()
        return [seat for seat in range(len(totals)) if totals[seat] == max(totals)]

    # --- Chance ---

    def draws(self) -> list[int]:
        if self.due == ROLL_DICE:
            return [6] * self.to_roll
        return [self.ways()]

    def ways(self) -> i64:
        """The number of equally likely cards, or seats, of the draw that is due."""
        if self.due == DRAW_OBJECTIVE:
            return count_of(self.low) + count_of(self.high)
        if self.due == DRAW_HELP:
            return count_helps(self.help_deck)
        return self.seats

    def outcome(self, drawn: list[int]) -> i64:
        if self.due != ROLL_DICE:
            return self.drawn_at(drawn[0])
        dice: i64 = 0
        for number in drawn:
            dice = together(dice, number + 1)
        return dice

    def sample(self, rng: Rng) -> i64:
        if self.due != ROLL_DICE:
            return self.drawn_at(rng.below(self.ways()))
        return i64(OUTCOMES[OUTCOME_START[self.to_roll] + rng.below(WAYS[self.to_roll])])

    def drawn_at(self, k: i64) -> i64:
        """216-12: decks have no order; k counts their cards in the order of the material."""
        if self.due == DRAW_OBJECTIVE:
            here: i64 = count_of(self.low)
            if k < here:
                return select(self.low, k)
            return HALF + select(self.high, k - here)
        if self.due == DRAW_HELP:
            return help_at(self.help_deck, k)
        return k

    def is_possible(self, code: i64) -> bool:
        if self.waits != CHANCE or code < 0:
            return False
        if self.due == DRAW_OBJECTIVE:
            if code < HALF:
                return self.low & BIT[code] != 0
            return code < OBJECTIVES and self.high & BIT[code - HALF] != 0
        if self.due == DRAW_HELP:
            return code < KIND_COUNT and self.help_deck >> 5 * code & 31 != 0
        if self.due == ROLL_DICE:
            return code < GROUP_COUNT and SIZE[code] == self.to_roll
        return code < self.seats

    def playout(self, rng: Rng) -> i64:
        """Faster than the inherited loop: one seat acts at a time, so no set of seats is needed."""
        decisions: i64 = 0
        while self.waits != OVER:
            if self.waits == SEATS:
                self.advance(self.current, self.choose(self.current, rng))
                decisions += 1
            else:
                self.advance(CHANCE, self.sample(rng))
        return decisions

    # --- Notation and audience ---

    def text(self, by: i64, code: i64) -> str:
        if by >= 0:
            return decision_text(self.cards, code)
        return chance_text(self.cards, self.due, code)

    def parse(self, by: i64, text: str) -> i64:
        if by >= 0:
            code = read_decision(self.cards, text)
        else:
            code = read_chance(self.cards, self.due, text)
        if code is None:
            raise unreadable(by, text)
        return code

    def audience(self, by: i64, code: i64) -> i64:
        if by == CHANCE and self.due == DRAW_HELP:  # 216-12
            return BIT[self.current]
        return EVERYBODY

    # --- Copies ---

    def copy(self) -> "TwoSixteen":
        new = TwoSixteen(self.cards, self.seats, self.target, self.hands[:], self.points[:])
        new.waits = self.waits
        new.due = self.due
        new.stage = self.stage
        new.first = self.first
        new.current = self.current
        new.rounds = self.rounds
        new.dice = self.dice
        new.to_roll = self.to_roll
        new.helped = self.helped
        new.offer = self.offer
        new.gap = self.gap
        new.low = self.low
        new.high = self.high
        new.help_deck = self.help_deck
        new.help_discards = self.help_discards
        return new

    def fingerprint(self) -> tuple[object, ...]:
        return (
            self.cards.fingerprint(),
            (self.seats, self.target, self.waits, self.due, self.stage, self.first),
            (self.current, self.rounds, self.dice, self.to_roll, self.helped, self.offer),
            (self.gap, self.low, self.high, self.help_deck, self.help_discards),
            tuple([int(hand) for hand in self.hands]),
            tuple([int(points) for points in self.points]),
        )


def first_position(cards: Cards, seats: i64, target: i64, head_start: i64 = 0) -> TwoSixteen:
    """The start of a game; with a single seat it is the solo game (216-15), in which the IA has
    `head_start` points (216-17)."""
    points: vec[i64] = vec[i64]([0] * seats)
    if seats == SOLO:
        points = vec[i64]([0, head_start])
    return TwoSixteen(cards, seats, target, vec[i64]([0] * seats), points)
