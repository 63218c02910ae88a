"""The link to a table, for others."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from cubilete.web.http.addresses import address_for_others
from cubilete.web.http.requests import live_table, page

router = APIRouter(include_in_schema=False)


@router.get("/t/{name}/invite")
async def invite(request: Request, name: str) -> Response:
    """The address of a table, to watch or to sit down."""
    await live_table(request, name)
    return page(
        request, "share.html", address=address_for_others(request, f"/t/{name}"), table=name
    )
