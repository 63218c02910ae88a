"""The daily cup: two solo games a day with the same dice for everybody on this server.

Nothing here may show the secret of a day that is not over: `Cups.published` does not give it.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from babel.dates import format_date
from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from cubilete.core.game import AnyGame
from cubilete.core.message import N_, Message
from cubilete.core.registry import find_game
from cubilete.host.gatherings.cup import DAY, Place, Try, commitment
from cubilete.host.live import LiveTable
from cubilete.language import locale_of, say
from cubilete.store.base import Conflict
from cubilete.table.errors import Missing
from cubilete.table.kinds.cup import GAMES, game_of_cup, options_of, plan_of_cup
from cubilete.table.names import clean_name
from cubilete.web.http.addresses import address_for_others
from cubilete.web.http.names import (
    remember_name,
    remembered_face,
    remembered_name,
    usual_name,
)
from cubilete.web.http.requests import (
    field,
    form_of,
    host_of,
    language_of,
    page,
    person_of,
    with_cookie,
)
from cubilete.web.pages.new_table import sit_once

router = APIRouter(include_in_schema=False)

MOST_SHOWN = 50
"""Lines of the table of the day; one's own is always shown."""
SQUARE = 10
"""Points that a square of the shared text stands for."""
MOST_SQUARES = 12


@dataclass(frozen=True)
class DaysGame:
    """One of the two games of a day, as a viewer sees it."""

    game: AnyGame
    level: object
    """Dizzle's; None for 216."""
    commitment: str
    secret: str
    """"" until the day is over."""
    tried: Try | None
    places: list[Place]
    """The first ones, and the viewer's own."""
    players: int


@router.get("/cup")
async def cup(request: Request) -> Response:
    """The cup of today, with what the dice of tomorrow are bound to."""
    cups = host_of(request).cups
    today = cups.today()
    tomorrow = today + DAY
    games = [await days_game(request, today, slug) for slug in GAMES]
    done = [each for each in games if each.tried is not None and each.tried.done]
    return page(
        request,
        "cup.html",
        day=today,
        day_words=day_words(request, today),
        today=True,
        games=games,
        following=[
            (find_game(slug).name, commitment(await cups.secret_of(tomorrow, slug)))
            for slug in GAMES
        ],
        before=today - DAY,
        streak=await cups.streak(person_of(request).owner),
        own_name=remembered_name(request),
        shared=shared_text(request, today, done) if done else "",
        result_words=result_words,
    )


@router.get("/cup/{day}")
async def cup_of_day(request: Request, day: str) -> Response:
    """A day that is over: its table, and the secret of its dice."""
    cups = host_of(request).cups
    try:
        asked = date.fromisoformat(day)
    except ValueError:
        raise no_such_day(cups.today()) from None
    if asked == cups.today():
        return RedirectResponse("/cup", 303)
    if asked > cups.today() or asked.toordinal() <= 1:
        raise no_such_day(cups.today())
    return page(
        request,
        "cup.html",
        day=asked,
        day_words=day_words(request, asked),
        today=False,
        games=[await days_game(request, asked, slug) for slug in GAMES],
        following=[],
        before=asked - DAY,
        streak=0,
        own_name="",
        shared="",
        result_words=result_words,
    )


def no_such_day(today: date) -> Missing:
    sentence = N_("There is no cup of that day. Days are written like {today}, up to today.")
    return Missing("no-such-day", "", sentence, today=today.isoformat())


async def days_game(request: Request, day: date, slug: str) -> DaysGame:
    host, owner = host_of(request), person_of(request).owner
    cups = host.cups
    game = find_game(slug)
    tried = await cups.try_of(day, slug, owner)
    if tried is not None and tried.state == "open":
        live = await host.find(tried.table)
        if live is not None and live.table.over:  # it could not be noted when the game ended
            await cups.note(live.table)
            tried = await cups.try_of(day, slug, owner)
    places = await cups.results(day, slug, owner)
    secret = await cups.published(day, slug)
    over = day < cups.today()
    bound = secret if over else await cups.secret_of(day, slug)
    return DaysGame(
        game,
        options_of(game, day).get("level"),
        commitment(bound) if bound else "",
        secret,
        tried,
        [each for number, each in enumerate(places) if number < MOST_SHOWN or each.own],
        len(places),
    )


@router.post("/cup/{slug}")
async def play(request: Request, slug: str) -> Response:
    """Begins the person's try, or leads to it. The form says for which day it was made: nobody
    shall begin tomorrow's game by a page that is still open from today."""
    form = await form_of(request)
    host, owner = host_of(request), person_of(request).owner
    game, today = game_of_cup(slug), host.cups.today()
    if field(form, "day") != today.isoformat():
        return RedirectResponse("/cup", 303)
    name = clean_name(field(form, "name").strip() or usual_name(request))
    host.housekeeping.check_room()
    tried = await host.cups.begin(today, slug, owner, Try(secrets.token_urlsafe(12), name))
    live = await table_of_try(request, game, today, tried)
    if live.table.match is None and not live.table.seats_of(owner):
        await sit_once(host, live, 0, tried.name, owner, "", remembered_face(request))
    response = RedirectResponse(f"/t/{tried.table}", 303)
    remember_name(response, name)
    return with_cookie(request, response)


async def table_of_try(request: Request, game: AnyGame, day: date, tried: Try) -> LiveTable:
    """The table of a try; it may not be there yet, if the server failed after the try was noted."""
    host = host_of(request)
    live = await host.find(tried.table)
    if live is None:
        secret = await host.cups.secret_of(day, game.slug)
        try:
            live = await host.create(plan_of_cup(game, day, tried.table, secret))
        except Conflict:
            live = await host.find(tried.table)
            if live is None:
                raise
    return live


# --- Words ---


def day_words(request: Request, day: date) -> str:
    return format_date(day, "full", locale_of(language_of(request)))


def shared_text(request: Request, day: date, games: Sequence[DaysGame]) -> str:
    """The results of a person for others. It tells points and nothing of dice or moves."""
    language = language_of(request)
    title = say(Message(N_("The cup of the day, {day}"), {"day": day.isoformat()}), language)
    lines = [f"🎲 {title}"]
    for each in games:
        tried = each.tried
        assert tried is not None
        lines.append(f"{each.game.name}: {say(result_words(tried), language)}")
        lines.append(squares("🟩", tried.points))
        if tried.rival is not None:
            lines.append(squares("🟥", tried.rival))
    return "\n".join([*lines, address_for_others(request, "/cup").url])


def squares(colour: str, points: int) -> str:
    """At least one, so that no line is empty."""
    return colour * max(1, min(MOST_SQUARES, round(points / SQUARE)))


def result_words(tried: Try) -> Message:
    if tried.rival is None:
        return Message(N_("1 point", "{count} points"), count=tried.points)
    values: dict[str, object] = {"points": tried.points, "rival": tried.rival}
    if tried.won:
        return Message(N_("won against the AI, {points} to {rival}"), values)
    return Message(N_("lost against the AI, {points} to {rival}"), values)
