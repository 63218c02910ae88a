"""Helpers to play 216 by notation in tests."""

from cubilete.core.state import CHANCE, SEATS
from cubilete.games.two_sixteen import GAME
from cubilete.games.two_sixteen.rules import TwoSixteen
from cubilete.games.two_sixteen.view import TwoSixteenView

HARD = ("G01", "G02", "G03", "G04")
"""The objectives 1 1 1, 3 3 3, 6 6 6 and 1 3 5: few rolls meet one of them."""


def begin(
    seats: int, offer: tuple[str, ...] = HARD, first: int = 0, target: int = 100
) -> TwoSixteen:
    """A game in which these four objectives are on offer."""
    state = GAME.new(seats, {"target": target})
    if seats > 1:
        state.play(CHANCE, f"start {first}")
    for name in offer:
        state.play(CHANCE, f"offer {name}")
    return state


def play(state: TwoSixteen, *events: str) -> TwoSixteen:
    """Plays these events, each by the seat or chance that the state waits for."""
    for event in events:
        state.play(state.to_act[0] if state.turn() == SEATS else CHANCE, event)
    return state


def draw(state: TwoSixteen, *helps: str) -> TwoSixteen:
    """Plays a turn without a claim for each help, in which it is drawn."""
    for card in helps:
        play(state, "roll 2 2 4", "reroll 4", "roll 4", "pass", f"help {card}")
    return state


def claim_something(state: TwoSixteen) -> str:
    """Rolls dice that meet an objective, claims it for points and returns its id."""
    for code in state.distribution():
        ahead = state.copy()
        ahead.apply(CHANCE, code)
        claims = [text for text in legal(ahead) if text.endswith(" points")]
        if claims:
            state.apply(CHANCE, code)
            play(state, claims[0])
            return claims[0].split(" ")[1]
    raise AssertionError("no roll meets the offer")


def refill(state: TwoSixteen) -> None:
    """Draws any possible card."""
    state.apply(CHANCE, min(state.distribution()))


def legal(state: TwoSixteen) -> list[str]:
    return state.legal_texts(state.to_act[0])


def helps_of(state: TwoSixteen) -> list[str]:
    return [text for text in legal(state) if text.startswith("help ")]


def view(state: TwoSixteen, seat: int | None) -> TwoSixteenView:
    return GAME.rules.view(state, seat)


def hand(state: TwoSixteen, seat: int) -> dict[str, int]:
    found = view(state, seat).hand
    assert found is not None
    return found
