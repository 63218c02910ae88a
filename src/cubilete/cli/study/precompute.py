"""`cubilete precompute`: computes the tables that the strategies ship."""

from pathlib import Path
from typing import Annotated

import typer

from cubilete.cli.shared.console import _, err, print_line, say_if_interpreted
from cubilete.cli.shared.failures import explained
from cubilete.core.message import N_
from cubilete.core.registry import find_game

HELP = N_("Recompute the tables that come with the bots' strategies.")


def run(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help=_(N_("Which games; all if none is named."))),
    ] = None,
    into: Annotated[
        Path, typer.Option(help=_(N_("The folder of packages to write into, such as src.")))
    ] = Path("tables"),
    seed: Annotated[int, typer.Option(help=_(N_("The same seed gives the same tables.")))] = 1,
) -> None:
    from rich.progress import Progress, TaskID

    from cubilete.study.learning.precompute import compute, makers

    with explained():
        chosen = [find_game(name) for name in games or sorted(makers())]
    say_if_interpreted()
    with explained(), Progress(console=err, transient=True) as progress:
        for game in chosen:
            task = progress.add_task(game.name, total=None)

            def show(done: int, total: int, task: TaskID = task) -> None:
                progress.update(task, completed=done, total=total)

            for table in compute(game, seed, show):
                same = (
                    _(N_("as shipped")) if table.shipped else _(N_("differs from what is shipped"))
                )
                print_line(f"{table.write(into)}: {len(table.content)} bytes, {same}")
