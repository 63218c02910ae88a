"""Drafts: tables whose dice are committed before anybody brings a seed.

The player who opens a table brings a seed with the same request. The table must be committed to its
secret before it learns that seed, or it could choose a secret that suits it. So the page with the
form shows the commitment of a draft, and the form carries the draft's signed ticket. The server
stores nothing for it: the secret is derived from the table's name and the key of the dice.

A secret is published when its game is over. A ticket must therefore never open its table again in
a database that was restored from an older copy, which does not have the table. So a ticket counts
for VALID seconds and for one key of the dice, and `cubilete play --restored` replaces that key.
"""

import hashlib
import hmac
import secrets
import time

from cubilete.table.draft import Draft
from cubilete.web.http.identity import Identities, equal_in_constant_time

VALID = 24 * 3600
"""Seconds. Pages stay open for long."""


def new_draft(identities: Identities) -> Draft:
    return draft_of(identities, secrets.token_urlsafe(12), int(time.time()))


def draft_of(identities: Identities, table: str, issued: int) -> Draft:
    secret = hmac.new(identities.dice_key, f"dice {table}".encode(), hashlib.sha256).hexdigest()
    content = f"{table}.{issued:x}.{key_name(identities)}"
    return Draft(table, f"{content}.{identities.sign('draft', content)}", secret)


def key_name(identities: Identities) -> str:
    """Tells one key of the dice from another, without giving it away."""
    return hashlib.sha256(b"name of " + identities.dice_key).hexdigest()[:8]


def draft_from(identities: Identities, ticket: str) -> Draft | None:
    """The draft of a ticket that counts; None for anything else."""
    content = signed_content(identities, ticket)
    if content.count(".") != 2:
        return None
    table, issued, key = content.split(".")
    recent = abs(time.time() - int(issued, 16)) < VALID
    if not recent or key != key_name(identities):
        return None
    return draft_of(identities, table, int(issued, 16))


def is_out_of_date(identities: Identities, ticket: str) -> bool:
    """Whether it is a ticket of this server that no longer counts: too old, of an earlier version,
    or from before the database was restored."""
    return bool(signed_content(identities, ticket)) and draft_from(identities, ticket) is None


def signed_content(identities: Identities, ticket: str) -> str:
    """What a ticket says; "" if this server did not sign it."""
    content, _, signature = ticket.rpartition(".")
    signed = equal_in_constant_time(signature, identities.sign("draft", content))
    return content if signed else ""
