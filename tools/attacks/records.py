"""Points 1 and 2: records that were changed after the game, as `cubilete verify` judges them."""

from collections.abc import Callable, Iterable

from attacks.arena import Arena
from attacks.client import Client, open_table, play_to_the_end
from attacks.forging import Forged
from attacks.report import attack, expect
from cubilete import all_games

Change = Callable[[Forged], None]


def honest_record(arena: Arena, game: str, people: int, bots: int) -> Forged:
    """The record of a game that was played to its end; it must verify."""
    table = open_table(arena.server, game, people, bots)
    play_to_the_end(table)
    text = table.record()
    code, printed = arena.verify(text)
    if code != 0:
        raise ValueError(f"an honest record is refused: {printed}")
    return Forged.copy_of(text)


def try_all(arena: Arena, honest: Forged, changes: Iterable[tuple[str, Change]]) -> str:
    """Each change is made to a copy, with a seal that fits; none may be called fair."""
    passed, tried = [], 0
    for name, change in changes:
        forged = honest.copy()
        change(forged)
        tried += 1
        code, printed = arena.verify(forged.sealed())
        if "Traceback" in printed:
            passed.append(f"{name} (a traceback)")
        elif code == 0:
            passed.append(name)
    expect(not passed, f"`cubilete verify` says yes to: {', '.join(passed)}")
    return f"all {tried} forgeries are refused, though their seals fit"


# --- 1: dice and cards ---


def turn_dice(record: Forged) -> None:
    """Every die of the last roll shows another face than the one that fell."""
    roll = next(e for e in reversed(record.outcomes) if e["text"].startswith("roll"))
    word, *dice = roll["text"].split()
    roll["text"] = " ".join([word, *(str(int(die) % 6 + 1) for die in dice)])


def turn_dice_of_nothing(record: Forged) -> None:
    turn_dice(record)
    for event in record.outcomes:
        event["fair"] = {"of": [], "drawn": []}


def exchange_first(record: Forged) -> None:
    first = record.outcomes[0]
    seat = int(first["text"].split()[1])
    first["text"] = f"start {1 - seat}"


def exchange_cards(record: Forged) -> None:
    """Two cards that were offered change places."""
    one, other = [e for e in record.outcomes if e["text"].startswith("offer")][:2]
    one["text"], other["text"] = other["text"], one["text"]


def leave_out_roll(record: Forged) -> None:
    record.events.remove(record.outcomes[1])
    for n, event in enumerate(record.events, start=1):
        event["n"] = n


@attack(1, "rolls and cards changed in a record")
def point_1_changed_dice(arena: Arena) -> str:
    rolls: list[tuple[str, Change]] = [
        ("a roll of other dice", turn_dice),
        ("a roll of other dice with `of: []`", turn_dice_of_nothing),
        ("an exchanged start", exchange_first),
        ("a roll left out", leave_out_roll),
    ]
    cards: list[tuple[str, Change]] = [("exchanged cards", exchange_cards)]
    first = try_all(arena, honest_record(arena, "seis-dados", 1, 1), rolls)
    second = try_all(arena, honest_record(arena, "216", 1, 1), cards)
    return f"Seis dados: {first}; 216: {second}"


def other_sizes(record: Forged) -> None:
    record.outcomes[1]["fair"]["of"][0] = 5


def other_draws(record: Forged) -> None:
    drawn = record.outcomes[1]["fair"]["drawn"]
    drawn[0] = (drawn[0] + 1) % 6


def no_draws(record: Forged) -> None:
    del record.outcomes[1]["fair"]


def other_table(record: Forged) -> None:
    record.fair["table"] = "A" * len(record.fair["table"])


@attack(1, "draws and the table's name changed")
def point_1_changed_draws(arena: Arena) -> str:
    return try_all(
        arena,
        honest_record(arena, "seis-dados", 1, 1),
        [
            ("another `of`", other_sizes),
            ("another `drawn`", other_draws),
            ("an outcome without `fair`", no_draws),
            ("another table's name", other_table),
        ],
    )


@attack(1, "a game without a check for the browser")
def point_1_browser_check(arena: Arena) -> str:
    client = Client(arena.server)
    missing = [
        game.slug
        for game in all_games()
        if client.get(f"/games/{game.slug}/outcomes.js").status != 200
    ]
    expect(not missing, f"the page trusts what a record says of the dice: {', '.join(missing)}")
    return "every game has one; tests/ compares its verdicts with those of `cubilete verify`"


# --- 2: the header, the decisions and the end ---


def without(key: str) -> Change:
    def change(record: Forged) -> None:
        record.fair.pop(key, None)

    return change


def swap_names(record: Forged) -> None:
    players = record.header["players"]
    players[0], players[1] = players[1], players[0]


def rename(record: Forged) -> None:
    record.header["players"][0] = "Someone Else"


def no_kinds(record: Forged) -> None:
    record.header.pop("kinds", None)


def bot_as_person(record: Forged) -> None:
    record.header["kinds"] = ["person"] * len(record.header["players"])


def unknown_recipe(record: Forged) -> None:
    record.fair["recipe"] = "cubilete-fair/9"


def longer_lists(record: Forged) -> None:
    record.fair["fingerprints"] = [*record.fair["fingerprints"], "0" * 64]


@attack(2, "keys of the header left out or changed")
def point_2_header(arena: Arena) -> str:
    return try_all(
        arena,
        honest_record(arena, "seis-dados", 2, 1),
        [
            ("no fingerprints", without("fingerprints")),
            ("no made", without("made")),
            ("no prepared", without("prepared")),
            ("no recipe", without("recipe")),
            ("an unknown recipe", unknown_recipe),
            ("no kinds", no_kinds),
            ("a bot called a person", bot_as_person),
            ("a fingerprint too many", longer_lists),
            ("swapped names", swap_names),
            ("another name", rename),
        ],
    )


def cut_end(record: Forged) -> None:
    """The losing player makes the game look as if it was given up."""
    record.events = record.events[: len(record.events) // 2]
    record.result = {"abandoned": True, "fair": record.result["fair"]}


def other_winner(record: Forged) -> None:
    record.result["scores"].reverse()
    record.result["winners"] = [1 - seat for seat in record.result["winners"]]


@attack(2, "the end cut off, another result")
def point_2_end(arena: Arena) -> str:
    """A cut record is a possible one: what it can't have is the seal that the browsers noted."""
    honest = honest_record(arena, "seis-dados", 1, 1)
    cut, other = honest.copy(), honest.copy()
    cut_end(cut)
    other_winner(other)
    expect(arena.verify(cut.text())[0] != 0, "a cut record called abandoned is fair")
    expect(arena.verify(other.text())[0] != 0, "a record with another result is fair")
    seal = str(honest.result["fair"]["seal"])
    printed = arena.verify(honest.text())[1]
    expect(seal in printed, "`cubilete verify` does not print the seal, so nobody can compare it")
    code, printed = arena.verify(cut.sealed())
    expect(code != 0 or seal not in printed, "a cut record has the seal of the whole one")
    return "refused by the seal; with a new seal it is not the one that every browser noted"
