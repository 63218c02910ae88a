"""`cubilete analyse`: what was luck and what was skill in a finished game."""

import json
import os
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from cubilete.cli.shared.arguments import AsJson, RecordFile, read_bytes
from cubilete.cli.shared.console import _, err, language, out, print_line, say_here
from cubilete.cli.shared.failures import explained
from cubilete.core.match import Match, replay
from cubilete.core.message import N_
from cubilete.core.record import read_record

if TYPE_CHECKING:
    from cubilete.bots.analysis import Choice
    from cubilete.bots.report import Report
    from cubilete.table.retelling import Figures, Retelling

HELP = N_("Tell luck from skill in a finished game.")


def run(
    file: RecordFile,
    seed: Annotated[int, typer.Option(help=_(N_("The same seed gives the same report.")))] = 1,
    effort: Annotated[
        float, typer.Option(min=0.01, max=100, help=_(N_("2: twice as many playouts.")))
    ] = 1.0,
    jobs: Annotated[
        int, typer.Option(min=0, help=_(N_("How many processes work; 0: one per core.")))
    ] = 0,
    as_json: AsJson = False,
) -> None:
    from rich.progress import Progress

    from cubilete.bots.report import analyse, usual_effort
    from cubilete.bots.summary import summary

    source = read_bytes(file)
    with explained(file):
        record = read_record(source)
        match = replay(record)
        with (
            ProcessPoolExecutor(jobs or os.cpu_count()) as executor,
            Progress(console=err, transient=True, disable=not err.is_terminal) as progress,
        ):
            task = progress.add_task(str(file), total=None)
            report = analyse(
                record,
                usual_effort(match.game, len(record.events), effort),
                seed,
                executor,
                lambda done, total: progress.update(task, completed=done, total=total),
            )
    names = match.game.words.score_names(match.players, len(report.initial))
    if as_json:
        print(json.dumps(summary(report, match.game.slug, names)))
    else:
        said = match.game.words.score_names(match.players, len(report.initial), say_here)
        print_report(report, match, said)


def print_report(report: "Report", match: Match, names: list[str]) -> None:
    from cubilete.table.replay.course import Course
    from cubilete.table.retelling import Figures, Retelling

    figures = Figures(report.alone, language)
    retelling = Retelling(match.game, Course(match), match.players, language)
    print_totals(report, figures, names)
    for choice in (choice for step in report.steps for choice in step.choices):
        if report.verdict(choice) != "fine":
            print_line(cost_line(report, choice, figures, retelling, names))
    out.print(_(N_("What decided the game:")))
    for step in report.deciding():
        changes = ", ".join(
            f"{name} {figures.amount(change, signed=True)}"
            for name, change in zip(names, step.change, strict=True)
        )
        print_line(f"{step.last}. {retelling.step(step)}  {changes}")
    print_line(
        _(
            N_("{value} playouts for each position and {decision} for each decision."),
            value=report.effort.value,
            decision=report.effort.decision,
        )
    )
    if not report.compiled:
        print_line(_(N_("The rules are not compiled, so they are few: mind the margins of error.")))


def print_totals(report: "Report", figures: "Figures", names: list[str]) -> None:
    table = Table(box=None, header_style="bold")
    headings = [N_("player"), N_("start"), N_("luck"), N_("own skill"), N_("others' skill")]
    headings += [N_("end"), N_("without luck"), N_("errors and blunders")]
    for heading in headings:
        table.add_column(_(heading), justify="right")
    for seat, name in enumerate(names):
        found = report.seat(seat)
        table.add_row(
            name,
            figures.amount(found.initial),
            figures.amount(found.luck, signed=True),
            figures.amount(found.own_skill, signed=True),
            figures.amount(found.others_skill, signed=True),
            figures.amount(found.final),
            f"{figures.amount(found.adjusted)} ± {figures.number(found.adjusted_margin)}",
            f"{found.verdicts['error']} + {found.verdicts['blunder']}",
        )
    out.print(table)


def cost_line(
    report: "Report",
    choice: "Choice",
    figures: "Figures",
    retelling: "Retelling",
    names: list[str],
) -> str:
    """A decision that was not fine."""
    chosen, best = retelling.decision(choice)
    sentence = N_("{n}. {name}: {chosen} ({verdict}, {cost} ± {margin}); better: {best}")
    if choice.by_bot:
        sentence = N_(
            "{n}. A bot for {name}: {chosen} ({verdict}, {cost} ± {margin}); better: {best}"
        )
    return _(
        sentence,
        n=choice.n,
        name=names[choice.seat],
        chosen=chosen,
        verdict=retelling.verdict(report, choice),
        cost=figures.amount(choice.cost),
        margin=figures.margin(choice.cost_error),
        best=best,
    )
