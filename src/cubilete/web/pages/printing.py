"""Print and play: what can be printed of a game, and the PDF.

A PDF takes up to a second of a processor. One thread makes them all, one address waits for its own,
and the last ones are kept in memory by everything that they depend on. No file is written.
"""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.datastructures import QueryParams, UploadFile

from cubilete.core.datafile import complaint, parse
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.core.parts.rules import Option
from cubilete.core.registry import find_game
from cubilete.printing.document import order_for, printed
from cubilete.printing.papers import PAPERS, find_paper
from cubilete.web.http.requests import (
    field,
    form_of,
    language_of,
    page,
    small_number,
    turn_to_read,
)

router = APIRouter(include_in_schema=False)

PRESS = ThreadPoolExecutor(1, "print")
KEPT = 64
"""Documents in memory, of at most 100 KB each."""
NOT_OPTIONS = ("paper", "lang")


@router.get("/print/{slug}.pdf")
async def document(request: Request, slug: str) -> Response:
    game = find_game(slug)
    return await answer(
        request, game, request.query_params.get("paper", ""), options_in(game, request.query_params)
    )


@router.get("/print/{slug}")
async def choose(request: Request, slug: str) -> Response:
    """Paper and options; people can print a deck, sheet or level of their own."""
    game = find_game(slug)
    takes_material = bool(order_for(game, {}).setup.material)
    return page(
        request, "print.html", game=game, papers=list(PAPERS), takes_material=takes_material
    )


@router.post("/print/{slug}")
async def own_material(request: Request, slug: str) -> Response:
    """The PDF of a deck, sheet or level that the form has as a file."""
    form = await form_of(request)
    game = find_game(slug)
    file = form.get("material")
    source = await file.read() if isinstance(file, UploadFile) else b""
    return await answer(request, game, field(form, "paper"), {}, material_in(game, source))


def options_in(game: AnyGame, query: QueryParams) -> dict[str, object]:
    """The options that an address names; the game checks them."""
    known = {option.name: option for option in game.rules.options}
    return {
        name: option_value(known[name], query) if name in known else query[name]
        for name in query
        if name not in NOT_OPTIONS and query[name]
    }


def option_value(option: Option, query: QueryParams) -> object:
    """Names are separated by commas, or the field is repeated."""
    if option.kind is list:
        return [name for text in query.getlist(option.name) for name in text.split(",")]
    text = query[option.name]
    if option.kind is bool:
        return text == "true" if text in ("true", "false") else text
    return small_number(text)


def material_in(game: AnyGame, source: bytes) -> JsonObject:
    try:
        data = parse(source.decode("utf-8"))
    except UnicodeDecodeError:
        raise complaint(1, "not-utf8", N_("This line is not UTF-8.")) from None
    return game.material_from(data)


async def answer(
    request: Request,
    game: AnyGame,
    paper: str,
    options: dict[str, object],
    material: JsonObject | None = None,
) -> Response:
    size = find_paper(paper or next(iter(PAPERS)))
    order_for(game, options, material)  # refuse before a thread is busy
    wanted = json.dumps([options, material], sort_keys=True)
    async with turn_to_read(request):
        body = await asyncio.get_running_loop().run_in_executor(
            PRESS, made, game.slug, size.name, language_of(request), wanted
        )
    name = f"{game.slug}-{size.name}.pdf"
    headers = {"content-disposition": f'inline; filename="{name}"'}
    return Response(body, media_type="application/pdf", headers=headers)


@lru_cache(KEPT)
def made(slug: str, paper: str, language: str, wanted: str) -> bytes:
    """The PDF for options and material, which are JSON here so that they are a key."""
    game = find_game(slug)
    options, material = json.loads(wanted)
    return printed(game, order_for(game, options, material), find_paper(paper), language)
