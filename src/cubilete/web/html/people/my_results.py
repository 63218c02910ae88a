"""Finished games of one person in words: with whom, how it ended, and when."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date

from cubilete.bots.positions import has_levels
from cubilete.core.game import AnyGame
from cubilete.core.message import N_, Listing, Message
from cubilete.core.registry import all_games
from cubilete.host.people.results import EARLIER, Opponent, Result
from cubilete.language import capital, say
from cubilete.table.names import isolated
from cubilete.table.retelling import Figures
from cubilete.web.html.ending.last_page import signed


@dataclass(frozen=True)
class ShownResult:
    """One line of the list of finished games."""

    table: str
    game: AnyGame
    others: tuple[str, ...]
    outcome: str
    won: bool
    score: str
    """The points, the person's own first; "" where they mean nothing."""
    remark: str
    day: str
    """"" where it is not known."""
    analysable: bool
    points: str
    solo: bool
    """Whether nobody else sat at the table: 216's automaton has no seat."""
    variant: str
    """What was agreed on before the game, such as the level."""
    luck: str
    """Luck and skill, where the game was analysed."""


def shown_result(result: Result, language: str) -> ShownResult | None:
    """None where the game is not installed."""
    game = next((game for game in all_games() if game.slug == result.game), None)
    if game is None:
        return None
    return ShownResult(
        table=result.table,
        game=game,
        others=tuple(name_of(game, result, each, language) for each in result.opponents),
        outcome=capital(say(outcome_of(game, result, language), language)),
        won=result.won,
        score=score_of(result),
        remark=result.remark.get(language, "") if result.alone else "",
        day=day_of(result.ended, language),
        analysable=has_levels(game) and not result.abandoned,
        points="" if result.abandoned else signed(result.points),
        solo=not any(each.owner or each.bot for each in result.opponents),
        variant=", ".join(say(each, language) for each in agreements(game, result)),
        luck=luck_of(result, language),
    )


def name_of(game: AnyGame, result: Result, opponent: Opponent, language: str) -> str:
    """An automaton beyond the seats is called as sentences call it: the AI."""
    if opponent.owner or opponent.bot or opponent.number < len(result.scores) - 1:
        return isolated(opponent.name)
    return say(game.words.extra_player_said(0), language)


def outcome_of(game: AnyGame, result: Result, language: str) -> Message:
    if result.abandoned:
        return Message(N_("Abandoned"))
    if result.alone:
        return Message(N_("1 point", "{count} points"), count=result.points)
    if result.seats > 1:  # several people on one device
        return Message(N_("Finished"))
    if result.shared:
        return Message(N_("A shared win."))
    if result.won:
        return Message(N_("You won!"))
    winners = [
        name_of(game, result, each, language)
        for each in result.opponents
        if each.number in result.winners
    ]
    return Message(N_("{names} won!", "{names} won!"), {"names": Listing(winners)}, len(winners))


def score_of(result: Result) -> str:
    if result.abandoned or result.alone:
        return ""
    others = [points for seat, points in enumerate(result.scores) if seat != result.seat]
    return " – ".join(map(signed, [result.points, *others]))


def day_of(ended: int, language: str) -> str:
    if not ended:
        return ""
    return format_date(datetime.fromtimestamp(ended, UTC), "d MMM y", locale=language)


def luck_of(result: Result, language: str) -> str:
    if result.luck is None or result.skill is None:
        return ""
    amount = Figures(result.alone, language).amount
    values: dict[str, object] = {
        "luck": amount(result.luck, signed=True),
        "skill": amount(result.skill, signed=True),
    }
    return say(Message(N_("luck {luck}, skill {skill}"), values), language)


def agreements(game: AnyGame, result: Result) -> list[Message]:
    """The options of a game that make its score easier or harder, in words: levels, difficulties
    and switches."""
    options, found = json.loads(result.variant), []
    for option in game.rules.options:
        value = options.get(option.name)
        named = next((name for name, number in option.named if number == value), None)
        if named is not None and value != option.default:
            found.append(game.words.choice(option.name, named))
        elif option.kind is bool and value is True:
            found.append(Message(option.label))
        elif option.most is not None and value is not None:
            values: dict[str, object] = {"option": Message(option.label), "value": value}
            found.append(Message(N_("{option} {value}"), values))
    if EARLIER in options:
        found.append(Message(N_("earlier version")))
    return found
