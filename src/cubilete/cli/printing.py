"""`cubilete print`: sheets, cards and boards of a game on paper."""

from pathlib import Path
from typing import Annotated

import typer

from cubilete.cli.shared.arguments import GameName, check_language, material_from, options_from
from cubilete.cli.shared.console import _, language, print_line
from cubilete.cli.shared.failures import BAD_COMMAND, Failure, explained
from cubilete.core.message import N_
from cubilete.core.registry import find_game
from cubilete.printing.document import order_for, printed
from cubilete.printing.papers import find_paper

HELP = N_("Print score sheets, levels, cards and boards, as a PDF.")


def run(
    game: GameName,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE.pdf", help=_(N_("The file to write.")))
    ],
    paper: Annotated[
        str, typer.Option(metavar="a4|letter", help=_(N_("The size of the paper.")))
    ] = "a4",
    lang: Annotated[
        str,
        typer.Option(
            "--language", "--lang", metavar="es|en", help=_(N_("The language of the text."))
        ),
    ] = language,
    option: Annotated[
        list[str] | None, typer.Option(help=_(N_("A game option, key=value; repeatable.")))
    ] = None,
    material: Annotated[
        Path | None, typer.Option(help=_(N_("A deck, sheet or level of your own.")))
    ] = None,
) -> None:
    check_language(lang)
    with explained():
        found = find_game(game)
        size = find_paper(paper)
        own = material_from(found, material) if material else None
        order = order_for(found, options_from(found, option or []), own)
        document = printed(found, order, size, lang)
    write(output, document)
    print_line(_(N_("{game} is in {file}, ready to print."), game=found.name, file=output))


def write(path: Path, document: bytes) -> None:
    try:
        path.write_bytes(document)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Failure(
            _(N_("{file} can't be written: {reason}."), file=path, reason=reason), BAD_COMMAND
        ) from None
