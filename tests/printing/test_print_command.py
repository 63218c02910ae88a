"""`cubilete print`: files, sentences and exit codes."""

from pathlib import Path

import pytest

from command import cubilete
from cubilete import AnyGame, all_games

from .pdf import pages_of
from .test_printouts import LEVEL, PAGES


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_game_is_written_to_the_file(game: AnyGame, tmp_path: Path) -> None:
    file = tmp_path / "game.pdf"
    done = cubilete("print", game.slug, "--paper", "letter", "--language", "es", "-o", file)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{game.name} is in {file}, ready to print.\n"
    found = pages_of(file.read_bytes())
    assert len(found) == PAGES[game.slug]
    assert found[0].width == pytest.approx(215.9, abs=0.1)
    assert "1  Lo que quieres" in found[0].words


def test_options_choose_what_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    categories = "categories=ones,pair"
    done = cubilete("print", "seis-dados", "--option", categories, "-o", file)
    assert done.returncode == 0, done.stderr
    (page,) = pages_of(file.read_bytes())
    assert "ones" in page.texts
    assert "twos" not in page.texts


def test_own_level_comes_from_a_file(tmp_path: Path) -> None:
    level, file = tmp_path / "level.txt", tmp_path / "level.pdf"
    level.write_text(LEVEL, encoding="utf-8")
    done = cubilete("print", "dizzle", "--material", level, "-o", file)
    assert done.returncode == 0, done.stderr
    (page,) = pages_of(file.read_bytes())
    assert "Mi cueva" in page.texts


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("bridge",), "There is no game “bridge”"),
        (("dizzle", "--paper", "a3"), "There is no paper “a3” here; choose a4, letter."),
        (("dizzle", "--language", "fr"), "fr is not available; choose es, en."),
        (("dizzle", "--option", "level=9"), "level must be at most 4."),
        (("dizzle", "--option", "height=2"), "Dizzle has no option height."),
        (("216", "--option", "target"), "Write an option as key=value, not target."),
    ],
)
def test_bad_command_is_refused_in_a_sentence(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.pdf"
    done = cubilete("print", *arguments, "-o", file)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert not file.exists()


def test_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "game.pdf"
    done = cubilete("print", "pa-fuera", "-o", file)
    assert done.returncode == 2
    assert f"{file} can't be written" in done.stderr


def test_broken_level_is_refused_with_its_line(tmp_path: Path) -> None:
    level = tmp_path / "level.txt"
    level.write_text(LEVEL.replace("2Gb", "9Gb"), encoding="utf-8")
    done = cubilete("print", "dizzle", "--material", level, "-o", tmp_path / "level.pdf")
    assert done.returncode == 1
    assert f"{level}:7: “9Gb” is not a space" in done.stderr


def test_level_of_another_game_is_refused(tmp_path: Path) -> None:
    level = tmp_path / "level.txt"
    level.write_text(LEVEL, encoding="utf-8")
    done = cubilete("print", "216", "--material", level, "-o", tmp_path / "level.pdf")
    assert done.returncode == 1
    assert "This file is for dizzle, not for 216." in done.stderr
