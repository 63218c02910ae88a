"""`cubilete rules`: the rules of a game, as text for people."""

from typing import Annotated

import typer

from cubilete.cli.shared.arguments import GameName, check_language
from cubilete.cli.shared.console import _, language, out
from cubilete.cli.shared.failures import explained
from cubilete.core.message import N_
from cubilete.core.registry import find_game

HELP = N_("Show the rules of a game.")


def run(
    game: GameName,
    lang: Annotated[
        str, typer.Option("--lang", metavar="es|en", help=_(N_("The language of the text.")))
    ] = language,
) -> None:
    with explained():
        found = find_game(game)
    check_language(lang)
    text = found.words.rules(lang)
    if out.is_terminal:
        from rich.markdown import Markdown

        out.print(Markdown(text))
    else:
        print(text)
