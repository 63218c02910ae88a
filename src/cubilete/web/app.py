"""The server, put together: store, house, pages."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect

from cubilete.core.errors import CubileteError
from cubilete.store.base import Conflict, Store, Unavailable
from cubilete.web import api, dice_page, pages, records, rematch, replays, sharing, tables
from cubilete.web.express import Express
from cubilete.web.guard import Guard
from cubilete.web.house import House
from cubilete.web.lateness import Lateness
from cubilete.web.people import People
from cubilete.web.problems import complain, mark_problems


@dataclass(frozen=True)
class Settings:
    pace: float = 0.7
    """Seconds that a bot takes for a move."""
    secure_cookies: bool = False
    """Cookies go over TLS only; those that came over TLS always do."""
    host: str = "127.0.0.1"
    """Where the server listens: other devices can be let in if that is not this machine alone."""


REFUSED: tuple[type[Exception], ...] = (
    CubileteError,
    HTTPException,
    RequestValidationError,
    ClientDisconnect,
    Unavailable,
    Conflict,
)


class Application(FastAPI):
    """FastAPI takes every documented answer for plain JSON: what is wrong is a problem."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            schema = super().openapi()
            for path in schema["paths"].values():
                for operation in path.values():
                    mark_problems(operation["responses"])
        return super().openapi()


def create_app(store: Store, settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()
    house = House(store, settings.pace)
    lateness = Lateness()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await house.open()
        app.state.people = People(await store.secret())
        measuring = asyncio.create_task(lateness.measure())
        yield
        measuring.cancel()
        await house.close()

    app = Application(
        title="Cubilete",
        telemetry={"tracing": False, "metrics": False, "logs": False, "operation_spans": False},
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.house = house
    app.state.lateness = lateness
    app.state.closing = asyncio.Event()
    app.state.secure_cookies = settings.secure_cookies
    app.state.host = settings.host
    # Only what is the same for everybody is compressed: the length of a compressed page could
    # tell what is in it.
    static = GZipMiddleware(StaticFiles(packages=[("cubilete.web", "static")]))
    app.mount("/static", static, name="static")
    app.mount("/s", static)  # a page names the drawings a hundred times: each byte counts
    app.add_middleware(Express, complain=complain, refused=REFUSED)
    app.add_middleware(Guard, complain=complain, lateness=lateness)
    for kind in REFUSED:
        app.add_exception_handler(kind, complain)
    for part in (api, pages, tables, rematch, records, replays, dice_page, sharing):
        app.include_router(part.router)
    return app
