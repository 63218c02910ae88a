"""`cubilete simulate`: games between bots, as a tally, and on request as records or tables."""

import json
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress
from rich.table import Table

from cubilete.cli.shared.arguments import AsJson, GameName, material_from, options_from
from cubilete.cli.shared.console import _, err, out, print_line, say_here
from cubilete.cli.shared.costs import Cost, Meter
from cubilete.cli.shared.executors import Dask, Jobs, executor_of
from cubilete.cli.shared.failures import (
    BAD_COMMAND,
    Failure,
    explained,
    study_packages,
    written_to,
)
from cubilete.core.message import N_
from cubilete.core.registry import find_game

if TYPE_CHECKING:
    from cubilete.study.frames.experiment import Experiment
    from cubilete.study.simulate import Tally

HELP = N_("Play games between bots.")
STOPPED = 130
"""The exit code of a command that Ctrl-C has ended, as shells have it."""


def run(
    game: GameName,
    players: Annotated[
        int | None, typer.Option(help=_(N_("How many seats (by default, the fewest).")))
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            help=_(N_("One bot per seat, separated by commas; a single name is used for all."))
        ),
    ] = "random",
    number: Annotated[int, typer.Option("--games", min=1, help=_(N_("How many games.")))] = 1,
    seed: Annotated[
        int, typer.Option(help=_(N_("The same seed plays the same games, byte for byte.")))
    ] = 1,
    option: Annotated[
        list[str] | None, typer.Option(help=_(N_("A game option, key=value; repeatable.")))
    ] = None,
    material: Annotated[
        Path | None, typer.Option(help=_(N_("A deck, sheet or level of your own.")))
    ] = None,
    records: Annotated[
        Path | None, typer.Option(help=_(N_("Save a record of each game in this folder.")))
    ] = None,
    legal: Annotated[
        bool, typer.Option("--legal", help=_(N_("List every legal move with each decision.")))
    ] = False,
    parquet: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help=_(N_("Save a table of the games in this folder; goes on where it was stopped.")),
        ),
    ] = None,
    decisions: Annotated[
        bool, typer.Option("--decisions", help=_(N_("With --parquet: a table of decisions too.")))
    ] = False,
    jobs: Jobs = 1,
    dask: Dask = "",
    as_json: AsJson = False,
) -> None:
    from cubilete.study.frames.experiment import experiment

    check_outputs(records, parquet, decisions)
    with explained():
        found = find_game(game)
        own = material_from(found, material) if material else None
        options = options_from(found, option or [])
        seats = found.about.players[0] if players is None else players
        plan = experiment(found.slug, number, bots.split(","), seats, seed, options, own)
    cost = None
    if parquet is None:
        with executor_of(jobs, dask) as executor:
            tally = play(plan, executor, records, legal)
    else:
        tally, cost = save_table(plan, parquet, decisions, jobs, dask)
    if as_json:
        print_json(plan, tally, cost)
    else:
        print_table(plan, tally)
        if cost is not None:
            print_line(cost.sentence())


def check_outputs(records: Path | None, parquet: Path | None, decisions: bool) -> None:
    if records and parquet:
        raise Failure(_(N_("Choose --records or --parquet, not both.")), BAD_COMMAND)
    if decisions and not parquet:
        raise Failure(_(N_("--decisions needs --parquet.")), BAD_COMMAND)


def play(
    plan: "Experiment", executor: Executor | None, folder: Path | None, legal: bool
) -> "Tally":
    """Plays the games, and writes their records where a folder is given."""
    from cubilete.study.results import records, results
    from cubilete.study.simulate import Tally

    played = records(plan, executor, legal) if folder else results(plan, executor)
    tally = Tally()
    with progress_bar() as progress:
        if folder:
            with written_to(folder):
                folder.mkdir(parents=True, exist_ok=True)
        for game in progress.track(played, total=plan.games, description=find_game(plan.game).name):
            tally.add(game.scores, game.winners)
            if folder:
                name = f"{plan.game}-{plan.seed}-{game.number:04}.jsonl"
                with written_to(folder):
                    (folder / name).write_bytes(game.record.encode("utf-8"))
    return tally


def save_table(
    plan: "Experiment", folder: Path, decisions: bool, jobs: int, dask: str
) -> "tuple[Tally, Cost]":
    """Plays what the folder does not have yet; tells what all its games gave, and the cost."""
    with study_packages():
        from cubilete.study.frames.parquet import write_parquet
        from cubilete.study.frames.tally import tally_of
    meter = Meter()
    try:
        with (
            executor_of(jobs, dask) as executor,
            progress_bar() as progress,
            explained(),
            written_to(folder),
        ):
            task = progress.add_task(find_game(plan.game).name, total=plan.games)
            written = write_parquet(
                plan, folder, decisions, executor, lambda games: progress.advance(task, games)
            )
    except KeyboardInterrupt:
        raise Failure(
            _(N_("Stopped. The same command goes on where it was stopped.")), STOPPED
        ) from None
    cost = meter.cost(written.played)
    return tally_of(written.files()), cost


def progress_bar() -> Progress:
    return Progress(console=err, transient=True, disable=not err.is_terminal)


def print_json(plan: "Experiment", tally: "Tally", cost: Cost | None) -> None:
    names = find_game(plan.game).words.score_names(plan.bots, len(tally.scores))
    seats = [
        {
            "bot": names[seat],
            "wins": tally.wins[seat],
            "shared": tally.shared[seat],
            "mean": round(spread.mean, 4),
            "deviation": round(spread.deviation, 4),
            "least": spread.least,
            "most": spread.most,
        }
        for seat, spread in enumerate(tally.scores)
    ]
    summary = {
        "game": plan.game,
        "games": tally.games,
        "seed": plan.seed,
        "options": dict(plan.options),
        "seats": seats,
        **({"cost": cost.to_json()} if cost else {}),
    }
    print(json.dumps(summary))


def print_table(plan: "Experiment", tally: "Tally") -> None:
    names = find_game(plan.game).words.score_names(plan.bots, len(tally.scores), say_here)
    table = Table(box=None, header_style="bold")
    for heading in (N_("seat"), N_("bot"), N_("wins"), N_("shared"), N_("points"), N_("range")):
        table.add_column(_(heading), justify="right")
    for seat, spread in enumerate(tally.scores):
        table.add_row(
            str(seat),
            names[seat],
            f"{tally.wins[seat] / tally.games:.1%}",
            f"{tally.shared[seat] / tally.games:.1%}",
            f"{spread.mean:.2f} ± {spread.deviation:.2f}",
            f"{spread.least}–{spread.most}",
        )
    out.print(table)
