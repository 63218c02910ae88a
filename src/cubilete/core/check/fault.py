"""The error of `check_game`, and two ways to raise it."""

from collections.abc import Iterator
from contextlib import contextmanager


class GameFault(AssertionError):
    """A game does not keep to its contract; the sentence says what and where."""


def hold(condition: bool, fault: str) -> None:
    if not condition:
        raise GameFault(fault)


@contextmanager
def guarded(call: str) -> Iterator[None]:
    """Turns any exception of the game's own code into a fault that names the call."""
    try:
        yield
    except GameFault:
        raise
    except Exception as error:
        raise GameFault(f"{call} raises {type(error).__name__}: {error}") from error
