"""`cubilete play`: the web server with the table."""

from typing import Annotated

import typer

from cubilete.cli.shared.arguments import Data, Database
from cubilete.cli.shared.console import _, err, out, say_if_interpreted
from cubilete.cli.shared.failures import explained, web_packages
from cubilete.core.message import N_, Message

HELP = N_("Open the table in the browser; other devices join through its address.")


def run(
    host: Annotated[
        str,
        typer.Option(
            envvar="CUBILETE_HOST", help=_(N_("Address to listen on; 0.0.0.0 means all."))
        ),
    ] = "0.0.0.0",
    port: Annotated[
        int, typer.Option(envvar="CUBILETE_PORT", min=1, max=65535, help=_(N_("The port.")))
    ] = 8000,
    data: Data = None,
    database: Database = "",
    public_url: Annotated[
        str,
        typer.Option(
            envvar="CUBILETE_PUBLIC_URL",
            help=_(N_("The address that people use, for links: https://play.example")),
        ),
    ] = "",
    proxy: Annotated[
        str,
        typer.Option(
            envvar="CUBILETE_PROXY",
            help=_(
                N_(
                    "The address of a proxy in front of the server: it says who asks"
                    " (X-Forwarded-For, X-Forwarded-Proto). Several with commas."
                )
            ),
        ),
    ] = "",
    quota: Annotated[
        int,
        typer.Option(
            envvar="CUBILETE_QUOTA",
            min=0,
            help=_(
                N_(
                    "Above this size of the database, in megabytes, new tables, imported games and "
                    "chat are refused; 0: no limit."
                )
            ),
        ),
    ] = 2000,
    address_limits: Annotated[
        bool,
        typer.Option(
            envvar="CUBILETE_ADDRESS_LIMITS",
            help=_(
                N_(
                    "Limit what one address may ask for. Without it one client can slow down all"
                    " others: only for measurements, or if a proxy does it."
                )
            ),
        ),
    ] = True,
    open_tables: Annotated[
        bool,
        typer.Option(
            "--open-tables",
            envvar="CUBILETE_OPEN_TABLES",
            help=_(
                N_(
                    "The home page lists tables that wait for players, if who opened one wants"
                    " that. Otherwise people need its link."
                )
            ),
        ),
    ] = False,
    browser: Annotated[bool, typer.Option(help=_(N_("Open the browser, if there is one.")))] = True,
    pace: Annotated[
        float, typer.Option(min=0, max=60, help=_(N_("Seconds a bot takes per move.")))
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
    forget_after: Annotated[
        float | None, typer.Option(min=0, hidden=True)  # short in the soak test
    ] = None,
) -> None:
    with web_packages():
        from cubilete.host.live import FORGOTTEN_AFTER
        from cubilete.store.private_files import is_open_to_others
        from cubilete.web import serve as serving
        from cubilete.web import storage
        from cubilete.web.html.addresses import qr_code
        from cubilete.web.http.addresses import address_in_network

    options = serving.ServerOptions(
        host,
        port,
        data or storage.default_data(),
        database,
        proxies=proxy,
        public_url=public_url.rstrip("/"),
        quota=quota,
        address_limits=address_limits,
        restored=restored,
        open_tables=open_tables,
        forgotten_after=FORGOTTEN_AFTER if forget_after is None else forget_after,
    )
    with explained():
        serving.check(options)
    name = "localhost" if host in ("0.0.0.0", "127.0.0.1") else f"[{host}]" if ":" in host else host
    here = f"http://{name}:{port}/"
    out.print(_(N_("The table is open: {address}"), address=here), highlight=False)
    network = address_in_network() if host == "0.0.0.0" else None
    there = f"{options.public_url}/" if options.public_url else f"http://{network}:{port}/"
    if options.public_url:
        out.print(_(N_("For everyone: {address}"), address=there), highlight=False)
    elif network:
        out.print(
            _(N_("From other devices on this network: {address}"), address=there), highlight=False
        )
    if options.public_url or network:
        out.print(qr_code(there), highlight=False, markup=False)
    kept = Message(N_("the database")) if database else options.data
    out.print(
        _(N_("Tables are saved in {folder}. Stop with Ctrl+C."), folder=kept), highlight=False
    )
    if not database and is_open_to_others(options.data):
        err.print(
            _(
                N_(
                    "Other users of this machine can look into {folder}, though not into the"
                    " database. Close it with chmod 700."
                ),
                folder=options.data,
            ),
            style="yellow",
            highlight=False,
        )
    say_if_interpreted()
    serving.serve(options, here, pace, browser)
