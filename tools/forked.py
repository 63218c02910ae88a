"""Where commands are forked from: a process that has imported what they need, most of their time.

An interpreter has one such process for all its code, and the list that was set last counts. So
there is one list, for the tests and for the attacks. `cubilete.cli` must not be in it: its import
decides the language.
"""

import multiprocessing
from importlib.metadata import entry_points

FORKED = multiprocessing.get_context("forkserver")
FORKED.set_forkserver_preload(
    [
        "asyncio",
        "babel.messages.pofile",
        "concurrent.futures.process",
        "cubilete",
        "cubilete.bots.levels",
        "cubilete.core.fair",
        "cubilete.language",
        "cubilete.store.postgres",
        "cubilete.web.app",
        "cubilete.web.serve",
        "pydantic.type_adapter",
        "pydantic.types",
        "rich.progress",
        "rich.table",
        "typer",
        "uvicorn.lifespan.on",
        "uvicorn.loops.uvloop",
        "uvicorn.protocols.http.httptools_impl",
        *(game.module for game in entry_points(group="cubilete.games")),
    ]
)
