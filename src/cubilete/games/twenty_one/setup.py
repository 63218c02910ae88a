"""How a game of Twenty One is started and seen, and the sheets that it is played with."""

from cubilete.core.datafile import DataFile
from cubilete.core.json_types import JsonObject
from cubilete.core.parts.rules import Options, Rules, Setup
from cubilete.games.twenty_one.material import check_sheets, layout_of, our_sheets, read_sheets
from cubilete.games.twenty_one.rules import TwentyOne, first_position
from cubilete.games.twenty_one.view import TwentyOneView, view_of


class TwentyOneRules(Rules[TwentyOne, TwentyOneView]):
    players_rule = "T1-1"

    def start(self, setup: Setup) -> TwentyOne:
        return first_position(setup.players, layout_of(setup.material))

    def view(self, state: TwentyOne, seat: int | None) -> TwentyOneView:
        return view_of(state, seat)

    def default_material(self, options: Options) -> JsonObject:
        return our_sheets()

    def check_material(self, material: JsonObject) -> None:
        check_sheets(material)

    def read_material(self, data: DataFile) -> JsonObject:
        return read_sheets(data)

    def has_secrets(self, view: TwentyOneView) -> bool:
        return view.writing  # T1-6

    def dice_shown(self, text: str) -> tuple[int, ...]:
        word, *dice = text.split(" ")
        return tuple(int(die[1]) for die in dice) if word == "roll" else ()
