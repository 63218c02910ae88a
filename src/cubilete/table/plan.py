"""What a table is made with: the game, who the seats are for, and what was agreed."""

from dataclasses import dataclass

from cubilete.core.errors import CubileteError, UnknownGame
from cubilete.core.game import AnyGame
from cubilete.core.json_types import Json, JsonObject, is_whole
from cubilete.core.message import N_
from cubilete.core.registry import find_game

PERSON, LOCAL, BOT = "person", "local", "bot"
"""Who a seat is for: a person by link, somebody on the host's device, or a bot."""


class UnknownRules(CubileteError):
    """The rules that a table is played by are not installed: it can't be opened."""


@dataclass(frozen=True)
class Plan:
    """What a table was made with; it never changes.

    Plans that earlier versions have kept must load for ever: every field that is added later
    needs a default for them.
    """

    table: str
    game: str
    kinds: tuple[str, ...]
    options: JsonObject
    material: JsonObject | None
    bot: str
    """The bot that plays for whoever is away, and in the seats that have none of their own."""
    real_dice: bool
    secret: str
    bots: tuple[str, ...] = ()
    """The bot of each seat; empty, or "" for a seat, where it is `bot`."""
    clock: str = ""
    """The name of its clock; "" without one."""
    edition: int = 1
    """The edition of the game's rules. Plans that don't say it are of edition 1."""

    def bot_of(self, seat: int) -> str:
        return (self.bots[seat] if self.bots else "") or self.bot

    def installed_game(self) -> AnyGame:
        """The game, if the installed rules are those of the plan. Entries folded by other rules
        could give another position, or none."""
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
        return plan

    @classmethod
    def from_json(cls, data: JsonObject) -> "Plan":
        kinds, options, material = data["kinds"], data["options"], data["material"]
        bots, edition = data.get("bots", []), data.get("edition", 1)
        assert isinstance(kinds, list)
        assert isinstance(bots, list)
        assert isinstance(options, dict)
        assert isinstance(edition, int)
        assert is_whole(edition)
        assert material is None or isinstance(material, dict)
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
        )
