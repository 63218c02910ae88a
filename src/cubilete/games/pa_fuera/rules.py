"""The rules of Pa' fuera (PF-1 to PF-14)."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from cubilete.core.errors import CubileteError
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, EVERYBODY, OVER, SEATS, TABLE, State
from cubilete.games.pa_fuera.notation import (
    decision_text,
    first_text,
    parse_decision,
    parse_first,
    parse_shake,
    reveal_text,
    shake_text,
)
from cubilete.games.pa_fuera.refusals import why_not
from cubilete.games.pa_fuera.tables import (
    ACCEPT,
    ASKED,
    ASKED_SHIFT,
    BIT,
    CALL,
    CODE_SIZE,
    CONTENT,
    CUP_NUMBER,
    CUP_START,
    DECLINE,
    FACE,
    FACE_SHIFT,
    FIELDS,
    FIRST_DIE,
    FIRST_SIZE,
    FIVE_EACH,
    KIND,
    LOWEST,
    MOST_PROPOSALS,
    NUMBER_SHIFT,
    ONE,
    ONE_ASKED,
    ONE_CUP,
    ONE_FACE,
    ONE_NUMBER,
    PASS,
    PROPOSE,
    SEATS_AT_MOST,
    SHARES,
    SHOWING,
    SPLIT_START,
    SPLITS,
    WITHDRAW,
    alliance_case,
    cup_of,
    holders,
    is_alliance,
    is_face,
    of_seat,
    roll_cup,
    shares_of,
    total,
)

NOBODY: Final = -1


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class PaFuera(State):
    """A position of Pa' fuera. tables.py explains how its numbers are packed."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.waits: i64 = CHANCE
        self.happened: i64 = 0  # events so far; a proposal has the number of its event
        self.rolling: i64 = BIT[seats - 1] * 2 - 1  # the seats that still roll for the start
        self.starter: i64 = NOBODY
        self.shaking: i64 = 0
        self.blind: bool = False
        self.tokens: i64 = FIVE_EACH[seats]
        self.dice: i64 = FIVE_EACH[seats]
        self.cups: i64 = 0  # the hidden dice
        self.shown: i64 = 0  # what the last lifted cups showed, and the face that went out
        self.shown_face: i64 = 0
        self.face: i64 = 0  # the standing call, what it cost, and whose it is
        self.cost: i64 = 0
        self.callers: i64 = 0
        self.active: i64 = 0
        self.offer0: i64 = 0  # the open proposal of each seat
        self.offer1: i64 = 0
        self.offer2: i64 = 0
        self.offer3: i64 = 0
        self.proposed: i64 = 0  # how many each seat made against the standing call

    # --- What the state waits for ---

    def turn(self) -> i64:
        return self.waits

    def acting(self) -> i64:
        return self.active

    def seat_count(self) -> i64:
        return self.seats

    def turn_rule(self) -> str:
        if self.waits == OVER:
            return "PF-13"
        if self.waits == CHANCE:
            return "PF-2" if self.starter >= 0 else "PF-1"
        return "PF-8" if self.face else "PF-3"

    def offer(self, seat: i64) -> i64:
        if seat < 2:
            return self.offer0 if seat == 0 else self.offer1
        return self.offer2 if seat == 2 else self.offer3

    def proposer(self, number: i64) -> i64:
        """The seat whose open proposal has this event number, or NOBODY."""
        for seat in range(self.seats):
            offer: i64 = self.offer(seat)
            if offer and offer >> NUMBER_SHIFT == number:
                return seat
        return NOBODY

    # --- Decisions ---

    def legal(self, seat: i64) -> list[int]:
        if seat < 0 or seat >= self.seats or not self.active & BIT[seat]:
            return []
        calls = [CALL + face * ONE_FACE for face in range(1, 7)]
        if self.face == 0:  # PF-8: the starting player can only call
            return calls
        codes: list[int] = [PASS]
        if self.offer(seat):
            codes.append(WITHDRAW + (self.offer(seat) >> NUMBER_SHIFT))
        for other in range(self.seats):
            offer = self.offer(other)
            if offer >> (ASKED_SHIFT + seat) & 1:
                codes.append(ACCEPT + (offer >> NUMBER_SHIFT))
                codes.append(DECLINE + (offer >> NUMBER_SHIFT))
        if of_seat(self.tokens, seat) > self.cost:
            codes += calls
        if self.may_propose(seat):
            case = alliance_case(seat, self.active, self.tokens, self.cost + 1)
            for place in range(SPLIT_START[case], SPLIT_START[case + 1]):
                shares = shares_of(i64(SPLITS[place]), seat, self.active)
                for face in range(1, 7):
                    codes.append(PROPOSE + face * ONE_FACE + shares)
        return codes

    def choose(self, seat: i64, rng: Rng) -> i64:
        if self.face == 0:
            return CALL + (rng.below(6) + 1) * ONE_FACE
        mine: i64 = self.offer(seat)
        bit: i64 = BIT[seat] * ONE_ASKED
        asked: i64 = 0
        if self.offer0 & bit:
            asked += 2
        if self.offer1 & bit:
            asked += 2
        if self.offer2 & bit:
            asked += 2
        if self.offer3 & bit:
            asked += 2
        calls: i64 = 0
        if of_seat(self.tokens, seat) > self.cost:
            calls = 6
        first: i64 = 0
        ways: i64 = 0
        if self.may_propose(seat):
            case: i64 = alliance_case(seat, self.active, self.tokens, self.cost + 1)
            first = SPLIT_START[case]
            ways = SPLIT_START[case + 1] - first
        own: i64 = 0
        if mine:
            own = 1
        pick: i64 = rng.below(1 + own + asked + calls + 6 * ways) - 1
        if pick < 0:
            return PASS
        if pick < own:
            return WITHDRAW + (mine >> NUMBER_SHIFT)
        pick -= own
        if pick < asked:
            return self.answer(bit, pick)
        pick -= asked
        if pick < calls:
            return CALL + (pick + 1) * ONE_FACE
        pick -= calls
        which: i64 = pick // 6
        face: i64 = pick - 6 * which + 1
        shares: i64 = shares_of(i64(SPLITS[first + which]), seat, self.active)
        return PROPOSE + face * ONE_FACE + shares

    def answer(self, bit: i64, pick: i64) -> i64:
        """The `pick`-th answer that an asked seat can give, in the order of `legal`."""
        for other in range(self.seats):
            offer: i64 = self.offer(other)
            if offer & bit:
                if pick == 0:
                    return ACCEPT + (offer >> NUMBER_SHIFT)
                if pick == 1:
                    return DECLINE + (offer >> NUMBER_SHIFT)
                pick -= 2
        raise AssertionError("more answers were counted than there are")

    def may_propose(self, seat: i64) -> bool:
        """PF-7: one open proposal at a time, three against one standing call."""
        return self.offer(seat) == 0 and of_seat(self.proposed, seat) < MOST_PROPOSALS

    def is_legal(self, seat: i64, code: i64) -> bool:
        if seat < 0 or seat >= self.seats or not self.active & BIT[seat]:
            return False
        if code < 0 or code >= CODE_SIZE:
            return False
        kind: i64 = code & KIND
        content: i64 = code & CONTENT
        if kind == CALL:
            # PF-3, PF-4: one token, or one more than the last call
            return is_face(content) and of_seat(self.tokens, seat) > self.cost
        if self.face == 0:
            return False
        if kind == PASS:
            return content == 0
        if kind == PROPOSE:
            shares: i64 = content & SHARES
            return (
                self.may_propose(seat)
                and is_face(content - shares)
                and is_alliance(shares, seat, self.active, self.tokens, self.cost + 1)
            )
        proposer: i64 = self.proposer(content)
        if proposer == NOBODY:
            return False
        if kind == WITHDRAW:
            return proposer == seat
        return (self.offer(proposer) & BIT[seat] * ONE_ASKED) != 0

    def refusal(self, seat: i64, code: i64) -> CubileteError:
        return why_not(self, seat, code)

    # --- Chance ---

    def draws(self) -> list[int]:
        if self.starter < 0:
            return [6 for seat in range(self.seats) if self.rolling & BIT[seat]]
        return [6] * of_seat(self.dice, self.shaking)

    def outcome(self, drawn: list[int]) -> i64:
        code: i64 = 0
        if self.starter < 0:
            place = 0
            for seat in range(self.seats):
                if self.rolling & BIT[seat]:
                    code += (drawn[place] + 1) * FIRST_DIE[seat]
                    place += 1
            return code
        return CUP_NUMBER[tuple(sorted([face + 1 for face in drawn]))]

    def sample(self, rng: Rng) -> i64:
        if self.starter >= 0:
            return roll_cup(of_seat(self.dice, self.shaking), rng)
        ways: i64 = 1
        for seat in range(self.seats):
            if self.rolling & BIT[seat]:
                ways *= 6
        rest: i64 = rng.below(ways)
        code: i64 = 0
        for seat in range(self.seats):
            if self.rolling & BIT[seat]:
                code += (rest % 6 + 1) * FIRST_DIE[seat]
                rest //= 6
        return code

    def is_possible(self, code: i64) -> bool:
        if self.waits != CHANCE or code < 0:
            return False
        if self.starter >= 0:
            count: i64 = of_seat(self.dice, self.shaking)
            return CUP_START[count] <= code < CUP_START[count + 1]
        if code >= FIRST_SIZE:
            return False
        for seat in range(SEATS_AT_MOST):
            die: i64 = code >> 3 * seat & 7
            if die == 7 or (die != 0) != ((self.rolling & BIT[seat]) != 0):
                return False
        return True

    # --- What happens ---

    def advance(self, by: i64, code: i64) -> None:
        self.happened += 1
        if by == CHANCE:
            if self.starter < 0:
                self.roll_for_start(code)
            else:
                self.cups += code * ONE_CUP[self.shaking]
                self.next_shakes()
            return
        if by == TABLE:
            self.lift_cups()
            return
        kind: i64 = code & KIND
        content: i64 = code & CONTENT
        if kind == CALL:
            self.stand(content >> FACE_SHIFT, (self.cost + 1) * ONE[by])
        elif kind == PROPOSE:
            asked: i64 = holders(content & SHARES) & ~BIT[by]
            self.put_offer(by, content + asked * ONE_ASKED + self.happened * ONE_NUMBER)
            self.proposed += ONE[by]
        elif kind == ACCEPT:
            self.accept(by, self.proposer(content))
        elif kind == PASS:
            self.leave(by)
        else:  # PF-7: one decline, or the withdrawal, ends a proposal
            self.put_offer(self.proposer(content), 0)

    def roll_for_start(self, code: i64) -> None:
        """PF-1: the highest die starts; ties for it roll again."""
        best: i64 = 0
        tied: i64 = 0
        for seat in range(self.seats):
            die: i64 = code >> 3 * seat & 7
            if die > best:
                best = die
                tied = 0
            if die == best:
                tied |= BIT[seat]
        self.rolling = tied
        if tied & (tied - 1) == 0:
            self.rolling = 0
            self.begin_round(i64(LOWEST[tied]))

    def begin_round(self, starter: i64) -> None:
        self.starter = starter
        self.blind = total(self.tokens) == 1  # PF-12
        self.waits = CHANCE
        self.shaking = NOBODY
        self.next_shakes()

    def next_shakes(self) -> None:
        """PF-2: the next seat with dice shakes; after the last one, the starter calls."""
        self.shaking += 1
        while self.shaking < self.seats and of_seat(self.dice, self.shaking) == 0:
            self.shaking += 1
        if self.shaking == self.seats:
            self.waits = SEATS
            self.active = BIT[self.starter]

    def stand(self, face: i64, shares: i64) -> None:
        """PF-3, PF-4, PF-6: the tokens go to the pot, and the new call stands."""
        self.tokens -= shares
        self.face = face
        self.cost += 1
        self.callers = holders(shares)
        self.active = holders(self.tokens) & ~self.callers  # PF-5, PF-8: all the others
        self.end_proposals()
        self.end_if_nobody_can_raise()

    def put_offer(self, seat: i64, offer: i64) -> None:
        if seat == 0:
            self.offer0 = offer
        elif seat == 1:
            self.offer1 = offer
        elif seat == 2:
            self.offer2 = offer
        else:
            self.offer3 = offer

    def end_proposals(self) -> None:
        self.offer0 = 0
        self.offer1 = 0
        self.offer2 = 0
        self.offer3 = 0
        self.proposed = 0

    def accept(self, seat: i64, proposer: i64) -> None:
        offer: i64 = self.offer(proposer) - BIT[seat] * ONE_ASKED
        if offer & ASKED:
            self.put_offer(proposer, offer)
        else:  # PF-7: once all have accepted
            self.stand((offer & FACE) >> FACE_SHIFT, offer & SHARES)

    def leave(self, seat: i64) -> None:
        """PF-8: a pass ends the proposals that the seat made or is named in."""
        self.active -= BIT[seat]
        for proposer in range(self.seats):
            if of_seat(self.offer(proposer), seat):
                self.put_offer(proposer, 0)
        self.end_if_nobody_can_raise()

    def end_if_nobody_can_raise(self) -> None:
        """PF-8: nobody is left, or all who are left can't pay the cost together."""
        if total(self.tokens & FIELDS[self.active]) <= self.cost:
            self.active = 0
            self.end_proposals()
            self.waits = TABLE

    def lift_cups(self) -> None:
        """PF-9: every die that shows the last face called goes to the pot."""
        for seat in range(self.seats):
            cup: i64 = cup_of(self.cups, seat)
            self.dice -= i64(SHOWING[cup * 6 + self.face - 1]) * ONE[seat]
        self.shown = self.cups  # PF-14
        self.shown_face = self.face
        self.cups = 0
        self.face = 0
        self.cost = 0
        self.callers = 0
        self.blind = False
        if self.tokens == 0 or self.dice == 0:  # PF-13
            self.waits = OVER
            return
        starter: i64 = self.starter
        while True:  # PF-10, PF-11: the next player clockwise who has tokens
            starter += 1
            if starter == self.seats:
                starter = 0
            if of_seat(self.tokens, starter):
                self.begin_round(starter)
                return

    # --- Who may know ---

    def audience(self, by: i64, code: i64) -> i64:
        if by != CHANCE or self.starter < 0:
            return EVERYBODY
        return 0 if self.blind else BIT[self.shaking]  # PF-2, PF-12

    # --- The end ---

    def scores(self) -> list[int]:
        return [of_seat(self.dice, seat) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        most = max(self.scores())  # PF-13
        return [seat for seat in range(self.seats) if of_seat(self.dice, seat) == most]

    # --- Notation ---

    def text(self, by: i64, code: i64) -> str:
        if by == CHANCE:
            return first_text(code) if self.starter < 0 else shake_text(code)
        if by == TABLE:
            return reveal_text([cup_of(self.cups, seat) for seat in range(self.seats)])
        return decision_text(code)

    def parse(self, by: i64, text: str) -> i64:
        if by == CHANCE:
            return parse_first(text, self.rolling) if self.starter < 0 else parse_shake(text)
        return parse_decision(by, text)

    # --- Copies ---

    def copy(self) -> "PaFuera":
        new = PaFuera(self.seats)
        new.waits = self.waits
        new.happened = self.happened
        new.rolling = self.rolling
        new.starter = self.starter
        new.shaking = self.shaking
        new.blind = self.blind
        new.tokens = self.tokens
        new.dice = self.dice
        new.cups = self.cups
        new.shown = self.shown
        new.shown_face = self.shown_face
        new.face = self.face
        new.cost = self.cost
        new.callers = self.callers
        new.active = self.active
        new.offer0 = self.offer0
        new.offer1 = self.offer1
        new.offer2 = self.offer2
        new.offer3 = self.offer3
        new.proposed = self.proposed
        return new

    def fingerprint(self) -> tuple[object, ...]:
        return (
            (self.seats, self.waits, self.happened, self.rolling, self.starter, self.shaking),
            (self.blind, self.tokens, self.dice),
            (self.cups, self.shown, self.shown_face),
            (self.face, self.cost, self.callers, self.active),
            (self.offer0, self.offer1, self.offer2, self.offer3, self.proposed),
        )
