"""Changes of records, for verdict_vectors.py.

A record is a list of JSON objects: header, events, result. A change modifies it in place. Changes
assert that they change something.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from cubilete import find_game, read_record
from cubilete.core.fair import fingerprint_of, seal_of
from cubilete.core.state import SEATS

Lines = list[dict[str, Any]]
"""A record, line by line: header, events, result."""
Change = Callable[[Lines], None]


def reseal(lines: Lines) -> None:
    """Gives a record of /2 the seal of what it says now."""
    record = read_record("".join(json.dumps(line) + "\n" for line in lines))
    header = lines[0]
    seal = seal_of(record, header["fair"]["table"], header["kinds"])
    lines[-1]["result"]["fair"]["seal"] = seal


def chance_lines(lines: Lines) -> list[int]:
    return [index for index, line in enumerate(lines) if line.get("by") == "chance"]


def find(lines: Lines, start: str) -> int:
    """The index of the first event with this word: of an outcome, unless there is none."""
    found = [i for i, line in enumerate(lines) if str(line.get("text", "")).startswith(start)]
    return next((index for index in found if lines[index]["by"] == "chance"), found[0])


def retell(start: str, tell: Callable[[str], str], of: list[int] | None = None) -> Change:
    """Changes the text of the first event that starts so; and what it says was drawn, if given."""

    def change(lines: Lines) -> None:
        event = lines[find(lines, start)]
        assert tell(event["text"]) != event["text"]
        event["text"] = tell(event["text"])
        if of is not None:
            event["fair"] = {"of": of, "drawn": [size - 1 for size in of]}

    return change


def all_sixes(text: str) -> str:
    word, *faces = text.split()
    return " ".join([word, *("6" for _ in faces)])


def face_moved(text: str) -> str:
    """Twenty One: the numbers go to the next colours."""
    word, *dice = text.split()
    numbers = [die[1:] for die in dice]
    turned = numbers[1:] + numbers[:1]
    return " ".join([word, *(die[0] + number for die, number in zip(dice, turned, strict=True))])


def swap_words(text: str) -> str:
    word, first, second, *rest = text.split()
    return " ".join([word, second, first, *rest])


def other_number(text: str) -> str:
    """The next face, or the next seat of two."""
    word, number, *rest = text.split()
    return " ".join(
        [word, str((int(number) + 1) % 2 if word == "start" else int(number) % 6 + 1), *rest]
    )


def backwards(text: str) -> str:
    word, *faces = text.split()
    return " ".join([word, *reversed(faces)])


def last_roll(lines: Lines) -> None:
    event = lines[chance_lines(lines)[-1]]
    event["text"] = all_sixes(event["text"])


def renumber(lines: Lines) -> None:
    for n, line in enumerate(lines[1:-1], start=1):
        line["n"] = n


def drop(index: int) -> Change:
    def change(lines: Lines) -> None:
        del lines[index]

    return change


def double(index: int) -> Change:
    def change(lines: Lines) -> None:
        lines.insert(index, deepcopy(lines[index]))

    return change


def swap_outcomes(lines: Lines) -> None:
    first, second, *_ = (index for index in chance_lines(lines) if "roll" in lines[index]["text"])
    for key in ("text", "fair"):
        lines[first][key], lines[second][key] = lines[second][key], lines[first][key]


def outcome_after_end(lines: Lines) -> None:
    event = deepcopy(lines[chance_lines(lines)[-1]])
    lines.insert(-1, {**event, "n": len(lines) - 1})


def secret_in_capitals(lines: Lines) -> None:
    secret = lines[-1]["result"]["fair"]["secret"]
    lines[-1]["result"]["fair"]["secret"] = secret.upper()


def without_marks(lines: Lines) -> None:
    marked = [line for line in lines if "bot" in line]
    assert marked
    for line in marked:
        del line["bot"]


def header_alone(lines: Lines) -> None:
    del lines[1:]


def in_event(index: int, **values: Any) -> Change:
    def change(lines: Lines) -> None:
        written = lines[index]
        # Compared as they are written: 3.0 is another number than 3.
        assert all(repr(written.get(key)) != repr(value) for key, value in values.items())
        written |= values

    return change


def result(**values: Any) -> Change:
    def change(lines: Lines) -> None:
        assert all(lines[-1]["result"][key] != value for key, value in values.items())
        lines[-1]["result"] |= values

    return change


def appended(key: str, value: str) -> Change:
    def change(lines: Lines) -> None:
        (lines[0] if key in lines[0] else lines[0]["fair"])[key].append(value)

    return change


def then(*parts: Change) -> Change:
    def change(lines: Lines) -> None:
        for part in parts:
            part(lines)

    return change


def set_keys(where: Callable[[Lines], dict[str, Any]], values: dict[str, Any]) -> Change:
    """Sets keys of an object; None removes one."""

    def change(lines: Lines) -> None:
        for key, value in values.items():
            if value is None:
                del where(lines)[key]
            else:
                where(lines)[key] = value

    return change


def header(**values: Any) -> Change:
    return set_keys(lambda lines: lines[0], values)


def fair(**values: Any) -> Change:
    """Sets keys of the header's promise."""
    return set_keys(lambda lines: lines[0]["fair"], values)


def proof(**values: Any) -> Change:
    """Sets keys of the result's proof."""
    return set_keys(lambda lines: lines[-1]["result"]["fair"], values)


def in_list(key: str, index: int, value: Any) -> Change:
    def change(lines: Lines) -> None:
        place = lines[0] if key in ("players", "kinds") else lines[0]["fair"]
        assert place[key][index] != value
        place[key][index] = value

    return change


def reverse(*keys: str) -> Change:
    def change(lines: Lines) -> None:
        for key in keys:
            (lines[0] if key in lines[0] else lines[0]["fair"])[key].reverse()

    return change


def beside_event(start: str, value: Any) -> Change:
    """Changes what an outcome says was drawn; None removes it."""

    def change(lines: Lines) -> None:
        event = lines[find(lines, start)]
        del event["fair"]
        if value is not None:
            event["fair"] = None if value == "null" else value

    return change


def cut(count: int) -> Change:
    """Ends the game after so many events and calls it given up."""

    def change(lines: Lines) -> None:
        del lines[count + 1 : -1]
        lines[-1] = {"result": {"abandoned": True, "fair": lines[-1]["result"]["fair"]}}

    return change


def decision_points(lines: Lines) -> list[int]:
    """The numbers of events after which somebody must decide."""
    record = read_record("".join(json.dumps(line) + "\n" for line in lines))
    state = find_game(record.header.game).new(
        len(record.header.players), record.header.options, record.header.material
    )
    found = []
    for event in record.events:
        by = {"chance": -1, "table": -2}.get(str(event.by), event.by)
        state.play(int(by), event.text)
        if state.turn() == SEATS:
            found.append(event.n)
    return found


def recompute_seed(seat: int, value: str) -> Change:
    """Another seed with the fingerprint that belongs to it."""
    return then(in_list("seeds", seat, value), in_list("fingerprints", seat, fingerprint_of(value)))
