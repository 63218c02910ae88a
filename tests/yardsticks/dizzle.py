"""The earlier bot of Dizzle, a yardstick: it places the die with the highest estimated value.

The value of a cell is its points, its share of the sets that it helps to complete, and the value
of the cells that it brings nearer. The bot looks a few dice ahead in its own turn and weighs each
further die by the chance that it will still be on the table.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from cubilete.core.rng import Rng
from cubilete.games.dizzle.layout import Layout, bits, layout_of
from cubilete.games.dizzle.view import DizzleView

NO_WAY = 60
"""More steps than any way that matters."""


@dataclass(frozen=True)
class Weights:
    """The parameters of the bot, found by experiment."""

    way: float = 1.4
    """The factor for the value of cells that a cell brings nearer."""
    decay: float = 0.7
    """The factor of a target's value for each step that it is away."""
    together: float = 0.95
    """The factor of a set's points for each missing cell but one."""
    key: float = 1.1
    """The value of a key, as a share of the value behind its locks."""
    another_die: float = 0.3
    """The value of any cell as a place to continue from."""
    depth: int = 3
    """How many dice of its own the bot looks ahead, the next one included."""


class Ways:
    """How many steps lead from one cell of a sheet to another."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.steps = lru_cache(maxsize=50)(self.find_steps)

    def find_steps(self, blocked: int) -> list[list[int]]:
        """The steps from each cell to each other; NO_WAY if there is no way around `blocked`."""
        return [self.steps_from(1 << cell, blocked) for cell in range(len(self.layout.names))]

    def steps_from(self, start: int, blocked: int) -> list[int]:
        """The steps from the nearest cell of `start` to each cell."""
        steps = [NO_WAY] * len(self.layout.names)
        ring, seen = start, start
        for distance in range(NO_WAY):
            for cell in bits(ring):
                steps[cell] = distance
            ring = self.layout.find_around(ring & ~blocked) & ~seen
            seen |= ring
            if not ring:
                break
        return steps

    def behind(self, locks: int, start: int, blocked: int) -> int:
        """These locks, and the cells that can be reached from `start` only through them."""
        closed = self.steps_from(start, blocked)
        opened = self.steps_from(start, blocked & ~locks)
        return locks | sum(
            1 << cell
            for cell in range(len(self.layout.names))
            if closed[cell] == NO_WAY and opened[cell] < NO_WAY
        )


class GreedyBot:
    """The action with the highest value; at random among equal ones."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()
        self.ways: Ways | None = None

    def choose(self, view: DizzleView, rng: Rng) -> str:
        if len(view.legal) == 1:
            return view.legal[0]
        layout = layout_of(view.sheet)
        if self.ways is None or self.ways.layout is not layout:
            self.ways = Ways(layout)
        judgement = Judgement(view, self.ways, self.weights)
        word = view.legal[0].partition(" ")[0]
        if word == "quit":
            return "reroll" if judgement.should_reroll() else "quit"
        values = {text: judgement.value_of(text) for text in view.legal}
        best = min(values.values()) if word == "return" else max(values.values())
        equals = [text for text in view.legal if values[text] == best]
        return equals[rng.below(len(equals))]


class Judgement:
    """The values of all cells in one position, for the seat whose view it is."""

    def __init__(self, view: DizzleView, ways: Ways, weights: Weights) -> None:
        assert view.seat is not None
        layout = ways.layout
        self.view = view
        self.ways = ways
        self.layout = layout
        self.weights = weights
        self.crossed = layout.cells(view.crossed[view.seat])
        self.exploded = layout.cells(view.exploded[view.seat])
        self.placed = layout.cells(view.placed[view.seat])
        self.done = self.crossed | self.placed
        self.shut = layout.shut_locks(self.crossed)
        self.usable = layout.everything & ~(self.done | self.exploded | self.shut)
        self.steps = ways.steps(self.shut | self.exploded)
        self.reached = ways.steps_from(self.done, self.shut | self.exploded)
        self.fade = [weights.decay**step for step in range(NO_WAY)] + [0.0]
        self.gains: dict[int, float] = {}

    # --- Value of a cell alone ---

    @cached_property
    def plain(self) -> list[float]:
        """The points of each cell, and its share of the sets that it belongs to."""
        sheet, layout = self.view.sheet, self.layout
        solo = len(self.view.scores) == 1
        worth = [0.0] * len(layout.names)
        for cell, token in enumerate(layout.tokens):
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
        for group, points in layout.groups:
            missing = group & ~self.done
            count = missing.bit_count()
            if 0 < count <= dice_to_come and not group & self.exploded:
                share = points * self.weights.together ** (count - 1) / count
                for cell in bits(missing):
                    worth[cell] += share
        return worth

    # --- Value of a cell with the cells that it leads to ---

    @cached_property
    def targets(self) -> list[tuple[int, float, float]]:
        """The cells worth reaching, with their value and the fading by their distance now."""
        found: list[tuple[int, float, float]] = []
        for cell in bits(self.usable):
            value = self.plain[cell] + self.unlocks(cell)
            if value > 0.3:
                found.append((cell, value, self.fade[self.reached[cell]]))
        return found

    def gain(self, cell: int) -> float:
        """The value of a die on this cell, now and later."""
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
        """The value of the cells that a key or a rocket on this cell makes usable."""
        token = self.layout.tokens[cell]
        if token[1:2] == "K":
            locks = self.shut & self.layout.having("L" + token[2])
            if locks and self.view.turns_left > 1:
                behind = self.ways.behind(locks, self.done, self.shut | self.exploded)
                return self.weights.key * sum(max(self.plain[c], 0.0) for c in bits(behind))
        if token[1:] == "R":
            return max(self.planets.values(), default=0.0)
        return 0.0

    @cached_property
    def planets(self) -> dict[int, float]:
        """The planets left, and the value of a cross on each."""
        return {
            planet: self.landing(planet) for planet in bits(self.layout.having("P") & ~self.done)
        }

    def landing(self, planet: int) -> float:
        ahead = 0.0
        if self.view.turns_left > 1:
            for cell, steps in enumerate(self.steps[planet]):
                nearer = self.fade[steps] - self.fade[self.reached[cell]]
                if nearer > 0 and cell != planet:
                    ahead += max(self.plain[cell], 0.0) * nearer
        return self.plain[planet] + self.weights.way * ahead

    # --- Value of an action ---

    def value_of(self, text: str) -> float:
        word, _, name = text.partition(" ")
        cell = self.layout.index[name]
        if word == "planet":
            return self.planets[cell]
        if word == "return":
            return self.plain_before(cell)
        dice = [self.view.dice.count(face) for face in range(7)]
        return self.look_ahead(cell, self.placed, dice, self.weights.depth)

    def plain_before(self, cell: int) -> float:
        """The value of a die that lies there already."""
        token = self.layout.tokens[cell]
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
        for group, points in self.layout.groups:
            if group >> cell & 1:
                value += points / (1 + (group & ~self.done).bit_count() + 1)
        return value

    def look_ahead(self, cell: int, placed: int, dice: list[int], depth: int) -> float:
        """The value of a die on this cell and of the best one after it, times its probability."""
        value = self.gain(cell)
        if depth == 1:
            return value
        face = self.layout.faces[cell]
        placed |= 1 << cell
        dice[face] -= 1
        best = 0.0
        for following in bits(self.reachable(placed)):
            chance = self.still_there(dice[self.layout.faces[following]], sum(dice))
            if chance > 0:
                best = max(best, chance * self.look_ahead(following, placed, dice, depth - 1))
        dice[face] += 1
        return value + best

    def reachable(self, placed: int) -> int:
        free = self.usable & ~placed
        return self.layout.around(placed) & free or self.layout.around(self.crossed) & free

    def still_there(self, count: int, on_table: int) -> float:
        """The probability that one of `count` equal dice is left at our next choice."""
        if count == 0:
            return 0.0
        if len(self.view.scores) == 1:
            return (1.0, 25 / 36, 35 / 36)[count] if count < 3 else 1.0
        others = len(self.view.active) - 1
        if on_table <= others:
            return 0.0
        return 1.0 - (others / on_table) ** count

    # --- If no die fits ---

    def should_reroll(self) -> bool:
        reach = self.reachable(self.placed)
        faces = {self.layout.faces[cell] for cell in bits(reach)}
        success = 1 - (1 - len(faces) / 6) ** len(self.view.dice)
        hope = sum(self.gain(cell) for cell in bits(reach)) / max(reach.bit_count(), 1)
        if hope <= 0:
            return False
        if not self.placed:
            return True
        loss = min(self.plain_before(cell) for cell in bits(self.placed))
        # In the solo game the returned die can be placed again at once; else others may take it.
        risk = 0.1 if len(self.view.scores) == 1 else 1.0 if self.view.last_choice else 0.5
        return success * hope > (1 - success) * risk * max(loss, 0.0)
