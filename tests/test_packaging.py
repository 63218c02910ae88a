"""What pyproject.toml, the locked requirements and the version promise each other."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def names(requirements: list[object]) -> set[str]:
    """The packages that requirements name; references to our own extras and groups are left out."""
    found = {re.split(r"[\[<>=!~; ]", text)[0] for text in requirements if isinstance(text, str)}
    return {name.lower().replace("_", "-") for name in found} - {"cubilete"}


def locked(file: str) -> set[str]:
    text = (ROOT / "requirements" / file).read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z0-9.-]+)==", text, re.MULTILINE))


def test_locks_hold_every_direct_requirement() -> None:
    base = names(PROJECT["project"]["dependencies"])
    groups = PROJECT["dependency-groups"]
    assert base | names(EXTRAS["web"]) <= locked("run.txt")
    assert names(groups["build"]) <= locked("build.txt")
    assert names(groups["dev"]) | names(EXTRAS["postgres"]) | locked("run.txt") <= locked("dev.txt")
    assert base | names(EXTRAS["bench"]) | names(EXTRAS["study"]) <= locked("bench.txt")


def test_build_group_is_what_a_build_requires() -> None:
    assert PROJECT["dependency-groups"]["build"] == PROJECT["build-system"]["requires"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_lock_has_hashes_and_names_no_place(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    pins = re.findall(r"^\S+==.*$", text, re.MULTILINE)
    assert pins
    assert all(pin.endswith("\\") for pin in pins), "a pin without a hash"
    assert not re.search(r"://|^-|--(?!hash=)|(?<![\w.])/", text, re.MULTILINE)


def test_library_needs_no_web_package() -> None:
    web = names(EXTRAS["web"]) | names(EXTRAS["postgres"])
    assert names(PROJECT["project"]["dependencies"]).isdisjoint(web)


def test_version_is_written_in_one_place() -> None:
    assert "version" in PROJECT["project"]["dynamic"]
    text = (ROOT / "src" / "cubilete" / "_version.py").read_text(encoding="utf-8")
    version = re.search(r'VERSION = "(.+)"', text)
    assert version is not None
    for path in (ROOT / "src").rglob("*.py"):
        if path.name != "_version.py":
            assert f'"{version[1]}"' not in path.read_text(encoding="utf-8"), path
