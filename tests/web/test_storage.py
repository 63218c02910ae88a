"""The folder of the database: closed to other users where it is ours, and reported where it is
not."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cubilete.store.private_files import is_open_to_others
from cubilete.web import storage

from .running import Server


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode_of(folder: Path) -> int:
    return folder.stat().st_mode & 0o777


@pytest.mark.usefixtures("open_umask")
def test_folder_that_is_made_is_closed_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "tables"
    storage.check_folder(folder)
    assert mode_of(folder) == 0o700
    assert not is_open_to_others(folder)


def test_default_folder_of_an_earlier_version_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o755)
    monkeypatch.setattr(storage, "default_data", lambda: tmp_path)
    storage.check_folder(tmp_path)
    assert mode_of(tmp_path) == 0o700


@pytest.mark.parametrize(("mode", "warned"), [(0o755, True), (0o700, False)])
def test_folder_of_the_user_stays_as_it_is_and_is_reported_if_open(
    mode: int, warned: bool, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(mode)
    english = {"CUBILETE_LANG": "en", "COLUMNS": "300"}
    server = Server(tmp_path / "log", "--data", str(folder), environment=english)
    try:
        server.start()
    finally:
        server.stop()
    assert mode_of(folder) == mode
    assert ("Close it with chmod 700" in server.log.read_text()) == warned
