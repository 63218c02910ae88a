"""Statistics of a table's dice, beside what chance allows."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from cubilete.core.message import N_, Message
from cubilete.study.dice_spread import FaceCounts, count_faces
from cubilete.table.table import Table
from cubilete.web.http.requests import live_table, page

router = APIRouter(include_in_schema=False)

FACE_WORDS = (N_("Ones"), N_("Twos"), N_("Threes"), N_("Fours"), N_("Fives"), N_("Sixes"))
RARE = 0.05


def dice_seen(table: Table) -> FaceCounts:
    """Counts only events that everybody may know, so nothing hidden is told."""
    return count_faces(
        [
            face
            for event in table.seen_by(None)
            if not isinstance(event.by, int)
            for face in table.game.rules.dice_shown(event.text)
        ]
    )


def verdict(spread: FaceCounts) -> Message:
    """What the six counts together say, in one sentence."""
    if spread.as_uneven is None:
        return Message(N_("With so few dice, almost anything can happen."))
    if spread.as_uneven < 0.001:
        return Message(N_("Fair dice come out this uneven less than once in 1000 games."))
    if spread.as_uneven < RARE:
        return Message(
            N_("Fair dice come out this uneven in {count} of 1000 games: rare, but it happens."),
            {"count": round(spread.as_uneven * 1000)},
        )
    return Message(
        N_("Fair dice come out at least this uneven in {count} of 100 games: nothing unusual."),
        {"count": round(spread.as_uneven * 100)},
    )


@router.get("/t/{name}/dice")
async def dice(request: Request, name: str) -> Response:
    live = await live_table(request, name)
    spread = dice_seen(live.table)
    return page(
        request,
        "dice.html",
        table=live.table,
        spread=spread,
        words=FACE_WORDS,
        verdict=verdict(spread),
        # The chart has room for the longest bar and for the range.
        room=max(1, *(max(face.count, face.most) for face in spread.faces)) * 1.05,
    )
