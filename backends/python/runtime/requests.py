"""The base of request objects: all arguments of a method in one."""

from __future__ import annotations

from typing import TypeVar

from .errors import MissingArgumentError, MissingBodyError
from .unset import UNSET

R = TypeVar("R")


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


def needed(request: R | None, kind: type[R], *, body: bool = False) -> R:
    """Check that a request object is given; ``body`` says that it must have a body.

    Raises:
        MissingBodyError: it is None, so that the body is missing.
        MissingArgumentError: it is None, so that an argument is missing.
        TypeError: it is of another type, such as a dict.
    """
    if isinstance(request, kind):
        return request
    if request is None or request is UNSET:
        raise MissingBodyError if body else MissingArgumentError("request")
    said = f"the argument 'request' must be a {kind.__name__}, not {type(request).__name__}"
    raise TypeError(said)


def given(request: R | None, kind: type[R]) -> R:
    """Make a request object if none is given; see :func:`needed`."""
    return kind() if request is None or request is UNSET else needed(request, kind)
