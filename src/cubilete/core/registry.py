"""The installed games. A package adds one by an entry point of the group `cubilete.games`."""

import difflib
from functools import cache
from importlib.metadata import entry_points

from cubilete.core.errors import UnknownGame
from cubilete.core.game import AnyGame, Game

GROUP = "cubilete.games"


@cache
def all_games() -> tuple[AnyGame, ...]:
    """All installed games, sorted by slug."""
    found: dict[str, AnyGame] = {}
    for entry in entry_points(group=GROUP):
        game = entry.load()
        if not isinstance(game, Game):
            raise TypeError(f"entry point {entry.name} of {GROUP} is not a Game")
        if game.slug in found:
            raise TypeError(f"two games are called {game.slug}")
        found[game.slug] = game
    return tuple(found[slug] for slug in sorted(found))


def find_game(name: str) -> AnyGame:
    """The game of this slug; raises UnknownGame with similar names."""
    by_slug = {game.slug: game for game in all_games()}
    if name in by_slug:
        return by_slug[name]
    known = {game.slug: game.slug for game in all_games()}
    known |= {game.name.lower(): game.slug for game in all_games()}
    closest = difflib.get_close_matches(name.lower(), known, n=3, cutoff=0.4)
    raise UnknownGame(name, list(dict.fromkeys(known[match] for match in closest)))
