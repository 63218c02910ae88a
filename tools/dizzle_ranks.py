"""Compute the limits of Dizzle's solo ranks (DZ-19): python tools/dizzle_ranks.py [GAMES]

Plays GAMES solo games on each level (1000 by default) and prints the lines for
src/cubilete/games/dizzle/data/ranks.txt. The same number of games gives the same lines.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from cubilete.games.dizzle import GAME
from cubilete.games.dizzle.ranks import percentiles, solo_score
from cubilete.games.dizzle.setup import LEVELS


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with ProcessPoolExecutor() as pool:
        for level in LEVELS:
            play = partial(solo_score, GAME, level)
            scores = list(pool.map(play, range(games), chunksize=20))
            limits = percentiles(scores)
            print(f"[level {level}]  # mean {sum(scores) / games:.1f}")
            print(*limits, flush=True)


if __name__ == "__main__":
    main()
