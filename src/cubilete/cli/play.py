"""`cubilete play`: the web server with the table."""

from pathlib import Path
from typing import Annotated

import typer

from cubilete.cli.console import _, out
from cubilete.cli.failures import BAD_COMMAND, Failure, explained
from cubilete.core.message import N_, Message

HELP = N_("Open the table in the browser; other devices join by its address.")


def run(
    host: Annotated[
        str,
        typer.Option(envvar="CUBILETE_HOST", help=_(N_("Where to listen; 0.0.0.0: everywhere."))),
    ] = "0.0.0.0",
    port: Annotated[
        int, typer.Option(envvar="CUBILETE_PORT", min=1, max=65535, help=_(N_("The port.")))
    ] = 8000,
    data: Annotated[
        Path | None,
        typer.Option(envvar="CUBILETE_DATA", help=_(N_("The folder where tables are kept."))),
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            envvar="CUBILETE_DATABASE",
            help=_(N_("postgresql://… instead of a file: for several servers at once.")),
        ),
    ] = "",
    browser: Annotated[
        bool, typer.Option(help=_(N_("Open the browser, where there is one.")))
    ] = True,
    pace: Annotated[
        float, typer.Option(min=0, max=60, help=_(N_("Seconds that a bot takes for a move.")))
    ] = 0.7,
    restored: Annotated[
        bool,
        typer.Option(
            "--restored",
            envvar="CUBILETE_RESTORED",
            help=_(
                N_(
                    "Once, after you put back an older copy of the tables: pages that were open"
                    " before can't open a table whose dice are known by now."
                )
            ),
        ),
    ] = False,
) -> None:
    try:
        from cubilete.web import serve as serving
        from cubilete.web.html.addresses import qr_code
        from cubilete.web.http.addresses import address_in_network
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("cubilete"):
            raise
        raise Failure(
            _(N_("The table in the browser needs more packages: pip install 'cubilete[web]'")),
            BAD_COMMAND,
        ) from None

    options = serving.ServerOptions(host, port, data or serving.default_data(), database, restored)
    with explained():
        serving.check(options)
    name = "localhost" if host in ("0.0.0.0", "127.0.0.1") else host
    here = f"http://{name}:{port}/"
    out.print(_(N_("The table is open: {address}"), address=here), highlight=False)
    network = address_in_network() if host == "0.0.0.0" else None
    if network:
        there = f"http://{network}:{port}/"
        out.print(
            _(N_("From other devices in this network: {address}"), address=there), highlight=False
        )
        out.print(qr_code(there), highlight=False, markup=False)
    kept = Message(N_("the database")) if database else options.data
    out.print(_(N_("Tables are kept in {folder}. Stop with Ctrl+C."), folder=kept), highlight=False)
    serving.serve(options, here, pace, browser)
