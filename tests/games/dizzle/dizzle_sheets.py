"""Small sheets for tests, and helpers to play on them."""

from cubilete.core.json_types import Json, JsonObject
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, State
from cubilete.games.dizzle import GAME
from cubilete.games.dizzle.rules import Dizzle
from cubilete.games.dizzle.view import DizzleView

ALL_POINTS: JsonObject = {
    "gem": {"b": 1, "r": 3},
    "puzzle": {"y": 8, "g": 5},
    "bomb": -2,
    "pile": -3,
    "frame": 10,
    "flag": [10, 6, 3, 1],
}


def sheet(*grid: str, **more: Json) -> JsonObject:
    """Material with these rows; `more` may have rows, columns, frame and points."""
    rows: list[Json] = list(grid)
    return {"sheet": {"name": "test", "grid": rows, "points": ALL_POINTS, **more}}


def table(material: JsonObject, players: int = 2) -> Dizzle:
    """A game on this sheet in which seat 0 starts."""
    state = GAME.new(players, None, material)
    if players > 1:
        state.play(CHANCE, "start 0")
    return state


def play(state: State, *events: str) -> None:
    """Plays events such as “roll 1 2 3” and “0 place B2”."""
    for event in events:
        who, _, text = event.partition(" ")
        if who.isdigit():
            state.play(int(who), text)
        else:
            state.play(CHANCE, event)


def look(state: State) -> DizzleView:
    """A spectator's view."""
    assert isinstance(state, Dizzle)
    return GAME.rules.view(state, None)


def legal(state: State) -> list[str]:
    """The legal actions of the seat to act."""
    (seat,) = state.to_act
    return state.legal_texts(seat)


RANDOM_SYMBOLS = (
    "",
    "",
    "",
    "",
    "",
    "B",
    "T",
    "R",
    "P",
    "Gb",
    "Gr",
    "Zy",
    "Zg",
    "Kr",
    "Kb",
    "Lr",
    "Lb",
)


def random_sheet(rng: Rng) -> JsonObject:
    """A random sheet of any shape that the rules allow."""
    width, height = 1 + rng.below(9), 1 + rng.below(9)
    if rng.below(6) == 0:
        width, height = 20 + rng.below(7), 3 + rng.below(12)
    tokens = [
        [
            "." if rng.below(6) == 0 else "X" if rng.below(9) == 0 else random_cell(rng)
            for _ in range(width)
        ]
        for _ in range(height)
    ]
    tokens[rng.below(height)][rng.below(width)] = "X" if rng.below(8) else "4"
    for colour in "rg":
        if rng.below(2):
            tokens[rng.below(height)][rng.below(width)] = f"{1 + rng.below(6)}F{colour}"
    more: dict[str, Json] = {}
    rows = [str(row + 1) for row in range(height) if set(tokens[row]) != {"."}]
    columns = [c for c in range(width) if {row[c] for row in tokens} != {"."}]
    if rng.below(3) and rows:
        more["rows"] = {row: rng.below(9) for row in rows if rng.below(2)}
        more["columns"] = {chr(65 + c): rng.below(9) for c in columns if rng.below(2)}
    across, down = rng.below(width), rng.below(height)
    block = [(c, r) for c in (across, across + 1) for r in (down, down + 1)]
    if all(c < width and r < height and tokens[r][c] != "." for c, r in block):
        more["frame"] = [f"{chr(65 + c)}{r + 1}" for c, r in block]
    one_flag_a_colour(tokens)
    return sheet(*[" ".join(row) for row in tokens], **more)


def random_cell(rng: Rng) -> str:
    return f"{1 + rng.below(6)}{RANDOM_SYMBOLS[rng.below(len(RANDOM_SYMBOLS))]}"


def one_flag_a_colour(tokens: list[list[str]]) -> None:
    for colour in "rg":
        flags = [
            (row, c)
            for row, line in enumerate(tokens)
            for c, token in enumerate(line)
            if token[1:] == "F" + colour
        ]
        for row, c in flags[1:]:
            tokens[row][c] = tokens[row][c][0]
