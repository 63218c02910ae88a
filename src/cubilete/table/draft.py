"""A table that is not open yet: its name and the secret of its dice are fixed already."""

from dataclasses import dataclass

from cubilete.core.fair import commitment_of


@dataclass(frozen=True)
class Draft:
    table: str
    ticket: str
    """Signed by the server: proves that it made this draft."""
    secret: str

    @property
    def commitment(self) -> str:
        return commitment_of(bytes.fromhex(self.secret))
