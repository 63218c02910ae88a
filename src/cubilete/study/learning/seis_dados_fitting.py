"""Makes laws of what was counted: rare cases borrow from their neighbours."""

from cubilete.games.seis_dados.policy.laws import KNOTS, SCALE, Stored
from cubilete.games.seis_dados.tables import CATEGORY_COUNT, GRADE_START
from cubilete.study.learning.seis_dados_counting import Counts, Sums, sums

OTHER_KNOT = 0.05
"""How much a count tells about the neighbouring knot."""
HALF = 0.03
"""It tells half as much about a grade that is this share of its category's grades away."""

GRADES = [
    slice(int(GRADE_START[category]), int(GRADE_START[category + 1]))
    for category in range(CATEGORY_COUNT)
]
"""The grades of each category."""


def laws_of(counts: Counts, seats: int) -> Stored:
    noted = smooth(counts.noted)
    noter = ratio(smooth(counts.noter), noted, 1.0 / seats)
    nobody = ratio(smooth(counts.nobody), noted, 0.1)
    if seats == 2:  # a better grade is beaten less often, and equalled or beaten less often
        not_beaten = [
            [a + b for a, b in zip(x, y, strict=True)] for x, y in zip(noter, nobody, strict=True)
        ]
        make_rising(noter, noted)
        make_rising(not_beaten, noted)
        nobody = [
            [b - a if b > a else 0.0 for a, b in zip(x, y, strict=True)]
            for x, y in zip(noter, not_beaten, strict=True)
        ]
    tables = {
        "noter": noter,
        "nobody": nobody,
        "last": last_notes(counts.last),
        "free_nobody": ratio(counts.free_nobody, counts.free, 0.1),
        "jokers": last_jokers(counts.jokers),
        "joker_use": joker_use(counts),
    }
    return {
        name: [[round(number * SCALE) for number in row] for row in table]
        for name, table in tables.items()
    }


def smooth(table: Sums) -> Sums:
    """Adds to each number what the other grades of its category and the other knots have, the
    less the farther away they are."""
    found = sums("noter")
    weights = [OTHER_KNOT**distance for distance in range(len(KNOTS))]
    for grades in GRADES:
        half = HALF * (grades.stop - grades.start)
        near = [0.5 ** (distance / half) for distance in range(grades.stop - grades.start)]
        for place in range(len(KNOTS)):
            pooled = [
                sum([table[k][grade] * weights[abs(k - place)] for k in range(len(KNOTS))])
                for grade in range(grades.start, grades.stop)
            ]
            found[place][grades] = [
                sum([near[abs(a - b)] * number for b, number in enumerate(pooled)])
                for a in range(len(pooled))
            ]
    return found


def ratio(part: Sums, whole: Sums, usual: float) -> Sums:
    """The share of each number, which is the usual one where nothing was counted."""
    return [
        [(a + usual) / (b + 1.0) for a, b in zip(ones, all_of_them, strict=True)]
        for ones, all_of_them in zip(part, whole, strict=True)
    ]


def make_rising(table: Sums, weights: Sums) -> None:
    for row, weight in zip(table, weights, strict=True):
        for grades in GRADES:
            row[grades] = rising(row[grades], weight[grades])


def rising(row: list[float], weights: list[float]) -> list[float]:
    """The nearest row that never falls (pool adjacent violators)."""
    pools: list[tuple[float, float, int]] = []
    for number, weight in zip(row, weights, strict=True):
        pool = (number, weight + 1e-9, 1)
        while pools and pools[-1][0] > pool[0]:
            mean, heavy, size = pools.pop()
            total = heavy + pool[1]
            pool = ((mean * heavy + pool[0] * pool[1]) / total, total, size + pool[2])
        pools.append(pool)
    return [mean for mean, _, size in pools for _ in range(size)]


def last_notes(table: Sums) -> Sums:
    found = smooth(table)
    for row in found:
        for grades in GRADES:
            total = sum(row[grades]) + 1e-3 * (grades.stop - grades.start)
            row[grades] = [(number + 1e-3) / total for number in row[grades]]
    return found


def last_jokers(table: Sums) -> Sums:
    found = sums("jokers")
    for place, row in enumerate(found):
        for left in range(7):
            law = [0.5 / (left + 1) if end <= left else 0.0 for end in range(7)]
            for knot, counted in enumerate(table):
                weight = OTHER_KNOT ** abs(knot - place)
                for end in range(7):
                    law[end] += weight * counted[left * 7 + end]
            row[left * 7 : left * 7 + 7] = [number / sum(law) for number in law]
    return found


def joker_use(counts: Counts) -> Sums:
    """In points; a guess where nothing was counted. One more turn never makes it less."""
    found = sums("joker_use")
    for place, row in enumerate(found):
        for left in range(7):
            guess = 0.12 * left / (1.0 + left / KNOTS[place] / 2)
            total = counts.joker_use[place][left] + 0.1 * guess
            row[left] = total / (counts.slopes[place][left] + 0.1)
            if place:
                row[left] = max(row[left], found[place - 1][left])
    return found
