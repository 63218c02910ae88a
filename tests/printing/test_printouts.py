"""What is printed: every game on both papers, in both languages, and nothing off the page."""

import re
import sys
from collections import Counter
from collections.abc import Mapping

import pytest

from cubilete import About, AnyGame, Game, Message, Rules, Setup, State, View, all_games, find_game
from cubilete.core.datafile import parse
from cubilete.core.errors import BadMaterial, BadOption
from cubilete.core.json_types import JsonObject
from cubilete.core.parts.printout import INK, Align, Face
from cubilete.games.two_sixteen.conditions import count_of, family_of
from cubilete.games.two_sixteen.material import listed_cards
from cubilete.games.two_sixteen.page.card_faces import FAMILIES, WIDTH
from cubilete.games.two_sixteen.tables import KINDS
from cubilete.games.two_sixteen.terms import condition, help_name
from cubilete.language import LANGUAGES, say
from cubilete.printing.canvas import PdfCanvas, printable
from cubilete.printing.document import NothingToPrint, NoTypesetter, order_for, printed
from cubilete.printing.papers import PAPERS, Paper, find_paper

from .pdf import Page, pages_of

PAGES = {"216": 16, "dizzle": 4, "pa-fuera": 2, "seis-dados": 1, "twenty-one": 3}
LEVEL = """cubilete dizzle

[sheet]
Mi cueva

[grid]
X 1 2Gb
3 . 4B

[points]
gem b 7
bomb -3
"""


def pages(
    slug: str,
    options: Mapping[str, object] | None = None,
    material: JsonObject | None = None,
    paper: str = "a4",
    language: str = "en",
) -> list[Page]:
    game = find_game(slug)
    order = order_for(game, options or {}, material)
    return pages_of(printed(game, order, find_paper(paper), language))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- All games ---


class Watched(PdfCanvas):
    """Notes what leaves the page, or comes nearer to its edge than printers reach."""

    EDGE = 6.0

    def within(self, x: float, y: float, x2: float, y2: float) -> None:
        assert min(x, x2) >= self.EDGE, self.pages
        assert min(y, y2) >= self.EDGE, self.pages
        assert max(x, x2) <= self.paper.width - self.EDGE, self.pages
        assert max(y, y2) <= self.paper.height - self.EDGE, self.pages

    def line(
        self, x: float, y: float, x2: float, y2: float, ink: str = INK, width: float = 0.2
    ) -> None:
        self.within(x, y, x2, y2)
        super().line(x, y, x2, y2, ink, width)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        face: Face = "sans",
        ink: str = INK,
        align: Align = "left",
    ) -> None:
        width = self.width_of(text, size, face)
        start = {"left": x, "centre": x - width / 2, "right": x - width}[align]
        self.within(start, y - size * 0.25, start + width, y)
        super().text(x, y, text, size, face, ink, align)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_game_is_printed_with_its_rules_of_one_minute_and_nothing_leaves_the_page(
    game: AnyGame, paper: Paper, language: str
) -> None:
    assert game.page.printout is not None
    canvas = Watched(game, paper, language)
    game.page.printout.draw(canvas, order_for(game, {}))
    found = pages_of(canvas.document())
    assert len(found) == PAGES[game.slug]
    for page in found:
        assert page.width == pytest.approx(paper.width, abs=0.1)
        assert page.height == pytest.approx(paper.height, abs=0.1)
    card = game.page.card
    assert card is not None
    for sentence in (card.want, card.turn, card.end):
        assert say(sentence, language) in found[0].words
    assert any(game.name in page.texts for page in found)


def test_same_order_gives_the_same_bytes() -> None:
    game = find_game("pa-fuera")
    first, second = (
        printed(game, order_for(game, {}), find_paper("letter"), "es") for _ in range(2)
    )
    assert first == second


class BareRules(Rules[State, View]):
    def start(self, setup: Setup) -> State:
        raise NotImplementedError

    def view(self, state: State, seat: int | None) -> View:
        raise NotImplementedError


def test_game_without_a_printout_says_so() -> None:
    bare = Game(About("bare", "Bare", range(2, 4), 5), BareRules())
    with pytest.raises(NothingToPrint, match=r"Bare has nothing to print\."):
        order_for(bare, {})


def test_missing_typesetter_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("pa-fuera")
    monkeypatch.setitem(sys.modules, "fpdf", None)
    for name in ("canvas", "symbols"):
        monkeypatch.delitem(sys.modules, f"cubilete.printing.{name}", raising=False)
    with pytest.raises(NoTypesetter, match=re.escape("pip install 'cubilete[print]'")):
        printed(game, order_for(game, {}), find_paper("a4"), "en")


def test_unknown_paper_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadOption, match=r"“a3”.*a4, letter"):
        find_paper("a3")
    assert find_paper("A4").name == "a4"


def test_letters_that_the_fonts_lack_are_replaced() -> None:
    assert printable("¡Año «1» – 5 €!") == "¡Año «1» – 5 €!"
    assert printable("−3 źle 龍 a\u0301") == "–3 zle ? a"


# --- 216 ---


@pytest.mark.rule("216-M1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_objective_is_printed_once(language: str) -> None:
    fronts = pages("216", language=language)[2::2]
    cards = re.split(r"(?<=/216) ", " ".join(page.words for page in fronts if "/216" in page.words))
    assert len(cards) == 70
    objectives, _ = listed_cards(find_game("216").setup(1).material)
    for _, when, score, bonus in objectives:
        family = FAMILIES[family_of(when) or ""][0]
        words = capital(say(condition(when), language))
        face = f"{words} {score} +{bonus} {count_of(when)}/216"
        title = say(Message(family), language)
        matching = [card for card in cards if card.startswith(title) and card.endswith(f" {face}")]
        assert len(matching) == 1, when


@pytest.mark.rule("216-M5")
def test_every_help_card_is_printed() -> None:
    fronts = pages("216")[2::2]
    words = " ".join(page.words for page in fronts if "/216" not in page.words)
    helps = Counter(text.strip() for text in words.split("Help card")[1:])
    _, counts = listed_cards(find_game("216").setup(1).material)
    assert helps == Counter(
        {
            capital(say(help_name(kind), "en")): count
            for kind, count in zip(KINDS, counts, strict=True)
        }
    )


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_backs_lie_behind_their_fronts(paper: Paper) -> None:
    """The paper is turned over its long edge: left and right change places."""
    found = pages("216", paper=paper.name)
    middle = PdfCanvas(find_game("216"), paper, "en").width_of("216", 20, "serif bold") / 2
    for front, back in zip(found[2::2], found[3::2], strict=True):
        titles = {say(Message(name), "en") for name, _, _ in FAMILIES.values()} | {"Help card"}
        lefts = [
            (round(line.x - 10.8, 1), round(line.y - 8.2, 1))
            for line in front.lines
            if line.text in titles
        ]
        backs = [
            (round(line.x + middle - WIDTH / 2, 1), round(line.y - 42, 1))
            for line in back.lines
            if line.text == "216"
        ]
        mirrored = [(round(paper.width - x - WIDTH, 1), y) for x, y in lefts]
        assert len(backs) == len(lefts)
        for (x, y), (back_x, back_y) in zip(sorted(mirrored), sorted(backs), strict=True):
            assert x == pytest.approx(back_x, abs=0.15)
            assert y == pytest.approx(back_y, abs=0.15)


def test_own_deck_is_printed() -> None:
    material = find_game("216").setup(1).material
    objectives = material["objectives"]
    assert isinstance(objectives, list)
    assert isinstance(objectives[0], dict)
    objectives[0]["score"] = 987654
    assert "987654" in " ".join(page.words for page in pages("216", material=material))


def test_race_has_the_agreed_target() -> None:
    assert "The race to 150" in pages("216", {"target": 150})[0].texts


# --- Seis dados ---


@pytest.mark.rule("SD-5")
def test_sheet_has_the_chosen_categories_alone() -> None:
    (page,) = pages("seis-dados", {"categories": ["twos", "pair", "double-pair"]})
    assert Counter(page.texts)["twos"] == 2  # two sheets on a page
    assert {"Numbers", "Groups", "Combinations", "pair", "two pairs", "Jokers"} <= set(page.texts)
    assert not {"ones", "Straights", "straight of 3", "Totals", "highest sum"} & set(page.texts)


@pytest.mark.rule("SD-3")
def test_sheet_with_all_sections_has_every_category() -> None:
    game = find_game("seis-dados")
    every = list(game.rules.options[0].choices)
    (page,) = pages("seis-dados", {"categories": every}, paper="letter", language="es")
    for name in every:
        if name != "jokers":
            assert say(game.words.choice("categories", name), "es") in page.texts
    assert "Comodines" in page.texts


def test_agreed_variants_are_on_the_sheet() -> None:
    (page,) = pages("seis-dados", {"lowest_wins": True, "end_at": 9})
    assert "it ends at 9 points · fewest points wins" in page.words


# --- Twenty One ---


@pytest.mark.rule("T1-M1")
def test_six_sheets_have_their_own_colours() -> None:
    found = pages("twenty-one")
    titles = [text for page in found for text in page.texts if text.startswith("Sheet ")]
    assert titles == [f"Sheet {letter}" for letter in "ABCDEF"]
    letters = [text for page in found for text in page.texts if text in set("WYRGBK")]
    sheets = find_game("twenty-one").setup(2).material["sheets"]
    assert isinstance(sheets, dict)
    rows = [row for sheet in sheets.values() if isinstance(sheet, list) for row in sheet]
    assert "".join(letters) == "".join(map(str, rows))


def test_colours_have_the_letters_of_the_language() -> None:
    texts = [text for page in pages("twenty-one", language="es") for text in page.texts]
    counted = Counter(text for text in texts if len(text) == 1 and text.isalpha())
    assert counted == dict.fromkeys("BARVZN", 30)


# --- Dizzle ---


@pytest.mark.rule("DZ-M3")
def test_level_that_is_asked_for_is_printed_alone() -> None:
    (page,) = pages("dizzle", {"level": 3})
    assert "Level 3 · The Rocket" in page.texts
    names = [text for page in pages("dizzle") for text in page.texts if text.startswith("Level ")]
    assert [name[:7] for name in names] == ["Level 1", "Level 2", "Level 3", "Level 4"]


@pytest.mark.rule("DZ-M3")
def test_own_level_is_printed() -> None:
    material = find_game("dizzle").material_from(parse(LEVEL))
    (page,) = pages("dizzle", material=material, language="es")
    assert "Mi cueva" in page.texts
    assert "7" in page.texts
    assert "–3" in page.texts
    assert "gema azul" in page.words
    assert "cuando alguien tacha la suya" in page.words
    assert "abre las cerraduras" not in page.words


def test_level_that_fits_on_no_page_is_refused() -> None:
    rows = "\n".join(["X 1"] * 80)
    text = f"cubilete dizzle\n[sheet]\nTorre\n[grid]\n{rows}\n"
    material = find_game("dizzle").material_from(parse(text))
    with pytest.raises(BadMaterial, match="“Torre” is too large for a page"):
        pages("dizzle", material=material)
