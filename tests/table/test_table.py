"""A table as the fold of its entries: seats, moves, outcomes typed in, undo, chat."""

import json
from dataclasses import replace

import pytest

from cubilete import CHANCE, CubileteError, IllegalAction, all_games, find_game
from cubilete.core.fair import verify
from cubilete.core.game import AnyGame
from cubilete.core.match import Match
from cubilete.core.rng import Rng, seeded
from cubilete.core.state import pick_seat
from cubilete.table import changes
from cubilete.table.errors import NotYours, TooLate
from cubilete.table.plan import BOT, PERSON, Plan
from cubilete.table.proof import record_of
from cubilete.table.table import Table, load

SECRET = "ab" * 32


def plan_of(game: AnyGame, kinds: tuple[str, ...], real_dice: bool = False) -> Plan:
    setup = game.setup(len(kinds), {})
    options = json.loads(json.dumps(setup.options))
    return Plan("a-table", game.slug, kinds, options, setup.material, "random", real_dice, SECRET)


def started(slug: str, players: int, real_dice: bool = False) -> tuple[Table, list[str]]:
    """A table whose game has started, and its entries as they are stored."""
    table = Table(plan_of(find_game(slug), (PERSON,) * players, real_dice))
    stored: list[str] = []
    for seat in range(players):
        entry = changes.sit(table, seat, f"P{seat}", f"owner-{seat}", f"{seat:016x}")
        stored.append(json.dumps(entry))
        table.apply(entry)
    stored.append(json.dumps(changes.start(table)))
    table.apply(json.loads(stored[-1]))
    return table, stored


def step(table: Table, rng: Rng) -> str:
    """Makes one random decision; returns the entry as it is stored."""
    seat = pick_seat(table.state.acting(), rng)
    text = table.state.text(seat, table.state.choose(seat, rng))
    entry = changes.move(table, seat, text, table.last_event(seat), f"{rng.below(1 << 20)}")
    table.apply(json.loads(json.dumps(entry)))
    return json.dumps(entry)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_whole_game_is_the_fold_of_its_entries_and_its_dice_are_fair(game: AnyGame) -> None:
    for players in (game.about.players[0], game.about.players[-1]):
        table, stored = started(game.slug, players)
        rng = seeded("table", players)
        while table.playing:
            stored.append(step(table, rng))
        again = load(table.plan, [json.loads(entry) for entry in stored])
        assert again.state.fingerprint() == table.state.fingerprint()
        assert again.revision == len(stored)
        assert verify(record_of(table)) > 0


def test_plan_is_equal_after_it_was_stored() -> None:
    plan = plan_of(find_game("dizzle"), (PERSON, BOT))
    assert Plan.from_json(json.loads(json.dumps(plan.to_json()))) == plan


def test_plan_that_an_earlier_version_stored_still_loads() -> None:
    stored = (
        '{"table": "t", "game": "dizzle", "kinds": ["person", "bot"], "options": {},'
        ' "material": null, "bot": "greedy", "real_dice": false, "secret": "ab"}'
    )
    plan = Plan.from_json(json.loads(stored))
    assert [plan.bot_of(seat) for seat in (0, 1)] == ["greedy", "greedy"]
    assert plan.to_json() == {**json.loads(stored), "edition": 1}


def test_seat_without_a_bot_of_its_own_has_that_of_the_plan() -> None:
    kinds = (PERSON, BOT, BOT)
    plan = replace(plan_of(find_game("dizzle"), kinds), bots=("", "greedy", ""))
    plan = Plan.from_json(json.loads(json.dumps(plan.to_json())))
    assert [plan.bot_of(seat) for seat in range(3)] == ["random", "greedy", "random"]


def test_record_of_a_running_game_has_no_secret() -> None:
    table, _ = started("seis-dados", 2)
    assert SECRET not in record_of(table).to_text()


def test_seat_is_taken_once() -> None:
    table = Table(plan_of(find_game("seis-dados"), (PERSON, PERSON)))
    table.apply(changes.sit(table, 0, "Ana", "me", "00" * 8))
    for seat in (0, 2, -1):
        with pytest.raises(NotYours):
            changes.sit(table, seat, "Luis", "you", "00" * 8)
    with pytest.raises(TooLate):
        changes.start(table)


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "Ana", "a\x00b", "a\u202eb"])
def test_bad_name_is_refused(name: str) -> None:
    table = Table(plan_of(find_game("seis-dados"), (PERSON, PERSON)))
    table.apply(changes.sit(table, 0, "Ana", "me", "00" * 8))
    with pytest.raises(CubileteError):
        changes.sit(table, 1, name, "you", "00" * 8)


@pytest.mark.parametrize("seed", ["xyz", "0" * 15, "0" * 129, "A" * 16])
def test_bad_seed_is_refused(seed: str) -> None:
    table = Table(plan_of(find_game("seis-dados"), (PERSON, PERSON)))
    with pytest.raises(CubileteError):
        changes.sit(table, 0, "Ana", "me", seed)


def test_seed_made_by_the_table_does_not_depend_on_those_of_people() -> None:
    plan = plan_of(find_game("pa-fuera"), (PERSON, PERSON, BOT))
    seeds = []
    for own in ("00" * 8, "11" * 8):
        table = Table(plan)
        table.apply(changes.sit(table, 0, "Ana", "me", own))
        table.apply(changes.sit(table, 1, "Luis", "you", ""))
        table.apply(changes.start(table))
        assert (table.fair_dice().seeds[0], table.fair_dice().made) == (own, (1, 2))
        seeds.append(table.fair_dice().seeds[1:])
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 2


def test_move_made_on_an_old_position_is_too_late() -> None:
    table, _ = started("seis-dados", 2)
    seat = table.state.to_act[0]
    old = table.last_event(seat)
    table.apply(changes.move(table, seat, "reroll " + str(first_die(table)), old, "k"))
    with pytest.raises(TooLate):
        changes.move(table, seat, table.state.legal_texts(seat)[0], old, "l")


def test_move_made_before_the_last_event_of_the_game_is_too_late() -> None:
    table, _ = started("pa-fuera", 3)
    rng = seeded("late at the end")
    known = table.last_event(0)
    while not table.over:
        known = table.last_event(0)
        step(table, rng)
    with pytest.raises(TooLate):
        changes.move(table, 0, "pass", known, "k")
    with pytest.raises(IllegalAction):
        changes.move(table, 0, "pass", table.last_event(0), "k")


def first_die(table: Table) -> str:
    seat = table.state.to_act[0]
    return next(text for text in table.state.legal_texts(seat) if len(text) == 8).split()[1]


def test_refused_move_changes_nothing() -> None:
    table, _ = started("seis-dados", 2)
    seat = table.state.to_act[0]
    before = table.state.fingerprint()
    with pytest.raises(IllegalAction):
        changes.move(table, seat, "joker 1", table.last_event(seat), "k")
    with pytest.raises(IllegalAction):
        changes.move(table, 1 - seat, "assign ones 0", table.last_event(1 - seat), "k")
    assert table.state.fingerprint() == before


def test_sealed_decision_of_another_seat_does_not_make_a_decision_late() -> None:
    table, _ = started("twenty-one", 3)
    active = table.state.to_act[0]
    table.apply(changes.move(table, active, "stand", table.last_event(active), "s"))
    last_events = [table.last_event(seat) for seat in range(3)]
    for seat in range(3):
        table.apply(changes.move(table, seat, "cross", last_events[seat], f"k{seat}"))
    assert [event.text for event in table.seen_by(None)][-4:-1] == ["cross"] * 3


def test_decision_can_be_undone_until_something_new_is_seen() -> None:
    table, _ = started("twenty-one", 2)
    active = table.state.to_act[0]
    table.apply(changes.move(table, active, "stand", table.last_event(active), "s"))
    assert table.may_undo(active)
    table.apply(changes.undo(table, active))
    assert table.state.legal_texts(active) == ["reroll", "stand"]
    with pytest.raises(TooLate):
        changes.undo(table, active)
    table.apply(changes.move(table, active, "reroll", table.last_event(active), "r"))
    assert not table.may_undo(active)  # dice have been rolled


def test_decision_made_on_an_undone_event_is_too_late() -> None:
    """The event that replaces it has the same number, and the decision would be legal."""
    table, _ = started("seis-dados", 2, real_dice=True)
    table.apply(changes.type_outcome(table, 0, "start 1", 0, "k"))
    table.apply(changes.type_outcome(table, 0, "roll 1 1 3 4 6 6", table.last_event(0), "l"))
    after_event, revision = table.last_event(1), table.revision
    table.apply(changes.undo(table, 0))
    table.apply(changes.type_outcome(table, 0, "roll 1 1 3 4 5 5", table.last_event(0), "m"))
    assert table.last_event(1) == after_event
    with pytest.raises(TooLate):
        changes.move(table, 1, "reroll 1 1", after_event, "n", revision)
    table.apply(changes.move(table, 1, "reroll 1 1", after_event, "n", table.revision))


def test_sealed_decision_undone_by_another_seat_does_not_make_a_decision_late() -> None:
    table, _ = started("twenty-one", 3)
    active = table.state.to_act[0]
    table.apply(changes.move(table, active, "stand", table.last_event(active), "s"))
    other = (active + 1) % 3
    after_event, revision = table.last_event(other), table.revision
    table.apply(changes.move(table, active, "cross", table.last_event(active), "a"))
    table.apply(changes.undo(table, active))
    table.apply(changes.move(table, other, "cross", after_event, "b", revision))


def test_decision_is_not_undone_by_another_seat() -> None:
    table, _ = started("twenty-one", 2)
    active = table.state.to_act[0]
    table.apply(changes.move(table, active, "stand", table.last_event(active), "s"))
    with pytest.raises(TooLate):
        changes.undo(table, 1 - active)


def test_real_dice_are_typed_in() -> None:
    table, _ = started("seis-dados", 2, real_dice=True)
    assert table.awaits_real_dice()
    with pytest.raises(CubileteError):
        changes.type_outcome(table, 0, "start 7", 0, "k")
    table.apply(changes.type_outcome(table, 0, "start 1", 0, "k"))
    table.apply(changes.type_outcome(table, 1, "roll 1 1 3 4 6 6", table.last_event(1), "l"))
    assert table.state.to_act == [1]
    with pytest.raises(TooLate):
        changes.type_outcome(table, 1, "roll 1 1 3 4 6 6", table.last_event(1), "m")


def test_real_dice_are_named_in_any_order() -> None:
    table, _ = started("seis-dados", 2, real_dice=True)
    table.apply(changes.type_outcome(table, 0, "start 1", 0, "k"))
    table.apply(changes.type_outcome(table, 0, "roll 6 1 4 3 6 1", table.last_event(0), "l"))
    assert table.seen_by(None)[-1].text == "roll 1 1 3 4 6 6"


def test_dice_typed_in_can_be_corrected_until_somebody_decides() -> None:
    table, _ = started("seis-dados", 2, real_dice=True)
    table.apply(changes.type_outcome(table, 0, "start 1", 0, "k"))
    table.apply(changes.type_outcome(table, 0, "roll 1 1 3 4 6 6", table.last_event(0), "l"))
    with pytest.raises(TooLate):
        changes.undo(table, 1)  # seat 0 typed it in
    table.apply(changes.undo(table, 0))
    assert table.awaits_real_dice()
    table.apply(changes.type_outcome(table, 0, "roll 1 1 3 4 5 6", table.last_event(0), "m"))
    table.apply(changes.move(table, 1, "reroll 1 1", table.last_event(1), "n"))
    assert not table.may_undo(0)
    assert table.may_undo(1)  # no die has been rolled since


def test_decision_that_revealed_sealed_ones_is_not_undone() -> None:
    table, _ = started("twenty-one", 2, real_dice=True)
    for text in ("start 0", "sheets A B", "roll W2 Y2 R2 G2 B2 K2"):
        table.apply(changes.type_outcome(table, 0, text, table.last_event(0), text))
    table.apply(changes.move(table, 0, "stand", table.last_event(0), "s"))
    table.apply(changes.move(table, 0, "cross", table.last_event(0), "a"))
    assert table.may_undo(0)
    table.apply(changes.move(table, 1, "cross", table.last_event(1), "b"))
    assert table.awaits_real_dice()
    assert not table.may_undo(0)
    assert not table.may_undo(1)


def test_bot_sees_its_view_and_plays_legally() -> None:
    game = find_game("pa-fuera")
    table = Table(plan_of(game, (PERSON, BOT, BOT)))
    table.apply(changes.sit(table, 0, "Ana", "me", "00" * 8))
    table.apply(changes.start(table))
    rng = seeded("bots")
    for _ in range(2000):
        if not table.playing:
            break
        bots = table.bots_to_act()
        if bots:
            table.apply(changes.bot_move(table, bots[0], rng, f"{rng.below(1 << 22)}"))
        else:
            step(table, rng)
    assert table.over


def test_bot_plays_for_an_absent_person_until_they_are_back() -> None:
    table, _ = started("seis-dados", 2)
    seat = table.state.to_act[0]
    table.apply(changes.stand_in(table, seat, playing=True))
    assert table.bots_to_act() == [seat]
    table.apply(changes.stand_in(table, seat, playing=False))
    assert table.bots_to_act() == []
    with pytest.raises(TooLate):
        changes.stand_in(table, seat, playing=False)


def test_chat_line_is_cleaned_and_checked() -> None:
    table, _ = started("seis-dados", 2)
    table.apply(changes.chat(table, 1, "  hola   <b>mesa</b> "))
    assert table.chat[-1].text == "hola <b>mesa</b>"
    for text in ("", "x" * 301, "a\x07b"):
        with pytest.raises(CubileteError):
            changes.chat(table, 1, text)


def test_abandoned_game_takes_no_more_moves() -> None:
    table, _ = started("seis-dados", 2)
    table.apply(changes.abandon(table, 0))
    assert table.over
    with pytest.raises(IllegalAction):
        changes.move(table, 0, "assign ones 0", table.last_event(0), "k")
    assert SECRET in record_of(table).to_text()


def test_chance_is_never_a_seat() -> None:
    table, _ = started("seis-dados", 2)
    with pytest.raises(CubileteError):
        changes.move(table, CHANCE, "roll 1 1 1 1 1 1", table.last_event(None), "k")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
@pytest.mark.parametrize("real_dice", [False, True])
def test_undo_gives_the_position_before_without_playing_the_game_again(
    game: AnyGame, real_dice: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long game takes a second to play again, and people may undo fifty times a second."""
    table, _ = started(game.slug, game.about.players[-1], real_dice)
    rng = seeded("undo", game.slug)
    undone = 0
    while table.playing and undone < 60:
        before = table.state.fingerprint(), table.match and table.match.record()
        if table.awaits_real_dice():
            text = table.state.text(CHANCE, table.state.sample(rng))
            table.apply(changes.type_outcome(table, 0, text, table.last_event(0), f"f{undone}"))
        else:
            step(table, rng)
        seat = table.undoable_seat
        if seat is None or not table.playing or rng.below(2):
            continue
        with monkeypatch.context() as patched:
            patched.setattr(Match, "apply", lambda *_: pytest.fail("an event is played again"))
            table.apply(changes.undo(table, seat))
        assert (table.state.fingerprint(), table.match and table.match.record()) == before
        undone += 1
    assert undone or not real_dice
