"""Prints ``validators.ts``: what is declared of each operation's requests, for servers and gateways (spec 2.6)."""

from __future__ import annotations

import json
import re
from typing import Any

from backends.typescript.files import File
from backends.typescript.groups import Sdk
from backends.typescript.schemas import Schemas
from backends.typescript.scope import Scope
from backends.typescript.text import INDENT, INHERITED, comment, lay, literal, obj, string
from backends.typescript.types import Types
from compiler.ir.plan import BodyKind, Place, Plan, Style, WireOperation, WireParameter
from compiler.ir.types import ANY, Alias, Const, Enum, ListOf, Nullable, Ref, Scalar, Type

HOME = "validators"
_LONG_KEY = re.compile(r'"[^"]{60,}":')
_DELIMITERS = {Style.SPACE_DELIMITED: " ", Style.PIPE_DELIMITED: "|"}


def validator_file(sdk: Sdk) -> File:
    """Print the file."""
    file = File(Scope(HOME), "Checks of requests, for servers and gateways.")
    schemas = Schemas(sdk.types)
    printer = _Checks(sdk.types, schemas)
    operations = {name: printer.operation(variants) for name, variants in _by_operation(sdk.plan).items()}
    _constant(file, "OPERATIONS", f"Readonly<Record<string, {file.scope.runtime_type('Checked')}>>", operations)
    _constant(file, "SCHEMAS", file.scope.runtime_type("Schemas"), schemas.referred())
    _functions(file)
    return file


def _constant(file: File, name: str, kind: str, value: dict[str, Any]) -> None:
    # One entry a line, each as JSON: nobody reads it, and laying it out would take longer than all the rest.
    head = f"const {name}: {kind} = "
    if _is_small(value):
        text = lay([head, obj([(key, literal(item)) for key, item in value.items()]), ";"]) + "\n"
    else:
        lines = [f"{INDENT}{_flat(key, item)},\n" for key, item in value.items()]
        text = f"// prettier-ignore\n{head}{{\n{''.join(lines)}}};\n"
    file.value(text, text.replace(f": {kind} = ", " = ", 1), "")


def _flat(name: str, value: object) -> str:
    """Write a property as JSON, through a parser where a literal would mean something else."""
    text = json.dumps({name: value})
    return f"...JSON.parse({string(text)})" if any(f'"{name}":' in text for name in INHERITED) else text[1:-1]


def _is_small(value: dict[str, Any]) -> bool:
    return len(value) <= 40 and not _LONG_KEY.search(json.dumps(value))


def _functions(file: File) -> None:
    scope = file.scope
    request, violation = scope.runtime_type("CheckedRequest"), scope.runtime_type("Violation")
    find, invalid = scope.runtime("violations"), scope.runtime("InvalidRequest")
    file.types(
        f'export {{ InvalidRequest }} from "./runtime/validate.js";\nexport type {{ {request}, {violation} }};\n'
    )
    file.reexported = [('"./runtime/validate.js"', ["InvalidRequest"])]
    said = comment("All that is wrong with a request of an operation, by its operationId.")
    body = (
        f"{INDENT}const declared = Object.hasOwn(OPERATIONS, operation)\n{INDENT * 2}? OPERATIONS[operation]\n"
        f"{INDENT * 2}: undefined;\n"
        f"{INDENT}if (!declared) throw new RangeError(`there is no operation ${{operation}}`);\n"
        f"{INDENT}return {find}(declared, request, SCHEMAS);\n}}\n"
    )
    typed = f"(\n{INDENT}operation: string,\n{INDENT}request: {request},\n): {violation}[]"
    file.value(
        f"{said}export function validateRequest{typed} {{\n{body}",
        f"function validateRequest(operation, request) {{\n{body}",
        f"{said}export declare function validateRequest{typed};\n",
        "validateRequest",
    )
    said = comment("Refuse a request with which anything is wrong: throws an InvalidRequest.")
    body = (
        f"{INDENT}const found = validateRequest(operation, request);\n"
        f"{INDENT}if (found.length) throw new {invalid}(found);\n}}\n"
    )
    typed = f"(operation: string, request: {request}): void"
    file.value(
        f"{said}export function checkRequest{typed} {{\n{body}",
        f"function checkRequest(operation, request) {{\n{body}",
        f"{said}export declare function checkRequest{typed};\n",
        "checkRequest",
    )


class _Checks:
    def __init__(self, types: Types, schemas: Schemas) -> None:
        self.types, self.schemas = types, schemas

    def operation(self, variants: list[WireOperation]) -> dict[str, Any]:
        """Make what is declared of an operation, of all its variants together."""
        found: dict[str, Any] = {}
        parameters = [self._parameter(item) for item in variants[0].parameters if item.fixed is None]
        if parameters:
            found["params"] = parameters
        payloads = [variant.body for variant in variants if variant.body is not None]
        if payloads:
            found["body"] = {
                item.media_type: self.schemas.expression(item.type) if item.kind is BodyKind.JSON else None
                for item in payloads
            }
        if any(item.required for item in payloads):
            found["required"] = True
        return found

    # ------------------------------------------------------------------ parameters

    def _parameter(self, parameter: WireParameter) -> dict[str, Any]:
        found: dict[str, Any] = {"name": parameter.wire, "in": parameter.place.value}
        if parameter.required:
            found["required"] = True
        schema = self._text_schema(parameter)
        if schema:
            found["schema"] = schema
        delimiter = _delimiter(parameter)
        if "items" in schema and delimiter:
            found["split"] = delimiter
        return found

    def _text_schema(self, parameter: WireParameter) -> dict[str, Any]:
        """Make the schema of a parameter whose text can be read without more: a scalar, an enum, a list of such."""
        if parameter.media_type is not None or parameter.style in (Style.LABEL, Style.MATRIX, Style.DEEP_OBJECT):
            return {}
        type_ = self._seen_through(parameter.type)
        if isinstance(type_, ListOf):
            items = self._scalar_schema(self._seen_through(type_.item))
            return {**self.schemas.expression(ListOf(ANY, type_.checks)), "items": items} if items else {}
        return self._scalar_schema(type_)

    def _scalar_schema(self, type_: Type) -> dict[str, Any]:
        if isinstance(type_, Ref):
            declared = self.types.declared[type_.target]
            return self.schemas.declaration(declared) if isinstance(declared, Enum) else {}
        return self.schemas.expression(type_) if isinstance(type_, Scalar | Const) else {}

    def _seen_through(self, type_: Type) -> Type:
        """See through null (no text says it) and aliases."""
        seen: set[str] = set()
        while True:
            if isinstance(type_, Nullable):
                type_ = type_.inner
            elif isinstance(type_, Ref) and type_.target not in seen:
                seen.add(type_.target)
                declared = self.types.declared[type_.target]
                if not isinstance(declared, Alias):
                    return type_
                type_ = declared.type
            else:
                return type_


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
