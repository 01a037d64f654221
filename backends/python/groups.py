"""Prints a file of methods: the facts of its operations, the group's class for threads and for asyncio, and the
classes whose methods return whole or streamed responses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from backends.python import code as py
from backends.python.calls import shown_call
from backends.python.group_facts import GroupFacts
from backends.python.group_scope import GroupScope, GroupTypes, group_types
from backends.python.method_docs import first_sentence, method_docs
from backends.python.parameters import Parameters
from backends.python.results import Results
from backends.python.views import Views, class_name
from backends.texts import raised
from compiler.base.markdown import to_plain
from compiler.ir.node import replace
from compiler.ir.wire import Returns, WireOperation
from compiler.plan.plan import BodyFields, Group, Method, Plan, Switch

_NONE = py.raw("None")
_ENGINE = py.raw("self._engine")
_OPTIONS = py.raw("options")

_Twins = tuple[list[py.Param], Sequence[py.Expr], tuple[str, str], list[py.Expr]]
"""Parameters of a method, the arguments of the engine call, texts (for asyncio, for threads), decorators."""


def group_file(plan: Plan, group: Group, header: str) -> str:
    """Print the file of a group that is not the client itself."""
    types = group_types(plan)
    scope = GroupScope(f"_groups.{group.module}", members_of(group))
    printer = GroupPrinter(plan, types, scope, group)
    facts = printer.facts.statements()
    classes = [*printer.views.classes(), *printer.group_classes()]
    return py.module([*facts, *classes], header=checker_header(header, group, plan), imports=scope)


def checker_header(header: str, group: Group, plan: Plan) -> str:
    """Tell pyright that the classes of a file may name its own deprecated methods; callers still get the warning."""
    operations = (plan.wire.operations[method.operation] for method in group.methods)
    noted = any(item.deprecated or item.deprecation_message for item in operations)
    return f"{header}\n\npyright: reportDeprecated=false" if noted else header


def _answered(made: py.Call, waits: bool) -> py.Stmt:
    """Print the return of what a call of the engine gives."""
    return py.returns(py.Call(py.raw("await " + made.func.text), made.args) if waits else made)


def members_of(group: Group) -> set[str]:
    """Return the names that a class of methods has, aliases among them."""
    methods = {name for item in group.methods for name in (item.ident, *item.aliases)}
    return methods | {item.ident for item in group.groups}


class GroupPrinter:
    """Prints the methods of one group; the client is the group at the root."""

    def __init__(self, plan: Plan, types: GroupTypes, scope: GroupScope, group: Group) -> None:
        self.plan, self.types, self.scope, self.group = plan, types, scope, group
        self.results, self.parameters = Results(types, scope), Parameters(types, scope)
        self.facts = GroupFacts(plan, types, scope, group, self.results)
        self.views = Views(plan, scope, group)
        self._known: dict[str, _Twins] = {}

    def _operation(self, method: Method) -> WireOperation:
        return self.plan.wire.operations[method.operation]

    # ------------------------------------------------------------------ classes

    def group_classes(self) -> Iterator[py.Stmt]:
        """Print the group for threads and for asyncio."""
        for asynchronous in (False, True):
            name = class_name(self.group, asynchronous, self.plan)
            base = self.scope.runtime("client", "AsyncGroup" if asynchronous else "Group")
            body = [*self.views.properties(name), *self.children(asynchronous), *self.methods(asynchronous)]
            text = group_text(self.group)
            yield py.Class(py.identifier(name), [base], body, doc=first_sentence(text) if asynchronous else text)

    def children(self, asynchronous: bool) -> Iterator[py.Stmt]:
        """Print the groups below this one, each loaded when it is first used."""
        for child in self.group.groups:
            self.scope.use("functools", "cached_property")
            name = class_name(child, asynchronous, self.plan)
            place = f"._groups.{child.module}" if self.scope.home == "_client" else f".{child.module}"
            self.scope.check(place, name)
            body = [py.Import(place, [name]), py.returns(py.Call(py.raw(name), [_ENGINE]))]
            body[1].apart = True
            yield py.Function(
                py.identifier(child.ident),
                [py.SELF],
                py.raw(name),
                body,
                doc=first_sentence(group_text(child)),
                decorators=[py.raw("cached_property")],
            )

    def methods(self, asynchronous: bool) -> Iterator[py.Stmt]:
        """Print the methods."""
        for method in self.group.methods:
            if method.fields is not None and method.fields.depends:
                yield from self._overloads(method, method.fields, asynchronous)
            if method.switch is not None:
                yield from self._switched(method, method.switch, asynchronous)
            yield self._method(method, asynchronous)
            for alias in method.aliases:
                yield py.assign(py.identifier(alias), py.identifier(method.ident), apart=True)

    def _overloads(self, method: Method, fields: BodyFields, asynchronous: bool) -> Iterator[py.Stmt]:
        """Print the overloads of a method: with all required properties of a body, and without one (D4.10)."""
        without = [item for item in method.arguments if not item.field]
        needed = [replace(item, required=item.wire in fields.needs) for item in fields.arguments]
        operation = self._operation(method)
        for arguments in (sorted([*without, *needed], key=lambda item: not item.required), without):
            stub = py.Function(
                py.identifier(method.ident),
                self.parameters.listed(arguments),
                self.results.returned(operation, asynchronous),
                None,
                decorators=[self.scope.use("typing", "overload"), *self._deprecated(method, operation)],
                coroutine=asynchronous and operation.returns is not Returns.PAGE,
            )
            yield stub.repeated() if asynchronous else stub.checked()

    def _switched(self, method: Method, switch: Switch, asynchronous: bool) -> Iterator[py.Stmt]:
        """Print the overloads of a method: returning a value, a stream, and either of them (D13.2)."""
        operation, twin = self._operation(method), self.plan.wire.operations[switch.twin]
        value, stream = self.results.returned(operation, asynchronous), self.results.returned(twin, asynchronous)
        literal_ = self.scope.use("typing", "Literal")
        false, true = (py.Subscript(literal_, [py.raw(word)]) for word in ("False", "True"))
        name = py.identifier(switch.argument.ident).text
        for param, result in (
            (py.Param(name, py.union([false, _NONE]), _NONE), value),
            (py.Param(name, true), stream),
            (py.Param(name, py.raw("bool")), py.union([value, stream])),
        ):
            yield py.Function(
                py.identifier(method.ident),
                self.parameters.listed(method.arguments, param),
                result,
                None,
                decorators=[self.scope.use("typing", "overload"), *self._deprecated(method, operation)],
                coroutine=asynchronous,
            )

    def _method(self, method: Method, asynchronous: bool) -> py.Stmt:
        operation = self._operation(method)
        params, given, docs, decorators = self._twins(method)
        waits = asynchronous and operation.returns is not Returns.PAGE
        result = self.results.returned(operation, asynchronous)
        body = [] if method.request is None else [self._checked_request(method)]
        if method.switch is not None:
            twin = self.plan.wire.operations[method.switch.twin]
            fact = py.Call(self.facts.names[self.group.twin(method.switch).ident], [])
            made = self._engine_call(twin, [fact, *given[1:]], asynchronous)
            body.append(py.when(py.identifier(method.switch.argument.ident), [_answered(made, waits)]))
            result = py.union([result, self.results.returned(twin, asynchronous)])
        printed = py.Function(
            py.identifier(method.ident),
            params,
            result,
            [*body, _answered(self._engine_call(operation, given, asynchronous), waits)],
            doc=docs[0 if asynchronous else 1],
            decorators=decorators,
            coroutine=waits,
        )
        return printed.repeated() if asynchronous else printed.checked()  # its twin is parsed

    def _engine_call(self, operation: WireOperation, given: Sequence[py.Expr], asynchronous: bool) -> py.Call:
        """Print the call: of the engine, or of an operation that returns pages, with the engine."""
        if operation.returns is Returns.PAGE:
            fact, *rest = given
            return py.Call(py.raw(f"{fact.text}.{'pager' if asynchronous else 'page'}"), [_ENGINE, *rest])
        return py.Call(
            py.attribute(_ENGINE, py.raw("stream" if operation.returns is Returns.STREAM else "call")), given
        )

    def _twins(self, method: Method) -> _Twins:
        """Print what a method shares with its twin for asyncio."""
        known = self._known.get(method.ident)
        if known is None:
            operation = self._operation(method)
            decorators = [*self._deprecated(method, operation), *self._lenient(method)]
            docs = self._docs(method, operation)
            known = self.parameters.of(method), self._call_arguments(method), docs, decorators
            self._known[method.ident] = known
        return known

    def _lenient(self, method: Method) -> list[py.Expr]:
        """Print the decorator that lets callers who give a whole body leave out required properties (D4.10)."""
        if method.fields is None or not any(item.required for item in method.fields.arguments):
            return []
        return [self.scope.runtime("fields", "takes_body")]

    def _deprecated(self, method: Method, operation: WireOperation) -> list[py.Expr]:
        """Print the decorator that marks a method as deprecated, for editors and at calls (PEP 702)."""
        if not operation.deprecated and not operation.deprecation_message:
            return []
        called = ".".join(self.plan.surface.path(method))
        reason = f": {operation.deprecation_message}" if operation.deprecation_message else ""
        message = py.string(f"{called} is deprecated{reason}")
        return [py.Call(self.scope.runtime("deprecation", "Deprecated"), [message])]

    def stub(self, method: Method) -> py.Stmt:
        """Print only the signature of a method."""
        operation = self._operation(method)
        result = self.results.returned(operation, asynchronous=False)
        if method.switch is not None:
            result = py.union(
                [result, self.results.returned(self.plan.wire.operations[method.switch.twin], asynchronous=False)]
            )
        return py.Function(py.identifier(method.ident), self.parameters.of(method)[1:], result, None)

    @cached_property
    def _main(self) -> Method | None:
        """The method whose docstring shows a call."""
        return self.plan.shown.main(self.group)

    def brief(self, method: Method) -> str:
        """Write a method's required arguments and its result on one line."""
        _, *params, _ = self.parameters.of(method)
        needed = [item for item in params if item.default is None]
        shown = [item.text for item in needed]
        if needed and needed[-1] is py.STAR:
            shown.pop()
        shown += ["..."] if len(needed) < len(params) else []
        return f"({', '.join(shown)}) -> {self.results.returned(self._operation(method), asynchronous=False).text}"

    def _docs(self, method: Method, operation: WireOperation) -> tuple[str, str]:
        """Write the docstrings of a method for asyncio and for threads: the latter shows the errors and a call."""
        arguments = method.arguments if method.request is None else ()
        if method.switch is not None:
            arguments = (*arguments, method.switch.argument)
        example = self._example() if method is self._main else None
        return method_docs(operation, arguments, self._raises(operation), example)

    def _example(self) -> str:
        assert self._main is not None
        return shown_call(self.plan.shown.call(self._main))

    def _raises(self, operation: WireOperation) -> Iterator[tuple[str, str]]:
        return ((name, f"{to_plain(said)}.") for name, said in raised(self.plan, operation).items())

    # ------------------------------------------------------------------ signatures

    def _checked_request(self, method: Method) -> py.Stmt:
        """Print the handling of a missing request object: an empty one is made, or an error raised (D7.1)."""
        assert method.request is not None
        arguments: list[py.Expr] = [py.raw("request"), self.scope.hint("_requests.", method.request.ident)]
        if self._operation(method).needs_body:
            arguments.append(py.Keyword("body", py.raw("True")))
        checked = self.scope.runtime("requests", "needed" if method.request.required else "given")
        return py.assign(py.raw("request"), py.Call(checked, arguments))

    def _call_arguments(self, method: Method) -> Sequence[py.Expr]:
        owner = "" if method.request is None else "request."
        found = [item.argument for item in method.parameters]
        values = [py.raw(owner + py.identifier(item.ident).text) for item in found if item is not None]
        args: list[py.Expr] = [py.Call(self.facts.names[method.ident], [])]
        if values:
            args.append(py.tuple_of(values))
        if method.whole_body is not None:
            given = py.raw("locals()" if method.fields is not None else owner + method.whole_body.ident)
            args.append(given if values else py.Keyword("body", given))
        return [*args, py.Keyword("options", _OPTIONS)]


def group_text(group: Group) -> str:
    """Write what is documented about a group."""
    return to_plain(group.description or "") or f"Methods of ``{'.'.join(group.path)}``."
