"""The position that is rebuilt from a view."""

from cubilete.core.rng import seeded
from cubilete.games.seis_dados import GAME

from .games import positions, some_setup


def test_the_imagined_position_gives_the_same_view_and_goes_on_alike() -> None:
    kinds = set()
    for number in range(12):
        rng = seeded("imagine", number)
        setup = some_setup(rng)
        kinds.add((setup.players, setup.agreed.get("lowest_wins")))
        for state in positions(setup, rng, one_in=4):
            seat = int(state.current)
            view = GAME.rules.view(state, seat)
            imagined = GAME.policy.imagine(setup, view, rng)
            assert GAME.rules.view(imagined, seat) == view
            real, luck = state.copy(), rng.copy()
            real.playout(rng.copy())
            imagined.playout(luck)
            assert imagined.fingerprint() == real.fingerprint()
    assert len(kinds) == 3
