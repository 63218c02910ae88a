"""Where the dice of 216 lie on the page, and what its bar speaks of."""

from dataclasses import replace

from cubilete.core.record import By, Event
from cubilete.games.two_sixteen.page.drawing import claim_of, hand_cards, met_after, places
from cubilete.games.two_sixteen.view import TwoSixteenView, view_of

from .table import begin


def events(*texts: tuple[By, str]) -> list[Event]:
    """The history of a page: the latest event first."""
    return [Event(n, by, text) for n, (by, text) in enumerate(texts, start=1)][::-1]


def showing(*dice: int) -> TwoSixteenView:
    return replace(view_of(begin(2), 0), dice=tuple(sorted(dice)))


ROLL = ("chance", "roll 2 2 5")


def test_dice_that_are_rolled_again_come_back_to_their_places() -> None:
    history = events((0, "pass"), ROLL, (0, "reroll 2"), ("chance", "roll 6"))
    assert places(showing(6, 2, 5), history) == (6, 2, 5)
    history = events(ROLL, (0, "reroll 2 5"), ("chance", "roll 1 4"))
    assert places(showing(1, 2, 4), history) == (1, 2, 4)
    assert places(showing(2), events(ROLL, (0, "reroll 2 5"))) == (0, 2, 0)


def test_die_that_a_help_changes_stays_where_it_is() -> None:
    history = events(ROLL, (0, "help -1 5"))
    assert places(showing(2, 2, 4), history) == (2, 2, 4)
    history = events(ROLL, ("chance", "help set6"), (0, "help set6 2"))
    assert places(showing(6, 2, 5), history) == (6, 2, 5)
    history = events(ROLL, (0, "help reroll-all"), ("chance", "roll 1 1 3"))
    assert places(showing(1, 1, 3), history) == (1, 1, 3)


def test_dice_of_unknown_places_lie_in_ascending_order() -> None:
    assert places(showing(5, 2, 2), []) == (2, 2, 5)
    assert places(showing(4, 4), events(ROLL)) == (4, 4, 0)


def test_helps_that_set_a_die_are_one_card_of_the_hand() -> None:
    cards = hand_cards({"shift1": 2, "set2": 1, "set6": 2, "reroll": 1})
    assert cards == [
        ("shift1", 2, ("shift1",)),
        ("set", 3, ("set2", "set6")),
        ("reroll", 1, ("reroll",)),
    ]


def test_bar_speaks_of_the_chosen_objective_else_of_the_best() -> None:
    view = view_of(begin(2), 0)
    first, second = [card for card in view.offer if card is not None][:2]
    view = replace(view, offer=(replace(first, score=9), replace(second, score=4), None, None))
    legal = [f"claim {card.id} {bonus}" for card in (first, second) for bonus in ("points", "help")]
    assert claim_of(view, legal, "").text == f"claim {first.id} points"
    assert claim_of(view, legal, legal[3]).text == f"claim {second.id} points"
    assert claim_of(view, legal, "help +1 2").help_text == f"claim {first.id} help"
    assert claim_of(view, [], "").card is None


def test_line_names_what_a_previewed_help_would_meet() -> None:
    view = showing(2, 2, 5)
    card = next(card for card in view.offer if card is not None)
    view = replace(
        view, offer=(replace(card, when="2 2 4"), replace(card, when="pair"), None, None)
    )
    assert [card.when for card in met_after(view, "") or ()] == ["pair"]
    assert [card.when for card in met_after(view, "help -1 5") or ()] == ["2 2 4", "pair"]
    assert met_after(view, "help reroll 5") is None
