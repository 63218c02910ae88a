"""Hints for programs, and whether people allow them: by the same rules as on the pages."""

from fastapi import APIRouter, Request, Response

from cubilete.host.hints import Seen
from cubilete.host.live import Aside
from cubilete.table import changes
from cubilete.table.table import Table
from cubilete.web.api.looks import Who, look_response, own_seat, table_for
from cubilete.web.api.models import HintAnswer, HintRequest, HintsAnswer, JudgedChoice, Look
from cubilete.web.http.problems import EVERYWHERE, documented
from cubilete.web.http.requests import (
    host_of,
    turn_to_advise,
    viewer_of,
    while_connected,
)

router = APIRouter(
    prefix="/api/tables", tags=["hints"], responses=documented(*EVERYWHERE, 404, 409)
)


@router.post("/{name}/hint")
async def hint(request: Request, name: str, wanted: HintRequest, who: Who) -> HintAnswer:
    """What your choices are worth, judged by what your seat sees, while it is your turn and hints
    are allowed. The page of your seat shows it too; nobody else is told. Takes up to a second."""
    live = await table_for(request, name, who)
    seen = Seen(own_seat(live, who), wanted.on, wanted.revision)
    async with turn_to_advise(request):
        asking = host_of(request).hints.ask(live, seen, wanted.text)
        aside = await while_connected(request, asking)
    return answer_from(request, live.table, aside)


def answer_from(request: Request, table: Table, aside: Aside) -> HintAnswer:
    viewer, advice = viewer_of(request), aside.advice
    return HintAnswer(
        on=aside.after_event,
        points=advice.alone,
        playouts=advice.playouts,
        shortened=advice.shortened,
        choices=[
            JudgedChoice(
                text=hint.action,
                words=viewer.say(table.game.words.offer(aside.view, hint.action), table.names()),
                worth=hint.worth,
                error=hint.error,
                behind=hint.behind,
                behind_error=hint.behind_error,
            )
            for hint in advice.hints
        ],
    )


@router.post("/{name}/hints", response_model=Look)
async def agree(request: Request, name: str, wanted: HintsAnswer, who: Who) -> Response:
    """Asks the people to allow hints, or answers that question. They are allowed when all agree,
    until somebody refuses."""
    live = await table_for(request, name, who)
    seat = own_seat(live, who)
    await host_of(request).change(
        live, lambda table: changes.agree_on_hints(table, seat, agrees=wanted.agree)
    )
    return look_response(live, seat)
