"""What a request sends after its headers: bounded in size and time, and ended with the server."""

import asyncio
from time import monotonic

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive

# Parsers of bodies let HTTPException through, and no other exception.


def bounded_size(receive: Receive, most: int) -> Receive:
    """Counts the bytes of a body, which may come in chunks without a length."""
    size = 0

    async def counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > most:
            raise HTTPException(413)
        return message

    return counted


def bounded_time(receive: Receive, pause: float, whole: float) -> Receive:
    """Ends a body that pauses for too long or takes too long in all, in seconds."""
    end = monotonic() + whole
    complete = False

    async def timed() -> Message:
        nonlocal complete
        if complete:  # waits for the client to disconnect, which may take as long as it likes
            return await receive()
        try:
            async with asyncio.timeout(min(pause, end - monotonic())):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, headers={"Connection": "close"}) from None
        complete = not message.get("more_body", False)
        return message

    return timed


def until(closing: asyncio.Event, receive: Receive) -> Receive:
    """Reports a disconnect when the server is about to stop, so that streams end."""

    async def either() -> Message:
        message = asyncio.ensure_future(receive())
        stop = asyncio.ensure_future(closing.wait())
        try:
            await asyncio.wait((message, stop), return_when=asyncio.FIRST_COMPLETED)
            return message.result() if message.done() else {"type": "http.disconnect"}
        finally:
            message.cancel()
            stop.cancel()

    return either
