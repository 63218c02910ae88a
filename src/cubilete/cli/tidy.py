"""`cubilete tidy`: removes tables that never began, imported games and evenings that nobody looks
at."""

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from cubilete.cli.shared.arguments import AsJson, Data, Database
from cubilete.cli.shared.console import _, out
from cubilete.cli.shared.failures import BAD_COMMAND, Failure, explained, web_packages
from cubilete.core.message import N_

HELP = N_("List the tables and games nobody needs any more, and remove them.")


def run(
    data: Data = None,
    database: Database = "",
    remove: Annotated[
        bool, typer.Option("--remove", help=_(N_("Remove them, instead of just listing them.")))
    ] = False,
    as_json: AsJson = False,
) -> None:
    from cubilete.host import housekeeping
    from cubilete.store.base import Unavailable

    with web_packages():
        from cubilete.web import storage

    folder = data or storage.default_data()
    if database:
        with explained():
            storage.check_database(database)
    elif not (folder / storage.FILE).is_file():
        raise Failure(_(N_("There is no database in {folder}."), folder=folder), BAD_COMMAND)
    work = housekeeping.remove_unused if remove else housekeeping.find_unused
    store = storage.store_of(folder, database)
    try:
        unused = asyncio.run(work(store, housekeeping.cutoff(time.time())))
    except Unavailable as error:
        raise Failure(
            _(N_("The database can't be used: {reason}."), reason=error), BAD_COMMAND
        ) from None
    if as_json:
        print(json.dumps({"removed": remove, **asdict(unused)}))
        return
    print_count(
        N_("Tables that never started, untouched for {days} days: {count}"),
        housekeeping.TABLE_DAYS,
        unused.tables,
    )
    print_count(
        N_("Saved games that nobody opened for {days} days: {count}"),
        housekeeping.RECORD_DAYS,
        unused.records,
    )
    print_count(
        N_("Evenings that nobody opened or played for {days} days: {count}"),
        housekeeping.EVENING_DAYS,
        unused.evenings,
    )
    if remove:
        out.print(_(N_("They have been removed.")))
    else:
        out.print(_(N_("Nothing has been removed: --remove does it.")))


def print_count(template: str, days: int, names: Sequence[str]) -> None:
    out.print(_(template, days=days, count=len(names)), highlight=False)
