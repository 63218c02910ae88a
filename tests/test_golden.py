"""The golden records: games whose rules and notation must not change unnoticed.

They were written by `tools/golden.py`, which is also the way to change them on purpose.
"""

import json
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from cubilete import find_game, read_record, replay
from cubilete.core.datafile import parse
from cubilete.study.simulate import Simulation

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden"
GAMES = json.loads((GOLDEN / "games.json").read_text("utf-8"))
FILES = sorted(GOLDEN.glob("*/*.jsonl"))


def file_id(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@pytest.mark.parametrize("file", FILES, ids=file_id)
def test_golden_record_replays_and_reads_back(file: Path) -> None:
    source = file.read_bytes()
    record = read_record(source)
    assert record.to_text().encode("utf-8") == source
    match = replay(record)  # checks every event, legal list and audience, and the result
    assert match.result is not None
    assert match.result == record.result


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("place", [0, 1])
def test_same_seed_writes_the_golden_record(name: str, place: int) -> None:
    slug, plan = name.partition("/")[0], GAMES[name]
    with_legal = place == 1 and plan.get("legal", True)
    bots = ("random",) * plan["players"]
    game, options = find_game(slug), plan.get("options", {})
    material = None
    if "material" in plan:
        data = parse((ROOT / plan["material"]).read_text(encoding="utf-8"))
        material = game.material_from(data)
    simulation = Simulation(game, bots, plan["seeds"][place], options, material)
    text = simulation.match(1, with_legal).record().to_text()
    assert text.encode("utf-8") == (GOLDEN / f"{name}-{place + 1}.jsonl").read_bytes()


def test_every_file_belongs_to_a_game_on_the_list() -> None:
    listed = {f"{name}-{place}" for name in GAMES for place in (1, 2)}
    assert {file_id(file) for file in FILES} == listed


def test_every_option_and_both_ends_of_the_players_are_covered() -> None:
    for game in (find_game(slug) for slug in sorted({name.partition("/")[0] for name in GAMES})):
        plans = [plan for name, plan in GAMES.items() if name.startswith(f"{game.slug}/")]
        assert {game.about.players[0], game.about.players[-1]} <= {
            plan["players"] for plan in plans
        }
        chosen = {option for plan in plans for option in plan.get("options", {})}
        assert chosen == {option.name for option in game.rules.options}


def test_every_game_of_this_package_has_golden_records() -> None:
    installed = entry_points(group="cubilete.games")
    own = {entry.name for entry in installed if entry.value.startswith("cubilete.games.")}
    assert own == {name.partition("/")[0] for name in GAMES}
