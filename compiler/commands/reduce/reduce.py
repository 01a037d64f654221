"""`codegen reduce`: the smallest document that still shows a crash, a diagnostic, or makes a command fail."""

from __future__ import annotations

import json
import os
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import yaml

from compiler.base.similar import did_you_mean
from compiler.commands.reduce.anonymise import STEPS
from compiler.commands.reduce.shrink import Shrinker
from compiler.commands.trial import exit_code
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.catalog import CODES
from compiler.diagnostics.show import show
from compiler.driver.build import build
from compiler.driver.ending import failure
from compiler.driver.linting import lint_into
from compiler.driver.options import BuildOptions, Exit
from compiler.driver.outcome import count
from compiler.source import load_file

if TYPE_CHECKING:
    from compiler.commands.reduce import ReduceOptions
    from compiler.driver.options import InputOptions

Condition = Callable[[Path], str | None]
"""What a document shows that is looked for; None if it does not."""


def reduce(options: ReduceOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Write the smallest document found; returns the exit code."""
    diagnostics = Diagnostics()
    name = options.input.document
    if name is None:
        stderr.write("codegen reduce: name the document\n")
        return Exit.USAGE
    if options.code is not None and options.code not in CODES:
        hint = did_you_mean(options.code, list(CODES)) or "`codegen explain` lists all"
        stderr.write(f"codegen reduce: there is no code {options.code!r}; {hint}\n")
        return Exit.USAGE
    document = load_file(name, name, options.input.limits, diagnostics)
    if document is None or diagnostics.has_errors:
        show(diagnostics, stdout, stderr)
        return failure(diagnostics)
    # Beside the document, whose references to other files are relative to its folder. JSON is read and written fastest;
    # a command gets what it would get.
    suffix = Path(name).suffix if options.run is not None else ".json"
    trial = Path(name).with_name(f".codegen-reduce-{os.getpid()}{suffix}")
    out = Path(options.out or f"reduced{Path(name).suffix}")
    try:
        look = _condition(options)
        root = _plain(document.root)
        first = look(_write_document(root, trial))
        if first is None:
            stderr.write(f"codegen reduce: {name} does not show {_wanted(options)}\n")
            return Exit.USAGE
        deadline = time.monotonic() + options.seconds
        shrinker = Shrinker(root, lambda tree: look(_write_document(tree, trial)) == first, deadline)
        shrinker.run()
        kept = [what for what, change in STEPS.items() if options.anonymise and not _tried(shrinker, change)]
        _write_document(shrinker.tree, out)
    except OSError as error:
        stderr.write(f"codegen reduce: {error}\n")
        return Exit.USAGE
    finally:
        trial.unlink(missing_ok=True)
    size = (len(document.source.data), out.stat().st_size)
    late = ", the time is over" if shrinker.late else ""
    stderr.write(f"{out}: {size[1]:,} bytes of {size[0]:,}, after {count(shrinker.tries, 'trial')}{late}\n")
    stderr.writelines(f"kept, since it would not show the same without: {what}\n" for what in kept)
    return Exit.OK


def _tried(shrinker: Shrinker, change: Callable[[Any], Any]) -> bool:
    """Whether a change could be made, or changes nothing."""
    made = change(shrinker.tree)
    return made == shrinker.tree or shrinker.accept(made)


def _plain(tree: Any) -> Any:
    """Return a tree of plain values: numbers of a document remember how they are written."""
    if isinstance(tree, dict):
        return {str(key): _plain(child) for key, child in tree.items()}
    if isinstance(tree, list):
        return [_plain(item) for item in tree]
    for kind in (bool, int, float, str):
        if isinstance(tree, kind):
            return kind(tree)
    return tree


def _write_document(tree: Any, path: Path) -> Path:
    """Write a document; JSON where its name says so, else YAML."""
    if path.suffix == ".json":
        text = json.dumps(tree, indent=2, ensure_ascii=False) + "\n"
    else:
        text = yaml.dump(tree, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


class _Dumper(yaml.CSafeDumper):
    """Writes no anchors: equal parts of a reduced document are few."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _wanted(options: ReduceOptions) -> str:
    if options.code is not None:
        return options.code
    return "a crash" if options.run is None else f"a failure of {options.run!r}"


def _condition(options: ReduceOptions) -> Condition:
    if options.code is not None:
        return lambda path: _reported(options, path)
    return (lambda path: _crash(options, path)) if options.run is None else (lambda path: _fails(options, path))


def _reported(options: ReduceOptions, path: Path) -> str | None:
    """Return the code if `codegen lint` reports it."""
    diagnostics = Diagnostics()
    try:
        lint_into(BuildOptions(_input_of(options, path), targets=options.targets), diagnostics, StringIO())
    except Exception:  # a crash is another fault
        return None
    return options.code if any(item.code == options.code for item in diagnostics.items) else None


def _input_of(options: ReduceOptions, path: Path) -> InputOptions:
    return replace(options.input, document=str(path))


def _crash(options: ReduceOptions, path: Path) -> str | None:
    """Return the exception and its place if a build ends in a fault of the compiler."""
    asked = BuildOptions(
        replace(_input_of(options, path), quiet=True), targets=options.targets, out=f"{path}.out", check=True
    )
    try:
        build(asked, StringIO(), StringIO())
    except Exception as error:
        while error.__cause__ is not None:
            error = error.__cause__  # type: ignore[assignment]
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} in {frame.name}, line {frame.lineno} of {frame.filename}"
    return None


def _fails(options: ReduceOptions, path: Path) -> str | None:
    """Return a word if a command fails with the document."""
    assert options.run is not None
    return "fails" if exit_code(options.run, path, options.seconds) else None
