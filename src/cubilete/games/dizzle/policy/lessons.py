"""The learned sheets (`data/lessons.bin`), found by a digest of their material.

The file has a block for each sheet and number of players: the digest, three numbers of 16 bits
(players, rows, weights a row), then the rows, by the turns left from one on. All numbers are little
endian. `cubilete precompute dizzle` makes it.
"""

import hashlib
import json
import struct
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources

from cubilete.core.json_types import JsonObject
from cubilete.games.dizzle.policy.lesson import Lesson, Signs
from cubilete.games.dizzle.setup import sheet_of

FILE = "lessons.bin"
DIGEST = 16
HEAD = struct.Struct(f"<{DIGEST}s3H")

Rows = list[list[int]]
Key = tuple[bytes, int]
"""The digest of a sheet, and the number of players."""


def key_of(material: JsonObject, players: int) -> Key:
    text = json.dumps(material, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=DIGEST).digest(), players


def stored_form(lessons: Iterable[tuple[Key, Rows]]) -> bytes:
    content = b""
    for (digest, players), rows in lessons:
        content += HEAD.pack(digest, players, len(rows), len(rows[0]))
        for row in rows:
            content += struct.pack(f"<{len(row)}h", *row)
    return content


def read_form(content: bytes) -> dict[Key, Rows]:
    found: dict[Key, Rows] = {}
    place = 0
    while place < len(content):
        digest, players, count, width = HEAD.unpack_from(content, place)
        place += HEAD.size
        row = struct.Struct(f"<{width}h")
        rows = [list(row.unpack_from(content, place + n * row.size)) for n in range(count)]
        place += count * row.size
        found[digest, players] = rows
    return found


@cache
def shipped() -> dict[Key, Rows]:
    file = resources.files(__package__).joinpath("data", FILE)
    return read_form(file.read_bytes()) if file.is_file() else {}


def lesson_for(material: JsonObject, players: int) -> Lesson | None:
    """What was learned about a sheet; None for a sheet that is not shipped."""
    return lesson_of(json.dumps(material), players)


@lru_cache(maxsize=64)
def lesson_of(material: str, players: int) -> Lesson | None:
    rows = shipped().get(key_of(json.loads(material), players))
    return None if rows is None else Lesson(Signs(sheet_of(material), players), rows)
