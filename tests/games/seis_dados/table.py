"""Positions of Seis dados, reached by playing."""

from collections.abc import Callable

from cubilete.core.errors import CubileteError
from cubilete.core.state import CHANCE, State
from cubilete.games.seis_dados import GAME
from cubilete.games.seis_dados.rules import SeisDados
from cubilete.games.seis_dados.view import SeisDadosView

from .oracle import ASSIGNED_CATEGORIES

JUNK = "1 1 2 3 5 5"


def started(players: int = 2, first: int = 0, **options: object) -> SeisDados:
    """A game whose first player is drawn."""
    state = GAME.new(players, options)
    state.play(CHANCE, f"start {first}")
    return state


def rolled(dice: str, players: int = 2, **options: object) -> SeisDados:
    """Seat 0 begins and has rolled these dice."""
    state = started(players, 0, **options)
    state.play(CHANCE, f"roll {dice}")
    return state


def rolled_with_everything(dice: str) -> SeisDados:
    """`rolled` with all categories in use."""
    return rolled(dice, categories=[*ASSIGNED_CATEGORIES, "jokers"])


def take_turn(state: State, dice: str, assignment: str) -> None:
    """The next player rolls these dice and keeps them."""
    state.play(CHANCE, f"roll {dice}")
    state.play(state.to_act[0], f"assign {assignment}")


def repeat(state: SeisDados, dice: str, outcome: str) -> None:
    """Rolls these dice again, by a joker where the free repetitions are used."""
    seat = state.to_act[0]
    word = "reroll" if view(state).free_repetitions else "joker"
    state.play(seat, f"{word} {dice}")
    state.play(CHANCE, f"roll {outcome}")


def spend_jokers(state: SeisDados, number: int) -> None:
    """The next player, who has not rolled yet, spends this many; leaves six ones."""
    state.play(CHANCE, "roll 1 1 1 1 1 1")
    for _ in range(2 + number):
        repeat(state, "1", "1")


def view(state: SeisDados) -> SeisDadosView:
    return GAME.rules.view(state, None)


def refusal_of(call: Callable[[], object]) -> CubileteError | None:
    """The error that a call raises; None where it raises none."""
    try:
        call()
    except CubileteError as error:
        return error
    return None


def values(state: State, category: str) -> set[str]:
    """The values that the roll on the table can be noted with in a category."""
    start = f"assign {category} "
    texts = state.legal_texts(state.to_act[0])
    return {text.removeprefix(start) for text in texts if text.startswith(start)}


def starting_with(state: State, word: str) -> list[str]:
    """The legal actions of the seat to act that begin with this word."""
    return [text for text in state.legal_texts(state.to_act[0]) if text.split()[0] == word]
