"""`cubilete analyse`: what was luck and what was skill in a finished game."""

import json
import os
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from cubilete.cli.shared.arguments import AsJson, RecordFile, read_bytes
from cubilete.cli.shared.console import _, err, language, out, print_line
from cubilete.cli.shared.failures import explained
from cubilete.cli.shared.names import score_names
from cubilete.core.game import AnyGame
from cubilete.core.message import N_
from cubilete.core.record import Record, read_record
from cubilete.core.registry import find_game
from cubilete.language import say

if TYPE_CHECKING:
    from cubilete.bots.analysis import Choice, Step
    from cubilete.bots.report import Report

HELP = N_("Tell luck from skill in a finished game.")
VERDICTS = {
    "fine": N_("fine"),
    "inaccuracy": N_("inaccuracy"),
    "error": N_("error"),
    "blunder": N_("blunder"),
}


def run(
    file: RecordFile,
    seed: Annotated[int, typer.Option(help=_(N_("The same seed gives the same report.")))] = 1,
    effort: Annotated[
        float, typer.Option(min=0.01, max=100, help=_(N_("2: twice as many playouts.")))
    ] = 1.0,
    jobs: Annotated[
        int, typer.Option(min=0, help=_(N_("How many processes work; one a core if 0.")))
    ] = 0,
    as_json: AsJson = False,
) -> None:
    from rich.progress import Progress

    from cubilete.bots.report import analyse, usual_effort

    source = read_bytes(file)
    with (
        explained(file),
        ProcessPoolExecutor(jobs or os.cpu_count()) as executor,
        Progress(console=err, transient=True, disable=not err.is_terminal) as progress,
    ):
        record = read_record(source)
        task = progress.add_task(str(file), total=None)
        report = analyse(
            record,
            usual_effort(find_game(record.header.game), effort),
            seed,
            executor,
            lambda done, total: progress.update(task, completed=done, total=total),
        )
    if as_json:
        print(json.dumps(summary(report, record)))
    else:
        print_report(report, record)


def names_of(report: "Report", record: Record, game: AnyGame) -> list[str]:
    return score_names(game, record.header.players, len(report.initial))


# --- For programs ---


def summary(report: "Report", record: Record) -> dict[str, object]:
    names = names_of(report, record, find_game(record.header.game))
    seats = []
    for seat, name in enumerate(names):
        found = report.seat(seat)
        seats.append(
            {
                "name": name,
                "initial": found.initial,
                "final": found.final,
                "luck": found.luck,
                "skill": found.skill,
                "own_skill": found.own_skill,
                "others_skill": found.others_skill,
                "error": found.error,
                "adjusted": found.adjusted,
                "cost": found.cost,
                "cost_by_bots": found.cost_by_bots,
                "verdicts": found.verdicts,
            }
        )
    return {
        "game": record.header.game,
        "seed": report.seed,
        "playouts": {"value": report.effort.value, "decision": report.effort.decision},
        "unit": "points" if report.alone else "share",
        "initial_errors": list(report.initial_errors),
        "seats": seats,
        "deciding": [step.first for step in report.deciding()],
        "steps": [step_summary(report, step) for step in report.steps],
    }


def step_summary(report: "Report", step: "Step") -> dict[str, object]:
    return {
        "first": step.first,
        "last": step.last,
        "change": list(step.change),
        "luck": list(step.luck),
        "skill": list(step.skill),
        "choices": [
            {
                "n": choice.n,
                "seat": choice.seat,
                "chosen": choice.chosen,
                "best": choice.best,
                "cost": choice.cost,
                "cost_error": choice.cost_error,
                "verdict": report.verdict(choice),
                "bot": choice.by_bot,
            }
            for choice in step.choices
        ],
    }


# --- For people ---


def print_report(report: "Report", record: Record) -> None:
    game = find_game(record.header.game)
    names = names_of(report, record, game)
    table = Table(box=None, header_style="bold")
    headings = [N_("player"), N_("start"), N_("luck"), N_("own skill"), N_("others' skill")]
    headings += [N_("end"), N_("without luck"), N_("errors and blunders")]
    for heading in headings:
        table.add_column(_(heading), justify="right")
    for seat, name in enumerate(names):
        found = report.seat(seat)
        table.add_row(
            name,
            amount(report, found.initial),
            signed(report, found.luck),
            signed(report, found.own_skill),
            signed(report, found.others_skill),
            amount(report, found.final),
            f"{amount(report, found.adjusted)} ± {amount(report, 1.96 * found.error)}",
            f"{found.verdicts['error']} + {found.verdicts['blunder']}",
        )
    out.print(table)
    print_costs(report, record, names)
    print_deciding(report, record, game, names)


def amount(report: "Report", value: float) -> str:
    return f"{value:.1f}" if report.alone else f"{value:.1%}"


def signed(report: "Report", value: float) -> str:
    return f"{value:+.1f}" if report.alone else f"{value:+.1%}"


def print_costs(report: "Report", record: Record, names: list[str]) -> None:
    """The decisions that were not fine."""
    choices = [choice for step in report.steps for choice in step.choices]
    for choice in choices:
        verdict = report.verdict(choice)
        if verdict != "fine":
            print_line(cost_line(report, choice, verdict, names))


def cost_line(report: "Report", choice: "Choice", verdict: str, names: list[str]) -> str:
    return _(
        N_("{n}. {name}: {chosen} ({verdict}, {cost}); better: {best}"),
        n=choice.n,
        name=names[choice.seat],
        chosen=choice.chosen,
        verdict=_(VERDICTS[verdict]),
        cost=amount(report, choice.cost),
        best=choice.best,
    )


def print_deciding(report: "Report", record: Record, game: AnyGame, names: list[str]) -> None:
    out.print(_(N_("What decided the game:")))
    for step in report.deciding():
        event = record.events[step.last - 1]
        who = names[event.by] if isinstance(event.by, int) else ""
        told = say(game.words.tell(who, event.by, event.text), language, names)
        changes = ", ".join(
            f"{name} {signed(report, change)}"
            for name, change in zip(names, step.change, strict=True)
        )
        print_line(f"{step.last}. {told}  {changes}")
