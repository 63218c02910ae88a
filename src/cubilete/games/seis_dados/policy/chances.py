"""The chance to win, from the law of each category: who takes its point, how likely.

Categories count as independent of each other. Then the chance to win is linear in the law of each
category, and `Chances.weigh` finds its slopes: what it is worth to a player that this or that seat
takes the point of a category, the extra points of the sections included. Two players are
computed exactly, by convolution over the categories of a section and over the sections. With
three, the player's leads over each of the two others are convolved, and the chance to be ahead of
both is read from the two chances to be ahead of one, with the correlation of equal players.

This module is compiled.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from cubilete.games.seis_dados.policy.rerolls import floats
from cubilete.games.seis_dados.scoring import SECTION_COUNT, SECTION_MASKS
from cubilete.games.seis_dados.tables import BIT, CATEGORY_COUNT

ME: Final = 0
NEXT: Final = 1
LAST: Final = 2
NOBODY: Final = 3
"""Who takes a point: the player, the first or second of the others, or nobody. A law has four
numbers a category, in this order."""

ZERO: Final = 40
WIDTH: Final = 81
"""A lead is stored at ZERO + lead; no lead is larger than 27 categories and 6 sections."""
SIDE: Final = 16
MIDDLE: Final = 8
"""Leads within a section are at most 7, extra point included: a square of SIDE * SIDE."""
STEPS: Final = 32


def normal(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def normal_quantile(share: float) -> float:
    low, high = -9.0, 9.0
    for _ in range(40):
        middle = (low + high) / 2.0
        if normal(middle) < share:
            low = middle
        else:
            high = middle
    return high


def build_ahead_of_both() -> vec[float]:
    """The chance to be ahead of two others, given the chance to be ahead of each, both from 0 to 1
    in STEPS steps. The points of all three are normal and have the same variance."""
    points = 64
    own = [normal_quantile((point + 0.5) / points) for point in range(points)]
    row = [0.0] * ((STEPS + 1) * (STEPS + 1))
    below: list[list[float]] = []
    for step in range(1, STEPS):
        handicap = normal_quantile(step / STEPS) * math.sqrt(2.0)
        below.append([normal(handicap + x) for x in own])
    for one in range(1, STEPS):
        for other in range(1, STEPS):
            both = [below[one - 1][i] * below[other - 1][i] for i in range(points)]
            row[one * (STEPS + 1) + other] = sum(both) / points
    for step in range(STEPS + 1):
        row[STEPS * (STEPS + 1) + step] = row[step * (STEPS + 1) + STEPS] = step / STEPS
    return vec[float](row)


AHEAD_OF_BOTH: Final = build_ahead_of_both()


def ahead_of_both(one: float, other: float) -> float:
    """Interpolates in AHEAD_OF_BOTH."""
    x: float = one * STEPS
    y: float = other * STEPS
    i: i64 = i64(int(x))
    j: i64 = i64(int(y))
    if i >= STEPS:
        i = STEPS - 1
    if j >= STEPS:
        j = STEPS - 1
    x -= float(i)
    y -= float(j)
    at: i64 = i * (STEPS + 1) + j
    return (1.0 - x) * ((1.0 - y) * AHEAD_OF_BOTH[at] + y * AHEAD_OF_BOTH[at + 1]) + x * (
        (1.0 - y) * AHEAD_OF_BOTH[at + STEPS + 1] + y * AHEAD_OF_BOTH[at + STEPS + 2]
    )


def sign(lead: i64) -> i64:
    if lead == 0:
        return 0
    return 1 if lead > 0 else -1


@final
class Race:
    """The lead over one rival: its law in each section, and what follows from all of them."""

    def __init__(self, widths: list[int]) -> None:
        count = len(widths)
        self.widths: list[int] = widths
        """The largest lead in each section, its extra point included."""
        self.leads: vec[float] = floats(count * WIDTH)
        self.before: vec[float] = floats((count + 1) * WIDTH)
        self.after: vec[float] = floats((count + 1) * WIDTH)
        self.outlook: vec[float] = floats(WIDTH)
        self.share: float = 0.0

    def clear(self) -> None:
        for at in range(i64(len(self.leads))):
            self.leads[at] = 0.0

    def add(self, section: i64, lead: i64, chance: float) -> None:
        self.leads[section * WIDTH + ZERO + lead] += chance

    def chain(self, lowest: bool) -> None:
        """Computes for each section the law of the lead in those before it (`before`), and the
        chance to win for each such lead (`after`)."""
        before = self.before
        after = self.after
        leads = self.leads
        count: i64 = len(self.widths)
        for at in range(i64(len(before))):
            before[at] = 0.0
        before[ZERO] = 1.0
        reach: i64 = 0
        start: i64 = 0
        for item in self.widths:
            width: i64 = item
            for at in range(start + ZERO - reach, start + ZERO + reach + 1):
                chance: float = before[at]
                if chance != 0.0:
                    for lead in range(-width, width + 1):
                        before[at + WIDTH + lead] += chance * leads[start + ZERO + lead]
            reach += width
            start += WIDTH
        for at in range(i64(WIDTH)):
            won: i64 = sign(at - ZERO)
            after[start + at] = 0.5 - 0.5 * float(won) if lowest else 0.5 + 0.5 * float(won)
        self.share = 0.0
        for at in range(start, start + WIDTH):
            self.share += before[at] * after[at]
        section: i64 = count - 1
        while section >= 0:
            start -= WIDTH
            width = self.widths[section]
            reach -= width
            for at in range(start + ZERO - reach, start + ZERO + reach + 1):
                share: float = 0.0
                for lead in range(-width, width + 1):
                    share += leads[start + ZERO + lead] * after[at + WIDTH + lead]
                after[at] = share
            section -= 1

    def look_out(self, section: i64) -> None:
        """The chance to win for each lead in a section, in `outlook`."""
        start: i64 = section * WIDTH
        reach: i64 = 0
        for place in range(section):
            reach += self.widths[place]
        width: i64 = self.widths[section]
        for lead in range(-width, width + 1):
            share: float = 0.0
            for at in range(start + ZERO - reach, start + ZERO + reach + 1):
                share += self.before[at] * self.after[at + WIDTH + lead]
            self.outlook[ZERO + lead] = share


@final
class Chances:
    """Computes `worth` and `share` from a law; keeps its working space for the next time."""

    def __init__(self, seats: i64, in_use: i64, lowest: bool) -> None:
        self.seats: i64 = seats
        self.lowest: bool = lowest
        self.worth: vec[float] = floats(4 * CATEGORY_COUNT)
        """What it is worth to the player that this or that seat takes a category's point."""
        self.share: float = 0.0
        """The chance to win."""
        self.sections: list[list[int]] = []
        """The categories in use of each section."""
        for section in range(SECTION_COUNT):
            mask = SECTION_MASKS[section] & in_use
            self.sections.append([c for c in range(CATEGORY_COUNT) if mask & BIT[c]])
        widths = [len(categories) + 1 if categories else 0 for categories in self.sections]
        self.race: Race = Race(widths)
        self.other_race: Race = Race(widths)
        self.square: vec[float] = floats(SIDE * SIDE)
        self.spare: vec[float] = floats(SIDE * SIDE)
        self.prize: vec[float] = floats(SIDE * SIDE)

    def weigh(self, law: vec[float], wanted: i64, complete: vec[float]) -> None:
        """Fills in `share`, and `worth` of the wanted categories, a bit set.

        `complete` is the chance of each section that it is complete at the end (SD-S3).
        """
        self.race.clear()
        self.other_race.clear()
        for section in range(len(self.sections)):
            if self.seats == 2:
                self.lead_in(law, section, -1)
                self.store_two(section, complete[section])
            else:
                self.leads_in(law, section, -1)
                self.store_three(section, complete[section])
        self.race.chain(self.lowest)
        self.share = self.race.share
        if self.seats == 3:
            self.other_race.chain(False)
            self.share = ahead_of_both(self.race.share, self.other_race.share)
        for section in range(len(self.sections)):
            if self.seats == 2:
                self.weigh_section_two(law, section, wanted, complete[section])
            else:
                self.weigh_section_three(law, section, wanted, complete[section])

    # --- Two players: a section is a row of leads ---

    def lead_in(self, law: vec[float], section: i64, without: i64) -> None:
        """The law of the lead in a section, in `square`; a category can be left out."""
        row = self.square
        for at in range(i64(SIDE)):
            row[at] = 0.0
        row[MIDDLE] = 1.0
        reach: i64 = 0
        for item in self.sections[section]:
            category: i64 = item
            if category != without:
                up: float = law[4 * category + ME]
                down: float = law[4 * category + NEXT]
                same: float = 1.0 - up - down
                reach += 1
                previous: float = 0.0
                for at in range(MIDDLE - reach, MIDDLE + reach + 1):
                    here: float = row[at]
                    row[at] = previous * up + here * same + row[at + 1] * down
                    previous = here

    def store_two(self, section: i64, complete: float) -> None:
        for lead in range(i64(-6), i64(7)):
            chance: float = self.square[MIDDLE + lead]
            if chance != 0.0:
                self.race.add(section, lead, chance * (1.0 - complete))
                self.race.add(section, lead + sign(lead), chance * complete)

    def weigh_section_two(
        self, law: vec[float], section: i64, wanted: i64, complete: float
    ) -> None:
        self.race.look_out(section)
        outlook = self.race.outlook
        reach: i64 = len(self.sections[section])
        for lead in range(-reach, reach + 1):  # SD-S3
            self.prize[MIDDLE + lead] = (1.0 - complete) * outlook[
                ZERO + lead
            ] + complete * outlook[ZERO + lead + sign(lead)]
        for item in self.sections[section]:
            category: i64 = item
            if wanted & BIT[category]:
                self.lead_in(law, section, category)
                up: float = 0.0
                down: float = 0.0
                same: float = 0.0
                for at in range(MIDDLE - reach + 1, MIDDLE + reach):
                    chance: float = self.square[at]
                    up += chance * self.prize[at + 1]
                    down += chance * self.prize[at - 1]
                    same += chance * self.prize[at]
                self.worth[4 * category + ME] = up
                self.worth[4 * category + NEXT] = down
                self.worth[4 * category + NOBODY] = same

    # --- Three players: a section is a square of leads over the one and the other ---

    def leads_in(self, law: vec[float], section: i64, without: i64) -> None:
        """The law of both leads in a section, in `square`, as far as there are categories; one of
        them can be left out."""
        self.square[MIDDLE * SIDE + MIDDLE] = 1.0
        reach: i64 = 0
        for item in self.sections[section]:
            category: i64 = item
            if category != without:
                self.add_category(law, category, reach)
                reach += 1

    def add_category(self, law: vec[float], category: i64, reach: i64) -> None:
        """Convolves `square`, whose leads are within `reach`, with one more category."""
        mine: float = law[4 * category + ME]
        one: float = law[4 * category + NEXT]
        other: float = law[4 * category + LAST]
        same: float = law[4 * category + NOBODY]
        square = self.square
        spare = self.spare
        for x in range(MIDDLE - reach - 1, MIDDLE + reach + 2):
            for at in range(x * SIDE + MIDDLE - reach - 1, x * SIDE + MIDDLE + reach + 2):
                spare[at] = 0.0
        for x in range(MIDDLE - reach, MIDDLE + reach + 1):
            for at in range(x * SIDE + MIDDLE - reach, x * SIDE + MIDDLE + reach + 1):
                chance: float = square[at]
                if chance != 0.0:
                    spare[at + SIDE + 1] += chance * mine
                    spare[at - SIDE] += chance * one
                    spare[at - 1] += chance * other
                    spare[at] += chance * same
        self.square = spare
        self.spare = square

    def store_three(self, section: i64, complete: float) -> None:
        reach: i64 = len(self.sections[section])
        for x in range(-reach, reach + 1):
            for y in range(-reach, reach + 1):
                chance: float = self.square[(MIDDLE + x) * SIDE + MIDDLE + y]
                if chance != 0.0:
                    self.race.add(section, x, chance * (1.0 - complete))
                    self.other_race.add(section, y, chance * (1.0 - complete))
                    self.race.add(section, x + extra_over_one(x, y), chance * complete)
                    self.other_race.add(section, y + extra_over_one(y, x), chance * complete)

    def weigh_section_three(
        self, law: vec[float], section: i64, wanted: i64, complete: float
    ) -> None:
        self.race.look_out(section)
        self.other_race.look_out(section)
        reach: i64 = len(self.sections[section])
        for x in range(-reach, reach + 1):
            for y in range(-reach, reach + 1):
                if -reach <= x - y <= reach:
                    self.prize[(MIDDLE + x) * SIDE + MIDDLE + y] = self.prize_of(x, y, complete)
        for item in self.sections[section]:
            category: i64 = item
            if wanted & BIT[category]:
                self.leads_in(law, section, category)
                self.weigh_category_three(category, reach - 1)

    def prize_of(self, x: i64, y: i64, complete: float) -> float:
        """The chance to win with these leads in the section that was looked out for."""
        one = self.race.outlook
        other = self.other_race.outlook
        share: float = 0.0
        if complete < 1.0:
            share = (1.0 - complete) * ahead_of_both(one[ZERO + x], other[ZERO + y])
        if complete > 0.0:  # SD-S3
            with_extra: float = ahead_of_both(
                one[ZERO + x + extra_over_one(x, y)], other[ZERO + y + extra_over_one(y, x)]
            )
            share += complete * with_extra
        return share

    def weigh_category_three(self, category: i64, reach: i64) -> None:
        mine: float = 0.0
        one: float = 0.0
        other: float = 0.0
        same: float = 0.0
        square = self.square
        prize = self.prize
        for x in range(MIDDLE - reach, MIDDLE + reach + 1):
            for at in range(x * SIDE + MIDDLE - reach, x * SIDE + MIDDLE + reach + 1):
                chance: float = square[at]
                if chance != 0.0:
                    mine += chance * prize[at + SIDE + 1]
                    one += chance * prize[at - SIDE]
                    other += chance * prize[at - 1]
                    same += chance * prize[at]
        self.worth[4 * category + ME] = mine
        self.worth[4 * category + NEXT] = one
        self.worth[4 * category + LAST] = other
        self.worth[4 * category + NOBODY] = same


def extra_over_one(x: i64, y: i64) -> i64:
    """What the extra point of a section adds to the lead x over one rival, if that over the other
    is y: 1 if the player has it, -1 if that rival has it."""
    if x > 0 and y > 0:
        return 1
    return -1 if x < 0 and x < y else 0
