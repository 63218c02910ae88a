"""One creation: edited by its owner, shown to everybody with the link, used, printed and studied.

Every change is a form that is posted. With the script the answer is the part of the page that has
changed; without it the browser is sent back to the page.
"""

from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.datastructures import FormData

from cubilete.core.errors import BadOption
from cubilete.core.parts.workshop import Kept
from cubilete.host.workshop.creation import Creation, Version
from cubilete.printing.papers import PAPERS
from cubilete.table.names import clean_name
from cubilete.web.html.artwork import style_of
from cubilete.web.html.templates import macro
from cubilete.web.http.requests import (
    field,
    form_of,
    host_of,
    page,
    person_of,
    viewer_of,
    with_cookie,
)
from cubilete.web.pages.printing import answer
from cubilete.web.pages.workshop.finding import creation_of, missing

router = APIRouter(include_in_schema=False)

LONGEST_KEPT = 32


@router.get("/workshop/{key}.txt")
async def file(request: Request, key: str) -> Response:
    """The file that `cubilete check`, `cubilete print` and the shelf read."""
    creation = await creation_of(request, key)
    headers = {"content-disposition": f'attachment; filename="{creation.game}-{key[:6]}.txt"'}
    return Response(creation.file, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/workshop/{key}.pdf")
async def printed(request: Request, key: str) -> Response:
    creation = await creation_of(request, key)
    paper = request.query_params.get("paper", "")
    return await answer(request, creation.installed_game, paper, {}, creation.read())


@router.get("/workshop/{key}/balance")
async def progress(request: Request, key: str) -> Response:
    """How far the report is, for the script."""
    creation = await creation_of(request, key)
    run = await host_of(request).workbench.balances.look(creation)
    found = {"running": run is not None, "done": run.done if run else 0}
    return JSONResponse({**found, "total": run.total if run else 0})


@router.post("/workshop/{key}/balance")
async def study(request: Request, key: str) -> Response:
    """Anybody with the link may ask: the report is kept with the creation, and a new one is made
    only for material that has changed."""
    await form_of(request)
    creation = await creation_of(request, key)
    host = host_of(request)
    if not creation.has_report:
        host.housekeeping.check_room()
        await host.workbench.balances.begin(creation)
    return with_cookie(request, RedirectResponse(f"/workshop/{key}#balance", 303))


@router.post("/workshop/{key}/remove")
async def remove(request: Request, key: str) -> Response:
    await form_of(request)
    await host_of(request).workbench.remove(key, person_of(request).owner)
    return with_cookie(request, RedirectResponse("/workshop", 303))


@router.get("/workshop/{key}")
async def show(request: Request, key: str) -> Response:
    creation = await creation_of(request, key)
    kept = {name: value[:LONGEST_KEPT] for name, value in request.query_params.items()}
    balances = host_of(request).workbench.balances
    report = creation.balance or {}
    tables = report.get("tables")
    assert tables is None or isinstance(tables, dict)
    return page(
        request,
        "workshop.html",
        game=creation.installed_game,
        style=style_of(creation.game),
        papers=list(PAPERS),
        run=await balances.look(creation),
        failure=balances.failure(key),
        report=report,
        tables=tables[viewer_of(request).language] if tables else (),
        current=creation.has_report,
        **part_values(request, creation, kept),
    )


@router.post("/workshop/{key}")
async def change(request: Request, key: str) -> Response:
    form = await form_of(request)
    await creation_of(request, key)
    wanted = Wanted(form)
    creation = await host_of(request).workbench.change(
        key, person_of(request).owner, wanted.applied
    )
    if creation is None:
        raise missing()
    if request.headers.get("x-part"):
        values = part_values(request, creation, wanted.kept, wanted.name_problem)
        return HTMLResponse(viewer_of(request).page("workshop-part.html", **values))
    if wanted.name_problem is not None:
        raise wanted.name_problem
    query = f"?{urlencode(wanted.kept)}" if wanted.kept else ""
    return with_cookie(request, RedirectResponse(f"/workshop/{key}{query}#bench", 303))


class Wanted:
    """What a form wants to be changed."""

    def __init__(self, form: FormData) -> None:
        self.undo = field(form, "do") == "undo"
        self.name = field(form, "name")
        self.fields = {
            name: [value for value in form.getlist(name) if isinstance(value, str)] for name in form
        }
        self.kept: Kept = {}
        self.name_problem: BadOption | None = None
        """Why the name stays as it was."""

    def applied(self, creation: Creation) -> Creation:
        if self.undo:
            return creation.undone()
        workshop = creation.workshop
        material, self.kept = workshop.change(creation.material, self.fields)
        name = creation.name
        try:
            name = clean_name(self.name)
        except BadOption as error:
            self.name_problem = error
        return creation.changed(Version(name, workshop.named(material, name)))


def part_values(
    request: Request, creation: Creation, kept: Kept, name_problem: BadOption | None = None
) -> dict[str, object]:
    """The values of workshop-part.html, which is drawn again after every change."""
    viewer, mine = viewer_of(request), person_of(request).owner == creation.owner
    draw = macro(viewer.language, f"{creation.game}/workshop.html", "editor")
    return {
        "creation": creation,
        "mine": mine,
        "problem": creation.problem,
        "name_problem": name_problem,
        "editor": draw(creation.workshop.drawing(creation.material, kept), mine),
    }
