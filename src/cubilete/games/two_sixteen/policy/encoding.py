"""How programs that learn see 216. This module is compiled.

Objectives are named by their place in the offer and dice by their place in ascending order; of
equal dice the first ones are taken. Actions, in this order: to claim the objective at each place,
to claim it for points and for a help when served, to let the IA take it; to roll each set of dice
again, bit by bit; each use of a help on each die, but to roll all of them again, which comes last;
to pass.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from cubilete.core.parts.encoding import LARGEST, NOT_LEGAL, Encoding, small
from cubilete.core.state import SEATS, State
from cubilete.games.two_sixteen.rules import FIRST_ROLL, TURN_OF_THE_IA, TwoSixteen
from cubilete.games.two_sixteen.scoring import Cards, lowest_score, offered, place_of
from cubilete.games.two_sixteen.tables import (
    BIT,
    CHOICE_START,
    CHOICES,
    CLAIM_FOR_HELP,
    CLAIM_FOR_POINTS,
    DICE,
    EMPTY,
    GROUPS,
    HALF,
    HELP,
    HELP_CARDS,
    IA_TAKES,
    KIND_COUNT,
    OBJECTIVES,
    OFFER_SIZE,
    PASS,
    REROLL,
    REROLL_ALL,
    USE_COUNT,
    USE_ROW,
    USE_START,
    count_helps,
    together,
)

KIND_SIZE: Final = 128
"""The codes of claims and of the IA's choice are this far apart."""
REROLLS: Final = 4 * OFFER_SIZE
USES: Final = REROLLS + 7
ALL_AGAIN: Final = USES + (USE_COUNT - 1) * DICE
PASSES: Final = ALL_AGAIN + 1
ACTIONS: Final = PASSES + 1

FACES: Final = vec[i64]([face for group in GROUPS for face in (*group, 0, 0, 0)[:DICE]])
"""The faces of each group, three numbers a group, 0 where it has fewer dice."""
ROLLS: Final = vec[i64]([number for number, group in enumerate(GROUPS) if len(group) == DICE])
ROLL_COUNT: Final = 56


def reroll_action(dice: i64, part: i64) -> i64:
    """The action that rolls a part of the dice again."""
    chosen: i64 = 0
    taken: i64 = 0
    for place in range(DICE):
        if taken < DICE and FACES[DICE * part + taken] == FACES[DICE * dice + place]:
            chosen |= BIT[place]
            taken += 1
    return REROLLS + chosen - 1


def rerolled(dice: i64, chosen: i64) -> i64:
    """The group of chosen dice; 0 if another than the first of equal dice is taken."""
    part: i64 = 0
    for place in range(DICE):
        if chosen & BIT[place]:
            face: i64 = FACES[DICE * dice + place]
            if place and FACES[DICE * dice + place - 1] == face and not chosen & BIT[place - 1]:
                return 0
            part = together(part, face)
    return part


def use_action(dice: i64, use: i64) -> i64:
    """The action of a use of a help (tables.py) on the dice."""
    kind: i64 = use >> 3
    if kind == REROLL_ALL:
        return ALL_AGAIN
    if kind > REROLL_ALL:
        kind -= 1
    place: i64 = 0
    while FACES[DICE * dice + place] != use & 7:
        place += 1
    return USES + kind * DICE + place


def use_of(dice: i64, action: i64) -> i64:
    """The use that an action means, or NOT_LEGAL where it takes another than the first of equal
    dice."""
    if action == ALL_AGAIN:
        return REROLL_ALL * 8
    kind: i64 = (action - USES) // DICE
    place: i64 = (action - USES) % DICE
    if kind >= REROLL_ALL:
        kind += 1
    face: i64 = FACES[DICE * dice + place]
    if face == 0 or (place and FACES[DICE * dice + place - 1] == face):
        return NOT_LEGAL
    return kind * 8 + face


@final
class TwoSixteenEncoding(Encoding):
    def __init__(self, cards: Cards, seats: i64) -> None:
        scores: i64 = seats if seats > 1 else 2
        super().__init__(
            ACTIONS,
            [
                ("first roll, second roll, IA, dealing", 4, 0, 1),
                ("helped", 1, 0, 1),
                ("first", 1, -1, seats - 1),
                ("current", 1, -1, seats - 1),
                ("round", 1, 0, LARGEST),
                ("points", scores, 0, LARGEST),
                ("dice of each face", 6, 0, DICE),
                ("helps of each seat", seats, 0, HELP_CARDS),
                ("own helps of each kind", KIND_COUNT, 0, HELP_CARDS),
                ("discarded helps of each kind", KIND_COUNT, 0, HELP_CARDS),
                ("helps in the deck", 1, 0, HELP_CARDS),
                ("score at each place", OFFER_SIZE, 0, LARGEST),
                ("bonus at each place", OFFER_SIZE, 0, LARGEST),
                ("met by the dice at each place", OFFER_SIZE, 0, 1),
                ("met by each roll at each place", OFFER_SIZE * ROLL_COUNT, 0, 1),
                ("objectives in the deck", OBJECTIVES, 0, 1),
            ],
        )
        self.cards: Cards = cards
        # For each objective, and EMPTY, the rolls that meet it: in one row, which is read fast.
        self.met_by_roll: vec[i16] = vec[i16](
            [i16(cards.meets(roll, objective)) for objective in range(EMPTY + 1) for roll in ROLLS]
        )

    def action(self, state: State, seat: i64, code: i64) -> i64:
        assert isinstance(state, TwoSixteen)
        if code < REROLL:
            return code // KIND_SIZE * OFFER_SIZE + place_of(state.offer, code % KIND_SIZE)
        if code < HELP:
            return reroll_action(state.dice, code - REROLL)
        return use_action(state.dice, code - HELP) if code < PASS else PASSES

    def code(self, state: State, seat: i64, action: i64) -> i64:
        assert isinstance(state, TwoSixteen)
        if action < 0 or action >= ACTIONS:
            return NOT_LEGAL
        code: i64 = self.some_code(state, action)
        return code if code >= 0 and state.is_legal(seat, code) else NOT_LEGAL

    def some_code(self, state: TwoSixteen, action: i64) -> i64:
        """The code of an action, legal or not, or NOT_LEGAL where it has none."""
        if action < REROLLS:
            objective: i64 = offered(state.offer, action % OFFER_SIZE)
            return action // OFFER_SIZE * KIND_SIZE + objective
        if action < USES:
            part: i64 = rerolled(state.dice, action - REROLLS + 1)
            return REROLL + part if part else NOT_LEGAL
        if action < PASSES:
            use: i64 = use_of(state.dice, action)
            return HELP + use if use >= 0 else NOT_LEGAL
        return PASS

    def mark(self, state: State, seat: i64, mask: vec[u8], start: i64) -> None:
        assert isinstance(state, TwoSixteen)
        for place in range(start, start + ACTIONS):
            mask[place] = 0
        if state.waits != SEATS or seat != state.current:
            return
        if state.stage == TURN_OF_THE_IA:
            lowest: i64 = lowest_score(state.cards, state.offer)
            for place in range(i64(OFFER_SIZE)):
                if state.cards.scores[offered(state.offer, place)] == lowest:
                    mask[start + IA_TAKES // KIND_SIZE * OFFER_SIZE + place] = 1
            return
        served: bool = state.can_be_served()
        for place in range(i64(OFFER_SIZE)):
            if state.cards.meets(state.dice, offered(state.offer, place)):
                if served:
                    mask[start + CLAIM_FOR_POINTS // KIND_SIZE * OFFER_SIZE + place] = 1
                    mask[start + CLAIM_FOR_HELP // KIND_SIZE * OFFER_SIZE + place] = 1
                else:
                    mask[start + place] = 1
        hand: i64 = state.hands[seat]
        at: i64 = state.dice * KIND_COUNT
        while hand:
            if hand & 31:
                for entry in range(USE_START[at], USE_START[at + 1]):
                    mask[start + use_action(state.dice, USE_ROW[entry])] = 1
            hand >>= 5
            at += 1
        if state.stage != FIRST_ROLL:
            mask[start + PASSES] = 1
            return
        for entry in range(CHOICE_START[state.dice], CHOICE_START[state.dice + 1]):
            mask[start + reroll_action(state.dice, CHOICES[entry])] = 1

    def observe(self, state: State, seat: i64, row: vec[i16], start: i64) -> None:
        assert isinstance(state, TwoSixteen)
        seats: i64 = state.seats
        for stage in range(4):
            row[start + stage] = 1 if stage == state.stage else 0
        row[start + 4] = 1 if state.helped else 0
        row[start + 5] = -1
        if state.first >= 0:
            row[start + 5] = i16((state.first - seat + seats) % seats)
        row[start + 6] = -1
        if state.current >= 0:
            row[start + 6] = i16((state.current - seat + seats) % seats)
        row[start + 7] = small(state.rounds)
        at: i64 = start + 8
        scores: i64 = len(state.points)
        for offset in range(scores):
            row[at] = small(state.points[(seat + offset) % scores])
            at += 1
        for empty in range(6):
            row[at + empty] = 0
        for place in range(DICE):
            face: i64 = FACES[DICE * state.dice + place]
            if face:
                row[at + face - 1] += 1
        at += 6
        for offset in range(seats):
            row[at] = i16(count_helps(state.hands[(seat + offset) % seats]))
            at += 1
        write_helps(state.hands[seat], row, at)
        write_helps(state.help_discards, row, at + KIND_COUNT)
        at += 2 * KIND_COUNT
        row[at] = i16(count_helps(state.help_deck))
        at += 1
        self.write_offer(state, row, at)
        at += OFFER_SIZE * (3 + ROLL_COUNT)
        write_bits(state.low, row, at)
        write_bits(state.high, row, at + HALF)

    def write_offer(self, state: TwoSixteen, row: vec[i16], at: i64) -> None:
        cards = self.cards
        met_by_roll = self.met_by_roll
        rolls: i64 = at + 3 * OFFER_SIZE
        for place in range(i64(OFFER_SIZE)):
            objective: i64 = offered(state.offer, place)
            there: bool = objective != EMPTY
            row[at + place] = small(cards.scores[objective]) if there else 0
            row[at + OFFER_SIZE + place] = small(cards.bonuses[objective]) if there else 0
            row[at + 2 * OFFER_SIZE + place] = i16(cards.meets(state.dice, objective))
            for roll in range(i64(ROLL_COUNT)):
                row[rolls + roll] = met_by_roll[objective * ROLL_COUNT + roll]
            rolls += ROLL_COUNT


def write_helps(helps: i64, row: vec[i16], at: i64) -> None:
    """Writes how many cards of each kind there are."""
    for kind in range(KIND_COUNT):
        row[at + kind] = i16(helps & 31)
        helps >>= 5


def write_bits(objectives: i64, row: vec[i16], at: i64) -> None:
    """Writes a 1 for each member of a half of the deck."""
    for place in range(HALF):
        row[at + place] = i16(objectives & 1)
        objectives >>= 1
