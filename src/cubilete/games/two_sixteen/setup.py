"""How a game of 216 is set up: its options, its deck and its first position."""

from copy import deepcopy
from functools import cached_property

from cubilete.core import datafile
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.core.parts.rules import Option, Options, Rules, Setup
from cubilete.core.resources import package_file
from cubilete.games.two_sixteen.material import cards_of, check_deck, read_deck
from cubilete.games.two_sixteen.rules import TwoSixteen, first_position
from cubilete.games.two_sixteen.view import TwoSixteenView, view_of

TARGET = 100
"""The points to reach where nothing else is agreed, and the lowest target (216-14)."""
OUT_OF_REACH = 10**18
"""Higher targets are lowered to this: it fits into 64 bits, and no game reaches it."""


class TwoSixteenRules(Rules[TwoSixteen, TwoSixteenView]):
    players_rule = "216-1"
    real_dice = False
    options = (Option("target", int, N_("Target score"), "216-14", default=TARGET, least=TARGET),)

    def start(self, setup: Setup) -> TwoSixteen:
        target = setup.agreed["target"]
        assert isinstance(target, int)
        return first_position(cards_of(setup.material), setup.players, min(target, OUT_OF_REACH))

    def view(self, state: TwoSixteen, seat: int | None) -> TwoSixteenView:
        return view_of(state, seat)

    @cached_property
    def shipped_deck(self) -> JsonObject:
        return self.read_material(datafile.parse(package_file(self, "data/deck.txt") or ""))

    def default_material(self, options: Options) -> JsonObject:
        return deepcopy(self.shipped_deck)

    def check_material(self, material: JsonObject) -> None:
        check_deck(material)

    def read_material(self, data: datafile.DataFile) -> JsonObject:
        return read_deck(data)

    def has_secrets(self, view: TwoSixteenView) -> bool:
        return any(view.hands)  # 216-12

    def dice_shown(self, text: str) -> tuple[int, ...]:
        word, *faces = text.split(" ")
        return tuple(map(int, faces)) if word == "roll" else ()
