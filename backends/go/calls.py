"""Writes example calls and signatures of methods, for reference pages, the README and the compiled example."""

from __future__ import annotations

from collections.abc import Mapping

from backends.go.clients import package_name
from backends.go.layout import WIDTH, call, composite, keyed, lay, listed
from backends.go.methods import MethodPrinter, request_fields
from backends.go.names import names_of
from backends.go.source import File
from backends.go.types import enum_base, types_of
from backends.go.values import Values
from backends.per_plan import per_plan
from backends.writer import Doc
from compiler.ir.node import Id
from compiler.ir.plan import Argument, Method, Plan
from compiler.ir.sample import argument_sample, shown_arguments
from compiler.ir.types import Enum


class _Kept:
    """What all calls of a plan are written with."""

    def __init__(self, plan: Plan) -> None:
        self.types, self.names, self.package = types_of(plan), names_of(plan), package_name(plan)
        self.printer = MethodPrinter(plan, self.types, self.names, File("x", None))


_kept = per_plan(_Kept)


def render_signature(plan: Plan, method: Method) -> str:
    """Write the signature of a method, without its receiver."""
    parameters, results = _kept(plan).printer.signature_parts(method)
    return lay(listed(f"func {method.ident}(", parameters, f") {results}"))


def render_call(plan: Plan, method: Method) -> str:
    """Write a call with its required arguments."""
    return call_lines(plan, method, File("x", None), _kept(plan).package)[0]


def argument_names(method: Method) -> Mapping[str, str]:
    """Name arguments as callers write them: fields of a request object have capitals."""
    if method.request is not None:
        return request_fields(method)
    return {argument.ident: argument.ident for argument in method.arguments}


def option_name(plan: Plan, option: str) -> str:
    """Return the function that makes an option of the client."""
    return _kept(plan).names.option(option)


def member_names(plan: Plan, enum: Id) -> Mapping[str, str]:
    """Name the constants of an enum's members, by their numbers; some enums have none."""
    item = plan.wire.types.get(enum)
    if enum not in plan.surface.types or not isinstance(item, Enum) or enum_base(item) == "any":
        return {}
    names = _kept(plan).names
    return {str(index): names.member(enum, index) for index in range(len(item.members))}


def call_lines(
    plan: Plan, method: Method, file: File, package: str, *options: str, use: bool = True
) -> tuple[str, str]:
    """Write a call whose results get names, and give the name of its result; it is empty where there is none.

    Args:
        plan: the plan.
        method: the method.
        file: where it will stand.
        package: the name of the package.
        options: the options of the call, as code.
        use: whether its result is of use.
    """
    kept = _kept(plan)
    values = Values(kept.types, kept.names, f"{package}.", file)
    arguments = ["ctx", *_arguments(method, kept.printer, values), *options]
    target = ".".join(("client", *plan.surface.path(method)))
    result = kept.printer.returned(method).result
    variable = "" if not result or not use else "page" if result.startswith("*Page[") else "result"
    named = f"{variable or '_'}, err" if result else "err"
    return lay(call(f"{named} := {target}", arguments)), variable


def render_value(plan: Plan, item: Argument, file: File, package: str) -> Doc:
    """Write what an example gives for an argument, where it cannot be absent."""
    kept = _kept(plan)
    sample = argument_sample(item, kept.types.declared)
    return Values(kept.types, kept.names, f"{package}.", file).held(item.type, sample, 0)


def checked(line: str, variable: str, failed: str) -> list[str]:
    """Write the look at the error of a call: one statement does both where there is no result, and room for it."""
    head = f"if {line}; err != nil {{"
    if variable or "\n" in line or len(head) > WIDTH:
        return [*line.split("\n"), "if err != nil {", f"\t{failed}", "}"]
    return [head, f"\t{failed}", "}"]


def call_statement(plan: Plan, method: Method, file: File, package: str) -> list[str]:
    """Write a call and the look at its error."""
    line, variable = call_lines(plan, method, file, package)
    return [*checked(line, variable, "log.Fatal(err)"), *([f"_ = {variable}"] if variable else [])]


def _arguments(method: Method, printer: MethodPrinter, values: Values) -> list[Doc]:
    given = shown_arguments(method, values.types.declared)
    if method.request is None:
        idents = {item.ident for item in given}
        return [
            values.argument(item) if item.ident in idents else values.nothing(item, printer.argument(item))
            for item in method.arguments
        ]
    named = request_fields(method)
    shown = [keyed(named[item.ident], values.argument(item)) for item in given]
    return [composite(f"{values.package}{method.request.ident}", shown)]
