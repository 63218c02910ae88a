"""`cubilete check`: checks a file of material before it is played with."""

import json
from pathlib import Path
from typing import Annotated

import typer

from cubilete.cli.shared.arguments import AsJson, read_data
from cubilete.cli.shared.console import _, print_line
from cubilete.cli.shared.failures import explained
from cubilete.core.message import N_
from cubilete.core.registry import find_game

HELP = N_("Check a deck, a sheet or a level of your own.")


def run(
    file: Annotated[Path, typer.Argument(help=_(N_("The file to check.")))],
    as_json: AsJson = False,
) -> None:
    with explained(file):
        data = read_data(file)
        game = find_game(data.game)
        material = game.rules.read_material(data)
    if as_json:
        print(json.dumps({"game": game.slug, "material": material}, ensure_ascii=False))
    else:
        print_line(_(N_("{file} is fine: you can play {game} with it."), file=file, game=game.name))
