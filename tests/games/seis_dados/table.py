"""Reaching a situation by playing to it."""

from collections.abc import Callable

from cubilete.core.errors import CubileteError
from cubilete.core.state import CHANCE, State
from cubilete.games.seis_dados import GAME
from cubilete.games.seis_dados.view import SeisDadosView

from .oracle import ASSIGNED_CATEGORIES

JUNK = "1 1 2 3 5 5"


def started(players: int = 2, first: int = 0, **options: object) -> State:
    """A game whose first player is drawn."""
    state = GAME.new(players, options)
    state.play(CHANCE, f"start {first}")
    return state


def rolled(dice: str, players: int = 2, **options: object) -> State:
    """Seat 0 begins and has rolled these dice."""
    state = started(players, 0, **options)
    state.play(CHANCE, f"roll {dice}")
    return state


def rolled_with_everything(dice: str) -> State:
    """The same with all categories in use."""
    return rolled(dice, categories=[*ASSIGNED_CATEGORIES, "jokers"])


def take_turn(state: State, dice: str, assignment: str) -> None:
    """Whoever is next rolls these dice and keeps them."""
    state.play(CHANCE, f"roll {dice}")
    state.play(state.to_act[0], f"assign {assignment}")


def repeat(state: State, dice: str, fall: str) -> None:
    """Rolls these dice again, by a joker where the free repetitions are used."""
    seat = state.to_act[0]
    word = "reroll" if view(state).free_repetitions else "joker"
    state.play(seat, f"{word} {dice}")
    state.play(CHANCE, f"roll {fall}")


def spend_jokers(state: State, number: int) -> None:
    """In the turn of whoever is next, who has not rolled yet; leaves six ones."""
    state.play(CHANCE, "roll 1 1 1 1 1 1")
    for _ in range(2 + number):
        repeat(state, "1", "1")


def view(state: State) -> SeisDadosView:
    seen = GAME.view(state, None)
    assert isinstance(seen, SeisDadosView)
    return seen


def refusal_of(happening: Callable[[], object]) -> CubileteError | None:
    """The error that a call ends in, if it does."""
    try:
        happening()
    except CubileteError as error:
        return error
    return None


def values(state: State, category: str) -> set[str]:
    """What the roll on the table can be noted as in a category."""
    start = f"assign {category} "
    texts = state.legal_texts(state.to_act[0])
    return {text.removeprefix(start) for text in texts if text.startswith(start)}


def starting_with(state: State, word: str) -> list[str]:
    """What the seat to act may do that begins with this word."""
    return [text for text in state.legal_texts(state.to_act[0]) if text.split()[0] == word]
