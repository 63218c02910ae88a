"""A bot that weighs cells: what they give, what they complete, and where they lead.

It looks a few dice ahead in its own turn, at the dice that will probably still be there.
It knows nothing but its view.
"""

from dataclasses import dataclass
from functools import cached_property

from cubilete.core.rng import Rng
from cubilete.core.view import View
from cubilete.games.dizzle.chart import NO_WAY, Chart, bits
from cubilete.games.dizzle.view import DizzleView


@dataclass(frozen=True)
class Weights:
    """How the bot sees the game; found by trying."""

    way: float = 1.4
    """Of what a cell brings nearer, how much counts now."""
    decay: float = 0.7
    """How a target fades with each step that it is away."""
    together: float = 0.95
    """How a set's points fade with each further cell that is missing."""
    key: float = 1.1
    """Of all that lies behind locks, how much the key is worth."""
    another_die: float = 0.3
    """What any cell is worth for going on from."""
    depth: int = 3


class GreedyBot:
    """Plays the die that promises the most."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()
        self.chart: Chart | None = None

    def choose(self, view: View, rng: Rng) -> str:
        assert isinstance(view, DizzleView)
        if len(view.legal) == 1:
            return view.legal[0]
        if self.chart is None or self.chart.sheet != view.sheet:
            self.chart = Chart(view.sheet)
        judgement = Judgement(view, self.chart, self.weights)
        word = view.legal[0].partition(" ")[0]
        if word == "quit":
            return "reroll" if judgement.should_reroll() else "quit"
        values = {text: judgement.value_of(text) for text in view.legal}
        best = min(values.values()) if word == "return" else max(values.values())
        equals = [text for text in view.legal if values[text] == best]
        return equals[rng.below(len(equals))]


class Judgement:
    """What the cells of one position are worth to the seat that looks at it."""

    def __init__(self, view: DizzleView, chart: Chart, weights: Weights) -> None:
        assert view.seat is not None
        self.view = view
        self.chart = chart
        self.weights = weights
        self.crossed = chart.cells(view.crossed[view.seat])
        self.exploded = chart.cells(view.exploded[view.seat])
        self.placed = chart.cells(view.placed[view.seat])
        self.done = self.crossed | self.placed
        self.shut = chart.shut_locks(self.crossed)
        self.usable = chart.everything & ~(self.done | self.exploded | self.shut)
        self.steps = chart.steps(self.shut | self.exploded)
        self.reached = chart.steps_from(self.done, self.shut | self.exploded)
        self.fade = [weights.decay**step for step in range(NO_WAY)] + [0.0]
        self.gains: dict[int, float] = {}

    # --- What a cell gives by itself ---

    @cached_property
    def plain(self) -> list[float]:
        """The points of each cell, with its share of the sets that it belongs to."""
        sheet, chart = self.view.sheet, self.chart
        solo = len(self.view.scores) == 1
        worth = [0.0] * len(chart.names)
        for cell, token in enumerate(chart.tokens):
            if self.done >> cell & 1 or self.exploded >> cell & 1:
                continue
            symbol = token[1:2]
            if symbol == "G":
                worth[cell] = sheet.gems[token[2]]
            elif symbol == "T":
                worth[cell] = sheet.pile
            elif symbol == "B":
                worth[cell] = 2 if solo else -sheet.bomb
            elif symbol == "F":
                worth[cell] = (
                    self.view.flags_left[token[2]][0] if self.view.flags_left[token[2]] else 0
                )
        dice_to_come = 4 * self.view.turns_left
        for group, points in chart.groups:
            missing = group & ~self.done
            count = missing.bit_count()
            if 0 < count <= dice_to_come and not group & self.exploded:
                share = points * self.weights.together ** (count - 1) / count
                for cell in bits(missing):
                    worth[cell] += share
        return worth

    # --- What it gives with all that it leads to ---

    @cached_property
    def targets(self) -> list[tuple[int, float, float]]:
        """The cells worth going to: their value, and how near they are already."""
        found: list[tuple[int, float, float]] = []
        for cell in bits(self.usable):
            value = self.plain[cell] + self.unlocks(cell)
            if value > 0.3:
                found.append((cell, value, self.fade[self.reached[cell]]))
        return found

    def gain(self, cell: int) -> float:
        """What a die on this cell brings, now and later."""
        if cell not in self.gains:
            time = min(1.0, self.view.turns_left / 4)
            ahead = 0.0
            for target, value, near in self.targets:
                nearer = self.fade[self.steps[cell][target]] - near
                if nearer > 0 and target != cell:
                    ahead += value * nearer
            self.gains[cell] = (
                self.plain[cell]
                + self.unlocks(cell)
                + self.weights.another_die
                + self.weights.way * time * ahead
            )
        return self.gains[cell]

    def unlocks(self, cell: int) -> float:
        """What a key or a rocket on this cell makes possible."""
        token = self.chart.tokens[cell]
        if token[1:2] == "K":
            locks = self.shut & self.chart.having("L" + token[2])
            if locks and self.view.turns_left > 1:
                behind = self.chart.behind(locks, self.done, self.shut | self.exploded)
                return self.weights.key * sum(max(self.plain[c], 0.0) for c in bits(behind))
        if token[1:] == "R":
            return max(self.planets.values(), default=0.0)
        return 0.0

    @cached_property
    def planets(self) -> dict[int, float]:
        """The planets left, and what a cross on each of them brings."""
        return {
            planet: self.landing(planet) for planet in bits(self.chart.having("P") & ~self.done)
        }

    def landing(self, planet: int) -> float:
        ahead = 0.0
        if self.view.turns_left > 1:
            for cell, steps in enumerate(self.steps[planet]):
                nearer = self.fade[steps] - self.fade[self.reached[cell]]
                if nearer > 0 and cell != planet:
                    ahead += max(self.plain[cell], 0.0) * nearer
        return self.plain[planet] + self.weights.way * ahead

    # --- The turn ahead ---

    def value_of(self, text: str) -> float:
        word, _, name = text.partition(" ")
        cell = self.chart.index[name]
        if word == "planet":
            return self.planets[cell]
        if word == "return":
            return self.plain_before(cell)
        dice = [self.view.dice.count(face) for face in range(7)]
        return self.look_ahead(cell, self.placed, dice, self.weights.depth)

    def plain_before(self, cell: int) -> float:
        """What a die that lies there already will bring if it stays."""
        token = self.chart.tokens[cell]
        sheet = self.view.sheet
        value = 1.0
        if token[1:2] == "G":
            value += sheet.gems[token[2]]
        elif token[1:2] == "T":
            value += sheet.pile
        elif token[1:2] == "F":
            value += sheet.flag[0]
        elif token[1:2] in ("B", "K", "R"):
            value += 3
        for group, points in self.chart.groups:
            if group >> cell & 1:
                value += points / (1 + (group & ~self.done).bit_count() + 1)
        return value

    def look_ahead(self, cell: int, placed: int, dice: list[int], depth: int) -> float:
        """A die on this cell, and the best that can follow it as likely as it is."""
        value = self.gain(cell)
        if depth == 1:
            return value
        face = self.chart.faces[cell]
        placed |= 1 << cell
        dice[face] -= 1
        best = 0.0
        for following in bits(self.reachable(placed)):
            chance = self.still_there(dice[self.chart.faces[following]], sum(dice))
            if chance > 0:
                best = max(best, chance * self.look_ahead(following, placed, dice, depth - 1))
        dice[face] += 1
        return value + best

    def reachable(self, placed: int) -> int:
        free = self.usable & ~placed
        return self.chart.around(placed) & free or self.chart.around(self.crossed) & free

    def still_there(self, count: int, on_table: int) -> float:
        """How likely one of `count` equal dice is left when it is our turn again."""
        if count == 0:
            return 0.0
        if len(self.view.scores) == 1:
            return (1.0, 25 / 36, 35 / 36)[count] if count < 3 else 1.0
        others = len(self.view.active) - 1
        if on_table <= others:
            return 0.0
        return 1.0 - (others / on_table) ** count

    # --- When nothing fits ---

    def should_reroll(self) -> bool:
        reach = self.reachable(self.placed)
        faces = {self.chart.faces[cell] for cell in bits(reach)}
        success = 1 - (1 - len(faces) / 6) ** len(self.view.dice)
        hope = sum(self.gain(cell) for cell in bits(reach)) / max(reach.bit_count(), 1)
        if hope <= 0:
            return False
        if not self.placed:
            return True
        loss = min(self.plain_before(cell) for cell in bits(self.placed))
        # Alone one can put the returned die back at once; others may take it.
        risk = 0.1 if len(self.view.scores) == 1 else 1.0 if self.view.last_choice else 0.5
        return success * hope > (1 - success) * risk * max(loss, 0.0)
