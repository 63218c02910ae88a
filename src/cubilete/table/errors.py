"""Errors that a table raises beside those of the rules."""

from cubilete.core.errors import CubileteError


class TooLate(CubileteError):
    """The change no longer fits the present position: the client must look again."""


class NotYours(CubileteError):
    """The seat belongs to another person, or does not exist; or only another person may do it."""


class Closed(CubileteError):
    """The person who opened the table has cancelled it."""


class Missing(CubileteError):
    """There is nothing under this link, or not any more."""


class TooOften(CubileteError):
    """A seat does something more often than its limit allows."""

    def __init__(self, code: str, template: str, wait: float) -> None:
        super().__init__(code, "", template)
        self.wait = wait
        """Seconds until it is possible again."""
