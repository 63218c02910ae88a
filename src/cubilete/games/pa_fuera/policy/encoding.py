"""How programs that learn see Pa' fuera. This module is compiled.

Seats are counted from the seat that decides. Actions, in this order: to pass, to call each face,
to withdraw the own proposal, to accept that of each other seat, to decline it, and to propose each
face with each split of the cost (`splits_for`).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from cubilete.core.parts.encoding import NOT_LEGAL, Encoding
from cubilete.core.state import CHANCE, OVER, SEATS, State
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import (
    ACCEPT,
    ASKED_SHIFT,
    BIT,
    CALL,
    CONTENT,
    DECLINE,
    DICE_EACH,
    FACE,
    FACE_SHIFT,
    KIND,
    LEAST_COST,
    MOST_COST,
    MOST_PROPOSALS,
    NUMBER_SHIFT,
    ONE,
    ONE_FACE,
    PASS,
    PROPOSE,
    SHARES,
    SHOWING,
    SPLIT_START,
    SPLITS,
    TOKENS_EACH,
    WITHDRAW,
    alliance_case,
    cup_of,
    of_seat,
    shares_of,
)

CALLS: Final = 1
WITHDRAWS: Final = 7
ANSWERS: Final = 8


def splits_for(seats: int) -> list[tuple[int, ...]]:
    """The shares of the proposer and of the seats after it, for every cost. Somebody has the
    standing call, so one seat at least pays nothing."""
    found: list[tuple[int, ...]] = []
    for first in range(MOST_COST):
        for second in range(MOST_COST):
            for third in range(MOST_COST if seats == 4 else 1):
                for own in range(1, MOST_COST):
                    shares = (own, first, second, third)[:seats]
                    payers = len([share for share in shares if share])
                    if 2 <= payers < seats and LEAST_COST <= sum(shares) <= MOST_COST:
                        found.append(shares)
    return sorted(found)


@final
class PaFueraEncoding(Encoding):
    def __init__(self, seats: i64) -> None:
        splits = splits_for(int(seats))
        super().__init__(
            ANSWERS + 2 * (seats - 1) + 6 * len(splits),
            [
                ("rolling, calling, lifting, over", 4, 0, 1),
                ("blind", 1, 0, 1),
                ("starter", 1, -1, seats - 1),
                ("face called", 1, 0, 6),
                ("cost", 1, 1, MOST_COST + 1),
                ("own dice of each face", 6, 0, DICE_EACH),
                ("face that went out last", 1, 0, 6),
                ("rolls for the start", seats, 0, 1),
                ("acts", seats, 0, 1),
                ("calls", seats, 0, 1),
                ("dice", seats, 0, DICE_EACH),
                ("tokens", seats, 0, TOKENS_EACH),
                ("proposals left", seats, 0, MOST_PROPOSALS),
                ("face proposed by each seat", seats, 0, 6),
                ("shares in the proposal of each seat", seats * seats, 0, TOKENS_EACH),
                ("asked in the proposal of each seat", seats * seats, 0, 1),
                ("dice lifted last, of each face", seats * 6, 0, DICE_EACH),
            ],
        )
        self.seats: i64 = seats
        self.proposals: i64 = ANSWERS + 2 * (seats - 1)
        self.split_count: i64 = len(splits)
        # For each split and each proposer, the shares as codes have them; and back.
        packed: list[int] = []
        number = [-1] * (1 << 16)
        for place, shares in enumerate(splits):
            for seat in range(int(seats)):
                here = 0
                for offset, share in enumerate(shares):
                    here += share << 4 * ((seat + offset) % int(seats))
                packed.append(here)
                if seat == 0:
                    number[here] = place
        self.packed: vec[i64] = vec[i64](packed)
        self.split_number: vec[i16] = vec[i16]([i16(place) for place in number])

    # --- Actions ---

    def action(self, state: State, seat: i64, code: i64) -> i64:
        assert isinstance(state, PaFuera)
        kind: i64 = code & KIND
        content: i64 = code & CONTENT
        if kind == PASS:
            return 0
        if kind == CALL:
            return CALLS + (content >> FACE_SHIFT) - 1
        if kind == WITHDRAW:
            return WITHDRAWS
        if kind == PROPOSE:
            face: i64 = (content & FACE) >> FACE_SHIFT
            return self.proposal(seat, face, content & SHARES)
        offset: i64 = (state.proposer(content) - seat + self.seats) % self.seats
        return ANSWERS + offset - 1 + (0 if kind == ACCEPT else self.seats - 1)

    def proposal(self, seat: i64, face: i64, shares: i64) -> i64:
        """The action that proposes a face with these shares."""
        turned: i64 = 0
        for offset in range(self.seats):
            turned += of_seat(shares, (seat + offset) % self.seats) * ONE[offset]
        return self.proposals + (face - 1) * self.split_count + i64(self.split_number[turned])

    def code(self, state: State, seat: i64, action: i64) -> i64:
        assert isinstance(state, PaFuera)
        if action < 0 or action >= self.actions:
            return NOT_LEGAL
        code: i64 = self.some_code(state, seat, action)
        return code if code >= 0 and state.is_legal(seat, code) else NOT_LEGAL

    def some_code(self, state: PaFuera, seat: i64, action: i64) -> i64:
        """The code of an action, legal or not, or NOT_LEGAL where it has none."""
        if action == 0:
            return PASS
        if action < WITHDRAWS:
            return CALL + (action - CALLS + 1) * ONE_FACE
        if action >= self.proposals:
            place: i64 = action - self.proposals
            face: i64 = place // self.split_count + 1
            shares: i64 = self.packed[place % self.split_count * self.seats + seat]
            return PROPOSE + face * ONE_FACE + shares
        proposer: i64 = seat
        kind: i64 = WITHDRAW
        if action >= ANSWERS:
            others: i64 = self.seats - 1
            proposer = (seat + 1 + (action - ANSWERS) % others) % self.seats
            kind = ACCEPT if action - ANSWERS < others else DECLINE
        offer: i64 = state.offer(proposer)
        return kind + (offer >> NUMBER_SHIFT) if offer else NOT_LEGAL

    def mark(self, state: State, seat: i64, mask: vec[u8], start: i64) -> None:
        assert isinstance(state, PaFuera)
        for place in range(start, start + self.actions):
            mask[place] = 0
        if not state.active & BIT[seat]:
            return
        if state.face == 0 or of_seat(state.tokens, seat) > state.cost:
            for face in range(6):
                mask[start + CALLS + face] = 1
        if state.face == 0:
            return
        mask[start] = 1
        if state.offer(seat):
            mask[start + WITHDRAWS] = 1
        for offset in range(1, self.seats):
            other: i64 = (seat + offset) % self.seats
            if state.offer(other) >> (ASKED_SHIFT + seat) & 1:
                mask[start + ANSWERS + offset - 1] = 1
                mask[start + ANSWERS + self.seats - 1 + offset - 1] = 1
        if state.may_propose(seat):
            case: i64 = alliance_case(seat, state.active, state.tokens, state.cost + 1)
            for split in range(SPLIT_START[case], SPLIT_START[case + 1]):
                shares: i64 = shares_of(i64(SPLITS[split]), seat, state.active)
                at: i64 = start + self.proposal(seat, 1, shares)
                for face in range(i64(6)):
                    mask[at + face * self.split_count] = 1

    # --- Observations ---

    def observe(self, state: State, seat: i64, row: vec[i16], start: i64) -> None:
        assert isinstance(state, PaFuera)
        row[start] = 1 if state.waits == CHANCE else 0
        row[start + 1] = 1 if state.waits == SEATS else 0
        row[start + 3] = 1 if state.waits == OVER else 0
        row[start + 2] = 1 - row[start] - row[start + 1] - row[start + 3]
        row[start + 4] = 1 if state.blind else 0
        starter: i64 = state.starter
        row[start + 5] = -1
        if starter >= 0:
            row[start + 5] = i16((starter - seat + self.seats) % self.seats)
        row[start + 6] = i16(state.face)
        row[start + 7] = i16(state.cost + 1)
        cup: i64 = 0
        if not state.blind:  # PF-12
            cup = cup_of(state.cups, seat)
        write_cup(cup, row, start + 8)
        row[start + 14] = i16(state.shown_face)
        other: i64 = seat
        for offset in range(self.seats):
            self.observe_seat(state, seat, other, row, start + 15 + offset)
            self.observe_offer(state, seat, other, row, start + 15 + 6 * self.seats, offset)
            lifted: i64 = 0
            if state.shown_face:
                lifted = cup_of(state.shown, other)
            cups: i64 = start + 15 + 7 * self.seats + 2 * self.seats * self.seats
            write_cup(lifted, row, cups + 6 * offset)
            other += 1
            if other == self.seats:
                other = 0

    def observe_seat(self, state: PaFuera, seat: i64, other: i64, row: vec[i16], at: i64) -> None:
        """What is public of a seat; each number is one field further."""
        row[at] = 1 if state.rolling & BIT[other] else 0
        row[at + self.seats] = 1 if state.active & BIT[other] else 0
        row[at + 2 * self.seats] = 1 if state.callers & BIT[other] else 0
        row[at + 3 * self.seats] = i16(of_seat(state.dice, other))
        row[at + 4 * self.seats] = i16(of_seat(state.tokens, other))
        row[at + 5 * self.seats] = i16(MOST_PROPOSALS - of_seat(state.proposed, other))

    def observe_offer(
        self, state: PaFuera, seat: i64, proposer: i64, row: vec[i16], at: i64, place: i64
    ) -> None:
        offer: i64 = state.offer(proposer)
        row[at + place] = i16((offer & FACE) >> FACE_SHIFT)
        shares: i64 = at + self.seats + place * self.seats
        asked: i64 = shares + self.seats * self.seats
        for offset in range(self.seats):
            other: i64 = (seat + offset) % self.seats
            row[shares + offset] = i16(of_seat(offer, other))
            row[asked + offset] = i16(offer >> (ASKED_SHIFT + other) & 1)


def write_cup(cup: i64, row: vec[i16], at: i64) -> None:
    """Writes how many dice under a cup show each face."""
    for face in range(6):
        row[at + face] = i16(i64(SHOWING[cup * 6 + face]))
