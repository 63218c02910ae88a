"""Prints a hash of what a wheel is built from, and for which Python and platform.

The Makefile keeps it beside the wheel in dist/ and builds again only when it differs.
"""

import hashlib
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[1]
BESIDE_SRC = ("MANIFEST.in", "pyproject.toml", "setup.py", "requirements/build.txt")
LEFT_OUT = {"__pycache__", "cubilete.egg-info"}


def main() -> None:
    digest = hashlib.sha256()
    single = [ROOT / name for name in BESIDE_SRC]
    for path in [*sorted((ROOT / "src").rglob("*")), *single]:
        if path.is_file() and LEFT_OUT.isdisjoint(path.parts):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(ROOT)} {len(content)}\n".encode() + content)
    print(digest.hexdigest(), sys.implementation.cache_tag, sysconfig.get_platform())


main()
