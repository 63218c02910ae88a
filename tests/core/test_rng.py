"""The generator for simulations: its exact output, and statistical tests of it.

Every statistic is a chi-square, converted into standard deviations from its mean. Up to four
are allowed in both directions: a stream that is too even is not random either. The seeds are
fixed, so no test is flaky.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from itertools import combinations_with_replacement, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubilete.core.rng import Rng, seeded

MASK = 2**62 - 1
I64 = st.integers(-(2**63), 2**63 - 1)
LARGEST = 2**22
SIZES = st.integers(1, LARGEST) | st.sampled_from([1, 2, 6, 36, 216, 46_656, LARGEST])

ONE_IN_DICE = [2, 1, 2, 1, 0, 2, 0, 1, 1, 4, 5, 2, 0, 3, 0, 0, 5, 0, 2, 4]
SEEDED_IN_THOUSANDS = [876, 237, 831, 346, 185, 552, 890, 901]


def deviations(counts: Iterable[int], expected: Iterable[float]) -> float:
    """The distance of a chi-square from its mean, in standard deviations (Wilson and Hilferty)."""
    pairs = list(zip(counts, expected, strict=True))
    assert min(share for _, share in pairs) >= 5, "too few draws for a chi-square"
    square = sum((count - share) ** 2 / share for count, share in pairs)
    spread = 2 / (9 * (len(pairs) - 1))
    return float(((square / (len(pairs) - 1)) ** (1 / 3) - (1 - spread)) / math.sqrt(spread))


def assert_uniform(drawn: Iterable[Hashable], cells: int) -> None:
    """All cells are equally likely, those that were never drawn included."""
    found = Counter(drawn)
    total = found.total()
    assert len(found) <= cells
    counts = [*found.values(), *[0] * (cells - len(found))]
    assert abs(deviations(counts, [total / cells] * cells)) < 4


def throws(rng: Rng, n: int, count: int) -> list[int]:
    return [rng.below(n) for _ in range(count)]


# --- Exact output ---


def plain_stream(seed: int, sizes: list[int]) -> list[int]:
    """The same generator, computed with unbounded integers."""
    state = seed % 2**62
    for _ in range(3):
        state = ((state ^ state >> 31) * 2685821657736338717 + 1) % 2**62
    drawn = []
    for n in sizes:
        state = (3202034522624059733 * state + 1442695040888963407) % 2**62
        drawn.append((state >> 22) * n >> 40)
    return drawn


@given(I64, st.lists(SIZES, max_size=30))
def test_it_is_the_same_as_in_unbounded_numbers(seed: int, sizes: list[int]) -> None:
    rng = Rng(seed)
    assert [rng.below(n) for n in sizes] == plain_stream(seed, sizes)


def test_its_streams_never_change() -> None:
    assert throws(Rng(1), 6, 20) == ONE_IN_DICE
    assert throws(seeded("cubilete", 2005), 1000, 8) == SEEDED_IN_THOUSANDS


def plain_draw(rng: Rng, sizes: list[int]) -> list[int]:
    """Draws sizes together while their product is at most 6**6; the first is the lowest digit."""
    groups: list[list[int]] = []
    for size in sizes:
        if groups and math.prod(groups[-1]) * size <= 6**6:
            groups[-1].append(size)
        else:
            groups.append([size])
    drawn = []
    for group in groups:
        number = rng.below(math.prod(group))
        for place, size in enumerate(group):
            drawn.append(number // math.prod(group[:place]) % size)
    return drawn


@given(I64, st.lists(SIZES | st.integers(1, 8), max_size=20))
def test_several_draws_at_once_are_digits_of_few_numbers(seed: int, sizes: list[int]) -> None:
    rng, plain = Rng(seed), Rng(seed)
    drawn = rng.draw(sizes)
    assert drawn == plain_draw(plain, sizes)
    assert rng.state == plain.state
    assert all(0 <= number < size for number, size in zip(drawn, sizes, strict=True))


def test_six_dice_cost_one_number_and_seven_cost_two() -> None:
    for dice, calls in ((0, 0), (1, 1), (6, 1), (7, 2), (12, 2)):
        rng, counting = Rng(5), Rng(5)
        rng.draw([6] * dice)
        throws(counting, 6, calls)
        assert rng.state == counting.state


@given(I64, SIZES)
def test_a_number_is_below_its_bound(seed: int, n: int) -> None:
    assert 0 <= Rng(seed).below(n) < n


def test_one_way_is_drawn_without_doubt_and_still_counts_as_a_draw() -> None:
    rng = Rng(7)
    before = rng.state
    assert rng.below(1) == 0
    assert rng.state != before


@given(I64)
def test_a_seed_counts_by_its_last_62_bits(seed: int) -> None:
    assert Rng(seed).state == Rng(seed & MASK).state
    assert 0 <= Rng(seed).state <= MASK


def test_its_period_is_as_long_as_can_be() -> None:
    """Hull and Dobell: an odd increment, and a multiplier that is one more than a multiple of 4."""
    zero, one = Rng(0), Rng(0)
    zero.state, one.state = 0, 1
    zero.below(2)
    one.below(2)
    increment = zero.state
    multiplier = (one.state - increment) & MASK
    assert increment % 2 == 1
    assert multiplier % 4 == 1
    # A multiplier of 5 modulo 8 and far from 0 and 2**62: no short cycles in the low bits.
    assert multiplier % 8 == 5
    assert 2**56 < multiplier < 2**62 - 2**56


def test_a_copy_draws_the_same_and_leaves_the_original_alone() -> None:
    rng = Rng(3)
    throws(rng, 6, 10)
    copy = rng.copy()
    drawn = throws(copy, 6, 50)
    assert throws(rng, 6, 50) == drawn


# --- Uniform ---


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 10, 36, 63, 100, 462, 1000, 4096])
def test_every_number_is_as_likely(n: int) -> None:
    assert_uniform(throws(seeded("even", n), n, 50_000), n)


@pytest.mark.parametrize("bit", range(22))
def test_every_bit_is_a_fair_coin_and_forgets_the_last_toss(bit: int) -> None:
    rng = seeded("bits", bit)
    tosses = [rng.below(LARGEST) >> bit & 1 for _ in range(10_000)]
    assert_uniform(tosses, 2)
    assert_uniform(zip(tosses[::2], tosses[1::2], strict=True), 4)


def test_bits_of_one_number_do_not_go_together() -> None:
    rng = seeded("bits together")
    numbers = throws(rng, LARGEST, 4000)
    for a in range(21):
        for b in (a + 1, 21 - a):
            if a < b:
                assert_uniform(((number >> a & 1, number >> b & 1) for number in numbers), 4)


@pytest.mark.parametrize(
    "draw_dice", [lambda rng: throws(rng, 6, 6), lambda rng: rng.draw([6] * 6)], ids=["one", "all"]
)
def test_six_dice_fall_as_six_dice_do(draw_dice: Callable[[Rng], list[int]]) -> None:
    rng = seeded("six dice")
    fallen = Counter(tuple(sorted(draw_dice(rng))) for _ in range(60_000))
    ways_of_cell: Counter[str] = Counter()
    seen_in_cell: Counter[str] = Counter()
    for roll in combinations_with_replacement(range(6), 6):
        ways = math.factorial(6)
        for face in set(roll):
            ways //= math.factorial(roll.count(face))
        # Rare rolls share a cell, so that each cell is large enough for a chi-square.
        cell = "rare" if ways < 20 else str(roll)
        ways_of_cell[cell] += ways
        seen_in_cell[cell] += fallen[roll]
    shares = [60_000 * ways / 6**6 for ways in ways_of_cell.values()]
    assert abs(deviations([seen_in_cell[cell] for cell in ways_of_cell], shares)) < 4


def test_dice_drawn_together_are_unrelated() -> None:
    rng = seeded("together")
    rolls = [rng.draw([6] * 6) for _ in range(10_000)]
    for a in range(6):
        assert_uniform([roll[a] for roll in rolls], 6)
        for b in range(a):
            assert_uniform([(roll[a], roll[b]) for roll in rolls], 36)
        assert_uniform(
            [(one[a], two[a]) for one, two in zip(rolls[::2], rolls[1::2], strict=True)], 36
        )


# --- Independent ---


@pytest.mark.parametrize("n", [2, 6, 13])
@pytest.mark.parametrize("lag", [1, 2, 3, 5, 6, 16])
def test_pairs_at_any_distance_are_unrelated(n: int, lag: int) -> None:
    drawn = throws(seeded("pairs", n, lag), n, 40_000)
    pairs = [(drawn[i], drawn[i + lag]) for i in range(0, len(drawn) - lag, lag + 1)]
    assert_uniform(pairs, n * n)


@pytest.mark.parametrize("size", [3, 4])
def test_threes_and_fours_in_a_row_are_unrelated(size: int) -> None:
    rng = seeded("rows", size)
    assert_uniform([tuple(throws(rng, 6, size)) for _ in range(20_000)], 6**size)


def test_runs_upward_are_as_long_as_chance_makes_them() -> None:
    """The number after a run is dropped, which makes the runs independent (Knuth)."""
    rng = seeded("runs")
    lengths: Counter[int] = Counter()
    for _ in range(20_000):
        length = 1
        last = rng.below(LARGEST)
        while (following := rng.below(LARGEST)) > last:
            last = following
            length += 1
        lengths[min(length, 6)] += 1
    shares = [1 / math.factorial(r) - 1 / math.factorial(r + 1) for r in range(1, 6)]
    shares.append(1 / math.factorial(6))
    counts = [lengths[length] for length in range(1, 7)]
    assert abs(deviations(counts, [20_000 * share for share in shares])) < 4


def test_runs_of_the_same_side_of_a_coin_are_as_long_as_chance_makes_them() -> None:
    tosses = throws(seeded("coin runs"), 2, 60_000)
    lengths: Counter[int] = Counter()
    length = 1
    for a, b in pairwise(tosses):
        if a == b:
            length += 1
        else:
            lengths[min(length, 10)] += 1
            length = 1
    total = sum(lengths.values())
    shares = [2.0**-length for length in range(1, 10)] + [2.0**-9]
    counts = [lengths[length] for length in range(1, 11)]
    assert abs(deviations(counts, [total * share for share in shares])) < 4


def test_gaps_between_sixes_are_as_long_as_chance_makes_them() -> None:
    rng = seeded("gaps")
    gaps: Counter[int] = Counter()
    for _ in range(10_000):
        gap = 0
        while rng.below(6) != 5:
            gap += 1
        gaps[min(gap, 24)] += 1
    shares = [(5 / 6) ** gap / 6 for gap in range(24)] + [(5 / 6) ** 24]
    counts = [gaps[gap] for gap in range(25)]
    assert abs(deviations(counts, [10_000 * share for share in shares])) < 4


def test_every_order_of_five_numbers_is_as_likely() -> None:
    rng = seeded("orders")
    orders: list[tuple[int, ...]] = []
    while len(orders) < 15_000:
        five = throws(rng, LARGEST, 5)
        if len(set(five)) == 5:
            orders.append(tuple(sorted(range(5), key=five.__getitem__)))
    assert set(orders) == set(permutations(range(5)))
    assert_uniform(orders, 120)


def test_numbers_collide_as_often_as_chance_makes_them() -> None:
    """Many numbers in far more cells: about 128 collisions per round."""
    rng = seeded("collisions")
    cells, draws, rounds = 2**20, 2**14, 4
    collisions = sum(draws - len(set(throws(rng, cells, draws))) for _ in range(rounds))
    expected = rounds * (draws - cells * (1 - (1 - 1 / cells) ** draws))
    assert abs(collisions - expected) < 4 * math.sqrt(expected)


# --- Seeds ---


@pytest.mark.parametrize("n", [2, 6, 13])
def test_the_first_draws_of_neighbouring_seeds_are_even_and_unrelated(n: int) -> None:
    firsts = [Rng(seed).below(n) for seed in range(40_000)]
    assert_uniform(firsts, n)
    assert_uniform(zip(firsts[::2], firsts[1::2], strict=True), n * n)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Rng(0), Rng(1)),
        (Rng(1), Rng(2)),
        (Rng(41), Rng(-41)),
        (Rng(0), Rng(2**32)),
        (seeded(1), seeded(2)),
        (seeded("seis-dados", 1), seeded("seis-dados", 2)),
        (seeded("a", "b"), seeded("b", "a")),
        (seeded("a", 1, 2), seeded("a", 1)),
    ],
)
def test_streams_of_different_seeds_are_unrelated(one: Rng, other: Rng) -> None:
    first, second = throws(one, 6, 20_000), throws(other, 6, 20_000)
    for shift in range(4):
        pairs = zip(first[shift:], second[: len(second) - shift], strict=True)
        assert_uniform(pairs, 36)


def test_different_parts_give_different_seeds() -> None:
    states = {seeded(name, number).state for name in "abcdefghij" for number in range(1000)}
    assert len(states) == 10_000
    assert all(0 <= state <= MASK for state in states)


@given(st.lists(st.integers() | st.text(st.characters(codec="utf-8")), max_size=4))
def test_the_same_parts_give_the_same_stream(parts: list[int | str]) -> None:
    assert seeded(*parts).state == seeded(*parts).state
    assert seeded(*parts).state == seeded(*[str(part) for part in parts]).state
