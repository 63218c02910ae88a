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
    from cubilete.games.seis_dados.policy.laws import Stored
    from cubilete.study.learning.seis_dados import GAMES, ROUNDS, STARTS, learn

    done = 0

    def step(_text: str) -> None:
        nonlocal done
        done += 1
        progress(done, ROUNDS * len(STARTS))

    found: dict[str, Stored] = {}
    for name in STARTS:
        found |= learn(name, ROUNDS, GAMES, seed, step)
    yield (
        "laws.json",
        (json.dumps(dict(sorted(found.items())), separators=(",", ":")) + "\n").encode(),
    )


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
    from cubilete.games.dizzle.policy import lessons
    from cubilete.study.learning import dizzle_lessons
    from cubilete.study.learning.dizzle import STEPS, learn, show

    steps = dizzle_lessons.STEPS + STEPS
    learned = dizzle_lessons.learn(seed, progress=lambda done, _total: progress(done, steps))
    yield lessons.FILE, lessons.stored_form(learned)

    def step(done: int, _total: int) -> None:
        progress(dizzle_lessons.STEPS + done, steps)

    shipped = resources.files("cubilete.games.dizzle.policy").joinpath("data/outlook.txt")
    head = shipped.read_text(encoding="utf-8").partition("\n[")[0].rstrip()
    found = learn(seed, progress=step)
    sections = [show(players, weights) for players, weights in found.items()]
    yield "outlook.txt", ("\n\n".join([head, *sections]) + "\n").encode()


def pa_fuera(seed: int, progress: Progress) -> Tables:
    from cubilete.games.pa_fuera.policy.outlook import stored_form
    from cubilete.study.learning.pa_fuera import learn, most_tokens

    counts = (3, 4)
    steps = sum(map(most_tokens, counts))
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        progress(done, steps)

    for players in counts:
        yield f"outlook-{players}.bin", stored_form(learn(players, seed, step))


def two_sixteen(seed: int, progress: Progress) -> Tables:
    from cubilete.core.registry import find_game
    from cubilete.games.two_sixteen.material import cards_of
    from cubilete.games.two_sixteen.policy.outlook import FILE, stored_form
    from cubilete.study.learning.two_sixteen import learn

    cards = cards_of(find_game("216").rules.default_material({}))
    yield FILE, stored_form(cards, learn(cards, seed, progress=progress))
