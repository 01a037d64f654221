"""What a call gives: each argument, and each member of an object or a dictionary that stands in the call."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import libcst as cst

from compiler.base.frozen import frozen
from migrate.upgrade.edits import Span
from migrate.upgrade.python.source import Source
from migrate.upgrade.python.values import Values
from migrate.upgrade.renames import BODY, REQUEST, Call, Renames


class UnclearError(Exception):
    """A call cannot be rewritten; the message says why."""


@frozen
class Given:
    """A value that a call gives: ``whole`` with what stands before it, ``name`` the keyword alone.

    ``source`` is what it fills; "" for what is passed on as it stands.
    """

    source: str
    whole: Span
    value: Span
    name: Span | None
    node: cst.BaseExpression
    by_name: bool


@frozen
class Opened:
    """An object or dictionary in a call whose members are ``inside``: it stands for the argument ``whole``."""

    whole: Span
    inside: tuple[Given | Opened, ...]
    ends: int
    """Where the last member ends, with its value."""
    name: cst.BaseExpression | None = None
    """The class of an object."""


def members(read: Iterable[Given | Opened]) -> Iterator[Given]:
    """Yield all values of a call, those in objects and in the body of an object among them."""
    for part in read:
        if isinstance(part, Opened):
            yield from members(part.inside)
        else:
            yield part


class Reader:
    """Reads calls of one file."""

    def __init__(self, source: Source, values: Values, renames: Renames) -> None:
        self._source, self._values, self._renames = source, values, renames
        self.doubtful: list[cst.BaseExpression] = []
        """Values that may be None where this matters."""

    def read(self, args: Sequence[cst.Arg], call: Call, *, opens_body: bool) -> list[Given | Opened]:
        """Return what a call gives. Raises `UnclearError`."""
        positional = [item for item in call.arguments or () if not item.by_name]
        sources = {item.name: item.source for item in call.arguments or ()}
        found: list[Given | Opened] = []
        for index, arg in enumerate(args):
            if arg.star:
                raise UnclearError(f"`{self._source.text_of(arg).rstrip(', ')}` may hold arguments that changed")
            keyword = arg.keyword.value if arg.keyword is not None else ""
            if call.request and (keyword == REQUEST or (not keyword and index == 0)):
                found.append(self._object(arg, call, opens_body))
                continue
            if keyword:
                source = sources.get(keyword, "")
            elif index < len(positional):
                source = positional[index].source
            else:
                raise UnclearError("it has more arguments by position than are known")
            given = self._argument_of(arg, source)
            found.append(self._body(arg) or given if source == BODY and opens_body else given)
        return found

    def constants(self, model: str, side: int) -> dict[str, Any]:
        """Return the constants that an old (0) or new (1) model must have, by their wire names."""
        return {wire: json.loads(text) for wire, text in self._renames.constants[side].get(model, {}).items()}

    def never_none(self, node: cst.BaseExpression) -> bool:
        """Whether a value is known not to be None; where it is not, a type checker is asked."""
        value = self._values.checked_value(node) or self._values.of(node)
        if value is not None and value.kind in ("typed", "other") and value.text:
            return not value.text.endswith("?")
        self.doubtful.append(node)
        return False

    def _argument_of(self, arg: cst.Arg, source: str) -> Given:
        value = self._source.outer(arg.value)
        name = self._source.span(arg.keyword) if arg.keyword is not None else None
        return Given(source, (name[0] if name is not None else value[0], value[1]), value, name, arg.value,
                     name is not None)  # fmt: skip

    def _object(self, arg: cst.Arg, call: Call, opens_body: bool) -> Opened:
        """Read the object that takes all arguments, where it is made in the call."""
        made = arg.value
        value = self._values.of(made) if isinstance(made, cst.Call) else None
        if not isinstance(made, cst.Call) or value is None or value.text != call.request:
            raise UnclearError("its request object is not made in the call")
        sources = {item.name: item.source for item in call.arguments or ()}
        return self._opened(arg, [(item, sources.get(item.keyword.value, "") if item.keyword else "")
                                  for item in made.args], made.func, opens_body)  # fmt: skip

    def _body(self, arg: cst.Arg) -> Opened | None:
        """Read a body that is a dictionary or a model made in the call; None if it is something else."""
        made = arg.value
        if isinstance(made, cst.Dict):
            return self._dictionary(arg, made)
        value = self._values.of(made)
        if isinstance(made, cst.Call) and value is not None and value.kind == "typed" and made.args:
            names = self._renames.wires.get(value.text)
            if names is not None and all(item.keyword is not None for item in made.args):
                return self._opened(arg, [(item, f"{BODY}/{names.get(item.keyword.value, '')}")
                                          for item in made.args if item.keyword is not None], made.func)  # fmt: skip
        return None

    def _dictionary(self, arg: cst.Arg, made: cst.Dict) -> Opened | None:
        inside = []
        for item in made.elements:
            if not isinstance(item, cst.DictElement) or not isinstance(item.key, cst.SimpleString):
                return None
            name = item.key.evaluated_value
            if not isinstance(name, str):
                return None
            key, value = self._source.outer(item.key), self._source.outer(item.value)
            inside.append(Given(f"{BODY}/{name}", (key[0], value[1]), value, None, item.value, True))
        return Opened(self._argument_of(arg, "").whole, tuple(inside), inside[-1].whole[1]) if inside else None

    def _opened(
        self, arg: cst.Arg, args: list[tuple[cst.Arg, str]], name: cst.BaseExpression, opens_body: bool = False
    ) -> Opened:
        if any(item.star or item.keyword is None or not source for item, source in args):
            raise UnclearError("its object has members that are not known")
        inside = tuple((self._body(item) if source == BODY and opens_body else None) or self._argument_of(item, source)
                       for item, source in args)  # fmt: skip
        whole = self._argument_of(arg, "").whole
        return Opened(whole, inside, inside[-1].whole[1] if inside else whole[1] - 1, name)
