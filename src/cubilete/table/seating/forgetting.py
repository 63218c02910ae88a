"""A person asks to be forgotten: what becomes of their seats at a table.

The others' game goes on, or stays as it was, without the name. Dice are bound to the names of the
people they were drawn for, so the record of such a game no longer proves them.
"""

from cubilete.core.json_types import Json, JsonObject
from cubilete.table.entry import Entry
from cubilete.table.table import Table

SOMEBODY = {"es": "Alguien", "en": "Somebody"}
"""What a person is called who was forgotten, by the language in which they asked for it."""


def concerns(table: Table, owner: str) -> bool:
    """Whether a person sits at a table, or is waited for."""
    reserved = [seat.reserved.owner for seat in table.seats if seat.reserved is not None]
    return bool(table.seats_of(owner)) or owner in reserved


def forget(table: Table, owner: str, word: str) -> Entry:
    """The person leaves all their seats, which are called `word` from now on. A table at which
    nobody else plays is closed."""
    names: list[Json] = []
    used = set(table.names())
    number = 1
    while len(names) < len(table.seats_of(owner)):
        name = word if number == 1 else f"{word} {number}"
        if name not in used:
            names.append(name)
        number += 1
    entry: Entry = {"kind": "forgotten", "who": owner, "names": names}
    others = [seat for seat in table.seats if seat.owner not in ("", owner) and not seat.left]
    ends = not (others or table.over or table.cancelled)
    return {**entry, "over": True} if ends and table.seats_of(owner) else entry


def renamed(entry: Entry, owner: str, word: str) -> Entry | None:
    """A stored entry without the name of a person; None if it has not got it."""
    if entry["kind"] != "sit" or entry["owner"] != owner or entry["name"] == word:
        return None
    return {key: value for key, value in entry.items() if key != "face"} | {"name": word}


def plan_without(plan: JsonObject, owner: str, word: str) -> JsonObject | None:
    """A stored plan in which the seats that were kept for a person don't tell their name; None if
    it has not got it."""
    kept = plan.get("reserved", [])
    assert isinstance(kept, list)
    without: list[Json] = [
        {**each, "name": word} if isinstance(each, dict) and each["owner"] == owner else each
        for each in kept
    ]
    return None if without == kept else {**plan, "reserved": without}
