"""The two requests that come with every move of a program, answered without detours.

FastAPI declares, checks and documents the API, and takes longer for it than the table takes for
a move. So a look and a move that are plainly in order go straight to the functions that are
declared there. Whatever is odd about a request goes on to FastAPI, which says what it is.
"""

import re

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cubilete.web import api
from cubilete.web.api import LONGEST_TOKEN, Move
from cubilete.web.guard import Complain

LOOK = re.compile("/api/tables/([^/]+)")
MOVE = re.compile("/api/tables/([^/]+)/moves")
AFTER = re.compile(b"(?:after=([0-9]{1,9}))?")


class Express:
    """Before the application, behind the guard."""

    def __init__(
        self, app: ASGIApp, complain: Complain, refused: tuple[type[Exception], ...]
    ) -> None:
        self.app = app
        self.complain = complain
        self.refused = refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/api/tables/"):
            request = Request(scope, receive)
            body: bytes | None = None
            try:
                if scope["method"] == "GET":
                    answer = await look(request)
                elif is_move(request):
                    body = await request.body()
                    answer = await move(request, body)
                else:
                    answer = None
            except self.refused as error:
                answer = self.complain(request, error)
            if answer is not None:
                await answer(scope, receive, send)
                return
            if body is not None:
                receive = again(body, receive)
        await self.app(scope, receive, send)


async def look(request: Request) -> Response | None:
    named = LOOK.fullmatch(request.scope["path"])
    after = AFTER.fullmatch(request.scope["query_string"])
    token = request.headers.get("authorization", "")
    if named is None or after is None or len(token) > LONGEST_TOKEN:
        return None
    who = await api.person_of_token(request, token)
    return await api.look(request, named[1], who, int(after[1] or 0))


def is_move(request: Request) -> bool:
    return (
        request.scope["method"] == "POST"
        and request.headers.get("content-type") == "application/json"
        and len(request.headers.get("authorization", "")) <= LONGEST_TOKEN
        and MOVE.fullmatch(request.scope["path"]) is not None
    )


async def move(request: Request, body: bytes) -> Response | None:
    named = MOVE.fullmatch(request.scope["path"])
    try:
        wanted = Move.model_validate_json(body)
    except ValidationError:
        return None
    assert named is not None
    who = await api.person_of_token(request, request.headers.get("authorization", ""))
    return await api.move(request, named[1], wanted, who)


def again(body: bytes, receive: Receive) -> Receive:
    """A body that has been read, for whoever reads it next."""
    unread = True

    async def read() -> Message:
        nonlocal unread
        if unread:
            unread = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return read
