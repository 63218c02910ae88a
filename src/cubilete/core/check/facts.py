"""What a game says about itself before it is played: names, seats, options, material."""

import re
from collections.abc import Iterator

from cubilete.core.check.fault import GameFault, guarded, hold
from cubilete.core.check.sentences import Sentences
from cubilete.core.errors import BadMaterial, BadOption
from cubilete.core.game import SEATS_AT_MOST, AnyGame
from cubilete.core.json_types import JsonObject, is_whole
from cubilete.core.message import Message
from cubilete.core.parts.rules import Option, OptionValue
from cubilete.core.record import dump

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
NAME = re.compile(r"[a-z][a-z0-9_-]*")
STRANGE_MATERIAL: JsonObject = {"\x00": [None, {"": -1}]}


def check_facts(game: AnyGame, sentences: Sentences) -> None:
    about, rules = game.about, game.rules
    hold(SLUG.fullmatch(about.slug) is not None, f"the slug “{about.slug}” is not fit for a URL")
    hold(bool(about.name.strip()), "the game has no name")
    seats = about.players
    hold(len(seats) > 0 and seats.step == 1, f"players is {seats}: not a range without gaps")
    hold(
        seats[0] >= 1 and seats[-1] <= SEATS_AT_MOST,
        f"players is {seats}: a game has 1 to {SEATS_AT_MOST} seats",
    )
    hold(about.minutes >= 1, f"the game takes {about.minutes} minutes")
    hold(is_whole(rules.edition) and rules.edition >= 1, f"the edition is {rules.edition}, not 1…")
    sentences.check_rule(rules.players_rule, "players_rule")
    sentences.check(game.words.feel, "words.feel")
    check_players(game, sentences)
    names = [option.name for option in rules.options]
    hold(len(set(names)) == len(names), "two options have the same name")
    for option in rules.options:
        check_option(option, game, sentences)
    for count in seats:
        check_setup(game, count)


def check_players(game: AnyGame, sentences: Sentences) -> None:
    for count in (0, game.about.players[-1] + 1):
        try:
            game.setup(count)
        except BadOption as error:
            sentences.check_error(error)
        else:
            raise GameFault(f"setup() accepts {count} players")


def check_option(option: Option, game: AnyGame, sentences: Sentences) -> None:
    where = f"the option “{option.name}”"
    hold(NAME.fullmatch(option.name) is not None, f"{where} has a name unfit for forms")
    sentences.check(Message(option.label), f"the label of {where}", empty=False)
    sentences.check_rule(option.rule, where)
    if option.kind not in (bool, int):
        hold(len(option.choices) > 0, f"{where} has no choices")
    for choice in option.choices:
        with guarded(f"words.choice({option.name!r}, {choice!r})"):
            said = game.words.choice(option.name, choice)
        sentences.check(said, f"words.choice({option.name!r}, {choice!r})", empty=False)
    if option.default is not None:
        try:
            option.check(option.default)
        except BadOption as error:
            raise GameFault(f"{where} refuses its own default: {error}") from error


def check_setup(game: AnyGame, count: int) -> None:
    """A game can be set up with nothing said, and with what it then says by itself."""
    with guarded(f"setup({count})"):
        setup = game.setup(count)
    with guarded("the material as JSON"):
        dump(setup.material)
    with guarded(f"setup({count}) with its own options and material"):
        again = game.setup(count, setup.options, setup.material)
    hold(again == setup, f"setup({count}) does not give the same from its own options and material")
    try:
        game.rules.check_material(STRANGE_MATERIAL)
    except BadMaterial:
        pass
    except Exception as error:
        raise GameFault(
            f"check_material() raises {type(error).__name__} for strange material, not BadMaterial"
        ) from error
    else:
        raise GameFault("check_material() accepts anything")
    with guarded("start()"):
        first, second = game.rules.start(setup), game.rules.start(setup)
    hold(first.seat_count() == count, f"start() makes {first.seat_count()} seats of {count}")
    hold(
        first.fingerprint() == second.fingerprint(),
        "start() gives different positions for the same setup",
    )


def agreements(game: AnyGame) -> Iterator[tuple[int, dict[str, OptionValue]]]:
    """Each option with each value worth trying, and the fewest players that it allows."""
    for option in game.rules.options:
        for value in values_of(option):
            for count in game.about.players:
                try:
                    game.setup(count, {option.name: value})
                except BadOption:
                    continue
                yield count, {option.name: value}
                break


def values_of(option: Option) -> list[OptionValue]:
    if option.kind is bool:
        return [True, False]
    if option.kind is int:
        return [end for end in (option.least, option.most) if end is not None]
    return [[option.choices[0]], list(option.choices)]
