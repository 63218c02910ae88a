"""Entries: the changes of a table, as JSON objects numbered from 1.

Entries are stored for good and never rewritten, with one exception: where a person is forgotten,
the name in their `sit` is replaced. So kinds and keys keep their names for ever, and a
key that is added later must be optional when an entry is applied.

    kind       other keys
    sit        seat, name, owner, seed ("" keeps the seed that the table made for the seat); face,
               the drawing that the person has chosen
    start      falls
    move       seat, text, key, falls, over; bot, where a bot decided for a person; late, where it
               did so because the time was up
    fall       seat, text, key, falls (empty), over: an outcome of real dice, typed in at a seat
    undo       seat
    chat       seat, text
    stand-in   seat, playing; owner, where a person who had left comes back
    leave      seat: a bot plays for the person who leaves; before the start the seat is free again
    hand-over  seat
    take       seat
    end-asked  seat: somebody wants to end the game for all
    end-answered  seat, agrees: an answer to the last end-asked; a no settles it
    hints      seat, agrees: a person allows hints among people, or does not
    lesson-over  seat: the person who learns plays on without the course of the lesson
    abandon    seat, over: the game ends for all
    rematch    table, commitment; prepared, the fingerprints of the seeds that it has ready
    follow     seat: its person has gone to the table of the rematch
    remove     seat: the opener frees a seat before the start; who sat there can't come back
    fill       seats, names, bot: the opener gives free seats to bots before the start
    cancel     over: the opener closes the table before the start
    listed     open: the opener shows the waiting table to everybody, or no longer
    forgotten  who, names; over, where nobody else plays: the owner `who` asked to be forgotten, and
               their seats have these names now; a bot plays, before the start they are free

`falls` has the outcomes of chance that follow, in notation, `over` says whether the game is over
then, and `key` identifies a request of the seat, so that a repeated one is played once. At a table
with a clock the kinds in `TIMED` also have `spent`, the seconds since the entry of these kinds
before. The entries that begin and end a game have `at`, the Unix time at which they were stored;
where the clock is one over days, all of `TIMED` have it.
"""

from cubilete.core.json_types import Json, JsonObject

Entry = JsonObject

TIMED = frozenset(("start", "move", "fall", "undo", "stand-in", "leave", "abandon", "forgotten"))
"""The kinds at which thinking time is charged: all that change who must decide what."""

MOST_ENTRIES = 10_000
"""Entries of a table from which on only those of `PROGRESS` are accepted. A long game of six people
has 3,000; taking seats and leaving them, handing a device around or undoing has no end of its own,
and a table is read from its first entry when it is loaded."""
PROGRESS = frozenset(
    ("start", "move", "fall", "leave", "end-asked", "end-answered", "abandon", "rematch", "follow")
) | {"forgotten"}
"""The kinds that bring the game to its end. Without the other kinds there are not many of them."""


def whole_number(value: Json) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is not a whole number")
    return value


def texts(value: Json) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is not a list of texts")
    return tuple(str(item) for item in value)


def seconds(value: Json) -> float:
    if not isinstance(value, (int, float)):
        raise TypeError(f"{value!r} is not a number of seconds")
    return float(value)
