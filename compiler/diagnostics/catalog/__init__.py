"""Every diagnostic code: severity, message, help and explanation, in one file of Markdown per area.

An entry is a heading with the code, a line ``severity: message``, a line ``help: ...`` where there is help, and the
explanation behind an empty line:

    ## CG1103
    warning: the server variable `{name}` does not occur in the URL
    help: remove it, or use it

    A variable that the URL does not contain has no effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import get_args

from compiler.diagnostics.catalog.code import Code, Severity

__all__ = ["CODES", "Code", "Severity"]


_SEVERITIES: Mapping[str, Severity] = {severity: severity for severity in get_args(Severity)}


def _read_codes() -> Iterator[Code]:
    for path in Path(__file__).parent.glob("*.md"):
        for entry in path.read_text("utf-8").split("\n## ")[1:]:
            head, _, explanation = entry.partition("\n\n")
            code, diagnostic, *more = head.split("\n")
            severity, _, message = diagnostic.partition(": ")
            help_text = more[0].removeprefix("help: ") if more else ""
            yield Code(code, _SEVERITIES[severity], message, help_text, f"{explanation.rstrip()}\n")


CODES: Mapping[str, Code] = MappingProxyType(
    {entry.code: entry for entry in sorted(_read_codes(), key=lambda it: it.code)}
)
"""All codes by their name, in their order."""
