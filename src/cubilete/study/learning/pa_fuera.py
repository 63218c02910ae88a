"""Makes the shares for `outlook` that the package ships in its folder `data`.

Each round costs a token at least, so what a round is worth follows from rounds with fewer tokens
left: a single round is played by the strategy, some times from each position, and its end is looked
up. The same seed gives the same bytes. It takes some minutes compiled.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement

from librt.vecs import vec

from cubilete.core.rng import seeded
from cubilete.games.pa_fuera.policy.outlook import (
    HOLDINGS,
    LEAST,
    Outlook,
    stored_place,
    table_size,
)
from cubilete.games.pa_fuera.policy.strategy import PaFueraStrategy
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import DICE_EACH, ONE, TOKENS_EACH

ROUNDS = 64
"""How often a round is played from each position."""

Holdings = tuple[int, ...]
"""What the seats have: first the one that starts, then the others, ascending."""


def most_tokens(players: int) -> int:
    return players * TOKENS_EACH


def learn(players: int, seed: int, step: Callable[[], None], rounds: int = ROUNDS) -> Outlook:
    """`step` is called for each number of tokens in the game."""
    outlook = Outlook(players, vec[float]([1 / players] * table_size(players)))
    strategy = PaFueraStrategy()
    rng = seeded("outlook of Pa' fuera", players, seed)
    for starts in by_tokens(players):
        for have in starts:
            shares = outlook.mean_worth(first_position(have), strategy, rounds, rng)
            for seat, share in enumerate(alike(have, shares)):
                outlook.shares[stored_place(have) + seat] = share
        step()
    return outlook


def by_tokens(players: int) -> Iterator[list[Holdings]]:
    """All positions in which somebody has a die, those with the fewest tokens first."""
    found: dict[int, list[Holdings]] = defaultdict(list)
    for others in combinations_with_replacement(range(HOLDINGS), players - 1):
        for starter in range(LEAST, HOLDINGS):
            have = (starter, *others)
            if any(held % (DICE_EACH + 1) for held in have):
                found[sum(held // (DICE_EACH + 1) for held in have)].append(have)
    return (found[tokens] for tokens in sorted(found))


def first_position(have: Holdings) -> PaFuera:
    """A round that seat 0 starts."""
    state = PaFuera(len(have))
    state.rolling = 0
    state.tokens = sum(held // (DICE_EACH + 1) * ONE[seat] for seat, held in enumerate(have))
    state.dice = sum(held % (DICE_EACH + 1) * ONE[seat] for seat, held in enumerate(have))
    state.begin_round(0)
    return state


def alike(have: Holdings, shares: list[float]) -> list[float]:
    """The shares, with their mean for seats that have the same and do not start."""
    found = shares[:1]
    for held in have[1:]:
        same = [shares[seat] for seat in range(1, len(have)) if have[seat] == held]
        found.append(sum(same) / len(same))
    return found
