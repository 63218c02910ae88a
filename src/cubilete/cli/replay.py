"""`cubilete replay`: checks a record against the rules."""

import json
from typing import Annotated

import typer

from cubilete.cli.shared.arguments import AsJson, RecordFile, read_bytes
from cubilete.cli.shared.console import _, out, print_line, say_here
from cubilete.cli.shared.failures import explained
from cubilete.core.match import Match, replay
from cubilete.core.message import N_
from cubilete.core.record import read_record

HELP = N_("Check a record against the rules and print its result.")


def run(
    file: RecordFile,
    show: Annotated[
        bool, typer.Option("--show", help=_(N_("Show the final position too.")))
    ] = False,
    as_json: AsJson = False,
) -> None:
    source = read_bytes(file)
    with explained(file):
        record = read_record(source)
        match = replay(record)
    if as_json:
        print_json(match, len(record.events))
        return
    if show:
        view = match.view(None)
        print(match.game.words.show(view, say_here))
    sentence = N_("{game}: 1 event.", "{game}: {count} events.")
    print_line(_(sentence, game=match.game.name, count=len(record.events)))
    print_result(match)


def print_json(match: Match, events: int) -> None:
    result = match.result
    summary = {
        "game": match.game.slug,
        "players": list(match.players),
        "events": events,
        "result": json.loads(result.to_json())["result"] if result else None,
    }
    print(json.dumps(summary, ensure_ascii=False))


def print_result(match: Match) -> None:
    result = match.result
    if result is None:
        out.print(_(N_("The game is in progress.")))
    elif result.abandoned:
        out.print(_(N_("The game was abandoned.")))
    else:
        names = match.game.words.score_names(match.players, len(result.scores), say_here)
        for seat, score in enumerate(result.scores):
            mark = "★" if seat in result.winners else " "
            print_line(f"{mark} {names[seat]}: {score}")
