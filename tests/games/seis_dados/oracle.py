"""A second implementation of Seis dados, slow and plain, to compare the fast rules with.

It is written from the rulebook and must import nothing from the package. It works on faces and
texts, and finds every value by trying all ways to lay the dice out.
"""

from collections.abc import Iterator
from itertools import combinations

SECTION_LISTS = [
    ["ones", "twos", "threes", "fours", "fives", "sixes"],
    ["pair", "three", "four", "five", "six"],
    ["straight-3", "straight-4", "straight-5", "straight-6"],
    ["max-sum", "min-sum", "jokers"],
    ["double-pair", "triple-pair", "three-and-pair", "double-three", "four-and-pair"],
    ["straight-3-and-pair", "straight-4-and-pair", "three-and-straight-3", "sevens"],
]
BASIC_CATEGORIES = [name for section in SECTION_LISTS[:4] for name in section]
ALL_CATEGORIES = [name for section in SECTION_LISTS for name in section]
ASSIGNED_CATEGORIES = [name for name in ALL_CATEGORIES if name != "jokers"]

NUMBERS = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
SIMPLE = {
    "pair": ("group", 2),
    "three": ("group", 3),
    "four": ("group", 4),
    "five": ("group", 5),
    "six": ("group", 6),
    "straight-3": ("straight", 3),
    "straight-4": ("straight", 4),
    "straight-5": ("straight", 5),
    "straight-6": ("straight", 6),
}
COMPOUND = {
    "double-pair": ["pair", "pair"],
    "triple-pair": ["pair", "pair", "pair"],
    "three-and-pair": ["three", "pair"],
    "double-three": ["three", "three"],
    "four-and-pair": ["four", "pair"],
    "straight-3-and-pair": ["straight-3", "pair"],
    "straight-4-and-pair": ["straight-4", "pair"],
    "three-and-straight-3": ["three", "straight-3"],
}

Dice = tuple[int, ...]
Value = tuple[int, ...]


# --- Categories ---


def possible_values(category: str, dice: Dice) -> set[Value]:
    """Every value that these six dice can be noted with."""
    if category in NUMBERS:
        return {(sum(die == NUMBERS[category] for die in dice),)}
    if category in ("max-sum", "min-sum"):
        return {(sum(dice),)}
    if category == "sevens":
        return {(most_sevens(dice),)}
    parts = COMPOUND.get(category, [category])
    found = {noted(parts, faces) for faces in layouts(parts, list(range(6)), dice)}
    return found or {(0,) * len(parts)}


def layouts(parts: list[str], left: list[int], dice: Dice) -> Iterator[Value]:
    """Every way to make the parts from the dice that are left, each die used once."""
    if not parts:
        yield ()
        return
    shape, size = SIMPLE[parts[0]]
    for chosen in combinations(left, size):
        faces = sorted(dice[die] for die in chosen)
        step = 0 if shape == "group" else 1
        if all(faces[i + 1] - faces[i] == step for i in range(size - 1)):
            rest = [die for die in left if die not in chosen]
            for others in layouts(parts[1:], rest, dice):
                yield (faces[-1], *others)


def noted(parts: list[str], faces: Value) -> Value:
    """In the order of the name, the higher first among parts of the same kind."""
    if len(set(parts)) == 1:
        return tuple(sorted(faces, reverse=True))
    return faces


def most_sevens(dice: Dice) -> int:
    """The best of all ways to pair the dice up."""
    if not dice:
        return 0
    first, rest = dice[0], dice[1:]
    return max(
        (first + rest[i] == 7) + most_sevens(rest[:i] + rest[i + 1 :]) for i in range(len(rest))
    )


def choices_of_dice(dice: Dice) -> set[Dice]:
    """Every choice of at least one die, as its faces."""
    return {
        tuple(sorted(dice[die] for die in chosen))
        for size in range(1, 7)
        for chosen in combinations(range(6), size)
    }


# --- Points ---


def category_winner(category: str, values: list[Value]) -> int | None:
    """The seat of two or three that takes the point; None on a tie."""
    if category == "min-sum":
        values = [(-value[0],) for value in values]
    if len(set(values)) == 1:
        return None
    if len(values) == 2:
        return values.index(max(values))
    if len(set(values)) == 3:
        return values.index(sorted(values)[1])
    return next(seat for seat in range(3) if values.count(values[seat]) == 1)


class SlowGame:
    """One game; `follow` takes events in notation."""

    def __init__(
        self, players: int, categories: list[str], lowest_wins: bool, end_at: int | None
    ) -> None:
        self.players = players
        self.categories = categories
        self.lowest_wins = lowest_wins
        self.end_at = end_at
        self.assigned = [name for name in categories if name != "jokers"]
        self.sheets: list[dict[str, Value]] = [{} for _ in range(players)]
        self.jokers = [6] * players
        self.first: int | None = None
        self.player: int | None = None
        self.table: Dice = ()
        self.repetitions = 0
        self.over = False

    @property
    def to_act(self) -> list[int]:
        if self.over or self.player is None or len(self.table) < 6:
            return []
        return [self.player]

    def legal_texts(self) -> list[str]:
        assert self.player is not None
        texts = [
            f"assign {name} {','.join(map(str, value))}"
            for name in self.assigned
            if name not in self.sheets[self.player]
            for value in possible_values(name, self.table)
        ]
        word = ""
        if self.repetitions < 2:
            word = "reroll"
        elif self.jokers[self.player] > 0:
            word = "joker"
        if word:
            texts += [
                f"{word} {' '.join(map(str, faces))}" for faces in choices_of_dice(self.table)
            ]
        return sorted(texts)

    def follow(self, text: str) -> None:
        word, *rest = text.split()
        if word == "start":
            self.first = self.player = int(rest[0])
        elif word == "roll":
            self.table = tuple(sorted([*self.table, *map(int, rest)]))
            assert len(self.table) == 6
        elif word == "assign":
            self.assign(rest[0], tuple(map(int, rest[1].split(","))))
        else:
            self.repeat(word, [int(face) for face in rest])

    def repeat(self, word: str, faces: list[int]) -> None:
        assert self.player is not None
        self.repetitions += 1
        if word == "joker":
            self.jokers[self.player] -= 1
        left = list(self.table)
        for face in faces:
            left.remove(face)
        self.table = tuple(left)

    def assign(self, category: str, value: Value) -> None:
        assert self.player is not None
        assert category not in self.sheets[self.player]
        self.sheets[self.player][category] = value
        self.player = (self.player + 1) % self.players
        self.table = ()
        self.repetitions = 0
        if all(len(sheet) == len(self.assigned) for sheet in self.sheets):
            for seat, sheet in enumerate(self.sheets):
                sheet["jokers"] = (self.jokers[seat],)
            self.over = True
        elif self.player == self.first and self.end_at is not None:
            self.over = max(self.scores()) >= self.end_at

    def scores(self) -> list[int]:
        points = [0] * self.players
        for section in SECTION_LISTS:
            used = [name for name in section if name in self.categories]
            done = [name for name in used if all(name in sheet for sheet in self.sheets)]
            won = [category_winner(name, [sheet[name] for sheet in self.sheets]) for name in done]
            here = [won.count(seat) for seat in range(self.players)]
            leaders = [seat for seat in range(self.players) if here[seat] == max(here)]
            for seat in range(self.players):
                points[seat] += here[seat]
            if done == used and len(leaders) == 1:
                points[leaders[0]] += 1
        return points

    def winners(self) -> list[int]:
        points = self.scores()
        best = min(points) if self.lowest_wins else max(points)
        return [seat for seat in range(self.players) if points[seat] == best]
