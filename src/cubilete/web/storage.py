"""Where tables are stored: a folder of the user, or a database; checked before it is opened."""

from importlib.util import find_spec
from pathlib import Path

import platformdirs

from cubilete.core.errors import CubileteError
from cubilete.core.message import N_
from cubilete.store.base import Store
from cubilete.store.private_files import PRIVATE_FOLDER, is_open_to_others, make_private_folder
from cubilete.store.sqlite import SqliteStore

FILE = "cubilete.sqlite"


def default_data() -> Path:
    return Path(platformdirs.user_data_dir("cubilete", appauthor=False))


def check_database(address: str) -> None:
    if not address.startswith(("postgresql://", "postgres://")):
        raise CubileteError(
            "bad-database", "", N_("Give the database as an address like postgresql://…")
        )
    if find_spec("asyncpg") is None:
        raise CubileteError(
            "no-asyncpg", "", N_("PostgreSQL needs the package asyncpg: cubilete[postgres].")
        )


def check_folder(folder: Path) -> None:
    """Creates the folder if need be, and tries to write into it.

    A folder that we make, and our default one, is closed to other users of the machine. Another
    folder is the user's own business: they may share it.
    """
    try:
        make_private_folder(folder)
        if folder == default_data() and is_open_to_others(folder):
            folder.chmod(PRIVATE_FOLDER)
        probe = folder / ".write-test"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise CubileteError(
            "bad-folder",
            "",
            N_("{file} can't be written: {reason}."),
            file=folder,
            reason=error.strerror or str(error),
        ) from None


def store_of(data: Path, database: str) -> Store:
    """The store in a database, or else in a folder."""
    if not database:
        return SqliteStore(data / FILE)
    # asyncpg is an optional dependency.
    from cubilete.store.postgres import PostgresStore

    return PostgresStore(database)
