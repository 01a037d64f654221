"""The driver: what each command does, from files in to files out. With the command line it is the only place that
knows passes and backends."""

from __future__ import annotations

from compiler.driver.build import build, clean, lint
from compiler.driver.inspect import opt, passes
from compiler.driver.start import init

__all__ = ["build", "clean", "init", "lint", "opt", "passes"]
