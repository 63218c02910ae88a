"""Where the dice of Dizzle lie on the page."""

from dataclasses import replace

from cubilete import find_game
from cubilete.core.record import By, Event
from cubilete.games.dizzle.layout import layout_of
from cubilete.games.dizzle.page.drawing import places, table_dice
from cubilete.games.dizzle.view import DizzleView

GAME = find_game("dizzle")


def showing(*dice: int) -> DizzleView:
    view = GAME.rules.view(GAME.new(2), 0)
    assert isinstance(view, DizzleView)
    return replace(view, dice=tuple(sorted(dice)))


def cell_with(face: int) -> str:
    layout = layout_of(showing().sheet)
    return layout.names[layout.faces.index(face)]


def events(*texts: tuple[By, str]) -> list[Event]:
    """The history of a page: the latest event first."""
    return [Event(n, by, text) for n, (by, text) in enumerate(texts, start=1)][::-1]


ROLL = ("chance", "roll 1 2 2 3 4 5 6")


def test_die_that_leaves_the_table_leaves_an_empty_place() -> None:
    history = events(ROLL, (0, f"place {cell_with(2)}"), (1, f"place {cell_with(4)}"))
    view = showing(1, 2, 3, 5, 6)
    assert places(view, history) == (1, 0, 2, 3, 0, 5, 6)
    assert [die is None for die in table_dice(view, places(view, history), "", False)] == [
        *(False, True, False, False, True, False, False)
    ]


def test_dice_that_are_rolled_again_keep_to_the_places_of_the_table() -> None:
    taken = events(
        ROLL, (0, f"place {cell_with(2)}"), (1, "reroll"), ("chance", "roll 1 1 2 5 5 6")
    )
    assert places(showing(1, 1, 2, 5, 5, 6), taken) == (1, 0, 1, 2, 5, 5, 6)
    returned = events(
        ROLL,
        (0, f"place {cell_with(2)}"),
        (1, f"place {cell_with(4)}"),
        (0, f"return {cell_with(2)}"),
    )
    assert places(showing(1, 2, 2, 3, 5, 6), returned) == (1, 2, 2, 3, 0, 5, 6)


def test_extra_dice_take_their_equals_away() -> None:
    history = events(ROLL, (0, f"place {cell_with(6)}"), ("chance", "steal 2 6"))
    assert places(showing(1, 2, 3, 4, 5), history) == (1, 0, 2, 3, 4, 5, 0)


def test_dice_of_unknown_places_lie_in_ascending_order() -> None:
    assert places(showing(5, 1), []) == (1, 5, 0, 0, 0, 0, 0)
