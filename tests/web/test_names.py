"""Pages call people by their names, never by the numbers of their seats."""

import json
import re

import pytest

from cubilete import AnyGame, all_games
from cubilete.core.rng import seeded
from cubilete.core.state import pick_seat
from cubilete.language import say
from cubilete.table import changes
from cubilete.table.plan import PERSON, Plan
from cubilete.table.table import Table
from cubilete.web.html.perspective import Perspective
from cubilete.web.html.table_part import table_part
from cubilete.web.html.viewer import Viewer

NAMES = ["Ana", "Luis", "Eva", "Leo", "Mar", "Sol"]
NUMBERED = re.compile(r"\b(asientos?|seats?) \d", re.IGNORECASE)
TAGS = re.compile(r"<[^>]*>")


def table_of(game: AnyGame) -> Table:
    players = game.about.players[0] + 1
    setup = game.setup(players, {})
    options = json.loads(json.dumps(setup.options))
    kinds = (PERSON,) * players
    table = Table(Plan("t", game.slug, kinds, options, setup.material, "random", False, "ab" * 32))
    for seat in range(players):
        table.apply(changes.sit(table, seat, NAMES[seat], f"owner {seat}", ""))
    table.apply(changes.start(table))
    return table


def sentences(table: Table, seat: int | None, language: str) -> list[str]:
    """All sentences of a game about this position, for a seat or a spectator."""
    game, names = table.game, table.names()
    view = game.rules.view(table.state, seat)
    messages = [game.words.ask(view), game.words.remark(view)]
    messages += [game.words.offer(view, text) for text in view.legal]
    messages += [game.words.seat_note(view, other) for other in range(len(names))]
    for event in table.seen_by(seat)[-3:]:
        who = names[event.by] if isinstance(event.by, int) else ""
        messages.append(game.words.tell(who, event.by, event.text))
    return [say(message, language, names) for message in messages]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_no_sentence_has_the_number_of_a_seat(game: AnyGame) -> None:
    table = table_of(game)
    rng = seeded("names")
    step = 0
    while table.playing:
        language = ("es", "en")[step % 2]
        seat = pick_seat(table.state.acting(), rng)
        for reader in (seat, None):
            for sentence in sentences(table, reader, language):
                assert not NUMBERED.search(sentence), sentence
        if step % 20 == 0:
            part = table_part(Viewer(language, "auto", ""), Perspective(table, (0,), 0)).whole
            assert not NUMBERED.search(TAGS.sub(" ", part))
        text = table.state.text(seat, table.state.choose(seat, rng))
        table.apply(changes.move(table, seat, text, table.last_event(seat), str(step)))
        step += 1


def test_history_names_the_first_player() -> None:
    for game in all_games():
        table = table_of(game)
        part = table_part(Viewer("es", "auto", ""), Perspective(table, (), None)).whole
        starts = [event.text for event in table.seen_by(None) if event.text.startswith("start ")]
        for text in starts:
            name = NAMES[int(text.removeprefix("start "))]
            assert re.search(f"(Empieza|Tira primero) {name}", part)
