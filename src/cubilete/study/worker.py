"""The process that bench.py starts to measure something, compiled or interpreted.

It reads one JSON object per line, {"task": …, "game": …, "players": …, "amount": …}, and answers
with one: the number of operations and the CPU seconds that they took.
"""

import json
import resource
import sys
import tracemalloc
from collections.abc import Callable
from tempfile import TemporaryDirectory
from time import process_time

from cubilete._source import compiled
from cubilete.core.playout import playouts
from cubilete.core.registry import find_game
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, SEATS, TABLE, State
from cubilete.core.strategy import play_out
from cubilete.study.simulate import Simulation, Tally

Answer = dict[str, float]


def loop(start: State, amount: int) -> Answer:
    """Random games in the loop that is compiled together with the rules."""
    began = process_time()
    decisions = playouts(start, amount, Rng(12345))
    return {"done": float(decisions), "seconds": process_time() - began}


def api(start: State, amount: int) -> Answer:
    """Random games driven from plain Python through the public, checking methods."""
    rng = Rng(12345)
    decisions = 0
    began = process_time()
    for _ in range(amount):
        state = start.copy()
        while not state.over:
            turn = state.turn()
            if turn == SEATS:
                seat = state.to_act[0]
                legal = state.legal(seat)
                state.apply(seat, legal[rng.below(len(legal))])
                decisions += 1
            elif turn == CHANCE:
                state.apply(CHANCE, state.sample(rng))
            else:
                state.apply(TABLE, 0)
    return {"done": decisions, "seconds": process_time() - began}


def copies(start: State, amount: int) -> Answer:
    """Copies of a position, and the memory of one copy."""
    copy = start.copy
    began = process_time()
    for _ in range(amount):
        copy()
    seconds = process_time() - began
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [start.copy() for _ in range(1000)]
    size = tracemalloc.get_traced_memory()[0] - before - sys.getsizeof(kept)
    tracemalloc.stop()
    return {"done": amount, "seconds": seconds, "bytes": size / len(kept)}


POSITION_TASKS: dict[str, Callable[[State, int], Answer]] = {
    "loop": loop,
    "api": api,
    "copies": copies,
}


def policy(slug: str, players: int, amount: int) -> Answer:
    """Games by the game's strategy in the compiled loop, for `amount` milliseconds."""
    game = find_game(slug)
    setup = game.setup(players)
    strategy = game.policy.strategy(setup)
    start = game.rules.start(setup)
    decisions = 0
    rng = Rng(12345)
    began = process_time()
    while not decisions or process_time() - began < amount / 1000:
        decisions += play_out(start.copy(), strategy, rng)
    return {"done": float(decisions), "seconds": process_time() - began}


def normal(slug: str, players: int, amount: int) -> Answer:
    """Games of the level `normal` against itself, by views and notation, for `amount`
    milliseconds."""
    simulation = Simulation(find_game(slug), ("normal",) * players, seed=1)
    simulation.match(1)  # what is computed once is not counted
    games = 0
    began = process_time()
    while not games or process_time() - began < amount / 1000:
        games += 1
        simulation.match(games)
    return {"done": float(games), "seconds": process_time() - began}


def stream(slug: str, players: int, amount: int) -> Answer:
    """Simulates games as `cubilete simulate` does, and reports the peak memory."""
    simulation = Simulation(find_game(slug), ("random",) * players, seed=1)
    tally = Tally()
    began = process_time()
    for state in simulation.results(amount):
        tally.add(state.scores(), state.winners())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"done": tally.games, "seconds": process_time() - began, "kilobytes": peak}


def parquet(slug: str, players: int, amount: int) -> Answer:
    """Simulates games into Parquet files, and reports the peak memory."""
    from cubilete.study import experiment, write_parquet

    with TemporaryDirectory() as folder:
        began = process_time()
        written = write_parquet(experiment(slug, amount, players=players), folder)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"done": written.played, "seconds": process_time() - began, "kilobytes": peak}


GAME_TASKS: dict[str, Callable[[str, int, int], Answer]] = {
    "policy": policy,
    "normal": normal,
    "stream": stream,
    "parquet": parquet,
}


def main() -> None:
    print(json.dumps({"compiled": compiled()}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        slug, players, amount = request["game"], request["players"], request["amount"]
        task = request["task"]
        if task in POSITION_TASKS:
            start = find_game(slug).new(players)
            answer = POSITION_TASKS[task](start, amount)
        else:
            answer = GAME_TASKS[task](slug, players, amount)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
