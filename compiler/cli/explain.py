"""`codegen explain`: what the catalogue says about a code."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TextIO

from compiler.base.catalog import CODES
from compiler.driver.options import Exit


def explain(code: str | None, stdout: TextIO, stderr: TextIO) -> int:
    """Print the explanation of `code`, of which `CG403` and `403` are enough, or the list of all codes."""
    if code is None:
        stdout.writelines(f"{entry.code}  {entry.severity:<7}  {entry.title}\n" for entry in CODES.values())
        return Exit.OK
    digits = code.upper().removeprefix("CG")
    entry = CODES.get(f"CG{digits:0>4}")
    if entry is None:
        near = get_close_matches(code.upper(), CODES, n=3, cutoff=0.6)
        hint = f"near ones: {', '.join(near)}" if near else "without a code, `codegen explain` lists all"
        stderr.write(f"codegen explain: there is no code {code!r}; {hint}\n")
        return Exit.USAGE
    stdout.write(f"{entry.severity}[{entry.code}]: {entry.title}\n\n{entry.told}")
    if entry.help:
        stdout.write(f"\nTo mend it: {entry.cure}.\n")
    return Exit.OK
