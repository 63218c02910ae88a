"""`cubilete simulate`: games between bots, as a tally and on request as records."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from cubilete.cli.shared.arguments import AsJson, GameName, material_from, options_from
from cubilete.cli.shared.console import _, err, out, say_here
from cubilete.cli.shared.failures import BAD_COMMAND, Failure, explained
from cubilete.core.message import N_
from cubilete.core.registry import find_game
from cubilete.core.state import State

if TYPE_CHECKING:
    from cubilete.study.simulate import Simulation, Tally

HELP = N_("Play games between bots.")


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
    as_json: AsJson = False,
) -> None:
    from rich.progress import Progress

    from cubilete.study.simulate import Simulation, Tally, bots_for

    with explained():
        found = find_game(game)
        own = material_from(found, material) if material else None
        options = options_from(found, option or [])
        seats = found.about.players[0] if players is None else players
        found.setup(seats, options, own)
        plan = Simulation(found, bots_for(found, seats, bots.split(",")), seed, options, own)
    played = recorded(plan, number, records, legal) if records else plan.results(number)
    tally = Tally()
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        for state in progress.track(played, total=number, description=found.name):
            tally.add(state)
    if as_json:
        print_json(plan, tally)
    else:
        print_table(plan, tally)


def recorded(plan: "Simulation", number: int, folder: Path, legal: bool) -> Iterator[State]:
    """Plays the games, writes each one's record and yields its last state."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for count in range(1, number + 1):
            match = plan.match(count, with_legal=legal)
            name = f"{plan.game.slug}-{plan.seed}-{count:04}.jsonl"
            (folder / name).write_bytes(match.record().to_text().encode("utf-8"))
            yield match.state
    except OSError as error:
        file = error.filename or folder
        reason = error.strerror or str(error)
        raise Failure(
            _(N_("{file} can't be written: {reason}."), file=file, reason=reason), BAD_COMMAND
        ) from None


def print_json(plan: "Simulation", tally: "Tally") -> None:
    names = plan.game.words.score_names(plan.bots, len(tally.scores))
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
        "game": plan.game.slug,
        "games": tally.games,
        "seed": plan.seed,
        "options": dict(plan.options),
        "seats": seats,
    }
    print(json.dumps(summary))


def print_table(plan: "Simulation", tally: "Tally") -> None:
    names = plan.game.words.score_names(plan.bots, len(tally.scores), say_here)
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
