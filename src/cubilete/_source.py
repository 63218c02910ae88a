"""Chooses between the compiled modules and their source.

mypyc compiles the hot modules into extension modules beside their source. With CUBILETE_PURE=1 in
the environment the source is loaded instead, so that one installation can run, test and measure
both. This module must be imported before any compiled one.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

PURE_VARIABLE = "CUBILETE_PURE"


class SourceFinder:
    """An import finder that finds the modules of this package only as source."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith("cubilete."):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name, target)
            if spec is not None:
                return spec
        return None


def compiled() -> bool:
    """Whether the rules run compiled."""
    from cubilete.core import state

    return not str(state.__file__).endswith(".py")


if os.environ.get(PURE_VARIABLE) == "1" and SourceFinder not in sys.meta_path:
    sys.meta_path.insert(0, SourceFinder)
