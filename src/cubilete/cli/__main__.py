"""Runs the command as `python -m cubilete.cli`."""

from cubilete.cli import main

main()
