"""Prints the tests that `make check` runs: python tools/changed_tests.py

They are the tests of what differs from the branch `main` of the origin (or from the last commit
where there is none), committed or not, and always those of the core. `make test` runs all: what a
change breaks elsewhere is seen there.
"""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]

ALWAYS = (
    *("tests/core", "tests/store", "tests/table"),
    *("tests/test_golden.py", "tests/test_rule_numbers.py", "tests/test_structure.py"),
    *("tests/test_tidy.py", "tests/test_words.py"),
)
"""The core, the contracts between all parts, and what is quick."""
ALL = ("tests",)
TESTS_OF = {
    "src/cubilete/bots": ("tests/bots", "tests/games"),
    "src/cubilete/cli": ("tests/test_cli.py", "tests/test_verify_command.py"),
    "src/cubilete/core": ("tests/bots", "tests/games", "tests/host"),
    "src/cubilete/games": ("tests/games", "tests/printing"),
    "src/cubilete/host": ("tests/host", "tests/web"),
    "src/cubilete/locale": ("tests/test_words.py",),
    "src/cubilete/printing": ("tests/printing", "tests/web/test_printing.py"),
    "src/cubilete/store": ("tests/host", "tests/store"),
    "src/cubilete/study": ("tests/study",),
    "src/cubilete/table": ("tests/host", "tests/table"),
    "src/cubilete/web": ("tests/web",),
    "docs": ("tests/test_docs.py",),
    "examples": ("tests/test_examples.py", "tests/test_study_examples.py"),
    "tests/golden": ("tests/test_golden.py",),
}
"""By the folder of a changed file. Other files of src and the project's settings concern all."""
ALONE = {"README.md": "tests/test_readme.py"}
"""Files in the project's folder that have tests of their own."""


def main() -> None:
    changed = sorted(set(changed_files()))
    chosen = sorted({*ALWAYS, *chosen_for(changed)})
    if ALL[0] in chosen:
        chosen = list(ALL)
    print(f"{len(changed)} files have changed: testing {' '.join(chosen)}", file=sys.stderr)
    print(*chosen)


def changed_files() -> Iterator[str]:
    start = git("merge-base", "HEAD", "origin/main") or ["HEAD"]
    yield from git("diff", "--name-only", start[0])
    yield from git("ls-files", "--others", "--exclude-standard")


def git(*arguments: str) -> list[str]:
    """The lines that git prints; none if it fails: there may be no origin."""
    command = ["git", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def chosen_for(changed: Iterable[str]) -> Iterator[str]:
    """The tests of these files, as arguments for pytest."""
    for name in changed:
        path = Path(name)
        if name.startswith("src/cubilete/games/") and len(path.parts) > 4:
            yield from tests_of_game(path.parts[3])
        elif folder := next((each for each in TESTS_OF if name.startswith(f"{each}/")), None):
            yield from TESTS_OF[folder]
        elif path.parts[0] == "tests":
            yield from tests_beside(path)
        elif name in ALONE:
            yield ALONE[name]
        elif path.parts[0] != "tools" and path.suffix != ".md":
            yield from ALL


def tests_of_game(package: str) -> Iterator[str]:
    names = (f"tests/games/{package}", f"tests/web/test_page_{package}.py", "tests/printing")
    yield from (name for name in names if (ROOT / name).exists())


def tests_beside(path: Path) -> Iterator[str]:
    """A module of tests itself; for a helper all tests of its folder."""
    if path.name.startswith("test_") and path.suffix == ".py":
        if (ROOT / path).exists():
            yield path.as_posix()
    elif len(path.parts) > 2:
        yield Path(*path.parts[: 3 if path.parts[1] == "games" else 2]).as_posix()
    else:
        yield from ALL


if __name__ == "__main__":
    main()
