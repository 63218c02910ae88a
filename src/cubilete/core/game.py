"""What a game declares about itself: players, options, material, and how it starts."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import ClassVar

from cubilete.core.bot import BotMaker, RandomBot
from cubilete.core.datafile import DataFile, complaint
from cubilete.core.errors import N_, BadMaterial, BadOption, Message, Say
from cubilete.core.fall import FallForm
from cubilete.core.json_types import JsonObject, is_whole
from cubilete.core.record import By
from cubilete.core.state import State
from cubilete.core.view import View

BOT_WORDS = {"random": N_("at random"), "greedy": N_("strong")}

OptionValue = bool | int | list[str]
Options = Mapping[str, OptionValue]


@dataclass(frozen=True)
class Option:
    """An agreement made before a game starts.

    `kind` is bool, int or list; for an int `least` and `most` bound it, for a list
    `choices` names what may be in it, each once and at least one.
    """

    name: str
    kind: type[bool] | type[int] | type[list[str]]
    label: str
    rule: str
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    def check(self, value: object) -> OptionValue:
        """The value, or a complaint that names the option."""
        if self.kind is bool:
            if isinstance(value, bool):
                return value
            raise self.wrong(N_("{option} is either true or false."))
        if self.kind is int:
            if isinstance(value, int) and is_whole(value):
                return self.check_bounds(value)
            raise self.wrong(N_("{option} is a whole number."))
        return self.check_list(value)

    def check_bounds(self, value: int) -> int:
        if self.least is not None and value < self.least:
            raise self.wrong(N_("{option} is at least {bound}."), bound=self.least)
        if self.most is not None and value > self.most:
            raise self.wrong(N_("{option} is at most {bound}."), bound=self.most)
        return value

    def check_list(self, value: object) -> list[str]:
        if not isinstance(value, list) or not value:
            raise self.wrong(N_("{option} is a list with at least one name."))
        names: list[str] = []
        for name in value:
            if not isinstance(name, str) or name not in self.choices:
                raise self.wrong(N_("{option}: {name} is not one of its names."), name=name)
            if name in names:
                raise self.wrong(N_("{option}: {name} is there twice."), name=name)
            names.append(name)
        return names

    def wrong(self, template: str, **values: object) -> BadOption:
        return BadOption("bad-option", self.rule, template, option=self.name, **values)


@dataclass(frozen=True)
class Setup:
    """What a game starts from, checked: the part of a record's header that decides the rules."""

    players: int
    options: dict[str, OptionValue]
    material: JsonObject


class Game(ABC):
    """One of the games. A package offers it by an entry point of the group `cubilete.games`."""

    slug: ClassVar[str]
    name: ClassVar[str]
    credit: ClassVar[str]
    """Authors and publisher."""
    players: ClassVar[range]
    minutes: ClassVar[int]
    edition: ClassVar[int] = 1
    options: ClassVar[tuple[Option, ...]] = ()
    real_dice: ClassVar[bool] = True
    """Whether people can roll dice of their own: not where dice or cards are secret."""
    all_open: ClassVar[bool] = False
    """Whether all seats always see the same, but for what they may do."""
    same_for_onlookers: ClassVar[bool] = False
    """Whether its page shows the same to all who can't act now, seated or not."""
    players_rule: ClassVar[str] = ""
    """The number of the rule that says how many can play."""

    # --- Starting ---

    def setup(
        self,
        players: int,
        options: Mapping[str, object] | None = None,
        material: JsonObject | None = None,
    ) -> Setup:
        """Checks what a game shall start from; our own material where none is given."""
        if not is_whole(players) or players not in self.players:
            raise BadOption(
                "bad-players",
                self.players_rule,
                N_("{game} is for {least} to {most} players."),
                game=self.name,
                least=self.players[0],
                most=self.players[-1],
            )
        known = {option.name: option for option in self.options}
        checked: dict[str, OptionValue] = {}
        for name, value in (options or {}).items():
            if name not in known:
                raise BadOption(
                    "unknown-option",
                    "",
                    N_("{game} has no option {option}."),
                    game=self.name,
                    option=name,
                )
            checked[name] = known[name].check(value)
        checked = self.check_options(players, checked, own_material=material is not None)
        if material is None:
            material = self.default_material(checked)
        else:
            self.check_material(material)
        return Setup(players, checked, material)

    def check_options(
        self, players: int, options: dict[str, OptionValue], own_material: bool
    ) -> dict[str, OptionValue]:
        """Complains of options that don't go together; fills in what must be said."""
        return options

    def new(
        self,
        players: int,
        options: Mapping[str, object] | None = None,
        material: JsonObject | None = None,
    ) -> State:
        """The first position of a game."""
        return self.start(self.setup(players, options, material))

    @abstractmethod
    def start(self, setup: Setup) -> State:
        """The first position of a game whose setup has been checked."""

    # --- Material ---

    def default_material(self, options: Options) -> JsonObject:
        """The deck, sheets or level that we ship."""
        return {}

    def check_material(self, material: JsonObject) -> None:
        """Raises BadMaterial where it is not of the form that the game needs."""
        if material:
            raise BadMaterial(
                "no-material", "", (), N_("{game} needs no deck, sheet or level."), game=self.name
            )

    def read_material(self, data: DataFile) -> JsonObject:
        """The material that a person's file means, checked; errors carry the line."""
        raise complaint(
            1, "no-material", N_("{game} needs no deck, sheet or level."), game=self.name
        )

    # --- Looking and playing ---

    @abstractmethod
    def view(self, state: State, seat: int | None) -> View:
        """What `seat` may know; None is a spectator."""

    def show(self, view: View, say: Say = str) -> str:
        """The position as plain text."""
        return "\n".join(f"{name}: {value}" for name, value in vars(view).items())

    def bots(self) -> Mapping[str, BotMaker]:
        """The bots that can play it, by name, the weakest first."""
        return {"random": RandomBot}

    def strongest_bot(self) -> str:
        return list(self.bots())[-1]

    # --- Words ---

    @property
    def feel(self) -> Message:
        """What it feels like to play, in one line."""
        return Message("")

    def usual_choices(self, option: str) -> tuple[str, ...]:
        """Of an option with names, those that are taken when nothing is said."""
        return ()

    def choice_word(self, option: str, choice: str) -> Message:
        """What people call one of the names of an option."""
        return Message("{choice}", {"choice": choice})

    def bot_word(self, bot: str) -> Message:
        """What people call a bot of this name: how well it plays."""
        return Message(BOT_WORDS.get(bot, "{bot}"), {"bot": bot})

    def tell(self, who: str, by: By, text: str) -> Message:
        """What happened, for the history: `who` is the name of the seat that did it. Other
        seats are SeatName values, in all these sentences."""
        if by == "chance" or by == "table":
            return Message("{text}", {"text": text})
        return Message("{who}: {text}", {"who": who, "text": text})

    def faces_fallen(self, text: str) -> tuple[int, ...]:
        """The faces of the six-sided dice that an event of chance or of the table shows to all,
        every die that was rolled once."""
        return ()

    def offer(self, view: View, text: str) -> Message:
        """What a button says that does this."""
        return Message("{text}", {"text": text})

    def ask(self, view: View) -> Message:
        """What those who may act have to do now, as one short sentence."""
        return Message("")

    def rule_now(self, view: View) -> str:
        """The number of the rule that matters most now; "" for none."""
        return ""

    def remark(self, view: View) -> Message:
        """What else counts now, in one line: the round, what is left."""
        return Message("")

    def hides(self, view: View) -> bool:
        """Whether seats have secrets now, by what everybody sees: people who share a device
        then pass it with a screen between them."""
        return False

    def seat_note(self, view: View, seat: int) -> Message:
        """What everybody sees of a seat besides its points."""
        return Message("")

    def fall_form(self, view: View, draws: Sequence[int], names: Sequence[str]) -> FallForm | None:
        """What people with dice of their own are asked now: `draws` is what the state waits
        for. None: they write the notation."""
        return None

    def rules(self, language: str) -> str:
        """The rules for people, in Markdown."""
        return self.own_file(f"rules.{language}.md")

    def own_file(self, path: str) -> str:
        """A text file in the folder of this game."""
        package = type(self).__module__
        return resources.files(package).joinpath(path).read_text(encoding="utf-8")
