"""How a game of Dizzle is set up: its level, its sheet and its first position."""

import json
from collections.abc import Sequence
from copy import deepcopy
from functools import cache, lru_cache

from cubilete.core.datafile import DataFile, parse
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.core.parts.rules import Option, Options, OptionValue, Rules, Setup
from cubilete.core.resources import package_file
from cubilete.games.dizzle.material import read_file, read_plan
from cubilete.games.dizzle.rules import Dizzle, new_game
from cubilete.games.dizzle.tables import Sheet
from cubilete.games.dizzle.view import DizzleView, view_of

LEVELS = range(1, 5)


class DizzleRules(Rules[Dizzle, DizzleView]):
    players_rule = "DZ-M1"
    all_open = True
    options = (
        Option(
            "level",
            int,
            N_("Level"),
            "DZ-M2",
            default=LEVELS[0],
            least=LEVELS[0],
            most=LEVELS[-1],
            chooses_material=True,
        ),
    )

    def check_options(
        self, players: int, options: dict[str, OptionValue], own_material: bool
    ) -> dict[str, OptionValue]:
        """A record names the level of a shipped sheet, also where nobody chose one."""
        return options if own_material else {"level": LEVELS[0], **options}

    def start(self, setup: Setup) -> Dizzle:
        return new_game(sheet_of(json.dumps(setup.material)), setup.players)

    def view(self, state: Dizzle, seat: int | None) -> DizzleView:
        return view_of(state, seat)

    def default_material(self, options: Options) -> JsonObject:
        return deepcopy(read_level(package_file(self, f"data/level-{options['level']}.txt") or ""))

    def earlier_material(self, options: Options) -> Sequence[JsonObject]:
        if "level" not in options:
            return ()
        first = package_file(self, f"data/first/level-{options['level']}.txt")
        return (read_level(first or ""),)

    def check_material(self, material: JsonObject) -> None:
        read_plan(material)

    def read_material(self, data: DataFile) -> JsonObject:
        return read_file(data)

    def dice_shown(self, text: str) -> tuple[int, ...]:
        word, *faces = text.split(" ")
        return tuple(map(int, faces)) if word in ("roll", "steal") else ()


@cache
def read_level(text: str) -> JsonObject:
    """The material of a shipped sheet (DZ-M3)."""
    return read_file(parse(text))


@lru_cache(maxsize=64)
def sheet_of(material: str) -> Sheet:
    """The tables of a sheet, shared by all games on it; `material` is JSON."""
    return Sheet(read_plan(json.loads(material)))
