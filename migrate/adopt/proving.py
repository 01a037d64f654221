"""`--prove`: builds the surface that the adopted files give, and compares a published SDK with it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from compiler.commands.diff import DiffOptions
from compiler.commands.diff.sides import surfaces
from compiler.config import CONFIG_NAME
from migrate.adopt.prove import Kind, Proof, prove

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics
    from migrate.adopt import AdoptOptions
    from migrate.adopt.api import Api
    from migrate.adopt.published.published import Published


def prove_build(
    old: Published,
    files: Callable[[Path], Mapping[Path, str]],
    api: Api,
    options: AdoptOptions,
    diagnostics: Diagnostics,
) -> Proof | None:
    """Compare a published SDK with what the adopted files give in its language; None after an error.

    What has errors in the document is left out, as `-k` does.
    """
    with tempfile.TemporaryDirectory(prefix="codegen-prove-") as scratch:
        folder = Path(scratch).resolve()
        for path, text in files(folder).items():
            path.write_text(text, "utf-8")
        config = str(folder / CONFIG_NAME)
        given = DiffOptions(config, config, options.input, (old.language,), keep_going=True)
        built = surfaces(config, given, diagnostics)
    return None if built is None else prove(old, built.symbols[old.language], api)


def is_enough(proof: Proof, options: AdoptOptions, stderr: TextIO) -> bool:
    """Whether as many methods are the same as `--require` asks for; else a line says so."""
    percent = proof.percent(Kind.METHOD)
    if options.require is None or percent >= options.require:
        return True
    if not options.input.quiet:
        stderr.write(f"{percent:g} % of the methods are the same, and --require asks for {options.require} %\n")
    return False
