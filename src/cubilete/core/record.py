"""Records: a game as lines of JSON (format cubilete-record/1, see docs/records.md).

Reading and writing a record gives the same bytes. Unknown keys are kept in `more` and `beside`.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from cubilete.core.errors import BadRecord
from cubilete.core.json_types import Json, JsonObject, is_whole
from cubilete.core.message import N_

FORMAT = "cubilete-record/1"

By = int | str
"""A seat, "chance" or "table"."""

HEADER_KEYS = ("format", "game", "edition", "players", "options", "material")
DEEPEST = 32
"""How deep the values of a line may be nested. Python can read more levels than it can write."""


@dataclass(frozen=True)
class Header:
    """The first line of a record: which game, who plays, and what it started from."""

    game: str
    edition: int
    players: tuple[str, ...]
    options: JsonObject
    material: JsonObject
    more: JsonObject = field(default_factory=dict)

    def with_more(self, more: JsonObject) -> "Header":
        """The same with more keys."""
        return replace(self, more=self.more | more)

    def to_json(self) -> str:
        """The line as JSON, without its end."""
        return dump(
            {
                "format": FORMAT,
                "game": self.game,
                "edition": self.edition,
                "players": list(self.players),
                "options": self.options,
                "material": self.material,
                **self.more,
            }
        )


@dataclass(frozen=True)
class Event:
    """A line of a record: something that happened."""

    n: int
    """Its number, from 1."""
    by: By
    text: str
    """What happened, in the notation of the game."""
    to: tuple[int, ...] | None = None
    """The seats that may know it; None: everybody."""
    legal: tuple[str, ...] | None = None
    """Of a decision, all legal actions, if they were noted."""
    more: JsonObject = field(default_factory=dict)

    def to_json(self) -> str:
        """The line as JSON, without its end."""
        entry: JsonObject = {"n": self.n, "by": self.by, "text": self.text}
        if self.to is not None:
            entry["to"] = list(self.to)
        if self.legal is not None:
            entry["legal"] = list(self.legal)
        return dump(entry | self.more)


@dataclass(frozen=True)
class Result:
    """How a game ended; an abandoned game has neither scores nor winners."""

    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    abandoned: bool = False
    more: JsonObject = field(default_factory=dict)
    beside: JsonObject = field(default_factory=dict)

    def with_more(self, more: JsonObject) -> "Result":
        """The same with more keys."""
        return replace(self, more=self.more | more)

    def to_json(self) -> str:
        """The line as JSON, without its end."""
        entry: JsonObject
        if self.abandoned:
            entry = {"abandoned": True}
        else:
            entry = {"scores": list(self.scores), "winners": list(self.winners)}
        return dump({"result": entry | self.more, **self.beside})


@dataclass(frozen=True)
class Record:
    """A record. Without a result the game is in progress."""

    header: Header
    events: tuple[Event, ...]
    result: Result | None = None

    def lines(self) -> Iterator[str]:
        """The lines of the record, without their ends."""
        yield self.header.to_json()
        for event in self.events:
            yield event.to_json()
        if self.result is not None:
            yield self.result.to_json()

    def to_text(self) -> str:
        """The record as a file has it."""
        return "".join(line + "\n" for line in self.lines())


def dump(value: Json) -> str:
    """Compact JSON: equal values with equal key order give equal bytes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


# --- Reading ---


def read_record(source: str | bytes) -> Record:
    """Parses a record; raises BadRecord with the line. The rules are checked by `replay`."""
    lines = split_lines(source)
    header = read_header(parse_line(lines[0], 1))
    events: list[Event] = []
    result: Result | None = None
    for part in read_after_header(header, lines):
        if isinstance(part, Result):
            result = part
        else:
            events.append(part)
    return Record(header, tuple(events), result)


def read_after_header(header: Header, lines: list[str]) -> Iterator[Event | Result]:
    """The events of a record and its result, one by one."""
    over = False
    for number, line in enumerate(lines[1:], start=2):
        entry = parse_line(line, number)
        if over:
            raise BadRecord("after-result", "", number, N_("Nothing can come after the result."))
        if "result" in entry:
            over = True
            yield read_result(entry, number)
        else:
            yield read_event(entry, number, len(header.players))


def split_lines(source: str | bytes) -> list[str]:
    if isinstance(source, bytes):
        try:
            text = source.decode("utf-8")
        except UnicodeDecodeError as error:
            line = source[: error.start].count(b"\n") + 1
            raise BadRecord("not-utf8", "", line, N_("This line is not UTF-8.")) from None
    else:
        text = source
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if not lines:
        raise BadRecord("empty", "", 1, N_("The record is empty."))
    return lines


class RepeatedKey(ValueError):
    pass


def no_repeated_keys(pairs: list[tuple[str, Json]]) -> JsonObject:
    entry = dict(pairs)
    if len(entry) != len(pairs):
        raise RepeatedKey
    return entry


def refuse_constant(name: str) -> Json:
    raise ValueError(f"{name} is not JSON")


def finite(digits: str) -> float:
    """A number that can be written again: 1e999 would become infinity, which JSON does not have."""
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"{digits} is too large")
    return number


def is_too_deep(entry: JsonObject) -> bool:
    level: list[Json] = [entry]
    for _ in range(DEEPEST):
        below: list[Json] = []
        for value in level:
            if isinstance(value, dict):
                below.extend(value.values())
            elif isinstance(value, list):
                below.extend(value)
        if not below:
            return False
        level = below
    return True


def parse_line(line: str, number: int) -> JsonObject:
    if not line.strip():
        raise BadRecord("blank-line", "", number, N_("Blank lines are not allowed."))
    if line.startswith("\ufeff"):
        raise BadRecord("byte-order-mark", "", number, N_("A byte order mark is not allowed."))
    try:
        entry = json.loads(
            line,
            object_pairs_hook=no_repeated_keys,
            parse_constant=refuse_constant,
            parse_float=finite,
        )
    except RepeatedKey:
        raise BadRecord("repeated-key", "", number, N_("A key appears twice.")) from None
    except (ValueError, RecursionError):
        raise BadRecord("not-json", "", number, N_("This line is not JSON.")) from None
    if not isinstance(entry, dict):
        raise BadRecord("not-object", "", number, N_("This line is not a JSON object."))
    if line.count("[") + line.count("{") > DEEPEST and is_too_deep(entry):
        raise BadRecord("too-deep", "", number, N_("This line is nested too deeply."))
    if has_lone_surrogate(line, entry):
        raise BadRecord("not-utf8", "", number, N_("This line is not UTF-8."))
    return entry


def has_lone_surrogate(line: str, entry: JsonObject) -> bool:
    """Whether an escape such as \\ud800 is half a character, which UTF-8 can't encode."""
    if "\\u" not in line:
        return False
    try:
        dump(entry).encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def without(entry: JsonObject, *known: str) -> JsonObject:
    return {key: value for key, value in entry.items() if key not in known}


def read_header(entry: JsonObject) -> Header:
    def wrong(key: str) -> BadRecord:
        return BadRecord(
            "bad-header", "", 1, N_("The header's {key} is missing or malformed."), key=key
        )

    for key in HEADER_KEYS:
        if key not in entry:
            raise wrong(key)
    game, edition, players = entry["game"], entry["edition"], entry["players"]
    options, material = entry["options"], entry["material"]
    if entry["format"] != FORMAT:
        raise wrong("format")
    if not isinstance(game, str):
        raise wrong("game")
    if not isinstance(edition, int) or not is_whole(edition):
        raise wrong("edition")
    if not isinstance(players, list) or not players:
        raise wrong("players")
    names = tuple(name for name in players if isinstance(name, str))
    if len(names) != len(players):
        raise wrong("players")
    if not isinstance(options, dict):
        raise wrong("options")
    if not isinstance(material, dict):
        raise wrong("material")
    return Header(game, edition, names, options, material, without(entry, *HEADER_KEYS))


def read_event(entry: JsonObject, number: int, players: int) -> Event:
    def wrong(key: str) -> BadRecord:
        return BadRecord(
            "bad-event",
            "",
            number,
            N_("The event's {key} is missing or malformed."),
            key=key,
        )

    n, by, text = entry.get("n"), entry.get("by"), entry.get("text")
    if not isinstance(n, int) or not is_whole(n):
        raise wrong("n")
    if n != number - 1:
        raise BadRecord(
            "gap",
            "",
            number,
            N_("Expected event {expected}, not {n}."),
            expected=number - 1,
            n=n,
        )
    if not isinstance(text, str):
        raise wrong("text")
    if isinstance(by, str):
        if by not in ("chance", "table"):
            raise wrong("by")
    elif not isinstance(by, int) or not is_whole(by) or not 0 <= by < players:
        raise wrong("by")
    to = read_seats(entry["to"], players) if "to" in entry else None
    if "to" in entry and to is None:
        raise wrong("to")
    legal = read_texts(entry["legal"]) if "legal" in entry else None
    if "legal" in entry and (legal is None or isinstance(by, str)):
        raise wrong("legal")
    return Event(n, by, text, to, legal, without(entry, "n", "by", "text", "to", "legal"))


def read_seats(value: Json, count: int) -> tuple[int, ...] | None:
    """Ascending seats below `count`; None for any other value."""
    seats = read_whole_numbers(value)
    if seats is None or any(not 0 <= seat < count for seat in seats):
        return None
    if any(a >= b for a, b in pairwise(seats)):
        return None
    return seats


def read_whole_numbers(value: Json) -> tuple[int, ...] | None:
    if not isinstance(value, list):
        return None
    numbers = tuple(item for item in value if isinstance(item, int) and is_whole(item))
    return numbers if len(numbers) == len(value) else None


def read_texts(value: Json) -> tuple[str, ...] | None:
    if not isinstance(value, list):
        return None
    texts = tuple(item for item in value if isinstance(item, str))
    return texts if len(texts) == len(value) else None


def read_result(entry: JsonObject, number: int) -> Result:
    result = entry["result"]
    wrong = BadRecord("bad-result", "", number, N_("The result is malformed."))
    if not isinstance(result, dict):
        raise wrong
    beside = without(entry, "result")
    if result.get("abandoned") is True:
        return Result(abandoned=True, more=without(result, "abandoned"), beside=beside)
    scores = read_whole_numbers(result.get("scores"))
    winners = read_whole_numbers(result.get("winners"))
    if scores is None or winners is None:
        raise wrong
    return Result(scores, winners, more=without(result, "scores", "winners"), beside=beside)
