"""Compiles the hot modules with mypyc; without a C compiler the build is plain Python."""

import os
from pathlib import Path

from setuptools import setup

CORE = ("bits", "rng", "state", "playout")
GAMES = ("rules", "scoring", "tables")
FLAGS = ["-fno-semantic-interposition", "-fvisibility=hidden"]

here = Path(__file__).parent
package = Path("src", "cubilete")
modules = [package / "core" / f"{name}.py" for name in CORE] + sorted(
    path.relative_to(here)
    for name in GAMES
    for path in (here / package / "games").glob(f"*/{name}.py")
)


def extensions():
    from mypyc.build import mypycify

    found = mypycify(
        ["--config-file", str(here / "pyproject.toml"), *map(str, modules)], opt_level="3"
    )
    for extension in {id(extension): extension for extension in found}.values():
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
        extension.optional = True  # the program says which form is running
    return found


setup(ext_modules=[] if os.environ.get("CUBILETE_PURE") == "1" else extensions())
