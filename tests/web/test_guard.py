"""Rates are limited, for each person apart."""

from cubilete.web.guard import MOST_BUCKETS, Buckets


def test_burst_is_allowed_and_then_the_rate() -> None:
    buckets = Buckets(rate=2, burst=3)
    assert [buckets.take("ana", 0.0) for _ in range(5)] == [True, True, True, False, False]
    assert buckets.take("luis", 0.0)
    assert not buckets.take("ana", 0.4)
    assert buckets.take("ana", 0.6)
    assert [buckets.take("ana", 100.0) for _ in range(4)] == [True, True, True, False]


def test_clock_that_jumps_back_gives_nothing_away() -> None:
    buckets = Buckets(rate=2, burst=1)
    assert buckets.take("ana", 50.0)
    assert not buckets.take("ana", 10.0)


def test_only_so_many_people_are_remembered() -> None:
    buckets = Buckets(rate=1, burst=1)
    for number in range(MOST_BUCKETS + 50):
        buckets.take(str(number), 0.0)
    assert len(buckets.levels) == MOST_BUCKETS
