"""What the driver does for others: build, lint or clean, a document or the APIs of gen.yaml.

Each loads what it needs itself, so that nobody waits for more.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, TextIO

from compiler.base.memory import NONE, Memory
from compiler.driver.apis.choose import lists_apis
from compiler.driver.options import Exit

if TYPE_CHECKING:
    from compiler.driver.options import BuildOptions, CleanOptions


def build(
    options: BuildOptions, stdout: TextIO, stderr: TextIO, memory: Memory = NONE, seen: set[str] | None = None
) -> int:
    """Build a document, or the APIs of gen.yaml; returns the exit code.

    `memory` is that of one document; `seen` receives the files that the result depends on.
    """
    if (options.scheduler or options.cache) and find_spec("fleet") is None:
        stderr.write(
            "codegen build: --scheduler and --cache are of the package `fleet`, which this installation lacks; "
            "install codegen-sdk whole\n"
        )
        return Exit.USAGE
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
    from compiler.driver import linting

    return linting.lint(options, stdout, stderr)


def clean(options: CleanOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Remove generated files, of the APIs of gen.yaml if it has any; returns the exit code."""
    if lists_apis(options.input):
        from compiler.driver.apis import run

        code = run.clean(options, stdout, stderr)
        if code is not None:
            return code
    from compiler.driver import cleaning

    return cleaning.clean(options, stdout, stderr)
