"""Records from elsewhere: read, checked against the rules, and kept under their own hash.

A kept record can be replayed by its link and nothing else: it is no table, and nobody has a
seat there. Whoever has a record knows all that is in it.
"""

import asyncio
import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from cubilete.core.errors import BadRecord, CubileteError
from cubilete.core.match import Match, replay
from cubilete.core.message import N_
from cubilete.core.record import Record, read_record
from cubilete.store.base import Store
from cubilete.table.replayed import Replayed, table_of
from cubilete.web.asking import answer, field, form_of, house_of, page
from cubilete.web.guard import LARGEST_RECORD

router = APIRouter(include_in_schema=False)

OPEN_AT_ONCE = 8


@dataclass(frozen=True)
class Opened:
    """A record that is being looked at, and its game."""

    text: str
    record: Record
    table: Replayed


@lru_cache(OPEN_AT_ONCE)
def opened(text: str) -> Opened:
    """A kept record, without the lists of what was legal: they are most of it."""
    record, match = checked(text)
    events = tuple(replace(event, legal=None) for event in record.events)
    return Opened(text, replace(record, events=events), table_of(record, match))


def checked(source: str | bytes) -> tuple[Record, Match]:
    """Reads a record and plays it again; what is wrong with it is said with its line."""
    try:
        record = read_record(source)
        return record, replay(record)
    except BadRecord as error:
        raise CubileteError(
            error.code,
            error.rule,
            N_("Line {line}: {reason}"),
            line=error.line,
            reason=error.message,
        ) from None


async def keep(store: Store, source: str | bytes) -> str:
    """Keeps a record if it is a right one; says under which name."""
    record, _ = await asyncio.to_thread(checked, source)
    text = record.to_text()
    name = hashlib.sha256(text.encode()).hexdigest()[:32]
    await store.keep_record(name, text)
    return name


async def find(store: Store, name: str) -> Opened:
    text = await store.find_record(name)
    if text is None:
        raise HTTPException(404)
    return await asyncio.to_thread(opened, text)


@router.get("/replay")
async def ask_for_a_record(request: Request) -> Response:
    return page(request, "import.html", problem=None, text="")


@router.post("/replay")
async def bring_a_record(request: Request) -> Response:
    """A record from a file, or pasted as text."""
    form = await form_of(request, LARGEST_RECORD)
    file = form.get("file")
    # Text fields are sent with line ends of their own, and people leave lines at the end.
    source: str | bytes = field(form, "text").replace("\r\n", "\n").strip()
    if isinstance(file, UploadFile) and file.filename:
        source = await file.read()
    try:
        name = await keep(house_of(request).store, source)
    except CubileteError as error:
        text = source if isinstance(source, str) else ""
        again = page(request, "import.html", problem=error, text=text)
        again.status_code = 422
        return again
    return answer(request, RedirectResponse(f"/r/{name}", 303))
