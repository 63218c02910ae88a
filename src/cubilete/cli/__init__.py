"""The command `cubilete`, one module a command.

A command's module stays light at import: every start imports all of them, for the help. The web
server and the studies are imported when their command runs.
"""

from cubilete.cli.app import main

__all__ = ["main"]
