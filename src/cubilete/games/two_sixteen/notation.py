"""The notation of 216: codes of events to texts and back."""

import re
from typing import Final

from cubilete.games.two_sixteen.scoring import Cards
from cubilete.games.two_sixteen.tables import (
    CLAIM,
    CLAIM_FOR_HELP,
    CLAIM_FOR_POINTS,
    DRAW_HELP,
    DRAW_OBJECTIVE,
    DRAW_STARTER,
    GROUP_NUMBER,
    GROUPS,
    HELP,
    IA_TAKES,
    KINDS,
    PASS,
    REROLL,
    REROLL_ALL,
    ROLL_DICE,
    USES,
)

FACES: Final = re.compile(r"[1-6](?: [1-6]){0,2}")
SEATS: Final = ("0", "1", "2", "3", "4", "5")
BONUSES: Final = {"": CLAIM, "points": CLAIM_FOR_POINTS, "help": CLAIM_FOR_HELP}


# --- Decisions ---


def decision_text(cards: Cards, code: int) -> str:
    if code == PASS:
        return "pass"
    if code >= HELP:
        return "help " + use_text(code - HELP)
    if code >= REROLL:
        return "reroll " + faces_text(code - REROLL)
    name = cards.ids[code % 128]
    if code >= IA_TAKES:
        return "ia " + name
    if code >= CLAIM_FOR_HELP:
        return "claim " + name + " help"
    return "claim " + name + (" points" if code >= CLAIM_FOR_POINTS else "")


def read_decision(cards: Cards, text: str) -> int | None:
    """The code of a decision, legal or not; None if the text is not a decision."""
    word, _, rest = text.partition(" ")
    if text == "pass":
        return PASS
    if word == "help":
        return read_use(rest)
    if word == "reroll":
        dice = read_faces(rest)
        return None if dice is None else REROLL + dice
    if word == "ia" and rest in cards.number:
        return IA_TAKES + cards.number[rest]
    name, _, bonus = rest.partition(" ")
    if word == "claim" and name in cards.number and bonus in BONUSES:
        return BONUSES[bonus] + cards.number[name]
    return None


def use_text(use: int) -> str:
    name = USES[use // 8]
    return name if use // 8 == REROLL_ALL else f"{name} {use % 8}"


def read_use(text: str) -> int | None:
    name, _, face = text.partition(" ")
    if text == USES[REROLL_ALL]:
        return HELP + REROLL_ALL * 8
    if name in USES and name != USES[REROLL_ALL] and face in ("1", "2", "3", "4", "5", "6"):
        return HELP + USES.index(name) * 8 + int(face)
    return None


# --- Chance ---


def chance_text(cards: Cards, due: int, code: int) -> str:
    if due == DRAW_OBJECTIVE:
        return "offer " + cards.ids[code]
    if due == DRAW_HELP:
        return "help " + KINDS[code]
    if due == ROLL_DICE:
        return "roll " + faces_text(code)
    return "start " + str(code)


def read_chance(cards: Cards, due: int, text: str) -> int | None:
    """The code of an outcome, possible or not; None if the text is not an outcome."""
    word, _, rest = text.partition(" ")
    if due == DRAW_OBJECTIVE and word == "offer":
        return cards.number.get(rest)
    if due == DRAW_HELP and word == "help" and rest in KINDS:
        return KINDS.index(rest)
    if due == ROLL_DICE and word == "roll":
        return read_faces(rest)
    if due == DRAW_STARTER and word == "start" and rest in SEATS:
        return SEATS.index(rest)
    return None


# --- Dice ---


def faces_text(dice: int) -> str:
    return " ".join([str(face) for face in GROUPS[dice]])


def read_faces(text: str) -> int | None:
    if not FACES.fullmatch(text):
        return None
    return GROUP_NUMBER[tuple(sorted([int(face) for face in text.split(" ")]))]
