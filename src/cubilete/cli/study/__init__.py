"""`cubilete study`: commands for researchers and designers."""

import typer

from cubilete.cli.shared.console import _
from cubilete.cli.study import balance
from cubilete.core.message import N_

HELP = N_("Study a game: how balanced it is, and what its pieces are worth.")

app = typer.Typer(no_args_is_help=True)
app.command("balance", help=_(balance.HELP))(balance.run)


@app.callback()
def group() -> None:
    """Keeps `study` a group while it has a single command."""
