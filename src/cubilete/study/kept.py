"""A file of results that are kept while a long study runs, so that it can be cut and go on.

Each line is one result: the name of the series that it belongs to, its number in it, and the
values. The name says all that the results depend on, so one file may serve several series. It
knows nothing of changes in the code; after one, begin another file.

A line that was cut in the middle is dropped, and its result is computed again.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cubilete._source import compiled
from cubilete.core.errors import BadOption
from cubilete.core.message import N_

Values = dict[str, Any]
"""A result as JSON."""


class Kept:
    """The results so far, also of earlier runs. Without a file they are kept in memory."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.series: dict[str, dict[int, Values]] = {}
        if path is not None:
            path.touch()
            self.load(path)

    def load(self, path: Path) -> None:
        content = path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                entry = json.loads(line)
                self.series.setdefault(entry["of"], {})[entry["number"]] = entry["values"]
            except (ValueError, KeyError, TypeError) as error:
                raise BadOption(
                    "not-kept",
                    "",
                    N_("Line {line} of {file} is no result."),
                    line=number,
                    file=path,
                ) from error
        if len(whole) < len(content):
            with path.open("r+b") as file:
                file.truncate(len(whole))

    def of(self, series: str) -> Mapping[int, Values]:
        return self.series.get(series, {})

    def add(self, series: str, number: int, values: Values) -> None:
        self.series.setdefault(series, {})[number] = values
        if self.path is not None:
            entry = {"of": series, "number": number, "values": values}
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry, separators=(",", ":")) + "\n")


def series_name(*parts: object) -> str:
    """A name from all that results depend on; compiled and interpreted rules differ too, because
    they leave different budgets."""
    return " ".join([*map(str, parts), "compiled" if compiled() else "interpreted"])
