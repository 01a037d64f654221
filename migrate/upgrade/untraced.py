"""What a program may do with an SDK that leaves no trace in its text and types, so that it is neither rewritten nor
marked: the help and the reports of `codegen upgrade-calls` name it, and docs/upgrade-calls.md with examples."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

_ALL = ("python", "typescript", "go")
UNTRACED = {
    "names put together at run time": _ALL,
    "names in data": _ALL,
    "code in texts that are put together": ("python",),
    "values without types": ("typescript",),
    "files that are not in the language: templates, notebooks, configuration": _ALL,
    "files that build tags leave out on this machine": ("go",),
}
"""The targets of each kind. Those with a program in judges/constructs are called as it is."""


def untraced_in(targets: Iterable[str]) -> tuple[str, ...]:
    """Return the kinds that programs of some targets may have."""
    wanted = set(targets)
    return tuple(kind for kind, those in UNTRACED.items() if wanted.intersection(those))


def help_text() -> str:
    """Return what the help of the command says of all targets."""
    kinds = [kind if those == _ALL else f"{kind} ({', '.join(those)})" for kind, those in UNTRACED.items()]
    return textwrap.fill(f"These leave no trace, so only a test of the program finds them: {'; '.join(kinds)}.", 116)
