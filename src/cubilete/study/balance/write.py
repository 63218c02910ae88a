"""Writes a balance study into a folder: numbers, pictures and the report, in both languages."""

import json
from pathlib import Path

from cubilete.language import LANGUAGES
from cubilete.study.balance.page import Page, file_name
from cubilete.study.balance.plots import Plots
from cubilete.study.balance.statistics import Balance
from cubilete.study.balance.summary import summary


def write(balance: Balance, folder: Path, command: str) -> list[Path]:
    """The files written: `balance.json`, `report.LANGUAGE.html` and, for each picture,
    `NAME.LANGUAGE.svg` and `.png`."""
    folder.mkdir(parents=True, exist_ok=True)
    found = [folder / "balance.json"]
    found[0].write_text(json.dumps(summary(balance), indent=1) + "\n", encoding="utf-8")
    for language in LANGUAGES:
        pictures = list(Plots(balance, language).all())
        for picture in pictures:
            for kind in ("svg", "png"):
                path = folder / f"{picture.name}.{language}.{kind}"
                picture.save(path)
                found.append(path)
        others = [other for other in LANGUAGES if other != language]
        page = folder / file_name(language)
        page.write_text(Page(balance, language, command).html(pictures, others), encoding="utf-8")
        found.append(page)
    return found
