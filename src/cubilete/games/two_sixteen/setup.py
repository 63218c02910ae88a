"""How a game of 216 is set up: its options, its deck and its first position."""

from copy import deepcopy
from functools import cached_property

from cubilete.core import datafile
from cubilete.core.errors import BadOption
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.core.parts.rules import Option, Options, OptionValue, Rules, Setup
from cubilete.core.resources import package_file
from cubilete.games.two_sixteen.material import cards_of, check_deck, read_deck
from cubilete.games.two_sixteen.rules import TwoSixteen, first_position
from cubilete.games.two_sixteen.view import TwoSixteenView, view_of

TARGET = 100
"""The points to reach where nothing else is agreed, and the lowest target (216-14)."""
OUT_OF_REACH = 10**18
"""Higher targets are lowered to this: it fits into 64 bits, and no game reaches it."""

HEAD_STARTS = (("box", 0), ("easy", 12), ("medium", 22), ("hard", 30))
"""Named difficulties of the solo game to 100 (216-17): docs/balance.md has the shares of wins."""


class TwoSixteenRules(Rules[TwoSixteen, TwoSixteenView]):
    players_rule = "216-1"
    real_dice = False
    options = (
        Option("target", int, N_("Target score"), "216-14", default=TARGET, least=TARGET),
        Option(
            "head_start",
            int,
            N_("Playing alone: the AI's head start"),
            "216-17",
            default=0,
            least=0,
            named=HEAD_STARTS,
            solo=True,
        ),
    )

    def check_options(
        self, players: int, options: dict[str, OptionValue], own_material: bool
    ) -> dict[str, OptionValue]:
        """A head start of 0 is left out: the game is that of the rulebook."""
        target, head_start = options.get("target", TARGET), options.get("head_start", 0)
        assert isinstance(target, int)
        assert isinstance(head_start, int)
        if head_start >= target:
            raise BadOption(
                "too-great-a-start",
                "216-17",
                N_("The AI's head start must be less than the target, {target}."),
                target=target,
            )
        return {name: value for name, value in options.items() if name != "head_start" or value}

    def start(self, setup: Setup) -> TwoSixteen:
        target, head_start = setup.agreed["target"], setup.agreed["head_start"]
        assert isinstance(target, int)
        assert isinstance(head_start, int)
        return first_position(
            cards_of(setup.material),
            setup.players,
            min(target, OUT_OF_REACH),
            min(head_start, OUT_OF_REACH - 1),
        )

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
