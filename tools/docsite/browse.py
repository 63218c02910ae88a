"""Opens the built documentation site in Chromium, from the file system and without a network.

usage: python tools/docsite/browse.py SITE [--pictures FOLDER]

Both languages must find something by the search, load nothing from elsewhere, report no error, and
fit a telephone: no page is wider than the screen. With --pictures the pages are photographed.
"""

import argparse
import shutil
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

SEARCHES = {"index.html": "reroll", "es/index.html": "comodines"}
WIDTHS = {"desktop": (1280, 900), "phone": (390, 844)}
PHOTOGRAPHED = ("index", "luck", "rules/seis-dados", "api/game", "hosting", "es/play")
LONGEST = 30_000
"""Milliseconds until something that must appear counts as missing. A busy machine is slow."""


def problems(page: Page, site: Path) -> Iterator[str]:
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url))
    page.on("pageerror", lambda error: seen.append(f"error: {error}"))
    for start, words in SEARCHES.items():
        page.goto((site / start).as_uri())
        page.locator(".md-search__input").click(timeout=LONGEST)
        page.keyboard.type(words)
        page.locator(".md-search-result__link").first.wait_for(state="attached", timeout=LONGEST)
    page.set_viewport_size({"width": WIDTHS["phone"][0], "height": WIDTHS["phone"][1]})
    for each in sorted(site.rglob("*.html")):
        if each.name == "404.html":
            continue
        page.goto(each.as_uri())
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > WIDTHS["phone"][0]:
            yield f"{each.relative_to(site)} is {wide} pixels wide on a telephone"
    yield from sorted({line for line in seen if not line.startswith(("file:", "data:", "blob:"))})


def photograph(page: Page, site: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for size, (width, height) in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        for light in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if light == "dark" else "light")
            for name in PHOTOGRAPHED:
                page.goto((site / f"{name}.html").as_uri())
                path = folder / f"{name.replace('/', '-')}-{size}-{light}.png"
                page.screenshot(path=str(path))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--pictures", type=Path)
    asked = parser.parse_args()
    site: Path = asked.site.resolve()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page()
        found = list(problems(page, site))
        if asked.pictures:
            photograph(browser.new_page(), site, asked.pictures)
        browser.close()
    if found:
        raise SystemExit("\n".join(found))
    print("The site works without a network, and fits a telephone.")


if __name__ == "__main__":
    main()
