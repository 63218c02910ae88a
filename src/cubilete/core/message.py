"""Sentences that can be translated: a template, and its values kept apart.

English is the language of the code. `cubilete.language` says a message in another language.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from io import BytesIO


class PluralTemplate(str):
    """The template for one thing; `plural` is the one for any other number of them."""

    plural: str

    def __new__(cls, singular: str, plural: str = "") -> "PluralTemplate":
        made = super().__new__(cls, singular)
        made.plural = plural
        return made


def N_(template: str, plural: str = "") -> str:
    """Marks a sentence for the translation catalogs and returns it unchanged.

    With a plural, the value `count` of the message decides which of the two is said.
    """
    return PluralTemplate(template, plural) if plural else template


@dataclass(frozen=True)
class Message:
    """A sentence with its values. A value may be a message itself, a `SeatName` or a `Listing`."""

    template: str
    values: dict[str, object] = field(default_factory=dict)
    count: int | None = None
    """How many things a plural is about. It is the value `count` of the template, too."""

    def __str__(self) -> str:
        template, values = self.template, self.values
        if self.count is not None:
            values = {**values, "count": self.count}
            if isinstance(template, PluralTemplate) and self.count != 1:
                template = template.plural
        return template.format_map(values)

    def named(self, names: Sequence[str]) -> "Message":
        """The same with the names of players for their seats, where they are known."""
        values = {key: with_names(value, names) for key, value in self.values.items()}
        return Message(self.template, values, self.count)


def with_names(value: object, names: Sequence[str]) -> object:
    """A value of a message with the names of players for their seats."""
    if isinstance(value, SeatName) and value.number < len(names):
        return names[value.number]
    if isinstance(value, Message):
        return value.named(names)
    if isinstance(value, Listing):
        return Listing([with_names(thing, names) for thing in value.things])
    return value


@dataclass(frozen=True)
class SeatName:
    """A seat, as a value of a message: it is replaced by the player's name where that is known."""

    number: int

    def __str__(self) -> str:
        return f"seat {self.number + 1}"


@dataclass(frozen=True)
class Dice(Message):
    """Dice in a sentence, in words. A page may draw what they show instead."""

    shown: tuple[tuple[str, int], ...] = ()
    """For each die the letter of its colour, "" for a plain one, and its face."""


def plain_dice(faces: str) -> Dice:
    """Dice without colours, from faces separated by blanks: “1 1 4”."""
    shown = tuple(("", int(face)) for face in faces.split())
    return Dice("{faces}", {"faces": faces}, shown=shown)


class Listing:
    """Several things as a value of a message: “Ana, Luis and Eva”.

    Things are texts, messages or `SeatName` values. A template may repeat a preposition before each
    of them: «Les toca {names:a}» is said «Les toca a Luis y a Emma».
    """

    def __init__(self, things: Iterable[object]) -> None:
        self.things = tuple(things)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash(self.things)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self.things)!r})"

    def __str__(self) -> str:
        return self.joined([str(thing) for thing in self.things])

    def __format__(self, preposition: str) -> str:
        if not preposition:
            return str(self)
        return self.joined([f"{preposition} {thing}" for thing in self.things])

    def joined(self, things: list[str]) -> str:
        """The list in English."""
        if len(things) < 2:
            return "".join(things)
        return f"{', '.join(things[:-1])} and {things[-1]}"


Say = Callable[[Message], str]
"""Says a message in one language; `str` says it in English."""

Catalog = dict[str, str]
"""The translation of each template. Both are a `PluralTemplate` where there is a plural."""


def parse_catalog(source: bytes, language: str | None = None) -> Catalog:
    """The translations in a .po file; a template that has none is translated by itself."""
    # Babel takes long to import, and `import cubilete` imports this module.
    from babel.messages.pofile import read_po

    found: Catalog = {}
    for message in read_po(BytesIO(source), locale=language):
        if isinstance(message.id, str):
            found[message.id] = str(message.string or message.id)
        else:
            singular, plural = message.id
            forms = tuple(message.string or ("",))
            found[PluralTemplate(singular, plural)] = PluralTemplate(
                forms[0] or singular, forms[-1] or plural
            )
    found.pop("", None)  # the header
    return found
