"""`check_game` accepts games that keep to the contract, and names what is wrong with others."""

import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from liars_cup import GAME as CUP
from liars_cup.rules import LiarsCup, LiarsCupView
from pig import GAME as PIG
from pig import Pig, PigRules, PigView

from core.mutants import Parts, bids, cup, pig
from cubilete import (
    CHANCE,
    EVERYBODY,
    TABLE,
    AnyGame,
    Chronicle,
    Event,
    Game,
    GameFault,
    IllegalAction,
    Line,
    Message,
    Option,
    Page,
    Policy,
    RandomBot,
    Rng,
    Scene,
    Setup,
    State,
    Use,
    View,
    Words,
    all_games,
    check_game,
)
from cubilete.core.check import trial
from cubilete.core.parts.outcome_form import OutcomeForm, dice
from cubilete.core.strategy import Strategy
from cubilete.core.view import basics


def found_in(game: AnyGame) -> str:
    """The fault that is found in a game."""
    with pytest.raises(GameFault) as fault:
        check_game(game, games=10)
    return str(fault.value)


# --- Games that pass ---


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_each_installed_game_keeps_to_the_contract(game: AnyGame) -> None:
    """With few players; the tests of each game play with all numbers of them."""
    check_game(game, games=1, players=game.about.players[:2])


def test_pig_passes_whose_notation_has_common_words() -> None:
    check_game(PIG, games=1, players=[2, 4])


def test_game_with_hidden_dice_passes() -> None:
    check_game(CUP, games=2)


@pytest.mark.parametrize("game", [pig(), cup(), bids()], ids=lambda game: game.slug)
def test_games_pass_as_long_as_nothing_is_broken(game: AnyGame) -> None:
    check_game(game, games=2)


# --- Fingerprints and copies ---


def test_empty_fingerprint_is_found() -> None:
    assert "the same fingerprint" in found_in(pig({"fingerprint": lambda _self: ()}))


def test_fingerprint_without_the_die_is_found() -> None:
    def fingerprint(self: Pig) -> tuple[object, ...]:
        return (tuple(self.points), self.current, self.rolling)

    fault = found_in(pig({"fingerprint": fingerprint}))
    assert "positions with different views have the same fingerprint" in fault


def test_fingerprint_without_the_hidden_dice_is_found() -> None:
    def fingerprint(self: LiarsCup) -> tuple[object, ...]:
        claims = (self.starter, self.doubted, tuple(self.claims))
        return (tuple(self.lives), len(self.dice), *claims)

    fault = found_in(cup({"fingerprint": fingerprint}))
    assert "positions with different views have the same fingerprint" in fault


def test_fingerprint_that_can_not_be_hashed_is_found() -> None:
    fault = found_in(pig({"fingerprint": lambda self: (list(self.points), self.gained)}))
    assert "fingerprint() can't be hashed" in fault


def test_copy_that_shares_a_list_is_found() -> None:
    def copy(self: Pig) -> Pig:
        new = type(self)(2)
        new.__dict__.update(self.__dict__)
        return new

    assert "on a copy changed the original" in found_in(pig({"copy": copy}))


def test_copy_that_is_the_state_itself_is_found() -> None:
    assert "changed the original" in found_in(pig({"copy": lambda self: self}))


def test_copy_that_forgets_something_is_found() -> None:
    def copy(self: Pig) -> Pig:
        new = type(self)(2)
        new.points, new.rolling, new.current = list(self.points), self.rolling, self.current
        return new

    assert "a copy is not equal" in found_in(pig({"copy": copy}))


def test_playout_that_plays_otherwise_is_found() -> None:
    def playout(self: Pig, rng: Rng) -> int:
        self.points[0] = 100
        return 0

    assert "playout() does not play as the rules do" in found_in(pig({"playout": playout}))


def test_start_that_is_random_is_found() -> None:
    def start(_self: object, setup: object) -> Pig:
        state = Pig(2)
        state.gained = random.getrandbits(40)
        return state

    assert "different positions for the same setup" in found_in(pig(rules={"start": start}))


# --- Decisions and chance ---


@pytest.mark.parametrize(
    ("methods", "fault"),
    [
        ({"legal": lambda self, seat: [0, 0] if self.acting() >> seat & 1 else []}, "a code twice"),
        ({"legal": lambda _self, _seat: [0, 1]}, "is not empty, and it may not act"),
        ({"legal": lambda _self, _seat: []}, "may act and has nothing to do"),
        ({"legal_texts": lambda _self, _seat: ["roll", "hold"]}, "is not sorted"),
        ({"is_legal": lambda _self, _seat, code: code == 0}, "is_legal() refuses hold"),
        ({"choose": lambda _self, _seat, rng: rng.below(1)}, "choose() does not agree"),
        ({"acting": lambda _self: 1}, "acting() does not agree with turn()"),
        (
            {"acting": lambda self: 0 if self.rolling or self.over else 8},
            "a seat that there is not",
        ),
        ({"sample": lambda _self, rng: 1 + rng.below(3)}, "sample() does not agree"),
        (
            {"sample": lambda _self, rng: 1 + rng.below(6) + 0 * rng.below(2)},
            "sample() draws more or less",
        ),
        ({"draws": lambda _self: [0]}, "draws() gives [0]"),
        ({"is_possible": lambda _self, code: code < 6}, "is_possible() refuses 6"),
        ({"distribution": lambda _self: {1: 1}}, "distribution() does not count"),
        ({"winners": lambda _self: []}, "nobody has won"),
        ({"winners": lambda _self: [1, 0]}, "winners() is not ascending"),
        ({"winners": lambda _self: [7]}, "winners() names nobody"),
        ({"scores": lambda _self: []}, "scores() misses a seat"),
    ],
)
def test_state_that_contradicts_itself_is_found(methods: Parts, fault: str) -> None:
    assert fault in found_in(pig(methods))


def test_action_that_is_legal_without_being_listed_is_found() -> None:
    fault = found_in(cup({"is_legal": lambda _self, _seat, _code: True}))
    assert "does not agree with legal()" in fault


def test_outcome_of_another_moment_that_is_possible_is_found() -> None:
    def draws(self: Pig) -> list[int]:
        return [6] if self.gained == 0 else [5]

    assert "which can't be drawn" in found_in(pig({"draws": draws}))


def test_scores_that_are_not_final_are_found() -> None:
    calls: list[int] = []

    def scores(self: Pig) -> list[int]:
        calls.append(1)
        return [len(calls), 0] if self.over else [0, 0]

    assert "not that of the state" in found_in(pig({"scores": scores}))


def test_game_that_goes_on_after_its_end_is_found() -> None:
    def check(self: Pig, by: int, code: int) -> None:
        if not self.over:
            super(Pig, self).check(by, code)

    assert "does what can't be done now" in found_in(pig({"check": check}))


def test_refused_action_that_changes_the_state_is_found() -> None:
    def refusal(self: LiarsCup, seat: int, code: int) -> IllegalAction:
        self.lives[seat] -= 1
        return IllegalAction("bad-claim", "LC-3", "No.")

    assert "a refused action changed the state" in found_in(cup({"refusal": refusal}))


def test_game_that_never_ends_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "TOO_LONG", 50)
    assert "the game does not end" in found_in(pig({"end_turn": Pig.end_turn, "turn": never_over}))


def never_over(self: Pig) -> int:
    return CHANCE if self.rolling else 0


# --- Notation ---


def test_text_that_is_not_read_again_is_found() -> None:
    def text(self: Pig, by: int, code: int) -> str:
        return f"die {7 - code}" if by == CHANCE else ("roll", "hold")[code]

    assert "can't be read again" in found_in(pig({"text": text}))


def test_text_with_blanks_around_it_is_found() -> None:
    def text(self: Pig, by: int, code: int) -> str:
        return f"die {code}" if by == CHANCE else ("roll ", "hold ")[code]

    assert "has blanks that it should not have" in found_in(pig({"text": text}))


def test_two_spellings_of_one_action_are_found() -> None:
    def read(self: Pig, by: int, text: str) -> int:
        self.check_turn(by)
        return Pig.parse(self, by, text.lower().strip())

    assert "is taken for an event" in found_in(pig({"read": read}))


def test_nonsense_that_raises_another_error_is_found() -> None:
    def parse(self: Pig, by: int, text: str) -> int:
        return int(text.removeprefix("die ")) if by == CHANCE else ("roll", "hold").index(text)

    assert "raises ValueError" in found_in(pig({"parse": parse}))


def test_nonsense_that_changes_the_state_is_found() -> None:
    def parse(self: Pig, by: int, text: str) -> int:
        if text == "":
            self.gained += 1
        return Pig.parse(self, by, text)

    assert "'' is refused and changed the state" in found_in(pig({"parse": parse}))


def test_number_that_no_machine_word_holds_is_tried() -> None:
    def parse(self: LiarsCup, by: int, text: str) -> int:
        if "9" * 40 in text:
            raise OverflowError("too large")
        return LiarsCup.parse(self, by, text)

    assert "raises OverflowError" in found_in(cup({"parse": parse}))


# --- Hidden things ---


def test_hidden_dice_that_are_announced_to_all_are_found() -> None:
    game = cup({"audience": lambda _self, _by, _code: EVERYBODY}, {"real_dice": True})
    fault = found_in(game)
    assert "“roll " in fault
    assert "whose view hides it" in fault


def test_view_that_shows_hidden_dice_is_found() -> None:
    def view(self: object, state: LiarsCup, seat: int | None) -> LiarsCupView:
        own = state.dice[0] if state.dice else 0
        return LiarsCupView(claim=state.last_claim(), own_die=own, **basics(state, seat))

    fault = found_in(cup(rules={"view": view}))
    assert "the view of seat 1 shows what it may not know" in fault


def test_legal_list_that_depends_on_hidden_dice_is_found() -> None:
    def legal(self: LiarsCup, seat: int) -> list[int]:
        codes = LiarsCup.legal(self, seat)
        return codes[:1] if len(codes) > 1 and self.dice[seat - 1] == 6 else codes

    fault = found_in(cup({"legal": legal}))
    assert "shows what it may not know" in fault


def test_audience_that_depends_on_what_it_hides_is_found() -> None:
    def audience(self: LiarsCup, by: int, code: int) -> int:
        return 3 if by == CHANCE and code == 6 else LiarsCup.audience(self, by, code)

    assert "audience() gives away what it hides" in found_in(cup({"audience": audience}))


def test_false_all_open_is_found() -> None:
    def view(self: PigRules, state: Pig, seat: int | None) -> PigView:
        return PigView(current=state.current, gained=seat or 0, **basics(state, seat))

    assert "all_open is true, but the view" in found_in(pig(rules={"view": view}))
    fault = found_in(cup(rules={"all_open": True}))
    assert "all_open is true, but “roll " in fault
    assert "is hidden from some" in fault


def test_false_real_dice_is_found() -> None:
    fault = found_in(cup(rules={"real_dice": True}))
    assert "real_dice is true, but “roll " in fault
    assert "is hidden from some" in fault


def test_false_has_secrets_is_found() -> None:
    fault = found_in(cup(rules={"has_secrets": lambda _self, _view: False}))
    assert "has_secrets() is false, but a seat knows what another may not know" in fault


def test_seals_that_never_open_are_found() -> None:
    never_shown: Parts = {"sealed": lambda _self: True, "scores": lambda self: [0] * len(self.bids)}
    fault = found_in(bids(never_shown | {"winners": lambda _self: [0]}))
    assert "the game is over, and decisions are still sealed" in fault


def test_secret_decisions_without_seals_are_found() -> None:
    fault = found_in(bids({"sealed": lambda _self: False}))
    assert "“bid " in fault
    assert "whose view hides it" in fault


def test_scores_that_give_sealed_decisions_away_are_found() -> None:
    fault = found_in(bids({"scores": lambda self: list(self.bids)}))
    assert "shows what it may not know" in fault


# --- Views ---


def pig_view(**changes: object) -> Callable[[object, Pig, int | None], PigView]:
    def view(_self: object, state: Pig, seat: int | None) -> PigView:
        found: dict[str, object] = {"current": state.current, "gained": state.gained}
        return PigView(**(found | basics(state, seat) | changes))  # type: ignore[arg-type]

    return view


def test_view_that_is_not_json_is_found() -> None:
    fault = found_in(pig(rules={"view": pig_view(gained={1})}))
    assert "can't be written as JSON" in fault


def test_view_with_wrong_basics_is_found() -> None:
    fault = found_in(pig(rules={"view": pig_view(seat=0)}))
    assert "the view of a spectator: seat is not that of the state" in fault


def test_views_of_equal_states_that_differ_are_found() -> None:
    def view(_self: object, state: Pig, seat: int | None) -> PigView:
        return PigView(current=id(state), gained=0, **basics(state, seat))

    assert "is another of a copy" in found_in(pig(rules={"view": view}))


def test_view_that_changes_with_the_state_is_found() -> None:
    def view(self: PigRules, state: Pig, seat: int | None) -> PigView:
        return PigView(current=state.points, gained=state.gained, **basics(state, seat))  # type: ignore[arg-type]

    assert "changes with the state: copy its lists" in found_in(pig(rules={"view": view}))


# --- Facts ---


@pytest.mark.parametrize(
    ("about", "fault"),
    [
        ({"slug": "Pig game"}, "the slug “Pig game” is not fit for a URL"),
        ({"slug": "../pig"}, "is not fit for a URL"),
        ({"name": " "}, "the game has no name"),
        ({"players": range(2, 18)}, "a game has 1 to 16 seats"),
        ({"players": range(3)}, "a game has 1 to 16 seats"),
        ({"players": range(2, 2)}, "not a range without gaps"),
        ({"players": range(2, 9, 2)}, "not a range without gaps"),
        ({"minutes": 0}, "the game takes 0 minutes"),
    ],
)
def test_wrong_fact_is_found(about: Parts, fault: str) -> None:
    assert fault in found_in(pig(about=about))


def wrong_option(**changes: object) -> Parts:
    facts: dict[str, object] = {"name": "goal", "kind": int, "label": "Goal", "rule": ""}
    return {"options": (Option(**(facts | changes)),)}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        ({"edition": 0}, "the edition is 0"),
        (wrong_option(default=5, least=10), "refuses its own default"),
        (wrong_option(default="5"), "refuses its own default"),
        (wrong_option(name="two words"), "a name unfit for forms"),
        (wrong_option(label=""), "gives no words"),
        (wrong_option(kind=list), "has no choices"),
        ({"options": wrong_option()["options"] * 2}, "two options have the same name"),  # type: ignore[operator]
        ({"default_material": lambda _self, _options: {"deck": 1}}, "This game needs no deck"),
        ({"check_material": lambda _self, _material: None}, "check_material() accepts anything"),
        ({"check_material": lambda _self, material: material["deck"]}, "raises KeyError"),
        ({"start": lambda _self, _setup: Pig(3)}, "start() makes 3 seats of 2"),
        ({"dice_shown": lambda _self, _text: (7,)}, "not faces of dice"),
        ({"dice_shown": lambda _self, text: (int(text),)}, "raises ValueError"),
    ],
)
def test_wrong_rules_part_is_found(rules: Parts, fault: str) -> None:
    assert fault in found_in(pig(rules=rules))


def test_agreement_that_breaks_the_game_is_found() -> None:
    def start(_self: object, setup: object) -> LiarsCup:
        lives = getattr(setup, "agreed")["lives"]  # noqa: B009
        return LiarsCup(getattr(setup, "players"), 0 if lives == 5 else lives)  # noqa: B009

    fault = found_in(cup(rules={"start": start}))
    assert "{'lives': 5}, event 1: the game is over before anything happens" in fault


def test_game_that_changes_its_material_is_found() -> None:
    deck = [0]

    def advance(self: Pig, by: int, code: int) -> None:
        deck[0] += 1
        Pig.advance(self, by, code)

    rules: Parts = {
        "default_material": lambda _self, _options: {"deck": deck},
        "check_material": only_deck,
    }
    assert "changes the material" in found_in(pig({"advance": advance}, rules))


def only_deck(_self: object, material: dict[str, object]) -> None:
    from cubilete import BadMaterial

    if set(material) != {"deck"}:
        raise BadMaterial("no-deck", "", (), "There is no deck.")


# --- Rule numbers ---


def test_refusal_with_an_unknown_rule_is_found() -> None:
    def refusal(self: LiarsCup, seat: int, code: int) -> IllegalAction:
        return IllegalAction("bad-claim", "LC-9", "No.")

    fault = found_in(cup({"refusal": refusal}))
    assert "the refusal bad-claim names rule LC-9, which is not in the rules in “es”" in fault


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ({"state": {"turn_rule": lambda _self: "LC-33"}}, "names rule LC-33"),
        ({"words": {"rule_now": lambda _self, _view: "LC"}}, "words.rule_now() names rule LC,"),
        ({"rules": {"players_rule": "X-1"}}, "players_rule names rule X-1"),
        (
            {"rules": {"options": (Option("lives", int, "Lives", "LC-7", default=3),)}},
            "the option “lives” names rule LC-7",
        ),
    ],
)
def test_unknown_rule_is_found(parts: dict[str, Parts], fault: str) -> None:
    assert fault in found_in(cup(**parts))


def test_refusal_without_a_code_is_found() -> None:
    def refusal(self: LiarsCup, seat: int, code: int) -> IllegalAction:
        return IllegalAction("", "LC-3", "No.")

    assert "has no code" in found_in(cup({"refusal": refusal}))


# --- Words ---


def fails(*_: object) -> Message:
    raise LookupError("no words")


def unfilled(*_: object) -> Message:
    return Message("{count} dice")


@pytest.mark.parametrize(
    "method",
    [
        "tell",
        "offer",
        "ask",
        "remark",
        "rule_now",
        "seat_note",
        "show",
        "bot",
        "rules",
        "chronicle",
    ],
)
def test_words_that_raise_are_found(method: str) -> None:
    fault = found_in(cup(words={method: fails}))
    assert f"words.{method}(" in fault
    assert "raises LookupError: no words" in fault


@pytest.mark.parametrize("method", ["tell", "offer", "ask", "remark", "seat_note", "bot"])
def test_sentence_whose_values_do_not_fill_it_is_found(method: str) -> None:
    fault = found_in(cup(words={method: unfilled}))
    assert f"words.{method}(" in fault
    assert "saying “{count} dice” in “en” raises KeyError" in fault


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({"offer": lambda *_: Message("")}, "gives no words"),
        ({"tell": lambda *_: "text"}, "which is not a Message"),
        ({"ask": lambda *_: Message("a\nb")}, "has control characters"),
        ({"feel": Message("{")}, "words.feel: saying “{” in “en” raises ValueError"),
    ],
)
def test_wrong_words_are_found(words: Parts, fault: str) -> None:
    assert fault in found_in(cup(words=words))


class PeekingChronicle(Chronicle):
    """Tells of each event how many dice have been rolled: not everybody knows of each."""

    rolled = 0

    def tell(self, event: Event) -> Message:
        self.rolled += event.text.startswith("roll")
        return Message("{count} rolls", {"count": self.rolled})


class SilentChronicle(Chronicle):
    def lines(self, event: Event) -> tuple[Line, ...]:
        return ()


@pytest.mark.parametrize(
    ("chronicle", "fault"),
    [
        (PeekingChronicle, "depends on events that not everybody knows"),
        (SilentChronicle, "has no line"),
    ],
)
def test_wrong_chronicle_is_found(chronicle: type[Chronicle], fault: str) -> None:
    def changed(self: Words[View], names: Sequence[str], setup: Setup) -> Chronicle:
        return chronicle(self.tell, names)

    assert fault in found_in(cup(words={"chronicle": changed}))


def test_translation_with_a_place_that_nothing_fills_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "foreign_words"
    (package / "locale").mkdir(parents=True)
    (package / "__init__.py").write_text(
        "from cubilete import Words\n\n\nclass ForeignWords(Words):\n    pass\n"
    )
    (package / "locale" / "es.po").write_text('msgid "Your {die}"\nmsgstr "Tu {dado}"\n')
    monkeypatch.syspath_prepend(tmp_path)
    words: type[Words[View]] = __import__("foreign_words").ForeignWords
    fault = found_in(Game(pig().about, PigRules(), words()))
    del sys.modules["foreign_words"]
    assert "locale/es.po: “Tu {dado}” has places that “Your {die}” does not fill" in fault


# --- Bots ---


class Choosing(Policy[Any, View]):
    def __init__(self, choose: Callable[[object, View, Rng], str]) -> None:
        self.bot = type("Bot", (), {"choose": choose})

    def bots(self) -> dict[str, type]:
        return {"own": self.bot}


def counting(bot: object, view: View, rng: Rng) -> str:
    """Plays by what it remembers."""
    count = getattr(bot, "count", 0) + 1
    vars(bot)["count"] = count
    return view.legal[count % 2]


@pytest.mark.parametrize(
    ("choose", "fault"),
    [
        (lambda _bot, _view, _rng: "pass", "the bot “own” plays “pass”, which is not legal"),
        (counting, "plays by more than its view"),
        (lambda _bot, view, _rng: random.choice(view.legal), "plays by more than its view"),
        (lambda _bot, view, _rng: view.legal[2], "the bot “own” raises IndexError"),
    ],
)
def test_wrong_bot_is_found(choose: Callable[[object, View, Rng], str], fault: str) -> None:
    assert fault in found_in(pig(policy=Choosing(choose)))


# --- Strategies ---


class Hearing(Strategy):
    """Decides by the dice of others, which its seat can't see."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, LiarsCup)
        codes = state.legal(seat)
        return codes[sum(state.dice) % len(codes)]


class Illegal(Strategy):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return 99_999


class Changing(Strategy):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        code = state.choose(seat, rng)
        state.advance(seat, code)
        return code


class Unlisted(Strategy):
    def shortlist(self, state: State, seat: int, most: int) -> list[int]:
        return []


@pytest.mark.parametrize(
    ("strategy", "fault"),
    [
        (Illegal, "the strategy plays the code 99999, which is not legal"),
        (Changing, "the strategy changes the position that it is shown"),
        (Unlisted, "shortlist() of the strategy is empty"),
    ],
)
def test_wrong_strategy_is_found(strategy: type[Strategy], fault: str) -> None:
    class Own(Policy[Any, View]):
        def strategy(self, setup: Setup) -> Strategy:
            return strategy()

    assert fault in found_in(pig(policy=Own()))


def imagined(_self: object, setup: Setup, view: LiarsCupView, rng: Rng) -> LiarsCup:
    """A position of Liar's Cup that fits a view of the seat to act."""
    assert view.seat is not None
    state = LiarsCup(setup.players, 1)
    state.lives = list(view.scores)
    state.claims = [view.claim] if view.claim else []
    state.starter = (view.seat - len(state.claims)) % setup.players
    state.dice = [rng.below(6) + 1 for _ in range(setup.players)]
    state.dice[view.seat] = view.own_die
    return state


def test_strategy_that_peeks_is_found() -> None:
    policy: dict[str, object] = {"imagine": imagined, "strategy": lambda _self, _setup: Hearing()}
    assert "decides by more than the seat's view" in found_in(cup(policy=policy))


def test_imagined_position_with_another_view_is_found() -> None:
    def careless(_self: object, setup: Setup, view: LiarsCupView, rng: Rng) -> LiarsCup:
        state = imagined(None, setup, view, rng)
        state.claims.append(view.claim + 1)
        return state

    assert "in which the seat sees something else" in found_in(cup(policy={"imagine": careless}))


def test_policy_whose_strongest_bot_is_none_is_found() -> None:
    fault = found_in(cup(policy={"strongest": lambda _self: "boss"}))
    assert "policy.strongest() is “boss”, which is no bot" in fault


def test_policy_without_bots_is_found() -> None:
    assert "policy.bots() names no bot" in found_in(cup(policy={"bots": lambda _self: {}}))


def test_bot_whose_name_is_not_one_word_is_found() -> None:
    """Records write `bot NAME` before the name of the player."""
    for name in ("very good", ""):
        parts: Parts = {"bots": lambda _self, name=name: {name: RandomBot}}
        assert f"the bot's name “{name}” is not one word" in found_in(cup(policy=parts))


# --- Studies ---


def sum_of_all_dice(_self: object, state: LiarsCup, seat: int) -> dict[str, int]:
    return {"dice_sum": sum(state.dice)}


@pytest.mark.parametrize(
    ("study", "fault"),
    [
        ({"features": lambda _self, state, seat: {"seat": 1}}, "a bad name for a column: seat"),
        ({"features": lambda _self, state, seat: {"Die 1": 1}}, "a bad name for a column: Die 1"),
        ({"features": lambda _self, state, seat: {"die": None}}, "die is neither a number"),
        (
            {"features": lambda _self, state, seat: {f"claims_{len(state.claims)}": 1}},
            "study.features() has other names or types",
        ),
        ({"summary": lambda _self, state: {"lives": [1]}}, "lives is neither a number"),
        ({"uses": lambda _self, setup, events: ["die"]}, "something else than uses of a seat"),
        (
            {"uses": lambda _self, setup, events: [Use(9, "die", "6", 0)]},
            "something else than uses of a seat",
        ),
    ],
)
def test_faulty_study_is_found(study: Parts, fault: str) -> None:
    assert fault in found_in(cup(study=study))


def test_features_that_show_hidden_dice_are_found() -> None:
    peeking = cup(policy={"imagine": imagined}, study={"features": sum_of_all_dice})
    assert "depends on what the seat can't see" in found_in(peeking)


# --- Pages ---


def page_with(**methods: object) -> Callable[[], Page[View]]:
    return type("OwnPage", (Page,), methods)


@pytest.mark.parametrize(
    ("stage", "fault"),
    [
        (lambda _page, scene: [scene.view.nothing], "stage() raises AttributeError"),
        (lambda _page, _scene: ["<div>", "<p></p>"], "not balanced: <div> is not closed"),
        (lambda _page, _scene: ["<p></div></p>"], "not balanced: </div> closes nothing"),
        (lambda _page, scene: [f"<p>{scene.names[0]}</p>"], "without escaping it"),
        (lambda _page, scene: [f"<p>{scene.say(Message('a'))}</p>"], "without escaping it"),
        (lambda _page, scene: [scene.piece("die", [1])], "the values of die can't be hashed"),
        (lambda _page, scene: [scene.form()] if scene.seat else [], "<form> is not closed"),
        (lambda _page, scene: [scene.form(), "</form>"], "makes a form for a spectator"),
    ],
)
def test_wrong_stage_is_found(
    stage: Callable[[object, Scene[View]], list[str]], fault: str
) -> None:
    assert fault in found_in(pig(page=page_with(stage=stage)))


def test_stage_that_uses_no_known_macro_is_found() -> None:
    page = page_with(
        stage=lambda _page, scene: [scene.piece("card", 1)],
        file=lambda _page, name: "{% macro die(face) %}" if name == "pieces.html" else "",
    )
    assert "pieces.html has no macro card" in found_in(pig(page=page))


def test_false_same_for_viewers_is_found() -> None:
    page = page_with(
        same_for_viewers=True, stage=lambda _page, scene: [f"<p>{scene.seat is None}</p>"]
    )
    assert "same_for_viewers is true, but seat" in found_in(pig(page=page))


@pytest.mark.parametrize(("verb", "count"), [("die", 2), ("throw", 1)])
def test_form_that_does_not_offer_what_is_rolled_is_found(verb: str, count: int) -> None:
    def outcome_form(*_: object) -> OutcomeForm:
        return dice(Message("Roll."), verb, count)

    page = page_with(outcome_form=outcome_form)
    assert "outcome_form() does not offer “die " in found_in(pig(page=page))


def test_cover_that_is_not_xml_is_found() -> None:
    page = page_with(file=lambda _page, name: "<svg>" if name == "cover.svg" else "")
    assert "reading cover.svg raises ParseError" in found_in(pig(page=page))


def test_page_that_can_not_be_loaded_is_found() -> None:
    def page() -> Page[View]:
        raise ModuleNotFoundError("No module named 'drawings'", name="drawings")

    assert "the page can't be loaded: No module named 'drawings'" in found_in(pig(page=page))


def test_page_without_the_web_packages_is_skipped_with_a_warning() -> None:
    def page() -> Page[View]:
        raise ModuleNotFoundError("No module named 'jinja2'", name="jinja2.sandbox")

    with pytest.warns(UserWarning, match="the page of pig is not checked: No module named"):
        check_game(pig(page=page), games=1)


# --- What the table says ---


def test_table_text_that_can_not_be_read_is_found() -> None:
    def text(self: LiarsCup, by: int, code: int) -> str:
        return "show  dice" if by == TABLE else LiarsCup.text(self, by, code)

    assert "“show  dice” has blanks" in found_in(cup({"text": text}))


def test_where_the_fault_is_stands_before_it() -> None:
    fault = found_in(bids({"winners": lambda _self: []}))
    assert fault == "bids, 2 players, seed 0/1, event 3: nobody has won"
