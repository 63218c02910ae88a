"""The command line: output, exit codes and JSON."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from command import cubilete
from cubilete import AnyGame, all_games
from cubilete.games.two_sixteen.setup import HEAD_STARTS


def test_games_lists_all_and_says_how_the_rules_run() -> None:
    done = cubilete("games")
    assert done.returncode == 0
    for game in all_games():
        assert game.slug in done.stdout
    assert re.search("The rules are (not )?compiled", done.stdout)


def test_games_for_programs() -> None:
    listed = json.loads(cubilete("games", "--json").stdout)
    assert [game["slug"] for game in listed["games"]] == [game.slug for game in all_games()]


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_rules_are_shown_in_both_languages(game: AnyGame, language: str) -> None:
    done = cubilete("rules", game.slug, "--lang", language)
    assert done.stdout.strip() == game.words.rules(language).strip()


def test_language_of_the_environment_is_spoken() -> None:
    done = cubilete("replay", "missing.jsonl", CUBILETE_LANG="es")
    assert "No se puede leer" in done.stderr
    assert "Muestra los juegos" in cubilete("--help", CUBILETE_LANG="es").stdout


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_simulated_records_replay_to_their_result(game: AnyGame, tmp_path: Path) -> None:
    for players in {min(game.about.players), max(game.about.players)}:
        done = cubilete(
            *("simulate", game.slug, "--players", str(players), "--games", "2", "--seed", "9"),
            *("--records", tmp_path / str(players), "--legal", "--json"),
        )
        tally = json.loads(done.stdout)
        assert tally["games"] == 2
        names = sorted(path.name for path in (tmp_path / str(players)).iterdir())
        assert names == [f"{game.slug}-9-0001.jsonl", f"{game.slug}-9-0002.jsonl"]
        for name in names:
            path = tmp_path / str(players) / name
            replayed = json.loads(cubilete("replay", path, "--json").stdout)
            last = json.loads(path.read_text(encoding="utf-8").splitlines()[-1])
            assert replayed["result"] == last["result"]


def test_replay_shows_the_position_in_words(tmp_path: Path) -> None:
    cubilete("simulate", "seis-dados", "--records", tmp_path)
    done = cubilete("replay", tmp_path / "seis-dados-1-0001.jsonl", "--show")
    assert "★" in done.stdout
    assert "straight of 3" in done.stdout


def test_replay_of_a_game_in_progress_says_so(tmp_path: Path) -> None:
    cubilete("simulate", "seis-dados", "--records", tmp_path)
    path = tmp_path / "seis-dados-1-0001.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:9]))
    assert "in progress" in cubilete("replay", path).stdout


def test_broken_record_is_named_with_line_and_rule(tmp_path: Path) -> None:
    cubilete("simulate", "seis-dados", "--records", tmp_path)
    path = tmp_path / "seis-dados-1-0001.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    lines[3] = re.sub('"text":"[^"]*"', '"text":"joker 1"', lines[3])
    path.write_text("".join(lines))
    done = cubilete("replay", path)
    assert done.returncode == 1
    assert f"{path}:4: " in done.stderr
    assert "SD-1" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("rules", "seis"), 2, "Did you mean seis-dados"),
        (("rules", "zzzzzzzzz"), 2, "There is no game"),
        (("rules", "seis-dados", "--lang", "fr"), 2, "choose es, en"),
        (("simulate", "twentyone"), 2, "twenty-one"),
        (("simulate", "seis-dados", "--players", "9"), 2, "2 to 3 players"),
        (("simulate", "seis-dados", "--bots", "clever"), 2, "no bot clever"),
        (("simulate", "seis-dados", "--bots", "random,random,random"), 2, "one bot for all"),
        (("simulate", "seis-dados", "--option", "colour=red"), 2, "no option colour"),
        (("simulate", "seis-dados", "--option", "end_at=0"), 2, "at least 1"),
        (("simulate", "seis-dados", "--option", "end_at=much"), 2, "whole number"),
        (("simulate", "seis-dados", "--option", "end_at"), 2, "key=value"),
        (("simulate", "seis-dados", "--option", "end_at=5", "--option", "end_at=6"), 2, "twice"),
        (("simulate", "seis-dados", "--option", "categories=ones,ones"), 2, "twice"),
        (("simulate", "seis-dados", "--option", "categories=jokers"), 2, "SD-3"),
        (
            ("simulate", "seis-dados", "--players", "3", "--option", "lowest_wins=true"),
            2,
            "SD-S5",
        ),
        (("simulate", "216", "--option", "head_start=cruel"), 2, "box, easy, medium, hard"),
        (("simulate", "216", "--players", "2", "--option", "head_start=hard"), 2, "playing alone"),
        (("simulate", "216", "--option", "head_start=100"), 2, "216-17"),
        (("simulate", "seis-dados", "--games", "0"), 2, "games"),
        (("simulate", "seis-dados", "--material", "missing.txt"), 2, "can't be read"),
        (("simulate", "seis-dados", "--records", "/dev/null/x"), 2, "can't be written"),
        (("replay", "missing.jsonl"), 2, "can't be read"),
        (("replay", "."), 2, "can't be read"),
        (("check", "missing.txt"), 2, "can't be read"),
        (("no-such-command",), 2, "No such command"),
    ],
)
def test_what_can_not_be_done_is_said_in_a_sentence(
    arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    done = cubilete(*arguments)
    assert done.returncode == code
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_options_are_read_by_their_kind(tmp_path: Path) -> None:
    done = cubilete(
        *("simulate", "seis-dados", "--option", "categories=ones", "--option", "lowest_wins=true"),
        *("--option", "end_at=3", "--records", tmp_path),
    )
    assert done.returncode == 0, done.stderr
    header = json.loads((tmp_path / "seis-dados-1-0001.jsonl").read_text().splitlines()[0])
    assert header["options"] == {"categories": ["ones"], "lowest_wins": True, "end_at": 3}


def test_difficulty_has_a_name_and_the_record_its_number(tmp_path: Path) -> None:
    done = cubilete("simulate", "216", "--option", "head_start=hard", "--records", tmp_path)
    assert done.returncode == 0, done.stderr
    header = json.loads((tmp_path / "216-1-0001.jsonl").read_text().splitlines()[0])
    assert header["options"] == {"head_start": dict(HEAD_STARTS)["hard"]}


@pytest.mark.parametrize(
    ("content", "line", "sentence"),
    [
        (b"", 1, "empty"),
        (b"hello\n", 1, "must say"),
        (b"cubilete seis-dados\n", 1, "needs no deck"),
        (b"# a comment\n\ncubilete twenty-one\nW Y R\n", 4, "section"),
        (b"cubilete twenty-one\n[sheet A]\n\xff\xfe\n", 3, "UTF-8"),
        (b"cubilete twenty-one\n[sheet A]\nW Y R G B W\n", 3, ""),
        (b"cubilete dizzle\n[grid]\n1 2 ?\n", 3, ""),
        (b"cubilete 216\n[grey]\nG01 | 7 7 7 | 1 | 1\n", 3, ""),
    ],
)
def test_broken_material_is_named_with_its_line(
    content: bytes, line: int, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(content)
    done = cubilete("check", path)
    assert done.returncode == 1
    assert f"{path}:{line}: " in done.stderr
    assert sentence in done.stderr


def test_material_for_a_game_that_there_is_not(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("cubilete parchis\n")
    done = cubilete("check", path)
    assert done.returncode == 2
    assert "There is no game" in done.stderr


def our_files() -> list[Path]:
    """The files of material in the package; ranks.txt is not one of them."""
    found = [
        Path(str(sys.modules[type(game.rules).__module__].__file__)).parent / "data"
        for game in all_games()
    ]
    return sorted(
        path
        for folder in found
        if folder.is_dir()
        for path in folder.rglob("*.txt")
        if path.stem != "ranks"
    )


@pytest.mark.parametrize("path", our_files(), ids=lambda path: path.name)
def test_our_own_material_is_good_and_can_be_played(path: Path) -> None:
    done = cubilete("check", path, "--json")
    assert done.returncode == 0, done.stderr
    game = json.loads(done.stdout)["game"]
    played = cubilete("simulate", game, "--material", path, "--json")
    assert played.returncode == 0, played.stderr


def test_material_of_another_game_is_refused() -> None:
    sheets = next(path for path in our_files() if "twenty_one" in str(path))
    done = cubilete("simulate", "216", "--material", sheets)
    assert done.returncode == 1
    assert "for twenty-one, not for 216" in done.stderr


@pytest.mark.slow
def test_quick_bench_prints_ratios_and_reads_as_json() -> None:
    done = cubilete("bench", "--quick", "--json", "--yardsticks", "bench")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert all("skipped" in entry or entry["value"] > 0 for entry in found)


def test_output_that_nobody_reads_to_its_end_is_no_error() -> None:
    command = f"{sys.executable} -m cubilete.cli rules seis-dados | head -c 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert done.stderr == ""


def without(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the command as if a package were not installed."""
    program = f"import sys; sys.modules[{module!r}] = None; from cubilete.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={**os.environ, "CUBILETE_LANG": "es"},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("module", ["fastapi", "platformdirs"])
def test_play_without_the_web_packages_says_what_to_install(module: str) -> None:
    done = without(module, "play")
    assert done.returncode == 2
    assert done.stderr == (
        "La mesa en el navegador necesita más paquetes: pip install 'cubilete[web]'\n"
    )


def test_play_does_not_hide_a_broken_import_of_our_own() -> None:
    done = without("cubilete.web.app", "play")
    assert done.returncode == 1
    assert "ModuleNotFoundError" in done.stderr


def test_other_commands_import_neither_server_nor_studies() -> None:
    program = """
import sys
from cubilete.cli.app import app
app(["games", "--json"], standalone_mode=False)
heavy = ("fastapi", "jinja2", "markupsafe", "uvicorn", "cubilete.store", "cubilete.study",
         "cubilete.table", "cubilete.web")
print([name for name in sys.modules if name.startswith(heavy)], file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stderr == "[]\n"
