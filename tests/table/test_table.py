"""A table is the fold of its entries: sitting down, playing, taking back, talking."""

import json
from dataclasses import replace

import pytest

from cubilete import CHANCE, CubileteError, Game, IllegalAction, all_games, find_game
from cubilete.core.fair import verify
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import pick_seat
from cubilete.table.plan import BOT, PERSON, Plan
from cubilete.table.table import NotYours, Table, TooLate, load

SECRET = "ab" * 32


def plan_of(game: Game, kinds: tuple[str, ...], real_dice: bool = False) -> Plan:
    setup = game.setup(len(kinds), {})
    options = json.loads(json.dumps(setup.options))
    return Plan("a-table", game.slug, kinds, options, setup.material, "random", real_dice, SECRET)


def started(slug: str, players: int, real_dice: bool = False) -> tuple[Table, list[str]]:
    """A table at which everybody has sat down, and the entries that led there."""
    table = Table(plan_of(find_game(slug), (PERSON,) * players, real_dice))
    kept: list[str] = []
    for seat in range(players):
        entry = table.sit(seat, f"P{seat}", f"owner-{seat}", f"{seat:016x}")
        kept.append(json.dumps(entry))
        table.apply(entry)
    kept.append(json.dumps(table.start()))
    table.apply(json.loads(kept[-1]))
    return table, kept


def step(table: Table, rng: Rng) -> str:
    """One random decision; returns the entry as it is kept."""
    seat = pick_seat(table.state.acting(), rng)
    text = table.state.text(seat, table.state.choose(seat, rng))
    entry = table.move(seat, text, table.last_seen(seat), f"{rng.below(1 << 20)}")
    table.apply(json.loads(json.dumps(entry)))
    return json.dumps(entry)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_whole_game_is_the_fold_of_its_entries_and_its_dice_are_fair(game: Game) -> None:
    for players in (game.players[0], game.players[-1]):
        table, kept = started(game.slug, players)
        rng = seeded("table", players)
        while table.playing:
            kept.append(step(table, rng))
        again = load(table.plan, [json.loads(entry) for entry in kept])
        assert again.state.fingerprint() == table.state.fingerprint()
        assert again.revision == len(kept)
        assert verify(table.record()) > 0


def test_plan_survives_being_kept() -> None:
    plan = plan_of(find_game("dizzle"), (PERSON, BOT))
    assert Plan.from_json(json.loads(json.dumps(plan.to_json()))) == plan


def test_plan_that_an_earlier_version_kept_still_loads() -> None:
    kept = (
        '{"table": "t", "game": "dizzle", "kinds": ["person", "bot"], "options": {},'
        ' "material": null, "bot": "greedy", "real_dice": false, "secret": "ab"}'
    )
    plan = Plan.from_json(json.loads(kept))
    assert [plan.bot_of(seat) for seat in (0, 1)] == ["greedy", "greedy"]
    assert plan.to_json() == {**json.loads(kept), "edition": 1}


def test_each_seat_has_its_own_bot_and_the_absent_the_usual_one() -> None:
    kinds = (PERSON, BOT, BOT)
    plan = replace(plan_of(find_game("dizzle"), kinds), bots=("", "greedy", ""))
    plan = Plan.from_json(json.loads(json.dumps(plan.to_json())))
    assert [plan.bot_of(seat) for seat in range(3)] == ["random", "greedy", "random"]


def test_running_game_shows_no_secret() -> None:
    table, _ = started("seis-dados", 2)
    assert SECRET not in table.record().to_text()


def test_seat_is_taken_once() -> None:
    table = Table(plan_of(find_game("seis-dados"), (PERSON, PERSON)))
    table.apply(table.sit(0, "Ana", "me", "00" * 8))
    for seat in (0, 2, -1):
        with pytest.raises(NotYours):
            table.sit(seat, "Luis", "you", "00" * 8)
    with pytest.raises(TooLate):
        table.start()


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "Ana", "a\x00b", "a\u202eb"])
def test_name_that_can_not_be_is_refused(name: str) -> None:
    table = Table(plan_of(find_game("seis-dados"), (PERSON, PERSON)))
    table.apply(table.sit(0, "Ana", "me", "00" * 8))
    with pytest.raises(CubileteError):
        table.sit(1, name, "you", "00" * 8)


@pytest.mark.parametrize("seed", ["xyz", "0" * 15, "0" * 129, "A" * 16])
def test_seed_that_can_not_be_is_refused(seed: str) -> None:
    table = Table(plan_of(find_game("seis-dados"), (PERSON, PERSON)))
    with pytest.raises(CubileteError):
        table.sit(0, "Ana", "me", seed)


def test_seed_that_nobody_brings_is_fixed_before_any_other_is_known() -> None:
    plan = plan_of(find_game("pa-fuera"), (PERSON, PERSON, BOT))
    seeds = []
    for own in ("00" * 8, "11" * 8):
        table = Table(plan)
        table.apply(table.sit(0, "Ana", "me", own))
        table.apply(table.sit(1, "Luis", "you", ""))
        table.apply(table.start())
        assert (table.dice().seeds[0], table.dice().made) == (own, (1, 2))
        seeds.append(table.dice().seeds[1:])
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 2


def test_move_on_an_old_position_is_too_late() -> None:
    table, _ = started("seis-dados", 2)
    seat = table.state.to_act[0]
    old = table.last_seen(seat)
    table.apply(table.move(seat, "reroll " + str(first_die(table)), old, "k"))
    with pytest.raises(TooLate):
        table.move(seat, table.state.legal_texts(seat)[0], old, "l")


def first_die(table: Table) -> str:
    seat = table.state.to_act[0]
    return next(text for text in table.state.legal_texts(seat) if len(text) == 8).split()[1]


def test_refused_move_changes_nothing() -> None:
    table, _ = started("seis-dados", 2)
    seat = table.state.to_act[0]
    before = table.state.fingerprint()
    with pytest.raises(IllegalAction):
        table.move(seat, "joker 1", table.last_seen(seat), "k")
    with pytest.raises(IllegalAction):
        table.move(1 - seat, "assign ones 0", table.last_seen(1 - seat), "k")
    assert table.state.fingerprint() == before


def test_sealed_decision_of_another_does_not_make_mine_too_late() -> None:
    table, _ = started("twenty-one", 3)
    active = table.state.to_act[0]
    table.apply(table.move(active, "stand", table.last_seen(active), "s"))
    seen = [table.last_seen(seat) for seat in range(3)]
    for seat in range(3):
        table.apply(table.move(seat, "cross", seen[seat], f"k{seat}"))
    assert [event.text for event in table.seen_by(None)][-4:-1] == ["cross"] * 3


def test_decision_can_be_taken_back_until_something_new_is_seen() -> None:
    table, _ = started("twenty-one", 2)
    active = table.state.to_act[0]
    table.apply(table.move(active, "stand", table.last_seen(active), "s"))
    assert table.may_undo(active)
    table.apply(table.undo(active))
    assert table.state.legal_texts(active) == ["reroll", "stand"]
    with pytest.raises(TooLate):
        table.undo(active)
    table.apply(table.move(active, "reroll", table.last_seen(active), "r"))
    assert not table.may_undo(active)  # dice have fallen


def test_decision_on_what_was_taken_back_is_too_late() -> None:
    """The number of the event is the same again, and the decision would be legal."""
    table, _ = started("seis-dados", 2, real_dice=True)
    table.apply(table.fall(0, "start 1", 0, "k"))
    table.apply(table.fall(0, "roll 1 1 3 4 6 6", table.last_seen(0), "l"))
    on, seen = table.last_seen(1), table.revision
    table.apply(table.undo(0))
    table.apply(table.fall(0, "roll 1 1 3 4 5 5", table.last_seen(0), "m"))
    assert table.last_seen(1) == on
    with pytest.raises(TooLate):
        table.move(1, "reroll 1 1", on, "n", seen)
    table.apply(table.move(1, "reroll 1 1", on, "n", table.revision))


def test_sealed_decision_taken_back_by_another_does_not_make_mine_too_late() -> None:
    table, _ = started("twenty-one", 3)
    active = table.state.to_act[0]
    table.apply(table.move(active, "stand", table.last_seen(active), "s"))
    other = (active + 1) % 3
    on, seen = table.last_seen(other), table.revision
    table.apply(table.move(active, "cross", table.last_seen(active), "a"))
    table.apply(table.undo(active))
    table.apply(table.move(other, "cross", on, "b", seen))


def test_decision_is_not_taken_back_by_another() -> None:
    table, _ = started("twenty-one", 2)
    active = table.state.to_act[0]
    table.apply(table.move(active, "stand", table.last_seen(active), "s"))
    with pytest.raises(TooLate):
        table.undo(1 - active)


def test_real_dice_are_typed_in() -> None:
    table, _ = started("seis-dados", 2, real_dice=True)
    assert table.awaits_real_dice()
    with pytest.raises(CubileteError):
        table.fall(0, "start 7", 0, "k")
    table.apply(table.fall(0, "start 1", 0, "k"))
    table.apply(table.fall(1, "roll 1 1 3 4 6 6", table.last_seen(1), "l"))
    assert table.state.to_act == [1]
    with pytest.raises(TooLate):
        table.fall(1, "roll 1 1 3 4 6 6", table.last_seen(1), "m")


def test_real_dice_are_named_in_any_order() -> None:
    table, _ = started("seis-dados", 2, real_dice=True)
    table.apply(table.fall(0, "start 1", 0, "k"))
    table.apply(table.fall(0, "roll 6 1 4 3 6 1", table.last_seen(0), "l"))
    assert table.seen_by(None)[-1].text == "roll 1 1 3 4 6 6"


def test_dice_typed_in_can_be_corrected_until_somebody_decides() -> None:
    table, _ = started("seis-dados", 2, real_dice=True)
    table.apply(table.fall(0, "start 1", 0, "k"))
    table.apply(table.fall(0, "roll 1 1 3 4 6 6", table.last_seen(0), "l"))
    with pytest.raises(TooLate):
        table.undo(1)  # it was not their slip
    table.apply(table.undo(0))
    assert table.awaits_real_dice()
    table.apply(table.fall(0, "roll 1 1 3 4 5 6", table.last_seen(0), "m"))
    table.apply(table.move(1, "reroll 1 1", table.last_seen(1), "n"))
    assert not table.may_undo(0)
    assert table.may_undo(1)  # no die has been rolled since


def test_decision_that_opened_the_envelopes_is_not_taken_back() -> None:
    table, _ = started("twenty-one", 2, real_dice=True)
    for text in ("start 0", "sheets A B", "roll W2 Y2 R2 G2 B2 K2"):
        table.apply(table.fall(0, text, table.last_seen(0), text))
    table.apply(table.move(0, "stand", table.last_seen(0), "s"))
    table.apply(table.move(0, "cross", table.last_seen(0), "a"))
    assert table.may_undo(0)
    table.apply(table.move(1, "cross", table.last_seen(1), "b"))
    assert table.awaits_real_dice()
    assert not table.may_undo(0)
    assert not table.may_undo(1)


def test_bot_sees_its_view_and_plays_legally() -> None:
    game = find_game("pa-fuera")
    table = Table(plan_of(game, (PERSON, BOT, BOT)))
    table.apply(table.sit(0, "Ana", "me", "00" * 8))
    table.apply(table.start())
    rng = seeded("bots")
    for _ in range(2000):
        if not table.playing:
            break
        bots = table.bots_to_act()
        if bots:
            table.apply(table.bot_move(bots[0], rng, f"{rng.below(1 << 22)}"))
        else:
            step(table, rng)
    assert table.over


def test_bot_stands_in_for_somebody_and_gives_the_seat_back() -> None:
    table, _ = started("seis-dados", 2)
    seat = table.state.to_act[0]
    table.apply(table.stand_in(seat, playing=True))
    assert table.bots_to_act() == [seat]
    table.apply(table.stand_in(seat, playing=False))
    assert table.bots_to_act() == []
    with pytest.raises(TooLate):
        table.stand_in(seat, playing=False)


def test_talk_is_kept_and_bounded() -> None:
    table, _ = started("seis-dados", 2)
    table.apply(table.say(1, "  hola   <b>mesa</b> "))
    assert table.chat[-1].text == "hola <b>mesa</b>"
    for text in ("", "x" * 301, "a\x07b"):
        with pytest.raises(CubileteError):
            table.say(1, text)


def test_game_that_was_given_up_takes_no_more_moves() -> None:
    table, _ = started("seis-dados", 2)
    table.apply(table.abandon(0))
    assert table.over
    with pytest.raises(IllegalAction):
        table.move(0, "assign ones 0", table.last_seen(0), "k")
    assert SECRET in table.record().to_text()


def test_chance_is_never_a_seat() -> None:
    table, _ = started("seis-dados", 2)
    with pytest.raises(CubileteError):
        table.move(CHANCE, "roll 1 1 1 1 1 1", table.last_seen(None), "k")
