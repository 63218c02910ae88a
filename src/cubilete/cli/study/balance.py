"""`cubilete study balance`: seats, length, scores, luck, and what the pieces are worth."""

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as RichTable

from cubilete.cli.shared.arguments import AsJson, GameName, material_from, options_from
from cubilete.cli.shared.console import _, err, language, out, print_line, say_if_interpreted
from cubilete.cli.shared.executors import Dask, Jobs, executor_of
from cubilete.cli.shared.failures import BAD_COMMAND, Failure, explained
from cubilete.core.game import AnyGame
from cubilete.core.message import N_
from cubilete.core.registry import find_game

if TYPE_CHECKING:
    from cubilete.study.balance.statistics import Balance
    from cubilete.study.balance.tables import Table

HELP = N_("Measure how balanced a game is: seats, length, scores, luck and every piece.")


def run(
    game: GameName,
    players: Annotated[
        int | None, typer.Option(help=_(N_("How many seats (by default, two or the fewest).")))
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            help=_(N_("One bot per seat, separated by commas; a single name is used for all."))
        ),
    ] = "normal",
    number: Annotated[int, typer.Option("--games", min=2, help=_(N_("How many games.")))] = 1000,
    seed: Annotated[
        int, typer.Option(help=_(N_("The same seed plays the same games, byte for byte.")))
    ] = 1,
    option: Annotated[
        list[str] | None, typer.Option(help=_(N_("A game option, key=value; repeatable.")))
    ] = None,
    material: Annotated[
        Path | None, typer.Option(help=_(N_("A deck, sheet or level of your own.")))
    ] = None,
    luck: Annotated[
        int,
        typer.Option(min=0, help=_(N_("How many of the games are analysed for luck; 0: none."))),
    ] = 40,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--out", help=_(N_("Write pictures and a report of one page into this folder."))
        ),
    ] = None,
    jobs: Jobs = 0,
    dask: Dask = "",
    as_json: AsJson = False,
) -> None:
    from rich.progress import Progress

    from cubilete.study.balance.measure import measure, total_games
    from cubilete.study.balance.plan import Plan
    from cubilete.study.balance.summary import summary

    if folder is not None:
        check_plots(folder)
    with explained():
        found = find_game(game)
        seats = usual_players(found) if players is None else players
        plan = Plan(
            slug=found.slug,
            bots=bots_of(seats, bots.split(",")),
            games=number,
            seed=seed,
            options=options_from(found, option or []),
            material=material_from(found, material) if material else None,
            analysed=min(luck, number),
        )
        plan.check()
    say_if_interpreted()
    with (
        executor_of(jobs, dask) as executor,
        Progress(console=err, transient=True, disable=not err.is_terminal) as progress,
    ):
        task = progress.add_task(found.name, total=total_games(plan))
        balance = measure(plan, executor, lambda added: progress.advance(task, added))
    if folder is not None:
        command = command_of(plan.slug, seats, bots, number, seed, option or [], luck)
        report = write_report(balance, folder, command)
    if as_json:
        print(json.dumps(summary(balance)))
        return
    print_tables(balance)
    if folder is not None:
        print_line(_(N_("The report: {file}"), file=report))


def usual_players(game: AnyGame) -> int:
    """Two where the game can be played by two: a study of seats needs more than one."""
    return max(game.about.players[0], min(2, game.about.players[-1]))


def bots_of(seats: int, names: list[str]) -> tuple[str, ...]:
    if len(names) not in (1, seats):
        raise Failure(
            _(
                N_("Name one bot for all {players} seats or one for each; here there are {count}."),
                players=seats,
                count=len(names),
            ),
            BAD_COMMAND,
        )
    return tuple(names) if len(names) == seats else tuple(names) * seats


def command_of(
    slug: str, players: int, bots: str, games: int, seed: int, options: list[str], luck: int
) -> str:
    """The command that gives the same figures."""
    words = ["cubilete", "study", "balance", slug, "--players", players, "--bots", bots]
    words += ["--games", games, "--seed", seed, "--luck", luck]
    for text in options:
        words += ["--option", text]
    return shlex.join(map(str, words))


def check_plots(folder: Path) -> None:
    """Fails before the games are played, not after them."""
    try:
        import matplotlib  # noqa: F401
    except ModuleNotFoundError:
        raise Failure(
            _(N_("Plots need more packages: pip install 'cubilete[study]'")), BAD_COMMAND
        ) from None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from None


def write_report(balance: "Balance", folder: Path, command: str) -> Path:
    from cubilete.study.balance.page import file_name
    from cubilete.study.balance.write import write

    try:
        write(balance, folder, command)
    except OSError as error:
        raise unwritable(folder, error) from None
    return folder / file_name(language)


def unwritable(folder: Path, error: OSError) -> Failure:
    file, reason = error.filename or folder, error.strerror or str(error)
    return Failure(
        _(N_("{file} can't be written: {reason}."), file=file, reason=reason), BAD_COMMAND
    )


def print_tables(balance: "Balance") -> None:
    from cubilete.study.balance.tables import Tables

    for table in Tables(balance, language).all():
        print_table(table)


def print_table(table: "Table") -> None:
    shown = RichTable(box=None, header_style="bold", title=table.title, title_justify="left")
    for number, heading in enumerate(table.headings):
        shown.add_column(heading, justify="right" if number else "left", no_wrap=number > 0)
    for row in table.rows:
        shown.add_row(*row)
    out.print(shown, markup=False)
    print_line(table.note)
    print_line("")
