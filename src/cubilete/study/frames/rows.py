"""The rows of an experiment: one a game and one a decision.

What a game adds to the columns that all games have comes from its `study` part. Seats are counted
from 0 in names and values, as in records. Shares are shares of the victory, which ties split.
"""

from collections.abc import Iterator

import pyarrow as pa

from cubilete.core.match import NAMES
from cubilete.core.record import Event
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, SEATS, State
from cubilete.language import say
from cubilete.study.frames.columns import (
    NUMBER,
    SHARE,
    SMALL,
    TEXT,
    Row,
    batch_of,
    bot_types,
    feature_types,
    score_types,
    share_types,
)
from cubilete.study.frames.experiment import Experiment
from cubilete.study.simulate import Simulation

GAMES = "games"
DECISIONS = "decisions"


# --- Columns ---


def games_schema(experiment: Experiment) -> pa.Schema:
    """The columns of the table of games."""
    simulation = experiment.simulation()
    state = simulation.start()
    state.playout(Rng(0))
    scores = len(state.scores())
    return pa.schema(
        {
            "number": NUMBER,
            "decisions": SMALL,
            "winners": SMALL,
            **score_types(scores),
            **share_types(scores),
            **feature_types(simulation.game.study.summary(state)),
            **bot_types(len(experiment.bots)),
        }
    )


def decisions_schema(experiment: Experiment) -> pa.Schema:
    """The columns of the table of decisions."""
    simulation = experiment.simulation()
    state = first_decision(simulation)
    return pa.schema(
        {
            "number": NUMBER,
            "event": SMALL,
            "seat": SMALL,
            "bot": TEXT,
            "choices": SMALL,
            "chosen": TEXT,
            "words": TEXT,
            **feature_types(simulation.game.study.features(state, state.to_act[0])),
            **score_types(len(state.scores())),
            "final_score": SMALL,
            "final_share": SHARE,
        }
    )


def first_decision(simulation: Simulation) -> State:
    state, rng = simulation.start(), Rng(0)
    while state.turn() != SEATS:
        state.advance(state.turn(), state.sample(rng) if state.turn() == CHANCE else 0)
    return state


# --- Rows ---


def game_batch(experiment: Experiment, numbers: range) -> pa.RecordBatch:
    """A row for each of these games."""
    simulation = experiment.simulation()
    start = simulation.start()
    rows: list[Row] = []
    for number in numbers:
        state = start.copy()
        decisions = simulation.finish(state, number)
        rows.append(game_row(simulation, state, number, decisions))
    return batch_of(rows, games_schema(experiment))


def game_row(simulation: Simulation, state: State, number: int, decisions: int) -> Row:
    return (
        number,
        decisions,
        *result(state),
        *simulation.game.study.summary(state).values(),
        *simulation.bots,
    )


def result(state: State) -> Row:
    """How many have won, the scores, and the share of the victory of each score."""
    scores, winners = state.scores(), state.winners()
    share = 1 / len(winners)
    shares = [share if seat in winners else 0.0 for seat in range(len(scores))]
    return (len(winners), *scores, *shares)


def both_batches(experiment: Experiment, numbers: range) -> dict[str, pa.RecordBatch]:
    """The rows of these games and of all their decisions."""
    simulation = experiment.simulation()
    games: list[Row] = []
    decisions: list[Row] = []
    for number in numbers:
        state = simulation.start()
        open_rows = list(decision_rows(simulation, state, number))
        _winners, *final = result(state)
        scores, shares = final[: len(final) // 2], final[len(final) // 2 :]
        decisions += [(*row, scores[seat], shares[seat]) for seat, row in open_rows]
        games.append(game_row(simulation, state, number, len(open_rows)))
    return {
        GAMES: batch_of(games, games_schema(experiment)),
        DECISIONS: batch_of(decisions, decisions_schema(experiment)),
    }


def decision_rows(simulation: Simulation, state: State, number: int) -> Iterator[tuple[int, Row]]:
    """Plays a game on `state` and yields each decision: the seat, and its row without the result
    of the game."""
    game = simulation.game
    names = [f"Seat {seat}" for seat in range(len(simulation.bots))]
    chronicle = game.words.chronicle(names, simulation.setup)
    for event, (by, code) in enumerate(simulation.events(state, number), start=1):
        text = state.text(by, code)
        told = chronicle.hear(Event(event, NAMES.get(by, by), text))
        if by < 0:
            continue
        row = (
            number,
            event,
            by,
            simulation.bots[by],
            len(state.legal(by)),
            text,
            " ".join(say(line.message, "en", names) for line in told.lines),
            *game.study.features(state, by).values(),
            *state.scores(),
        )
        yield by, row
