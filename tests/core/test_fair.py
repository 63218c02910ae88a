"""Fair dice: reproducible from secret and seeds, uniform, and verifiable.

The records here are of the first recipe, unless a test says otherwise. Records of both recipes with
all kinds of changes are in test_fair_verdicts.py.
"""

import json
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from cubilete import CHANCE, AnyGame, BadRecord, Match, Record, all_games, find_game, read_record
from cubilete.core.fair import (
    RECIPE_1,
    RECIPE_2,
    FairDice,
    commitment_of,
    fingerprint_of,
    made_seed,
    seal_of,
    verify,
)
from cubilete.core.fair.recipe import seating_of
from cubilete.core.json_types import Json, JsonObject
from cubilete.core.rng import seeded
from cubilete.core.state import pick_seat

VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors" / "fair.json").read_text(encoding="utf-8")
)
SECRET = bytes(range(32))


def fair_record(game: AnyGame, players: int) -> Record:
    """The record of a game with fair dice and random decisions."""
    dice = FairDice(RECIPE_1, SECRET, "a-table", tuple(f"{seat:016x}" for seat in range(players)))
    match = Match(game, [f"P{seat}" for seat in range(players)])
    rng = seeded("fair", players)
    while not match.state.over:
        state = match.state
        if state.turn() == CHANCE:
            drawn = dice.draw(len(match.events) + 1, state.draws())
            match.apply(CHANCE, state.outcome(drawn))
        else:
            seat = pick_seat(state.acting(), rng)
            match.apply(seat, state.choose(seat, rng))
    record = match.record()
    assert record.result is not None
    return replace(
        record,
        header=replace(record.header, more={"fair": dice.header()}),
        result=replace(record.result, more={"fair": {"secret": SECRET.hex()}}),
    )


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_vectors_that_other_programs_can_check(vector: dict[str, Any]) -> None:
    secret = bytes.fromhex(str(vector["secret"]))
    seeds, sizes = vector["seeds"], vector["sizes"]
    assert isinstance(seeds, list)
    assert isinstance(sizes, list)
    assert isinstance(vector["n"], int)
    recipe = vector.get("recipe", RECIPE_1)
    kinds, names = vector.get("kinds", []), vector.get("names", [])
    dice = FairDice(
        recipe,
        secret,
        str(vector["table"]),
        tuple(seeds),
        kinds=tuple(kinds),
        names=tuple(names),
    )
    assert commitment_of(secret) == vector["commitment"]
    if "seating" in vector:
        assert seating_of(kinds, names, seeds) == vector["seating"]
        assert list(dice.prepared) == vector["prepared"]
    assert dice.draw(vector["n"], sizes) == vector["drawn"]
    for seat, seed in vector.get("made", {}).items():
        assert made_seed(recipe, secret, dice.table, int(seat)) == seed
    for seed, fingerprint in zip(seeds, vector.get("fingerprints", []), strict=False):
        assert fingerprint_of(seed) == fingerprint


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_game_with_fair_dice_can_be_verified(game: AnyGame) -> None:
    record = fair_record(game, game.about.players[-1])
    outcomes = sum(event.by == "chance" for event in record.events)
    assert verify(record) == outcomes > 0


def refusal(record: Record) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        verify(record)
    return caught.value


def test_other_dice_than_promised_are_found_with_their_line() -> None:
    record = fair_record(find_game("seis-dados"), 2)
    seeds = ("f" * 16, "1" * 16)
    promise = FairDice(RECIPE_1, SECRET, "a-table", seeds).header()
    error = refusal(replace(record, header=replace(record.header, more={"fair": promise})))
    assert (error.code, error.line) in {("not-fair", 2), ("not-fair", 3)}


def test_secret_that_was_not_promised_is_found() -> None:
    record = fair_record(find_game("seis-dados"), 2)
    assert record.result is not None
    other = replace(record.result, more={"fair": {"secret": "ab" * 32}})
    assert refusal(replace(record, result=other)).code == "wrong-secret"


def test_running_game_shows_no_secret_and_can_not_be_verified_yet() -> None:
    record = fair_record(find_game("seis-dados"), 2)
    assert refusal(replace(record, result=None)).code == "no-secret"
    assert SECRET.hex() not in record.header.to_json()


def test_game_without_fair_dice_says_so() -> None:
    record = fair_record(find_game("seis-dados"), 2)
    assert refusal(replace(record, header=replace(record.header, more={}))).code == "no-fair-dice"


@pytest.mark.parametrize("seeds", [["00" * 8], ["00" * 8, "xyz"], "no list", ["00" * 8, 7]])
def test_broken_promise_is_refused(seeds: list[Json]) -> None:
    record = fair_record(find_game("seis-dados"), 2)
    promise: JsonObject = {
        **FairDice(RECIPE_1, SECRET, "a-table", ()).header(),
        "seeds": list(seeds),
    }
    broken = replace(record, header=replace(record.header, more={"fair": promise}))
    assert refusal(broken).code == "bad-promise"


def with_promise(record: Record, **changes: Json) -> Record:
    promise = record.header.more["fair"]
    assert isinstance(promise, dict)
    return replace(record, header=replace(record.header, more={"fair": {**promise, **changes}}))


def test_seed_with_another_fingerprint_than_shown_is_found() -> None:
    record = fair_record(find_game("seis-dados"), 2)
    shown: list[Json] = [fingerprint_of(f"{0:016x}"), fingerprint_of("f" * 16)]
    assert refusal(with_promise(record, fingerprints=shown)).code == "wrong-seed"


def test_seed_that_nobody_brought_must_come_from_the_secret() -> None:
    """Otherwise the table could choose the seed after it knows the others."""
    record = fair_record(find_game("seis-dados"), 2)
    assert refusal(with_promise(record, made=[1])).code == "chosen-seed"
    own = made_seed(RECIPE_1, SECRET, "a-table", 1)
    dice = FairDice(RECIPE_1, SECRET, "a-table", ("0" * 16, own), made=(1,))
    assert refusal(with_promise(record, **dice.header())).code == "not-fair"


@pytest.mark.parametrize("made", ["no list", [2], [-1], ["0"], [True]])
def test_broken_list_of_made_seeds_is_refused(made: Json) -> None:
    record = fair_record(find_game("seis-dados"), 2)
    assert refusal(with_promise(record, made=made)).code == "bad-promise"
    assert refusal(with_promise(record, fingerprints=[])).code == "bad-promise"


@pytest.mark.parametrize("key", ["fingerprints", "made"])
def test_record_without_fingerprints_or_made_seats_is_refused(key: str) -> None:
    """A table could choose seeds afterwards if it need not say which it made."""
    record = fair_record(find_game("seis-dados"), 2)
    promise = record.header.more["fair"]
    assert isinstance(promise, dict)
    less: JsonObject = {name: value for name, value in promise.items() if name != key}
    broken = replace(record, header=replace(record.header, more={"fair": less}))
    assert refusal(broken).code == "bad-promise"


@pytest.mark.parametrize("size", [2, 6, 70, 462])
def test_every_number_is_equally_likely(size: int) -> None:
    dice = FairDice(RECIPE_1, SECRET, "chi-square", ("00" * 8,))
    per_number = 60
    counts = Counter(dice.draw(1, [size] * (size * per_number)))
    assert set(counts) <= set(range(size))
    chi_square = sum((counts[k] - per_number) ** 2 / per_number for k in range(size))
    # Five standard deviations above the mean of the distribution.
    assert chi_square < (size - 1) + 5 * (2 * (size - 1)) ** 0.5


def test_word_beyond_the_last_whole_share_is_thrown_away() -> None:
    size = 2**31 + 1  # every second word is too large
    dice = FairDice(RECIPE_1, SECRET, "t", ())
    words = dice.words(5)
    kept = [w for w in (next(words) for _ in range(64)) if w < size][:8]
    assert dice.draw(5, [size] * 8) == kept


def test_each_seed_event_and_table_changes_the_dice() -> None:
    base = FairDice(RECIPE_1, SECRET, "t", ("00" * 8, "11" * 8))
    rows = {
        tuple(dice.draw(n, [6] * 20))
        for dice in (base, replace(base, table="u"), replace(base, seeds=("00" * 8, "12" * 8)))
        for n in (1, 2)
    }
    assert len(rows) == 6


def test_seal_is_the_hash_of_seats_events_and_result() -> None:
    lines = (
        '{"format":"cubilete-record/1","game":"seis-dados","edition":1,"players":["Ana","Bot 2"],'
        '"options":{},"material":{}}',
        '{"n":1,"by":"chance","text":"start 1"}',
        '{"n":2,"by":1,"text":"reroll 1"}',
    )
    kinds = ("person", "bot greedy")
    start = "cubilete-seal/2\nseis-dados 1 mesa\nperson Ana\nbot greedy Bot 2\n"
    start += "1 chance start 1\n2 1 reroll 1\n"
    for result, ending in (
        ('{"scores":[9,-12],"winners":[0]}', "scores 9 -12 winners 0\n"),
        ('{"scores":[9],"winners":[]}', "scores 9 winners\n"),
        ('{"abandoned":true}', "abandoned\n"),
    ):
        record = read_record("\n".join([*lines, f'{{"result":{result}}}']))
        expected = sha256((start + ending).encode()).hexdigest()
        assert seal_of(record, "mesa", kinds) == expected


def test_names_and_kinds_of_people_change_the_dice_and_names_of_bots_do_not() -> None:
    """The table chooses what its bots are called: it must not be able to search there."""
    base = FairDice(
        RECIPE_2, SECRET, "t", ("00" * 8, "11" * 8), (1,), ("person", "bot random"), ("Ana", "Bot")
    )
    rolled = base.draw(1, [6] * 20)
    for other in (
        replace(base, names=("Eva", "Bot")),
        replace(base, kinds=("person", "person")),
        replace(base, names=("Ana\n", "Bot")),
        replace(base, seeds=("00" * 8, "12" * 8)),
        replace(base, table="u"),
    ):
        assert other.draw(1, [6] * 20) != rolled
    assert replace(base, names=("Ana", "Hal")).draw(1, [6] * 20) == rolled
    assert replace(base, kinds=("person", "bot greedy")).draw(1, [6] * 20) == rolled
