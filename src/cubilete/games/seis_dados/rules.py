"""The rules of Seis dados (SD-1 to SD-5)."""

import re
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from cubilete.core.bits import count_of, select
from cubilete.core.errors import CubileteError, IllegalAction
from cubilete.core.message import N_, Message
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, OVER, SEATS, State, unreadable
from cubilete.games.seis_dados.scoring import points
from cubilete.games.seis_dados.tables import (
    BIT,
    CATEGORIES,
    CATEGORY_COUNT,
    CATEGORY_SLOTS,
    CHOICE_START,
    CHOICES,
    DIE,
    FACES_TEXT,
    FIVE_FACES,
    GRADE,
    JOKERS,
    PACKED_SIZE,
    ROLL_NUMBER,
    ROLL_SLOTS,
    SECTION_RULES,
    SECTIONS,
    SLOT_CATEGORY,
    SLOT_COUNT,
    SLOT_VALUES,
    pack,
    part_count,
    roll_dice,
    unpack,
    value_text,
)
from cubilete.games.seis_dados.terms import CATEGORY_WORDS

# --- Material ---

DICE: Final = 6
FREE_REPETITIONS: Final = 2
STARTING_JOKERS: Final = 6

# --- Codes: a decision is one of three numbers ---

ASSIGN: Final = 0  # + category * 512 + value
REROLL: Final = 1 << 18  # + the packed dice
JOKER: Final = 1 << 19  # + the packed dice
PACKED_MASK: Final = 0o777777

FACES: Final = re.compile(r"[1-6](?: [1-6]){0,5}")
ASSIGNMENT: Final = re.compile(r"assign ([a-z0-9-]+) ([0-9]{1,2}(?:,[0-9]){0,2})")
NO_VALUES: Final = vec[i16]([i16(0)] * (3 * CATEGORY_COUNT))


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class SeisDados(State):
    """A position of Seis dados."""

    def __init__(
        self, seats: i64, in_use: i64, lowest_wins: bool, end_at: i64, values: vec[i16]
    ) -> None:
        self.seats: i64 = seats
        self.in_use: i64 = in_use
        self.lowest_wins: bool = lowest_wins
        self.end_at: i64 = end_at
        self.waits: i64 = CHANCE
        self.first: i64 = -1
        self.current: i64 = -1
        self.roll: i64 = 0
        self.kept: i64 = 0
        self.to_roll: i64 = 0
        self.repetitions: i64 = 0
        self.rounds_left: i64 = 0
        self.free0: i64 = 0
        self.free1: i64 = 0
        self.free2: i64 = 0
        self.jokers: i64 = STARTING_JOKERS * 0o111  # three bits a seat
        self.values: vec[i16] = values

    # --- What the state waits for ---

    def turn(self) -> i64:
        return self.waits

    def acting(self) -> i64:
        if self.waits != SEATS:
            return 0
        return BIT[self.current]

    def seat_count(self) -> i64:
        return self.seats

    def turn_rule(self) -> str:
        if self.first < 0:
            return "SD-4"
        return "SD-1"

    def free(self, seat: i64) -> i64:
        """The slots of the categories that a seat has not filled yet."""
        if seat == 0:
            return self.free0
        return self.free1 if seat == 1 else self.free2

    def jokers_of(self, seat: i64) -> i64:
        return self.jokers >> 3 * seat & 7

    def repetition(self) -> i64:
        """REROLL while a free repetition is left, then JOKER while a joker is left, else 0."""
        if self.repetitions < FREE_REPETITIONS:
            return REROLL
        if self.jokers_of(self.current):
            return JOKER
        return 0

    # --- Decisions ---

    def legal(self, seat: i64) -> list[int]:
        if self.waits != SEATS or seat != self.current:
            return []
        number: i64 = i64(ROLL_NUMBER[self.roll & FIVE_FACES])
        repetition: i64 = self.repetition()
        free: i64 = self.free(seat)
        codes: list[int] = []
        if repetition:
            for place in range(i64(CHOICE_START[number]), i64(CHOICE_START[number + 1])):
                codes.append(repetition + i64(CHOICES[place]))
        for slot in range(SLOT_COUNT):
            if free & ROLL_SLOTS[number] & BIT[slot]:
                codes.append(assignment(number, slot))
        return codes

    def choose(self, seat: i64, rng: Rng) -> i64:
        number: i64 = i64(ROLL_NUMBER[self.roll & FIVE_FACES])
        slots: i64 = self.free(seat) & ROLL_SLOTS[number]
        repetition: i64 = self.repetition()
        if repetition == 0:
            return assignment(number, select(slots, rng.below(count_of(slots))))
        first: i64 = i64(CHOICE_START[number])
        choices: i64 = i64(CHOICE_START[number + 1]) - first
        pick: i64 = rng.below(choices + count_of(slots))
        if pick < choices:
            return repetition + i64(CHOICES[first + pick])
        return assignment(number, select(slots, pick - choices))

    def is_legal(self, seat: i64, code: i64) -> bool:
        if self.waits != SEATS or seat != self.current or not is_code(code):
            return False
        if code >= REROLL:
            kind: i64 = REROLL
            if code >= JOKER:
                kind = JOKER
            packed: i64 = code - kind
            return kind == self.repetition() and packed != 0 and contains(self.roll, packed)
        category: i64 = code // 512
        if not self.free(seat) & CATEGORY_SLOTS[category]:
            return False
        return (code & 511) in self.values_now(category)

    def values_now(self, category: i64) -> list[int]:
        """The values that the roll can be noted with in a category."""
        number = i64(ROLL_NUMBER[self.roll & FIVE_FACES])
        slots = CATEGORY_SLOTS[category] & ROLL_SLOTS[number]
        return [assignment(number, slot) & 511 for slot in range(SLOT_COUNT) if slots & BIT[slot]]

    def refusal(self, seat: i64, code: i64) -> CubileteError:
        if not is_code(code):
            return IllegalAction("no-such-action", "", N_("You can't do that here."))
        if code >= REROLL:
            return self.refuse_repetition(code)
        name = CATEGORIES[code // 512]
        category = Message(CATEGORY_WORDS[name])
        if code // 512 == JOKERS:
            return IllegalAction(
                "not-assigned",
                "SD-C4",
                N_("Jokers are counted at the end: no roll is scored here."),
            )
        if not self.in_use & BIT[code // 512]:
            return IllegalAction(
                "not-in-use",
                "SD-3",
                N_("“{category}” is not in play."),
                category=category,
            )
        if not self.free(seat) & CATEGORY_SLOTS[code // 512]:
            return IllegalAction(
                "category-full",
                "SD-2",
                N_("“{category}” is already filled."),
                category=category,
            )
        possible = [value_text(name, value) for value in self.values_now(code // 512)]
        return IllegalAction(
            "wrong-value",
            "SD-C8" if len(possible) > 1 else section_rule(name),
            N_("This roll scores {possible} in {category}, not {value}."),
            possible=" / ".join(possible),
            category=category,
            value=value_text(name, code & 511),
        )

    def refuse_repetition(self, code: i64) -> CubileteError:
        kind = JOKER if code >= JOKER else REROLL
        if kind != self.repetition():
            if self.repetitions < FREE_REPETITIONS:
                return IllegalAction(
                    "free-repetition-left",
                    "SD-1",
                    N_("You still have a free reroll: no joker needed."),
                )
            if kind == REROLL:
                return IllegalAction(
                    "no-free-repetition", "SD-1", N_("You have used both free rerolls.")
                )
            return IllegalAction("no-jokers", "SD-1", N_("No jokers left."))
        return IllegalAction("no-such-dice", "SD-1", N_("Those dice aren't on the table."))

    # --- Chance ---

    def draws(self) -> list[int]:
        if self.first < 0:
            return [self.seats]
        return [6] * self.to_roll

    def outcome(self, drawn: list[int]) -> i64:
        if self.first < 0:
            return drawn[0]
        packed: i64 = 0
        for face in drawn:
            packed += DIE[face]
        return packed

    def sample(self, rng: Rng) -> i64:
        if self.first < 0:
            return rng.below(self.seats)
        return roll_dice(self.to_roll, rng)

    def is_possible(self, code: i64) -> bool:
        if self.waits != CHANCE:
            return False
        if self.first < 0:
            return 0 <= code < self.seats
        return 0 <= code < PACKED_SIZE and len(unpack(code)) == self.to_roll

    # --- What happens ---

    def advance(self, by: i64, code: i64) -> None:
        if by == CHANCE:
            if self.first < 0:  # SD-4
                self.first = code
                self.begin_turn(code)
            else:
                self.roll = self.kept + code
                self.waits = SEATS
        elif code >= REROLL:  # SD-1
            packed: i64 = code & PACKED_MASK
            if code >= JOKER:
                self.jokers -= DIE[by]
            else:
                self.repetitions += 1
            self.kept = self.roll - packed
            self.to_roll = packed % 7  # 8 is 1 modulo 7: the sum of the counts
            self.waits = CHANCE
        else:  # SD-2
            category: i64 = code >> 9
            self.values[by * CATEGORY_COUNT + category] = i16(code & 511)
            self.fill(by, CATEGORY_SLOTS[category])
            self.end_turn()

    def playout(self, rng: Rng) -> i64:
        """Faster than the inherited loop: only one seat acts at a time."""
        decisions: i64 = 0
        if self.first < 0:
            self.advance(CHANCE, self.sample(rng))
        while self.waits != OVER:
            if self.waits == CHANCE:
                self.advance(CHANCE, roll_dice(self.to_roll, rng))
            self.advance(self.current, self.choose(self.current, rng))
            decisions += 1
        return decisions

    def fill(self, seat: i64, slots: i64) -> None:
        if seat == 0:
            self.free0 -= slots
        elif seat == 1:
            self.free1 -= slots
        else:
            self.free2 -= slots

    def begin_turn(self, seat: i64) -> None:
        self.current = seat
        self.roll = 0
        self.kept = 0
        self.to_roll = DICE
        self.repetitions = 0
        self.waits = CHANCE

    def end_turn(self) -> None:
        following: i64 = self.current + 1
        if following == self.seats:
            following = 0
        if following == self.first:
            self.rounds_left -= 1
            if self.rounds_left == 0:
                self.count_jokers()
                self.waits = OVER
                return
            if self.end_at and max(self.scores()) >= self.end_at:  # SD-S6
                self.waits = OVER
                return
        self.begin_turn(following)

    def count_jokers(self) -> None:
        """SD-C4: the category jokers is worth the jokers that are left."""
        for seat in range(self.seats):
            self.values[seat * CATEGORY_COUNT + JOKERS] = i16(self.jokers_of(seat))

    # --- The end ---

    def completed(self) -> i64:
        """The categories that all players have completed."""
        if self.rounds_left == 0:
            return self.in_use
        open_somewhere = self.free0 | self.free1 | self.free2
        return sum(
            [
                BIT[category]
                for category in range(CATEGORY_COUNT)
                if self.in_use & BIT[category]
                and category != JOKERS
                and not open_somewhere & CATEGORY_SLOTS[category]
            ]
        )

    def scores(self) -> list[int]:
        return points(self.values, self.seats, self.in_use, self.completed())

    def winners(self) -> list[int]:
        totals = self.scores()
        best = min(totals) if self.lowest_wins else max(totals)  # SD-S4, SD-S5
        return [seat for seat in range(self.seats) if totals[seat] == best]

    # --- Notation ---

    def text(self, by: i64, code: i64) -> str:
        if by == CHANCE:
            if self.first < 0:
                return "start " + str(code)
            return "roll " + faces_text(code)
        if code >= JOKER:
            return "joker " + faces_text(code - JOKER)
        if code >= REROLL:
            return "reroll " + faces_text(code - REROLL)
        name = CATEGORIES[code // 512]
        return "assign " + name + " " + value_text(name, code & 511)

    def parse(self, by: i64, text: str) -> i64:
        word, _, rest = text.partition(" ")
        if by == CHANCE:
            if self.first < 0 and word == "start" and rest in ("0", "1", "2"):
                return int(rest)
            if self.first >= 0 and word == "roll" and FACES.fullmatch(rest):
                return pack([int(face) for face in rest.split(" ")])
            raise unreadable(by, text)
        if word in ("reroll", "joker") and FACES.fullmatch(rest):
            packed = pack([int(face) for face in rest.split(" ")])
            return packed + (REROLL if word == "reroll" else JOKER)
        assignment = ASSIGNMENT.fullmatch(text)
        if assignment is None or assignment[1] not in CATEGORIES:
            raise unreadable(by, text)
        numbers = [int(part) for part in assignment[2].split(",")]
        if len(numbers) != part_count(assignment[1]):
            raise unreadable(by, text)
        value = numbers[0]
        for part in numbers[1:]:
            value = value * 8 + part
        return CATEGORIES.index(assignment[1]) * 512 + (value & 511)

    # --- Copies ---

    def copy(self) -> "SeisDados":
        new = SeisDados(self.seats, self.in_use, self.lowest_wins, self.end_at, self.values[:])
        new.waits = self.waits
        new.first = self.first
        new.current = self.current
        new.roll = self.roll
        new.kept = self.kept
        new.to_roll = self.to_roll
        new.repetitions = self.repetitions
        new.rounds_left = self.rounds_left
        new.free0 = self.free0
        new.free1 = self.free1
        new.free2 = self.free2
        new.jokers = self.jokers
        return new

    def fingerprint(self) -> tuple[object, ...]:
        return (
            (self.seats, self.in_use, self.lowest_wins, self.end_at, self.waits, self.first),
            (self.current, self.roll, self.kept, self.to_roll, self.repetitions),
            (self.rounds_left, self.free0, self.free1, self.free2, self.jokers),
            tuple([int(value) for value in self.values]),
        )


def new_game(seats: i64, in_use: i64, lowest_wins: bool, end_at: i64) -> SeisDados:
    """The first position. `in_use` is the bit set of categories; `end_at` 0 means no early end."""
    state = SeisDados(seats, in_use, lowest_wins, end_at, NO_VALUES[:])
    for category in range(CATEGORY_COUNT):
        if in_use & BIT[category] and category != JOKERS:
            state.rounds_left += 1
            state.free0 |= CATEGORY_SLOTS[category]
    state.free1 = state.free0
    if seats == 3:
        state.free2 = state.free0
    return state


def assignment(number: i64, slot: i64) -> i64:
    """The code that notes a roll in a slot."""
    return i64(SLOT_CATEGORY[slot]) * 512 + i64(SLOT_VALUES[number * SLOT_COUNT + slot])


def boxes_in(slots: i64) -> i64:
    """How many categories have slots among these."""
    boxes: i64 = 0
    for category in range(i64(CATEGORY_COUNT)):
        if slots & CATEGORY_SLOTS[category]:
            boxes += 1
    return boxes


def grade_of(state: SeisDados, seat: i64, category: i64) -> i64:
    """The grade that a seat has noted in a category (tables.py), 0 while it is free."""
    if state.free(seat) & CATEGORY_SLOTS[category]:
        return 0
    return i64(GRADE[category * 512 + i64(state.values[seat * CATEGORY_COUNT + category])])


def is_code(code: i64) -> bool:
    """Whether this is the code of a decision, legal or not."""
    return 0 <= code < CATEGORY_COUNT * 512 or REROLL <= code < JOKER + PACKED_SIZE


def contains(roll: i64, packed: i64) -> bool:
    """Whether these packed dice are among those of the roll."""
    for _ in range(6):
        if packed & 7 > roll & 7:
            return False
        packed >>= 3
        roll >>= 3
    return True


def faces_text(packed: i64) -> str:
    return FACES_TEXT[packed]


def section_rule(category: str) -> str:
    for section, names in SECTIONS.items():
        if category in names:
            return SECTION_RULES[section]
    raise KeyError(category)
