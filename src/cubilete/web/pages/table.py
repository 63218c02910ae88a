"""A table's page, live, and what its forms change."""

from collections.abc import AsyncIterator, Callable, Hashable
from dataclasses import replace
from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import FormData
from starlette.responses import StreamingResponse

from cubilete.bots.report import Report
from cubilete.core.errors import BadOption, CubileteError, ImpossibleOutcome
from cubilete.core.message import N_
from cubilete.host.hints import Decision, decision_of
from cubilete.host.live import Aside, LiveTable
from cubilete.table import changes
from cubilete.table.device import device_of
from cubilete.table.entry import Entry
from cubilete.table.errors import NotYours, TooLate
from cubilete.table.keys import RequestKey
from cubilete.table.kinds.lesson import end_lesson
from cubilete.table.seating.admission import invitation_of, is_invited, refusal
from cubilete.table.table import Table
from cubilete.web.html.artwork import style_of
from cubilete.web.html.cache import cache_of
from cubilete.web.html.learning.lesson_part import kind_reply, opens_card, step_now
from cubilete.web.html.perspective import (
    Gathering,
    Perspective,
    outcome_form_of,
    refresh_seconds,
)
from cubilete.web.html.pieces import LivePart
from cubilete.web.html.table_part import table_part
from cubilete.web.http.addresses import address_for_others
from cubilete.web.http.analysed import analysis_key
from cubilete.web.http.drafts import new_draft
from cubilete.web.http.names import remembered_name
from cubilete.web.http.requests import (
    form_of,
    host_of,
    identities_of,
    live_table,
    number,
    page,
    person_of,
    small_number,
    turn_to_draw,
    viewer_of,
    with_cookie,
)
from cubilete.web.pages.move_form import (
    answers_from,
    move_key,
    move_text,
    outcome_entry,
    revision_of,
)

router = APIRouter(include_in_schema=False)

LONGEST_INVITATION = 64
MUTED = "muted"
"""The cookie with the seats that the browser does not hear at a table."""
COACH = "coach"
"""The cookie of a browser whose person wants a coach, at tables where hints are allowed."""


def muted_seats(request: Request, table: Table) -> tuple[int, ...]:
    found = [small_number(seat) for seat in request.cookies.get(MUTED, "").split(".")]
    return tuple(seat for seat in range(len(table.seats)) if seat in found)


class TableViewer:
    """A viewer of one table: what their request says, for as long as the page is open."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.viewer = viewer_of(request)
        self.owner = person_of(request).owner
        self.chosen_seat = small_number(request.query_params.get("seat", ""))
        self.pick = request.query_params.get("pick", "")
        self.invitation = request.query_params.get("invitation", "")[:LONGEST_INVITATION]

    def perspective(self, live: LiveTable) -> Perspective:
        table = live.table
        mine = tuple(table.seats_of(self.owner))
        device = device_of(table, self.owner, self.chosen_seat)
        next_table = gathering = None
        if table.match is None:
            gathering = self.gathering(table)
        elif table.over and mine and not table.rematch:
            next_table = new_draft(identities_of(self.request))
        return Perspective(
            table,
            mine,
            device.seat,
            self.pick,
            absent=self.absent(live),
            asked=device.asked,
            others=device.others,
            elapsed=live.elapsed if table.clock is not None else 0.0,
            next_table=next_table,
            gathering=gathering,
            muted=muted_seats(self.request, table),
            aside=live.aside_for(device.seat) if live.asides else None,
            coached=table.hints.on and COACH in self.request.cookies,
            report=self.report(live) if table.over else None,
        )

    def report(self, live: LiveTable) -> Report | None:
        """The analysis of a game that is over, if it is in memory."""
        kept = host_of(self.request).analyses.reports.get(analysis_key(live.name))
        return None if kept is None else kept.report

    def gathering(self, table: Table) -> Gathering:
        """What the viewer is shown of a table that waits for people."""
        path = f"/t/{table.plan.table}"
        open_seats = [
            seat
            for seat in range(len(table.seats))
            if refusal(table, seat, self.owner, self.invitation) is None
        ]
        invited = [seat for seat in open_seats if is_invited(table, seat, self.invitation)]
        opens = bool(table.opener) and table.opener == self.owner
        links = {
            seat: address_for_others(
                self.request, f"{path}?invitation={invitation_of(table, seat)}"
            )
            for seat, chair in enumerate(table.seats)
            if opens and not chair.taken and not (chair.reserved and chair.reserved.owner)
        }
        return Gathering(
            opens=opens,
            open_seats=tuple(invited or open_seats),
            invitation=self.invitation,
            invited=bool(invited),
            address=address_for_others(self.request, path),
            links=tuple(links.items()),
            picture=address_for_others(self.request, f"/games/{table.game.slug}/preview.png"),
            inviter=next((seat.name for seat in table.seats if seat.owner == table.opener), "")
            if table.opener
            else "",
            own_name=remembered_name(self.request),
            may_list=self.request.app.state.open_tables,
        )

    def absent(self, live: LiveTable) -> tuple[int, ...]:
        """The absent people whom the table waits for, where the viewer may do something about it:
        nobody else's page changes when somebody goes away."""
        if not live.away or not live.table.seats_of(self.owner):
            return ()
        waited_for = live.table.people_to_act()
        return tuple(seat for seat in live.away if seat in waited_for)

    def unrecorded(self, live: LiveTable) -> tuple[tuple[int, ...], Aside | None]:
        """What may change on the viewer's page without a new revision: who is absent, and what
        the viewer alone is told."""
        if not live.asides:
            return self.absent(live), None
        seat = device_of(live.table, self.owner, self.chosen_seat).seat
        return self.absent(live), live.aside_for(seat)

    def part(self, live: LiveTable) -> LivePart:
        return self.part_of(self.perspective(live))

    async def part_in_turn(self, live: LiveTable) -> LivePart:
        """The live part for a stream: what nobody has drawn yet is drawn when it is the turn of
        the viewer's address."""
        if live.table.match is not None:  # before, every viewer's part has forms of their own
            kept = cache_of(live.table).kept_part(self.key_of(self.perspective(live)))
            if kept is not None:
                return kept
        async with turn_to_draw(self.request):
            return self.part(live)  # the table may have changed meanwhile

    def part_of(self, seen: Perspective) -> LivePart:
        """The live part of their page, drawn once for all who see the same."""
        draw = partial(table_part, self.viewer, seen)
        return cache_of(seen.table).part(self.key_of(seen), draw)

    def key_of(self, seen: Perspective) -> Hashable:
        """Equal for viewers whose live parts are equal."""
        has_forms = bool(seen.mine) or seen.table.match is None
        return (
            self.viewer.language,
            self.viewer.details,
            seen.mine,
            seen.seat,
            seen.asked,
            seen.pick,
            seen.absent,
            seen.gathering,
            seen.muted,
            seen.aside,
            seen.coached,
            seen.report is not None,
            self.viewer.form_token if has_forms else "",
            int(seen.elapsed),
        )


@router.get("/t/{name}")
async def table(request: Request, name: str) -> Response:
    live = await live_table(request, name)
    viewer = TableViewer(request)
    if live.table.over:
        await host_of(request).analyses.report(analysis_key(name))  # takes it into memory
    seen = viewer.perspective(live)
    part = viewer.part_of(seen)
    if request.headers.get("x-part"):
        return with_cookie(request, update(request, part))
    return whole_page(request, live, seen, part)


def update(request: Request, part: LivePart) -> Response:
    """A live part without the pieces that the page says it has."""
    return HTMLResponse(part.update(frozenset(request.headers.get("x-have", "").split(","))))


def whole_page(
    request: Request, live: LiveTable, perspective: Perspective, part: LivePart
) -> Response:
    response = page(
        request,
        "table.html",
        table=live.table,
        perspective=perspective,
        part=part.whole,
        style=style_of(live.table.game.slug),
        refreshes=refresh_seconds(perspective),
        opens_card=opens_card(perspective),
    )
    if live.table.cancelled:
        response.status_code = 410
    return response


@router.get("/t/{name}/stream")
async def stream(request: Request, name: str) -> Response:
    """Updates of the viewer's page, as server-sent events, while the page is open."""
    live = await live_table(request, name)
    last = request.headers.get("last-event-id", request.query_params.get("seen", "0"))

    async def events() -> AsyncIterator[bytes]:
        viewer = TableViewer(request)
        identities, person = identities_of(request), person_of(request)
        have = frozenset(request.query_params.get("have", "").split(","))
        with host_of(request).presence.stream(live, viewer.owner):
            unrecorded = viewer.unrecorded(live)
            sent = small_number(last) or 0
            async for revision in live.revisions(sent, viewer.owner):
                if identities.is_signed_out(person):
                    return
                if revision is not None and revision <= sent:
                    continue  # it came while the update before waited for its turn
                if revision is None and viewer.unrecorded(live) == unrecorded:
                    yield b": still here\n\n"
                    continue
                part = await viewer.part_in_turn(live)
                # The script shows an update of the revision that it has only if it is told.
                kind = b"event: presence\n" if revision is None else b""
                sent = live.table.revision
                yield kind + part.event(sent, have)
                have, unrecorded = part.digests, viewer.unrecorded(live)

    return with_cookie(request, StreamingResponse(events(), media_type="text/event-stream"))


# --- What the forms of a seat do ---

MakeSeatEntry = Callable[[Table, int, FormData], Entry]


async def change(request: Request, name: str, make_entry: MakeSeatEntry) -> Response:
    """Makes the change that a form of one of the viewer's seats asks for; a form that is sent
    twice makes it once."""
    live = await live_table(request, name)
    form = await form_of(request)
    seat = own_seat(request, live, form)
    key = RequestKey(seat, move_key(form))
    await host_of(request).change(live, lambda table: make_entry(table, seat, form), key)
    return after_change(request, live)


def own_seat(request: Request, live: LiveTable, form: FormData) -> int:
    """The seat that a form is of; it must be one of the viewer's."""
    seat = number(form, "seat")
    if seat not in live.table.seats_of(person_of(request).owner):
        raise NotYours("not-your-seat", "", N_("That isn't your seat."))
    return seat


def after_change(request: Request, live: LiveTable) -> Response:
    """The table after a form has changed it: an update for the script, else the page."""
    if request.headers.get("x-part"):
        return update(request, TableViewer(request).part(live))
    return RedirectResponse(f"/t/{live.name}", 303)


@router.post("/t/{name}/move")
async def move(request: Request, name: str) -> Response:
    for_coach: Decision | None = None

    def make_entry(table: Table, seat: int, form: FormData) -> Entry:
        nonlocal for_coach
        text = move_text(table, seat, form)
        if table.hints.on and COACH in request.cookies:
            for_coach = decision_of(table, seat, text)
        return changes.move(
            table, seat, text, number(form, "on"), move_key(form), revision_of(form)
        )

    try:
        response = await change(request, name, make_entry)
    except (NotYours, TooLate):
        raise
    except CubileteError as error:
        live = await live_table(request, name)
        if step_now(live.table) is None:
            raise
        return answer_in_lesson(request, live, error)
    if for_coach is not None:
        host_of(request).hints.review(name, for_coach)
    return response


def answer_in_lesson(request: Request, live: LiveTable, error: CubileteError) -> Response:
    """The same step of a lesson again, with a reply to what was tried."""
    viewer = TableViewer(request)
    other = error.code == "other-step"
    reply = kind_reply(viewer.viewer, live.table) if other else viewer.viewer.explain(error)
    again = replace(viewer.perspective(live), complaint=reply)
    part = table_part(viewer.viewer, again)
    if request.headers.get("x-part"):
        return update(request, part)
    return whole_page(request, live, again, part)


@router.post("/t/{name}/lesson")
async def leave_lesson(request: Request, name: str) -> Response:
    """The person who learns knows enough: the game goes on without the lesson."""
    return await change(request, name, lambda table, seat, form: end_lesson(table, seat))


@router.post("/t/{name}/fall")
async def type_outcome(request: Request, name: str) -> Response:
    """Dice that people rolled. An impossible outcome is explained at the form, which keeps the
    other answers."""
    try:
        return await change(request, name, outcome_entry)
    except (BadOption, ImpossibleOutcome) as error:
        live = await live_table(request, name)
        seen = TableViewer(request).perspective(live)
        asked = outcome_form_of(live.table, seen.view)
        if request.headers.get("x-part") or asked is None:
            raise
        viewer = viewer_of(request)
        answers = answers_from(await form_of(request), asked)
        again = replace(seen, answers=answers, complaint=viewer.explain(error, seen.table.names()))
        refused = whole_page(request, live, again, table_part(viewer, again))
        refused.status_code = 422
        return refused


@router.post("/t/{name}/undo")
async def undo(request: Request, name: str) -> Response:
    return await change(request, name, lambda table, seat, form: changes.undo(table, seat))


@router.post("/t/{name}/hand-over")
async def hand_over(request: Request, name: str) -> Response:
    """The device that several people share is passed to this seat."""
    return await change(request, name, lambda table, seat, form: changes.hand_over(table, seat))


@router.post("/t/{name}/take")
async def take(request: Request, name: str) -> Response:
    """This seat has the shared device now."""
    return await change(request, name, lambda table, seat, form: changes.take_device(table, seat))
