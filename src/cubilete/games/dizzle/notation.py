"""The notation of Dizzle: codes of events to texts and back."""

import re

from cubilete.core.state import CHANCE, unreadable
from cubilete.games.dizzle.tables import (
    COLUMNS,
    KIND_SHIFT,
    LETTERS,
    POSITION_MASK,
    QUIT_CODE,
    REROLL_CODE,
    START,
    STEAL,
    pack,
    spell_position,
    unpack,
)

WORDS = ("place", "return", "planet")
ON_A_CELL = re.compile(r"(place|return|planet) ([A-Z])([1-9][0-9]{0,7})")
THROW = re.compile(r"(roll|steal) ([1-6](?: [1-6]){0,12})")


def action_text(code: int) -> str:
    if code >= REROLL_CODE:
        return "reroll" if code == REROLL_CODE else "quit"
    return f"{WORDS[code >> KIND_SHIFT]} {spell_position(code & POSITION_MASK)}"


def read_action(seat: int, text: str) -> int:
    if text == "reroll":
        return REROLL_CODE
    if text == "quit":
        return QUIT_CODE
    action = ON_A_CELL.fullmatch(text)
    if action is None:
        raise unreadable(seat, text)
    position = (int(action[3]) - 1) * COLUMNS + LETTERS.index(action[2])
    return (WORDS.index(action[1]) << KIND_SHIFT) + position


def chance_text(step: int, code: int) -> str:
    if step == START:
        return f"start {code}"
    word = "steal" if step == STEAL else "roll"
    return f"{word} {' '.join(str(face) for face in unpack(code))}"


def read_chance(step: int, text: str) -> int:
    if step == START:
        if text in ("start 0", "start 1", "start 2", "start 3"):
            return int(text[6:])
    else:
        throw = THROW.fullmatch(text)
        if throw is not None and (throw[1] == "steal") == (step == STEAL):
            return pack([int(face) for face in throw[2].split(" ")])
    raise unreadable(CHANCE, text)
