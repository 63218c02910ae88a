"""Twenty One: everybody fills rows with the same six coloured dice, and exact values pay."""

from collections.abc import Sequence

from cubilete.core.datafile import DataFile
from cubilete.core.game import Game
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_, Message, Say
from cubilete.core.outcome_form import OutcomeForm
from cubilete.core.record import By
from cubilete.core.rules import Options, Setup
from cubilete.core.state import State
from cubilete.core.view import View
from cubilete.games.twenty_one import drawing, telling
from cubilete.games.twenty_one.material import check_sheets, our_sheets, pad_of, read_sheets
from cubilete.games.twenty_one.rules import TwentyOne, first_position
from cubilete.games.twenty_one.view import TwentyOneView, sheets_text, view_of


class TwentyOneGame(Game):
    slug = "twenty-one"
    name = "Twenty One"
    credit = "Steffen Benndorf, Reinhard Staupe (NSV, 2017)"
    players = range(2, 7)
    minutes = 15
    players_rule = "T1-1"

    @property
    def feel(self) -> Message:
        return Message(N_("Everybody writes with the same roll. Now, or wait for the exact?"))

    def start(self, setup: Setup) -> State:
        return first_position(setup.players, pad_of(setup.material))

    def default_material(self, options: Options) -> JsonObject:
        return our_sheets()

    def check_material(self, material: JsonObject) -> None:
        check_sheets(material)

    def read_material(self, data: DataFile) -> JsonObject:
        return read_sheets(data)

    def view(self, state: State, seat: int | None) -> View:
        assert isinstance(state, TwentyOne)
        return view_of(state, seat)

    def show(self, view: View, say: Say = str) -> str:
        assert isinstance(view, TwentyOneView)
        return sheets_text(view, say)

    def tell(self, who: str, by: By, text: str) -> Message:
        return telling.tell(who, text)

    def faces_fallen(self, text: str) -> tuple[int, ...]:
        return telling.faces_fallen(text)

    def offer(self, view: View, text: str) -> Message:
        assert isinstance(view, TwentyOneView)
        return telling.offer(view, text)

    def ask(self, view: View) -> Message:
        assert isinstance(view, TwentyOneView)
        return telling.ask(view)

    def rule_now(self, view: View) -> str:
        assert isinstance(view, TwentyOneView)
        return telling.rule_now(view)

    def remark(self, view: View) -> Message:
        assert isinstance(view, TwentyOneView)
        return telling.remark(view)

    def hides(self, view: View) -> bool:
        assert isinstance(view, TwentyOneView)
        return view.writing  # T1-6

    def seat_note(self, view: View, seat: int) -> Message:
        assert isinstance(view, TwentyOneView)
        return telling.seat_note(view, seat)

    def fall_form(
        self, view: View, draws: Sequence[int], names: Sequence[str]
    ) -> OutcomeForm | None:
        assert isinstance(view, TwentyOneView)
        return telling.fall_form(view, names)

    def drawn(self, view: View, picked: str) -> drawing.Drawing:
        """What the page is drawn with, while this action is previewed."""
        assert isinstance(view, TwentyOneView)
        return drawing.drawn(view, picked)


GAME = TwentyOneGame()
