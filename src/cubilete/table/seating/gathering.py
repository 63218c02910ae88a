"""What the opener decides while a table waits for people, and leaving.

As in `changes.py`, no function here changes the table.
"""

from collections.abc import Sequence

from cubilete.bots.levels import is_bot
from cubilete.core.errors import BadOption
from cubilete.core.json_types import Json
from cubilete.core.message import N_
from cubilete.table.entry import Entry
from cubilete.table.errors import NotYours, TooLate
from cubilete.table.kinds.cup import check_plays_alone
from cubilete.table.plan import BOT
from cubilete.table.seating.admission import check_open, check_seat
from cubilete.table.seating.bots import new_bot_names
from cubilete.table.table import Table


def check_gathering(table: Table, owner: str) -> None:
    """The table waits for people, and this person has opened it."""
    check_open(table)
    if table.match is not None:
        raise TooLate("started", "", N_("The game has already started."))
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
        raise NotYours("seat-taken", "", N_("That seat is taken."))
    name = bot or table.plan.bot
    if not is_bot(table.game, name):
        raise BadOption(
            "unknown-bot", "", N_("{game} has no bot “{bot}”."), game=table.game.name, bot=name
        )
    return {
        "kind": "fill",
        "seats": list[Json](chosen),
        "names": list[Json](names_for_bots(table, len(chosen))),
        "bot": name,
    }


def names_for_bots(table: Table, count: int) -> list[str]:
    """Names that nobody at the table has, nor anybody whom it waits for."""
    expected = [seat.reserved.name for seat in table.seats if seat.reserved is not None]
    return new_bot_names(count, [*filter(None, table.names()), *expected])


def cancel(table: Table, owner: str) -> Entry:
    check_gathering(table, owner)
    return {"kind": "cancel", "over": True}


def list_table(table: Table, owner: str, *, listed: bool) -> Entry:
    """Opens the table to everybody on this server, or makes it private again."""
    check_gathering(table, owner)
    if table.by_invitation:
        raise BadOption("by-invitation", "", N_("People need a personal link to sit down here."))
    return {"kind": "listed", "open": listed}


# --- Leaving ---


def leave(table: Table, seat: int) -> Entry:
    """A person leaves: a bot plays for them, or their seat is free again before the start."""
    check_open(table)
    check_seat(table, seat)
    check_plays_alone(table.plan)
    chair = table.seats[seat]
    if not chair.owner or chair.left or table.over:
        raise TooLate("too-late", "", N_("The game has moved on: take another look."))
    if table.match is None and chair.owner == table.opener:
        raise BadOption("own-seat", "", N_("You opened this table: cancel it instead."))
    return {"kind": "leave", "seat": seat}
