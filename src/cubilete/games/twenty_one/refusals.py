"""The errors that refuse a decision."""

from cubilete.core.errors import IllegalAction
from cubilete.core.message import N_, Message

COLOUR_WORDS = {
    "W": N_("white"),
    "Y": N_("yellow"),
    "R": N_("red"),
    "G": N_("green"),
    "B": N_("blue"),
    "K": N_("black"),
}
"""What people call the colours, by their letters in the notation."""


def dice_are_final() -> IllegalAction:
    return IllegalAction(
        "dice-are-final",
        "T1-2",
        N_("No more rolls this turn: everyone writes or crosses out."),
    )


def stand_or_reroll_first() -> IllegalAction:
    return IllegalAction(
        "stand-or-reroll",
        "T1-2",
        N_("First the active player stands or rerolls; then everyone writes."),
    )


def other_face(colour: str, face: int, value: int) -> IllegalAction:
    return IllegalAction(
        "other-face",
        "T1-3",
        N_("The {colour} die shows {face}, not {value}."),
        colour=Message(COLOUR_WORDS[colour]),
        face=face,
        value=value,
    )


def box_not_free(colour: str, row: int) -> IllegalAction:
    return IllegalAction(
        "box-not-free",
        "T1-3",
        N_("The {colour} box in row {row} is already filled."),
        colour=Message(COLOUR_WORDS[colour]),
        row=row,
    )


def too_high(colour: str, row: int, printed: int, value: int) -> IllegalAction:
    return IllegalAction(
        "too-high",
        "T1-3",
        N_("The {colour} box in row {row} takes at most {printed}, not {value}."),
        colour=Message(COLOUR_WORDS[colour]),
        row=row,
        printed=printed,
        value=value,
    )
