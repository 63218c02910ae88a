"""How a game of Seis dados is agreed on, started and seen."""

from cubilete.core.errors import BadOption
from cubilete.core.message import N_
from cubilete.core.parts.rules import Option, OptionValue, Rules, Setup
from cubilete.games.seis_dados.rules import SeisDados, new_game
from cubilete.games.seis_dados.tables import BASIC_SECTIONS, CATEGORIES, SECTIONS
from cubilete.games.seis_dados.view import SeisDadosView, view_of

BASIC_CATEGORIES = [name for section in BASIC_SECTIONS for name in SECTIONS[section]]
MOST_POINTS = 1000
"""More than any game can give. A larger `end_at` is cut to it: the rules count in 64 bits."""


class SeisDadosRules(Rules[SeisDados, SeisDadosView]):
    players_rule = "SD-1"
    all_open = True
    options = (
        Option(
            "categories",
            list,
            N_("Categories in play"),
            "SD-3",
            default=BASIC_CATEGORIES,
            choices=CATEGORIES,
            groups=tuple(SECTIONS.items()),
        ),
        Option("lowest_wins", bool, N_("Fewest points wins"), "SD-S5", default=False),
        Option("end_at", int, N_("End early at this many points"), "SD-S6", least=1),
    )

    def check_options(
        self, players: int, options: dict[str, OptionValue], own_material: bool
    ) -> dict[str, OptionValue]:
        if options.get("categories") == ["jokers"]:
            raise BadOption(
                "nothing-to-assign",
                "SD-3",
                N_("Choose at least one category besides jokers."),
            )
        if options.get("lowest_wins") and players != 2:
            raise BadOption(
                "two-players-only", "SD-S5", N_("“Fewest points wins” is for two players only.")
            )
        return options

    def start(self, setup: Setup) -> SeisDados:
        categories = setup.agreed["categories"]
        end_at = setup.agreed.get("end_at", 0)
        assert isinstance(categories, list)
        assert isinstance(end_at, int)
        return new_game(
            setup.players,
            sum(1 << CATEGORIES.index(name) for name in categories),
            setup.agreed["lowest_wins"] is True,
            min(end_at, MOST_POINTS),
        )

    def view(self, state: SeisDados, seat: int | None) -> SeisDadosView:
        return view_of(state, seat)

    def dice_shown(self, text: str) -> tuple[int, ...]:
        word, *faces = text.split(" ")
        return tuple(map(int, faces)) if word == "roll" else ()
