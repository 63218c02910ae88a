"""The errors that bad input can cause.

Every error has a `code` for programs, the number of the `rule` that it enforces ("" if it
enforces none) and a `message` for people that can be translated. Of a sentence with a plural, the
value `count` decides which form is said.
"""

from collections.abc import Sequence

from cubilete.core.message import N_, Message


class CubileteError(ValueError):
    """The base class of all errors that bad input can cause."""

    def __init__(self, code: str, rule: str, template: str, **values: object) -> None:
        self.code = code
        self.rule = rule
        count = values.get("count")
        self.message = Message(template, values, count if isinstance(count, int) else None)
        super().__init__(str(self))

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else str(self.message)

    def name_seats(self, names: Sequence[str]) -> None:
        """Puts the players' names for the seats that the message names."""
        self.message = self.message.named(names)

    def __reduce__(self) -> tuple[object, ...]:
        # By default an exception is unpickled by calling its class with `args`, which does not
        # fit these constructors. Errors are pickled when a worker process raises them.
        return unfilled, (type(self), str(self)), self.__dict__


def unfilled(kind: type[CubileteError], sentence: str) -> CubileteError:
    """An error without its attributes, which unpickling restores."""
    return kind.__new__(kind, sentence)


class IllegalAction(CubileteError):
    """A seat may not do this now. The state is unchanged."""


class ImpossibleOutcome(CubileteError):
    """This is not a possible outcome of chance now. The state is unchanged."""


class BadOption(CubileteError):
    """A game can't be played with this option or this number of players."""


class UnknownGame(CubileteError):
    """No game has this name; `closest` lists similar names."""

    def __init__(self, name: str, closest: list[str]) -> None:
        self.closest = closest
        if closest:
            template = N_("There is no game “{name}”. Did you mean {closest}?")
        else:
            template = N_("There is no game “{name}”.")
        super().__init__("unknown-game", "", template, name=name, closest=", ".join(closest))


MaterialPath = tuple[str | int, ...]


class BadMaterial(CubileteError):
    """A deck, sheet or level is not valid for its game.

    `place` is the path of keys and indices to the wrong value; `line` is the line of the
    file, if the material came from one.
    """

    def __init__(
        self, code: str, rule: str, place: MaterialPath, template: str, **values: object
    ) -> None:
        self.place = place
        self.line: int | None = None
        super().__init__(code, rule, template, **values)

    def at_line(self, line: int) -> "BadMaterial":
        self.line = line
        return self


class BadRecord(CubileteError):
    """A record is not valid; `line` counts from 1."""

    def __init__(self, code: str, rule: str, line: int, template: str, **values: object) -> None:
        self.line = line
        super().__init__(code, rule, template, **values)

    @classmethod
    def because(cls, error: CubileteError, line: int) -> "BadRecord":
        """The same error, for this line of a record."""
        return cls(error.code, error.rule, line, error.message.template, **error.message.values)
