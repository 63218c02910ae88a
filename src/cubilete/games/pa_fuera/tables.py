"""How positions of Pa' fuera are packed into numbers, and the splits of every alliance.

- The dice under a cup: an index into `CUPS`, nine bits a seat.
- What each seat has (tokens, dice left, the shares of an alliance): four bits a seat.
- An open proposal: the shares, the face, the seats still asked and its event number.
"""

from itertools import combinations_with_replacement
from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from cubilete.core.rng import Rng

# --- Material ---

SEATS_AT_MOST: Final = 4
TOKENS_EACH: Final = 5
DICE_EACH: Final = 5
MOST_PROPOSALS: Final = 3  # PF-7: of one player against one standing call

# --- Codes of decisions: a kind, and what belongs to it ---

PASS: Final = 0
CALL: Final = 1 << 24  # + the face in its field
PROPOSE: Final = 2 << 24  # + the face in its field + the shares
ACCEPT: Final = 3 << 24  # + the event number of the proposal
DECLINE: Final = 4 << 24  # + the same
WITHDRAW: Final = 5 << 24  # + the same
KIND: Final = 7 << 24
CODE_SIZE: Final = 6 << 24
CONTENT: Final = (1 << 24) - 1

SHARES: Final = 0xFFFF
FACE_SHIFT: Final = 16
ONE_FACE: Final = 1 << FACE_SHIFT
FACE: Final = 15 << FACE_SHIFT

# --- An open proposal: its shares and its face as in the code, and above them ---

ASKED_SHIFT: Final = 20
ONE_ASKED: Final = 1 << ASKED_SHIFT
ASKED: Final = 15 << ASKED_SHIFT
NUMBER_SHIFT: Final = 24
ONE_NUMBER: Final = 1 << NUMBER_SHIFT

# --- The dice under a cup ---

CUPS: Final = [
    faces
    for count in range(DICE_EACH + 1)
    for faces in combinations_with_replacement(range(1, 7), count)
]
"""All that can be under a cup, the fewest dice first, faces ascending; 0 is the empty cup."""
CUP_NUMBER: Final = {faces: number for number, faces in enumerate(CUPS)}


def build_cup_starts() -> vec[i64]:
    """For each number of dice, the index of its first cup."""
    sizes = [len(faces) for faces in CUPS]
    starts = [sizes.index(size) for size in range(DICE_EACH + 1)]
    starts.append(len(CUPS))
    return vec[i64](starts)


def build_rolled() -> tuple[vec[i16], vec[i64]]:
    """The cup of each equally likely roll, the first die as the lowest digit in base 6; and for
    each number of dice, the index of its first roll."""
    rolled: list[tuple[int, ...]] = [()]
    row: list[int] = []
    start: list[int] = []
    for _ in range(DICE_EACH + 1):
        start.append(len(row))
        row += [CUP_NUMBER[faces] for faces in rolled]
        rolled = [tuple(sorted((*faces, face))) for faces in rolled for face in range(1, 7)]
    return vec[i16]([i16(cup) for cup in row]), vec[i64](start)


CUP_START: Final = build_cup_starts()
_rolled: Final = build_rolled()
ROLLED: Final[vec[i16]] = _rolled[0]
ROLLED_START: Final[vec[i64]] = _rolled[1]
WAYS: Final = vec[i64]([6**count for count in range(DICE_EACH + 1)])
SHOWING: Final = vec[u8]([u8(faces.count(face)) for faces in CUPS for face in range(1, 7)])

ONE_CUP: Final = vec[i64]([1 << 9 * seat for seat in range(SEATS_AT_MOST)])


def roll_cup(count: i64, rng: Rng) -> i64:
    """A random cup of `count` dice, from one draw."""
    return i64(ROLLED[ROLLED_START[count] + rng.below(WAYS[count])])


def cup_of(packed: i64, seat: i64) -> i64:
    return packed >> 9 * seat & 511


# --- The dice rolled for the start: three bits a seat ---

FIRST_DIE: Final = vec[i64]([1 << 3 * seat for seat in range(SEATS_AT_MOST)])
FIRST_SIZE: Final = 1 << 3 * SEATS_AT_MOST


# --- Four bits a seat ---

BIT: Final = vec[i64]([1 << seat for seat in range(SEATS_AT_MOST)])
ONE: Final = vec[i64]([1 << 4 * seat for seat in range(SEATS_AT_MOST)])
FIVE_EACH: Final = vec[i64]([sum([5 << 4 * seat for seat in range(n)]) for n in range(5)])


def build_fields() -> vec[i64]:
    """For each set of seats, the mask of their fields."""
    return vec[i64](
        [
            sum([15 << 4 * seat for seat in range(SEATS_AT_MOST) if mask >> seat & 1])
            for mask in range(16)
        ]
    )


def build_lowest() -> vec[u8]:
    """The lowest seat of each set; 0 for the empty one."""
    return vec[u8](
        [u8(max((mask & -mask).bit_length() - 1, 0)) for mask in range(1 << SEATS_AT_MOST)]
    )


FIELDS: Final = build_fields()
LOWEST: Final = build_lowest()


def of_seat(packed: i64, seat: i64) -> i64:
    return packed >> 4 * seat & 15


def total(packed: i64) -> i64:
    """The sum over all seats."""
    return (packed & 15) + (packed >> 4 & 15) + (packed >> 8 & 15) + (packed >> 12 & 15)


def holders(packed: i64) -> i64:
    """The seats that have something, as a bit set."""
    mask: i64 = 0
    if packed & 0x000F:
        mask |= 1
    if packed & 0x00F0:
        mask |= 2
    if packed & 0x0F00:
        mask |= 4
    if packed & 0xF000:
        mask |= 8
    return mask


# --- The splits of an alliance ---

# Cancelling costs 2 to 5 tokens. It can't cost 6, because calls of 1 to 5 leave fewer than 6
# tokens in the game. At least one seat has the standing call, so a proposer has at most two
# possible partners.
LEAST_COST: Final = 2
MOST_COST: Final = 5


def splits(own: int, first: int, second: int, cost: int) -> list[int]:
    """PF-4: every way to share a cost with at least one partner, no share above what the seat
    has; packed as the proposer's share and those of the two partners, four bits each."""
    return [
        mine + 16 * theirs + 256 * (cost - mine - theirs)
        for mine in range(1, min(own, cost - 1) + 1)
        for theirs in range(min(first, cost - mine) + 1)
        if cost - mine - theirs <= second
    ]


def build_splits() -> tuple[vec[i16], vec[i64]]:
    """The splits of all cases in one row, and for each case the index of its first split."""
    row: list[int] = []
    start: list[int] = []
    for own in range(TOKENS_EACH + 1):
        for first in range(TOKENS_EACH + 1):
            for second in range(TOKENS_EACH + 1):
                for cost in range(LEAST_COST, MOST_COST + 1):
                    start.append(len(row))
                    row += splits(own, first, second, cost)
    start.append(len(row))
    return vec[i16]([i16(split) for split in row]), vec[i64](start)


_splits: Final = build_splits()
SPLITS: Final[vec[i16]] = _splits[0]
SPLIT_START: Final[vec[i64]] = _splits[1]


def split_case(own: i64, first: i64, second: i64, cost: i64) -> i64:
    """The index into `SPLIT_START`."""
    return ((own * 6 + first) * 6 + second) * 4 + cost - LEAST_COST


def alliance_case(seat: i64, active: i64, tokens: i64, cost: i64) -> i64:
    """The case of a proposer whose partners are the other active seats."""
    partners: i64 = active & ~BIT[seat]
    reach: i64 = tokens & FIELDS[partners]
    first: i64 = i64(LOWEST[partners])
    second: i64 = i64(LOWEST[partners & (partners - 1)])
    theirs: i64 = of_seat(reach, first)
    if second == first:  # a single partner, or none
        return split_case(of_seat(tokens, seat), theirs, 0, cost)
    return split_case(of_seat(tokens, seat), theirs, of_seat(reach, second), cost)


def shares_of(split: i64, seat: i64, active: i64) -> i64:
    """A split of `SPLITS` as shares of the proposer and the other active seats."""
    partners: i64 = active & ~BIT[seat]
    first: i64 = i64(LOWEST[partners])
    second: i64 = i64(LOWEST[partners & (partners - 1)])
    return (split & 15) * ONE[seat] + (split >> 4 & 15) * ONE[first] + (split >> 8) * ONE[second]


def is_alliance(shares: i64, seat: i64, active: i64, tokens: i64, cost: i64) -> bool:
    """PF-4, PF-7: the proposer and at least one other active seat, no share above what the seat
    has, the sum being the cost."""
    named: i64 = holders(shares)
    if not named & BIT[seat] or named == BIT[seat] or named & ~active:
        return False
    for other in range(SEATS_AT_MOST):
        if of_seat(shares, other) > of_seat(tokens, other):
            return False
    return total(shares) == cost


def is_face(content: i64) -> bool:
    """Whether a content is a face from 1 to 6 in its field and has no other bits."""
    return content % ONE_FACE == 0 and 1 <= content // ONE_FACE <= 6
