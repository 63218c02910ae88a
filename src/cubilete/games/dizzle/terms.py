"""What people call the cells and symbols of a sheet, and how parts of sentences are joined.

Tokens have letters for symbols and colours: “4Gb” is a cell with a 4 and a blue gem.
"""

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

SHEET_WORDS = {
    "El castillo": N_("The Castle"),
    "La casa de las dos llaves": N_("The House of the Two Keys"),
    "El cohete": N_("The Rocket"),
    "Los dos mundos": N_("The Two Worlds"),
}
"""The shipped sheets by their names in the data files."""


def sheet_name(name: str) -> Message:
    """A sheet as people call it; a sheet of one's own keeps the name that its file gives."""
    if name in SHEET_WORDS:
        return Message(SHEET_WORDS[name])
    return Message("{name}", {"name": name})


def symbol_name(symbol: str) -> Message:
    """A symbol with its colour, if it has one: “Gb” is a blue gem, “B” a bomb."""
    thing = Message(SYMBOL_WORDS[symbol[0]])
    letter = symbol[1:]
    if not letter:
        return thing
    template = COLOUR_WORDS.get(letter, OTHER_COLOUR)
    return Message(template, {"thing": thing, "letter": letter})


def points_text(points: int) -> str:
    """Points as people read them, with a real minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def cell_name(token: str) -> Message:
    """A cell by its token, such as “4, blue gem”."""
    if token == ".":
        return Message(N_("hole"))
    if token == "X":
        return Message(N_("crossed off from the start"))
    if len(token) == 1:
        return Message("{face}", {"face": token})
    return joined(", ", [Message("{face}", {"face": token[0]}), symbol_name(token[1:])])


def joined(mark: str, parts: list[Message]) -> Message:
    """Several messages as one, with a mark in between."""
    values: dict[str, object] = {f"part{place}": part for place, part in enumerate(parts)}
    return Message(mark.join(f"{{{name}}}" for name in values), values)
