"""How many examples a search makes: fewer under the profile `quick` (see conftest.py)."""

from hypothesis import settings

FULL = 100
"""Hypothesis' own number of examples, which the profile `quick` lowers."""


def examples(full: int) -> int:
    """`full`, or the same share of it as the profile that was chosen has of its own."""
    assert settings.default is not None
    return max(1, full * settings.default.max_examples // FULL)
