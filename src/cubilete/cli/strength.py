"""`cubilete strength`: the table of how strong the levels are, as Markdown."""

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cubilete.cli.arena import BudgetShare, finite, percent
from cubilete.cli.shared.arguments import AsJson, material_from
from cubilete.cli.shared.console import _, err, say_if_interpreted
from cubilete.cli.shared.executors import Dask, Jobs, executor_of, processes
from cubilete.cli.shared.failures import BAD_COMMAND, Failure, explained
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.message import N_
from cubilete.core.registry import all_games, find_game

if TYPE_CHECKING:
    from cubilete.study.kept import Kept
    from cubilete.study.strength import Measured, Plan, Row

HELP = N_("Measure each level against the one below, as a table in Markdown.")
NOT_HELD = 1
HEADINGS = (
    N_("game"),
    N_("players"),
    N_("options"),
    N_("match"),
    N_("result"),
    N_("wanted"),
    N_("games"),
    N_("p95 of a decision"),
    N_("holds"),
)


def run(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help=_(N_("Which games; all if none is named."))),
    ] = None,
    count: Annotated[
        int, typer.Option("--games", min=1, help=_(N_("Maximum number of games per row.")))
    ] = 1000,
    least: Annotated[
        int,
        typer.Option(min=1, help=_(N_("Minimum number of games per row, however long they take."))),
    ] = 200,
    minutes: Annotated[
        float, typer.Option(min=0, help=_(N_("How long all the rows of a game may take together.")))
    ] = 60.0,
    players: Annotated[
        list[int] | None, typer.Option(help=_(N_("Only rows with this many players; repeatable.")))
    ] = None,
    level: Annotated[
        list[str] | None,
        typer.Option(help=_(N_("Only rows that measure this level; repeatable."))),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(help=_(N_("Only rows against this bot; repeatable."))),
    ] = None,
    yardstick: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAME=BOT",
            help=_(N_("Another bot to measure expert against, module:Class; repeatable.")),
        ),
    ] = None,
    material: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAME=PATH",
            help=_(
                N_(
                    "Measure a game on the material of this file, or of a folder with a file for "
                    "each level, level-1.txt and so on; repeatable."
                )
            ),
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(help=_(N_("The same seed deals the same dice and cards.")))
    ] = 1,
    jobs: Jobs = 0,
    dask: Dask = "",
    budget: BudgetShare = 1.0,
    state: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=_(N_("Keep the games in this file; a run that was interrupted goes on from it.")),
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The exit code is 1 if a row does not hold."""
    from rich.progress import Progress

    from cubilete.study.strength import Plan, all_hold, measure, rows_of

    with explained():
        chosen = [find_game(name) for name in games] if games else list(all_games())
        yardsticks = yardsticks_from(yardstick or [])
        paths = materials_from(material or [])
        rows_by_game = [
            [
                replace(row, material=material_of(game, row.options, paths))
                for row in rows_of(game, yardsticks.get(game.slug, ""))
                if (not players or row.players in players)
                and (not level or row.stronger in level)
                and (not against or row.weaker in against)
            ]
            for game in chosen
        ]
        if not any(rows_by_game):
            raise Failure(_(N_("No row has these players, levels and bots.")), BAD_COMMAND)
        for row in chain.from_iterable(rows_by_game):
            if row.weaker == yardsticks.get(row.game):
                row.arena(1, seed).check()
        kept = kept_in(state)
    plan = Plan(count, 60 * minutes, processes(jobs), seed, min(least, count), budget)
    say_if_interpreted()
    results: list[Measured] = []
    with (
        executor_of(jobs, dask) as executor,
        Progress(console=err, transient=True, disable=not err.is_terminal) as progress,
        explained(),
    ):
        task = progress.add_task("")

        def show(row: "Row", done: int) -> None:
            progress.update(task, description=title(row), completed=done, total=count)

        if not as_json:
            print_head(plan)
        for rows in rows_by_game:
            for result in measure(rows, plan, executor, show, kept=kept):
                results.append(result)
                if not as_json:
                    print(line(result), flush=True)
    if as_json:
        print(json.dumps(summary(plan, results)))
    if not all_hold(results):
        raise typer.Exit(NOT_HELD)


def yardsticks_from(texts: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        name, equals, bot = text.partition("=")
        if not equals:
            raise Failure(
                _(N_("Write a yardstick as GAME=BOT, not {text}."), text=text), BAD_COMMAND
            )
        found[find_game(name).slug] = bot
    return found


def materials_from(texts: list[str]) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for text in texts:
        name, equals, path = text.partition("=")
        if not equals:
            raise Failure(_(N_("Write material as GAME=PATH, not {text}."), text=text), BAD_COMMAND)
        found[find_game(name).slug] = Path(path)
    return found


def material_of(
    game: AnyGame, options: Mapping[str, object], paths: Mapping[str, Path]
) -> JsonObject | None:
    """What is measured instead of our own material. In a folder the files are named by the option
    that chooses among ours."""
    if game.slug not in paths:
        return None
    path = paths[game.slug]
    if path.is_dir():
        chosen = [
            f"{option.name}-{options.get(option.name, option.default)}.txt"
            for option in game.rules.options
            if option.chooses_material
        ]
        if not chosen:
            raise Failure(
                _(N_("{game} has one material: name a file, not a folder."), game=game.name),
                BAD_COMMAND,
            )
        path /= chosen[0]
    return material_from(game, path)


def kept_in(path: Path | None) -> "Kept":
    from cubilete.study.kept import Kept

    try:
        return Kept(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Failure(
            _(N_("{file} can't be written: {reason}."), file=path, reason=reason), BAD_COMMAND
        ) from None


def title(row: "Row") -> str:
    return " ".join([row.game, str(row.players), options_text(row), match_text(row)])


def options_text(row: "Row") -> str:
    return " ".join(f"{name}={json.dumps(value)}" for name, value in row.options.items())


def match_text(row: "Row") -> str:
    return f"{row.stronger} – {row.weaker}" if row.weaker else row.stronger


# --- Markdown ---


def print_head(plan: "Plan") -> None:
    print(
        _(
            N_(
                "At most {games} games per row and {minutes:g} minutes per game on {processes} "
                "processes, at least {least} games per row; seed {seed}; bots that search have "
                "{budget} of their playouts."
            ),
            games=plan.games,
            minutes=plan.seconds / 60,
            processes=plan.processes,
            least=plan.least,
            seed=plan.seed,
            budget=percent(plan.budget),
        )
    )
    print()
    print(markdown([_(heading) for heading in HEADINGS]))
    print(markdown(["---"] * len(HEADINGS)), flush=True)


def markdown(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def line(result: "Measured") -> str:
    row = result.row
    return markdown(
        [
            row.game,
            str(row.players),
            options_text(row),
            match_text(row),
            figure(result),
            wanted_text(row),
            str(result.games),
            f"{1000 * result.strong.slow_seconds:.1f} ms",
            _(N_("yes")) if result.held else _(N_("**no**")),
        ]
    )


def amount(row: "Row", value: float, sign: str = "") -> str:
    return f"{value:{sign}.1f}" if row.in_points else f"{value:{sign}.1%}"


def figure(result: "Measured") -> str:
    row, sample = result.row, result.sample
    margin = amount(row, sample.margin)
    if not row.alone or not row.weaker:
        return f"{amount(row, sample.mean)} ± {margin}"
    means = " – ".join(amount(row, result.mean_of(bot)) for bot in (row.stronger, row.weaker))
    return f"{amount(row, sample.mean, '+')} ± {margin} ({means})"


def wanted_text(row: "Row") -> str:
    if row.wanted is None:
        return f"> {amount(row, row.even)}"
    return f"{'≈' if row.about else '≥'} {amount(row, row.wanted)}"


# --- For programs ---


def summary(plan: "Plan", results: list["Measured"]) -> dict[str, object]:
    return {
        "games": plan.games,
        "least": plan.least,
        "minutes": plan.seconds / 60,
        "processes": plan.processes,
        "seed": plan.seed,
        "budget": plan.budget,
        "rows": [
            {
                "game": result.row.game,
                "players": result.row.players,
                "options": dict(result.row.options),
                "own_material": result.row.material is not None,
                "bots": [bot for bot in (result.row.stronger, result.row.weaker) if bot],
                "unit": "points" if result.row.in_points else "share",
                "difference": result.row.alone and bool(result.row.weaker),
                "mean": round(result.sample.mean, 5),
                "margin": finite(result.sample.margin),
                "even": result.row.even,
                "wanted": result.row.wanted,
                "games": result.games,
                "seconds": round(result.seconds, 1),
                "p95_ms": round(1000 * result.strong.slow_seconds, 3),
                "held": result.held,
            }
            for result in results
        ],
    }
