"""`cubilete games`: the games that are installed."""

import json

from rich.table import Table

from cubilete._source import compiled
from cubilete._version import VERSION
from cubilete.bots.levels import bot_names
from cubilete.cli.shared.arguments import AsJson
from cubilete.cli.shared.console import _, out
from cubilete.core.message import N_
from cubilete.core.registry import all_games

HELP = N_("List the games and say whether the rules are compiled.")


def run(as_json: AsJson = False) -> None:
    if as_json:
        print_json()
    else:
        print_table()


def print_json() -> None:
    listed = [
        {
            "slug": game.slug,
            "name": game.name,
            "credit": game.about.credit,
            "players": [game.about.players[0], game.about.players[-1]],
            "minutes": game.about.minutes,
            "edition": game.rules.edition,
            "options": [option.name for option in game.rules.options],
            "bots": bot_names(game),
        }
        for game in all_games()
    ]
    print(json.dumps({"version": VERSION, "compiled": compiled(), "games": listed}))


def print_table() -> None:
    table = Table(box=None, header_style="bold")
    for heading in (N_("game"), N_("name"), N_("players"), N_("options"), N_("bots"), N_("by")):
        table.add_column(_(heading))
    for game in all_games():
        table.add_row(
            game.slug,
            game.name,
            f"{game.about.players[0]}–{game.about.players[-1]}",
            " ".join(option.name for option in game.rules.options),
            " ".join(bot_names(game)),
            _(game.about.credit),
        )
    out.print(table)
    form = (
        N_("The rules are compiled.")
        if compiled()
        else N_("The rules are not compiled: everything is slower.")
    )
    out.print(f"cubilete {VERSION}. {_(form)}")
