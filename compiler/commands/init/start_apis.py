"""`codegen init` for several documents: a gen.yaml that lists each in `apis`."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from backends.keys import TARGET_KEYS
from compiler.config import CONFIG_NAME
from compiler.config.schema import SCHEMA_NAME, is_schema, render_schema
from compiler.config.template import Found, render_apis, render_template
from compiler.driver.inputs import check_targets, read_inputs
from compiler.driver.options import InputOptions
from compiler.source import STDIN, is_remote

if TYPE_CHECKING:
    from compiler.commands.init import InitOptions
    from compiler.diagnostics import Diagnostics

_USUAL = ("openapi", "swagger", "index", "api")
"""Names of files that say nothing of an API."""


def refusal(options: InitOptions) -> str:
    """Return why no gen.yaml can be written for several documents; "" if one can."""
    path = _place(options)
    schema = path.with_name(SCHEMA_NAME)
    if options.suggest is not None:
        return "--suggest takes one document"
    if any(word == STDIN for word in _documents(options)):
        return "several documents are files or URLs"
    if path.exists() and not options.force:
        return f"{path} exists; --force replaces it"
    if not options.force and schema.exists() and not is_schema(schema):
        return f"{schema} exists and is not codegen's; --force replaces it"
    return ""


def files_of_apis(options: InitOptions, diagnostics: Diagnostics) -> tuple[dict[Path, str], Sequence[str]] | None:
    """Return the files to write, and what to say then; None after a reported error in a document."""
    check_targets(options.targets, diagnostics)
    path = _place(options)
    apis: dict[str, str] = {}
    for word in _documents(options):
        given = InputOptions(word, allow_remote=options.input.allow_remote, limits=options.input.limits)
        read_inputs(given, diagnostics, "init")
        source = word if is_remote(word) else Path(os.path.relpath(word, path.parent)).as_posix()
        apis[_name(word, apis)] = source
    if diagnostics.has_errors:
        return None
    targets = dict.fromkeys(options.targets or ("python",))
    text = render_template("several APIs", None, targets, TARGET_KEYS, Found(), f"./{SCHEMA_NAME}") + render_apis(apis)
    shown = "" if path == Path(CONFIG_NAME) else f" -c {path}"
    said = [f"wrote {path} with {len(apis)} APIs, and {SCHEMA_NAME} for editors; next: codegen build{shown}"]
    return {path: text, path.with_name(SCHEMA_NAME): render_schema(TARGET_KEYS)}, said


def _documents(options: InitOptions) -> Sequence[str]:
    """Return the documents, each once."""
    return list(dict.fromkeys(word for word in (options.input.document, *options.input.more) if word))


def _place(options: InitOptions) -> Path:
    return Path(options.input.config or CONFIG_NAME)


def _name(document: str, taken: dict[str, str]) -> str:
    """Return the name of the API of a document: that of its file, or of its folder if the file has a usual name."""
    stem = Path(document.partition("?")[0]).stem
    stem = Path(document).parent.name or stem if stem.lower() in _USUAL else stem
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", stem).strip("-_")[:60] or "api"
    found, number = name, 2
    while found.casefold() in {one.casefold() for one in taken}:
        found, number = f"{name}-{number}", number + 1
    return found
