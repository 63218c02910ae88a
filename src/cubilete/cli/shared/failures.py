"""Failures of a command: a sentence on standard error and an exit code.

Programs rely on the codes. 0: done. 1: a record or a file of material is broken. 2: the command
can't be carried out as it was given.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cubilete.cli.shared.console import _, language
from cubilete.core.errors import BadMaterial, BadRecord, CubileteError
from cubilete.core.message import N_
from cubilete.language import explain

BROKEN_FILE = 1
BAD_COMMAND = 2


class Failure(Exception):
    """Ends the command with a sentence and an exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code


@contextmanager
def explained(path: Path | None = None) -> Iterator[None]:
    """Turns errors of the library into a Failure, with the file and line where known."""
    try:
        yield
    except (BadRecord, BadMaterial) as error:
        line = f":{error.line}" if error.line else ""
        where = f"{path}{line}: " if path else ""
        raise Failure(where + explain(error, language), BROKEN_FILE) from None
    except CubileteError as error:
        raise Failure(explain(error, language), BAD_COMMAND) from None


@contextmanager
def study_packages() -> Iterator[None]:
    """Turns an import that fails because the packages for tables are missing into a Failure."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("cubilete"):
            raise
        raise Failure(
            _(N_("Tables of games need more packages: pip install 'cubilete[study]'")), BAD_COMMAND
        ) from None


@contextmanager
def written_to(folder: Path) -> Iterator[None]:
    """Turns an error of writing into a Failure that names the file."""
    try:
        yield
    except OSError as error:
        file = error.filename or folder
        reason = error.strerror or str(error)
        raise Failure(
            _(N_("{file} can't be written: {reason}."), file=file, reason=reason), BAD_COMMAND
        ) from None


@contextmanager
def web_packages() -> Iterator[None]:
    """Turns an import that fails because the web packages are missing into a Failure."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("cubilete"):
            raise
        raise Failure(
            _(N_("The table in the browser needs more packages: pip install 'cubilete[web]'")),
            BAD_COMMAND,
        ) from None
