"""Who plays the games of a command: this process, several, or a Dask cluster."""

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Annotated

import typer

from cubilete.cli.shared.console import _
from cubilete.cli.shared.failures import BAD_COMMAND, Failure
from cubilete.core.message import N_

Dask = Annotated[
    str, typer.Option(metavar="ADDRESS", help=_(N_("The scheduler of a Dask cluster.")))
]
Jobs = Annotated[int, typer.Option(min=0, help=_(N_("How many processes play; 0: one per core.")))]


@contextmanager
def executor_of(jobs: int, dask: str) -> Iterator[Executor | None]:
    """`jobs` processes, or one per core for 0. None for one process: then the games are played in
    this one."""
    if dask:
        with dask_client(dask) as executor:
            yield executor
    elif processes(jobs) == 1:
        yield None
    else:
        with ProcessPoolExecutor(processes(jobs)) as pool:
            yield pool


def processes(jobs: int) -> int:
    return jobs or os.cpu_count() or 1


@contextmanager
def dask_client(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise Failure(
            _(N_("A Dask cluster needs more packages: pip install 'cubilete[study]'")), BAD_COMMAND
        ) from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise Failure(
            _(N_("No Dask scheduler at {address}: {reason}."), address=address, reason=error),
            BAD_COMMAND,
        ) from None
    with client, client.get_executor() as executor:
        yield executor
