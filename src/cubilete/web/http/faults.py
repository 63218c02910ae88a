"""Errors of the server itself: logged under an id, and the response shows nothing but the id.

This middleware is around all others, so that it also catches their errors.
"""

import logging
import secrets

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cubilete.host.faults import outline
from cubilete.web.http.guard import NOT_CACHED, SECURITY_HEADERS, ErrorResponse
from cubilete.web.http.problems import server_fault

logger = logging.getLogger(__name__)


class Faults:
    def __init__(self, app: ASGIApp, error_response: ErrorResponse) -> None:
        self.app = app
        self.error_response = error_response

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def note_start(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, note_start)
        except Exception as error:
            fault = secrets.token_hex(4)
            # The path is not logged: it may be a link that gives a seat. Its pattern is.
            pattern = getattr(scope.get("route"), "path", "?")
            logger.error("fault %s: %s %s\n%s", fault, scope["method"], pattern, outline(error))
            if not started:  # otherwise uvicorn cuts the connection
                await self.response_for(scope, fault)(scope, receive, send)

    def response_for(self, scope: Scope, fault: str) -> Response:
        try:
            response = self.error_response(Request(scope), server_fault(fault))
        except Exception as error:
            logger.error("fault %s has no page\n%s", fault, outline(error))
            response = PlainTextResponse(fault, 500)
        response.raw_headers.extend([*SECURITY_HEADERS, NOT_CACHED])
        return response
