"""Compute the limits of Dizzle's solo ranks (DZ-19): python tools/dizzle_ranks.py [--games 1000]

A bot plays solo games on each level, and the lines for src/cubilete/games/dizzle/data/ranks.txt
are printed: what it stays below in 10, 25, 50, 75, 90 and 98 of a hundred games. The same arguments
give the same lines. The bot is the level `normal`, which takes seconds. `--expert 0.02` takes
`expert` with this share of its playouts: about six minutes on two cores.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from cubilete.core.rng import seeded
from cubilete.core.strategy import play_out
from cubilete.games.dizzle import GAME
from cubilete.games.dizzle.ranks import percentiles
from cubilete.games.dizzle.setup import LEVELS
from cubilete.study.arena import Arena, Job, work


def normal_score(level: int, number: int) -> int:
    setup = GAME.setup(1, {"level": level})
    state = GAME.rules.start(setup)
    play_out(state, GAME.policy.normal(setup), seeded("dizzle ranks", level, number))
    return state.scores()[0]


def expert_score(level: int, budget: float, number: int) -> int:
    bots = ("expert",)
    arena = Arena(GAME.slug, bots, 1, number, options={"level": level}, budget=budget)
    (result,) = work(Job(arena, bots, (number,)))
    return int(result.points[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--expert", type=float, metavar="SHARE")
    parser.add_argument("--jobs", type=int, help="processes; as many as there are cores")
    arguments = parser.parse_args()
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for level in LEVELS:
            play = partial(normal_score, level)
            if arguments.expert is not None:
                play = partial(expert_score, level, arguments.expert)
            scores = list(pool.map(play, range(1, arguments.games + 1), chunksize=20))
            print(f"[level {level}]  # mean {sum(scores) / arguments.games:.1f}")
            print(*percentiles(scores), flush=True)


if __name__ == "__main__":
    main()
