"""A route that answers a plain request directly, and any other request as FastAPI does.

FastAPI declares, checks and documents the API, but resolving an operation's parameters takes longer
than the table takes for a move. An operation may therefore name a *direct* handler for requests
that are plainly in order. It returns None for a request with anything unusual in it, which then
goes the ordinary way and gets FastAPI's explanation. `APIRoute.get_route_handler` is FastAPI's
documented place for this.
"""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

DirectHandler = Callable[[Request], Awaitable[Response | None]]
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])

_direct_handlers: dict[Callable[..., Any], DirectHandler] = {}


def direct(handler: DirectHandler) -> Callable[[Endpoint], Endpoint]:
    """Names the direct handler of the operation below."""

    def named(endpoint: Endpoint) -> Endpoint:
        _direct_handlers[endpoint] = handler
        return endpoint

    return named


class DirectRoute(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        ordinary = super().get_route_handler()
        handler = _direct_handlers.get(self.endpoint)
        if handler is None:
            return ordinary

        async def handle(request: Request) -> Response:
            response = await handler(request)
            return await ordinary(request) if response is None else response

        return handle
