"""Checks what `make dist` built: nothing of the repository is missing in the archives.

The source archive must hold every file under version control, the wheel every file of the package
and its compiled modules.
"""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main() -> None:
    (archive,) = (ROOT / "dist").glob("*.tar.gz")
    (wheel,) = (ROOT / "dist").glob("*.whl")
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = {name for name in listed.stdout.splitlines() if (ROOT / name).exists()}
    with tarfile.open(archive) as packed:
        in_archive = {name.partition("/")[2] for name in packed.getnames()}
    with zipfile.ZipFile(wheel) as zipped:
        in_wheel = set(zipped.namelist())
    package = {name.removeprefix("src/") for name in files if name.startswith("src/")}
    missing = [f"{archive.name} lacks {name}" for name in sorted(files - in_archive)]
    missing += [f"{wheel.name} lacks {name}" for name in sorted(package - in_wheel)]
    if not any(name.endswith((".so", ".pyd")) for name in in_wheel):
        missing.append(f"{wheel.name} is not compiled")
    sys.exit("\n".join(missing) or None)


main()
