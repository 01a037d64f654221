"""Classes and readers of other files of models, imported on first use.

Files of models import each other; and types that no response holds are not loaded.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

from .convert import Codec, reader, writer
from .enums import is_of_values
from .unset import UNSET


class Later:
    """Stands for a name of another file of the package until it is first used."""

    __slots__ = ("home", "name", "names", "read", "write")

    def __init__(self, names: dict[str, Any], name: str, home: str) -> None:
        self.names: dict[str, Any] = names
        self.name: str = name
        self.home: str = home
        self.read: Codec | None = None
        self.write: Codec | None = None

    def found(self) -> Any:
        """Import the name, and replace this placeholder."""
        module = importlib.import_module(self.home, self.names["__package__"])
        found = self.names[self.name] = getattr(module, self.name)
        return found

    def __decode__(self, data: Any) -> Any:
        """Read a value; absent and null are so for every type."""
        if data is UNSET or data is None:
            return data
        read = self.read
        if read is None:
            read = self.read = reader(self.found())
        return read(data)

    __call__ = __decode__

    def __encode__(self, value: Any) -> Any:
        """Write a value."""
        write = self.write
        if write is None:
            write = self.write = writer(self.found())
        return write(value)


def later(names: dict[str, Any], home: str, *wanted: str) -> None:
    """Add placeholders for names of the file ``home``, relative to the package."""
    for name in wanted:
        names[name] = Later(names, name, home)


def settle(names: dict[str, Any]) -> None:
    """Import all names that a file uses of others, and those that their aliases use."""
    for value in [*names.values()]:
        if not isinstance(value, Later):
            continue
        found = value.found()
        if not isinstance(found, type) and not is_of_values(found):
            settle(vars(sys.modules[f"{names['__package__']}{value.home}"]))


def meant(read: Any) -> Any:
    """Return the reader behind a placeholder."""
    owner = getattr(read, "__self__", None)
    if not isinstance(owner, Later):
        return read
    return reader(owner.found())
