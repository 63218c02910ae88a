"""What is said and asked at a table: lines of chat, and the question whether to end the game."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ChatLine:
    n: int
    """The revision in which it was said."""
    seat: int
    text: str


@dataclass(frozen=True)
class EndQuestion:
    """Somebody has asked to end the game for all, and nobody has said no."""

    seat: int
    revision: int
    """The revision in which it was asked."""
    agreed: frozenset[str]
    """The owners who agree, the one who asked among them."""
