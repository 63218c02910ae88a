"""Ridge regression on signs that hold or not. This module is compiled.

Only the products of signs are counted, so that any number of positions needs the same memory. The
counts are whole numbers, and the rest is computed in a fixed order.
"""

import math
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.games.dizzle.policy.lesson import Signs
from cubilete.games.dizzle.rules import Dizzle


@final
class Regression:
    """Learns the points at the end from the signs of positions with the same number of turns
    left."""

    def __init__(self, signs: Signs) -> None:
        size = int(signs.count)
        self.signs: Signs = signs
        self.size: i64 = size
        self.products: vec[i64] = vec[i64]([0] * (size * size))
        self.points: vec[i64] = vec[i64]([0] * size)
        self.found: vec[i64] = vec[i64]([0] * int(size + signs.seats * signs.sheet.cell_count))

    def add(self, found: list[int], points: i64) -> None:
        """Counts a position with these signs, and the points that its seat had at the end."""
        count: i64 = len(found)
        for place in range(count):
            sign: i64 = found[place]
            self.found[place] = sign
            self.points[sign] += points
        for one in range(count):
            row: i64 = self.found[one] * self.size
            for two in range(count):
                self.products[row + self.found[two]] += 1

    def signs_of(self, state: Dizzle, seat: i64) -> list[int]:
        """The signs of a seat between two turns."""
        sheet = self.signs.sheet
        base: i64 = seat * sheet.stride
        work = vec[i64]([state.board[base + w] for w in range(sheet.words)])
        n: i64 = self.signs.own(state, seat, work, 0, self.found)
        if self.signs.seats > 1:
            n = self.signs.given(state, seat, self.found, n)
        return [int(self.found[place]) for place in range(n)]

    def solve(self, penalty: float) -> list[float]:
        """The weights with the least squared error, plus the penalty for each squared weight. The
        first sign, which always holds, has no penalty, so the others count from their mean."""
        size: i64 = self.size
        total = float(self.products[0])
        middle = float(self.points[0]) / total
        # A sign that was never seen has the weight 0, and is left out.
        seen = [sign for sign in range(1, int(size)) if self.products[sign]]
        means = [float(self.products[sign]) / total for sign in seen]
        lower: list[list[float]] = []
        weights: list[float] = []
        for one, sign in enumerate(seen):
            row: list[float] = []
            for two in range(one + 1):
                cell = float(self.products[sign * size + seen[two]])
                cell -= total * means[one] * means[two]
                if one == two:
                    cell += penalty
                other = lower[two] if two < one else row
                for place in range(two):
                    cell -= row[place] * other[place]
                row.append(math.sqrt(cell) if one == two else cell / other[two])
            lower.append(row)
            right = float(self.points[sign]) - total * means[one] * middle
            for place in range(one):
                right -= row[place] * weights[place]
            weights.append(right / row[one])
        for one in range(len(seen) - 1, -1, -1):
            weights[one] /= lower[one][one]
            for place in range(one):
                weights[place] -= lower[one][place] * weights[one]
        constant = middle
        all_weights = [0.0] * int(size)
        for one, sign in enumerate(seen):
            constant -= means[one] * weights[one]
            all_weights[sign] = weights[one]
        all_weights[0] = constant
        return all_weights
