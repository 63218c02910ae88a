"""What a game's page may offer to people who make their own deck, sheets or level in the browser.

A workshop turns the fields of a form into the next draft of the material. A draft has the shape of
material, but its values may be wrong: `Workshop.file` writes it as the text file that people could
have written, and whatever is wrong is said by the game's own reader of files. So the editor says
the sentences of `cubilete check`, and a file that is saved and loaded gives the same material.

What a draft looks like is drawn by the template workshop.html in the folder of the game's page. It
has a macro `editor(drawing, mine)` with the values of `Workshop.drawing`: only fields and buttons,
the form around them is the server's.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from cubilete.core.json_types import Json, JsonObject
from cubilete.core.message import Message

Fields = Mapping[str, Sequence[str]]
"""What a form sends: the values of each field."""
Kept = dict[str, str]
"""Fields that the next page shows again although the material does not have them: the chosen brush,
the chosen card."""

NOT_IN_FILES = re.compile(r"[\[\]|#\s]+")
"""What would end a word of a file, or begin a section or a comment."""
WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
LONGEST_WORD = 12


class Workshop(ABC):
    """How material of a game is made."""

    title: ClassVar[str]
    """What is made, for a heading: “A level of your own”. Marked for translation."""
    usual_name: ClassVar[str]
    """What it is called at first: “My level”. Marked for translation."""

    @abstractmethod
    def starts(self) -> Sequence[tuple[str, Message]]:
        """What people can begin with: a name for `begin`, and its words."""

    @abstractmethod
    def begin(self, start: str) -> JsonObject:
        """A first draft; the first of `starts` where there is none of this name."""

    @abstractmethod
    def change(self, material: JsonObject, fields: Fields) -> tuple[JsonObject, Kept]:
        """The next draft. The material that is given stays as it is."""

    @abstractmethod
    def drawing(self, material: JsonObject, kept: Mapping[str, str]) -> object:
        """The values that the template draws a draft from."""

    @abstractmethod
    def file(self, material: JsonObject) -> str:
        """A draft as the file that `cubilete check` reads."""

    def named(self, material: JsonObject, name: str) -> JsonObject:
        """The material under another name, where it holds one."""
        return material

    def name_of(self, material: JsonObject) -> str:
        """The name that the material holds; "" for none."""
        return ""


def first(fields: Fields, name: str, otherwise: str = "") -> str:
    """The value of a field."""
    values = fields.get(name, ())
    return values[0] if values else otherwise


def word(text: str) -> str:
    """A word that a file can hold."""
    return NOT_IN_FILES.sub("", text)[:LONGEST_WORD]


def number_or_word(text: str) -> int | str:
    """A number that a person has typed; any other text as it is, for the reader to complain."""
    found = word(text)
    return int(found) if WHOLE.fullmatch(found) else found


def object_at(value: JsonObject, key: str) -> JsonObject:
    """The object under a key of a draft; a new one where there is none."""
    found = value.setdefault(key, {})
    assert isinstance(found, dict)
    return found


def list_at(value: JsonObject, key: str) -> list[Json]:
    found = value.setdefault(key, [])
    assert isinstance(found, list)
    return found
