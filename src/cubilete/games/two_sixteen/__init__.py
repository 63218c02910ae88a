"""216: three dice, four objectives on offer, and helps to bend the dice a little."""

from collections.abc import Mapping
from copy import deepcopy
from functools import cached_property

from cubilete.core import datafile
from cubilete.core.game import Game
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_, Message, Say
from cubilete.core.policy import BotMaker
from cubilete.core.record import By
from cubilete.core.rules import Option, Options, Setup
from cubilete.core.state import State
from cubilete.core.view import View
from cubilete.games.two_sixteen import drawing, telling
from cubilete.games.two_sixteen.bot import GreedyBot
from cubilete.games.two_sixteen.material import cards_of, check_deck, read_deck
from cubilete.games.two_sixteen.rules import TwoSixteen, first_position
from cubilete.games.two_sixteen.showing import table_text
from cubilete.games.two_sixteen.view import TwoSixteenView, view_of

USUAL_TARGET = 100
OUT_OF_REACH = 10**18
"""No game ever reaches this score, so that every higher target means the same: 64 bits do."""


class TwoSixteenGame(Game):
    slug = "216"
    name = "216"
    credit = "Micaela Koncurat & Pablo Koncurat (Coloridojuegos, 2026)"
    players = range(1, 7)
    minutes = 25
    real_dice = False
    players_rule = "216-1"
    options = (Option("target", int, N_("Points to reach"), "216-14", least=USUAL_TARGET),)
    drawing = drawing
    """What the page of a table asks."""

    @property
    def feel(self) -> Message:
        return Message(N_("Hunt objectives with three dice, and know when to spend a help."))

    def start(self, setup: Setup) -> State:
        target = setup.options.get("target", USUAL_TARGET)
        assert isinstance(target, int)
        return first_position(cards_of(setup.material), setup.players, min(target, OUT_OF_REACH))

    @cached_property
    def our_deck(self) -> JsonObject:
        return self.read_material(datafile.parse(self.own_file("data/deck.txt")))

    def default_material(self, options: Options) -> JsonObject:
        return deepcopy(self.our_deck)

    def check_material(self, material: JsonObject) -> None:
        check_deck(material)

    def read_material(self, data: datafile.DataFile) -> JsonObject:
        return read_deck(data)

    def view(self, state: State, seat: int | None) -> View:
        assert isinstance(state, TwoSixteen)
        return view_of(state, seat)

    def show(self, view: View, say: Say = str) -> str:
        assert isinstance(view, TwoSixteenView)
        return table_text(view, say)

    def tell(self, who: str, by: By, text: str) -> Message:
        return telling.tell(who, by, text)

    def faces_fallen(self, text: str) -> tuple[int, ...]:
        return telling.faces_fallen(text)

    def offer(self, view: View, text: str) -> Message:
        assert isinstance(view, TwoSixteenView)
        return telling.offer(view, text)

    def ask(self, view: View) -> Message:
        assert isinstance(view, TwoSixteenView)
        return telling.ask(view)

    def rule_now(self, view: View) -> str:
        assert isinstance(view, TwoSixteenView)
        return telling.rule_now(view)

    def remark(self, view: View) -> Message:
        assert isinstance(view, TwoSixteenView)
        return telling.remark(view)

    def hides(self, view: View) -> bool:
        assert isinstance(view, TwoSixteenView)
        return any(view.hands)  # 216-12

    def seat_note(self, view: View, seat: int) -> Message:
        assert isinstance(view, TwoSixteenView)
        return telling.seat_note(view, seat)

    def bots(self) -> Mapping[str, BotMaker]:
        return {**super().bots(), "greedy": GreedyBot}


GAME = TwoSixteenGame()
