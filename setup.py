"""Compiles the hot modules with mypyc. Without a C compiler the build is plain Python.

All modules are one C file on purpose. One file a module compiles in half the time on two cores, but
then the compiler does not inline across modules, and playouts lose up to a quarter of their speed.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from importlib import metadata
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext

CORE = ("bits", "rng", "state", "playout", "strategy")
GAMES = ("rules", "scoring", "tables")
PARTS = ("encoding",)
STUDY = (
    "learning/dizzle_regression",
    "learning/twenty_one_solver",
    "learning/two_sixteen_network",
    "spaces/batch",
)
"""Learners that take hours if they are interpreted; and games stepped together."""
INTERPRETED = ("__init__", "imagine", "lessons", "worths")
"""Modules of a game's policy that are not compiled: they handle views, or run once."""
FLAGS = ["-fno-semantic-interposition", "-fvisibility=hidden"]

PURE = os.environ.get("CUBILETE_PURE") == "1"
COMPILES = {"dist_info", "egg_info", "sdist"}.isdisjoint(sys.argv)
"""Whether the command that a build tool asks for needs the C; making it takes seconds."""
CACHE = os.environ.get("CUBILETE_BUILD_CACHE", "")
"""The folder where compiled extensions are kept between builds; nothing is kept by default."""
KEPT_FOR = 30 * 24 * 3600
"""Seconds after which an extension that no build has used is removed from the cache."""

here = Path(__file__).parent
package = Path("src", "cubilete")


def modules():
    found = [package / "core" / f"{name}.py" for name in CORE]
    found += [package / "core" / "parts" / f"{name}.py" for name in PARTS]
    found += [package / "study" / f"{name}.py" for name in STUDY]
    games = here / package / "games"
    for name in GAMES:
        found += [path.relative_to(here) for path in games.glob(f"*/{name}.py")]
    found += [
        path.relative_to(here)
        for path in games.glob("*/policy/*.py")
        if path.stem not in INTERPRETED
    ]
    return sorted(map(str, found))


def extensions():
    from mypyc.build import mypycify

    found = mypycify(["--config-file", str(here / "pyproject.toml"), *modules()], opt_level="3")
    for extension in {id(extension): extension for extension in found}.values():
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
        extension.optional = True  # `cubilete games` says which form is running
    return found


class Build(build_ext):
    """Compiles the extensions side by side, and reuses those whose C has not changed."""

    def initialize_options(self):
        super().initialize_options()
        self.parallel = os.cpu_count()

    def build_extension(self, ext):
        if not CACHE:
            super().build_extension(ext)
            return
        built = Path(self.get_ext_fullpath(ext.name))
        kept = Path(CACHE, self.fingerprint(ext))
        if kept.exists():
            built.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(kept, built)
            os.utime(kept)
        else:
            super().build_extension(ext)
            kept.parent.mkdir(parents=True, exist_ok=True)
            unfinished = kept.with_suffix(f".{os.getpid()}")
            shutil.copyfile(built, unfinished)
            unfinished.replace(kept)

    def fingerprint(self, ext):
        """A hash of all that the machine code depends on."""
        compiler = self.compiler.compiler_so
        version = subprocess.run([compiler[0], "--version"], capture_output=True, check=True).stdout
        headers = [metadata.version(name) for name in ("mypy", "librt")]
        arguments = [*compiler, *ext.extra_compile_args]
        said = [ext.name, sysconfig.get_config_var("EXT_SUFFIX"), *headers, *arguments]
        digest = hashlib.sha256("\n".join(said).encode() + version)
        for path in sorted([*ext.sources, *ext.depends]):
            digest.update(Path(path).read_bytes())
        return digest.hexdigest()

    def run(self):
        super().run()
        if CACHE and Path(CACHE).is_dir():
            for path in Path(CACHE).iterdir():
                if path.stat().st_mtime < time.time() - KEPT_FOR:
                    path.unlink()


setup(ext_modules=extensions() if COMPILES and not PURE else [], cmdclass={"build_ext": Build})
