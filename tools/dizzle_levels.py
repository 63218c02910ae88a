"""Tune a sheet of Dizzle by measurement: python tools/dizzle_levels.py FILE --share 66 --out NEW

Changes a sheet in small steps: two symbols change places (faces, holes and start crosses stay), or
the points of a row, column, puzzle or colour of gems change by one. After each step the level
`normal` plays games alone and in twos; a step stays if the sheet is better by `cost`:

- alone, `normal` shall reach `--share` percent of the best possible points;
- every kind of special cells, by colour, shall pay in 10 to 90 % of the games of one player on
  average over its cells, and each cell, row, column, puzzle and frame for itself;
- little shall be changed.

A step moves a symbol at most `--reach` spaces; `--stay` names symbols that do not move at all, by
default locks and planets, which belong to the drawing. The best sheet so far is written to `--out`,
and its measures are printed at the end. The same arguments give the same sheet.
"""

import argparse
import re
from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

from cubilete.core.datafile import parse
from cubilete.core.json_types import JsonObject
from cubilete.core.rng import Rng, seeded
from cubilete.core.strategy import play_out
from cubilete.games.dizzle import GAME
from cubilete.games.dizzle.layout import PrintedSheet
from cubilete.games.dizzle.material import read_file
from cubilete.games.dizzle.study.uses import best_score, sets_of, special_cells
from cubilete.games.dizzle.tables import LETTERS, WORD, spell_position

BOUNDS = (0.1, 0.9)
CAREFUL = 0.02
"""How far inside of the bounds a share shall be, since it is measured in few games."""
WEIGHTS = {"share": 3.0, "kind": 4.0, "piece": 1.0, "change": 0.003}


@dataclass(frozen=True)
class Shares:
    """What was measured on one sheet, for one number of players."""

    of_best: float
    pieces: dict[str, float]
    """Cells by name, sets as “row 3”: in how many games of one player they were complete."""
    kinds: dict[str, float]
    """The mean of the pieces of a kind, such as “Gr” and “row”."""


def measure(material: JsonObject, players: int, games: int) -> Shares:
    setup = GAME.setup(players, None, material)
    strategy, start = GAME.policy.normal(setup), GAME.rules.start(setup)
    sheet, printed = start.sheet, GAME.rules.view(start, None).sheet
    masks = dict(masks_of(printed, [spell_position(place) for place in sheet.position_of]))
    used = dict.fromkeys(masks, 0)
    points = 0
    for number in range(games):
        state = GAME.rules.start(setup)
        play_out(state, strategy, seeded("dizzle levels", players, number))
        points += sum(state.scores())
        for seat in range(players):
            words = [state.board[seat * sheet.stride + word] for word in range(sheet.words)]
            crossed = sum(int(word) << place * WORD for place, word in enumerate(words))
            for piece, mask in masks.items():
                used[piece] += mask & ~crossed == 0
    pieces = {name: times / games / players for (_, name), times in used.items()}
    by_kind = defaultdict(list)
    for (kind, name), _ in masks.items():
        by_kind[kind].append(pieces[name])
    return Shares(
        points / games / players / (best_score(setup) or 1),
        pieces,
        {kind: sum(values) / len(values) for kind, values in by_kind.items()},
    )


def masks_of(sheet: PrintedSheet, names: list[str]) -> Iterator[tuple[tuple[str, str], int]]:
    """Kind and name of each piece, and its cells as bits."""
    bit = {name: 1 << number for number, name in enumerate(names)}
    for name, token in special_cells(sheet):
        if token[1] != "Z":
            yield (token[1:], name), bit[name]
    for kind, name, cells, _ in sets_of(sheet):
        yield (kind, f"{kind} {name}"), sum(bit[cell] for cell in cells)


def outside(share: float) -> float:
    low, high = BOUNDS
    return max(low + CAREFUL - share, share - high + CAREFUL, 0.0)


class Search:
    """Small steps from one sheet to a better one."""

    def __init__(self, text: str, arguments: argparse.Namespace) -> None:
        self.first = read_file(parse(text))
        self.text, self.out = text, arguments.out
        self.wanted = arguments.share / 100
        self.games, self.reach = arguments.games, arguments.reach
        self.stay = set(arguments.stay) | {"X"}
        self.fixed = set(arguments.fixed.split(","))
        self.rng: Rng = seeded("dizzle levels search", arguments.seed)

    def cost(self, material: JsonObject) -> float:
        total = WEIGHTS["change"] * self.changes(material)
        for players in (1, 2):
            found = measure(material, players, self.games // players)
            if players == 1:
                total += WEIGHTS["share"] * abs(found.of_best - self.wanted)
            total += WEIGHTS["kind"] * sum(map(outside, found.kinds.values()))
            total += WEIGHTS["piece"] * sum(map(outside, found.pieces.values()))
        return total

    def changes(self, material: JsonObject) -> int:
        now, before = grid_of(material), grid_of(self.first)
        cells = sum(now[row][column] != before[row][column] for row, column in places(now))
        return cells + sum(
            abs(value - points_of(self.first)[where] if where in points_of(self.first) else 0)
            for where, value in points_of(material).items()
        )

    def run(self, steps: int) -> JsonObject:
        best, lowest = self.first, self.cost(self.first)
        print(f"cost {lowest:.3f} before", flush=True)
        for step in range(steps):
            tried = self.varied(best)
            if self.rng.below(3) == 0:
                tried = self.varied(tried)
            cost = self.cost(tried)
            if cost < lowest:
                best, lowest = tried, cost
                self.out.write_text(as_file(self.text, best), encoding="utf-8")
                print(f"cost {lowest:.3f} after step {step + 1}", flush=True)
        return best

    def varied(self, material: JsonObject) -> JsonObject:
        found = deepcopy(material)
        if self.rng.below(3):
            self.swap(found)
        else:
            self.change_points(found)
        return found

    def swap(self, material: JsonObject) -> None:
        """Two cells exchange their symbols, or one gives its symbol to the other."""
        grid = grid_of(material)
        free = [
            place
            for place in places(grid)
            if grid[place[0]][place[1]][1:2] not in self.stay
            and grid[place[0]][place[1]] != "X"
            and LETTERS[place[1]] + str(place[0] + 1) not in self.fixed
        ]
        special = [place for place in free if len(grid[place[0]][place[1]]) > 1]
        one = special[self.rng.below(len(special))]
        near = [
            place
            for place in free
            if abs(place[0] - one[0]) + abs(place[1] - one[1]) <= self.reach
            and grid[place[0]][place[1]][1:] != grid[one[0]][one[1]][1:]
        ]
        two = near[self.rng.below(len(near))]
        first, second = grid[one[0]][one[1]], grid[two[0]][two[1]]
        grid[one[0]][one[1]] = first[0] + second[1:]
        grid[two[0]][two[1]] = second[0] + first[1:]
        sheet = material["sheet"]
        assert isinstance(sheet, dict)
        sheet["grid"] = [" ".join(row) for row in grid]

    def change_points(self, material: JsonObject) -> None:
        sheet = material["sheet"]
        assert isinstance(sheet, dict)
        wheres = list(points_of(material))
        path = wheres[self.rng.below(len(wheres))]
        part = sheet
        for key in path[:-1]:
            inner = part[key]
            assert isinstance(inner, dict)
            part = inner
        before = part[path[-1]]
        assert isinstance(before, int)
        part[path[-1]] = max(before + (1 if self.rng.below(2) else -1), 1)


def grid_of(material: JsonObject) -> list[list[str]]:
    sheet = material["sheet"]
    assert isinstance(sheet, dict)
    rows = sheet["grid"]
    assert isinstance(rows, list)
    return [str(row).split() for row in rows]


def places(grid: list[list[str]]) -> list[tuple[int, int]]:
    return [
        (row, column)
        for row, tokens in enumerate(grid)
        for column, token in enumerate(tokens)
        if token != "."
    ]


def points_of(material: JsonObject) -> dict[tuple[str, ...], int]:
    """The points that may change, by where they stand in the material."""
    sheet = material["sheet"]
    assert isinstance(sheet, dict)
    points = sheet["points"]
    assert isinstance(points, dict)
    found: dict[tuple[str, ...], int] = {}
    for path, part in (
        (("rows",), sheet.get("rows", {})),
        (("columns",), sheet.get("columns", {})),
        (("points", "puzzle"), points.get("puzzle", {})),
        (("points", "gem"), points.get("gem", {})),
    ):
        assert isinstance(part, dict)
        found |= {(*path, name): value for name, value in part.items() if isinstance(value, int)}
    return found


def as_file(text: str, material: JsonObject) -> str:
    """The file of a sheet with what has changed in it."""
    lines, section, row = [], "", 0
    grid, points = grid_of(material), points_of(material)
    for line in text.splitlines():
        words = line.split()
        heading = re.fullmatch(r"\[(\w+)\]", line)
        if heading:
            section = heading[1]
        elif section == "grid" and words and words[0] != "#":
            line = "    " + "".join(f"{token:<5}" for token in grid[row]).rstrip()
            row += 1
        elif section in ("rows", "columns") and words:
            line = f"{words[0]} {points[section, words[0]]}"
        elif section == "points" and words and ("points", *words[:2]) in points:
            line = f"{words[0]} {words[1]} {points['points', words[0], words[1]]}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def report(material: JsonObject, games: int) -> Iterator[str]:
    for players in (1, 2):
        found = measure(material, players, games // players)
        yield f"{players} playing: {found.of_best:.1%} of the best possible"
        for title, shares in (("kinds", found.kinds), ("pieces", found.pieces)):
            wrong = {n: v for n, v in shares.items() if not BOUNDS[0] <= v <= BOUNDS[1]}
            said = ", ".join(f"{name} {value:.0%}" for name, value in wrong.items())
            yield f"  {title} outside of 10-90 %: {said or 'none'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--share", type=float, required=True, help="wanted, in percent")
    parser.add_argument("--out", type=Path, required=True, help="the file of the new sheet")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--games", type=int, default=160, help="alone; half as many in twos")
    parser.add_argument("--reach", type=int, default=3)
    parser.add_argument("--stay", default="LP", help="symbols that do not move")
    parser.add_argument("--fixed", default="", help="cells that keep what they have: A1,B2")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    text = arguments.file.read_text(encoding="utf-8")
    best = Search(text, arguments).run(arguments.steps)
    for line in report(best, 6 * arguments.games):
        print(line)


if __name__ == "__main__":
    main()
