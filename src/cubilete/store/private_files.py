"""Permissions of the database on the disk: its owner only.

The file holds the key that signs cookies and the secrets of running games, so that another user of
the machine who can read it can take any seat.
"""

import logging
import os
from pathlib import Path

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700
OTHERS = 0o077
"""The permissions of the group and of everybody."""

logger = logging.getLogger(__name__)


def make_private(path: Path) -> None:
    """Creates the file for its owner only, or takes the permissions of others away.

    SQLite gives the files of its write-ahead log the permissions of the database when it makes
    them; those that are there already are changed too.
    """
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE_FILE))
    for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        if file.exists() and file.stat().st_mode & OTHERS:
            try:
                file.chmod(PRIVATE_FILE)
            except PermissionError:  # of another owner, who shares it with our group
                logger.warning("others may read %s, and its permissions can't be changed", file)


def make_private_folder(path: Path) -> None:
    """Creates the folder for its owner only; one that is there stays as it is."""
    path.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)


def is_open_to_others(folder: Path) -> bool:
    """Whether other users of the machine may read the folder or write into it."""
    return os.name == "posix" and bool(folder.stat().st_mode & OTHERS)
