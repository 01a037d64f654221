"""The driver: what each command does, from files in to files out. Only the driver and the command line
know passes and backends.

A command loads what it needs itself: a build is not to wait for what only `init` needs.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, TextIO

from compiler.base.memory import NONE, Memory
from compiler.driver.apis.choose import lists_apis
from compiler.driver.options import Exit

if TYPE_CHECKING:
    from compiler.commands.passes import passes
    from compiler.driver.options import BuildOptions, CleanOptions
    from compiler.commands.init.start import init

__all__ = ["build", "clean", "init", "lint", "passes"]

_HOMES = {"init": "start", "passes": "inspect"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(importlib.import_module(f"compiler.driver.{_HOMES[name]}"), name)


def build(
    options: BuildOptions, stdout: TextIO, stderr: TextIO, memory: Memory = NONE, seen: set[str] | None = None
) -> int:
    """Build a document, or the APIs of gen.yaml; returns the exit code.

    `memory` is that of one document; `seen` receives the files that the result depends on.
    """
    if lists_apis(options.input):
        from compiler.driver.apis import run

        code = run.build(options, stdout, stderr, seen)
        if code is not None:
            return code
    for name, value in (
        ("--time-limit", options.time_limit),
        ("--scheduler", options.scheduler),
        ("--cache", options.cache),
    ):
        if value is not None:
            stderr.write(f"codegen build: {name} is for the APIs in `apis` of gen.yaml, and there are none\n")
            return Exit.USAGE
    from compiler.driver import build as one

    return one.build(options, stdout, stderr, memory, seen)


def lint(options: BuildOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Lint a document, or the APIs of gen.yaml; returns the exit code."""
    if lists_apis(options.input):
        from compiler.driver.apis import run

        code = run.lint(options, stdout, stderr)
        if code is not None:
            return code
    from compiler.driver import lint as one

    return one.lint(options, stdout, stderr)


def clean(options: CleanOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Remove generated files, of the APIs of gen.yaml if it has any; returns the exit code."""
    if lists_apis(options.input):
        from compiler.driver.apis import run

        code = run.clean(options, stdout, stderr)
        if code is not None:
            return code
    from compiler.driver import clean as one

    return one.clean(options, stdout, stderr)
