"""Tables that are not open yet: their name and the secret of their dice are fixed already.

Whoever opens a table adds a seed to its dice as they do so. The table must be bound to its secret
before it learns that seed, or it could look for a secret that suits it. So the page with the form
shows the commitment of the table to come, and the form carries a ticket by which the server knows
the table again. Nothing need be kept: the secret comes from the table's name and the server's key.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from cubilete.core.fair import commitment_of
from cubilete.web.people import People


@dataclass(frozen=True)
class Draft:
    """A table to come."""

    table: str
    ticket: str
    secret: str

    @property
    def commitment(self) -> str:
        return commitment_of(bytes.fromhex(self.secret))


def draft_of(people: People, table: str) -> Draft:
    secret = hmac.new(people.secret, f"dice {table}".encode(), hashlib.sha256).hexdigest()
    return Draft(table, f"{table}.{people.sign('draft', table)}", secret)


def new_draft(people: People) -> Draft:
    return draft_of(people, secrets.token_urlsafe(12))


def draft_from(people: People, ticket: str) -> Draft | None:
    """The table that a ticket of ours is for; None for anything else."""
    table, _, signature = ticket.partition(".")
    if table and hmac.compare_digest(signature.encode(), people.sign("draft", table).encode()):
        return draft_of(people, table)
    return None
