"""Analyses of finished games for programs: begin one, look how far it is, read the report."""

from fastapi import APIRouter, Request, Response

from cubilete.core.message import N_
from cubilete.host.finished.analyses import Progress
from cubilete.table.errors import TooLate
from cubilete.web.api.models import AnalysisProgress, AnalysisReport
from cubilete.web.http import analysed
from cubilete.web.http.analysed import Analysed, analysed_record, analysed_table
from cubilete.web.http.problems import EVERYWHERE, documented
from cubilete.web.http.requests import host_of

router = APIRouter(prefix="/api", tags=["analysis"], responses=documented(*EVERYWHERE, 404, 409))


def progress_of(progress: Progress) -> AnalysisProgress:
    return AnalysisProgress(state=progress.state, done=progress.done, total=progress.total)


async def report_of(request: Request, game: Analysed) -> Response:
    text = await host_of(request).analyses.report_text(game.key)
    if text is None:
        raise TooLate("not-analysed", "", N_("This game has not been analysed yet."))
    return Response(text, media_type="application/json")


# --- Tables ---


@router.post("/tables/{name}/analysis", status_code=202, responses=documented(507))
async def begin_table(request: Request, name: str) -> AnalysisProgress:
    """Begins the analysis of a game that is over, unless it is there already or under way."""
    return progress_of(await analysed.begin(request, await analysed_table(request, name)))


@router.get("/tables/{name}/analysis/progress")
async def look_table(request: Request, name: str) -> AnalysisProgress:
    """How far the analysis of a game that is over is."""
    return progress_of(await analysed.look(request, await analysed_table(request, name)))


@router.get("/tables/{name}/analysis/report", response_model=AnalysisReport)
async def report_table(request: Request, name: str) -> Response:
    """The finished analysis, as `cubilete analyse --json` prints it."""
    return await report_of(request, await analysed_table(request, name))


# --- Imported records ---


@router.post("/records/{name}/analysis", status_code=202, responses=documented(507))
async def begin_record(request: Request, name: str) -> AnalysisProgress:
    """Begins the analysis of an imported record, unless it is there already or under way."""
    return progress_of(await analysed.begin(request, await analysed_record(request, name)))


@router.get("/records/{name}/analysis/progress")
async def look_record(request: Request, name: str) -> AnalysisProgress:
    """How far the analysis of an imported record is."""
    return progress_of(await analysed.look(request, await analysed_record(request, name)))


@router.get("/records/{name}/analysis/report", response_model=AnalysisReport)
async def report_record(request: Request, name: str) -> Response:
    """The finished analysis, as `cubilete analyse --json` prints it."""
    return await report_of(request, await analysed_record(request, name))
