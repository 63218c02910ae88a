"""Errors that a table raises beside those of the rules."""

from cubilete.core.errors import CubileteError


class TooLate(CubileteError):
    """The change no longer fits the present position: the client must look again."""


class NotYours(CubileteError):
    """The seat belongs to another person, or does not exist."""
