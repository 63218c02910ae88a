"""Comfort settings: remembered by cookies, drawn with enough contrast by day and by night."""

import re

import pytest
from starlette.testclient import TestClient

from cubilete.web.html.people.comfort import CHOICES, Comfort, comfort_of

from .test_people import static
from .test_seating import Browser
from .test_seating import app as app  # the fixture
from .test_seating import client as client  # the fixture

FELT_INK = ("#f8f0de", "#e9dfc9")
FELT_RING = "#f4cf7c"
TEXT, GRAPHIC = 4.5, 3.0
"""The least contrast of text and of what is not text (WCAG 1.4.3 and 1.4.11)."""


@pytest.mark.parametrize("name", CHOICES)
def test_setting_is_remembered_on_every_page(name: str, client: TestClient) -> None:
    ana = Browser(client)
    usual, *others = CHOICES[name]
    for value in others:
        ana.post("/settings", **{name: value})
        for page in (ana.get("/"), ana.get("/new?game=dizzle"), ana.get("/rules/dizzle")):
            assert f' data-{name}="{value}"' in html_tag(page)
        assert f'name="{name}" value="{value}" aria-pressed="true"' in ana.get("/")
    ana.post("/settings", **{name: usual})
    assert f"data-{name}" not in html_tag(ana.get("/"))


def test_settings_are_in_the_menu_of_a_table_and_lead_back_to_it(client: TestClient) -> None:
    ana = Browser(client)
    ana.post("/tables", game="dizzle", now="bots")
    table = ana.landed
    page = ana.get(table)
    assert all(f'<button name="{name}" value=' in page for name in CHOICES)
    page = ana.post("/settings", felt="wine", back=table)
    assert ana.landed == table
    assert 'data-felt="wine"' in html_tag(page)


def test_unknown_value_is_not_kept(client: TestClient) -> None:
    ana = Browser(client)
    assert "data-felt" not in html_tag(ana.post("/settings", felt='"><script>'))
    assert comfort_of({"felt": "plaid", "dice": "ivory", "hand": "left"}) == Comfort(
        (("hand", "left"),)
    )


def html_tag(page: str) -> str:
    return page[: page.index("<head>")]


# --- Contrast, which axe can't judge on gradients ---


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def tokens_of(style: str, name: str, value: str) -> dict[str, tuple[str, str]]:
    """The colours of a choice by day and by night."""
    block = re.search(rf'\[data-{name}="{value}"\] {{(.*?)}}', style, re.DOTALL)
    assert block
    pair = r"(--[\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}))"
    return {
        token: (day or both, night or both)
        for token, day, night, both in re.findall(pair, block[1])
    }


@pytest.mark.parametrize("felt", CHOICES["felt"])
def test_writing_and_rings_stand_out_on_each_felt(felt: str, client: TestClient) -> None:
    tokens = tokens_of(static(client, "comfort.css"), "felt", felt)
    for ground in (tokens["--felt"], tokens["--felt-hi"]):
        for ink, colour in zip(FELT_INK, ground, strict=True):
            assert contrast(ink, colour) >= TEXT
            assert contrast(FELT_RING, colour) >= GRAPHIC


@pytest.mark.parametrize("dice", CHOICES["dice"])
def test_pips_stand_out_on_each_kind_of_dice(dice: str, client: TestClient) -> None:
    tokens = tokens_of(static(client, "comfort.css"), "dice", dice)
    for body in (*tokens["--ivory"], *tokens["--ivory-2"]):
        assert contrast(tokens["--pip"][0], body) >= TEXT
