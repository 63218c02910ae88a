"""The commands put together, and the entry point that turns failures into exit codes."""

import os
import sys

import typer

from cubilete.cli import (
    analyse,
    arena,
    bench,
    check,
    games,
    play,
    printing,
    replay,
    rules,
    simulate,
    strength,
    study,
    tidy,
    verify,
)
from cubilete.cli.shared.console import _, err
from cubilete.cli.shared.failures import Failure
from cubilete.cli.study import precompute
from cubilete.core.message import N_

app = typer.Typer(
    name="cubilete",
    help=_(N_("Dice games on one table: play, simulate, replay and check them.")),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

# The help lists the commands in this order.
app.command("games", help=_(games.HELP))(games.run)
app.command("rules", help=_(rules.HELP))(rules.run)
app.command("simulate", help=_(simulate.HELP))(simulate.run)
app.command("arena", help=_(arena.HELP))(arena.run)
app.command("strength", help=_(strength.HELP))(strength.run)
app.add_typer(study.app, name="study", help=_(study.HELP))
app.command("replay", help=_(replay.HELP))(replay.run)
app.command("analyse", help=_(analyse.HELP))(analyse.run)
app.command("verify", help=_(verify.HELP))(verify.run)
app.command("check", help=_(check.HELP))(check.run)
app.command("print", help=_(printing.HELP))(printing.run)
app.command("play", help=_(play.HELP))(play.run)
app.command("tidy", help=_(tidy.HELP))(tidy.run)
app.command("bench", help=_(bench.HELP))(bench.run)
app.command("precompute", help=_(precompute.HELP))(precompute.run)


def main() -> None:
    try:
        app()
    except Failure as failure:
        err.print(failure.sentence, style="red", highlight=False, markup=False, soft_wrap=True)
        sys.exit(failure.code)
    except BrokenPipeError:
        # The reader closed the pipe. Python flushes stdout at exit and must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
