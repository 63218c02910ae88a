"""Who may take a seat.

The opener of a table is the person who sat down first. Each free seat has a personal link, whose
code only the opener is shown: it lets one person sit there, whatever else is refused.
"""

import hashlib
import hmac

from cubilete.core.errors import CubileteError
from cubilete.core.message import N_
from cubilete.table.errors import Closed, NotYours
from cubilete.table.names import isolated
from cubilete.table.plan import LOCAL
from cubilete.table.table import Table

CODE_LETTERS = 32


def check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise NotYours("no-such-seat", "", N_("There is no seat {seat}."), seat=seat + 1)


def check_open(table: Table) -> None:
    if table.cancelled:
        raise Closed("cancelled", "", N_("This table was cancelled."))


def invitation_of(table: Table, seat: int) -> str:
    """The code of the personal link to a seat. It changes whenever the opener frees the seat."""
    words = ["cubilete-invitation", table.plan.table, str(seat), str(table.seats[seat].vacated)]
    key = bytes.fromhex(table.plan.secret)
    return hmac.new(key, "\n".join(words).encode(), hashlib.sha256).hexdigest()[:CODE_LETTERS]


def is_invited(table: Table, seat: int, invitation: str) -> bool:
    sent = invitation.encode("utf-8", "replace")
    return hmac.compare_digest(sent, invitation_of(table, seat).encode())


def refusal(table: Table, seat: int, owner: str, invitation: str) -> CubileteError | None:
    """Why a person can't take a seat now; None if they can."""
    chair = table.seats[seat]
    if table.cancelled:
        return Closed("cancelled", "", N_("This table was cancelled."))
    if table.match is not None or chair.taken:
        return NotYours("seat-taken", "", N_("That seat is taken."))
    if is_invited(table, seat, invitation):
        return None
    if chair.reserved is not None:
        if chair.reserved.owner == owner:
            return None
        return NotYours(
            "seat-reserved",
            "",
            N_("This seat is waiting for {name}."),
            name=isolated(chair.reserved.name),
        )
    if owner == table.opener or not table.opener:
        return None
    if chair.kind == LOCAL:
        return NotYours(
            "seat-local", "", N_("This seat is on the device of the person who opened the table.")
        )
    if owner in table.removed:
        return NotYours(
            "removed",
            "",
            N_("The person who opened this table took you off it. You can still watch."),
        )
    if table.by_invitation:
        return NotYours(
            "invitation-needed",
            "",
            N_("You need a personal link to sit down here. You can watch without one."),
        )
    if table.seats_of(owner):
        return NotYours("one-seat", "", N_("You already have a seat at this table."))
    return None
