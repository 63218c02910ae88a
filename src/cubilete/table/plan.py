"""What a table is made with: the game, who the seats are for, and what was agreed."""

from dataclasses import dataclass

from cubilete.core.json_types import Json, JsonObject

PERSON, LOCAL, BOT = "person", "local", "bot"
"""Who a seat is for: a person by link, somebody on the host's device, or a bot."""


@dataclass(frozen=True)
class Plan:
    """What a table was made with; it never changes.

    Plans that earlier versions have kept must load for ever: what is added later has a
    default, and is written only where it says something.
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

    def bot_of(self, seat: int) -> str:
        return (self.bots[seat] if self.bots else "") or self.bot

    def to_json(self) -> JsonObject:
        plan: JsonObject = {
            "table": self.table,
            "game": self.game,
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
        bots = data.get("bots", [])
        assert isinstance(kinds, list)
        assert isinstance(bots, list)
        assert isinstance(options, dict)
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
        )
