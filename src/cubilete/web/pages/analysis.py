"""The analysis of a finished game: asked for by a form, watched while it is computed, walked
through."""

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from cubilete.web.html.analysis_part import AnalysisPage
from cubilete.web.html.artwork import style_of
from cubilete.web.html.replay_part import Links, links_of_record, links_of_table
from cubilete.web.http.analysed import (
    Analysed,
    analysed_record,
    analysed_table,
    begin,
    finished_table,
    look,
    stored_record,
)
from cubilete.web.http.requests import (
    form_of,
    host_of,
    page,
    person_of,
    small_number,
    viewer_of,
    with_cookie,
)

router = APIRouter(include_in_schema=False)


def links_of(game: Analysed) -> Links:
    return links_of_record(game.name) if game.imported else links_of_table(game.name)


async def show(request: Request, game: Analysed, mine: list[int]) -> Response:
    """The report, or how far it is; `mine` are the viewer's own seats."""
    links = links_of(game)
    report = await host_of(request).analyses.report(game.key)
    if report is not None:
        analysis = AnalysisPage(viewer_of(request), game.replay, report, links)
        n = moment_of(request, analysis)
        if request.headers.get("x-part"):
            return HTMLResponse(await asyncio.to_thread(analysis.walk, n))
        part = await asyncio.to_thread(analysis.draw, n, mine)
    else:
        part = ""
    table = game.replay.table
    return page(
        request,
        "analysis.html",
        table=table,
        part=part,
        links=links,
        style=style_of(table.game.slug),
        api=f"/api/{'records' if game.imported else 'tables'}/{game.name}/analysis/progress",
        progress=await look(request, game) if report is None else None,
    )


def moment_of(request: Request, analysis: AnalysisPage) -> int:
    n = small_number(request.query_params.get("n", ""))
    return analysis.start() if n is None else min(n, analysis.replay.end)


async def start(request: Request, game: Analysed) -> Response:
    await form_of(request)
    await begin(request, game)
    return with_cookie(request, RedirectResponse(links_of(game).analysis, 303))


@router.get("/t/{name}/analysis")
async def table_analysis(request: Request, name: str) -> Response:
    game = await analysed_table(request, name)
    seats = (await finished_table(request, name)).table.seats
    owner = person_of(request).owner
    mine = [number for number, seat in enumerate(seats) if seat.owner == owner]
    return await show(request, game, mine)


@router.post("/t/{name}/analysis")
async def start_table_analysis(request: Request, name: str) -> Response:
    return await start(request, await analysed_table(request, name))


@router.get("/r/{name}/analysis")
async def record_analysis(request: Request, name: str) -> Response:
    if not request.headers.get("x-part"):
        await stored_record(request, name)  # the store notes that somebody looked at it
    return await show(request, await analysed_record(request, name), [])


@router.post("/r/{name}/analysis")
async def start_record_analysis(request: Request, name: str) -> Response:
    return await start(request, await analysed_record(request, name))
