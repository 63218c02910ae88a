"""Arguments that several commands share, and what they name: options, records, material."""

from pathlib import Path
from typing import Annotated

import typer

from cubilete.cli.shared.console import _
from cubilete.cli.shared.failures import BAD_COMMAND, Failure, explained
from cubilete.core import datafile
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.core.parts.rules import Option
from cubilete.language import LANGUAGES

AsJson = Annotated[bool, typer.Option("--json", help=_(N_("Print JSON, for programs.")))]
GameName = Annotated[str, typer.Argument(metavar="GAME", help=_(N_("The name of a game.")))]
RecordFile = Annotated[Path, typer.Argument(help=_(N_("A record: one JSON object per line.")))]
Data = Annotated[
    Path | None,
    typer.Option(envvar="CUBILETE_DATA", help=_(N_("The folder where tables are saved."))),
]
Database = Annotated[
    str,
    typer.Option(
        envvar="CUBILETE_DATABASE",
        help=_(N_("postgresql://… instead of a file: for several servers at once.")),
    ),
]


def options_from(game: AnyGame, texts: list[str]) -> dict[str, object]:
    """The options given as key=value. The game itself checks names and values later."""
    known = {option.name: option for option in game.rules.options}
    values: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Failure(
                _(N_("Write an option as key=value, not {text}."), text=text), BAD_COMMAND
            )
        if name in values:
            raise Failure(_(N_("The option {option} appears twice."), option=name), BAD_COMMAND)
        values[name] = option_value(known[name], value) if name in known else value
    return values


def option_value(option: Option, text: str) -> object:
    """The value of an option: a list where its kind is one, else what a name stands for, a boolean,
    number or string."""
    if option.kind is list:
        return text.split(",")
    named = dict(option.named)
    if text in named:
        return named[text]
    if text in ("true", "false"):
        return text == "true"
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(text) < 19:
        return int(text)
    return text


def check_language(lang: str) -> None:
    if lang not in LANGUAGES:
        raise Failure(
            _(
                N_("{lang} is not available; choose {known}."),
                known=", ".join(LANGUAGES),
                lang=lang,
            ),
            BAD_COMMAND,
        )


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise Failure(
            _(N_("{file} can't be read: {reason}."), file=path, reason=reason), BAD_COMMAND
        ) from None


def read_data(path: Path) -> datafile.DataFile:
    """A deck, sheet or level. Call it inside `explained(path)`, which adds the file and line."""
    source = read_bytes(path)
    try:
        text = source.decode("utf-8")
    except UnicodeDecodeError as error:
        line = source[: error.start].count(b"\n") + 1
        raise datafile.complaint(line, "not-utf8", N_("This line is not UTF-8.")) from None
    return datafile.parse(text)


def material_from(game: AnyGame, path: Path) -> JsonObject:
    """The material in a person's file, checked for this game."""
    with explained(path):
        return game.material_from(read_data(path))
