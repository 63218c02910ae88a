"""The link to a table, for others, and the picture of its result."""

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from cubilete.web.html.ending.last_page import LastPage, has_last_page
from cubilete.web.html.ending.picture import picture_of
from cubilete.web.http.addresses import address_for_others
from cubilete.web.http.analysed import finished_table
from cubilete.web.http.requests import live_table, page, viewer_of

router = APIRouter(include_in_schema=False)


@router.get("/t/{name}/invite")
async def invite(request: Request, name: str) -> Response:
    """The address of a table, to watch or to sit down."""
    live = await live_table(request, name)
    return page(
        request,
        "share.html",
        address=address_for_others(request, f"/t/{name}"),
        by_invitation=live.table.by_invitation,
        table=name,
    )


@router.get("/t/{name}/picture.svg")
async def picture(request: Request, name: str) -> Response:
    """The result as a picture to share."""
    table = (await finished_table(request, name)).table
    if not has_last_page(table):
        raise HTTPException(404)
    drawn = picture_of(LastPage(table, viewer_of(request).language))
    return Response(drawn, media_type="image/svg+xml")
