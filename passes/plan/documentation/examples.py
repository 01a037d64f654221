"""Examples: the arguments of each method's call in documentation, made on demand (D12.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.ir.fit import case_of
from compiler.ir.node import Id, Json
from compiler.ir.types import (
    ANY,
    Alias,
    Declaration,
    Enum,
    Kind,
    ListOf,
    MapOf,
    Model,
    Nullable,
    Ref,
    Scalar,
    Type,
    Union,
)
from compiler.ir.wire import Returns, Wire, WireOperation
from compiler.plan.examples import (
    Aliased,
    CaseOf,
    Content,
    Encoded,
    Entries,
    ExampleArgument,
    ExampleCall,
    ExampleValue,
    Gives,
    Items,
    Maybe,
    MemberOf,
    Object,
    Plain,
    Property,
)
from compiler.plan.plan import Argument, Method, Surface
from passes.plan.documentation.sample import argument_sample, shown_arguments

_DEEPEST = 50
"""The deepest nesting of types; a union may be its own member."""


class Examples:
    """The examples of one plan."""

    def __init__(self, wire: Wire, surface: Surface) -> None:
        self._wire, self._surface, self._values = wire, surface, _Values(wire.types, surface)
        self._calls: dict[int, tuple[ExampleCall, Mapping[str, Json]]] = {}  # by id() of the method, which a call holds

    def call(self, method: Method) -> ExampleCall:
        """Return a call of a method."""
        return self._known(method)[0]

    def example_arguments(self, method: Method) -> Mapping[str, Json]:
        """Return the arguments of the call, as JSON by their identifiers."""
        return self._known(method)[1]

    def _known(self, method: Method) -> tuple[ExampleCall, Mapping[str, Json]]:
        found = self._calls.get(id(method))
        if found is None:
            shown = shown_arguments(method, self._wire.types)
            found = self._calls[id(method)] = self._call(method, shown), shown
        return found

    def _call(self, method: Method, shown: Mapping[str, Json]) -> ExampleCall:
        given = [
            ExampleArgument(item, self._values.of(item.type, shown[item.ident], 0) if item.ident in shown else None)
            for item in method.arguments
        ]
        return ExampleCall(
            method,
            ("client", *self._surface.path(method)),
            tuple(given),
            gives(self._wire.operations[method.operation]),
            bare=method.request is not None and not shown and not method.request.required,
        )

    def value(self, argument: Argument) -> ExampleValue:
        """Return the value that the call passes for an argument."""
        return self._values.of(argument.type, argument_sample(argument, self._wire.types), 0)


def gives(operation: WireOperation) -> Gives:
    """Return how an example uses the result of a call; bytes that are read piece by piece are a value."""
    match operation.returns:
        case Returns.PAGE:
            return Gives.PAGE
        case Returns.STREAM:
            return Gives.STREAM
    return Gives.VALUE if operation.results or operation.stream is not None else Gives.NOTHING


class _Values:
    """Holds JSON values to their types, which a value that a document gives may be deeper than."""

    def __init__(self, types: Mapping[Id, Declaration], surface: Surface) -> None:
        self._types, self._surface = types, surface

    def of(self, type_: Type, value: Json, depth: int) -> ExampleValue:
        """Return a JSON value as one of the type."""
        match type_:
            case Scalar(Kind.BYTES):
                return Content(type_, value)
            case Scalar(Kind.BASE64):
                return Encoded(type_, value)
            case Nullable(inner):
                return Maybe(type_, self.of(inner, value, depth), value is None)
            case ListOf(item) if isinstance(value, list):
                return Items(type_, tuple(self.of(item, one, depth + 1) for one in value))
            case MapOf(item) if isinstance(value, dict):
                return Entries(type_, tuple((name, self.of(item, one, depth + 1)) for name, one in value.items()))
            case Ref() if depth < _DEEPEST:
                return self._declared(type_, self._types[type_.target], value, depth + 1)
        return Plain(type_, value)

    def _declared(self, type_: Ref, declared: Declaration, value: Json, depth: int) -> ExampleValue:
        match declared:
            case Alias():
                return Aliased(type_, self.of(declared.type, value, depth))
            case Enum():
                same = (at for at, item in enumerate(declared.members) if _is_same(item.value, value))
                index = next(same, None)
                return Plain(type_, value) if index is None else MemberOf(type_, index, value)
            case Union() if declared.cases and value is not None:
                case = case_of(declared, value, self._types) or declared.cases[0]
                return CaseOf(type_, declared.cases.index(case), self.of(case.type, value, depth))
            case Model() if isinstance(value, dict):
                return Object(type_, tuple(self._properties(type_.target, declared, value, depth)))
        return Plain(type_, value)

    def _properties(self, target: Id, model: Model, value: Mapping[str, Json], depth: int) -> Iterator[Property]:
        members = self._surface.types[target].members
        known = {field.wire: (at, field.type) for at, field in enumerate(model.fields)}
        for wire, one in value.items():
            at, type_ = known.get(wire, (None, ANY))
            yield Property(wire, members.get(wire, wire), self.of(type_, one, depth), at)


def _is_same(one: Json, other: Json) -> bool:
    return bool(one == other) and type(one) is type(other)
