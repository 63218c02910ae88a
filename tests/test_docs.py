"""The documents: their examples run, the commands that they name exist, both languages agree.

Python in a document is run block after block, as one session, in an empty folder that has docs/.
That of README.md is run by test_readme.py, and test_examples.py builds a package from
CONTRIBUTING.md.
"""

import doctest
import re
import shlex
from collections.abc import Callable
from functools import wraps
from pathlib import Path

import pytest
import typer
from docsite.links import ROOT, for_site, places, twin
from typer.testing import CliRunner

from cubilete import find_game, read_record
from cubilete.bots.analysis import Analyst
from cubilete.cli.app import app
from cubilete.core.parts.policy import Effort

FENCED = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`([^`]+)`")
PAGES = sorted((ROOT / "docs").rglob("*.md"))
TEXTS = [*sorted(ROOT.glob("*.md")), *PAGES]


def blocks(page: Path, *kinds: str) -> list[str]:
    found = FENCED.findall(page.read_text(encoding="utf-8"))
    return [text for kind, text in found if kind in kinds]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks(page, "python", "pycon")], ids=name_of
)
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("docs").symlink_to(ROOT / "docs")
    session: dict[str, object] = {"__name__": "__main__"}
    for number, text in enumerate(blocks(page, "python", "pycon"), start=1):
        name = f"{name_of(page)}, block {number}"
        if ">>>" not in text:
            exec(compile(text, name, "exec"), session)
            continue
        test = doctest.DocTestParser().get_doctest(text, session, name, None, 0)
        runner = doctest.DocTestRunner(verbose=False)
        runner.run(test, clear_globs=False)
        session = test.globs
        assert runner.summarize(verbose=False).failed == 0


# --- Commands ---


def commands(page: Path, program: str) -> list[str]:
    """The command lines of a program that a document names, in blocks and within sentences."""
    text = page.read_text(encoding="utf-8")
    whole = FENCED.sub("", text)
    sentences = [re.sub(r"\s+", " ", code) for code in INLINE.findall(whole)]
    in_blocks = "\n".join(blocks(page, "", "sh", "console", "bash", "ini"))
    lines = re.sub(r"\\\n\s*", " ", in_blocks).splitlines()
    found: list[str] = []
    for line in [*sentences, *lines]:
        match = re.match(rf"(?:\$ |ExecStart=|sudo -u \w+ )?(?:[\w./]*/)?{program} (.*)", line)
        if match:
            found.append(re.sub(r"(^|\s)#.*", "", match[1]).strip())
    return found


def arguments(command: str) -> list[str]:
    """The words of a command line. Of a synopsis, all that it allows: “[--games N]” is given. Of
    systemd's templates, an instance."""
    plain = re.sub(r"[\[\]]|…", " ", command.replace(" … ", " GAME "))
    return ["2" if re.fullmatch("[A-Z]|%i", word) else word for word in shlex.split(plain)]


def without_running(commands: typer.Typer) -> typer.Typer:
    """The same commands, which read their arguments and do nothing."""
    made = typer.Typer(add_completion=False)
    for command in commands.registered_commands:
        assert command.callback is not None
        made.command(command.name)(reading(command.callback))
    for group in commands.registered_groups:
        assert group.typer_instance is not None
        made.add_typer(without_running(group.typer_instance), name=group.name)
    return made


def reading(run: Callable[..., object]) -> Callable[..., None]:
    """A command with the same arguments that only looks whether the games exist that it names."""

    @wraps(run)
    def read(**given: object) -> None:
        for name in ("game", "games"):
            value = given.get(name)
            slugs = [value] if isinstance(value, str) else value if isinstance(value, list) else []
            for slug in slugs:
                find_game(slug)

    return read


@pytest.mark.parametrize("page", TEXTS, ids=name_of)
def test_command_lines_are_accepted(page: Path) -> None:
    reader = without_running(app)
    for line in commands(page, "cubilete"):
        words = ["dizzle" if word == "GAME" else word for word in arguments(line)]
        if len(words) == 1:  # a command may be named without its arguments
            words.append("--help")
        done = CliRunner().invoke(reader, words)
        assert done.exit_code == 0, f"cubilete {line}: {done.output} {done.exception}"


def test_commands_are_found_in_blocks_and_sentences() -> None:
    assert "games" in commands(ROOT / "README.md", "cubilete")
    assert len(commands(ROOT / "README.md", "cubilete")) > 10
    hosting = commands(ROOT / "docs/hosting.md", "cubilete")
    assert any(line.startswith("play --no-browser") for line in hosting)


def test_targets_of_make_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in TEXTS:
        for line in commands(page, "make"):
            target = line.split()[0]
            assert target in targets, f"{name_of(page)}: make {line}"


def test_tools_exist_and_have_the_options_that_are_named() -> None:
    for page in TEXTS:
        for line in commands(page, "python3?"):
            if line.startswith("-"):
                continue
            script, *rest = arguments(line)
            path = ROOT / script
            assert path.is_file(), f"{name_of(page)}: python {line}"
            source = path.read_text(encoding="utf-8")
            for option in (word for word in rest if word.startswith("--")):
                assert f'"{option}"' in source, f"{name_of(page)}: {line}"


# --- Both languages, and the site ---


@pytest.mark.parametrize("page", sorted((ROOT / "docs/es").glob("*.md")), ids=name_of)
def test_translation_has_the_same_code_and_sections(page: Path) -> None:
    original = (ROOT / "docs" / page.name).read_text(encoding="utf-8")
    text = page.read_text(encoding="utf-8")
    assert FENCED.findall(text) == FENCED.findall(original)
    if page.name != "index.md":
        count = [len(re.findall(r"^#+ ", each, re.MULTILINE)) for each in (text, original)]
        assert count[0] == count[1]
        options = [re.findall(r"`--[a-z-]+`", each) for each in (text, original)]
        assert sorted(options[0]) == sorted(options[1])


def test_links_of_the_repository_become_links_of_the_site() -> None:
    text = "[a](../CONTRIBUTING.md#adding-a-game) [b](../tests/vectors/README.md) `[c](x.md)`"
    assert for_site(text, "docs/bots.md") == "[a](contributing.md#adding-a-game) b `[c](x.md)`"
    assert for_site("[a](docs/bots.md)", "CONTRIBUTING.md") == "[a](bots.md)"
    assert for_site("[a](../records.md)", "docs/api/match.md") == "[a](../records.md)"
    assert for_site("```\n[a](../x)\n```\n", "docs/bots.md") == "```\n[a](../x)\n```\n"
    rules = "../src/cubilete/games/dizzle/rules.en.md"
    assert for_site(f"[a]({rules})", "docs/index.md") == "[a](rules/dizzle.md)"
    other = for_site("[a](es/play.md)", "docs/index.md")
    assert other == "[a](other-site:es/play.html)"
    assert for_site("[a](../luck.md)", "docs/es/play.md") == "[a](other-site:../luck.html)"


def test_rules_have_a_place_for_each_number() -> None:
    text = for_site("- **SD-S1** One.\n", "src/cubilete/games/seis_dados/rules.en.md")
    assert text == "- **SD-S1**{ #SD-S1 } One.\n"


def test_page_offers_itself_in_the_other_language() -> None:
    by_path = places()
    assert twin(by_path["docs/hosting.md"]) == by_path["docs/es/hosting.md"]
    assert twin(by_path["docs/es/play.md"]) == by_path["docs/play.md"]
    assert twin(by_path["docs/luck.md"]) == by_path["docs/es/index.md"]


def test_every_page_is_listed() -> None:
    """mkdocs fails on pages that are not in the nav; this says it without building the site."""
    listed = (ROOT / "tools/docsite/mkdocs.yml").read_text(encoding="utf-8")
    for page in sorted((ROOT / "docs").rglob("*.md")):
        name = page.relative_to(ROOT / "docs").as_posix()
        if not name.startswith("es/"):
            assert f": {name}" in listed, name


def test_analysis_estimates_the_fractions_of_the_example() -> None:
    record = read_record((ROOT / "docs/examples/luck.jsonl").read_bytes())
    analyst = Analyst(record, Effort(value=100, decision=600, shortlist=4), seed=1)
    choice = analyst.judge_choice(analyst.positions[34], analyst.events[34])
    assert (choice.chosen, choice.best) == ("joker 2 3", "joker 2 3 4")
    assert choice.cost == pytest.approx(25 / 432), "the strategy foresees all luck of this roll"
    assert choice.skill[1] == pytest.approx(-choice.cost)
    before = analyst.value_of(analyst.positions[35], 35)
    assert abs(before.mean[1] - 47 / 72) < 3 * before.errors[1]
