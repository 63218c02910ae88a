"""What a person's results add up to: victories by game and opponent, and personal records."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cubilete.host.people.results import Opponent, Result


@dataclass(frozen=True)
class GameTally:
    """The games of one kind."""

    game: str
    played: int
    won: int
    """Games with others that were won, alone or shared."""
    against_others: int
    """Games with others; in the rest nobody could be beaten."""
    records: tuple[Result, ...]
    """The best score of each variant, alone and with others; the most played variants first."""
    streak: int
    """The most victories in a row."""


@dataclass(frozen=True)
class Rival:
    """Somebody whom the person has played with."""

    name: str
    bot: bool
    played: int
    won: int
    """Games that the person won."""
    lost: int
    """Games that this opponent won."""


MOST_RECORDS = 3
MOST_RIVALS = 12


def tallies(results: Sequence[Result]) -> list[GameTally]:
    """For each game that was played, the most played first. `results` has the latest first."""
    counted = [result for result in results if result.counts]
    games = dict.fromkeys(result.game for result in counted)
    found = [tally(game, [each for each in counted if each.game == game]) for game in games]
    return sorted(found, key=lambda each: -each.played)


def tally(game: str, results: Sequence[Result]) -> GameTally:
    others = [result for result in results if not result.alone]
    return GameTally(
        game=game,
        played=len(results),
        won=sum(result.won for result in others),
        against_others=len(others),
        records=tuple(best_of_variants(results)),
        streak=longest_streak(result.won for result in reversed(others)),
    )


def best_of_variants(results: Sequence[Result]) -> list[Result]:
    """The best score of each variant. Own decks, sheets and levels are not compared."""
    variants: dict[tuple[bool, str], list[Result]] = {}
    for result in results:
        if result.material:
            variants.setdefault((result.alone, result.variant), []).append(result)
    ranked = sorted(variants.values(), key=len, reverse=True)
    return [best(each) for each in ranked[:MOST_RECORDS]]


def best(results: Sequence[Result]) -> Result:
    """The first game with the best score."""
    fewest = results[0].lowest_wins
    return min(reversed(results), key=lambda each: each.points if fewest else -each.points)


def longest_streak(won: Iterable[bool]) -> int:
    longest = current = 0
    for each in won:
        current = current + 1 if each else 0
        longest = max(longest, current)
    return longest


def rivals(results: Sequence[Result]) -> list[Rival]:
    """Those whom the person has played with most. People are told apart by their browsers, and
    have the name of their latest game."""
    met: dict[tuple[str, bool, str], list[tuple[Result, Opponent]]] = {}
    for result in results:
        for opponent in result.opponents if result.counts else ():
            name = "" if opponent.owner else opponent.name
            key = (opponent.owner, bool(opponent.bot), name)
            met.setdefault(key, []).append((result, opponent))
    found = [
        Rival(
            name=games[0][1].name,
            bot=bool(games[0][1].bot),
            played=len(games),
            won=sum(result.won for result, _ in games),
            lost=sum(opponent.number in result.winners for result, opponent in games),
        )
        for games in met.values()
    ]
    return sorted(found, key=lambda rival: -rival.played)[:MOST_RIVALS]
