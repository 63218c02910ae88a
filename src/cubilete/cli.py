"""The command `cubilete`: its words and its exit codes.

0: done. 1: a record or a file of material is broken. 2: the command can't be carried out as
it was given. Whatever is wrong is said in a sentence, on standard error.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import Progress
from rich.table import Table

from cubilete._source import compiled
from cubilete._version import VERSION
from cubilete.core import datafile
from cubilete.core.errors import BadMaterial, BadRecord, CubileteError
from cubilete.core.fair import commitment_of, fair_dice_of, fingerprint_of
from cubilete.core.fair import verify as verify_record
from cubilete.core.game import Game
from cubilete.core.json_types import JsonObject
from cubilete.core.match import replay as replay_record
from cubilete.core.message import N_, Message
from cubilete.core.record import read_record
from cubilete.core.registry import all_games, find_game
from cubilete.core.rules import Option
from cubilete.core.state import State
from cubilete.language import LANGUAGES, explain, language_of_environment, say
from cubilete.study.bench import Figure
from cubilete.study.bench import run as run_bench
from cubilete.study.simulate import Simulation, Tally, bots_for

BROKEN_FILE = 1
BAD_COMMAND = 2

language = language_of_environment()
out = Console()
err = Console(stderr=True)


def _(template: str, **values: object) -> str:
    return say(Message(template, values), language)


app = typer.Typer(
    name="cubilete",
    help=_(N_("Five dice games: play, simulate, replay and check them.")),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

AsJson = Annotated[bool, typer.Option("--json", help=_(N_("Print JSON, for programs.")))]
GameName = Annotated[str, typer.Argument(metavar="GAME", help=_(N_("The name of a game.")))]


class Failure(Exception):
    """Ends the command with a sentence and an exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code


@contextmanager
def explained(path: Path | None = None) -> Iterator[None]:
    """Turns what bad input raises into a sentence, with file and line where there is one."""
    try:
        yield
    except (BadRecord, BadMaterial) as error:
        line = f":{error.line}" if error.line else ""
        where = f"{path}{line}: " if path else ""
        raise Failure(where + explain(error, language), BROKEN_FILE) from None
    except CubileteError as error:
        raise Failure(explain(error, language), BAD_COMMAND) from None


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise Failure(
            _(N_("{file} can't be read: {reason}."), file=path, reason=reason), BAD_COMMAND
        ) from None


# --- games, rules ---


@app.command(help=_(N_("List the games, and say whether the rules run compiled.")))
def games(as_json: AsJson = False) -> None:
    if as_json:
        listed = [
            {
                "slug": game.slug,
                "name": game.name,
                "credit": game.credit,
                "players": [game.players[0], game.players[-1]],
                "minutes": game.minutes,
                "edition": game.edition,
                "options": [option.name for option in game.options],
                "bots": sorted(game.bots()),
            }
            for game in all_games()
        ]
        print(json.dumps({"version": VERSION, "compiled": compiled(), "games": listed}))
        return
    table = Table(box=None, header_style="bold")
    for heading in (N_("game"), N_("name"), N_("players"), N_("options"), N_("bots"), N_("by")):
        table.add_column(_(heading))
    for game in all_games():
        table.add_row(
            game.slug,
            game.name,
            f"{game.players[0]}–{game.players[-1]}",
            " ".join(option.name for option in game.options),
            " ".join(sorted(game.bots())),
            _(game.credit),
        )
    out.print(table)
    form = N_("The rules run compiled.") if compiled() else N_("The rules run interpreted: slower.")
    out.print(f"cubilete {VERSION}. {_(form)}")


@app.command(help=_(N_("Show the rules of a game.")))
def rules(
    game: GameName,
    lang: Annotated[
        str, typer.Option("--lang", metavar="es|en", help=_(N_("The language of the text.")))
    ] = language,
) -> None:
    with explained():
        found = find_game(game)
    if lang not in LANGUAGES:
        raise Failure(
            _(N_("The languages are {known}; not {lang}."), known=", ".join(LANGUAGES), lang=lang),
            BAD_COMMAND,
        )
    text = found.rules(lang)
    if out.is_terminal:
        out.print(Markdown(text))
    else:
        print(text)


# --- simulate ---


def option_value(option: Option, text: str) -> object:
    """What the text of an option means, by the kind of the option."""
    if option.kind is list:
        return text.split(",")
    if text in ("true", "false"):
        return text == "true"
    if text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) < 19:
        return int(text)
    return text


def options_from(game: Game, texts: list[str]) -> dict[str, object]:
    known = {option.name: option for option in game.options}
    values: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Failure(_(N_("An option is key=value, not {text}."), text=text), BAD_COMMAND)
        if name in values:
            raise Failure(_(N_("The option {option} is there twice."), option=name), BAD_COMMAND)
        values[name] = option_value(known[name], value) if name in known else value
    return values


def material_from(game: Game, path: Path) -> JsonObject:
    with explained(path):
        data = parse_data(path)
        if data.game != game.slug:
            raise BadMaterial(
                "other-game",
                "",
                (),
                N_("This file is for {other}, not for {game}."),
                other=data.game,
                game=game.slug,
            )
        return game.read_material(data)


def parse_data(path: Path) -> datafile.DataFile:
    source = read_bytes(path)
    try:
        text = source.decode("utf-8")
    except UnicodeDecodeError as error:
        line = source[: error.start].count(b"\n") + 1
        raise datafile.complaint(line, "not-utf8", N_("This line is not UTF-8.")) from None
    return datafile.parse(text)


@app.command(help=_(N_("Play games between bots.")))
def simulate(
    game: GameName,
    players: Annotated[
        int | None, typer.Option(help=_(N_("How many seats; the fewest if not said.")))
    ] = None,
    bots: Annotated[
        str, typer.Option(help=_(N_("A bot for each seat, by commas; one name serves for all.")))
    ] = "random",
    number: Annotated[int, typer.Option("--games", min=1, help=_(N_("How many games.")))] = 1,
    seed: Annotated[
        int, typer.Option(help=_(N_("The same seed plays the same games, byte by byte.")))
    ] = 1,
    option: Annotated[
        list[str] | None, typer.Option(help=_(N_("An option of the game, key=value; repeatable.")))
    ] = None,
    material: Annotated[
        Path | None, typer.Option(help=_(N_("A deck, sheet or level of your own.")))
    ] = None,
    records: Annotated[
        Path | None, typer.Option(help=_(N_("Write the record of each game into this folder.")))
    ] = None,
    legal: Annotated[
        bool, typer.Option("--legal", help=_(N_("Add to each decision all that was legal.")))
    ] = False,
    as_json: AsJson = False,
) -> None:
    with explained():
        found = find_game(game)
        own = material_from(found, material) if material else None
        options = options_from(found, option or [])
        seats = found.players[0] if players is None else players
        found.setup(seats, options, own)
        plan = Simulation(found, bots_for(found, seats, bots.split(",")), seed, options, own)
    tally = Tally()
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        for state in progress.track(
            played(plan, number, records, legal), total=number, description=found.name
        ):
            tally.add(state)
    show_tally(plan, tally, as_json)


def played(plan: Simulation, number: int, folder: Path | None, legal: bool) -> Iterator[State]:
    if folder is None:
        yield from plan.results(number)
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for count in range(1, number + 1):
            match = plan.match(count, with_legal=legal)
            name = f"{plan.game.slug}-{plan.seed}-{count:04}.jsonl"
            (folder / name).write_bytes(match.record().to_text().encode("utf-8"))
            yield match.state
    except OSError as error:
        reason = error.strerror or str(error)
        raise Failure(
            _(
                N_("{file} can't be written: {reason}."),
                file=error.filename or folder,
                reason=reason,
            ),
            BAD_COMMAND,
        ) from None


def show_tally(plan: Simulation, tally: Tally, as_json: bool) -> None:
    # In 216's solo game the IA has a score and no seat.
    names = [*plan.bots, *["IA"] * (len(tally.scores) - len(plan.bots))]
    if as_json:
        seats = [
            {
                "bot": names[seat],
                "wins": tally.wins[seat],
                "shared": tally.shared[seat],
                "mean": round(spread.mean, 4),
                "deviation": round(spread.deviation, 4),
                "least": spread.least,
                "most": spread.most,
            }
            for seat, spread in enumerate(tally.scores)
        ]
        print(
            json.dumps(
                {
                    "game": plan.game.slug,
                    "games": tally.games,
                    "seed": plan.seed,
                    "options": dict(plan.options),
                    "seats": seats,
                }
            )
        )
        return
    table = Table(box=None, header_style="bold")
    for heading in (N_("seat"), N_("bot"), N_("wins"), N_("shared"), N_("points"), N_("range")):
        table.add_column(_(heading), justify="right")
    for seat, spread in enumerate(tally.scores):
        table.add_row(
            str(seat),
            names[seat],
            f"{tally.wins[seat] / tally.games:.1%}",
            f"{tally.shared[seat] / tally.games:.1%}",
            f"{spread.mean:.2f} ± {spread.deviation:.2f}",
            f"{spread.least}–{spread.most}",
        )
    out.print(table)


# --- replay, check ---


@app.command(help=_(N_("Check a record against the rules and print its result.")))
def replay(
    file: Annotated[Path, typer.Argument(help=_(N_("A record, one JSON object a line.")))],
    show: Annotated[
        bool, typer.Option("--show", help=_(N_("Show the position in which it ends.")))
    ] = False,
    as_json: AsJson = False,
) -> None:
    source = read_bytes(file)
    with explained(file):
        record = read_record(source)
        match = replay_record(record)
    result = match.result
    if as_json:
        print(
            json.dumps(
                {
                    "game": match.game.slug,
                    "players": list(match.players),
                    "events": len(record.events),
                    "result": json.loads(result.to_json())["result"] if result else None,
                },
                ensure_ascii=False,
            )
        )
        return
    if show:
        view = match.game.view(match.state, None)
        print(match.game.show(view, partial(say, language=language)))
    out.print(
        _(N_("{game}, {events} events."), game=match.game.name, events=len(record.events)),
        highlight=False,
        markup=False,
    )
    if result is None:
        out.print(_(N_("The game is in progress.")))
    elif result.abandoned:
        out.print(_(N_("The game was given up.")))
    else:
        names = [*match.players, *["IA"] * (len(result.scores) - len(match.players))]
        for seat, score in enumerate(result.scores):
            mark = "★" if seat in result.winners else " "
            out.print(f"{mark} {names[seat]}: {score}", highlight=False, markup=False)


@app.command(help=_(N_("Compute every die and card of a finished game again.")))
def verify(
    file: Annotated[Path, typer.Argument(help=_(N_("A record, one JSON object a line.")))],
    as_json: AsJson = False,
) -> None:
    source = read_bytes(file)
    with explained(file):
        record = read_record(source)
        checked = verify_record(record)
        dice = fair_dice_of(record)
    seats = [
        {"name": name, "fingerprint": fingerprint_of(seed), "own": seat not in dice.made}
        for seat, (name, seed) in enumerate(zip(record.header.players, dice.seeds, strict=True))
    ]
    if as_json:
        print(
            json.dumps(
                {
                    "fair": True,
                    "events": checked,
                    "commitment": commitment_of(dice.secret),
                    "seats": seats,
                }
            )
        )
        return
    out.print(
        _(N_("Fair: all {events} rolls and draws are what was promised."), events=checked),
        highlight=False,
    )
    table_secret = _(N_("The table's secret"))
    lines = [f"{commitment_of(dice.secret)}  {table_secret}"]
    for seat in seats:
        made = "" if seat["own"] else f" {_(N_('(seed made by the table)'))}"
        lines.append(f"{seat['fingerprint']}  {seat['name']}{made}")
    out.print("\n".join(lines), highlight=False, markup=False, soft_wrap=True)


@app.command(help=_(N_("Check a deck, a sheet or a level of your own.")))
def check(
    file: Annotated[Path, typer.Argument(help=_(N_("The file to check.")))],
    as_json: AsJson = False,
) -> None:
    with explained(file):
        data = parse_data(file)
        game = find_game(data.game)
        material = game.read_material(data)
    if as_json:
        print(json.dumps({"game": game.slug, "material": material}, ensure_ascii=False))
    else:
        out.print(
            _(N_("{file} is good: {game} can be played with it."), file=file, game=game.name),
            highlight=False,
            markup=False,
        )


# --- play ---


@app.command(help=_(N_("Open the table in the browser; other devices join by its address.")))
def play(
    host: Annotated[
        str,
        typer.Option(envvar="CUBILETE_HOST", help=_(N_("Where to listen; 0.0.0.0: everywhere."))),
    ] = "0.0.0.0",
    port: Annotated[
        int, typer.Option(envvar="CUBILETE_PORT", min=1, max=65535, help=_(N_("The port.")))
    ] = 8000,
    data: Annotated[
        Path | None,
        typer.Option(envvar="CUBILETE_DATA", help=_(N_("The folder where tables are kept."))),
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            envvar="CUBILETE_DATABASE",
            help=_(N_("postgresql://… instead of a file: for several servers at once.")),
        ),
    ] = "",
    browser: Annotated[
        bool, typer.Option(help=_(N_("Open the browser, where there is one.")))
    ] = True,
    pace: Annotated[
        float, typer.Option(min=0, max=60, help=_(N_("Seconds that a bot takes for a move.")))
    ] = 0.7,
) -> None:
    # The server is large: the other commands start sooner without it.
    from cubilete.web import serve as serving
    from cubilete.web.addresses import address_in_network, qr_code

    place = serving.Place(host, port, data or serving.default_data(), database)
    with explained():
        serving.check(place)
    here = (
        f"http://localhost:{port}/"
        if host in ("0.0.0.0", "127.0.0.1")
        else f"http://{host}:{port}/"
    )
    out.print(_(N_("The table is open: {address}"), address=here), highlight=False)
    network = address_in_network() if host == "0.0.0.0" else None
    if network:
        there = f"http://{network}:{port}/"
        out.print(
            _(N_("From other devices in this network: {address}"), address=there), highlight=False
        )
        out.print(qr_code(there), highlight=False, markup=False)
    kept = Message(N_("the database")) if database else place.data
    out.print(_(N_("Tables are kept in {folder}. Stop with Ctrl+C."), folder=kept), highlight=False)
    serving.serve(place, here, pace, browser)


# --- bench ---


@app.command(help=_(N_("Measure how fast the games are, everything side by side.")))
def bench(
    yardsticks: Annotated[
        Path, typer.Option(help=_(N_("The folder with the C reference.")))
    ] = Path("bench"),
    quick: Annotated[
        bool, typer.Option("--quick", help=_(N_("A tenth of the work: only a first look.")))
    ] = False,
    as_json: AsJson = False,
) -> None:
    found: list[dict[str, object]] = []
    for item in run_bench(yardsticks, quick):
        name = say(item.name, language)
        if isinstance(item, Figure):
            sign = "≤" if item.at_most else "≥"
            mark = "✓" if item.reached else "✗"
            line = (
                f"{mark} {name}: {item.value:,.1f} {item.unit} ({sign} {item.wanted:,.0f})"
                f"  {item.detail}"
            )
            entry = asdict(item) | {"reached": item.reached}
        else:
            line = f"– {name}: {say(item.why, language)}"
            entry = {"skipped": str(item.why)}
        found.append(entry | {"name": str(item.name)})
        if not as_json:
            out.print(line, highlight=False, markup=False, soft_wrap=True)
    if as_json:
        print(json.dumps(found))


def main() -> None:
    try:
        app()
    except Failure as failure:
        err.print(failure.sentence, style="red", highlight=False, markup=False, soft_wrap=True)
        sys.exit(failure.code)
    except BrokenPipeError:
        # The reader has seen enough; what is left to print goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


if __name__ == "__main__":
    main()
