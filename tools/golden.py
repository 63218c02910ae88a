"""Rewrites the golden records: python tools/golden.py

tests/golden/games.json lists the games: players, options and two seeds each, and the file of the
material where it is not the shipped one: records of earlier sheets stay as they are. This script
plays them with `cubilete simulate` and random bots and writes tests/golden/<game>/<name>-1.jsonl
and -2.jsonl; the second holds the legal lists too, unless "legal" is false. tests/test_golden.py
compares them byte by byte.

Run it only after a deliberate change of rules or notation, and review the diff: records of the
previous rules stay valid only if the game's `edition` changes with them.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"


def main() -> None:
    games = json.loads((GOLDEN / "games.json").read_text("utf-8"))
    for folder in GOLDEN.iterdir():
        if folder.is_dir():
            shutil.rmtree(folder)
    for name, game in games.items():
        slug = name.partition("/")[0]
        first, second = game["seeds"]
        arguments = [slug, "--players", str(game["players"])]
        for option, value in game.get("options", {}).items():
            text = ",".join(value) if isinstance(value, list) else json.dumps(value)
            arguments += ["--option", f"{option}={text}"]
        if "material" in game:
            arguments += ["--material", str(ROOT / game["material"])]
        write(GOLDEN / f"{name}-1.jsonl", [*arguments, "--seed", str(first)])
        legal = ["--legal"] if game.get("legal", True) else []
        write(GOLDEN / f"{name}-2.jsonl", [*arguments, "--seed", str(second), *legal])


def write(file: Path, arguments: list[str]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "cubilete.cli", "simulate", *arguments]
        subprocess.run(
            [*command, "--bots", "random", "--records", folder],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        (record,) = Path(folder).iterdir()
        shutil.copyfile(record, file)


if __name__ == "__main__":
    main()
