"""When the special cells of Dizzle are used in a game, and the points that they give.

A cell is used when it is crossed, a bomb also when it explodes; rows, columns, puzzles and the
framed block when they are complete. They are counted at the end, once for each sheet.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from cubilete.core.message import N_, Message
from cubilete.core.parts.rules import Setup
from cubilete.core.parts.study import Piece, Use, play_events
from cubilete.core.record import Event
from cubilete.games.dizzle.layout import PrintedSheet
from cubilete.games.dizzle.scoring import SOLO_BOMB
from cubilete.games.dizzle.setup import DizzleRules
from cubilete.games.dizzle.tables import LETTERS
from cubilete.games.dizzle.terms import symbol_name
from cubilete.games.dizzle.view import DizzleView

KINDS = {
    "G": "gem",
    "F": "flag",
    "B": "bomb",
    "T": "pile",
    "R": "rocket",
    "P": "planet",
    "K": "key",
    "L": "lock",
}
"""The kinds of cells by the letters of their symbols. Pieces of a puzzle count together."""

KIND_WORDS = {
    "gem": N_("Gems crossed"),
    "row": N_("Complete rows"),
    "column": N_("Complete columns"),
    "puzzle": N_("Complete puzzles"),
    "frame": N_("The framed block complete"),
    "flag": N_("Flags reached"),
    "key": N_("Keys crossed"),
    "lock": N_("Locks crossed"),
    "rocket": N_("Rockets crossed"),
    "planet": N_("Planets crossed"),
    "bomb": N_("Bombs crossed"),
    "explosion": N_("Bombs exploded"),
    "pile": N_("Brown piles crossed"),
}
FRAME = "frame"
WANTED_SHARES = (0.1, 0.9)
"""No kind of special cells should be crossed in every game, and none in hardly any."""


def uses(setup: Setup, events: Iterable[Event]) -> Iterator[Use]:
    rules = DizzleRules()
    view = rules.view(play_events(rules.start(setup), events), None)
    for seat in range(setup.players):
        yield from single_cells(view, seat)
        yield from whole_sets(view.sheet, set(view.crossed[seat]), seat)


def single_cells(view: DizzleView, seat: int) -> Iterator[Use]:
    sheet, crossed = view.sheet, set(view.crossed[seat])
    for name, token in special_cells(sheet):
        symbol, colour = token[1], token[2:]
        if name in view.exploded[seat]:  # DZ-E2
            yield Use(seat, "explosion", name, sheet.bomb)
        elif name in crossed and symbol in KINDS:
            points = 0
            if symbol == "G":
                points = sheet.gems[colour]
            elif symbol == "F":
                points = view.flags[colour][seat]
            elif symbol == "T":
                points = sheet.pile
            elif symbol == "B" and len(view.scores) == 1:  # DZ-18
                points = SOLO_BOMB
            yield Use(seat, KINDS[symbol], name, points)


def whole_sets(sheet: PrintedSheet, crossed: set[str], seat: int) -> Iterator[Use]:
    """DZ-E6, DZ-E7, DZ-E8."""
    for kind, piece, cells, points in sets_of(sheet):
        if cells <= crossed:
            yield Use(seat, kind, piece, points)


def special_cells(sheet: PrintedSheet) -> Iterator[tuple[str, str]]:
    """Names and tokens of the cells with a symbol."""
    for row, tokens in enumerate(sheet.grid):
        for column, token in enumerate(tokens):
            if len(token) > 1:
                yield f"{LETTERS[column]}{row + 1}", token


def sets_of(sheet: PrintedSheet) -> Iterator[tuple[str, str, set[str], int]]:
    """Kind, name, cells and points of what pays when it is complete."""
    cells = {
        f"{LETTERS[column]}{row + 1}": token
        for row, tokens in enumerate(sheet.grid)
        for column, token in enumerate(tokens)
        if token != "."
    }
    for row_name, points in sheet.rows.items():
        yield "row", row_name, {name for name in cells if name[1:] == row_name}, points
    for letter, points in sheet.columns.items():
        yield "column", letter, {name for name in cells if name[0] == letter}, points
    for colour, points in sheet.puzzles.items():
        found = {name for name, token in cells.items() if token[1:] == "Z" + colour}
        yield "puzzle", colour, found, points
    if sheet.frame:
        yield FRAME, FRAME, set(sheet.frame), sheet.frame_points


def pieces(setup: Setup) -> Iterator[Piece]:
    rules = DizzleRules()
    sheet = rules.view(rules.start(setup), None).sheet
    cells = list(special_cells(sheet))
    for kind, name, _, points in sets_of(sheet):
        yield Piece(kind, name, Message(SET_WORDS[kind], {"name": name, "points": points}))
    for letter, kind in KINDS.items():
        for name, token in cells:
            if token[1] == letter:
                yield Piece(kind, name, symbol_name(token[1:]))
    for name, token in cells:
        if token[1] == "B" and setup.players > 1:
            yield Piece("explosion", name, symbol_name("B"))


SET_WORDS = {
    "row": N_("row {name}, {points} points"),
    "column": N_("column {name}, {points} points"),
    "puzzle": N_("puzzle of colour {name}, {points} points"),
    FRAME: N_("the framed block, {points} points"),
}


def best_score(setup: Setup) -> int:
    """The points of a sheet on which everything is crossed but those brown piles that cost more
    than they help to complete; the flags are reached first, and nothing explodes."""
    rules = DizzleRules()
    sheet = rules.view(rules.start(setup), None).sheet
    cells = list(special_cells(sheet))
    points = sum(sheet.gems[token[2]] for _, token in cells if token[1] == "G")
    points += sum(sheet.flag[0] for _, token in cells if token[1] == "F")
    if setup.players == 1:
        points += sum(SOLO_BOMB for _, token in cells if token[1] == "B")
    piles = {name for name, token in cells if token[1] == "T"}
    sets = [(worth, piles & needed) for _, _, needed, worth in sets_of(sheet)]
    return points + max(
        sum(worth for worth, needed in sets if needed <= crossed) + sheet.pile * len(crossed)
        for count in range(len(piles) + 1)
        for crossed in map(set, combinations(sorted(piles), count))
    )
