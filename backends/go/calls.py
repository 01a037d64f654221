"""Writes example calls and signatures of methods, for reference pages, the README and the compiled example."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from backends.go.clients import package_name
from backends.go.methods import MethodPrinter
from backends.go.names import names_of
from backends.go.source import File
from backends.go.text import string
from backends.go.types import enum_base, types_of
from backends.go.values import Values
from backends.writer import Doc
from backends.writer.gofmt import WIDTH, call, composite, keyed, lay, listed, wrapped
from compiler.ir.node import Id
from compiler.ir.types import Enum
from compiler.plan import examples as example
from compiler.plan.per_plan import per_plan
from compiler.plan.plan import Method, Plan


class _Kept:
    """What is shared by all calls of a plan."""

    def __init__(self, plan: Plan) -> None:
        self.types, self.names, self.package = types_of(plan), names_of(plan), package_name(plan)
        self.printer = MethodPrinter(plan, self.types, self.names, File("x", None))


_kept = per_plan(_Kept)


def render_signature(plan: Plan, method: Method) -> str:
    """Write the signature of a method, without its receiver."""
    parameters, results = _kept(plan).printer.signature_parts(method)
    return lay(listed(f"func {method.ident}(", parameters, f") {results}"))


def brief(plan: Plan, method: Method) -> str:
    """Write a method on one line."""
    parameters, results = _kept(plan).printer.signature_parts(method)
    return f"{'.'.join(('client', *plan.surface.path(method)))}({', '.join(parameters)}) {results}"


def render_call(plan: Plan, method: Method) -> str:
    """Write a call with its required arguments."""
    return call_lines(plan, plan.shown.call(method), File("x", None), _kept(plan).package)[0]


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
    plan: Plan, shown: example.ExampleCall, file: File, package: str, *options: str, use: bool = True
) -> tuple[str, str]:
    """Write a call that assigns its results; also return the result's variable, "" where there is none.

    Args:
        plan: the plan.
        shown: the call.
        file: the file that will hold it.
        package: the name of the package.
        options: the options of the call, as code.
        use: whether its result is used.
    """
    arguments = ["ctx", *_arguments(shown, _kept(plan).printer, values_of(plan, file, package)), *options]
    variable = {example.Gives.NOTHING: "", example.Gives.PAGE: "page"}.get(shown.gives, "result") if use else ""
    named = "err" if shown.gives is example.Gives.NOTHING else f"{variable or '_'}, err"
    return lay(call(f"{named} := {'.'.join(shown.target)}", arguments)), variable


def values_of(plan: Plan, file: File, package: str) -> Values:
    """Return what writes the values of examples in a file."""
    return Values(_kept(plan).types, _kept(plan).names, f"{package}.", file)


def option_of(plan: Plan, option: example.ClientOption, file: File, package: str) -> Doc:
    """Write an option of a client."""
    name = _kept(plan).names.option
    match option:
        case example.BaseUrl(url):
            return f"{package}.WithBaseURL({string(url)})"
        case example.Shared(ident, value):
            return wrapped(f"{package}.{name(ident)}", values_of(plan, file, package).held(value))
        case example.ServerName(server):
            return f"{package}.WithServer({string(server)})"
        case example.UrlVariable(ident, text):
            return call(f"{package}.{name(ident)}", [string(text)])
        case example.Credential(ident, form):
            end, *arguments = _credential(form, package)
            return call(f"{package}.{name(ident, end)}", arguments)
    assert_never(option)


def _credential(form: example.Form, package: str) -> tuple[str, *tuple[Doc, ...]]:
    """Return the suffix of the option that takes a form of a credential, and its argument."""
    match form:
        case example.Form.BASIC:
            return "", '"user"', '"password"'
        case example.Form.TOKEN:
            return "", '"..."'
        case example.Form.CLIENT:
            return "ClientCredentials", _literal(f"{package}.ClientCredentials", "ClientID", "ClientSecret")
        case example.Form.PASSWORD:
            return "Password", _literal(f"{package}.PasswordCredentials", "Username", "Password")
        case example.Form.SOURCE:
            return "Source", "..."
    assert_never(form)


def _literal(type_: str, *fields: str) -> Doc:
    """Write a struct literal whose fields are placeholder strings."""
    return composite(type_, [keyed(field, '"..."') for field in fields])


def checked(line: str, variable: str, failed: str) -> list[str]:
    """Write the error check of a call; call and check are one statement where there is no result and it fits."""
    head = f"if {line}; err != nil {{"
    if variable or "\n" in line or len(head) > WIDTH:
        return [*line.split("\n"), "if err != nil {", f"\t{failed}", "}"]
    return [head, f"\t{failed}", "}"]


def _arguments(shown: example.ExampleCall, printer: MethodPrinter, values: Values) -> list[Doc]:
    given: list[Doc] = [
        values.nothing(item.argument, printer.argument(item.argument))
        if item.value is None
        else values.argument(item.argument, item.value)
        for item in shown.arguments
        if item.argument.positional
    ]
    request = shown.method.request
    if request is None:
        return given
    fields = [
        keyed(item.ident, values.argument(item, value))
        for item, value in shown.passed_arguments()
        if not item.positional
    ]
    return [*given, composite(f"{values.package}{request.ident}", fields)]
