"""Home: the games on the shelf, the viewer's open tables, and the settings."""

from contextlib import suppress

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from cubilete.core.errors import CubileteError
from cubilete.core.game import AnyGame
from cubilete.core.registry import all_games, find_game
from cubilete.host.people.history import last_result
from cubilete.host.people.open_tables import open_tables
from cubilete.host.people.results import Result
from cubilete.store.base import SeatedTable
from cubilete.table.kinds.cup import GAMES as CUP_GAMES
from cubilete.table.opening import fewest_seats
from cubilete.table.seating.bots import new_bot_names
from cubilete.web.html.artwork import cover_svg, emblem_svg, outcomes_script, style_of
from cubilete.web.html.people.my_results import shown_result
from cubilete.web.html.people.my_tables import MyTable, my_table
from cubilete.web.html.people.preview import preview_png
from cubilete.web.http.drafts import new_draft
from cubilete.web.http.names import remembered_face, remembered_name, usual_name
from cubilete.web.http.requests import (
    field,
    form_of,
    host_of,
    identities_of,
    page,
    person_of,
    viewer_of,
)
from cubilete.web.pages.people.choices import choose

router = APIRouter(include_in_schema=False)

MOST_TABLES = 8
MOST_LOADED = 4
"""Of so many tables the list says whom they wait for."""


@router.get("/")
async def home(request: Request) -> Response:
    host, owner = host_of(request), person_of(request).owner
    tables = await host.store.tables_of(owner, MOST_TABLES)
    last = await last_result(host, owner, tables)
    installed = {game.slug: game for game in all_games()}
    mine = [
        await listed(request, installed[each.game], each, known=place < MOST_LOADED)
        for place, each in enumerate(tables)
        if each.game in installed
    ]
    turn = next((each for each in mine if each.my_turn), None)
    name = usual_name(request)
    return page(
        request,
        "home.html",
        turn=turn,
        mine=[each for each in mine if each is not turn and not is_last(each, last)],
        drafts={slug: new_draft(identities_of(request)) for slug in installed},
        own_name=remembered_name(request),
        cup_games=[installed[slug].name for slug in CUP_GAMES if slug in installed],
        own_face=remembered_face(request),
        last=None if last is None else shown_result(last, viewer_of(request).language),
        open_tables=await open_tables(host, owner) if request.app.state.open_tables else [],
        partners={
            slug: new_bot_names(fewest_seats(game) - 1, [name]) for slug, game in installed.items()
        },
    )


def is_last(line: MyTable, last: Result | None) -> bool:
    """Whether the table is shown as the last game, with its result."""
    return last is not None and line.table == last.table


async def listed(request: Request, game: AnyGame, seated: SeatedTable, known: bool) -> MyTable:
    """A line of the list. Only a few tables are loaded, to say whom they wait for."""
    if known and not seated.over:
        with suppress(CubileteError):  # its rules may be of another edition
            live = await host_of(request).find(seated.table)
            if live is not None and not live.table.over:
                return my_table(live.table, person_of(request).owner)
    return MyTable(game, seated.table, seated.over)


@router.post("/settings")
async def change_settings(request: Request) -> Response:
    form = await form_of(request)
    back = field(form, "back")
    own_page = back.startswith("/") and back[1:2] != "/"
    response = RedirectResponse(back if own_page else "/", 303)
    await choose(request, response, form)
    return response


@router.get("/games/{slug}.css")
async def game_style(slug: str) -> Response:
    return Response(style_of(slug), media_type="text/css")


@router.get("/games/{slug}/cover.svg")
async def game_cover(slug: str) -> Response:
    return Response(cover_svg(slug), media_type="image/svg+xml")


@router.get("/games/{slug}/preview.png")
async def game_preview(slug: str) -> Response:
    """The picture that messengers show beside a link to a table."""
    return Response(preview_png(find_game(slug).slug), media_type="image/png")


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
