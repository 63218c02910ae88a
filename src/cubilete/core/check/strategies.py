"""Strategies and imagined positions: legal, without peeking, and true to the view."""

from cubilete.core.check.fault import GameFault, guarded, hold
from cubilete.core.game import AnyGame
from cubilete.core.parts.policy import Policy
from cubilete.core.parts.rules import Setup
from cubilete.core.rng import Rng
from cubilete.core.state import State
from cubilete.core.strategy import Strategy
from cubilete.core.view import View

SHORTLIST = 8


class Strategies:
    """The strategies of a game for one setup."""

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        with guarded("policy.strategy()"):
            strategy = game.policy.strategy(setup)
        with guarded("policy.casual()"):
            casual = game.policy.casual(setup)
        self.named: dict[str, Strategy] = {"strategy": strategy, "casual player": casual}
        self.imagines = type(game.policy).imagine is not Policy.imagine

    def check(self, state: State, view: View, rng: Rng) -> State:
        """`view` is that of a seat that may act in `state`. Returns another position of which the
        seat sees the same, or a copy where the policy imagines none."""
        assert view.seat is not None
        other = self.imagined(view, rng) if self.imagines else state.copy()
        for name, strategy in self.named.items():
            self.check_choice(name, strategy, state, other, view.seat, rng)
            with guarded(f"shortlist() of the {name}"):
                listed = strategy.shortlist(state, view.seat, SHORTLIST)
            legal = state.legal(view.seat)
            hold(
                0 < len(listed) <= SHORTLIST
                and len(set(listed)) == len(listed)
                and set(listed) <= set(legal),
                f"shortlist() of the {name} is empty, too long, or not a list of legal codes",
            )
        return other

    def imagined(self, view: View, rng: Rng) -> State:
        with guarded("policy.imagine()"):
            state: State = self.game.policy.imagine(self.setup, view, rng)
        hold(
            self.game.rules.view(state, view.seat) == view,
            "policy.imagine() draws a position in which the seat sees something else",
        )
        return state

    @staticmethod
    def check_choice(
        name: str, strategy: Strategy, state: State, other: State, seat: int, rng: Rng
    ) -> None:
        before = state.fingerprint()
        generators = [rng.copy(), rng.copy()]
        codes: list[int] = []
        waits: list[bool] = []
        for position, own in zip((state, other), generators, strict=True):
            with guarded(f"the {name}"):
                codes.append(strategy.choose(position, seat, own))
                waits.append(strategy.waits(position, seat, own))
        hold(state.fingerprint() == before, f"the {name} changes the position that it is shown")
        if not state.is_legal(seat, codes[0]):
            raise GameFault(f"the {name} plays the code {codes[0]}, which is not legal")
        hold(
            codes[0] == codes[1]
            and waits[0] == waits[1]
            and generators[0].state == generators[1].state,
            f"the {name} decides by more than the seat's view and its generator",
        )
