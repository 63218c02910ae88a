"""The rules for people."""

import pytest

from cubilete.games.seis_dados import GAME


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_rules_credit_their_author(language: str) -> None:
    top = GAME.rules(language).split("## ")[0]
    assert "Jorge Alonso" in top
    assert "Jorge Alonso" in GAME.credit
