"""Makes the public surface of a target from its plan (:mod:`compiler.surface.surface`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from compiler.base.frozen import replace
from compiler.ir.types import Alias, Const, Enum, ListOf, MapOf, Model, Nullable, Ref, Scalar, Type, Union
from compiler.ir.wire import Returns
from compiler.surface.surface import Symbol
from compiler.surface.texts import Said, of_declaration, of_event, of_field, of_method, of_text

if TYPE_CHECKING:
    from compiler.ir.node import Id, Json
    from compiler.plan.plan import Argument, Method, Plan, TypeName


_PLAIN_SIGNS = "/[]{}$@:.,!*()'+;&?^|~"


def surface_of(plan: Plan, settings: Iterable[str] = ()) -> list[Symbol]:
    """Return all symbols of a target, sorted, with what gen.yaml says for the target under some keys."""
    options = plan.surface.options
    said = [Symbol("setting", key, f" = {_json(options[key])}") for key in settings if key in options]
    return sorted((*said, *_symbols(plan)), key=lambda symbol: (symbol.kind, symbol.path, symbol.rest))


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _symbols(plan: Plan) -> Iterator[Symbol]:
    surface, wire = plan.surface, plan.wire
    yield Symbol("package", surface.package)
    yield _explain(Symbol("client", surface.client), of_text(wire.description))
    for option in surface.credentials:
        scheme = option.scheme
        yield _explain(Symbol("option", f"{surface.client}.{option.option}", at=scheme.id), of_text(scheme.description))
    for kind, options in (("variable", surface.server_variables), ("global", surface.global_parameters)):
        for key, name in options.items():
            yield Symbol("option", f"{surface.client}.{name}", sources=f"{kind}/{_quoted(key)}")
    functions = any(key.startswith("function ") for key in surface.derived)  # programs import them from modules
    for group in surface.groups.values():
        path = ".".join(("client", *group.idents))
        if group.path:
            module = f"module={group.module}" if functions else ""
            yield _explain(Symbol("group", path, f": {group.type_ident}", sources=module), of_text(group.description))
        for method in group.methods:
            yield from _of_method(f"{path}.", method, plan)
    for at, names in surface.types.items():
        yield from _declaration(at, names, plan)
    for error in plan.errors.values():
        yield Symbol("error", error.ident, f": {_type_text(Ref(error.target), plan)}", error.target)
    for at, event in surface.events.items():
        found = Symbol("event", event.handler, f": {event.ident}", at, origin=event.origin)
        yield _explain(found, of_event(wire.events[at]))
    for key, name in surface.derived.items():
        yield Symbol("derived", name, f": {key}")


def _explain(symbol: Symbol, said: Said) -> Symbol:
    return replace(symbol, texts=said.texts, deprecated=said.deprecated)


def _of_method(group: str, method: Method, plan: Plan) -> Iterator[Symbol]:
    """Return a method, its aliases, the class of its arguments, and what else programs name by it."""
    path, at = f"{group}{method.ident}", method.operation
    operation = plan.wire.operations[at]
    found = Symbol("method", path, _signature(method, plan), at, _sources(method), _parts(method, plan), method.origin)
    yield _explain(found, of_method(method, operation))
    for header in operation.headers:
        rest = f"{'' if header.required else '?'}: {_type_text(header.type, plan)}"
        yield _explain(Symbol("header", f"{path}.{header.wire.lower()}", rest, at), of_text(header.description))
    for answer in operation.answers:
        if answer.error and answer.carries is not None:
            yield Symbol("raises", f"{path}.{answer.status}", f": {_type_text(Ref(answer.carries), plan)}", at)
    for alias in method.aliases:
        yield replace(found, path=f"{group}{alias}")  # its texts are told of the method
    if method.request is not None:
        yield Symbol("type", method.request.ident, ": arguments", at)


def _parts(method: Method, plan: Plan) -> Mapping[str, Id]:
    """Return what each argument was made from."""
    found = {item.argument.ident: item.parameter.id for item in method.parameters if item.argument is not None}
    body = plan.wire.operations[method.operation].body
    if method.fields is not None:
        model = plan.wire.types[method.fields.model]
        ids = {item.wire: item.id for item in model.fields} if isinstance(model, Model) else {}
        found |= {item.ident: ids[item.wire] for item in method.fields.arguments if item.wire in ids}
    elif method.body is not None and body is not None:
        found[method.body.ident] = body.id
    return found


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
    switch = f" {method.switch.argument.ident}=switch/{_quoted(method.switch.argument.wire)}" if method.switch else ""
    filled = " ".join(
        f"{item.ident}={item.place.value}{f'/{_quoted(item.wire)}' if item.wire else ''}"
        for item in (*method.arguments, *packed, *whole)
    )
    return filled + switch


def _quoted(wire: str) -> str:
    return quote(wire, safe=_PLAIN_SIGNS)


def _argument(argument: Argument, plan: Plan) -> str:
    type_ = _type_text(argument.type, plan) + ("?" if argument.nullable else "")
    return f"{argument.ident}{'' if argument.required else '?'}: {type_}"


def _result(method: Method, plan: Plan) -> str:
    operation = plan.wire.operations[method.operation]
    if operation.returns is Returns.PAGE and operation.pages is not None:
        item = operation.pages.item
        return f"pages<{_type_text(item, plan) if item is not None else 'any'}>"
    types = sorted({_type_text(type_, plan) for type_ in operation.results})
    text = " | ".join(types) or "none"
    return f"stream<{text}>" if operation.returns is Returns.STREAM else text


def _declaration(at: Id, names: TypeName, plan: Plan) -> Iterator[Symbol]:
    item, name, members = plan.wire.types[at], names.ident, names.members
    sides = ", ".join(word for word, is_ in (("sent", names.requested), ("received", names.answered)) if is_)
    used = f" ({sides})" if sides else ""
    match item:
        case Model():
            more = f" with {_type_text(item.additional, plan)}" if item.additional is not None else ""
            what = f"model{more}"
        case Enum() | Union():
            what = f"{'open ' if item.open else ''}{'enum' if isinstance(item, Enum) else 'union'}"
        case Alias():
            what = f"alias of {_type_text(item.type, plan)}"
    yield _explain(Symbol("type", name, f": {what}{used}", at, origin=names.origin), of_declaration(item))
    match item:
        case Model():
            for field in item.fields:
                if field.wire in members:
                    rest = f"{'' if field.required else '?'}: {_type_text(field.type, plan)}"
                    yield _explain(Symbol("field", f"{name}.{members[field.wire]}", rest, field.id), of_field(field))
        case Enum():
            for index, member in enumerate(item.members):
                rest = f" = {_json(member.value)}"
                found = Symbol("member", f"{name}.{members.get(str(index), index)}", rest, at)
                yield _explain(found, of_text(member.description))
        case Union():
            for case in item.cases:
                yield Symbol("case", f"{name}.{_type_text(case.type, plan)}", "", at)


def _type_text(type_: Type, plan: Plan) -> str:
    """Write a type with the target's names, without what only validators check."""
    match type_:
        case Scalar(kind, fmt, _):
            return f"{kind.value}/{fmt}" if fmt else str(kind.value)
        case Const(value):
            return f"const<{_json(value)}>"
        case ListOf(item, _):
            return f"list<{_type_text(item, plan)}>"
        case MapOf(value, _):
            return f"map<{_type_text(value, plan)}>"
        case Nullable(inner):
            return f"{_type_text(inner, plan)}?"
        case Ref(target):
            found: Any = plan.surface.types.get(target)
            return str(found.ident) if found is not None else target
    raise TypeError(f"not a type: {type_!r}")
