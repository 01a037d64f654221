"""`codegen init`: a commented gen.yaml for a document."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from backends.keys import TARGET_KEYS
from compiler.config import CONFIG_NAME
from compiler.config.template import render_template
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.show import show
from compiler.driver.inputs import read_inputs
from compiler.naming import Case, join, keep_words, words
from compiler.options import Exit
from compiler.output import write_atomic
from compiler.source import STDIN, is_remote
from compiler.vocabulary import words_of_title

if TYPE_CHECKING:
    from compiler.options import InitOptions


def init(options: InitOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Write gen.yaml beside the document; returns the exit code."""
    diagnostics = Diagnostics(strict=options.input.strict)
    given = options.input
    if given.document and given.config and not Path(given.config).exists():
        given = replace(given, config=None)  # it is where to write
    inputs = read_inputs(given, diagnostics, "init")
    if inputs.document is None or diagnostics.has_errors:
        show(diagnostics, stdout, stderr, format=options.input.format, color=options.input.color)
        return Exit.USAGE
    name = options.input.document or ""
    local = name not in ("", STDIN) and not is_remote(name)
    path = Path(options.input.config or (Path(name).parent if local else Path()) / CONFIG_NAME)
    if path.exists() and not options.force:
        stderr.write(f"codegen init: {path} exists; --force replaces it\n")
        return Exit.USAGE
    title = _title(inputs.document.root)
    source = _relative(name, path) if local else name if is_remote(name) else "openapi.yaml"
    text = render_template(title, source, options.targets or ("python",), TARGET_KEYS, _client(title))
    try:
        write_atomic(path, text)
    except OSError as error:
        stderr.write(f"codegen init: cannot write {path}: {error.strerror}\n")
        return Exit.USAGE
    found = path == Path(CONFIG_NAME)  # a build finds it there
    stderr.write(f"wrote {path}; next: codegen build{'' if found else f' -c {path}'}\n")
    return Exit.OK


def _relative(name: str, config: Path) -> str:
    """Return the path of a document as gen.yaml has it."""
    try:
        return Path(os.path.relpath(name, config.parent)).as_posix()
    except ValueError:  # on another drive
        return Path(name).resolve().as_posix()


def _title(root: object) -> str:
    info = root.get("info") if isinstance(root, dict) else None
    title = info.get("title") if isinstance(info, dict) else None
    return title if isinstance(title, str) and title else "API"


def _client(title: str) -> str:
    keep_words(words_of_title(title))
    return join([word for word in words(title) if word.lower() != "api"] or ["Client"], Case.PASCAL)
