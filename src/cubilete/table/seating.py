"""Who may take a seat, and what the opener of a table decides before the game starts.

The opener is the person who sat down first. They may free a seat, give free seats to bots, and
cancel the table. Each free seat has a personal link, whose code only the opener is shown: it lets
one person sit there, whatever else is refused.

As in `changes.py`, no function here changes the table.
"""

import hashlib
import hmac
from collections.abc import Sequence

from cubilete.core.errors import BadOption, CubileteError
from cubilete.core.json_types import Json
from cubilete.core.message import N_
from cubilete.table.entry import Entry
from cubilete.table.errors import Closed, NotYours, TooLate
from cubilete.table.plan import BOT, LOCAL
from cubilete.table.table import Table

CODE_LETTERS = 32


def check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise NotYours("no-such-seat", "", N_("There is no seat {seat}."), seat=seat)


def check_open(table: Table) -> None:
    if table.cancelled:
        raise Closed("cancelled", "", N_("This table was cancelled."))


# --- Taking a seat ---


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
        return NotYours("seat-taken", "", N_("Somebody sits there already."))
    if is_invited(table, seat, invitation):
        return None
    if chair.reserved is not None:
        if chair.reserved.owner == owner:
            return None
        return NotYours(
            "seat-reserved", "", N_("This seat waits for {name}."), name=chair.reserved.name
        )
    if owner == table.opener or not table.opener:
        return None
    if chair.kind == LOCAL:
        return NotYours(
            "seat-local", "", N_("This seat is on the device of the person who opened the table.")
        )
    if owner in table.removed:
        return NotYours("removed", "", N_("You were asked to leave this table. You can watch."))
    if table.by_invitation:
        return NotYours(
            "invitation-needed",
            "",
            N_("You need a personal link to sit down here. You can watch without one."),
        )
    if table.seats_of(owner):
        return NotYours("one-seat", "", N_("You sit at this table already."))
    return None


# --- What the opener decides before the start ---


def check_gathering(table: Table, owner: str) -> None:
    """The table waits for people, and this person has opened it."""
    check_open(table)
    if table.match is not None:
        raise TooLate("started", "", N_("The game has begun already."))
    if owner != table.opener:
        raise NotYours("not-opener", "", N_("Only the person who opened the table can do that."))


def remove(table: Table, owner: str, seat: int) -> Entry:
    """Frees a seat: somebody must leave it, does not come, or it was given to a bot."""
    check_gathering(table, owner)
    check_seat(table, seat)
    chair = table.seats[seat]
    if chair.owner == owner and table.seats_of(owner) == [seat]:
        raise BadOption("own-seat", "", N_("You opened this table: cancel it instead."))
    filled = chair.kind == BOT and table.plan.kinds[seat] != BOT
    if not (chair.owner or chair.reserved or filled):
        raise TooLate("seat-free", "", N_("Nobody sits there."))
    return {"kind": "remove", "seat": seat}


def fill(table: Table, owner: str, seats: Sequence[int], bot: str) -> Entry:
    """Gives free seats to bots; all of them where `seats` is empty. `bot` is "" for the one that
    the table has for absent people."""
    check_gathering(table, owner)
    for seat in seats:
        check_seat(table, seat)
    free = [seat for seat, chair in enumerate(table.seats) if not chair.taken]
    chosen = sorted(set(seats)) or free
    if not chosen or not set(chosen) <= set(free):
        raise NotYours("seat-taken", "", N_("Somebody sits there already."))
    name = bot or table.plan.bot
    if name not in table.game.policy.bots():
        raise BadOption(
            "unknown-bot", "", N_("{game} has no bot “{bot}”."), game=table.game.name, bot=name
        )
    return {
        "kind": "fill",
        "seats": list[Json](chosen),
        "names": list[Json](bot_names(table, chosen)),
        "bot": name,
    }


def bot_names(table: Table, seats: Sequence[int]) -> list[str]:
    """Names of bots for these seats that nobody else has."""
    taken = set(table.names())
    names: list[str] = []
    for seat in seats:
        number = seat + 1
        while f"Bot {number}" in taken:
            number += 1
        taken.add(f"Bot {number}")
        names.append(f"Bot {number}")
    return names


def cancel(table: Table, owner: str) -> Entry:
    check_gathering(table, owner)
    return {"kind": "cancel", "over": True}


# --- Leaving ---


def leave(table: Table, seat: int) -> Entry:
    """A person leaves: a bot plays for them, or their seat is free again before the start."""
    check_open(table)
    check_seat(table, seat)
    chair = table.seats[seat]
    if not chair.owner or chair.left or table.over:
        raise TooLate("too-late", "", N_("The table has moved on: look again."))
    if table.match is None and chair.owner == table.opener:
        raise BadOption("own-seat", "", N_("You opened this table: cancel it instead."))
    return {"kind": "leave", "seat": seat}
