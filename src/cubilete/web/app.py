"""The server, put together: store, house, pages, and what is said when something is wrong."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from cubilete.core.errors import N_, BadOption, CubileteError, IllegalAction, UnknownGame
from cubilete.store.base import Conflict, Store, Unavailable
from cubilete.table.table import NotYours, TooLate
from cubilete.web import api, dice_page, pages, records, replays, sharing, tables
from cubilete.web.asking import reader_of
from cubilete.web.guard import Guard
from cubilete.web.house import House
from cubilete.web.people import People


@dataclass(frozen=True)
class Settings:
    pace: float = 0.7
    """Seconds that a bot takes for a move."""
    secure_cookies: bool = False
    host: str = "127.0.0.1"
    """Where the server listens: other devices can be let in if that is not this machine alone."""


def create_app(store: Store, settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()
    house = House(store, settings.pace)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await house.open()
        app.state.people = People(await store.secret())
        yield
        await house.close()

    app = FastAPI(
        title="Cubilete",
        telemetry={"tracing": False, "metrics": False, "logs": False, "operation_spans": False},
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.house = house
    app.state.secure_cookies = settings.secure_cookies
    app.state.host = settings.host
    app.mount("/static", StaticFiles(packages=[("cubilete.web", "static")]), name="static")
    app.add_middleware(Guard)
    for kind in (CubileteError, HTTPException, Unavailable, Conflict):
        app.add_exception_handler(kind, complain)
    for part in (api, pages, tables, records, replays, dice_page, sharing):
        app.include_router(part.router)
    return app


STATUS = (
    (NotYours, 403),
    (TooLate, 409),
    (IllegalAction, 422),
    (BadOption, 422),
    (UnknownGame, 404),
    (CubileteError, 422),
)


def complain(request: Request, error: Exception) -> Response:
    """A page for people, a problem in JSON for programs; the same sentence in both."""
    reader = reader_of(request)
    problem: CubileteError
    if isinstance(error, HTTPException):
        status = error.status_code
        problem = CubileteError("not-found", "", N_("There is nothing here."))
    elif isinstance(error, CubileteError):
        problem = error
        status = next(code for kind, code in STATUS if isinstance(error, kind))
    else:
        status = 503
        problem = CubileteError(
            "unavailable", "", N_("The table can't write anything down now. Try again soon.")
        )
    wants_json = "application/json" in request.headers.get("accept", "")
    if wants_json or request.url.path.startswith("/api/"):
        body = {
            "type": "about:blank",
            "title": problem.code,
            "status": status,
            "detail": reader.explain(problem),
            "rule": problem.rule,
        }
        return JSONResponse(body, status, media_type="application/problem+json")
    return HTMLResponse(reader.page("error.html", problem=problem), status)
