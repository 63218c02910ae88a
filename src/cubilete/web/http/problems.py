"""Errors as responses: a page for people, problem+json for programs, the same sentence in both."""

from math import ceil
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from cubilete.core.errors import BadOption, CubileteError, IllegalAction, UnknownGame
from cubilete.core.message import N_
from cubilete.host.housekeeping import NoRoom
from cubilete.printing.document import NothingToPrint
from cubilete.table.errors import Closed, Missing, NotYours, TooLate, TooOften
from cubilete.table.names import isolated
from cubilete.table.plan import UnknownRules
from cubilete.web.http.limits import TooFast, TooLarge, too_large
from cubilete.web.http.origins import BadHost, ForeignOrigin, UnknownHost
from cubilete.web.http.requests import players_of, viewer_of

JSON = "application/json"


class ServerFault(CubileteError):
    """An error of the server, of which only the id in the log is shown."""


STATUS = (
    (ServerFault, 500),
    (BadHost, 400),
    (NotYours, 403),
    (ForeignOrigin, 403),
    (TooLate, 409),
    (UnknownRules, 409),
    (Closed, 410),
    (TooLarge, 413),
    (UnknownHost, 421),
    (TooFast, 429),
    (NoRoom, 507),
    (TooOften, 429),
    (IllegalAction, 422),
    (BadOption, 422),
    (UnknownGame, 404),
    (NothingToPrint, 404),
    (Missing, 404),
    (CubileteError, 422),
)


class Wrong(BaseModel):
    """One field that can't be understood."""

    where: str
    what: str


class Problem(BaseModel):
    """An error as RFC 9457 defines it."""

    type: str = "about:blank"
    title: str
    """A code that does not change with the language."""
    status: int
    detail: str
    """A sentence for people."""
    rule: str = ""
    """The number of the rule that forbids it."""
    errors: list[Wrong] = []


def server_fault(fault: str) -> ServerFault:
    sentence = N_(
        "Something went wrong here. Try again; if it keeps happening, give the code "
        "{fault} to the person who runs this server."
    )
    return ServerFault("fault", "", sentence, fault=fault)


def problem_of(error: Exception) -> tuple[int, CubileteError]:
    if isinstance(error, CubileteError):
        return next(status for kind, status in STATUS if isinstance(error, kind)), error
    if isinstance(error, RequestValidationError):
        return 422, CubileteError(
            "not-understood", "", N_("The table didn't understand that. Go back and try again.")
        )
    if isinstance(error, ClientDisconnect):  # the client is gone
        return 400, CubileteError(
            "broken-off", "", N_("The table didn't understand that. Go back and try again.")
        )
    if not isinstance(error, HTTPException):  # the store
        sentence = N_("The table can't save anything right now. Try again soon.")
        return 503, CubileteError("unavailable", "", sentence)
    if error.status_code == 404:
        return 404, CubileteError(
            "not-found",
            "",
            N_("This table no longer exists, or the link is incomplete. Ask for the link again."),
        )
    if error.status_code == 405:
        return 405, CubileteError(
            "not-possible", "", N_("That can't be done here. Go back to the table and try again.")
        )
    if error.status_code == 408:
        return 408, CubileteError("too-slow", "", N_("That took too long. Send it again."))
    if error.status_code == 413:
        return 413, too_large()
    if error.status_code == 415:
        return 415, CubileteError("wrong-type", "", N_("Send it as application/x-ndjson."))
    return error.status_code, CubileteError(
        "not-understood", "", N_("The table didn't understand that. Go back and try again.")
    )


def error_response(request: Request, error: Exception) -> Response:
    status, problem = problem_of(error)
    viewer = viewer_of(request)
    sentence = viewer.explain(problem, [isolated(name) for name in players_of(request)])
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    if status in (429, 503):
        headers["Retry-After"] = str(ceil(error.wait)) if isinstance(error, TooOften) else "1"
    wants_json = "application/json" in request.headers.get("accept", "")
    if not wants_json and not request.scope["path"].startswith("/api/"):
        page = viewer.page("error.html", problem=problem, sentence=sentence)
        return HTMLResponse(page, status, headers)
    body = Problem(
        title=problem.code,
        status=status,
        detail=sentence,
        rule=problem.rule,
        errors=wrongs(error) if isinstance(error, RequestValidationError) else [],
    )
    return JSONResponse(body.model_dump(), status, headers, media_type="application/problem+json")


def wrongs(error: RequestValidationError) -> list[Wrong]:
    """The fields that can't be understood. Their values are not sent back: they need not even
    be text."""
    return [
        Wrong(where=printable(".".join(map(str, found["loc"]))), what=printable(found["msg"]))
        for found in error.errors()
    ]


def printable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()[:200]


EVERYWHERE = (400, 403, 408, 413, 421, 422, 429, 503)
"""Statuses that any operation may answer."""


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error responses of an operation, for OpenAPI."""
    return {status: {"description": MEANING[status], "model": Problem} for status in statuses}


def mark_problems(responses: dict[str, Any]) -> None:
    """Declares error responses as problem+json; FastAPI declares plain JSON."""
    for status, response in responses.items():
        if status >= "400":
            response["content"] = {"application/problem+json": response["content"].pop(JSON)}


MEANING = {
    400: "The body can't be read.",
    403: "The seat or the token is not yours, or the request comes from another site's page.",
    404: "There is no such table or game.",
    408: "The body took too long.",
    409: "Too late or too early: look again; or the rules of the table are not installed.",
    410: "The table was cancelled.",
    413: "The body is too large.",
    415: "The body is not of a type that is read here.",
    421: "The Host header names another server.",
    422: "Not understood, or against the rules.",
    429: "Too fast, or too much is going on: wait as long as Retry-After says.",
    503: "Nothing can be written now; try again with the same key.",
    507: "The server has no room for new tables and records.",
}
