"""The installable app: its manifest, its icons, its service worker, and the page without a
connection."""

import json
from importlib import resources

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from cubilete.core.message import N_, Message
from cubilete.language import say
from cubilete.web.html.install.icons import SIZES, icon_png
from cubilete.web.html.install.version import static_version
from cubilete.web.http.requests import language_of, page

router = APIRouter(include_in_schema=False)

FELT, WOOD = "#2c5a49", "#dcc7a2"


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What the installed app is called and looks like. It names no person and sets no cookie."""
    language = language_of(request)
    drawn = [
        {"src": "/static/icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
        {
            "src": "/static/icon-maskable.svg",
            "type": "image/svg+xml",
            "sizes": "any",
            "purpose": "maskable",
        },
    ]
    painted = [
        {
            "src": f"/icons/{size}.png",
            "type": "image/png",
            "sizes": f"{size}x{size}",
            "purpose": purpose,
        }
        for size in SIZES
        for purpose in ("any", "maskable")
    ]
    content = {
        "id": "/",
        "name": "Cubilete",
        "short_name": "Cubilete",
        "description": say(Message(N_("Five dice games at one table.")), language),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": WOOD,
        "theme_color": FELT,
        "categories": ["games"],
        "icons": painted + drawn,
    }
    return Response(json.dumps(content), media_type="application/manifest+json")


@router.get("/icons/{size}.png")
async def icon(size: int) -> Response:
    if size not in SIZES:
        raise HTTPException(404)
    return Response(icon_png(size), media_type="image/png")


@router.get("/service-worker.js")
async def service_worker() -> Response:
    """It stands at the root, because a worker sees only what is below its own address."""
    script = resources.files("cubilete.web.html.install").joinpath("service-worker.js")
    version = f'const VERSION = "{static_version()}";\n'
    return Response(version + script.read_text("utf-8"), media_type="text/javascript")


@router.get("/offline")
async def offline(request: Request) -> Response:
    """Kept by the service worker, in both languages, for when there is no connection."""
    return page(request, "offline.html")
