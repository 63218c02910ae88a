"""Sets as bits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubilete.core.bits import count_of, select


@given(st.sets(st.integers(0, 61)))
def test_set_is_counted_and_its_things_are_found(things: set[int]) -> None:
    mask = sum(1 << thing for thing in things)
    assert count_of(mask) == len(things)
    assert [select(mask, k) for k in range(len(things))] == sorted(things)


@pytest.mark.parametrize("size", [0, 1, 9, 39, 62])
def test_full_sets(size: int) -> None:
    assert count_of((1 << size) - 1) == size
