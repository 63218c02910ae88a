"""Runs the command line in a process of its own, without a new interpreter each time.

The processes are forked from a server that has imported the games: that import takes most of the
time of a command. Tests of the start itself use `subprocess`.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from forked import FORKED


def cubilete(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    texts = list(map(str, arguments))
    settings = {"CUBILETE_LANG": "en", "COLUMNS": "200", **environment}
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        process = FORKED.Process(target=run, args=(texts, settings, out, err))
        process.start()
        process.join()
        assert process.exitcode is not None
        return subprocess.CompletedProcess(
            texts, process.exitcode, out.read_text("utf-8"), err.read_text("utf-8")
        )


def run(arguments: list[str], environment: dict[str, str], out: Path, err: Path) -> None:
    for stream, path in ((1, out), (2, err)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), stream)
    os.environ.update(environment)
    sys.argv = ["cubilete", *arguments]
    # The language is decided by the environment at this import.
    from cubilete.cli import main

    main()
