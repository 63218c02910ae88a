"""What people call the symbols of a sheet and their colours; tokens have letters for them."""

from cubilete.core.message import N_, Message

SYMBOL_WORDS = {
    "G": N_("gem"),
    "Z": N_("puzzle piece"),
    "F": N_("flag"),
    "B": N_("bomb"),
    "T": N_("brown pile"),
    "R": N_("rocket"),
    "P": N_("planet"),
    "K": N_("key"),
    "L": N_("lock"),
}

COLOUR_WORDS = {
    "b": N_("blue {thing}"),
    "g": N_("green {thing}"),
    "r": N_("red {thing}"),
    "y": N_("yellow {thing}"),
}
OTHER_COLOUR = N_("{thing} of colour {letter}")


def symbol_name(symbol: str) -> Message:
    """A symbol with its colour if it has one: “Gb” is a blue gem, “B” a bomb."""
    thing = Message(SYMBOL_WORDS[symbol[0]])
    letter = symbol[1:]
    if not letter:
        return thing
    template = COLOUR_WORDS.get(letter, OTHER_COLOUR)
    return Message(template, {"thing": thing, "letter": letter})


def points_text(points: int) -> str:
    """Points that are added or, with a true minus sign, taken off."""
    return f"−{-points}" if points < 0 else str(points)
