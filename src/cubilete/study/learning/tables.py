"""The files that each game ships for its strategy: what the entry points name.

Each function yields names below the folder `data` of the game's policy, and their contents. The
same seed gives the same bytes.
"""

import json
from collections.abc import Callable, Iterator
from importlib import resources

Progress = Callable[[int, int], None]
"""Told how many of how many steps are done."""
Tables = Iterator[tuple[str, bytes]]


def seis_dados(seed: int, progress: Progress) -> Tables:
    from cubilete.study.learning.seis_dados import STARTS, learn

    rounds, games, done = 8, 2000, 0

    def step(_text: str) -> None:
        nonlocal done
        done += 1
        progress(done, rounds * len(STARTS))

    found = {name: learn(name, rounds, games, seed, step) for name in STARTS}
    yield "laws.json", (json.dumps(found, separators=(",", ":")) + "\n").encode()


def twenty_one(seed: int, progress: Progress) -> Tables:
    from cubilete.games.twenty_one.policy.outlook import stored_form
    from cubilete.study.learning.twenty_one import ROUNDS, rounds

    counts = range(2, 7)
    done = 0
    for players in counts:
        content = b""
        for outlook in rounds(players, seed):
            content = stored_form(outlook)
            done += 1
            progress(done, ROUNDS * len(counts))
        yield f"outlook-{players}.bin", content


def dizzle(seed: int, progress: Progress) -> Tables:
    """Goes on from the weights that are shipped; they have a seed of their own in the learner."""
    from cubilete.study.learning.dizzle import fit, show, tune

    folder = resources.files("cubilete.games.dizzle.policy").joinpath("data/outlook.txt")
    head = folder.read_text(encoding="utf-8").partition("\n[")[0]
    sections: list[str] = []
    counts = range(1, 5)
    for number, players in enumerate(counts):
        sections.append(show(players, "choice", tune(players, games=60, rounds=12)))
        progress(2 * number + 1, 2 * len(counts))
        sections.append(show(players, "estimate", fit(players, games=60, rounds=12)))
        progress(2 * number + 2, 2 * len(counts))
    yield "outlook.txt", "\n\n".join([head.rstrip(), *sections, ""]).encode()
