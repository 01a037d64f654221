"""The exit codes; nothing heavy is imported for them."""

from __future__ import annotations


class Exit:
    """Exit codes of every command (house 5)."""

    OK = 0
    STALE = 1
    """The output is not up to date (`--check`), or a breaking change was found."""
    ERRORS = 2
    """The document has errors; nothing was written."""
    USAGE = 3
    """The command line, gen.yaml or the output folder has a mistake, or memory ran out."""
    INTERNAL = 4
    """A bug of the compiler."""
