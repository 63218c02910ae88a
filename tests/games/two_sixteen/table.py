"""A table at which the tests of 216 play by notation."""

from cubilete.core.state import CHANCE, SEATS
from cubilete.games.two_sixteen import GAME
from cubilete.games.two_sixteen.rules import TwoSixteen
from cubilete.games.two_sixteen.view import TwoSixteenView

HARD = ("G01", "G02", "G03", "G04")
"""1 1 1, 3 3 3, 6 6 6 and 1 3 5: an offer that few rolls meet."""


def begin(
    seats: int, offer: tuple[str, ...] = HARD, first: int = 0, target: int = 100
) -> TwoSixteen:
    """A game in which these four objectives were dealt."""
    state = GAME.new(seats, {"target": target})
    if seats > 1:
        state.play(CHANCE, f"start {first}")
    for name in offer:
        state.play(CHANCE, f"offer {name}")
    return state


def play(state: TwoSixteen, *events: str) -> TwoSixteen:
    """Lets these events happen, each by whoever the game waits for."""
    for event in events:
        state.play(state.to_act[0] if state.turn() == SEATS else CHANCE, event)
    return state


def draw(state: TwoSixteen, *helps: str) -> TwoSixteen:
    """One whole turn for each help: it is drawn because nothing was met."""
    for card in helps:
        play(state, "roll 2 2 4", "reroll 4", "roll 4", "pass", f"help {card}")
    return state


def claim_something(state: TwoSixteen) -> str:
    """Rolls what meets some objective of the offer and claims it for points; says which."""
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
    """Any card that can be drawn now."""
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
