"""The first part of a game, the only required one: how it is set up, started and seen.

What may happen in a position is the business of `State`.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Generic, TypeVar

from cubilete.core.datafile import DataFile, complaint
from cubilete.core.errors import BadMaterial, BadOption
from cubilete.core.json_types import JsonObject, is_whole
from cubilete.core.message import N_
from cubilete.core.state import State
from cubilete.core.view import V

S = TypeVar("S", bound=State)

OptionValue = bool | int | list[str]
Options = Mapping[str, OptionValue]


@dataclass(frozen=True)
class Option:
    """An agreement made before a game starts.

    `kind` is bool, int or list; for an int `least` and `most` bound it, for a list
    `choices` names what may be in it, each once and at least one. `default` is what counts
    where nothing is said; None where the option then has no value at all.
    """

    name: str
    kind: type[bool] | type[int] | type[list[str]]
    label: str
    rule: str
    default: OptionValue | None = None
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Choices that people switch on and off together: the name of each group, and its choices."""
    named: tuple[tuple[str, int], ...] = ()
    """Values of an int that have a name, such as difficulties. People choose by the name; options
    and records have the number."""
    solo: bool = False
    """Whether it is for games that are played alone."""
    chooses_material: bool = False
    """Whether it chooses among the material that the game is shipped with: it says nothing where
    people bring their own."""

    def check(self, value: object) -> OptionValue:
        """The value, or an error that names the option."""
        if self.kind is bool:
            if isinstance(value, bool):
                return value
            raise self.wrong(N_("{option} must be true or false."))
        if self.kind is int:
            if isinstance(value, int) and is_whole(value):
                return self.check_bounds(value)
            raise self.not_whole()
        return self.check_list(value)

    def not_whole(self) -> BadOption:
        if not self.named:
            return self.wrong(N_("{option} must be a whole number."))
        names = ", ".join(name for name, _ in self.named)
        return self.wrong(N_("{option} must be a whole number or one of: {names}."), names=names)

    def check_bounds(self, value: int) -> int:
        if self.least is not None and value < self.least:
            raise self.wrong(N_("{option} must be at least {bound}."), bound=self.least)
        if self.most is not None and value > self.most:
            raise self.wrong(N_("{option} must be at most {bound}."), bound=self.most)
        return value

    def check_list(self, value: object) -> list[str]:
        if not isinstance(value, list) or not value:
            raise self.wrong(N_("{option} needs at least one name."))
        names: list[str] = []
        for name in value:
            if not isinstance(name, str) or name not in self.choices:
                raise self.wrong(N_("{option}: {name} is not one of the choices."), name=name)
            if name in names:
                raise self.wrong(N_("{option}: {name} appears twice."), name=name)
            names.append(name)
        return names

    def wrong(self, template: str, **values: object) -> BadOption:
        return BadOption("bad-option", self.rule, template, option=self.name, **values)


@dataclass(frozen=True)
class Setup:
    """What a game starts from, checked: the part of a record's header that decides the rules."""

    players: int
    options: dict[str, OptionValue]
    """What was said, and what the rules demand to be said: this is what a record's header has."""
    material: JsonObject
    agreed: dict[str, OptionValue] = field(default_factory=dict)
    """`options` with the defaults of those that were not said."""


class Rules(ABC, Generic[S, V]):
    """How a game is set up, started and seen. Subclasses name their own state and view."""

    edition: ClassVar[int] = 1
    """Goes up when the behaviour of the rules changes: records and tables of another edition
    are refused."""
    options: ClassVar[tuple[Option, ...]] = ()
    players_rule: ClassVar[str] = ""
    """The number of the rule that says how many can play."""
    real_dice: ClassVar[bool] = True
    """Whether people can roll dice of their own. False where dice or cards are secret."""
    all_open: ClassVar[bool] = False
    """Whether the views of all seats differ only in `seat` and `legal`, and everybody is told all
    events. Then the table computes one view for everybody, and bots may be given the position;
    `check_game` holds a game to it."""

    @abstractmethod
    def start(self, setup: Setup) -> S:
        """The first position of a game whose setup has been checked."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """What `seat` may know; None is a spectator."""

    def check_options(
        self, players: int, options: dict[str, OptionValue], own_material: bool
    ) -> dict[str, OptionValue]:
        """Refuses options that contradict each other; adds those that the record must name."""
        return options

    def default_material(self, options: Options) -> JsonObject:
        """The deck, sheets or level that the game is shipped with."""
        return {}

    def earlier_material(self, options: Options) -> Sequence[JsonObject]:
        """What was the default before: games that were played with it are no games of one's own."""
        return ()

    def check_material(self, material: JsonObject) -> None:
        """Raises BadMaterial where it is not of the form that the game needs."""
        if material:
            raise BadMaterial("no-material", "", (), N_("This game needs no deck, sheet or level."))

    def read_material(self, data: DataFile) -> JsonObject:
        """The material that a person's file means, checked; errors carry the line."""
        raise complaint(1, "no-material", N_("This game needs no deck, sheet or level."))

    def has_secrets(self, view: V) -> bool:
        """Whether seats hide something from each other now, by a spectator's view. People who
        share a device then pass it with a screen in between."""
        return False

    def dice_shown(self, text: str) -> tuple[int, ...]:
        """The faces of six-sided dice that an event of chance or the table shows to everybody,
        each rolled die once. Statistics of the dice are made from them."""
        return ()
