"""For people who don't know a game: its card of one minute, its guided first game, its rules."""

from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from cubilete.core.game import AnyGame
from cubilete.core.parts.learning import LEARNER
from cubilete.core.registry import find_game
from cubilete.store.base import Conflict
from cubilete.table.opening import Draft, new_plan
from cubilete.table.plan import BOT, PERSON, Course, Plan
from cubilete.web.html.rules_text import rules_of
from cubilete.web.http.drafts import draft_from, new_draft
from cubilete.web.http.names import remembered_face, usual_name
from cubilete.web.http.requests import (
    field,
    form_of,
    host_of,
    identities_of,
    language_of,
    live_table,
    page,
    person_of,
    with_cookie,
)
from cubilete.web.pages.new_table import sit_once

router = APIRouter(include_in_schema=False)

MONTH = 30 * 24 * 3600


@router.get("/learn/{slug}")
async def card(request: Request, slug: str) -> Response:
    """The game in one minute; its rules where it has no card."""
    game = find_game(slug)
    if game.page.card is None:
        return RedirectResponse(f"/rules/{slug}", 303)
    if request.headers.get("x-part"):
        return page(request, "card-part.html", game=game)
    lesson = await unfinished_lesson(request, slug)
    return page(
        request, "learn.html", game=game, draft=new_draft(identities_of(request)), lesson=lesson
    )


def lesson_cookie(slug: str) -> str:
    """The cookie with the table of the lesson that a browser has begun."""
    return f"lesson-{slug}"


async def unfinished_lesson(request: Request, slug: str) -> str:
    """The table of the lesson that this person has begun and not ended; "" for none."""
    name = request.cookies.get(lesson_cookie(slug), "")
    live = await host_of(request).find(name) if name else None
    if live is None or live.table.plan.lesson is None or not live.table.lesson_line[0]:
        return ""
    return name if live.table.seats_of(person_of(request).owner) else ""


@router.post("/learn/{slug}")
async def begin_lesson(request: Request, slug: str) -> Response:
    """Opens the table of a lesson. A form that is sent twice opens one."""
    form = await form_of(request)
    game = find_game(slug)
    if game.page.lesson is None:
        return RedirectResponse(f"/rules/{slug}", 303)
    draft = draft_from(identities_of(request), field(form, "draft"))
    draft = draft or new_draft(identities_of(request))
    try:
        live = await host_of(request).create(plan_of_lesson(draft, game))
    except Conflict:
        live = await live_table(request, draft.table)
    owner = person_of(request).owner
    if live.table.match is None and not live.table.seats_of(owner):
        name, face = usual_name(request), remembered_face(request)
        await sit_once(host_of(request), live, LEARNER, name, owner, "", face)
    response = RedirectResponse(f"/t/{draft.table}", 303)
    response.set_cookie(lesson_cookie(slug), draft.table, max_age=MONTH, samesite="lax")
    return with_cookie(request, response)


def plan_of_lesson(draft: Draft, game: AnyGame) -> Plan:
    """The person who learns, and the bots of the lesson. Hints would say something else."""
    lesson = game.page.lesson
    assert lesson is not None
    plan = new_plan(
        game,
        [PERSON, *[BOT] * len(lesson.bots)],
        table=draft.table,
        secret=draft.secret,
        options=lesson.options,
        hints=False,
    )
    return replace(plan, lesson=Course(lesson.script), bot_names=("", *lesson.bots))


@router.get("/rules/{slug}")
async def rules(request: Request, slug: str) -> Response:
    """The rules as a page, or what a table's panel shows of it."""
    template = "rules-part.html" if request.headers.get("x-part") else "rules.html"
    text = rules_of(slug, language_of(request))
    return page(request, template, game=find_game(slug), rules=text)
