"""Files that lie beside the code of a game."""

import sys
from importlib import resources
from importlib.resources.abc import Traversable


def package_folder(part: object) -> Traversable | None:
    """The folder of the package in which the class of `part` is defined.

    None for the classes of the core itself, and for a module that is in no package: the files
    beside it would be everybody's.
    """
    module = sys.modules[type(part).__module__]
    package = module.__name__ if hasattr(module, "__path__") else module.__package__
    if not package or package == "cubilete.core.parts":
        return None
    return resources.files(package)


def package_file(part: object, path: str) -> str | None:
    """The text of a file in that folder; None where there is none."""
    folder = package_folder(part)
    file = folder.joinpath(path) if folder is not None else None
    return file.read_text(encoding="utf-8") if file is not None and file.is_file() else None
