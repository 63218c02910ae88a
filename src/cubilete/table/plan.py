"""The plan of a table: what was fixed when it was opened, as it is stored."""

from dataclasses import dataclass

from cubilete.core.errors import CubileteError, UnknownGame
from cubilete.core.fair import RECIPE_1
from cubilete.core.game import AnyGame
from cubilete.core.json_types import Json, JsonObject, is_whole
from cubilete.core.message import N_
from cubilete.core.registry import find_game

PERSON, LOCAL, BOT = "person", "local", "bot"
"""Kinds of seats: for a person who comes by link, for one who shares the device of the person who
opened the table, or for a bot."""


@dataclass(frozen=True)
class Reservation:
    """A seat that waits for one person: who sat there in the game before, or somebody whom the
    opener invites."""

    owner: str
    """"" where nobody is known yet: the personal link tells."""
    name: str


@dataclass(frozen=True)
class Course:
    """What happens at a table that is a lesson, in order: see `core/parts/learning.py`."""

    lines: tuple[str, ...]
    """Who (“chance” or a seat) and what, in notation."""

    def line(self, number: int) -> tuple[str, str]:
        """Who and what; two empty texts after the last line."""
        if number >= len(self.lines):
            return "", ""
        who, _, what = self.lines[number].partition(" ")
        return who, what


class UnknownRules(CubileteError):
    """The rules of a table are not installed, so that it can't be opened."""


@dataclass(frozen=True)
class Plan:
    """What was fixed when a table was opened. It never changes.

    Plans that earlier versions stored must load for ever: a new field needs a default for them.
    """

    table: str
    game: str
    kinds: tuple[str, ...]
    options: JsonObject
    material: JsonObject | None
    bot: str
    """The name of the bot for absent people, and for the seats without one of their own."""
    real_dice: bool
    secret: str
    bots: tuple[str, ...] = ()
    """The name of each seat's bot; "" for `bot`, as for all seats where the tuple is empty."""
    clock: str = ""
    """The name of the clock; "" for none."""
    edition: int = 1
    """The edition of the game's rules; 1 where a stored plan does not say it."""
    recipe: str = RECIPE_1
    """The recipe of the fair dice; /1 where a stored plan does not say it."""
    invited_only: bool = False
    """Whether a seat can be taken only by its personal link."""
    reserved: tuple[Reservation | None, ...] = ()
    """For each seat the person whom it waits for; empty where no seat is reserved."""
    bot_names: tuple[str, ...] = ()
    """What the bot of each seat is called; empty in plans of earlier versions: `Bot 2`."""
    hints: bool | None = None
    """Whether hints are allowed to all, or to nobody for good; None where people may agree."""

    lesson: Course | None = None
    """The course of a lesson; None for all other tables."""
    cup: str = ""
    """The day (`2026-11-17`) of the daily cup that is played here; "" for all other tables."""
    evening: str = ""
    """The name of the evening that the game belongs to; "" for all other tables."""

    @property
    def dice_name(self) -> str:
        """The name that the fair dice depend on. All tables of a day's cup share it, and with the
        secret of the day their dice."""
        return f"cup {self.cup} {self.game}" if self.cup else self.table

    @property
    def fair(self) -> bool:
        """Whether the table draws the outcomes by fair dice, which can be verified."""
        return not self.real_dice and self.lesson is None

    def bot_of(self, seat: int) -> str:
        return (self.bots[seat] if self.bots else "") or self.bot

    def bot_name(self, seat: int) -> str:
        return (self.bot_names[seat] if self.bot_names else "") or f"Bot {seat + 1}"

    def installed_game(self) -> AnyGame:
        """The game; raises UnknownRules unless the installed rules are those of the plan. Other
        rules could fold the entries to another position, or fail."""
        try:
            game = find_game(self.game)
        except UnknownGame:
            raise UnknownRules(
                "unknown-game",
                "",
                N_("This table is for the game “{game}”, which is not installed."),
                game=self.game,
            ) from None
        if self.edition != game.rules.edition:
            raise UnknownRules(
                "unknown-edition",
                "",
                N_(
                    "This table was opened with edition {edition} of {game};"
                    " only edition {installed} is installed."
                ),
                edition=self.edition,
                game=game.name,
                installed=game.rules.edition,
            )
        return game

    def to_json(self) -> JsonObject:
        plan: JsonObject = {
            "table": self.table,
            "game": self.game,
            "edition": self.edition,
            "kinds": list[Json](self.kinds),
            "options": self.options,
            "material": self.material,
            "bot": self.bot,
            "real_dice": self.real_dice,
            "secret": self.secret,
        }
        if any(self.bots):
            plan["bots"] = list[Json](self.bots)
        if self.clock:
            plan["clock"] = self.clock
        if self.recipe != RECIPE_1:
            plan["recipe"] = self.recipe
        if self.invited_only:
            plan["invited_only"] = True
        if any(self.reserved):
            plan["reserved"] = [
                None if each is None else {"owner": each.owner, "name": each.name}
                for each in self.reserved
            ]
        if any(self.bot_names):
            plan["bot_names"] = list[Json](self.bot_names)
        if self.hints is not None:
            plan["hints"] = self.hints
        if self.lesson is not None:
            plan["lesson"] = list[Json](self.lesson.lines)
        if self.cup:
            plan["cup"] = self.cup
        if self.evening:
            plan["evening"] = self.evening
        return plan

    @classmethod
    def from_json(cls, data: JsonObject) -> "Plan":
        kinds, options, material = data["kinds"], data["options"], data["material"]
        bots, edition = data.get("bots", []), data.get("edition", 1)
        bot_names = data.get("bot_names", [])
        assert isinstance(kinds, list)
        assert isinstance(bots, list)
        assert isinstance(bot_names, list)
        assert isinstance(options, dict)
        assert isinstance(edition, int)
        assert is_whole(edition)
        assert material is None or isinstance(material, dict)
        hints = data.get("hints")
        return cls(
            table=str(data["table"]),
            game=str(data["game"]),
            kinds=tuple(str(kind) for kind in kinds),
            options=options,
            material=material,
            bot=str(data["bot"]),
            real_dice=data["real_dice"] is True,
            secret=str(data["secret"]),
            bots=tuple(str(bot) for bot in bots),
            clock=str(data.get("clock", "")),
            edition=edition,
            recipe=str(data.get("recipe", RECIPE_1)),
            invited_only=data.get("invited_only") is True,
            reserved=reservations_from(data.get("reserved", [])),
            bot_names=tuple(str(name) for name in bot_names),
            hints=hints if isinstance(hints, bool) else None,
            lesson=course_from(data.get("lesson")),
            cup=str(data.get("cup", "")),
            evening=str(data.get("evening", "")),
        )


def course_from(stored: Json) -> Course | None:
    if stored is None:
        return None
    assert isinstance(stored, list)
    return Course(tuple(map(str, stored)))


def reservations_from(stored: Json) -> tuple[Reservation | None, ...]:
    assert isinstance(stored, list)
    return tuple(
        Reservation(str(each["owner"]), str(each["name"])) if isinstance(each, dict) else None
        for each in stored
    )
