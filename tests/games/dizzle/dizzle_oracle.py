"""A second, slow and simple implementation of Dizzle, to compare the rules with.

The game is one generator. It yields the possible next events and is sent the one that happened.
Cells are names, and nothing is stored that can be computed from the sheets.
"""

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field

from cubilete.core.json_types import Json, JsonObject

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass
class Chance:
    """An outcome that is due: the first word of the event, and how many numbers follow."""

    word: str
    count: int


@dataclass
class Decision:
    seat: int
    legal: list[str]


Due = Chance | Decision
Story = Generator[Due, str, None]


@dataclass
class Player:
    crossed: set[str]
    exploded: set[str] = field(default_factory=set)
    dice: set[str] = field(default_factory=set)
    flags: dict[str, int] = field(default_factory=dict)
    out: bool = False


def entry(value: Json, *keys: str) -> Json:
    for key in keys:
        assert isinstance(value, dict)
        value = value.get(key)
    return value


def number(value: Json) -> int:
    assert isinstance(value, int)
    return value


def table_of(value: Json) -> JsonObject:
    return value if isinstance(value, dict) else {}


class Tale:
    def __init__(self, material: JsonObject, players: int) -> None:
        self.sheet = material["sheet"]
        grid = entry(self.sheet, "grid")
        assert isinstance(grid, list)
        self.cells: dict[str, str] = {}
        for row, line in enumerate(grid, start=1):
            assert isinstance(line, str)
            for letter, token in zip(LETTERS, line.split(), strict=False):
                if token != ".":
                    self.cells[f"{letter}{row}"] = token
        start = {cell for cell, token in self.cells.items() if token == "X"}
        self.players = [Player(set(start)) for _ in range(players)]
        self.result: tuple[list[int], list[int]] | None = None
        self.flags_struck: Counter[str] = Counter()

    # --- State of a sheet ---

    def around(self, cell: str) -> set[str]:
        column, row = LETTERS.index(cell[0]), int(cell[1:])
        near = {f"{cell[0]}{row - 1}", f"{cell[0]}{row + 1}"}
        near |= {f"{LETTERS[c]}{row}" for c in (column - 1, column + 1) if 0 <= c < 26}
        return near & self.cells.keys()

    def around_all(self, cells: set[str]) -> set[str]:
        return {near for cell in cells for near in self.around(cell)}

    def usable(self, player: Player) -> set[str]:
        keys = {self.cells[cell][2] for cell in player.crossed if self.cells[cell][1:2] == "K"}
        shut = {
            cell for cell, token in self.cells.items() if token[1:2] == "L" and token[2] not in keys
        }
        return self.cells.keys() - player.crossed - player.exploded - player.dice - shut

    def reachable(self, player: Player) -> set[str]:
        """Where the next die may go, whatever its face."""
        beside_dice = self.around_all(player.dice) & self.usable(player)
        if beside_dice:
            return beside_dice
        return self.around_all(player.crossed) & self.usable(player)

    def fitting(self, player: Player, table: Counter[int]) -> list[str]:
        return [cell for cell in self.reachable(player) if table[int(self.cells[cell][0])] > 0]

    # --- Course of the game ---

    def tell(self) -> Story:
        count = len(self.players)
        solo = count == 1
        dice, rounds = {1: (8, 10), 2: (7, 6), 3: (10, 4), 4: (13, 3)}[count]
        first = 0
        if not solo:
            first = int((yield Chance("start", 1)).split()[1])
        for _ in range(rounds * count):
            yield from self.tell_turn(first, dice, solo)
            if any(
                self.cells.keys() == player.crossed | player.exploded for player in self.players
            ):
                break
            first = (first + 1) % count
        scores = [self.points(player) for player in self.players]
        ranking = [(-scores[seat], len(self.players[seat].crossed)) for seat in range(count)]
        winners = [seat for seat in range(count) if ranking[seat] == min(ranking)]
        self.result = scores, winners

    def tell_turn(self, first: int, dice: int, solo: bool) -> Generator[Due, str, None]:
        table = faces((yield Chance("roll", dice)))
        count = len(self.players)
        for player in self.players:
            player.out = not self.reachable(player)
        seat = first
        while any(not player.out for player in self.players) and table.total() > 0:
            player = self.players[seat]
            if not player.out:
                alone = not solo and sum(not other.out for other in self.players) == 1
                yield from self.tell_choice(seat, table, solo)
                if alone:
                    break
            seat = (seat + 1) % count
        yield from self.tell_effects([(first + step) % count for step in range(count)], solo)

    def tell_choice(self, seat: int, table: Counter[int], solo: bool) -> Generator[Due, str, None]:
        player = self.players[seat]
        if not self.fitting(player, table):
            if (yield Decision(seat, ["quit", "reroll"])) == "quit":
                player.out = True
                return
            thrown = faces((yield Chance("roll", table.total())))
            table.clear()
            table.update(thrown)
        fitting = self.fitting(player, table)
        if fitting:
            cell = (yield Decision(seat, sorted(f"place {cell}" for cell in fitting))).split()[1]
            player.dice.add(cell)
            table[int(self.cells[cell][0])] -= 1
            player.out = not self.reachable(player)
            if solo and table.total() > 0:
                for face in faces((yield Chance("steal", 2))).elements():
                    if table[face] > 0:
                        table[face] -= 1
        elif player.dice:
            answer = yield Decision(seat, sorted(f"return {cell}" for cell in player.dice))
            cell = answer.split()[1]
            player.dice.remove(cell)
            table[int(self.cells[cell][0])] += 1

    def tell_effects(self, order: list[int], solo: bool) -> Generator[Due, str, None]:
        for player in self.players:
            player.crossed |= player.dice
        for seat in order:
            player = self.players[seat]
            for _ in [cell for cell in player.dice if self.cells[cell][1:] == "R"]:
                planets = {cell for cell, token in self.cells.items() if token[1:] == "P"}
                left = planets - player.crossed
                if left:
                    answer = yield Decision(seat, sorted(f"planet {cell}" for cell in left))
                    player.crossed.add(answer.split()[1])
        for cell, token in self.cells.items():
            there = [player for player in self.players if cell in player.dice]
            if token[1:] == "B" and there and not solo:
                for player in self.players:
                    if cell not in player.crossed:
                        player.exploded.add(cell)
            if token[1:2] == "F" and there:
                numbers = entry(self.sheet, "points", "flag")
                assert isinstance(numbers, list)
                left_over = [*numbers[self.flags_struck[token[2]] :], 0]
                for player in there:
                    player.flags[token[2]] = number(left_over[0])
                self.flags_struck[token[2]] += len(there)
        for player in self.players:
            player.dice = set()

    # --- Points ---

    def points(self, player: Player) -> int:
        solo = len(self.players) == 1
        total = sum(player.flags.values())
        for cell in player.crossed:
            token = self.cells[cell]
            if token[1:2] == "G":
                total += number(entry(self.sheet, "points", "gem", token[2]))
            elif token[1:] == "T":
                total += number(entry(self.sheet, "points", "pile"))
            elif token[1:] == "B" and solo:
                total += 2
        for _ in player.exploded:
            total += number(entry(self.sheet, "points", "bomb"))
        for group, worth in self.groups():
            if group <= player.crossed:
                total += worth
        return total

    def groups(self) -> list[tuple[set[str], int]]:
        found: list[tuple[set[str], int]] = []
        for row, worth in table_of(entry(self.sheet, "rows")).items():
            found.append(({cell for cell in self.cells if cell[1:] == row}, number(worth)))
        for column, worth in table_of(entry(self.sheet, "columns")).items():
            found.append(({cell for cell in self.cells if cell[0] == column}, number(worth)))
        colours = {token[2] for token in self.cells.values() if token[1:2] == "Z"}
        for colour in colours:
            pieces = {cell for cell, token in self.cells.items() if token[1:] == "Z" + colour}
            found.append((pieces, number(entry(self.sheet, "points", "puzzle", colour))))
        frame = entry(self.sheet, "frame")
        if isinstance(frame, list):
            framed = {cell for cell in frame if isinstance(cell, str)}
            found.append((framed, number(entry(self.sheet, "points", "frame"))))
        return found


def faces(text: str) -> Counter[int]:
    return Counter(int(face) for face in text.split()[1:])
