"""Work that is shared among processes and comes back in its order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from typing import TypeVar

J = TypeVar("J")
R = TypeVar("R")

AHEAD = 64
"""How many jobs are given out before the first of them is done: enough for the workers of a
cluster, and a bound on what waits in memory."""


def in_order(
    function: Callable[[J], R], jobs: Iterable[J], executor: Executor | None, ahead: int = AHEAD
) -> Iterator[R]:
    """What `function` returns for each job, in the order of the jobs, whoever works on them.

    `executor` is any of `concurrent.futures` or of a Dask client; None: this process.
    """
    if executor is None:
        yield from map(function, jobs)
        return
    waiting: deque[Future[R]] = deque()
    try:
        for job in jobs:
            waiting.append(executor.submit(function, job))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
