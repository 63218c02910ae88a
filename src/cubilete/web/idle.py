"""Gives memory back to the system when the last table has left it.

The drawings that pages share are kept for tables that are in use, and Python and the C library keep
freed memory for themselves. Both are right while people play. A server that nobody uses should be
as small as it was before.
"""

import asyncio
import ctypes
import gc

from cubilete.core.registry import all_games
from cubilete.host.host import Host
from cubilete.web.html import pieces

INTERVAL = 5.0
"""Seconds between two looks at the number of tables."""


async def give_back_when_idle(host: Host) -> None:
    """Endless."""
    in_use = False
    while True:
        await asyncio.sleep(INTERVAL)
        if in_use and not host.tables:
            give_back()
        in_use = bool(host.tables)


def give_back() -> None:
    """Takes tenths of a second, during which nothing else happens."""
    pieces.forget()
    for game in all_games():
        game.page.forget()
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc has it, others do not
    if trim is not None:
        trim(0)
