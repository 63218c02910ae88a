"""Ask bots for decisions in random positions: python tools/fuzz_bots.py [GAME…] [--seed N]

All games, numbers of players, options and levels; see cubilete/study/fuzz.py. Without a seed
one is drawn each time, and printed. It ends at the first wrong answer with all that leads to it
again. A decision that takes more than a minute of processor time counts as wrong too.
"""

import argparse
import faulthandler
import secrets
import signal
import sys
import time

from cubilete.core.registry import all_games, find_game
from cubilete.study.fuzz import BotFault, try_bots

STALLED = 60
"""Processor seconds of one decision after which the program prints where it is, and ends."""


def watch_decision() -> None:
    """Counts from now. Time of other processes does not count: the machine may be busy."""
    signal.setitimer(signal.ITIMER_VIRTUAL, STALLED)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all if none is named")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    parser.add_argument("--experts-in", type=int, default=50, help="one decision in so many")
    asked = parser.parse_args()
    games = [find_game(name) for name in asked.games] or list(all_games())
    print(f"seed {asked.seed}, {asked.positions} positions", flush=True)
    slowest: dict[str, float] = {}
    counts: dict[str, int] = {}
    began = time.monotonic()
    faulthandler.register(signal.SIGVTALRM, chain=True)  # then the signal ends the program
    watch_decision()
    try:
        for tried in try_bots(games, asked.positions, asked.seed, asked.experts_in):
            watch_decision()
            counts[tried.bot] = counts.get(tried.bot, 0) + 1
            slowest[tried.bot] = max(slowest.get(tried.bot, 0.0), tried.seconds)
    except BotFault as fault:
        sys.exit(str(fault))
    for name, count in counts.items():
        print(f"{name:8} {count:6} decisions, the slowest {1000 * slowest[name]:.1f} ms")
    print(f"all legal, in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
