"""`cubilete bench`: measures the speed of the games."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cubilete.cli.shared.arguments import AsJson
from cubilete.cli.shared.console import _, language, out
from cubilete.core.message import N_
from cubilete.language import say

if TYPE_CHECKING:
    from cubilete.study.bench import Figure, Skipped

HELP = N_("Measure how fast the games are, side by side.")


def run(
    yardsticks: Annotated[
        Path, typer.Option(help=_(N_("The folder with the C reference.")))
    ] = Path("bench"),
    quick: Annotated[
        bool, typer.Option("--quick", help=_(N_("A tenth of the work: just a first look.")))
    ] = False,
    as_json: AsJson = False,
) -> None:
    from cubilete.study import bench

    found: list[dict[str, object]] = []
    for item in bench.run(yardsticks, quick):
        if isinstance(item, bench.Figure):
            entry = asdict(item) | {"reached": item.reached}
            line = figure_line(item)
        else:
            entry = {"skipped": str(item.why)}
            line = skipped_line(item)
        found.append(entry | {"name": str(item.name)})
        if not as_json:
            # Each line as soon as it is measured: the whole takes minutes.
            out.print(line, highlight=False, markup=False, soft_wrap=True)
    if as_json:
        print(json.dumps(found))


def figure_line(figure: "Figure") -> str:
    sign = "≤" if figure.at_most else "≥"
    mark = "✓" if figure.reached else "✗"
    goal = f" ({sign} {figure.wanted:,.0f})" if figure.wanted else ""
    return (
        f"{mark} {say(figure.name, language)}: {figure.value:,.1f} {figure.unit}"
        f"{goal}  {figure.detail}"
    )


def skipped_line(skipped: "Skipped") -> str:
    return f"– {say(skipped.name, language)}: {say(skipped.why, language)}"
