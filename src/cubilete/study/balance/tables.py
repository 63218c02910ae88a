"""What people read of a balance study: tables with headings and a sentence that explains them.

The same tables are printed by the command and stand in the report. Figures are texts here, written
as the reader's language does it; `summary.py` has the numbers for programs.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cubilete.core.message import N_, Message
from cubilete.language import capital, decimal, say
from cubilete.study.balance.statistics import PERCENTILES, Balance, Mean, PieceUse, Spread

FIXED = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Table:
    """A table in one language; `name` is that of its picture, in English."""

    name: str
    title: str
    note: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Tables:
    """The tables of a study in one language."""

    def __init__(self, balance: Balance, language: str) -> None:
        self.balance = balance
        self.language = language

    def all(self) -> Iterator[Table]:
        balance = self.balance
        yield self.players()
        yield self.course()
        yield self.scores()
        luck = self.luck()
        if luck.rows:
            yield luck
        if balance.kinds:
            yield self.kinds()
        wanted = balance.plan.game.study.wanted_shares()
        if wanted is not None:
            yield self.sorts(*wanted)
        for kind in balance.kinds:
            yield self.pieces(kind)

    # --- Writing ---

    def say(self, template: str, **values: object) -> str:
        return say(Message(template, values), self.language)

    def number(self, value: float, digits: int = 1, signed: bool = False) -> str:
        return decimal(value, self.language, digits, signed)

    def percent(self, share: float, digits: int = 1, signed: bool = False) -> str:
        return f"{self.number(100 * share, digits, signed)}{FIXED}%"

    def value(self, value: float, signed: bool = False) -> str:
        """A share of victory, or points where one plays alone."""
        if self.balance.alone:
            return self.number(value, signed=signed)
        return self.percent(value, signed=signed)

    def with_margin(self, mean: Mean) -> str:
        margin = self.value(mean.margin) if mean.count > 1 else "∞"
        return plus_minus(self.value(mean.mean), margin)

    def table(
        self, name: str, title: str, note: str, headings: Sequence[str], rows: list[tuple[str, ...]]
    ) -> Table:
        said = tuple(self.say(heading) for heading in headings)
        return Table(name, title, note, said, tuple(rows))

    # --- The tables ---

    def value_heading(self) -> str:
        return N_("points") if self.balance.alone else N_("share of wins")

    def players(self) -> Table:
        """Values by the order of play; by seat where the bots differ; of other opponents."""
        balance = self.balance
        rows: list[tuple[str, ...]] = []
        if len(balance.places) > 1:
            for place, mean in enumerate(balance.places):
                label = self.say(N_("plays as number {number}"), number=place + 1)
                score = self.number(balance.place_scores[place].mean)
                rows.append((label, self.with_margin(mean), score))
        if len(set(balance.plan.bots)) > 1 or len(balance.places) == 1:
            for seat, mean in enumerate(balance.seats):
                label = self.say(
                    N_("seat {number}, {bot}"), number=seat + 1, bot=balance.plan.bots[seat]
                )
                rows.append((label, self.with_margin(mean), ""))
        for number, mean in enumerate(balance.opponents):
            words = balance.plan.game.words.extra_player_said(number)
            rows.append((say(words, self.language), self.with_margin(mean), ""))
        note = self.say(N_("With 95 % intervals. Shared wins are split among the winners."))
        if not balance.alone:
            even = self.percent(balance.even)
            note += " " + self.say(N_("An even share would be {share}."), share=even)
        headings = ("", self.value_heading(), N_("mean score"))
        title = self.say(N_("Advantage by order of play"))
        return self.table("seats", title, note, headings, rows)

    def course(self) -> Table:
        balance = self.balance
        rows = [
            self._spread_row(self.say(N_("rounds")), balance.rounds),
            self._spread_row(self.say(N_("decisions of all players")), balance.decisions),
        ]
        note = self.say(N_("Rounds are those of the history; in Twenty One they are turns."))
        if len(balance.plan.bots) + len(balance.opponents) > 1:
            rows.append(self._spread_row(self.say(N_("changes of the lead")), balance.lead_changes))
            rows.append(self._spread_row(self.say(N_("gap of the best two scores")), balance.gaps))
            comebacks, shared = balance.comebacks.mean, balance.shared_wins
            note += " " + self.say(
                N_(
                    "{shared} of the games are won by several together. Of the others {comebacks} "
                    "are not won by the player who led at half."
                ),
                shared=self.percent(shared),
                comebacks=self.percent(comebacks),
            )
        return self.table(
            "course", self.say(N_("Length and lead")), note, self._spread_headings(), rows
        )

    def scores(self) -> Table:
        rows = [self._spread_row(self.say(N_("score")), self.balance.scores)]
        note = self.say(N_("Of all seats together."))
        best = self.balance.best_score
        if best:  # a level of one's own may have no points at all
            note += " " + self.say(
                N_("The mean is {share} of the {points} points that the material allows."),
                share=self.percent(self.balance.scores.mean / best),
                points=best,
            )
        return self.table("scores", self.say(N_("Scores")), note, self._spread_headings(), rows)

    def _spread_headings(self) -> tuple[str, ...]:
        percents = tuple(f"{percent} %" for percent in PERCENTILES)
        return ("", N_("mean"), N_("deviation"), *percents)

    def _spread_row(self, label: str, spread: Spread) -> tuple[str, ...]:
        numbers = (self.number(spread.mean), self.number(spread.deviation))
        return (label, *numbers, *(str(spread.percentile(each)) for each in PERCENTILES))

    def luck(self) -> Table:
        balance = self.balance
        rows: list[tuple[str, ...]] = []
        bots = ", ".join(dict.fromkeys(balance.plan.bots))
        for label, found in (
            (self.say(N_("among these bots: {bots}"), bots=bots), balance.luck()),
            (self.say(N_("with novices at the table")), balance.mixed_luck()),
        ):
            if found is not None:
                share = plus_minus(self.percent(found.share), self.percent(found.margin))
                rows.append((label, share, str(found.games)))
        note = self.say(
            N_(
                "How much of what moved the results was luck, and not skill: the squares of both "
                "in analysed games (docs/balance.md)."
            )
        )
        headings = ("", N_("luck"), N_("games"))
        return self.table("luck", self.say(N_("Luck")), note, headings, rows)

    # --- Pieces ---

    def kind_title(self, kind: str) -> str:
        return capital(say(self.balance.plan.game.study.kind_words(kind), self.language))

    def kinds(self) -> Table:
        rows = [
            (self.kind_title(kind), *self._use_cells(use))
            for kind, use in self.balance.kinds.items()
        ]
        note = self.say(
            N_(
                "Players: in how many of a hundred games of one player anything of the kind was "
                "used, and how these did. Worth: how much better than those who did not use it. "
                "That is no proof of a cause: who is ahead may use more."
            )
        )
        title = self.say(N_("Kinds of pieces"))
        return self.table("kinds", title, note, self._use_headings(), rows)

    def sorts(self, least: float, most: float) -> Table:
        """How often pieces that are called the same are used, and whether that is as wanted."""
        sorts = self.balance.sorts()
        kinds = Counter(sort.kind for sort in sorts)
        rows: list[tuple[str, ...]] = []
        for sort in sorts:
            label = self.kind_title(sort.kind)
            if kinds[sort.kind] > 1:
                label += " · " + say(sort.words, self.language)
            shares = sort.shares.values()
            within = N_("yes") if least <= sort.mean <= most else N_("no")
            numbers = (self.percent(value) for value in (sort.mean, min(shares), max(shares)))
            outside = " ".join(sort.outside(least, most)) if len(shares) > 1 else ""
            rows.append((label, str(len(shares)), *numbers, self.say(within), outside))
        note = self.say(
            N_(
                "In how many of a hundred games of one player a piece of the sort is used, on "
                "average over its pieces. Wanted: {least} to {most}, so that nothing is a matter "
                "of course or hopeless. Last: the pieces that are outside of it for themselves."
            ),
            least=self.percent(least, 0),
            most=self.percent(most, 0),
        )
        headings = ("", N_("pieces"), N_("mean"), N_("lowest"), N_("highest"), N_("as wanted"))
        title = self.say(N_("How often each sort is used"))
        return self.table("sorts", title, note, (*headings, N_("outside")), rows)

    def pieces(self, kind: str) -> Table:
        balance = self.balance
        words = {piece.name: piece.words for piece in balance.pieces if piece.kind == kind}
        rows = [
            (self.piece_label(name, words.get(name)), *self._use_cells(use))
            for name, use in balance.of_kind(kind)
        ]
        median, most = balance.median_use(kind), balance.most_used(kind)
        note = self.say(
            N_("The median of the kind is used {times} times a game."),
            times=self.number(median / max(balance.games, 1), 3),
        )
        if median and len(rows) > 1:
            ratio = self.number(balance.uses[kind, most].times / median, 2)
            note += " " + self.say(
                N_("{piece} is used most, {ratio} times as often."), piece=most, ratio=ratio
            )
        return self.table(f"kind-{kind}", self.kind_title(kind), note, self._use_headings(), rows)

    def piece_label(self, name: str, words: Message | None) -> str:
        said = say(words, self.language) if words is not None else name
        return said if said == name else f"{name} · {said}"

    def _use_headings(self) -> tuple[str, ...]:
        return (
            "",
            N_("uses a game"),
            N_("games"),
            N_("players"),
            N_("points a use"),
            N_("result") if self.balance.alone else N_("share of wins"),
            N_("worth"),
        )

    def _use_cells(self, use: PieceUse) -> tuple[str, ...]:
        balance = self.balance
        games, players = max(balance.games, 1), max(balance.all_values.count, 1)
        worth = balance.worth(use)
        points = use.points / use.times if use.times else 0.0
        return (
            self.number(use.times / games, 3),
            self.percent(use.games / games),
            self.percent(use.values.count / players),
            self.number(points, 2) if use.points else "",
            self.with_margin(use.values) if use.values.count > 1 else "",
            ""
            if worth is None
            else plus_minus(self.value(worth.difference, signed=True), self.value(worth.margin)),
        )


def plus_minus(value: str, margin: str) -> str:
    return f"{value}{FIXED}±{FIXED}{margin}"
