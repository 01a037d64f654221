"""Bodies whose properties are arguments of a method."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from .convert import is_mapping
from .errors import InvalidArgumentError, MissingArgumentError, MissingBodyError
from .unset import UNSET

M = TypeVar("M", bound=Callable[..., Any])


def takes_body(method: M) -> M:
    """Let callers leave out required arguments, since the option ``body`` may hold all of them.

    The call checks what is missing before anything is sent. A missing argument is None, or UNSET
    if None is a value, as the annotation says.
    """
    code, hints = method.__code__, method.__annotations__
    named = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    absent = {name: UNSET if hints[name].endswith(("None", "Any")) else None for name in named}
    method.__kwdefaults__ = {**absent, **(method.__kwdefaults__ or {})}
    return method


class Switch:
    """The property of a body that requests a stream: it is ``value``, whatever is given.

    None: it is not sent.
    """

    __slots__ = ("name", "value")

    def __init__(self, name: str, value: bool | None = None) -> None:
        self.name: str = name
        self.value: bool | None = value

    def turn(self, body: Any) -> Any:
        """Return a body, as JSON, with the property set."""
        if body is UNSET and self.value:
            return {self.name: True}
        if not is_mapping(body):
            return body
        others = {name: item for name, item in body.items() if name != self.name}
        return others if self.value is None else {**others, self.name: self.value}


class Fields:
    """Which arguments are properties of the body.

    Args:
        names: the arguments; None for those that the model of the body has.
        wire: names of properties that differ from their arguments.
        null: arguments for which None is a value, the JSON ``null``.
        needs: arguments that a body needs.
        fixed: properties that have the same value unless it is given.
    """

    __slots__ = ("_told", "fixed", "names", "needs", "null", "wire")

    def __init__(
        self,
        names: Sequence[str] | None = None,
        *,
        wire: Mapping[str, str] | None = None,
        null: Sequence[str] = (),
        needs: Sequence[str] = (),
        fixed: Mapping[str, Any] | None = None,
    ) -> None:
        self.names: Sequence[str] = names or ()
        self._told = names is not None
        self.wire: Mapping[str, str] = wire or {}
        self.null: frozenset[str] = frozenset(null)
        self.needs: Sequence[str] = needs
        self.fixed: Mapping[str, Any] = fixed or {}

    def settle(self, model: Any) -> None:
        """Take names that are not given from the model of the body."""
        if not self._told:
            self.names, self.wire, self.null = model._names, model._renamed, model._null_names()

    def argument(self, wire: str) -> str:
        """Return the argument that is a property of the body, by the property's name."""
        return next((name for name, other in self.wire.items() if other == wire), wire)

    def body(self, arguments: Mapping[str, Any], *, required: bool, complete: bool) -> Any:
        """Make a body of arguments by the names of properties; UNSET if none is given.

        Raises:
            MissingBodyError: no argument is given, and the body is required.
            MissingArgumentError: it has to be ``complete``, and a required argument is absent.
        """
        given = self._given(arguments)
        if not given and self.names:
            if required:
                raise MissingBodyError
            return UNSET
        missing = [name for name in self.needs if name not in given]
        if complete and missing:
            raise MissingArgumentError(missing[0])
        wire = self.wire
        return {**self.fixed, **{wire.get(name, name): value for name, value in given.items()}}

    def check_none(self, arguments: Mapping[str, Any]) -> None:
        """Check that no property is given beside a whole body.

        Raises:
            InvalidArgumentError: a property is given.
        """
        given = next(iter(self._given(arguments)), None)
        if given is not None:
            said = f"give the body by {given!r} and its like, or by the option 'body', not by both"
            raise InvalidArgumentError(said)

    def _given(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        found = ((name, arguments[name]) for name in self.names)
        return {
            name: value
            for name, value in found
            if value is not UNSET and (value is not None or name in self.null)
        }
