"""Prints ``_validators.py``: what is declared of each operation's requests, for servers and gateways (spec 2.6)."""

from __future__ import annotations

from collections.abc import Iterator

from backends.python.cst import (
    Call,
    Collection,
    Expr,
    Keyword,
    Pair,
    Stmt,
    Subscript,
    assign,
    declare,
    literal,
    module,
    raw,
    string,
)
from backends.python.schemas import Schemas
from backends.python.scope import Scope
from backends.python.types import Types
from compiler.ir.plan import BodyKind, Payload, Place, Plan, Style, WireOperation, WireParameter
from compiler.ir.types import Const, Enum, ListOf, Ref, Scalar, Type

HOME = "_validators"
_DELIMITERS = {Style.SPACE_DELIMITED: " ", Style.PIPE_DELIMITED: "|"}


def validator_file(plan: Plan, types: Types, header: str) -> str:
    """Print the file."""
    scope = Scope(HOME)
    printer = _Printer(types, scope)
    doc = "Checks of requests, for servers and gateways."
    return module(list(printer.statements(plan)), header=header, doc=doc, imports=scope)


class _Printer:
    def __init__(self, types: Types, scope: Scope) -> None:
        self.types, self.scope = types, scope
        self.schemas = Schemas(types)

    def statements(self, plan: Plan) -> Iterator[Stmt]:
        """Print the table of operations and the functions that use it."""
        found = _by_operation(plan)
        pairs = [Pair(string(name), self._operation(variants)) for name, variants in found.items()]
        kind = Subscript(raw("dict"), [raw("str"), self.scope.runtime("validate", "Checked")])
        yield declare(raw("OPERATIONS"), kind, Collection("{", pairs, "}"), apart=True)
        validator = Call(
            self.scope.runtime("validate", "Validator"), [raw('__name__.rpartition(".")[0]'), raw("OPERATIONS")]
        )
        yield assign(raw("_validator"), validator, apart=True)
        final = self.scope.use("typing", "Final")
        yield declare(raw("validate_request"), final, raw("_validator.violations"))
        yield declare(raw("check_request"), final, raw("_validator.check"))

    def _operation(self, variants: list[WireOperation]) -> Expr:
        first = variants[0]
        arguments: list[Expr] = [string(first.method), string(first.path)]
        arguments += [self._parameter(parameter) for parameter in first.parameters if parameter.fixed is None]
        payloads = [variant.body for variant in variants if variant.body is not None]
        if payloads:
            arguments.append(Keyword("body", self._body(payloads)))
        return Call(self.scope.runtime("validate", "Checked"), arguments)

    # ------------------------------------------------------------------ parameters

    def _parameter(self, parameter: WireParameter) -> Expr:
        arguments: list[Expr] = [string(parameter.wire), string(parameter.place.value)]
        schema = self._text_schema(parameter)
        if schema:
            arguments.append(literal(schema))
        if parameter.required:
            arguments.append(Keyword("required", raw("True")))
        delimiter = _delimiter(parameter)
        if schema and "items" in schema and delimiter:
            arguments.append(Keyword("split", string(delimiter)))
        return Call(self.scope.runtime("validate", "ParameterCheck"), arguments)

    def _text_schema(self, parameter: WireParameter) -> dict[str, object]:
        """Make the schema of a parameter whose text can be read without more: a scalar, an enum, a list of such."""
        if parameter.media_type is not None or parameter.style in (Style.LABEL, Style.MATRIX, Style.DEEP_OBJECT):
            return {}
        type_ = self.types.seen_through(parameter.type)
        if isinstance(type_, ListOf):
            items = self._scalar_schema(self.types.seen_through(type_.item))
            return {**self.schemas.expression(type_, ""), "items": items} if items else {}
        return self._scalar_schema(type_)

    def _scalar_schema(self, type_: Type) -> dict[str, object]:
        if isinstance(type_, Ref):
            declared = self.types.declared[type_.target]
            return self.schemas.enum(declared, "") if isinstance(declared, Enum) else {}
        return self.schemas.expression(type_, "") if isinstance(type_, Scalar | Const) else {}

    # ------------------------------------------------------------------ bodies

    def _body(self, payloads: list[Payload]) -> Expr:
        pairs: list[Expr] = []
        for payload in payloads:
            is_json = payload.kind is BodyKind.JSON
            schema = self.schemas.expression(payload.type, "") if is_json else None
            pairs.append(Pair(string((payload.declared or payload.media_type).lower()), literal(schema)))
        arguments: list[Expr] = [Collection("{", pairs, "}")]
        if any(payload.required for payload in payloads):
            arguments.append(Keyword("required", raw("True")))
        return Call(self.scope.runtime("validate", "BodyCheck"), arguments)


def _by_operation(plan: Plan) -> dict[str, list[WireOperation]]:
    """Collect the variants (a second media type, a stream) of each operation of the document."""
    found: dict[str, list[WireOperation]] = {}
    for operation in plan.wire.operations.values():
        found.setdefault(operation.operation_id, []).append(operation)
    return found


def _delimiter(parameter: WireParameter) -> str:
    """Give what separates the items of a list in one value; ``""`` where each has its own."""
    if parameter.style in _DELIMITERS:
        return _DELIMITERS[parameter.style]
    exploded = parameter.explode and parameter.place in (Place.QUERY, Place.COOKIE)
    return "" if exploded else ","
