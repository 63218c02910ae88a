"""The tables of the strategies: small, reproducible, written where they belong."""

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from cubilete import BadOption, all_games, find_game
from cubilete.games.dizzle.policy import weights_for
from cubilete.study.learning import dizzle, precompute
from cubilete.study.learning.precompute import AT_MOST, Progress, compute, makers, shipped_sizes


def test_all_games_together_ship_less_than_five_megabytes() -> None:
    sizes = {game.slug: shipped_sizes(game) for game in all_games()}
    assert 0 < sum(size for files in sizes.values() for size in files.values()) < AT_MOST


def test_every_game_that_ships_tables_can_compute_them() -> None:
    assert {game.slug for game in all_games() if shipped_sizes(game)} == set(makers())


def test_weights_of_dizzle_are_learned_for_every_number_of_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dizzle, "POPULATION", 2)
    monkeypatch.setattr(dizzle, "ELITE", 1)
    monkeypatch.setattr(dizzle, "LEVELS", [1])
    steps: list[tuple[int, int]] = []
    first = dizzle.learn(1, 1, 1, lambda *step: steps.append(step))
    assert dizzle.tune(1, 1, 1, seed=1) == first[1]
    assert dizzle.tune(1, 1, 1, seed=2) != first[1]
    assert steps == [(done, 5) for done in range(1, 6)]
    for players, weights in first.items():
        shipped = weights_for(players)
        assert {name: len(numbers) for name, numbers in weights.items()} == {
            name: len(numbers) for name, numbers in shipped.items()
        }
        assert dizzle.show(players, weights).startswith(f"[players {players}]\ngem ")


def shipped_and_new(seed: int, progress: Progress) -> Iterator[tuple[str, bytes]]:
    file = resources.files("cubilete.games.dizzle.policy").joinpath("data/outlook.txt")
    yield "outlook.txt", file.read_bytes()
    progress(1, 2)
    yield "new.bin", bytes([seed])
    progress(2, 2)


def test_tables_are_compared_with_what_is_shipped_and_written_below_their_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precompute, "makers", lambda: {"dizzle": shipped_and_new})
    seen: list[tuple[int, int]] = []
    tables = list(compute(find_game("dizzle"), 7, lambda *steps: seen.append(steps)))
    assert [(table.name, table.shipped) for table in tables] == [
        ("outlook.txt", True),
        ("new.bin", False),
    ]
    assert seen == [(1, 2), (2, 2)]
    path = tables[1].write(tmp_path)
    assert path == tmp_path / "cubilete/games/dizzle/policy/data/new.bin"
    assert path.read_bytes() == b"\7"


def test_game_without_tables_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precompute, "makers", dict)
    with pytest.raises(BadOption, match="has no tables to compute"):
        list(compute(find_game("216")))
