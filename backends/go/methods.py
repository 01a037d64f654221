"""Prints methods: a signature, one call into the runtime, and the struct of the arguments that have names (D4).

::

    func (g *TripsGroup) Update(ctx context.Context, tripID string, params TripUpdateParams, ...) (*Trip, error) {
        return do[*Trip](ctx, g.settings, opTripsUpdate, []any{tripID}, params, options)
    }

A field's tag says what it is: a parameter, the body, or a property of the body (tagged like a model's field).
"""

from __future__ import annotations

from backends.go.docs import NIL, argument_doc, deprecation, joined, method_doc, plain
from backends.go.facts import Facts, error_body
from backends.go.names import Names
from backends.go.results import Results
from backends.go.source import File
from backends.go.tags import tag
from backends.go.text import comment
from backends.go.types import Types
from backends.texts import raised
from backends.writer.gofmt import block, function, row
from compiler.ir.node import frozen
from compiler.ir.types import ANY, Ref
from compiler.ir.wire import WireOperation
from compiler.plan.plan import Argument, Group, Method, Plan
from compiler.plan.type_facts import Outcome, is_several, outcome_of

WHOLE = '`sdk:"body"`'
"""The tag of the field that is the body."""
REQUIRED = "Required."
"""The comment of a required field; only of types with a value for absence is its lack an error."""
UNSENT = "The body may be left out: it is if all its fields are zero, unless [WithBody] gives it."
"""The comment of arguments that are fields of an optional body which requires some."""

_CLASSES = {Outcome.STREAM: "Stream", Outcome.PAGE: "Page", Outcome.PLAIN_PAGE: "PlainPage"}


@frozen
class Returned:
    """What a method returns, and the function of the runtime that makes the call."""

    result: str
    function: str

    @property
    def signature(self) -> str:
        """Print the results of the signature."""
        return f"({self.result}, error)" if self.result else "error"


class MethodPrinter:
    """Prints the methods of one file."""

    def __init__(self, plan: Plan, types: Types, names: Names, file: File) -> None:
        self.plan, self.types, self.names, self.file = plan, types, names, file
        self.facts = Facts(plan, types, names, file)

    def declare(self, group: Group, method: Method) -> None:
        """Print a method, its facts, and the struct of its arguments."""
        operation = self.plan.wire.operations[method.operation]
        variable = self.names.facts(method)
        if self.names.declares(method):
            self._request(group, method)
        sealed = self.sealed(method)
        self.file.declare(self.facts.operation(variable, method, sealed))
        if sealed is not None:
            sealed.declare(self.file)
        head = f"func ({receiver(group)} *{_owner(self.plan, group)}) "
        made = f"return {self._call(group, method, variable)}"
        self.file.declare(
            *method_doc(
                method.ident, operation, self._argument_list(method), _headers(operation), self._errors(operation)
            ),
            function(head + self.signature(method), made),
        )
        for alias in method.aliases:
            told = joined(
                f"{alias} is another name of [{_owner(self.plan, group)}.{method.ident}].", deprecation(operation)
            )
            self.file.declare(*comment(told), function(head + self.signature(method, alias), made))

    def _path(self, path: tuple[str, ...]) -> str:
        return "".join(self.plan.surface.group_heads[path].idents)

    def sealed(self, method: Method) -> Results | None:
        """Return the interface of a method's results if there are several (D13)."""
        operation = self.plan.wire.operations[method.operation]
        if not is_several(operation):
            return None
        name = f"{self._path(method.group)}{method.ident}"
        return Results(self.types, self.names, name, f"{name}Result", operation.values)

    def _call(self, group: Group, method: Method, variable: str) -> str:
        values = {(item.place, item.wire): self._value(item) for item in method.alone}
        keys = [(item.argument.place, item.argument.wire) for item in method.parameters if item.argument]
        sent = [values[key] for key in keys if key in values]
        listed = f"[]any{{{', '.join(sent)}}}" if sent else "nil"
        last = "nil" if method.body is None else method.body.ident
        if method.request is not None:
            last = method.request.argument
        function = self.returned(method).function
        return f"{function}(ctx, {receiver(group)}.settings, {variable}, {listed}, {last}, options)"

    def _value(self, item: Argument) -> str:
        """Print an argument as it is passed on: a member of a union with the tag that the union writes."""
        return item.ident if self.types.writing_union(item.type) is None else f"viaUnion({item.ident})"

    # ------------------------------------------------------------------ signatures

    def signature(self, method: Method, alias: str | None = None) -> str:
        """Print a method's name, or an alias, its arguments and results."""
        arguments, results = self.signature_parts(method)
        return f"{alias or method.ident}({', '.join(arguments)}) {results}"

    def signature_parts(self, method: Method) -> tuple[list[str], str]:
        """Print a method's arguments, and its results."""
        arguments = [f"ctx {self.file.use('context')}.Context"]
        arguments += [f"{item.ident} {self.argument(item)}" for item in method.alone]
        if method.request is not None:
            arguments.append(f"{method.request.argument} {method.request.ident}")
        arguments.append("options ...Option")
        return arguments, self.returned(method).signature

    def argument(self, item: Argument) -> str:
        """Print the type of an argument; any body can be left out, but the call fails if it is required (D7.1)."""
        if item.required and not item.nullable and not item.whole_body:
            return self.types.held(item.type, self.file)
        return self.types.optional(item.type, item.nullable, self.file, blank=not item.whole_body)

    def returned(self, method: Method) -> Returned:
        """Choose what a method returns."""
        operation = self.plan.wire.operations[method.operation]
        outcome, found = outcome_of(operation), operation.values
        if outcome is Outcome.NOTHING:
            return Returned("", "doRun")
        if outcome is Outcome.DOWNLOAD:
            return Returned(f"{self.file.use('io')}.ReadCloser", "doDownload")
        sealed = self.sealed(method)
        if outcome is Outcome.VALUE:
            result = sealed.name if sealed is not None else self.types.result(found[0], self.file)
            return Returned(result, f"do[{result}]")
        held = sealed.name if sealed is not None else self.types.held(found[0], self.file) if found else "any"
        if operation.paged is not None and outcome is Outcome.PAGE:
            held += f", {self.types.held(operation.paged.item or ANY, self.file)}"
        word = _CLASSES[outcome]
        return Returned(f"*{word}[{held}]", f"do{word}[{held}]")

    # ------------------------------------------------------------------ comments

    def _argument_list(self, method: Method) -> str:
        said = [(item.ident, " ".join(argument_doc(item).split())) for item in method.alone]
        listed = [f"- {ident}: {text}" for ident, text in said if text]
        return "\n".join(["Arguments:", *listed]) if listed else ""

    def _errors(self, operation: WireOperation) -> str:
        errors = [f"[{name}] ({plain(said)})" for name, said in raised(self.plan, operation).items()]
        decodes = [decode for answer in operation.answers if answer.error for decode in answer.decodes]
        types = [body for body in map(error_body, decodes) if body is not None and not isinstance(body, Ref)]
        listed = ", ".join(dict.fromkeys(self.types.held(body, File("", None)) for body in types))
        told = f" [ErrorOf] has their bodies: {listed}." if listed else ""
        return f"Errors: {', '.join(errors)}.{told}" if errors else ""

    # ------------------------------------------------------------------ arguments that have names

    def _request(self, group: Group, method: Method) -> None:
        assert method.request is not None
        bindings = {(item.parameter.place, item.parameter.wire): item for item in method.parameters}
        rows: list[str] = []
        for item in method.packed:
            held = self.argument(item)
            if item.field:
                printed = tag(item.wire, held, required=item.required)
            else:
                printed = WHOLE if item.whole_body else self.facts.tag(bindings[item.place, item.wire])
            rows += [*comment(self._said(item)), row(item.ident, held, printed)]
        said = f"{method.request.ident} are the arguments of [{_owner(self.plan, group)}.{method.ident}]."
        fields = method.fields
        of_body = [plain(fields.whole.description), UNSENT if fields.depends else ""] if fields is not None else []
        doc = comment(joined(said, *of_body))
        self.file.declare(*doc, block(f"type {method.request.ident} struct {{", rows))

    def _said(self, item: Argument) -> str:
        """Describe a field beyond its type."""
        return argument_doc(item, REQUIRED if item.required else NIL if self.types.is_any(item.type) else "")


def _headers(operation: WireOperation) -> str:
    listed = ", ".join(item.wire for item in operation.headers)
    return f"Headers of the response: {listed} (see [IntoResponse] and [HeaderAs])." if listed else ""


def receiver(group: Group) -> str:
    """Name the receiver of a group's methods."""
    return "g" if group.path else "c"


def _owner(plan: Plan, group: Group) -> str:
    return plan.surface.class_of(group)
