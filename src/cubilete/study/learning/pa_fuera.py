"""Makes the shares for `outlook` that the package ships in its folder `data`.

Each round costs a token at least, so what a round is worth follows from rounds with fewer tokens
left: a single round is played some times from each position, and its end is looked up. The seat
whose shares they are plays as `Thrifty` does. Each of the others plays in one of several ways, so
that the shares are not those against a single kind of player. The same seed gives the same bytes.
It takes some minutes compiled.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement

from librt.vecs import vec

from cubilete.core.rng import Rng, seeded
from cubilete.core.strategy import Strategy
from cubilete.games.pa_fuera.policy.casual import CasualPlayer
from cubilete.games.pa_fuera.policy.outlook import HOLDINGS, Outlook, Thrifty, table_size
from cubilete.games.pa_fuera.policy.strategy import PaFueraStrategy
from cubilete.games.pa_fuera.rules import PaFuera
from cubilete.games.pa_fuera.tables import DICE_EACH, ONE, TOKENS_EACH

ROUNDS = {3: 128, 4: 32}
"""How often a round is played from each position, by the number of players."""

Holdings = tuple[int, ...]
"""What the seats have: first the one whose share it is, then the others, ascending."""


def most_tokens(players: int) -> int:
    return players * TOKENS_EACH


def ways_of_others() -> list[Strategy]:
    """How the others play: two of six as `normal` does, and two pay at most a token for a die."""
    usual, sparing = PaFueraStrategy(), PaFueraStrategy(token=0.99)
    return [usual, usual, sparing, sparing, CasualPlayer(), Thrifty()]


def learn(players: int, seed: int, step: Callable[[], None]) -> Outlook:
    """`step` is called for each number of tokens in the game."""
    outlook = Outlook(players, vec[float]([0.0] * table_size(players)))
    own, ways = Thrifty(), ways_of_others()
    rng = seeded("outlook of Pa' fuera", players, seed)
    for positions in by_tokens(players):
        for have, starts in positions:
            start = first_position(have, starts, rng)
            share = outlook.mean_worth(start, own, ways, ROUNDS[players], rng)
            outlook.shares[stored_place(outlook, have, starts)] = share
        step()
    return outlook


def by_tokens(players: int) -> Iterator[list[tuple[Holdings, int]]]:
    """All positions in which the seat has a die, and who of its holdings starts; those with the
    fewest tokens first. A seat without dice wins nothing unless all lose theirs."""
    found: dict[int, list[tuple[Holdings, int]]] = defaultdict(list)
    for others in combinations_with_replacement(range(HOLDINGS), players - 1):
        for own in range(HOLDINGS):
            have = (own, *others)
            tokens = [held // (DICE_EACH + 1) for held in have]
            if own % (DICE_EACH + 1):
                starters = [place for place in range(players) if tokens[place]]
                found[sum(tokens)] += [(have, starts) for starts in starters]
    return (found[tokens] for tokens in sorted(found) if tokens)


def position_of(have: Holdings) -> tuple[int, int]:
    """The tokens and the dice of seats that have so much, packed."""
    tokens = sum(held // (DICE_EACH + 1) * ONE[seat] for seat, held in enumerate(have))
    dice = sum(held % (DICE_EACH + 1) * ONE[seat] for seat, held in enumerate(have))
    return tokens, dice


def stored_place(outlook: Outlook, have: Holdings, starts: int) -> int:
    return int(outlook.place(*position_of(have), starts, 0))


def first_position(have: Holdings, starts: int, rng: Rng) -> PaFuera:
    """A round that one of them starts. Seat 0 has the first of the holdings; the order of the
    others is drawn by lot."""
    order = list(range(1, len(have)))
    for place in range(len(order) - 1, 0, -1):
        other = rng.below(place + 1)
        order[place], order[other] = order[other], order[place]
    seats = [0, *order]
    state = PaFuera(len(have))
    state.rolling = 0
    state.tokens, state.dice = position_of(tuple(have[seat] for seat in seats))
    state.begin_round(seats.index(starts))
    return state
