"""Prints ``validators.ts``: the declarations of each operation's requests, for servers and gateways (spec 2.6); and
``answers.ts``: of what its successes hold, for clients that read them strictly (D16.7).
"""

from __future__ import annotations

import json
from typing import Any

from backends.typescript.files import File
from backends.typescript.scope import Scope
from backends.typescript.sdk import Sdk
from backends.typescript.text import INHERITED, comment, literal, number, obj, string
from backends.writer.prettier import INDENT, lay
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Id
from compiler.plan.plan import Plan
from compiler.plan.schemas import Schema

HOME = "validators"
ANSWERS = "answers"
_LONG_KEY = lazy_pattern(r'"[^"]{60,}":')
_LONG = lazy_pattern(r'"(?:[^"\\]|\\.)*"|(?<![\d.])-?\d{16,}(?![\d.eE])')
"""A text, or an integer that may be beyond what a number holds."""
_DIGITS = lazy_pattern(r"\d{16}")


def answer_file(sdk: Sdk) -> File:
    """Print the file of what clients read; it imports none of theirs, so that bundlers leave these as they are."""
    file = File(Scope(ANSWERS), "Checks of responses, for clients.")
    answers, schemas = _schemas(sdk.plan)
    _constant(sdk.plan, file, "ANSWERS", file.scope.runtime_type("Answers"), answers)
    _constant(sdk.plan, file, "SCHEMAS", file.scope.runtime_type("Schemas"), schemas, exported=True)
    scope = file.scope
    said = comment("Lists the violations in the JSON of a response of an operation, by its operationId.")
    body = f"{INDENT}return {scope.runtime('wrongAnswer')}(ANSWERS, SCHEMAS, operation, answer);\n"
    given = _listed(["operation: string", f"answer: {scope.runtime_type('CheckedAnswer')}"])
    typed = f"{given}: {scope.runtime_type('Violation')}[]"
    file.function(said, "validateResponse", typed, "operation, answer", body)
    return file


def _listed(parameters: list[str]) -> str:
    lines = "".join(f"{INDENT}{parameter},\n" for parameter in parameters)
    return f"(\n{lines})"


def validator_file(sdk: Sdk) -> File:
    """Print the file of requests."""
    file = File(Scope(HOME), "Checks of requests, for servers and gateways.")
    kind = f"Readonly<Record<string, {file.scope.runtime_type('Checked')}>>"
    _constant(sdk.plan, file, "OPERATIONS", kind, sdk.plan.schemas.requests(lambda target: _name(sdk.plan, target)))
    file.scope.value(ANSWERS, "SCHEMAS")
    _functions(file)
    return file


def _name(plan: Plan, target: Id) -> str:
    name = plan.surface.type_heads.get(target)
    return target if name is None else name.ident


def _schemas(plan: Plan) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """Return what successes hold, and by name the schemas to which this and requests refer, directly or not."""
    wanted: dict[Id, str] = {}

    def refer(target: Id) -> str:
        if target not in wanted:
            wanted[target] = _name(plan, target)
        return wanted[target]

    plan.schemas.requests(refer)
    answers = plan.schemas.answers(refer)
    decodes = [item for one in plan.wire.operation_shapes.values() for answer in one.answers for item in answer.decodes]
    read = {item.media_type: item.essence for item in decodes}
    compared = {
        name: {status: {read[kind]: held for kind, held in kinds.items()} for status, kinds in statuses.items()}
        for name, statuses in answers.items()
    }
    found: dict[str, Schema] = {}
    done = 0
    while done < len(wanted):
        for target, name in list(wanted.items())[done:]:
            done += 1
            found[name] = plan.schemas.of_type(target, refer)
    return compared, dict(sorted(found.items()))


def _constant(plan: Plan, file: File, name: str, kind: str, value: dict[str, Any], *, exported: bool = False) -> None:
    # One entry per line, each as JSON: nobody reads it, and laying it out would take longer than all the rest.
    head = f"const {name}: {kind} = "
    if _is_small(value):
        text = lay([head, obj([(key, literal(item)) for key, item in value.items()]), ";"]) + "\n"
    else:
        lines = (schema_line(plan, name, key, item) for key, item in value.items())
        text = f"// prettier-ignore\n{head}{{\n{''.join(lines)}}};\n"
    plain = text.replace(f": {kind} = ", " = ", 1)
    if exported:
        file.value(text.replace("const ", "export const ", 1), plain, f"export declare const {name}: {kind};\n", name)
    else:
        file.value(text, plain, "")


def schema_line(plan: Plan, table: str, name: str, value: object) -> str:
    """Print a line of a table."""
    return f"{INDENT}{_flat(name, value)},\n"


def _flat(name: str, value: object) -> str:
    """Write a property as JSON, through a parser where a literal would mean something else."""
    text = json.dumps({name: value})
    if any(f'"{name}":' in text for name in INHERITED):
        return f"...JSON.parse({string(text)})"
    if not _DIGITS.search(text):
        return text[1:-1]  # nearly all: most of the text is strings, each of which would be looked at
    return _LONG.sub(lambda found: found[0] if found[0][0] == '"' else number(int(found[0])), text[1:-1])


def _is_small(value: dict[str, Any]) -> bool:
    return len(value) <= 40 and not _LONG_KEY.search(json.dumps(value))


def _functions(file: File) -> None:
    scope = file.scope
    request, violation = scope.runtime_type("CheckedRequest"), scope.runtime_type("Violation")
    find, invalid = scope.runtime("violations"), scope.runtime("InvalidRequest")
    file.types(
        f'export {{ InvalidRequest }} from "./runtime/validate.js";\n'
        f'export {{ validateResponse }} from "./{ANSWERS}.js";\nexport type {{ {request}, {violation} }};\n'
    )
    file.reexported = [("runtime/validate", ["InvalidRequest"]), (ANSWERS, ["validateResponse"])]
    said = comment("Lists the violations of a request of an operation, by its operationId.")
    body = (
        f"{INDENT}const declared = Object.hasOwn(OPERATIONS, operation)\n{INDENT * 2}? OPERATIONS[operation]\n"
        f"{INDENT * 2}: undefined;\n"
        f"{INDENT}if (!declared) throw new RangeError(`there is no operation ${{operation}}`);\n"
        f"{INDENT}return {find}(declared, request, SCHEMAS);\n"
    )
    typed = f"{_listed(['operation: string', f'request: {request}'])}: {violation}[]"
    file.function(said, "validateRequest", typed, "operation, request", body)
    thrown = f"{INDENT}if (found.length) throw new {invalid}(found);\n"
    said = comment("Like `validateRequest`, but throws an InvalidRequest if there are violations.")
    body = f"{INDENT}const found = validateRequest(operation, request);\n{thrown}"
    typed = f"(operation: string, request: {request}): void"
    file.function(said, "checkRequest", typed, "operation, request", body)
    said = comment(
        "To pass to a client as `validate`: refuses an invalid call before it is sent. Throws an InvalidRequest."
    )
    body = f"{INDENT}const found = {scope.runtime('wrongCall')}(OPERATIONS, SCHEMAS, ...call);\n{thrown}"
    typed = f"(...call: Parameters<{scope.runtime_type('CallCheck')}>): void"
    file.function(said, "checkCall", typed, "...call", body)
