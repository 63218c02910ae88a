"""`check_game`: what every game must keep to, checked over random games.

Anybody who writes a game runs it on theirs:

    from cubilete import check_game
    from my_package import GAME

    check_game(GAME)

It checks all five parts of a game. Rules: texts and codes mean each other; the legal lists are
complete, free of repetitions and agree with `is_legal`, `choose` and `apply`; what is refused
changes nothing; copies are equal and independent; positions that differ have different
fingerprints; chance gives what it announces; views and audiences hide the same; a record replays
to the same bytes; the result is final. Words: every sentence can be said in every language, and
every rule number that people are told is in the rules. Page: stages can be drawn, and the form for
people's own dice offers every outcome. Policy: bots play what is legal, by their view alone.
Study: tables have the same columns throughout, and show nothing hidden.
"""

from collections.abc import Mapping, Sequence

from cubilete.core.check.facts import agreements, check_facts
from cubilete.core.check.fault import GameFault
from cubilete.core.check.trial import Tools, Trial
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject

__all__ = ["GameFault", "check_game"]


def check_game(
    game: AnyGame,
    *,
    games: int = 5,
    seed: int | str = 0,
    players: Sequence[int] | None = None,
    options: Mapping[str, object] | None = None,
    material: JsonObject | None = None,
) -> None:
    """Plays random games and raises GameFault at the first thing that does not hold.

    Plays `games` games for each number of players. Where no options are given, it also plays one
    game for each value of each option that is worth trying.
    """
    tools = Tools(game)
    check_facts(game, tools.sentences)
    for count in players or game.about.players:
        for number in range(games):
            Trial(tools, count, options, material, f"{seed}/{number + 1}").run()
    if options is None and material is None:
        for count, agreed in agreements(game):
            Trial(tools, count, agreed, None, f"{seed}/{agreed}").run()
