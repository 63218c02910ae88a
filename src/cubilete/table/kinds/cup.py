"""The daily cup at a table: one day's dice are the same for everybody, and one plays alone.

All tables of a day and game share the day's secret, the name of their dice (`Plan.dice_name`) and
the recipe /3, to which nobody adds a seed. So the secret must stay hidden until the day is over,
also at a table where the game is over. A day is a date in UTC.
"""

from dataclasses import replace
from datetime import date

from cubilete.core.errors import UnknownGame
from cubilete.core.fair import RECIPE_3
from cubilete.core.game import AnyGame
from cubilete.core.match import Match
from cubilete.core.message import N_
from cubilete.core.registry import find_game
from cubilete.table.errors import NotYours
from cubilete.table.opening import new_plan
from cubilete.table.plan import PERSON, Plan

GAMES = ("216", "dizzle")
LEVELS = 4
"""Of Dizzle: each day has the next one."""


def game_of_cup(slug: str) -> AnyGame:
    if slug not in GAMES:
        raise UnknownGame(slug, list(GAMES))
    return find_game(slug)


def options_of(game: AnyGame, day: date) -> dict[str, object]:
    """Those of the rulebook; Dizzle's level changes from day to day."""
    return {"level": day.toordinal() % LEVELS + 1} if game.slug == "dizzle" else {}


def plan_of_cup(game: AnyGame, day: date, table: str, secret: str) -> Plan:
    """One seat for a person, without hints."""
    options = options_of(game, day)
    plan = new_plan(game, [PERSON], table=table, secret=secret, options=options, hints=False)
    return replace(plan, recipe=RECIPE_3, cup=day.isoformat(), invited_only=True)


def secret_is_public(plan: Plan, today: date | None) -> bool:
    """Whether the secret of a game that is over may be shown."""
    return not plan.cup or (today is not None and date.fromisoformat(plan.cup) < today)


def outcomes_before(plan: Plan, match: Match | None) -> int:
    """How many outcomes the game has had, where the dice depend on it."""
    if plan.recipe != RECIPE_3 or match is None:
        return 0
    return sum(event.by == "chance" for event in match.events)


def check_plays_alone(plan: Plan) -> None:
    """No bot takes over in the cup: what it decides would count for the person."""
    if plan.cup:
        raise NotYours("cup-alone", "", N_("In the daily cup nobody plays for you."))
