"""A table that is not open yet: its name and the secret of its dice are fixed already."""

from dataclasses import dataclass

from cubilete.core.fair import RECIPE_2, commitment_of, prepared_fingerprints


@dataclass(frozen=True)
class Draft:
    table: str
    ticket: str
    """Signed by the server: proves that it made this draft."""
    secret: str

    @property
    def commitment(self) -> str:
        return commitment_of(bytes.fromhex(self.secret))

    def prepared(self, seats: int) -> tuple[str, ...]:
        """The fingerprints of the seeds that the table will bring itself where a seat has none."""
        return prepared_fingerprints(RECIPE_2, bytes.fromhex(self.secret), self.table, seats)
