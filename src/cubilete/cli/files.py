"""Reading the files that a command is given: records, and material of a person's own."""

from pathlib import Path

from cubilete.cli.console import _
from cubilete.cli.failures import BAD_COMMAND, Failure
from cubilete.core import datafile
from cubilete.core.errors import N_


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise Failure(
            _(N_("{file} can't be read: {reason}."), file=path, reason=reason), BAD_COMMAND
        ) from None


def read_data(path: Path) -> datafile.DataFile:
    """A deck, sheet or level. Call it inside `explained(path)`, which adds the file and line."""
    source = read_bytes(path)
    try:
        text = source.decode("utf-8")
    except UnicodeDecodeError as error:
        line = source[: error.start].count(b"\n") + 1
        raise datafile.complaint(line, "not-utf8", N_("This line is not UTF-8.")) from None
    return datafile.parse(text)
