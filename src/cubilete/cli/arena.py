"""`cubilete arena`: how strong bots are against each other."""

import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from cubilete.cli.shared.arguments import AsJson, GameName, options_from
from cubilete.cli.shared.console import _, err, out, say_if_interpreted
from cubilete.cli.shared.executors import Dask, Jobs, executor_of
from cubilete.cli.shared.failures import explained
from cubilete.core.message import N_
from cubilete.core.registry import find_game

if TYPE_CHECKING:
    from cubilete.study.arena import Standings

HELP = N_("Let bots play each other, and measure how strong they are.")

BudgetShare = Annotated[
    float,
    typer.Option(
        "--budget",
        min=0.001,
        max=10,
        help=_(N_("0.1: bots that search try a tenth of their playouts.")),
    ),
]


def run(
    game: GameName,
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT...", help=_(N_("Levels and bots of the game, or module:Class."))
        ),
    ],
    players: Annotated[
        int | None, typer.Option(help=_(N_("How many seats (by default, one per bot).")))
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, help=_(N_("Minimum number of games for each line-up.")))
    ] = 100,
    seed: Annotated[
        int, typer.Option(help=_(N_("The same seed deals the same dice and cards.")))
    ] = 1,
    option: Annotated[
        list[str] | None, typer.Option(help=_(N_("A game option, key=value; repeatable.")))
    ] = None,
    jobs: Jobs = 0,
    dask: Dask = "",
    budget: BudgetShare = 1.0,
    as_json: AsJson = False,
) -> None:
    from rich.progress import Progress

    from cubilete.study.arena import Arena, play

    with explained():
        found = find_game(game)
        most = found.about.players[-1]
        seats = min(len(bots), most) if players is None else players
        arena = Arena(
            found.slug,
            tuple(bots),
            seats,
            deals=-(-games // seats),
            seed=seed,
            options=options_from(found, option or []),
            budget=budget,
        )
        arena.check()
    say_if_interpreted()
    total = arena.deals * seats * len(arena.line_ups())
    with (
        explained(),
        executor_of(jobs, dask) as executor,
        Progress(console=err, transient=True, disable=not err.is_terminal) as progress,
    ):
        task = progress.add_task(found.name, total=total)
        standings = play(arena, executor, lambda added: progress.advance(task, added))
    if as_json:
        print(json.dumps(summary(standings)))
    else:
        print_table(standings)


def summary(standings: "Standings") -> dict[str, object]:
    arena = standings.arena
    ratings = standings.ratings() if len(arena.bots) > 2 else {}
    return {
        "game": arena.game,
        "players": arena.players,
        "options": dict(arena.options),
        "seed": arena.seed,
        "budget": arena.budget,
        "games": standings.games,
        "bots": [
            {
                "bot": standing.bot,
                "share": round(standing.shares.mean, 5),
                "share_margin": finite(standing.shares.margin),
                "points": round(standing.points.mean, 4),
                "points_margin": finite(standing.points.margin),
                "decisions": len(standing.seconds),
                "mean_ms": round(1000 * standing.mean_seconds, 4),
                "p95_ms": round(1000 * standing.slow_seconds, 4),
                **({"rating": round(ratings[standing.bot], 1)} if ratings else {}),
            }
            for standing in standings.by_bot.values()
        ],
    }


def percent(share: float) -> str:
    return f"{100 * share:g} %"


def finite(margin: float) -> float | None:
    return None if margin == float("inf") else round(margin, 5)


def print_table(standings: "Standings") -> None:
    arena = standings.arena
    ratings = standings.ratings() if len(arena.bots) > 2 else {}
    table = Table(box=None, header_style="bold")
    headings = [N_("bot"), N_("share of wins"), N_("points"), N_("time per decision")]
    for heading in headings + ([N_("rating")] if ratings else []):
        table.add_column(_(heading), justify="right")
    for standing in standings.by_bot.values():
        times = f"{1000 * standing.mean_seconds:.2f} ms, p95 {1000 * standing.slow_seconds:.2f} ms"
        cells = [
            standing.bot,
            f"{standing.shares.mean:.1%} ± {standing.shares.margin:.1%}",
            f"{standing.points.mean:.2f} ± {standing.points.margin:.2f}",
            times,
        ]
        table.add_row(*cells, *([f"{ratings[standing.bot]:+.0f}"] if ratings else []))
    out.print(table)
    if arena.budget != 1.0:
        out.print(
            _(N_("Bots that search had {budget} of their playouts."), budget=percent(arena.budget))
        )
    if arena.players == 1:
        return
    out.print(
        _(
            N_("{games} games of {game}; an even share would be {share}."),
            games=standings.games,
            game=find_game(arena.game).name,
            share=f"{standings.even_share:.1%}",
        )
    )
