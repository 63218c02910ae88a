"""Bit sets: counting members and selecting the k-th."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubilete.core.bits import count_of, select


@given(st.sets(st.integers(0, 61)))
def test_members_are_counted_and_selected(members: set[int]) -> None:
    mask = sum(1 << member for member in members)
    assert count_of(mask) == len(members)
    assert [select(mask, k) for k in range(len(members))] == sorted(members)


@pytest.mark.parametrize("size", [0, 1, 9, 39, 62])
def test_full_sets_are_counted(size: int) -> None:
    assert count_of((1 << size) - 1) == size
