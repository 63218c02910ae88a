"""Home: the games on the shelf, the viewer's open tables, and the settings."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from cubilete.core.registry import all_games
from cubilete.language import LANGUAGES
from cubilete.web.html.artwork import cover_svg, emblem_svg, outcomes_script, style_of
from cubilete.web.http.drafts import new_draft
from cubilete.web.http.requests import (
    THEMES,
    field,
    form_of,
    host_of,
    identities_of,
    page,
    person_of,
)
from cubilete.web.pages.learn import lesson_cookie

router = APIRouter(include_in_schema=False)

MOST_TABLES = 8
YEAR = 365 * 24 * 3600


@router.get("/")
async def home(request: Request) -> Response:
    tables = await host_of(request).store.tables_of(person_of(request).owner, MOST_TABLES)
    installed = {game.slug: game for game in all_games()}
    mine = [(installed[each.game], each) for each in tables if each.game in installed]
    drafts = {slug: new_draft(identities_of(request)) for slug in installed}
    lessons = {request.cookies.get(lesson_cookie(slug), "") for slug in installed}
    return page(request, "home.html", mine=mine, drafts=drafts, lessons=lessons)


@router.post("/settings")
async def change_settings(request: Request) -> Response:
    form = await form_of(request)
    back = field(form, "back")
    own_page = back.startswith("/") and back[1:2] != "/"
    response = RedirectResponse(back if own_page else "/", 303)
    for name, known in (("lang", LANGUAGES), ("theme", THEMES)):
        if field(form, name) in known:
            response.set_cookie(name, field(form, name), max_age=YEAR, samesite="lax")
    return response


@router.get("/games/{slug}.css")
async def game_style(slug: str) -> Response:
    return Response(style_of(slug), media_type="text/css")


@router.get("/games/{slug}/cover.svg")
async def game_cover(slug: str) -> Response:
    return Response(cover_svg(slug), media_type="image/svg+xml")


@router.get("/games/{slug}/emblem.svg")
async def game_emblem(slug: str) -> Response:
    return Response(emblem_svg(slug), media_type="image/svg+xml")


@router.get("/games/{slug}/outcomes.js")
async def game_outcomes(slug: str) -> Response:
    """The module with which the browser checks the game's dice; 404 where the game has none."""
    script = outcomes_script(slug)
    if not script:
        raise HTTPException(404)
    return Response(script, media_type="text/javascript")
