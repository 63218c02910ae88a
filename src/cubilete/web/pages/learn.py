"""For people who don't know a game: the card of one minute, and its rules."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from cubilete.core.registry import find_game
from cubilete.web.html.rules_text import rules_of
from cubilete.web.http.requests import language_of, page

router = APIRouter(include_in_schema=False)


@router.get("/learn/{slug}")
async def card(request: Request, slug: str) -> Response:
    """The game in one minute; its rules where it has no card."""
    game = find_game(slug)
    if game.page.card is None:
        return RedirectResponse(f"/rules/{slug}", 303)
    return page(request, "learn.html", game=game)


@router.get("/rules/{slug}")
async def rules(request: Request, slug: str) -> Response:
    """The rules as a page, or what a table's panel shows of it."""
    template = "rules-part.html" if request.headers.get("x-part") else "rules.html"
    text = rules_of(slug, language_of(request))
    return page(request, template, game=find_game(slug), rules=text)
