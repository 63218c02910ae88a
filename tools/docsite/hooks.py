"""What mkdocs is told besides its configuration (https://www.mkdocs.org/user-guide/configuration/).

Pages from outside docs/ are added, links are made to hold on the site, and each page offers itself
in the other language.
"""

import posixpath
from typing import Any

from docsite.links import OTHER_SITE, ROOT, Place, for_site, places, twin
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ICON = ROOT / "src/cubilete/web/static/icon.svg"
LANGUAGES = {"en": "English", "es": "Español"}


def language_of(config: MkDocsConfig) -> str:
    return str(config.theme["language"])


def on_files(files: Files, config: MkDocsConfig) -> Files:
    files.append(File.generated(config, "assets/icon.svg", abs_src_path=str(ICON)))
    for name, place in places().items():
        if place.language == language_of(config) and files.get_file_from_path(place.path) is None:
            text = (ROOT / name).read_text(encoding="utf-8")
            files.append(File.generated(config, place.path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    return for_site(markdown, file_of(page, config))


def on_page_context(context: Any, page: Page, config: MkDocsConfig, nav: Any) -> Any:
    here = place_of(page, config)
    start = posixpath.dirname(here.address) or "."
    config.extra["alternate"] = [
        {
            "name": name,
            "lang": language,
            "link": OTHER_SITE + posixpath.relpath(place.address, start),
        }
        for language, name in LANGUAGES.items()
        for place in (here if language == here.language else twin(here),)
    ]
    return context


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    return output.replace(f'"{OTHER_SITE}', '"')


def place_of(page: Page, config: MkDocsConfig) -> Place:
    return Place(language_of(config), page.file.src_uri)


def file_of(page: Page, config: MkDocsConfig) -> str:
    """The file in the repository that a page is made from."""
    here = place_of(page, config)
    found = [name for name, place in places().items() if place == here]
    return max(found, key=lambda name: name.startswith("docs/"))
