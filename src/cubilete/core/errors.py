"""What can go wrong, said so that a person understands it and a program can tell it apart.

Every error has a `code` for programs, the number of the `rule` that it enforces ("" where
it is about form rather than about a rule) and a `message` that can be translated.
"""

from cubilete.core.message import N_, Message


class CubileteError(ValueError):
    """The common base: catching it catches whatever bad input can cause."""

    def __init__(self, code: str, rule: str, template: str, **values: object) -> None:
        self.code = code
        self.rule = rule
        self.message = Message(template, values)
        super().__init__(str(self))

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else str(self.message)

    def __reduce__(self) -> tuple[object, ...]:
        # Without it an error could not leave the worker process that it was raised in:
        # exceptions are rebuilt from their sentence alone.
        return unfilled, (type(self), str(self)), self.__dict__


def unfilled(kind: type[CubileteError], sentence: str) -> CubileteError:
    """An error before its attributes are restored."""
    return kind.__new__(kind, sentence)


class IllegalAction(CubileteError):
    """A seat may not do this now. The state is as it was."""


class ImpossibleOutcome(CubileteError):
    """Dice or cards can't fall like this now. The state is as it was."""


class BadOption(CubileteError):
    """A game can't be played with this option or this number of players."""


class UnknownGame(CubileteError):
    """No game has this name; `closest` lists those that come near."""

    def __init__(self, name: str, closest: list[str]) -> None:
        self.closest = closest
        if closest:
            template = N_("There is no game “{name}”. Did you mean {closest}?")
        else:
            template = N_("There is no game “{name}”.")
        super().__init__("unknown-game", "", template, name=name, closest=", ".join(closest))


MaterialPath = tuple[str | int, ...]


class BadMaterial(CubileteError):
    """A deck, sheet or level is not of the form that its game needs.

    `place` says where, as the keys and indices that lead there; `line` is the line of the
    file, when it came from one.
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
    """A record is broken; `line` counts from 1."""

    def __init__(self, code: str, rule: str, line: int, template: str, **values: object) -> None:
        self.line = line
        super().__init__(code, rule, template, **values)

    @classmethod
    def because(cls, error: CubileteError, line: int) -> "BadRecord":
        """The same complaint, with the line of the record that gave rise to it."""
        return cls(error.code, error.rule, line, error.message.template, **error.message.values)
