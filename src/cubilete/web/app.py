"""The web application: host, routes, middleware and error handlers, put together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect

from cubilete.core.errors import CubileteError
from cubilete.host.gatherings.cup import Today, utc_today
from cubilete.host.host import USUAL_WAITS, Host, Waits
from cubilete.host.live import FORGOTTEN_AFTER
from cubilete.host.people.forget_jobs import Forgetting
from cubilete.host.push.service import PushSettings, push_for
from cubilete.host.thinking import ThinkingHere, Workers
from cubilete.store.base import Conflict, Store, Unavailable
from cubilete.table.names import prototypes
from cubilete.web.api import analyses, catalog, tables
from cubilete.web.api import hints as api_hints
from cubilete.web.api import seats as api_seats
from cubilete.web.html.pieces import use_key
from cubilete.web.http.faults import Faults
from cubilete.web.http.guard import Guard
from cubilete.web.http.identity import Identities
from cubilete.web.http.limits import Limits, Turns
from cubilete.web.http.origins import Origins
from cubilete.web.http.problems import error_response, mark_problems
from cubilete.web.http.refresh import DICE_KEY, keep_fresh, refresh
from cubilete.web.idle import give_back_when_idle
from cubilete.web.pages import (
    analysis,
    device,
    dice,
    hints,
    home,
    learn,
    new_table,
    printing,
    records,
    rematch,
    replay,
    seats,
    share,
    table,
)
from cubilete.web.pages.gatherings import cup, evening
from cubilete.web.pages.install import app as installed
from cubilete.web.pages.install import push
from cubilete.web.pages.people import open_to_all, you
from cubilete.web.pages.workshop import bench, shelf


@dataclass(frozen=True)
class Settings:
    """What the application depends on, beside the store."""

    pace: float = 0.7
    """Seconds that a bot takes for a move."""
    secure_cookies: bool = False
    """Whether cookies always go over TLS only; those set over TLS do in any case."""
    listens_on: str = "127.0.0.1"
    """The address that the server listens on: other devices can't reach loopback."""
    restored: bool = False
    """Whether the store was restored from a copy: drafts from before must not be opened."""
    forgotten_after: float = FORGOTTEN_AFTER
    """Seconds without any viewer after which a table is removed from memory."""
    public_url: str = ""
    """The address that people use, if the server can't know it: https://play.example"""
    names: tuple[str, ...] = ()
    """Names that the Host header may have beside those of the machine."""
    open_tables: bool = False
    """Whether the home page lists tables whose openers open them to everybody."""
    quota: int = 0
    """Bytes that the store may have before new tables and records are refused; 0: any number."""
    limits: Limits = field(default_factory=Limits)
    waits: Waits = USUAL_WAITS
    push: PushSettings = field(default_factory=PushSettings)
    workers: int = 0
    """How many processes bots think in; 0: bots think in the process of the server."""
    today: Today = utc_today
    """The day of the daily cup; tests set it."""


EXPLAINED: tuple[type[Exception], ...] = (
    CubileteError,
    HTTPException,
    RequestValidationError,
    ClientDisconnect,
    Unavailable,
    Conflict,
)
"""The errors that become a page or a problem; any other is a fault of the server (`Faults`)."""

PAGES = (
    *(table, seats, hints, home, learn, new_table, rematch, records),
    *(replay, analysis, dice, share, device, printing, installed, push),
    *(you, open_to_all, cup, evening, shelf, bench),
)
PARTS = (tables, api_seats, api_hints, analyses, catalog, *PAGES)


class Application(FastAPI):
    """Declares error responses as problem+json in OpenAPI."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            schema = super().openapi()
            for path in schema["paths"].values():
                for operation in path.values():
                    mark_problems(operation["responses"])
        return super().openapi()


def create_app(store: Store, settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()
    thinkers = Workers(settings.workers) if settings.workers else ThinkingHere()
    host = Host(
        store,
        settings.pace,
        settings.quota,
        settings.forgotten_after,
        settings.waits,
        thinkers,
        settings.today,
    )

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await host.open()
        if settings.restored:
            await store.renew_secret(DICE_KEY)
        identities = app.state.identities = Identities(await store.secret())
        await refresh(identities, store)
        use_key(identities.secret)
        await asyncio.to_thread(prototypes)
        tasks = [
            asyncio.create_task(keep_fresh(identities, store)),
            asyncio.create_task(give_back_when_idle(host)),
            asyncio.create_task(app.state.forgetting.run()),
        ]
        push_settings = replace(settings.push, contact=settings.public_url)
        async with push_for(host, push_settings) as app.state.push:
            yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await host.close()

    app = Application(
        title="Cubilete",
        telemetry={"tracing": False, "metrics": False, "logs": False, "operation_spans": False},
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.host = host
    app.state.forgetting = Forgetting(host)
    app.state.closing = asyncio.Event()
    app.state.secure_cookies = settings.secure_cookies
    app.state.listens_on = settings.listens_on
    app.state.public_url = settings.public_url
    app.state.open_tables = settings.open_tables
    app.state.drawing = Turns(settings.limits.drawn_at_once)
    app.state.reading = Turns(1)
    app.state.advising = Turns(settings.limits.advised_at_once)
    # Pages are not compressed: the length of a compressed page could tell what is in it.
    static = GZipMiddleware(StaticFiles(packages=[("cubilete.web", "static")]))
    app.mount("/static", static, name="static")
    app.mount("/s", static)  # pages name the drawings a hundred times, so the name is short
    app.add_middleware(
        Guard,
        error_response=error_response,
        load=host.load,
        limits=settings.limits,
        origins=Origins((settings.listens_on, *settings.names), settings.public_url),
    )
    app.add_middleware(Faults, error_response=error_response)  # the last one is the outermost
    for kind in EXPLAINED:
        app.add_exception_handler(kind, error_response)
    for part in PARTS:
        app.include_router(part.router)
    return app
