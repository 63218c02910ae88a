"""Which form of the compiled modules runs: the machine code, or its source.

The hot modules are compiled by mypyc and lie beside their own source. With
CUBILETE_PURE=1 in the environment the source is loaded instead, so that one
installation can run, test and measure both.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

PURE_VARIABLE = "CUBILETE_PURE"


class SourceFinder:
    """Finds the modules of this package as source, never as machine code."""

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
    """True where the rules run as machine code."""
    from cubilete.core import state

    return not str(state.__file__).endswith(".py")


if os.environ.get(PURE_VARIABLE) == "1" and SourceFinder not in sys.meta_path:
    sys.meta_path.insert(0, SourceFinder)
