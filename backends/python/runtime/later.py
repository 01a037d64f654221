"""Classes and readers of other files of models, imported when something is read by them.

Files of models refer to each other in circles; and what an answer does not hold is not loaded.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

from .convert import Codec, reader, writer
from .enums import is_of_values
from .unset import UNSET


class Later:
    """Stands for a name of another file of the package until something is read or written by it."""

    __slots__ = ("home", "name", "names", "read", "write")

    def __init__(self, names: dict[str, Any], name: str, home: str) -> None:
        self.names: dict[str, Any] = names
        self.name: str = name
        self.home: str = home
        self.read: Codec | None = None
        self.write: Codec | None = None

    def found(self) -> Any:
        """Import what is meant, and take its place in the file."""
        module = importlib.import_module(self.home, self.names["__package__"])
        found = self.names[self.name] = getattr(module, self.name)
        return found

    def __decode__(self, data: Any) -> Any:
        """Read a value; what is absent, or null, is so for every type."""
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
    """Put names of the file ``home``, relative to the package, into those of a file."""
    for name in wanted:
        names[name] = Later(names, name, home)


def settle(names: dict[str, Any]) -> None:
    """Import all that a file names of others, and what aliases among these name."""
    for value in [*names.values()]:
        if not isinstance(value, Later):
            continue
        found = value.found()
        if not isinstance(found, type) and not is_of_values(found):
            settle(vars(sys.modules[f"{names['__package__']}{value.home}"]))


def meant(read: Any) -> Any:
    """Give the reader that another stands for."""
    owner = getattr(read, "__self__", None)
    if not isinstance(owner, Later):
        return read
    return reader(owner.found())
