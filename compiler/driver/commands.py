"""The driver: what each command does, from files in to files out. Only the driver and the command line
know passes and backends."""

from __future__ import annotations

from compiler.driver.build import build
from compiler.driver.clean import clean
from compiler.driver.inspect import opt, passes
from compiler.driver.lint import lint
from compiler.driver.start import init

__all__ = ["build", "clean", "init", "lint", "opt", "passes"]
