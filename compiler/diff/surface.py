"""The public surface of a target: what programs can name of its SDK, as sorted text with one symbol a line.

``method client.bookings.create(trip_id: string, *, passengers: list<Passenger>, seat?: Seat) -> Booking``

Types are written in one notation for all targets; names are the target's own. Docstrings, comments and whatever begins
with an underscore are no part of it. Behind tabs stand the identity of what a symbol was made from, which no renaming
touches, and for a method the source of each argument:
``paths/~1trips~1{tripId}~1bookings/post`` and ``trip_id=path/tripId passengers=body/passengers seat=body/seat``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from compiler.base.frozen import frozen
from compiler.ir.types import Alias, Const, Enum, ListOf, MapOf, Model, Nullable, Ref, Scalar, Type, Union
from compiler.ir.wire import Returns

if TYPE_CHECKING:
    from compiler.ir.node import Id
    from compiler.ir.plan import Argument, Method, Plan

FORMAT = "codegen surface 2"
"""The first words of a surface as text; another number is another format."""
_PLAIN = "codegen surface 1"
"""The format without identities, which is still read."""
_PLAIN_SIGNS = "/[]{}$@:.,!*()'+;&?^|~"
_LINE = re.compile(r"([a-z]+) ([^\s(:=?]+)([^\t]*)(?:\t([^\t]*))?(?:\t([^\t]*))?\Z")


class FormatError(ValueError):
    """A text is no surface, or one of another version; the message says so."""


@frozen
class Symbol:
    """One thing that programs can name: its kind, its path, what else is said of it, and what it was made from."""

    kind: str
    path: str
    rest: str = ""
    at: Id = ""
    sources: str = ""
    """What the arguments of a method, or an option of the client, fill: ``limit=query/limit body=body``, with quoted
    spaces."""

    @property
    def line(self) -> str:
        """The symbol as text."""
        return f"{self.kind} {self.path}{self.rest}\t{self.at}\t{self.sources}".rstrip("\t")


def surface_of(plan: Plan) -> list[Symbol]:
    """Return all symbols of a target, sorted."""
    return sorted(_symbols(plan), key=lambda symbol: (symbol.kind, symbol.path, symbol.rest))


def surface_text(target: str, symbols: Iterable[Symbol]) -> str:
    """Return a surface as text."""
    return "".join(f"{line}\n" for line in (f"{FORMAT} {target}", *(symbol.line for symbol in symbols)))


def read_surface(text: str) -> tuple[str, list[Symbol]]:
    """Return the target and the symbols of a surface. Raises `FormatError`."""
    head, *lines = text.splitlines() or [""]
    if not head.startswith("codegen surface "):
        raise FormatError("it does not begin with `codegen surface`")
    if not head.startswith((f"{FORMAT} ", f"{_PLAIN} ")):
        raise FormatError(f"it is of another version: `{head}`, and not `{FORMAT}`")
    found = []
    for number, line in enumerate(lines, 2):
        match = _LINE.match(line)
        if match is None:
            raise FormatError(f"line {number} is no symbol: `{line}`")
        found.append(Symbol(*match.groups("")))
    return head.split(" ", 3)[3], found


# --------------------------------------------------------------------------- symbols


def _symbols(plan: Plan) -> Iterator[Symbol]:
    surface, wire = plan.surface, plan.wire
    yield Symbol("package", surface.package)
    yield Symbol("client", surface.client)
    for option in surface.credentials:
        yield Symbol("option", f"{surface.client}.{option.option}", at=option.scheme.id)
    for kind, options in (("variable", surface.server_variables), ("global", surface.global_parameters)):
        for key, name in options.items():
            yield Symbol("option", f"{surface.client}.{name}", sources=f"{kind}/{_quoted(key)}")
    for group in surface.groups.values():
        path = ".".join(("client", *group.idents))
        if group.path:
            yield Symbol("group", path, f": {group.type_ident}")
        for method in group.methods:
            signature, sources = _signature(method, plan), _sources(method)
            yield Symbol("method", f"{path}.{method.ident}", signature, method.operation, sources)
            for header in wire.operations[method.operation].headers:
                yield Symbol("header", f"{path}.{method.ident}.{header.wire.lower()}", at=method.operation)
            for alias in method.aliases:
                yield Symbol("method", f"{path}.{alias}", signature, method.operation, sources)
            if method.request is not None:
                yield Symbol("type", method.request.ident, ": arguments", method.operation)
    for at, names in surface.types.items():
        yield from _declaration(at, names.ident, names.members, plan)
    for error in plan.errors.values():
        yield Symbol("error", error.ident, f": {_named(Ref(error.target), plan)}", error.target)
    for at, event in surface.events.items():
        yield Symbol("event", event.handler, f": {event.ident}", at)
    for key, name in surface.derived.items():
        yield Symbol("derived", name, f": {key}")


def _signature(method: Method, plan: Plan) -> str:
    """Return arguments and result. What stands behind `*` is given by name: in Python, or in an object."""
    inside = [_argument(argument, plan) for argument in method.alone if argument.positional]
    if method.request is not None and method.request.argument == "request":
        inside.append(f"request{'' if method.request.required else '?'}: {method.request.ident}")
    named = method.packed if method.request is not None else [item for item in method.alone if not item.positional]
    if named:
        inside += ["*", *(_argument(argument, plan) for argument in named)]
    return f"({', '.join(inside)}) -> {_result(method, plan)}"


def _sources(method: Method) -> str:
    """Return what each argument fills, whether it stands alone or in an object."""
    whole = [] if method.whole_body is None or method.whole_body in method.arguments else [method.whole_body]
    packed = [item for item in method.packed if item not in method.arguments]
    return " ".join(
        f"{item.ident}={item.place.value}{f'/{_quoted(item.wire)}' if item.wire else ''}"
        for item in (*method.arguments, *packed, *whole)
    )


def _quoted(wire: str) -> str:
    return quote(wire, safe=_PLAIN_SIGNS)


def _argument(argument: Argument, plan: Plan) -> str:
    type_ = _named(argument.type, plan) + ("?" if argument.nullable else "")
    return f"{argument.ident}{'' if argument.required else '?'}: {type_}"


def _result(method: Method, plan: Plan) -> str:
    operation = plan.wire.operations[method.operation]
    if operation.returns is Returns.PAGE and operation.pages is not None:
        item = operation.pages.item
        return f"pages<{_named(item, plan) if item is not None else 'any'}>"
    types = sorted({_named(type_, plan) for type_ in operation.results})
    text = " | ".join(types) or "none"
    return f"stream<{text}>" if operation.returns is Returns.STREAM else text


def _declaration(at: Id, name: str, members: Mapping[str, str], plan: Plan) -> Iterator[Symbol]:
    item, names = plan.wire.types[at], plan.surface.types[at]
    sides = ", ".join(word for word, is_ in (("sent", names.requested), ("received", names.answered)) if is_)
    used = f" ({sides})" if sides else ""
    match item:
        case Model():
            yield Symbol("type", name, f": model{used}", at)
            for field in item.fields:
                if field.wire in members:
                    mark = "" if field.required else "?"
                    yield Symbol(
                        "field", f"{name}.{members[field.wire]}", f"{mark}: {_named(field.type, plan)}", field.id
                    )
        case Enum():
            yield Symbol("type", name, f": {'open ' if item.open else ''}enum{used}", at)
            for index, member in enumerate(item.members):
                path = f"{name}.{members.get(str(index), index)}"
                yield Symbol("member", path, f" = {json.dumps(member.value, ensure_ascii=False)}", at)
        case Union():
            yield Symbol("type", name, f": {'open ' if item.open else ''}union{used}", at)
            for case in item.cases:
                yield Symbol("case", f"{name}.{_named(case.type, plan)}", "", at)
        case Alias():
            yield Symbol("type", name, f": alias of {_named(item.type, plan)}{used}", at)


def _named(type_: Type, plan: Plan) -> str:
    """Write a type with the target's names, without what only validators check."""
    match type_:
        case Scalar(kind, fmt, _):
            return f"{kind.value}/{fmt}" if fmt else str(kind.value)
        case Const(value):
            return f"const<{json.dumps(value, ensure_ascii=False)}>"
        case ListOf(item, _):
            return f"list<{_named(item, plan)}>"
        case MapOf(value, _):
            return f"map<{_named(value, plan)}>"
        case Nullable(inner):
            return f"{_named(inner, plan)}?"
        case Ref(target):
            found: Any = plan.surface.types.get(target)
            return str(found.ident) if found is not None else target
    raise TypeError(f"not a type: {type_!r}")
