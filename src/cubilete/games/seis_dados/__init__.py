"""Seis dados: a Yahtzee for two or three, where the better or the middle value wins."""

from collections.abc import Sequence

from cubilete.core.errors import BadOption
from cubilete.core.game import Game
from cubilete.core.message import N_, Message, Say
from cubilete.core.outcome_form import OutcomeForm
from cubilete.core.record import By
from cubilete.core.rules import Option, OptionValue, Setup
from cubilete.core.state import State
from cubilete.core.view import View
from cubilete.games.seis_dados import telling
from cubilete.games.seis_dados.rules import SeisDados, new_game
from cubilete.games.seis_dados.tables import BASIC_SECTIONS, CATEGORIES, SECTIONS
from cubilete.games.seis_dados.view import SeisDadosView, position_text, view_of
from cubilete.games.seis_dados.words import CATEGORY_WORDS

BASIC = [name for section in BASIC_SECTIONS for name in SECTIONS[section]]


class SeisDadosGame(Game):
    slug = "seis-dados"
    name = "Seis dados"
    credit = "Jorge Alonso (Vigo, 2005)"
    players = range(2, 4)
    minutes = 30
    all_open = True
    same_for_onlookers = True
    players_rule = "SD-1"
    options = (
        Option("categories", list, N_("Categories in use"), "SD-3", choices=CATEGORIES),
        Option("lowest_wins", bool, N_("The fewest points win"), "SD-S5"),
        Option("end_at", int, N_("The game ends at this number of points"), "SD-S6", least=1),
    )

    def check_options(
        self, players: int, options: dict[str, OptionValue], own_material: bool
    ) -> dict[str, OptionValue]:
        if options.get("categories") == ["jokers"]:
            raise BadOption(
                "nothing-to-assign",
                "SD-3",
                N_("At least one category must be one that is assigned."),
            )
        if options.get("lowest_wins") and players != 2:
            raise BadOption(
                "two-players-only", "SD-S5", N_("The fewest points win with two players only.")
            )
        return options

    def usual_choices(self, option: str) -> tuple[str, ...]:
        return tuple(BASIC) if option == "categories" else ()

    def choice_word(self, option: str, choice: str) -> Message:
        return Message(CATEGORY_WORDS[choice])

    @property
    def feel(self) -> Message:
        return Message(N_("Six dice, seventeen boxes, six jokers. Every one is a close call."))

    def start(self, setup: Setup) -> State:
        names = setup.options.get("categories", BASIC)
        assert isinstance(names, list)
        end_at = setup.options.get("end_at", 0)
        return new_game(
            setup.players,
            sum(1 << CATEGORIES.index(name) for name in names),
            setup.options.get("lowest_wins") is True,
            # No game has more points than this, and the rules count in 64 bits.
            min(int(end_at) if isinstance(end_at, int) else 0, 1000),
        )

    def view(self, state: State, seat: int | None) -> View:
        assert isinstance(state, SeisDados)
        return view_of(state, seat)

    def show(self, view: View, say: Say = str) -> str:
        assert isinstance(view, SeisDadosView)
        return position_text(view, say)

    # --- Words ---

    def tell(self, who: str, by: By, text: str) -> Message:
        return telling.tell(who, text)

    def faces_fallen(self, text: str) -> tuple[int, ...]:
        return telling.faces_fallen(text)

    def offer(self, view: View, text: str) -> Message:
        return telling.offer(text)

    def ask(self, view: View) -> Message:
        assert isinstance(view, SeisDadosView)
        return telling.ask(view)

    def rule_now(self, view: View) -> str:
        assert isinstance(view, SeisDadosView)
        return telling.rule_now(view)

    def remark(self, view: View) -> Message:
        assert isinstance(view, SeisDadosView)
        return telling.remark(view)

    def seat_note(self, view: View, seat: int) -> Message:
        assert isinstance(view, SeisDadosView)
        return telling.seat_note(view, seat)

    def fall_form(
        self, view: View, draws: Sequence[int], names: Sequence[str]
    ) -> OutcomeForm | None:
        assert isinstance(view, SeisDadosView)
        return telling.fall_form(view, draws, names)


GAME = SeisDadosGame()
