"""Dizzle: dice from a common pool, placed side by side on everybody's own sheet."""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache, lru_cache

from cubilete.core.datafile import DataFile, parse
from cubilete.core.game import Game
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_, Message, Say
from cubilete.core.outcome_form import OutcomeForm
from cubilete.core.policy import BotMaker
from cubilete.core.record import By
from cubilete.core.rules import Option, Options, OptionValue, Setup
from cubilete.core.state import State
from cubilete.core.view import View
from cubilete.games.dizzle import drawing, telling
from cubilete.games.dizzle.bot import GreedyBot
from cubilete.games.dizzle.material import read_file, read_plan
from cubilete.games.dizzle.rules import Dizzle, new_game
from cubilete.games.dizzle.tables import Sheet
from cubilete.games.dizzle.view import DizzleView, show_table, view_of

LEVELS = range(1, 5)


class DizzleGame(Game):
    slug = "dizzle"
    name = "Dizzle"
    credit = "Ralf zur Linde (Schmidt Spiele, 2019)"
    players = range(1, 5)
    minutes = 30
    all_open = True
    players_rule = "DZ-M1"
    options = (
        Option("level", int, N_("Level of the sheet"), "DZ-M2", least=LEVELS[0], most=LEVELS[-1]),
    )
    drawing = drawing
    """What the page of a table asks."""

    def check_options(
        self, players: int, options: dict[str, OptionValue], own_material: bool
    ) -> dict[str, OptionValue]:
        checked = super().check_options(players, options, own_material)
        return checked if own_material else {"level": LEVELS[0], **checked}

    @property
    def feel(self) -> Message:
        return Message(
            N_("A path of dice across your sheet: gems, keys, rockets and the odd bomb.")
        )

    def start(self, setup: Setup) -> State:
        return new_game(sheet_of(json.dumps(setup.material)), setup.players)

    def default_material(self, options: Options) -> JsonObject:
        return deepcopy(read_level(self.own_file(f"data/level-{options['level']}.txt")))

    def check_material(self, material: JsonObject) -> None:
        read_plan(material)

    def read_material(self, data: DataFile) -> JsonObject:
        return read_file(data)

    def view(self, state: State, seat: int | None) -> View:
        assert isinstance(state, Dizzle)
        return view_of(state, seat)

    def bots(self) -> Mapping[str, BotMaker]:
        return {**super().bots(), "greedy": GreedyBot}

    def show(self, view: View, say: Say = str) -> str:
        assert isinstance(view, DizzleView)
        return show_table(view, say)

    # --- Words ---

    def tell(self, who: str, by: By, text: str) -> Message:
        return telling.tell(who, text)

    def faces_fallen(self, text: str) -> tuple[int, ...]:
        return telling.faces_fallen(text)

    def offer(self, view: View, text: str) -> Message:
        assert isinstance(view, DizzleView)
        return telling.offer(view, text)

    def ask(self, view: View) -> Message:
        assert isinstance(view, DizzleView)
        return telling.ask(view)

    def rule_now(self, view: View) -> str:
        assert isinstance(view, DizzleView)
        return telling.rule_now(view)

    def remark(self, view: View) -> Message:
        assert isinstance(view, DizzleView)
        return telling.remark(view)

    def seat_note(self, view: View, seat: int) -> Message:
        assert isinstance(view, DizzleView)
        return telling.seat_note(view, seat)

    def fall_form(
        self, view: View, draws: Sequence[int], names: Sequence[str]
    ) -> OutcomeForm | None:
        assert isinstance(view, DizzleView)
        return telling.fall_form(view, draws, names)


@cache
def read_level(text: str) -> JsonObject:
    """One of the four sheets that we ship (DZ-M3)."""
    return read_file(parse(text))


@lru_cache(maxsize=64)
def sheet_of(material: str) -> Sheet:
    """The tables of a sheet, made once for all games that are played on it."""
    return Sheet(read_plan(json.loads(material)))


GAME = DizzleGame()
