"""Tables that are open to all: the switch of the person who opened one."""

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from cubilete.host.people.open_tables import open_to_all
from cubilete.web.http.requests import field, form_of, host_of, live_table, person_of
from cubilete.web.pages.table import after_change

router = APIRouter(include_in_schema=False)


@router.post("/t/{name}/open")
async def open_table(request: Request, name: str) -> Response:
    """The opener lists the waiting table on the home page, or takes it off; 404 where the server
    does not list tables."""
    if not request.app.state.open_tables:
        raise HTTPException(404)
    live, form = await live_table(request, name), await form_of(request)
    owner, listed = person_of(request).owner, field(form, "open") == "1"
    await open_to_all(host_of(request), live, owner, listed=listed)
    return after_change(request, live)
