"""One random game, checked at every event."""

from collections.abc import Mapping
from dataclasses import dataclass

from cubilete.core.check.bots import TriedBots
from cubilete.core.check.endings import check_end, check_records
from cubilete.core.check.fault import GameFault, hold
from cubilete.core.check.hidden import Hidden, other_codes, state_after
from cubilete.core.check.nonsense import check_nonsense
from cubilete.core.check.pages import Stages, check_outcome_form, load_page
from cubilete.core.check.positions import (
    Fingerprints,
    check_chance,
    check_choice,
    check_copy,
    check_decisions,
    check_outcomes,
    check_playout,
    check_text,
    check_waiting,
)
from cubilete.core.check.sentences import Sentences
from cubilete.core.check.strategies import Strategies
from cubilete.core.check.studies import Studies
from cubilete.core.check.views import KeptViews, views_of
from cubilete.core.check.wording import check_chronicle, check_event, check_words
from cubilete.core.errors import CubileteError
from cubilete.core.game import AnyGame
from cubilete.core.json_types import JsonObject
from cubilete.core.match import Match
from cubilete.core.record import dump
from cubilete.core.rng import seeded
from cubilete.core.state import CHANCE, TABLE

TOO_LONG = 20_000
"""A game with so many events does not end."""
CLOSELY = 40
"""So many positions of each game are checked closely; of the later ones, one in `ONE_IN`."""
ONE_IN = 16


@dataclass(frozen=True)
class Effort:
    """How much is tried in one position."""

    codes: int
    """How many legal and how many illegal codes."""
    steps: int
    """How far a copy is played on."""


THOROUGH = Effort(codes=40, steps=200)
QUICK = Effort(codes=4, steps=2)


class Tools:
    """What the trials of one game share."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.sentences = Sentences(game)
        self.bots = TriedBots(game, self.sentences)
        self.page = load_page(game)
        self.stages = None if self.page is None else Stages(game, self.page)
        self.fingerprints: dict[str, Fingerprints] = {}
        """By header: other options or material need not be part of a fingerprint."""


class Trial:
    def __init__(
        self,
        tools: Tools,
        players: int,
        options: Mapping[str, object] | None,
        material: JsonObject | None,
        seed: str,
    ) -> None:
        self.tools = tools
        self.game = tools.game
        self.name = f"{self.game.slug}, {players} players, seed {seed}"
        self.rng = seeded("check", self.game.slug, seed, players)
        self.luck = seeded("check closely", self.game.slug, seed, players)
        """Decides what is tried, so that it does not change what is played."""
        names = [f"player {seat + 1}" for seat in range(players)]
        self.match = Match(self.game, names, options, material, with_legal=True)
        self.start = self.match.state.copy()
        self.strategies = Strategies(self.game, self.match.setup)
        self.studies = Studies(self.game)
        self.material = dump(self.match.setup.material)
        self.hidden = Hidden(self.match)
        header = self.match.header.to_json()
        self.fingerprints = tools.fingerprints.setdefault(header, Fingerprints(self.game))
        self.codes: dict[int, dict[int, None]] = {}
        """The codes that could happen so far: of chance, and of the seats under 0."""
        self.texts: dict[str, None] = {}
        self.told = 0
        """How many events of the match have been checked."""

    def run(self) -> None:
        try:
            self.play()
        except GameFault as fault:
            raise GameFault(f"{self.where()}: {fault}") from fault.__cause__
        except Exception as error:
            kind = "" if isinstance(error, CubileteError) else f"{type(error).__name__}: "
            raise GameFault(f"{self.where()}: {kind}{error}") from error

    def where(self) -> str:
        return f"{self.name}, event {len(self.match.events) + 1}"

    def play(self) -> None:
        match = self.match
        while not match.state.over:
            hold(len(match.events) < TOO_LONG, "the game does not end")
            closely = len(match.events) < CLOSELY or self.luck.below(ONE_IN) == 0
            effort = THOROUGH if closely else QUICK
            check_waiting(match.state)
            by, code = self.next_event(effort)
            check_copy(match.state, effort.steps)
            kept = self.check_closely() if closely else None
            self.check_step(by, code)
            self.hidden.before(by, code, self.luck)
            match.apply(by, code)
            self.hidden.after()
            self.check_told()
            if kept is not None:
                kept.check()
        hold(len(match.events) > 0, "the game is over before anything happens")
        check_waiting(match.state)
        check_copy(match.state, 0)
        self.check_closely()
        self.finish()

    def next_event(self, effort: Effort) -> tuple[int, int]:
        """Chooses what happens next and checks how it can be chosen."""
        state = self.match.state
        sentences = self.tools.sentences
        if state.turn() == CHANCE:
            code = check_chance(state, self.rng)
            known = self.codes.setdefault(CHANCE, {})
            known[code] = None
            check_outcomes(state, list(known), sentences, self.luck, effort.codes)
            if self.tools.page is not None:
                check_outcome_form(self.tools.page, self.match, code, sentences)
            return CHANCE, code
        known = self.codes.setdefault(0, {})
        for seat in state.to_act:
            known |= dict.fromkeys(state.legal(seat))
        check_decisions(state, list(known), sentences, self.luck, effort.codes)
        return check_choice(state, self.rng)

    def check_closely(self) -> KeptViews:
        """What is too slow for every position of a long game."""
        state, sentences = self.match.state, self.tools.sentences
        views = views_of(self.game, state)
        self.fingerprints.check(state)
        seats = len(self.match.players)
        for view in views:
            check_words(self.game, view, seats, sentences, self.luck)
        for view in views:
            if view.legal:
                same = self.game.rules.view(state.copy(), view.seat)
                self.tools.bots.check(view, same, self.luck)
                imagined = self.strategies.check(state, view, self.luck)
                assert view.seat is not None
                self.studies.check_features(state, imagined, view.seat)
        if self.tools.stages is not None:
            self.tools.stages.check(self.match, views)
        if not state.over:
            check_nonsense(state, list(self.texts), sentences, self.luck)
            self.check_sibling()
        return KeptViews(views)

    def check_sibling(self) -> None:
        """Another position that might come next has a fingerprint of its own, too."""
        state = self.match.state
        by = CHANCE if state.turn() == CHANCE else state.to_act[0]
        for code in other_codes(state, by, -1, self.luck)[:2]:
            self.fingerprints.check(state_after(state, by, code))

    def check_step(self, by: int, code: int) -> None:
        """What the table says after an event can be read, and it comes to an end."""
        after = self.match.state.copy()
        after.advance(by, code)
        said = 0
        while after.turn() == TABLE:
            check_text(after, TABLE, 0)
            after.advance(TABLE, 0)
            said += 1
            hold(said < TOO_LONG, "the table does not stop talking")

    def check_told(self) -> None:
        match = self.match
        for event in match.events[self.told :]:
            self.texts[event.text] = None
            check_event(self.game, event, len(match.players), self.tools.sentences)
        self.told = len(match.events)

    def finish(self) -> None:
        match = self.match
        codes = [code for known in self.codes.values() for code in list(known)[:5]]
        check_end(match, codes, self.tools.sentences)
        self.studies.check_end(match)
        check_records(match, self.rng)
        check_chronicle(match, self.tools.sentences)
        check_playout(self.start)
        hold(
            dump(match.setup.material) == self.material,
            "the game changes the material that it was given",
        )
