"""Prints a file of methods: the facts of its operations, a function for each, and the class of the group."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import cached_property

from backends.texts import raised
from backends.typescript.arguments import ArgumentPrinter, applied, given, plain
from backends.typescript.calls import call_text
from backends.typescript.docs import alias_text, operation_text
from backends.typescript.facts import Facts, header_type
from backends.typescript.files import File, dense
from backends.typescript.linked import GroupNames, OwnNames, renamed
from backends.typescript.scope import Scope
from backends.typescript.sdk import Sdk, home_of
from backends.typescript.text import comment, key, member, obj
from backends.typescript.types import distinct
from backends.writer import Doc, bracketed
from backends.writer import Group as Laid
from backends.writer.prettier import INDENT, alternatives, braced, call, constant, fits, lay, object_type
from compiler.ir.headers import ResponseHeader
from compiler.ir.types import ANY, NULL, Type
from compiler.ir.wire import Returns, WireOperation
from compiler.plan.plan import Group, Method, Switch, function_key
from compiler.plan.type_facts import Outcome, outcome_of


def group_file(sdk: Sdk, group: Group) -> File:
    """Print the file of a group that is not the client itself."""
    text = group.description or _methods_of(group)
    printer = GroupPrinter(sdk, group, File(Scope(home_of(group)), _line(text)))
    printer.operations()
    printer.group_class()
    return printer.file


def _methods_of(group: Group) -> str:
    return f"Methods of `client.{'.'.join(group.idents)}`."


def _line(text: str) -> str:
    """Cut a text to one line."""
    return textwrap.shorten(text.partition("\n")[0], 100, placeholder=" ...")


class GroupPrinter:
    """Prints the methods of one group; the client is the group at the root."""

    def __init__(self, sdk: Sdk, group: Group, file: File) -> None:
        self.sdk, self.group, self.file, self.scope = sdk, group, file, file.scope
        self.scope.classes = sdk.classes
        self.scope.named = sdk.types.idents
        self.facts = Facts(sdk.plan, sdk.codecs, sdk.schemes, self.scope)
        self.arguments = ArgumentPrinter(sdk.types, sdk.requests, self.scope)
        self._shapes: dict[str, tuple[list[list[Doc]], Doc]] = {}

    @cached_property
    def own(self) -> OwnNames:
        """The names of the group's methods in the source."""
        return self.sdk.own[self.group.path]

    @cached_property
    def inside(self) -> GroupNames:
        """The same in the JavaScript."""
        return self.sdk.names[self.group.path]

    def public(self, method: Method, alias: str | None = None) -> str:
        """Name the function of a method, or of an alias, as the package exports it."""
        return self.sdk.plan.surface.derived[function_key(method, alias)]

    # ------------------------------------------------------------------ operations

    def operations(self) -> None:
        """Print the facts, argument types and functions of all methods."""
        self.scope.local |= self.own.local
        shared = self._shared_answers()
        for method in self.group.methods:
            operation = self._operation(method)
            declared = self.arguments.declaration(method, ".".join(("client", *self.sdk.plan.surface.path(method))))
            if declared:
                self.file.types(declared)
            kind = self.scope.runtime_type("PagedOperation" if operation.returns is Returns.PAGE else "Operation")
            facts = self.facts.operation(method, shared)
            self._constant(self.own.constants[method.ident], kind, facts, self.inside.constants[method.ident])
            self._function(method, operation)

    def _constant(self, name: str, kind: str, value: Doc, inside: str) -> None:
        ts, js = constant(name, kind, value)
        self.file.value(ts, renamed(dense(js.replace(name, inside, 1)), self.inside.answers), "")

    def _shared_answers(self) -> dict[int, str]:
        """Print a constant for each response that several operations share."""
        for answer, (name, inside) in zip(self.group.kin, self.inside.answers.items(), strict=True):
            self.scope.local.add(name)
            self._constant(name, self.scope.runtime_type("Answer"), obj(self.facts.answer(answer)), inside)
        return {answer.kin: name for answer, name in zip(self.group.kin, self.inside.answers, strict=True)}

    def _operation(self, method: Method) -> WireOperation:
        return self.sdk.plan.wire.operations[method.operation]

    # ------------------------------------------------------------------ results

    def returned(self, operation: WireOperation) -> Doc:
        """Print what a method returns."""
        metadata = self._metadata(operation)
        rest: list[Doc] = [] if metadata is None else [metadata]
        items = self._items(operation) if operation.paged is not None else []
        return applied(self.scope.runtime_type(_promise(operation)), [self._value(operation), *items, *rest])

    def _result(self, operation: WireOperation) -> Doc:
        if not operation.results:
            return "void"
        return self._union(operation.results)

    def _union(self, listed: tuple[Type, ...]) -> Doc:
        found: list[Doc] = []
        for item in listed:
            found += ["undefined"] if item == NULL else self.sdk.types.members(item, self.scope)
        return alternatives(distinct(found))

    def _value(self, operation: WireOperation) -> Doc:
        """Print the type of the result, or of one value of a stream."""
        return self._union(operation.values) if operation.returns is Returns.STREAM else self._result(operation)

    def _items(self, operation: WireOperation) -> list[Doc]:
        """Print the type of the items of pages, where they have some."""
        assert operation.pages is not None
        has_items = operation.pages.has_items
        return [self.sdk.types.doc(operation.pages.item or ANY, self.scope)] if has_items else []

    def _metadata(self, operation: WireOperation) -> Doc | None:
        """Print the type of the declared headers of successful responses."""
        if not operation.headers:
            return None
        return object_type([(f"{key(item.wire)}?", self._header(item)) for item in operation.headers])

    def _header(self, header: ResponseHeader) -> Doc:
        if header.reading.structured:
            return self.sdk.types.doc(header.type, self.scope)
        return header_type(header.reading, self.sdk.types.int64)

    # ------------------------------------------------------------------ functions and the class

    def _function(self, method: Method, operation: WireOperation) -> None:
        name = self.own.functions[method.ident]
        core = f"core: {self.scope.runtime_type('Core')}"
        inside = self.inside.functions[method.ident]
        said = comment(operation_text(operation).split("\n\n")[0])
        ts, dts = self._heads(method, operation, f"export function {name}", f"export declare function {name}", [core])
        self.file.value(
            f"{said}{ts}{self._call(method, 'core', 1)}}}\n",
            f"function {inside}({', '.join(['core', *plain(method)])}) {{ {self._plain_call(method, 'core')} }}\n",
            f"{said}{dts}",
            name,
            inside,
        )
        for alias in method.aliases:
            self.file.alias(name, self.public(method, alias))

    def _heads(
        self, method: Method, operation: WireOperation, name: str, declared: str, first: list[Doc], level: int = 0
    ) -> tuple[str, str]:
        """Print the signatures of a method: in the source, where the last has a body, and in the declarations."""
        parameters, result = self._shape(method, operation)
        listed = [_signature([*first, *given], result) for given in parameters]
        whole = result
        said = ["", *[comment("With the whole body in the options.", level) for _ in listed[1:]]]
        if method.switch is not None:
            switched = [_signature([*first, *given], kind) for given, kind in self._switched(method, method.switch)]
            said[1:1], listed[:1] = ["", ""], switched
            whole = alternatives(
                [self.scope.runtime_type(f"{one}Promise") + "<unknown>" for one in ("Result", "Stream")]
            )
        dts = "".join(text + lay([declared, head, ";"], level) + "\n" for text, head in zip(said, listed, strict=True))
        if len(listed) == 1:
            return lay([name, listed[0], " {"], level) + "\n", dts
        ts = "".join(text + lay([name, head, ";"], level) + "\n" for text, head in zip(said, listed, strict=True))
        made = _signature([*first, *self.arguments.implemented(method)], whole)
        return ts + lay([name, made, " {"], level) + "\n", dts

    def _shape(self, method: Method, operation: WireOperation) -> tuple[list[list[Doc]], Doc]:
        """Print the parameters and the result of a method once for its function and the method of the class."""
        if method.ident not in self._shapes:
            self._shapes[method.ident] = self.arguments.signatures(method), self.returned(operation)
        return self._shapes[method.ident]

    def _switched(self, method: Method, switch: Switch) -> Iterator[tuple[list[Doc], Doc]]:
        """Print the parameters and the result of a method that returns a value, a stream, or either (D13.2)."""
        value, stream = self.returned(self._operation(method)), self.returned(self._operation(self.group.twin(switch)))
        name = key(switch.argument.ident)
        null = " | null" if switch.argument.nullable else ""
        for extra, result in (
            (f"{name}?: false{null} | undefined", value),
            (f"{name}: true", stream),
            (f"{name}?: boolean{null} | undefined", alternatives([value, stream])),
        ):
            yield self.arguments.signatures(method, f" & {{ {extra} }}")[0], result

    def _plain_call(self, method: Method, core: str) -> str:
        """Print a call in JavaScript, on one line."""
        own = given(method)
        made = own if isinstance(own, str) else f"{{ {', '.join(own)} }}"

        def plain_call(of: Method) -> str:
            promise = self.scope.runtime(_EXCHANGES[_promise(self._operation(of))])
            return f"return new {promise}({core}, {self.inside.constants[of.ident]}, {made}, options);"

        if method.switch is None:
            return plain_call(method)
        return f"if ({_asks(method, method.switch)}) {plain_call(self.group.twin(method.switch))} {plain_call(method)}"

    def _call(self, method: Method, core: str, level: int) -> str:
        own = given(method)
        entries: Doc = own if isinstance(own, str) else braced(own)

        def returned(of: Method, depth: int) -> str:
            promise = self.scope.runtime(_EXCHANGES[_promise(self._operation(of))])
            made = call(f"new {promise}", [core, self.own.constants[of.ident], entries, "options"])
            return lay(["return ", made, ";"], depth) + "\n"

        if method.switch is None:
            return returned(method, level)
        pad = INDENT * level
        streams = returned(self.group.twin(method.switch), level + 1)
        return f"{pad}if ({_asks(method, method.switch)}) {{\n{streams}{pad}}}\n{returned(method, level)}"

    def group_class(self) -> None:
        """Print the class of the group."""
        said = comment(self.group.description or _methods_of(self.group))
        core = self.scope.runtime_type("Core")
        head = f"class {self.group.type_ident} {{"
        fields, inner, declared = self.children()
        private = [f"{INDENT}readonly #core: {core};\n"] if self.group.methods else []
        keep = [f"{INDENT * 2}this.#core = core;\n"] if self.group.methods else []
        made = "".join([*keep, *inner])
        init = f"{INDENT}constructor(core: {core}) {{\n{made}{INDENT}}}\n"
        plain = f"{INDENT}constructor(core) {{\n{made}{INDENT}}}\n"
        ts, js, dts = self.methods()
        own = [f"{INDENT}#core;\n"] if self.group.methods else []
        self.file.value(
            said + "\n".join([f"export {head}\n" + "".join([*private, *fields]), init, *ts])[:-1] + "\n}\n",
            "".join([f"{head}\n", *own, plain, *js, "}\n"]),
            f"{said}export declare {head}\n"
            + "".join([f"{INDENT}#private;\n", *declared, f"{INDENT}constructor(core: {core});\n", *dts])
            + "}\n",
            self.group.type_ident,
        )

    def children(self) -> tuple[list[str], list[str], list[str]]:
        """Print the groups below: their properties, the statements that make them, and their declarations."""
        fields: list[str] = []
        inner: list[str] = []
        for child in self.group.groups:
            kind = self.scope.value(home_of(child), child.type_ident)
            text = " ".join((child.description or "").split())
            fields.append(comment(text, 1) + lay(f"readonly {child.ident}: {kind};", 1) + "\n")
            inner.append(_made(child.ident, kind))
        return fields, inner, fields

    def methods(self) -> tuple[list[str], list[str], list[str]]:
        """Print the methods of the class, in its three shapes."""
        ts: list[str] = []
        js: list[str] = []
        dts: list[str] = []
        main = self.sdk.plan.shown.main(self.group)
        for method in self.group.methods:
            operation = self._operation(method)
            example = call_text(self.sdk.plan.shown.call(method)) if method is main else None
            said = comment(operation_text(operation, self._throws(operation), method.alone, example), 1)
            other = comment(alias_text(method, operation), 1)
            for name in (method.ident, *method.aliases):
                printed = self._method(method, operation, name, said if name == method.ident else other)
                for shape, text in zip((ts, js, dts), printed, strict=True):
                    shape.append(text)
        return ts, js, dts

    def _method(self, method: Method, operation: WireOperation, name: str, said: str) -> tuple[str, str, str]:
        """Print a method of the class, by its name or an alias, in its three shapes."""
        head, declared = self._heads(method, operation, name, name, [], 1)
        made = self._plain_call(method, "this.#core")
        return (
            f"{said}{head}{self._call(method, 'this.#core', 2)}{INDENT}}}\n",
            f"{INDENT}{name}({', '.join(plain(method))}) {{ {made} }}\n",
            f"{said}{declared}",
        )

    def _throws(self, operation: WireOperation) -> Iterator[tuple[str, str]]:
        if operation.needs_body:
            yield "MissingBodyError", "without a body, before anything is sent"
        yield from raised(self.sdk.plan, operation).items()


_EXCHANGES = {
    "ResultPromise": "Exchange",
    "PagePromise": "PageExchange",
    "PlainPagePromise": "PlainPageExchange",
    "StreamPromise": "StreamPromise",
}
"""The classes of the runtime behind what methods return."""
_PROMISES = {
    Outcome.STREAM: "StreamPromise",
    Outcome.PAGE: "PagePromise",
    Outcome.PLAIN_PAGE: "PlainPagePromise",
}
"""What methods return that is not the result of a call."""


def _promise(operation: WireOperation) -> str:
    return _PROMISES.get(outcome_of(operation), "ResultPromise")


def _asks(method: Method, switch: Switch) -> str:
    """Print the test whether a call asks for a stream; callers in JavaScript may leave out the object."""
    assert method.request is not None
    return member(f"{method.request.argument}?", switch.argument.ident)


def _made(ident: str, kind: str) -> str:
    """Print the statement that makes a group."""
    pad = INDENT * 2
    line = f"{pad}this.{ident} = new {kind}(core);"
    if fits(line):
        return line + "\n"
    if fits(f"{pad}this.{ident} = new {kind}("):
        return f"{pad}this.{ident} = new {kind}(\n{pad}{INDENT}core,\n{pad});\n"
    return f"{pad}this.{ident} =\n{lay(call(f'new {kind}', ['core']), 3)};\n"


def signature(sdk: Sdk, group: Group, method: Method) -> str:
    """Print the signature of a method, for pages that show it."""
    printer = _shown(sdk, group)
    parameters = printer.arguments.signatures(method)[0]
    return lay([method.ident, _signature(parameters, printer.returned(sdk.plan.wire.operations[method.operation]))])


def brief_parts(sdk: Sdk, group: Group, method: Method) -> tuple[list[Doc], Doc]:
    """Print the parameters of a method, without the options of the call, and its result."""
    printer = _shown(sdk, group)
    *parameters, _ = printer.arguments.signatures(method)[0]
    return parameters, printer.returned(sdk.plan.wire.operations[method.operation])


def _shown(sdk: Sdk, group: Group) -> GroupPrinter:
    printer = sdk.shown.get(group.path)
    if printer is None:
        scope = Scope(home_of(group))
        scope.declared = sdk.declared_by(group.path)
        printer = sdk.shown[group.path] = GroupPrinter(sdk, group, File(scope))
    return printer


def _signature(parameters: list[Doc], result: Doc) -> Doc:
    return Laid([bracketed("(", parameters, ")"), ": ", result])
