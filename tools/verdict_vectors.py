"""Writes tests/vectors/verdicts.jsonl, or another file: python tools/verdict_vectors.py [FILE]

The file has records with the verdict that a check of the dice must reach. Python and the browser
are both tested with it. tests/vectors/README.md describes its keys. All games are played from fixed
seeds, so a run writes the same bytes until a recipe, a rule or this script changes.

Only changes that both checks can see are in the file. The browser does not know whether a decision
was legal or the points are right. So a changed decision is either left with the old seal, which
both refuse, or is legal and sealed anew, which both must accept: decisions are not proven.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from verdict_changes import (
    Change,
    Lines,
    all_sixes,
    appended,
    backwards,
    beside_event,
    chance_lines,
    cut,
    decision_points,
    double,
    drop,
    face_moved,
    fair,
    find,
    header,
    header_alone,
    in_event,
    in_list,
    last_roll,
    other_number,
    outcome_after_end,
    proof,
    recompute_seed,
    renumber,
    reseal,
    result,
    retell,
    reverse,
    secret_in_capitals,
    swap_outcomes,
    swap_words,
    then,
    without_marks,
)

from cubilete import find_game
from cubilete.core.datafile import parse
from cubilete.core.fair import RECIPE_1, RECIPE_2, RECIPE_3, commitment_of, fingerprint_of
from cubilete.core.rng import seeded
from cubilete.core.state import pick_seat
from cubilete.table import changes
from cubilete.table.opening import new_plan
from cubilete.table.plan import BOT
from cubilete.table.proof import record_of
from cubilete.table.table import Table

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
SHEETS_OF_DIZZLE = ROOT / "src" / "cubilete" / "games" / "dizzle" / "data" / "first"
"""The first sheets, so that the file does not change with those that we ship."""
FILE = TESTS / "vectors" / "verdicts.jsonl"
OLD_RECORDS = TESTS / "fixtures" / "version-0.1" / "records"

FEW = ["ones", "pair", "sevens", "jokers"]
"""Categories of a short game of Seis dados."""
OTHER = hashlib.sha256(b"another").hexdigest()
NOTHING: dict[str, Any] = {"of": [], "drawn": []}
NAMES = ("Ana", "Luis María", "Éva ✓", "李")


def digest(*words: object) -> str:
    return hashlib.sha256(" ".join(map(str, words)).encode()).hexdigest()


# --- Honest games ---


@dataclass(frozen=True)
class Sitting:
    """A game to play: who sits down, and when it is given up."""

    game: str
    seats: tuple[str, ...]
    """`person` brings a seed, `guest` and `local` are people without one, `bot NAME` is a bot."""
    options: dict[str, object] | None = None
    moves: int = 10_000
    """Decisions before the game is given up, if it is not over."""
    recipe: str = ""
    decisions: int = 1
    """Another number gives other decisions with the same dice."""
    stand_in: int | None = None
    """The seat of a person for whom a bot plays."""
    chosen_seed: int | None = None
    """The seat of a bot whose seed a dishonest table has chosen."""

    @property
    def table(self) -> str:
        return f"{self.game}_{digest(self.game, self.seats, self.recipe)[:8]}"

    def open(self) -> Table:
        kinds = ["person" if kind == "guest" else kind for kind in self.seats]
        secret = digest("secret", self.table)
        game, options, material = find_game(self.game), self.options, None
        if self.game == "dizzle":
            options = options or {"level": 1}
            sheet = SHEETS_OF_DIZZLE / f"level-{options['level']}.txt"
            material = game.material_from(parse(sheet.read_text(encoding="utf-8")))
        plan = new_plan(
            game,
            kinds,
            table=self.table,
            secret=secret,
            options=options,
            material=material,
        )
        return Table(replace(plan, recipe=self.recipe or plan.recipe))

    def play(self) -> Lines:
        """The record of the game. All decisions are random, also those of bots, so that the file
        does not change with them."""
        table = self.open()
        for seat, kind in enumerate(self.seats):
            if not kind.startswith(BOT):
                seed = digest("seed", self.table, seat)[:32] if kind == "person" else ""
                person = {"name": NAMES[seat], "owner": f"owner {seat}", "seed": seed}
                table.apply({"kind": "sit", "seat": seat, **person})
        if self.chosen_seed is not None:
            table.seats[self.chosen_seed].seed = "c0ffee" * 5
            table.seats[self.chosen_seed].own_seed = True
        table.apply(changes.start(table))
        if self.stand_in is not None:
            table.apply({"kind": "stand-in", "seat": self.stand_in, "playing": True})
        rng = seeded("verdicts", self.decisions)
        for number in range(self.moves):
            if table.over:
                break
            seat = pick_seat(table.state.acting(), rng)
            text = table.state.text(seat, table.state.choose(seat, rng))
            entry = changes.move(table, seat, text, table.last_event(seat), str(number))
            table.apply({**entry, "bot": True} if seat == self.stand_in else entry)
        if not table.over:
            table.apply({"kind": "abandon", "seat": 0, "over": True})
        return [json.loads(line) for line in record_of(table).lines()]


DUEL = Sitting("seis-dados", ("person", "bot random"), {"categories": FEW, "end_at": 1})
FRIENDS = Sitting("seis-dados", ("person", "person"), {"categories": FEW, "end_at": 1})
CARDS = Sitting("216", ("person", "bot greedy"), moves=9)
SOLO_CARDS = Sitting("216", ("person",), moves=6)
SHEETS = Sitting("twenty-one", ("person", "bot random", "guest"), moves=14)
CASTLE = Sitting("dizzle", ("person",), {"level": 1}, moves=24)
CUPS = Sitting("pa-fuera", ("person", "bot greedy", "guest"))
SITTINGS = (DUEL, CARDS, SHEETS, CASTLE, CUPS)
HELPED = Sitting("216", ("person", "bot random", "guest", "person"), moves=30)

OTHERS = {
    "two people with seeds of their own": FRIENDS,
    "three at seis-dados, one on the same device": Sitting(
        "seis-dados", ("person", "local", "bot random"), {"categories": FEW}, moves=12
    ),
    "nobody brought a seed": replace(FRIENDS, seats=("guest", "guest")),
    "a bot stood in for a person": replace(FRIENDS, stand_in=1),
    "given up before the first decision": replace(FRIENDS, moves=0),
    "216 alone": SOLO_CARDS,
    "216 with four": HELPED,
    "twenty-one with two to its end": Sitting("twenty-one", ("person", "person")),
    "twenty-one given up while decisions are sealed": replace(SHEETS, moves=2),
    "dizzle with two": Sitting("dizzle", ("person", "bot greedy"), {"level": 1}, moves=20),
    "dizzle with a rocket sheet": Sitting(
        "dizzle", ("person", "bot random"), {"level": 3}, moves=20
    ),
    "dizzle alone to its end": replace(CASTLE, moves=10_000),
    "pa-fuera with four": Sitting("pa-fuera", ("person", "guest", "bot random", "bot greedy")),
    "pa-fuera given up": replace(CUPS, moves=3),
}


# --- The records ---


@dataclass(frozen=True)
class Vector:
    name: str
    expect: str
    lines: Lines
    table: str = ""
    """The table whose page checks the record, where that matters."""

    def to_json(self) -> str:
        record = "".join(
            json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
            for line in self.lines
        )
        vector = {"name": self.name, "expect": self.expect, "record": record}
        if self.table:
            vector["table"] = self.table
        return json.dumps(vector, ensure_ascii=False, separators=(",", ":"))


def changed(name: str, expect: str, sitting: Sitting, *parts: Change) -> Vector:
    lines = sitting.play()
    then(*parts)(lines)
    first = " /1" if sitting.recipe == RECIPE_1 else ""
    return Vector(f"{sitting.game}{first}: {name}", expect, lines)


def vectors() -> Iterator[Vector]:
    yield from honest()
    yield from first_recipe()
    yield from shared_dice()
    yield from dice()
    yield from events()
    yield from secrets()
    yield from seeds()
    yield from promises()
    yield from chosen_seeds()
    yield from seats()
    yield from decisions()
    yield from tables()


def honest() -> Iterator[Vector]:
    for sitting in SITTINGS:
        yield changed("honest", "fair", sitting)
    for name, sitting in OTHERS.items():
        yield changed(name, "fair", sitting)
    yield changed("keys that nobody knows", "fair", DUEL, header(place=0.5), in_event(3, time=1.5))


def first_recipe() -> Iterator[Vector]:
    for sitting in SITTINGS:
        yield changed("honest", "fair", replace(sitting, recipe=RECIPE_1))
    for name in ("abandoned", "over-seis-dados", "over-pa-fuera", "over-twenty-one"):
        text = (OLD_RECORDS / f"{name}.jsonl").read_text("utf-8")
        yield Vector(f"version 0.1: {name}", "fair", list(map(json.loads, text.splitlines())))
    old = replace(DUEL, recipe=RECIPE_1)
    friends = replace(FRIENDS, recipe=RECIPE_1)
    yield changed("recipe named", "fair", old, fair(recipe=RECIPE_1))
    yield changed("names swapped, which /1 does not bind", "fair", old, reverse("players"))
    yield changed("other decisions", "fair", replace(old, decisions=2))
    yield changed("end cut off", "fair", old, cut(decision_points(old.play())[2]))
    yield changed("numbers beside an outcome left out", "fair", old, beside_event("roll", None))
    yield changed("all sixes", "not-fair", old, retell("roll", all_sixes, of=[]))
    yield changed("numbers not drawn", "not-fair", old, beside_event("roll", NOTHING))
    yield changed("no fingerprints", "bad-promise", old, fair(fingerprints=None))
    yield changed("no list of made seeds", "bad-promise", old, fair(made=None))
    yield changed("neither of them", "bad-promise", old, fair(fingerprints=None, made=None))
    yield changed("another fingerprint", "wrong-seed", old, in_list("fingerprints", 0, OTHER))
    yield changed("another seed", "not-fair", old, recompute_seed(0, OTHER))
    yield changed("another seed of a bot", "chosen-seed", old, recompute_seed(1, OTHER))
    yield changed("a bot's seed not called made", "bad-promise", old, fair(made=[]))
    yield changed("another secret", "wrong-secret", old, proof(secret=OTHER))
    yield changed("another table's name", "not-fair", friends, fair(table="another"))
    yield changed("no events", "bad-events", old, cut(0))
    yield changed("called /2", "bad-promise", old, fair(recipe=RECIPE_2))


def shared_dice() -> Iterator[Vector]:
    """Recipe /3: outcomes are numbered, and nobody brings a seed."""
    for game in ("dizzle", "216"):
        alone = Sitting(game, ("guest",), moves=30, recipe=RECIPE_3)
        yield changed("/3, honest", "fair", alone)
        yield changed("/3, called /2", "refused", alone, fair(recipe=RECIPE_2))
    yield changed("/3, a seed", "bad-promise", Sitting("dizzle", ("person",), recipe=RECIPE_3))


def dice() -> Iterator[Vector]:
    for sitting, start, tell in (
        (DUEL, "start", other_number),
        (DUEL, "roll", other_number),
        (CARDS, "start", other_number),
        (CARDS, "offer", lambda text: "offer V01"),
        (CARDS, "roll", other_number),
        (HELPED, "help ", lambda text: "help set6" if text != "help set6" else "help set1"),
        (SHEETS, "start", other_number),
        (SHEETS, "sheets", swap_words),
        (SHEETS, "roll", face_moved),
        (CASTLE, "roll", all_sixes),
        (CASTLE, "steal", all_sixes),
        (CUPS, "first", all_sixes),
        (CUPS, "shake", all_sixes),
        (CUPS, "reveal", swap_words),
    ):
        name = f"another {start.strip()}"
        yield changed(name, "not-fair", sitting, retell(start, tell))
        yield changed(f"{name}, sealed anew", "not-fair", sitting, retell(start, tell), reseal)
    yield changed("all sixes of no dice", "not-fair", DUEL, retell("roll", all_sixes, []), reseal)
    sixes = retell("roll", all_sixes, [6] * 6)
    yield changed("all sixes with their numbers", "not-fair", DUEL, sixes, reseal)
    yield changed("last roll", "not-fair", DUEL, last_roll, reseal)
    yield changed("a roll of no dice", "not-fair", DUEL, retell("roll", lambda text: "roll", []))
    yield changed("an empty roll", "not-fair", DUEL, retell("roll", lambda text: "", []))
    yield changed("unknown word", "not-fair", DUEL, retell("roll", lambda text: "rest", []))
    yield changed("dice not sorted", "not-fair", DUEL, retell("roll", backwards), reseal)
    for name, value in (
        ("no numbers", None),
        ("null for numbers", "null"),
        ("empty numbers", NOTHING),
        ("no sizes", {"drawn": [0, 0, 0, 0, 0, 0]}),
        ("other numbers", {"of": [6] * 6, "drawn": [5] * 6}),
        ("other sizes", {"of": [7] * 6, "drawn": [5] * 6}),
    ):
        yield changed(f"{name} beside a roll", "not-fair", DUEL, beside_event("roll", value))


def events() -> Iterator[Vector]:
    for sitting in SITTINGS:
        index = chance_lines(sitting.play())[1]
        yield changed("an outcome left out", "bad-events", sitting, drop(index))
        parts = (drop(index), renumber, reseal)
        yield changed("left out and numbered anew", "refused", sitting, *parts)
        parts = (double(index), renumber, reseal)
        yield changed("an outcome twice", "refused", sitting, *parts)
    reroll = find(DUEL.play(), "reroll")
    parts = (drop(reroll), renumber, reseal)
    yield changed("a reroll left out", "bad-events", DUEL, *parts)
    yield changed("a line twice", "bad-events", DUEL, double(reroll))
    yield changed("two outcomes exchanged", "not-fair", DUEL, swap_outcomes, reseal)
    yield changed("numbered from 0", "bad-events", DUEL, in_event(1, n=0))
    yield changed("a number as text", "bad-events", DUEL, in_event(3, n="3"))
    yield changed("a number that is not whole", "bad-events", DUEL, in_event(3, n=3.5))
    yield changed("a number with a fraction of 0", "bad-events", DUEL, in_event(3, n=float(3)))
    yield changed("by somebody unknown", "bad-events", DUEL, in_event(2, by="dealer"))
    yield changed("by a seat that is not there", "bad-events", DUEL, in_event(3, by=7))
    yield changed("dice rolled by a player", "bad-events", DUEL, in_event(2, by=0))
    yield changed("dice after the end", "bad-events", DUEL, outcome_after_end, reseal)
    yield changed("no result", "no-secret", DUEL, drop(-1))
    yield changed("header alone", "no-secret", DUEL, header_alone)
    yield changed("no events", "bad-events", DUEL, cut(0), reseal)
    yield changed("a line after the result", "bad-events", DUEL, double(-1))
    yield changed("a result beside an event", "bad-events", DUEL, in_event(3, result={}))
    yield Vector("nothing at all", "bad-events", [])


def secrets() -> Iterator[Vector]:
    yield changed("no secret", "no-secret", DUEL, proof(secret=None))
    yield changed("half a secret", "no-secret", DUEL, proof(secret=OTHER[:32]))
    yield changed("secret in capitals", "no-secret", DUEL, secret_in_capitals)
    yield changed("another secret", "wrong-secret", DUEL, proof(secret=OTHER))
    yield changed("another commitment", "wrong-secret", DUEL, fair(commitment=OTHER))
    both = then(proof(secret=OTHER), fair(commitment=commitment_of(bytes.fromhex(OTHER))))
    yield changed("another secret and its commitment", "chosen-seed", DUEL, both)
    yield changed("another secret and its commitment", "wrong-prepared", FRIENDS, both)


def seeds() -> Iterator[Vector]:
    yield changed("another seed", "wrong-seed", DUEL, in_list("seeds", 0, OTHER))
    yield changed("another seed and fingerprint", "not-fair", DUEL, recompute_seed(0, OTHER))
    yield changed("seeds exchanged", "wrong-seed", FRIENDS, reverse("seeds"))
    parts = reverse("seeds", "fingerprints")
    yield changed("seeds and fingerprints exchanged", "not-fair", FRIENDS, parts)
    yield changed("another fingerprint", "wrong-seed", DUEL, in_list("fingerprints", 1, OTHER))
    yield changed("fingerprints exchanged", "wrong-seed", DUEL, reverse("fingerprints"))
    yield changed("another prepared seed", "wrong-prepared", DUEL, in_list("prepared", 1, OTHER))
    unused = in_list("prepared", 0, OTHER)
    yield changed("another prepared seed that nobody used", "wrong-prepared", DUEL, unused)
    yield changed("prepared seeds exchanged", "wrong-prepared", CUPS, reverse("prepared"))
    yield changed("own seed called made", "chosen-seed", DUEL, fair(made=[0, 1]))
    yield changed("a bot left out of the made", "bad-promise", CUPS, fair(made=[2]))
    yield changed("a guest left out of the made", "bad-promise", CUPS, fair(made=[1]))
    yield changed("nobody made", "bad-promise", DUEL, fair(made=[]))


def promises() -> Iterator[Vector]:
    yield changed("no promise", "no-fair-dice", DUEL, header(fair=None))
    yield changed("empty promise", "bad-promise", DUEL, header(fair={}))
    for key in ("commitment", "table", "seeds", "fingerprints", "prepared", "made"):
        yield changed(f"no {key}", "bad-promise", DUEL, fair(**{key: None}))
    for key in ("seeds", "fingerprints", "prepared"):
        yield changed(f"{key} empty", "bad-promise", DUEL, fair(**{key: []}))
        yield changed(f"{key} one too many", "bad-promise", DUEL, appended(key, OTHER))
        yield changed(f"{key} no hash", "bad-promise", DUEL, in_list(key, 0, "xyz"))
    for made in ([1, 1], [1, 0], [2], [-1], ["1"], "1"):
        yield changed(f"made {json.dumps(made)}", "bad-promise", DUEL, fair(made=made))
    yield changed("table without a name", "bad-promise", DUEL, fair(table=""))
    yield changed("table of two lines", "bad-promise", DUEL, fair(table="a\nb"))
    yield changed("another table's name", "chosen-seed", DUEL, fair(table="another"))
    yield changed("another table's name", "wrong-prepared", FRIENDS, fair(table="another"))
    yield changed("unknown recipe", "unknown-recipe", DUEL, fair(recipe="cubilete-fair/9"))
    yield changed("recipe that is no text", "unknown-recipe", DUEL, fair(recipe=2))
    yield changed("recipe left out", "chosen-seed", DUEL, fair(recipe=None))
    yield changed("recipe left out", "not-fair", FRIENDS, fair(recipe=None))
    yield changed("called /1", "not-fair", FRIENDS, fair(recipe=RECIPE_1))


def chosen_seeds() -> Iterator[Vector]:
    """The table chose the seed of a bot, and all dice follow from it: every way to write that."""
    forged = replace(DUEL, chosen_seed=1)
    seed = forged.play()[0]["fair"]["seeds"][1]
    prepared = in_list("prepared", 1, fingerprint_of(seed))
    person = in_list("kinds", 1, "person")
    for name, expect, parts in (
        ("as if the bot had brought it", "bad-promise", ()),
        ("as made", "chosen-seed", (fair(made=[1]),)),
        ("as made and prepared", "chosen-seed", (fair(made=[1]), prepared)),
        ("as prepared", "bad-promise", (prepared,)),
        ("as a person's", "not-fair", (person, reseal)),
        ("as a person's, prepared", "wrong-prepared", (person, prepared, reseal)),
        ("without kinds", "bad-promise", (header(kinds=None),)),
        ("without the made", "bad-promise", (fair(made=None),)),
        ("without the prepared", "bad-promise", (fair(made=[1], prepared=None),)),
        ("as /1", "not-fair", (fair(recipe=None),)),
        ("as /1, made", "chosen-seed", (fair(recipe=None, made=[1]),)),
    ):
        yield changed(f"a bot's chosen seed written {name}", expect, forged, *parts)


def seats() -> Iterator[Vector]:
    for sitting in (FRIENDS, CUPS):
        yield changed("names exchanged", "not-fair", sitting, reverse("players"), reseal)
    yield changed("names and kinds exchanged", "refused", DUEL, reverse("players", "kinds"), reseal)
    everything = reverse("players", "seeds", "fingerprints")
    yield changed("names and seeds exchanged", "not-fair", FRIENDS, everything, reseal)
    for name in ("Eva", "Ana ", "ana", "A\u0301na", ""):
        another = in_list("players", 0, name)
        yield changed(f"called {json.dumps(name)}", "not-fair", DUEL, another, reseal)
    decomposed = in_list("players", 2, "E\u0301va ✓")
    yield changed("an accent written apart", "not-fair", SHEETS, decomposed, reseal)
    yield changed("a name of two lines", "bad-promise", DUEL, in_list("players", 0, "Ana\nx"))
    renamed = in_list("players", 1, "Hal")
    yield changed("a bot renamed", "wrong-seal", DUEL, renamed)
    yield changed("a bot renamed, sealed anew: not bound", "fair", DUEL, renamed, reseal)
    yield changed("a bot called a person", "not-fair", DUEL, in_list("kinds", 1, "person"), reseal)
    called = in_list("kinds", 0, "bot random")
    yield changed("a person called a bot", "bad-promise", DUEL, called)
    yield changed("a person called a bot, made", "chosen-seed", DUEL, called, fair(made=[0, 1]))
    yield changed("a guest called a bot", "not-fair", CUPS, in_list("kinds", 2, "bot x"), reseal)
    level = in_list("kinds", 1, "bot greedy")
    yield changed("another bot", "wrong-seal", DUEL, level)
    yield changed("another bot, sealed anew: not bound", "fair", DUEL, level, reseal)
    yield changed("no kinds", "bad-promise", DUEL, header(kinds=None))
    yield changed("kinds empty", "bad-promise", DUEL, header(kinds=[]))
    yield changed("a kind too many", "bad-promise", DUEL, appended("kinds", "person"))
    yield changed("a player too many", "bad-promise", DUEL, appended("players", "Eva"))
    for kind in ("", "local", "robot", "bot", "bot ", "bot a b", "person Ana", "Person"):
        yield changed(f"kind “{kind}”", "bad-promise", DUEL, in_list("kinds", 0, kind))


def decisions() -> Iterator[Vector]:
    for sitting in SITTINGS:
        other = replace(sitting, decisions=2)
        seal = sitting.play()[-1]["result"]["fair"]["seal"]
        yield changed("other decisions and result", "wrong-seal", other, proof(seal=seal))
        yield changed("other decisions, sealed anew: not proven", "fair", other, reseal)
        points = decision_points(sitting.play())
        early = cut(points[1])
        yield changed("end cut off", "wrong-seal", sitting, early)
        yield changed("end cut off, sealed anew: not proven", "fair", sitting, early, reseal)
        late = cut(chance_lines(sitting.play())[-1] - 1)
        yield changed("cut off where dice must fall", "bad-events", sitting, late, reseal)
    yield changed("no seal", "wrong-seal", DUEL, proof(seal=None))
    yield changed("another seal", "wrong-seal", DUEL, proof(seal=OTHER))
    yield changed("other points", "refused", DUEL, result(scores=[9, 9]))
    yield changed("another winner", "refused", DUEL, result(winners=[]))
    yield changed("called given up", "refused", DUEL, cut(len(DUEL.play()) - 2))
    unmarked = replace(FRIENDS, stand_in=1)
    yield changed("a bot's decision not marked: not proven", "fair", unmarked, without_marks)


def tables() -> Iterator[Vector]:
    """Records of other tables."""
    second = replace(FRIENDS, seats=("person", "guest"))
    mixed = second.play()
    mixed[0] = FRIENDS.play()[0]
    mixed[-1] = FRIENDS.play()[-1]
    yield Vector("the events of another table", "not-fair", mixed)
    reseal(mixed)
    yield Vector("the events of another table, sealed anew", "not-fair", mixed)
    promised = second.play()
    promised[0]["fair"] = FRIENDS.play()[0]["fair"]
    yield Vector("the promise of another table", "wrong-secret", promised)
    yield Vector("own table", "fair", DUEL.play(), DUEL.table)
    yield Vector("another table's honest record", "other-table", FRIENDS.play(), DUEL.table)
    empty = FRIENDS.play()
    then(cut(0), reseal)(empty)
    yield Vector("another table's record without events", "refused", empty, DUEL.table)
    old = replace(FRIENDS, recipe=RECIPE_1).play()
    yield Vector("another table's record of /1", "other-table", old, DUEL.table)


def main() -> None:
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    file.write_text("".join(f"{vector.to_json()}\n" for vector in vectors()), "utf-8")


if __name__ == "__main__":
    main()
