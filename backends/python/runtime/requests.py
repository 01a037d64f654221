"""The base of request objects: all arguments of a method in one."""

from __future__ import annotations

from .unset import UNSET


class RequestObject:
    """The arguments of a method."""

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __repr__(self) -> str:
        given = ((name, getattr(self, name)) for name in self.__slots__)
        shown = [
            f"{name}={value!r}" for name, value in given if value is not None and value is not UNSET
        ]
        return f"{type(self).__name__}({', '.join(shown)})"
