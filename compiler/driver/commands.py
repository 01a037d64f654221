"""The driver: what each command does, from files in to files out. Only the driver and the command line
know passes and backends.

A command loads what it needs itself: a build is not to wait for what only `init` needs.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from compiler.driver.build import build
    from compiler.driver.clean import clean
    from compiler.driver.inspect import opt, passes
    from compiler.driver.lint import lint
    from compiler.driver.start import init

__all__ = ["build", "clean", "init", "lint", "opt", "passes"]

_HOMES = {"build": "build", "clean": "clean", "init": "start", "lint": "lint", "opt": "inspect", "passes": "inspect"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(importlib.import_module(f"compiler.driver.{_HOMES[name]}"), name)
