"""codegen as it is installed: the one name that it takes in an environment, and the way to its packages.

`compiler`, `passes` and others (`NAMES`) are names that applications and their environments have, too. So the wheel
puts ours below this package; in a checkout and in an editable install they stand beside it. Importing this module leads
their names there, whatever is on the path: the command does so, and so do packages that offer a backend. Other names
are found as ever.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import NoReturn

NAMES = ("compiler", "passes", "backends", "migrate", "fleet")
_HERE = os.path.dirname(os.path.abspath(__file__))
_FOLDERS = (os.path.join(_HERE, "packages"), os.path.dirname(_HERE))
"""Where the packages are: in the wheel, else in the checkout."""


class _Finder:
    """Comes before all other finders, so that the path, and what editable installs add, do not count."""

    @staticmethod
    def find_spec(
        fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        """Find one of our packages; what is in them is found by their own paths."""
        return PathFinder.find_spec(fullname, _FOLDERS, target) if fullname in NAMES else None


def packages_folder() -> str:
    """Return the folder that contains our packages: type checkers take it as a part of their path.

    Raises:
        ImportError: the installation is broken.
    """
    spec = _Finder.find_spec("compiler")
    if spec is None or spec.origin is None:
        raise ImportError(f"codegen is not completely installed: there is no compiler in {' or '.join(_FOLDERS)}")
    return os.path.dirname(os.path.dirname(spec.origin))


def entry() -> NoReturn:
    """Run one command as a process of its own: the console script `codegen`."""
    prepare()
    from compiler.commands import entry as run

    run()


def prepare() -> None:
    """Make this process, and those that it starts, import our packages by their names and no others."""
    for name in NAMES:
        _forget_other(name)
    sys.path.insert(0, packages_folder())  # `multiprocessing` hands the path to its processes, and no finder


def _forget_other(name: str) -> None:
    """Drop a module that something imported under a name of ours, such as an application's `sitecustomize`."""
    loaded = sys.modules.get(name)
    spec = _Finder.find_spec(name) if loaded is not None else None
    if spec is not None and getattr(loaded, "__file__", None) != spec.origin:
        for module in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
            del sys.modules[module]


sys.meta_path.insert(0, _Finder)
