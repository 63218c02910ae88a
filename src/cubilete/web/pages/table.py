"""A table: what each person sees of it, live, and what their forms change."""

import hashlib
import secrets
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import FormData
from starlette.responses import StreamingResponse

from cubilete.core.errors import BadOption, ImpossibleOutcome
from cubilete.core.message import N_
from cubilete.core.outcome_form import OutcomeForm
from cubilete.table.device import eyes_of
from cubilete.table.table import Entry, NotYours, Table
from cubilete.web.addresses import address_for_others
from cubilete.web.asking import (
    answer,
    field,
    form_of,
    house_of,
    live_of,
    number,
    page,
    people_of,
    person_of,
    reader_of,
)
from cubilete.web.drafts import new_draft
from cubilete.web.house import Live
from cubilete.web.pages import sit_down
from cubilete.web.pieces import Part
from cubilete.web.render import Look, pad_of, style_of, table_part

router = APIRouter(include_in_schema=False)


class Onlooker:
    """Somebody with a page of a table: what their request says, for as long as they look."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.reader = reader_of(request)
        self.owner = person_of(request).owner
        asked = request.query_params.get("seat", "")
        self.chosen = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else None
        self.pick = request.query_params.get("pick", "")

    def look(self, live: Live) -> Look:
        table = live.table
        mine = tuple(table.seats_of(self.owner))
        eyes = eyes_of(table, self.owner, self.chosen)
        another = table.over and not table.rematch and bool(mine)
        waiting = table.match is None
        return Look(
            table,
            mine,
            eyes.seat,
            self.pick,
            absent=tuple(number for number in live.absent() if number not in mine),
            asked=eyes.asked,
            others=eyes.others,
            elapsed=live.elapsed if table.clock is not None else 0.0,
            next_table=new_draft(people_of(self.request)) if another else None,
            address=address_for_others(self.request, f"/t/{table.plan.table}") if waiting else None,
        )

    def part(self, live: Live, look: Look | None = None) -> Part:
        """What this person sees, rendered once for all who see the same."""
        look = look or self.look(live)
        forms = self.reader.form_token if look.mine or live.table.match is None else ""
        key = (
            self.reader.language,
            look.mine,
            look.seat,
            look.asked,
            look.pick,
            look.absent,
            look.address,
            forms,
            int(look.elapsed),
        )
        return live.part(key, lambda: table_part(self.reader, look))


def news(request: Request, part: Part) -> Response:
    """A part without the pieces that the page says it has."""
    return HTMLResponse(part.news(frozenset(request.headers.get("x-have", "").split(","))))


@router.get("/t/{name}")
async def table(request: Request, name: str) -> Response:
    live = await live_of(request, name)
    onlooker = Onlooker(request)
    look = onlooker.look(live)
    part = onlooker.part(live, look)
    if request.headers.get("x-part"):
        return answer(request, news(request, part))
    return whole_page(request, live, look, part)


def whole_page(request: Request, live: Live, look: Look, part: Part) -> Response:
    return page(
        request,
        "table.html",
        table=live.table,
        look=look,
        part=part.whole,
        style=style_of(live.table.game.slug),
    )


@router.get("/t/{name}/stream")
async def stream(request: Request, name: str) -> Response:
    """What this person may see, whenever it changes, for as long as they look."""
    live = await live_of(request, name)
    last = request.headers.get("last-event-id", request.query_params.get("seen", "0"))
    seen = int(last) if last.isascii() and last.isdigit() and len(last) < 9 else 0

    async def events() -> AsyncIterator[bytes]:
        onlooker = Onlooker(request)
        mine = live.table.seats_of(onlooker.owner)
        live.watching.update(mine)
        have = frozenset(request.query_params.get("have", "").split(","))
        try:
            async for revision in live.revisions(seen):
                if revision is None:
                    yield b": still here\n\n"
                    continue
                part = onlooker.part(live)
                yield part.update(revision, have)
                have = part.digests
        finally:
            live.watching.subtract(mine)

    response = StreamingResponse(events(), media_type="text/event-stream")
    return answer(request, response)


Wish = Callable[[Table, int, FormData], Entry]


async def act(request: Request, name: str, wish: Wish) -> Response:
    """Carries out what a form asks for, for a seat of this person's; once, if it comes twice."""
    live = await live_of(request, name)
    form = await form_of(request)
    seat = number(form, "seat")
    if seat not in live.table.seats_of(person_of(request).owner):
        raise NotYours("not-your-seat", "", N_("That is not your seat."))
    await house_of(request).change(live, lambda table: wish(table, seat, form), move_key(form))
    if request.headers.get("x-part"):
        return news(request, Onlooker(request).part(live))
    return RedirectResponse(f"/t/{name}", 303)


def move_key(form: FormData) -> str:
    """The same for the same form sent twice; another for anything else done on the same page."""
    if not field(form, "key"):
        return secrets.token_hex(8)
    said = [field(form, name) for name in ("key", "seat", "verb", "text")]
    parts = sorted(str(part) for part in form.getlist("part"))
    parts += [str(answer) for name, answer in form.multi_items() if name.startswith("row")]
    words = "\n".join([*said, *parts]).encode(errors="surrogatepass")
    return hashlib.blake2b(words, digest_size=8).hexdigest()


def seen_by(form: FormData) -> int | None:
    """The revision that a form was made for: see `key` in `table_part`."""
    revision = field(form, "key").rpartition(".")[2]
    fits = revision.isascii() and revision.isdigit() and len(revision) < 9
    return int(revision) if fits else None


def text_from(table: Table, seat: int, form: FormData) -> str:
    """The notation of what a form asks for: whole, or a verb and parts in any order."""
    text = field(form, "text")
    if text:
        return text
    parts = [str(part) for part in form.getlist("part")]
    words = sorted(f"{field(form, 'verb')} {' '.join(parts)}".split())
    if table.match is not None:
        for legal in table.state.legal_texts(seat):
            if sorted(legal.split()) == words:
                return legal
    return " ".join([field(form, "verb"), *parts])


@router.post("/t/{name}/move")
async def move(request: Request, name: str) -> Response:
    def wish(table: Table, seat: int, form: FormData) -> Entry:
        text = text_from(table, seat, form)
        return table.move(seat, text, number(form, "on"), move_key(form), seen_by(form))

    return await act(request, name, wish)


def answers_of(form: FormData, pad: OutcomeForm) -> tuple[str, ...]:
    """What was chosen in each row of the pad, "" where nothing was."""
    return tuple(field(form, f"row{place}") for place in range(len(pad.rows)))


def write_down(table: Table, seat: int, form: FormData) -> Entry:
    """The entry of what people say that fell: by the pad, or in notation."""
    on, key = number(form, "on"), move_key(form)
    pad = pad_of(table, table.view(seat))
    if pad is None or field(form, "text") or on != table.last_seen(seat):
        return table.fall(seat, field(form, "text"), on, key, seen_by(form))
    answers = answers_of(form, pad)
    if "" in answers:
        raise BadOption("answer-missing", "", N_("Say what each of them shows."))
    try:
        return table.fall(seat, pad.text(answers), on, key, seen_by(form))
    except ImpossibleOutcome as error:
        if pad.wrong is None:
            raise
        sentence = pad.wrong
        raise ImpossibleOutcome(
            error.code, error.rule, sentence.template, **sentence.values
        ) from error


@router.post("/t/{name}/fall")
async def fall(request: Request, name: str) -> Response:
    """Dice that people rolled. What can't have fallen is said at the pad, which keeps the rest."""
    try:
        return await act(request, name, write_down)
    except (BadOption, ImpossibleOutcome) as error:
        live = await live_of(request, name)
        look = Onlooker(request).look(live)
        pad = pad_of(live.table, look.view)
        if request.headers.get("x-part") or pad is None:
            raise
        reader = reader_of(request)
        answers = answers_of(await form_of(request), pad)
        again = replace(look, answers=answers, complaint=reader.explain(error))
        refused = whole_page(request, live, again, table_part(reader, again))
        refused.status_code = 422
        return refused


@router.post("/t/{name}/undo")
async def undo(request: Request, name: str) -> Response:
    return await act(request, name, lambda table, seat, form: table.undo(seat))


@router.post("/t/{name}/chat")
async def chat(request: Request, name: str) -> Response:
    return await act(request, name, lambda table, seat, form: table.say(seat, field(form, "say")))


@router.post("/t/{name}/hand-over")
async def hand_over(request: Request, name: str) -> Response:
    """The device that several people share goes to another of them."""
    return await act(request, name, lambda table, seat, form: table.hand_over(seat))


@router.post("/t/{name}/take")
async def take(request: Request, name: str) -> Response:
    """Whoever was asked for has the device."""
    return await act(request, name, lambda table, seat, form: table.take(seat))


@router.post("/t/{name}/abandon")
async def abandon(request: Request, name: str) -> Response:
    return await act(request, name, lambda table, seat, form: table.abandon(seat))


@router.post("/t/{name}/stand-in")
async def stand_in(request: Request, name: str) -> Response:
    """A bot plays for somebody who is away; whoever comes back takes their seat again."""
    live = await live_of(request, name)

    def wish(table: Table, seat: int, form: FormData) -> Entry:
        other = number(form, "for")
        if other not in table.seats_of(person_of(request).owner) and other not in live.absent():
            raise NotYours("not-absent", "", N_("Whoever sits there is at the table."))
        return table.stand_in(other, playing=field(form, "bot") == "1")

    return await act(request, name, wish)


@router.post("/t/{name}/sit")
async def sit(request: Request, name: str) -> Response:
    live = await live_of(request, name)
    form = await form_of(request)
    await sit_down(
        house_of(request),
        live,
        number(form, "seat"),
        field(form, "name"),
        person_of(request).owner,
        field(form, "seed"),
    )
    return answer(request, RedirectResponse(f"/t/{name}", 303))
