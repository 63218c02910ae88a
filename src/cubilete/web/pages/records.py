"""Importing a record: a form for a file or pasted text."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import UploadFile

from cubilete.core.errors import CubileteError
from cubilete.host.finished.records import store_record
from cubilete.web.http.limits import LARGEST_RECORD
from cubilete.web.http.problems import problem_of
from cubilete.web.http.requests import (
    field,
    form_of,
    host_of,
    page,
    turn_to_read,
    with_cookie,
)

router = APIRouter(include_in_schema=False)


@router.get("/replay")
async def import_form(request: Request) -> Response:
    return page(request, "import.html", problem=None, text="")


@router.post("/replay")
async def import_record(request: Request) -> Response:
    """A record from a file, or pasted as text."""
    form = await form_of(request, LARGEST_RECORD)
    file = form.get("file")
    # Browsers send CRLF line ends, and people leave blank lines at the end.
    source: str | bytes = field(form, "text").replace("\r\n", "\n").strip()
    if isinstance(file, UploadFile) and file.filename:
        source = await file.read()
    try:
        async with turn_to_read(request):
            name = await store_record(host_of(request), source)
    except CubileteError as error:
        text = source if isinstance(source, str) else ""
        again = page(request, "import.html", problem=error, text=text)
        again.status_code = problem_of(error)[0]
        return again
    return with_cookie(request, RedirectResponse(f"/r/{name}", 303))
