"""Sample values, which example calls and pages show if the document gives no example.

A sample is a JSON value that fits the type: the document's example where it fits, else its default, else the smallest
value that its checks allow. Optional properties are left out, unless a body has no others. The same type gives
the same sample (D12.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from compiler.ir.fit import MISFIT, fitted
from compiler.ir.node import Id, Json, frozen
from compiler.ir.tags import tag_values
from compiler.ir.types import (
    Alias,
    Checks,
    Const,
    Declaration,
    Enum,
    Field,
    Kind,
    ListOf,
    MapOf,
    Model,
    Nullable,
    Ref,
    Scalar,
    Type,
    Union,
    Value,
)
from compiler.ir.wire import Place
from compiler.plan.plan import Argument, Method

FORMATS = {
    "uuid": "3f0c1f9e-7d6b-4c1a-9a56-2f1d0f6b7c11",
    "uri": "https://example.com/",
    "url": "https://example.com/",
    "uri-reference": "/path",
    "email": "ada@example.com",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "time": "12:30:00Z",
    "duration": "PT1H",
    "json-pointer": "/a/b",
    "regex": "^a$",
}
KINDS: Mapping[Kind, Json] = {
    Kind.ANY: "anything",
    Kind.NULL: None,
    Kind.BOOLEAN: True,
    Kind.DATE: "2026-01-31",
    Kind.DATE_TIME: "2026-01-31T12:30:00Z",
    Kind.BASE64: "aGVsbG8=",
    Kind.BYTES: "...",
    Kind.DECIMAL: "9.99",
}
MOST = 200
"""The most values in one sample; real documents have up to 80. Further values are left empty (D1.5)."""
DEEPEST = 50
"""The deepest nesting of declarations in a sample."""
WHOLE = 2
"""The deepest nesting of declarations whose optional properties a whole sample shows."""
_UNCHECKED = Checks()
NUMERIC = frozenset({Kind.INTEGER, Kind.INT32, Kind.INT64, Kind.UINT64, Kind.NUMBER})


def shown_arguments(method: Method, types: Mapping[Id, Declaration]) -> dict[str, Json]:
    """Return what an example call gives, by the identifiers of arguments: what is required, and an optional body
    without which the call has no effect.

    Such a body has required properties, or an example in the document: few servers do anything if
    it is missing. If the properties of a body are arguments, each property of its example is one.
    """
    whole = method.whole_body
    awaited = whole is not None and (whole.required or _is_awaited(whole, types))
    made = argument_sample(whole, types) if whole is not None and awaited and method.fields is not None else None
    body = dict(made) if isinstance(made, dict) else {}
    if method.fields is not None and body and not any(body.values()):  # of objects that hold nothing: it says nothing
        told = next((item for item in method.fields.arguments if body.get(item.wire) == {}), None)
        body |= {told.wire: _filled(told.type, types)} if told is not None else {}
    if method.fields is not None and body and not any(item.wire in body for item in method.fields.arguments):
        usual = [item for item in method.fields.arguments if not item.deprecated] or method.fields.arguments
        body |= {item.wire: sample(item.type, types, item.wire) for item in usual[:1]}  # others are sent by default
    found: dict[str, Json] = {}
    for item in method.arguments:
        if item.field:
            if item.wire in body:
                found[item.ident] = body[item.wire]
        elif item.required or (item.place is Place.BODY and awaited):
            found[item.ident] = argument_sample(item, types)
    return found


def _is_awaited(body: Argument, types: Mapping[Id, Declaration]) -> bool:
    return body.example is not None or _asks(body.type, types, {})


def _asks(type_: Type, types: Mapping[Id, Declaration], known: dict[Id, bool]) -> bool:
    """Tell whether a value of the type needs properties; ``known`` has what was looked at, each once."""
    match type_:
        case Nullable(inner) | ListOf(inner):
            return _asks(inner, types, known)
        case Ref(target) if target in types and target not in known and len(known) < MOST:
            known[target] = False
            match types[target]:
                case Model(fields=fields):
                    known[target] = any(field.required for field in fields)
                case Alias(type=aliased):
                    known[target] = _asks(aliased, types, known)
                case Union(cases=cases):
                    known[target] = bool(cases) and all(_asks(case.type, types, known) for case in cases)
            return known[target]
        case Ref(target):
            return known.get(target, False)
    return False


def argument_sample(item: Argument, types: Mapping[Id, Declaration]) -> Json:
    """Return the value that an example call passes for an argument."""
    if item.example is not None and (given := _document_value(item.example, item.type, types)) is not None:
        return given
    made = sample(item.type, types, item.wire)
    return _filled(item.type, types) if item.place is Place.BODY and made == {} else made


def _filled(type_: Type, types: Mapping[Id, Declaration]) -> Json:
    """Make a body of optional properties: the first, and the first file; one without any says nothing."""
    while isinstance(type_, Nullable):
        type_ = type_.inner
    declared = types.get(type_.target) if isinstance(type_, Ref) else None
    if isinstance(declared, Alias):
        return _filled(declared.type, types)
    if not isinstance(declared, Model):
        return {}
    usual = [field for field in declared.fields if not field.deprecated] or list(declared.fields)
    shown = [*usual[:1], *[field for field in usual if _is_file(field.type)][:1]]
    return {field.wire: _field(field, types, _Inside((declared.id,))) for field in shown}


def _is_file(type_: Type) -> bool:
    while isinstance(type_, Nullable | ListOf):
        type_ = type_.inner if isinstance(type_, Nullable) else type_.item
    return isinstance(type_, Scalar) and type_.kind is Kind.BYTES


def sample(type_: Type, types: Mapping[Id, Declaration], name: str = "") -> Json:
    """Return a sample of a type.

    Args:
        type_: the type.
        types: the declarations it may refer to.
        name: what the value is for; a plain string without checks or format is made from it.
    """
    return _scalar(type_, name) if type(type_) is Scalar else _sample(type_, types, name, _Inside())


def whole_sample(type_: Type, types: Mapping[Id, Declaration], name: str = "") -> Json:
    """Return a sample of a server's response, with optional properties down to :data:`WHOLE` nested models."""
    inside = _Inside(whole=True)
    made = _sample(type_, types, name, inside)
    return made if inside.room(0) else sample(type_, types, name)


@frozen
class _Inside:
    """The context of a part of a sample: the declarations around it, and the number of values in the whole so far.

    ``whole``: models in it, but for those deep in others, have their optional properties.
    """

    targets: tuple[Id, ...] = ()
    values: list[int] = field(default_factory=lambda: [0])
    whole: bool = False

    def within(self, target: Id) -> _Inside:
        return _Inside((*self.targets, target), self.values, self.whole)

    def shows(self, item: Field) -> bool:
        """Tell whether a property is in the sample."""
        if item.required or not self.whole or item.deprecated or item.write_only:
            return item.required or item.asked
        return len(self.targets) <= WHOLE and not _circular(item.type, self)

    def room(self, count: int) -> bool:
        """Count values that are to be made; False if they would be too many."""
        self.values[0] += count
        return self.values[0] <= MOST


def _sample(type_: Type, types: Mapping[Id, Declaration], name: str, inside: _Inside) -> Json:
    match type_:
        case Const(value):
            return value
        case Scalar():
            return _scalar(type_, name)
        case ListOf(item, checks):
            count = min(max(1, (checks.min_items or 0) if checks else 0), 3)
            if _circular(item, inside) or not inside.room(count):
                return []
            return [_sample(item, types, name, inside) for _ in range(count)]
        case MapOf(value, _):
            return {} if _circular(value, inside) else {"key": _sample(value, types, name, inside)}
        case Nullable(inner):
            return None if _circular(inner, inside) else _sample(inner, types, name, inside)
        case Ref(target):
            known = target in types and len(inside.targets) < DEEPEST
            return _declared(types[target], types, name, inside.within(target)) if known else None


def _circular(type_: Type, inside: _Inside) -> bool:
    while isinstance(type_, Nullable):
        type_ = type_.inner
    return isinstance(type_, Ref) and type_.target in inside.targets


def _declared(item: Declaration, types: Mapping[Id, Declaration], name: str, inside: _Inside) -> Json:
    match item:
        case Enum():
            return item.members[0].value if item.members else name
        case Alias():
            given = _document_value(item.examples[0] if item.examples else None, item.type, types)
            return _sample(item.type, types, name, inside) if given is None else given
        case Union():
            return _union(item, types, name, inside)
        case Model():
            fields = [field for field in item.fields if inside.shows(field)]
            return {field.wire: _field(field, types, inside) for field in fields} if inside.room(len(fields)) else {}


def _union(item: Union, types: Mapping[Id, Declaration], name: str, inside: _Inside) -> Json:
    open_cases = [case for case in item.cases if not _circular(case.type, inside)]
    if not open_cases:
        return None
    case = open_cases[0]
    value = _sample(case.type, types, name, inside)
    if item.tag is not None and case.tags and isinstance(value, dict):
        tag = tag_values(item.tag, case, types)[0]
        return {item.tag: tag} | value | {item.tag: tag}
    return value


def _field(field: Field, types: Mapping[Id, Declaration], inside: _Inside) -> Json:
    for value in (field.example, field.default):
        if value is not None and (given := _document_value(value, field.type, types)) is not None:
            return given
    if type(field.type) is Scalar:
        return _scalar(field.type, field.wire)
    if _circular(field.type, inside):
        return None
    return _sample(field.type, types, field.wire, inside)


def _document_value(value: Value | None, type_: Type, types: Mapping[Id, Declaration]) -> Json:
    """Return what the document gives, without what the type has no place for; null where it does not fit."""
    made = MISFIT if value is None else fitted(value.json, type_, types)
    return None if made is MISFIT else made


def _scalar(type_: Scalar, name: str) -> Json:
    checks = type_.checks or _UNCHECKED
    if type_.kind in NUMERIC:
        return _number(type_.kind, checks)
    if type_.kind is Kind.STRING:
        return _string(type_.format, checks, name)
    if type_.kind is Kind.DECIMAL and type_.format == "number":
        return 9.99 if checks == _UNCHECKED else _number(Kind.NUMBER, checks)
    return KINDS[type_.kind]


def _number(kind: Kind, checks: Checks) -> Json:
    value: float | int = 1
    if checks.minimum is not None and value < checks.minimum:
        value = checks.minimum
    if checks.exclusive_minimum is not None and value <= checks.exclusive_minimum:
        value = checks.exclusive_minimum + 1
    if checks.maximum is not None and value > checks.maximum:
        value = checks.maximum
    if checks.exclusive_maximum is not None and value >= checks.exclusive_maximum:
        value = checks.exclusive_maximum - 1
    if checks.multiple_of:
        value = checks.multiple_of * max(1, -(-value // checks.multiple_of))
    return value if kind is Kind.NUMBER else int(value)


def _string(fmt: str | None, checks: Checks, name: str) -> str:
    text = FORMATS.get(fmt or "", name or "text")
    if checks.min_length is not None and len(text) < checks.min_length:
        text += "x" * min(checks.min_length - len(text), 200)
    if checks.max_length is not None:
        text = text[: checks.max_length]
    return text
