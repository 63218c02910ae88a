"""Random games with fair dice, for the browser's check of the dice: every option, number of players
and recipe, also with material of one's own."""

import json
import random
from dataclasses import replace

from cubilete import AnyGame, BadOption, Match
from cubilete.core.fair import RECIPE_1, RECIPE_2, RECIPE_3, FairDice, made_seed, seal_of
from cubilete.core.json_types import Json, JsonObject
from cubilete.core.parts.rules import Option, OptionValue
from cubilete.core.record import Record
from cubilete.core.state import CHANCE

NAMES = ("Ana", "Luis María", "Éva ✓", "李", "O'Hara", "🎲")


def random_records(game: AnyGame, count: int, seed: str) -> list[str]:
    """So many records; the same for the same seed."""
    rng = random.Random(f"{game.slug} {seed}")
    return [play(game, rng).to_text() for _ in range(count)]


def play(game: AnyGame, rng: random.Random) -> Record:
    """A game of random decisions. One in ten is given up."""
    match, dice = set_up(game, rng)
    drawn: dict[int, JsonObject] = {}
    most = rng.randrange(1, 80) if rng.random() < 0.1 else 1_000_000
    while not match.finished:
        state, n = match.state, len(match.events) + 1
        if state.turn() == CHANCE:
            sizes = state.draws()
            numbers = dice.draw(dice.number(n, len(drawn) + 1), sizes)
            drawn[n] = {"fair": {"of": list[Json](sizes), "drawn": list[Json](numbers)}}
            match.apply(CHANCE, state.outcome(numbers))
        elif n > most:
            match.abandon()
        else:
            seat = rng.choice(state.to_act)
            match.apply(seat, rng.choice(state.legal(seat)))
    return with_proof(match.record(), dice, drawn)


def set_up(game: AnyGame, rng: random.Random) -> tuple[Match, FairDice]:
    seats = rng.choice(game.about.players)
    names = [rng.choice(NAMES) for _ in range(seats)]
    options = options_of(game, seats, rng)
    match = Match(game, names, options)
    if match.setup.material and rng.random() < 0.3:
        options.pop("level", None)  # it names a sheet that we ship
        match = Match(game, names, options, shuffled(match.setup.material, rng))
    return match, dice_of(names, rng)


def options_of(game: AnyGame, seats: int, rng: random.Random) -> dict[str, OptionValue]:
    """Random options that do not contradict each other."""
    while True:
        options = {o.name: value_of(o, rng) for o in game.rules.options if rng.random() < 0.6}
        try:
            game.setup(seats, options)
        except BadOption:
            continue
        return options


def value_of(option: Option, rng: random.Random) -> OptionValue:
    if option.kind is bool:
        return rng.random() < 0.5
    if option.kind is int:
        least = option.least or 0
        return rng.randint(least, option.most or least + rng.choice((2, 10, 40)))
    return rng.sample(option.choices, rng.randint(1, len(option.choices)))


def shuffled(material: JsonObject, rng: random.Random) -> JsonObject:
    """A deck in another order with other helps, or sheets with other rows and cells."""
    new: JsonObject = json.loads(json.dumps(material))
    objectives, helps, sheet, sheets = map(new.get, ("objectives", "helps", "sheet", "sheets"))
    if isinstance(objectives, list) and isinstance(helps, dict):
        rng.shuffle(objectives)
        kinds = list(helps)
        helps.update(dict.fromkeys(kinds, 0))
        for _ in range(30):
            kind = rng.choice(kinds)
            count = helps[kind]
            assert isinstance(count, int)
            helps[kind] = count + 1
    if isinstance(sheets, dict):
        for name, rows in sheets.items():
            assert isinstance(rows, list)
            sheets[name] = ["".join(rng.sample(str(row), len(str(row)))) for row in rows]
    if isinstance(sheet, dict):
        sheet["grid"] = shuffled_grid(sheet["grid"], rng)
    return new


def shuffled_grid(grid: Json, rng: random.Random) -> list[Json]:
    """The same cells in other places; the holes stay where they are."""
    assert isinstance(grid, list)
    rows = [str(row).split() for row in grid]
    tokens = [token for row in rows for token in row if token != "."]
    rng.shuffle(tokens)
    return [" ".join("." if token == "." else tokens.pop() for token in row) for row in rows]


def dice_of(names: list[str], rng: random.Random) -> FairDice:
    """Dice with seeds of people, guests who brought none, and bots."""
    recipe = rng.choice((RECIPE_1, RECIPE_2, RECIPE_2, RECIPE_3))
    secret, table = rng.randbytes(32), f"mesa-{rng.randrange(1_000_000)}"
    shared = recipe == RECIPE_3
    made = tuple(seat for seat in range(len(names)) if rng.random() < 0.4 or shared)
    seeds = tuple(
        made_seed(recipe, secret, table, seat) if seat in made else rng.randbytes(16).hex()
        for seat in range(len(names))
    )
    kinds = tuple(
        "bot random" if seat in made and rng.random() < 0.6 else "person"
        for seat in range(len(names))
    )
    return FairDice(recipe, secret, table, seeds, made, kinds, tuple(names))


def with_proof(record: Record, dice: FairDice, drawn: dict[int, JsonObject]) -> Record:
    """The record as a table publishes it when the game is over."""
    kinds: JsonObject = {} if dice.recipe == RECIPE_1 else {"kinds": list(dice.kinds)}
    header = record.header.with_more({**kinds, "fair": dice.header()})
    events = tuple(replace(event, more=drawn.get(event.n, {})) for event in record.events)
    proof: JsonObject = {"secret": dice.secret.hex()}
    if dice.recipe != RECIPE_1:
        proof["seal"] = seal_of(record, dice.table, dice.kinds)
    assert record.result is not None
    return Record(header, events, record.result.with_more({"fair": proof}))
