"""A second implementation of the rules, slow and plain, that follows the texts of a record."""

from itertools import combinations

from cubilete.core.json_types import JsonObject
from cubilete.core.record import Event

COLOURS = "WYRGBK"
BONUS = {0: 0, 1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21}


class Row:
    """A row of a sheet: the numbers printed for its colours, and what is noted in each box."""

    def __init__(self, colours: str) -> None:
        self.printed = dict(zip(colours, (6, 5, 4, 3, 2, 1), strict=True))
        self.noted: dict[str, int] = {}

    def free(self) -> list[str]:
        return [colour for colour in self.printed if colour not in self.noted]

    def score(self) -> int:
        exacts = [colour for colour in self.noted if self.noted[colour] == self.printed[colour]]
        return sum(self.noted.values()) + BONUS[len(exacts)]


class Oracle:
    """One game; `follow` takes its events, `legal` lists the actions that are possible now."""

    def __init__(self, players: int, material: JsonObject) -> None:
        self.players = players
        self.material = material
        self.sheets: list[list[Row]] = []
        self.active = -1
        self.dice: dict[str, int] = {}
        self.stage = "start"
        self.decisions: dict[int, str] = {}
        self.over = False

    def follow(self, event: Event) -> None:
        word, *rest = event.text.split(" ")
        if word == "start":
            self.active = int(rest[0])
        elif word == "sheets":
            sheets = self.material["sheets"]
            assert isinstance(sheets, dict)
            for name in rest:
                rows = sheets[name]
                assert isinstance(rows, list)
                self.sheets.append([Row(str(row)) for row in rows])
            self.stage = "first roll"
        elif word == "roll":
            self.dice |= {die[0]: int(die[1]) for die in rest}
            again = self.stage == "first roll" and set(self.dice.values()) != {1}
            self.stage = "stand or reroll" if again else "write"
        elif word == "reroll":
            self.stage = "second roll"
        elif word == "stand":
            self.stage = "write"
        else:
            self.decisions[int(event.by)] = event.text
            if len(self.decisions) == self.players:
                self.end_turn()

    def end_turn(self) -> None:
        for seat, text in self.decisions.items():
            row = self.row(seat)
            if text == "cross":
                row.noted[row.free()[0]] = 0
            else:
                row.noted |= {die[0]: int(die[1]) for die in text.split(" ")[1:]}
        self.decisions = {}
        self.dice = {}
        self.stage = "first roll"
        self.active = (self.active + 1) % self.players
        self.over = any(not sheet[4].free() for sheet in self.sheets)

    def row(self, seat: int) -> Row:
        return next(row for row in self.sheets[seat] if row.free())

    def to_roll(self) -> str:
        """The dice that the next roll consists of."""
        return "".join(colour for colour in COLOURS if self.dice.get(colour) != 1)

    def to_act(self) -> list[int]:
        if self.over:
            return []
        if self.stage == "stand or reroll":
            return [self.active]
        if self.stage == "write":
            return [seat for seat in range(self.players) if seat not in self.decisions]
        return []

    def legal(self, seat: int) -> list[str]:
        if self.stage == "stand or reroll":
            return ["reroll", "stand"]
        row = self.row(seat)
        dice = [
            colour + str(self.dice[colour])
            for colour in COLOURS
            if colour in row.free() and self.dice[colour] <= row.printed[colour]
        ]
        return sorted(
            ["cross"]
            + [
                "write " + " ".join(some)
                for count in range(1, len(dice) + 1)
                for some in combinations(dice, count)
            ]
        )

    def scores(self) -> list[int]:
        return [sum(row.score() for row in sheet) for sheet in self.sheets]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]
