"""Drafts: tables whose dice are committed before anybody brings a seed.

The player who opens a table brings a seed with the same request. The table must be committed to its
secret before it learns that seed, or it could choose a secret that suits it. So the page with the
form shows the commitment of a draft, and the form carries the draft's signed ticket. The server
stores nothing for it: the secret is derived from the table's name and the server's key.
"""

import hashlib
import hmac
import secrets

from cubilete.table.draft import Draft
from cubilete.web.http.identity import Identities


def draft_of(identities: Identities, table: str) -> Draft:
    secret = hmac.new(identities.secret, f"dice {table}".encode(), hashlib.sha256).hexdigest()
    return Draft(table, f"{table}.{identities.sign('draft', table)}", secret)


def new_draft(identities: Identities) -> Draft:
    return draft_of(identities, secrets.token_urlsafe(12))


def draft_from(identities: Identities, ticket: str) -> Draft | None:
    """The draft of a ticket that this server signed; None for anything else."""
    table, _, signature = ticket.partition(".")
    if table and hmac.compare_digest(signature.encode(), identities.sign("draft", table).encode()):
        return draft_of(identities, table)
    return None
