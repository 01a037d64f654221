"""Prints a file of methods: the facts of its operations, the group's class for threads and for asyncio, and the
classes whose methods return whole or streamed responses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from backends.python.calls import shown_call
from backends.python.code import (
    SELF,
    STAR,
    Call,
    Class,
    Doc,
    Expr,
    Function,
    Import,
    Keyword,
    Param,
    Stmt,
    Subscript,
    Sure,
    assign,
    attribute,
    identifier,
    module,
    raw,
    returns,
    string,
    tuple_of,
    union,
    when,
)
from backends.python.facts import Facts, of_pages
from backends.python.group_scope import GroupScope, GroupTypes, group_types
from backends.python.method_docs import first_sentence, method_doc, with_errors
from backends.texts import raised
from compiler.base.markdown import to_plain
from compiler.base.naming import numbered
from compiler.ir.node import Id, replace
from compiler.ir.types import ANY, Type
from compiler.ir.wire import Returns, WireOperation
from compiler.plan.plan import Argument, BodyFields, Group, Method, Plan, Switch

_NONE = raw("None")
_ENGINE = raw("self._engine")
_OPTIONS = raw("options")

_Twins = tuple[list[Param], Sequence[Expr], tuple[str, str], list[Expr]]
"""Parameters of a method, the arguments of the engine call, texts (for asyncio, for threads), decorators."""


def group_file(plan: Plan, group: Group, header: str) -> str:
    """Print the file of a group that is not the client itself."""
    types = group_types(plan)
    scope = GroupScope(f"_groups.{group.module}", members_of(group))
    printer = GroupPrinter(plan, types, scope, group)
    facts = printer.facts_statements()
    classes = [*printer.response_classes(), *printer.group_classes()]
    return module([*facts, *classes], header=checker_header(header, group, plan), imports=scope)


def checker_header(header: str, group: Group, plan: Plan) -> str:
    """Tell pyright that the classes of a file may name its own deprecated methods; callers still get the warning."""
    operations = (plan.wire.operations[method.operation] for method in group.methods)
    noted = any(item.deprecated or item.deprecation_message for item in operations)
    return f"{header}\n\npyright: reportDeprecated=false" if noted else header


def _answered(made: Call, waits: bool) -> Stmt:
    """Print the return of what a call of the engine gives."""
    return returns(Call(raw("await " + made.func.text), made.args) if waits else made)


def members_of(group: Group) -> set[str]:
    """Return the names that a class of methods has, aliases among them."""
    methods = {name for item in group.methods for name in (item.ident, *item.aliases)}
    return methods | {item.ident for item in group.groups}


class GroupPrinter:
    """Prints the methods of one group; the client is the group at the root."""

    def __init__(self, plan: Plan, types: GroupTypes, scope: GroupScope, group: Group) -> None:
        self.plan, self.types, self.scope, self.group = plan, types, scope, group
        self.facts = Facts(plan, types, scope)
        self._known: dict[str, _Twins] = {}
        self._results: dict[tuple[Id, bool], Expr] = {}

    # ------------------------------------------------------------------ facts

    @cached_property
    def names(self) -> dict[str, Expr]:
        """The functions that return the operations' facts, by method."""
        return {method.ident: raw(f"_{method.ident}") for method in self.group.methods}

    def facts_statements(self) -> list[Stmt]:
        """Print the facts: responses that several operations share, then the operations.

        They are functions, so that a model is loaded only when an operation that needs it is called.
        """
        hidden, self.scope.hides_list = self.scope.hides_list, False
        found = self._all_facts()
        self.scope.hides_list = hidden
        return found

    def _all_facts(self) -> list[Stmt]:
        used = {name.text for name in self.names.values()}
        names = {item.number: raw(numbered(f"_on_{item.status.lower()}", used)) for item in self.group.shared}
        answers = {number: Call(name, []) for number, name in names.items()}
        kind = self.scope.runtime("responses", "Answer") if names else _NONE
        found = [self._fact(names[item.number], kind, self.facts.answer(item)) for item in self.group.shared]
        for method in self.group.methods:
            fact = self.facts.operation(method, answers)
            found.append(self._fact(self.names[method.ident], self._fact_type(method), fact))
        return found

    def _fact(self, name: Expr, kind: Expr, value: Expr) -> Stmt:
        cache = self.scope.use("functools", "cache")
        late = self.scope.late_imports(value)
        result = returns(value)
        result.apart = bool(late)
        return Function(name, [], kind, [*late, result], decorators=[cache])

    def _fact_type(self, method: Method) -> Expr:
        operation = self._operation(method)
        if operation.returns is Returns.PAGE:
            return Subscript(self.scope.runtime("pages", of_pages(operation, "PagedOperation")), self._paged(operation))
        name = "StreamOperation" if operation.returns is Returns.STREAM else "Operation"
        return Subscript(self.scope.runtime("operations", name), [self._value(operation)])

    def _operation(self, method: Method) -> WireOperation:
        return self.plan.wire.operations[method.operation]

    # ------------------------------------------------------------------ results

    def _result(self, operation: WireOperation) -> Expr:
        """Print the type of the decoded body."""
        if not operation.results:
            return _NONE
        key = operation.id, self.scope.hides_list
        known = self._results.get(key)
        if known is None:
            known = union([self.types.annotation(item, self.scope) for item in operation.results])
            self._results[key] = known
        return known

    def _value(self, operation: WireOperation) -> Expr:
        """Print the type of the result, or of one value of a stream."""
        if operation.returns is not Returns.STREAM:
            return self._result(operation)
        return union([self.types.annotation(item, self.scope) for item in operation.values])

    def _paged(self, operation: WireOperation) -> list[Expr]:
        """Print the types of a page: of its body, and of an item where it has items."""
        assert operation.pages is not None
        item: Type = operation.pages.item or ANY
        items = [self.types.annotation(item, self.scope)] if operation.pages.has_items else []
        return [self._result(operation), *items]

    def _returned(self, operation: WireOperation, asynchronous: bool) -> Expr:
        if operation.returns is Returns.PAGE:
            name = "AsyncPager" if asynchronous else "Page"
            kind = self.scope.hint("_runtime.pages", of_pages(operation, name))
            return Subscript(kind, self._paged(operation))
        if operation.returns is Returns.STREAM:
            name = "AsyncStream" if asynchronous else "Stream"
            return Subscript(self.scope.hint("_runtime.streams", name), [self._value(operation)])
        return self._result(operation)

    # ------------------------------------------------------------------ classes

    def group_classes(self) -> Iterator[Stmt]:
        """Print the group for threads and for asyncio."""
        for asynchronous in (False, True):
            name = class_name(self.group, asynchronous, self.plan)
            base = self.scope.runtime("client", "AsyncGroup" if asynchronous else "Group")
            body = [*self.views(name), *self.children(asynchronous), *self.methods(asynchronous)]
            text = group_text(self.group)
            yield Class(identifier(name), [base], body, doc=first_sentence(text) if asynchronous else text)

    def children(self, asynchronous: bool) -> Iterator[Stmt]:
        """Print the groups below this one, each loaded when it is first used."""
        for child in self.group.groups:
            self.scope.use("functools", "cached_property")
            name = class_name(child, asynchronous, self.plan)
            place = f"._groups.{child.module}" if self.scope.home == "_client" else f".{child.module}"
            self.scope.check(place, name)
            body = [Import(place, [name]), returns(Call(raw(name), [_ENGINE]))]
            body[1].apart = True
            yield Function(
                identifier(child.ident),
                [SELF],
                raw(name),
                body,
                doc=first_sentence(group_text(child)),
                decorators=[raw("cached_property")],
            )

    def methods(self, asynchronous: bool) -> Iterator[Stmt]:
        """Print the methods."""
        for method in self.group.methods:
            if method.fields is not None and method.fields.depends:
                yield from self._overloads(method, method.fields, asynchronous)
            if method.switch is not None:
                yield from self._switched(method, method.switch, asynchronous)
            yield self._method(method, asynchronous)
            for alias in method.aliases:
                yield assign(identifier(alias), identifier(method.ident), apart=True)

    def _overloads(self, method: Method, fields: BodyFields, asynchronous: bool) -> Iterator[Stmt]:
        """Print the overloads of a method: without a body, and with all required properties of one (D4.10)."""
        without = [item for item in method.arguments if not item.field]
        needed = [replace(item, required=item.wire in fields.needs) for item in fields.arguments]
        operation = self._operation(method)
        for arguments in (without, sorted([*without, *needed], key=lambda item: not item.required)):
            stub = Function(
                identifier(method.ident),
                self._listed(arguments),
                self._returned(operation, asynchronous),
                None,
                decorators=[self.scope.use("typing", "overload"), *self._deprecated(method, operation)],
                coroutine=asynchronous and operation.returns is not Returns.PAGE,
            )
            yield stub.repeated() if asynchronous else stub.checked()

    def _switched(self, method: Method, switch: Switch, asynchronous: bool) -> Iterator[Stmt]:
        """Print the overloads of a method: returning a value, a stream, and either of them (D13.2)."""
        operation, twin = self._operation(method), self.plan.wire.operations[switch.twin]
        value, stream = self._returned(operation, asynchronous), self._returned(twin, asynchronous)
        literal_ = self.scope.use("typing", "Literal")
        false, true = (Subscript(literal_, [raw(word)]) for word in ("False", "True"))
        name = identifier(switch.argument.ident).text
        for param, result in (
            (Param(name, union([false, _NONE]), _NONE), value),
            (Param(name, true), stream),
            (Param(name, raw("bool")), union([value, stream])),
        ):
            yield Function(
                identifier(method.ident),
                self._listed(method.arguments, param),
                result,
                None,
                decorators=[self.scope.use("typing", "overload"), *self._deprecated(method, operation)],
                coroutine=asynchronous,
            )

    def _method(self, method: Method, asynchronous: bool) -> Stmt:
        operation = self._operation(method)
        params, given, docs, decorators = self._twins(method)
        waits = asynchronous and operation.returns is not Returns.PAGE
        result = self._returned(operation, asynchronous)
        body = [] if method.request is None else [self._checked_request(method)]
        if method.switch is not None:
            twin = self.plan.wire.operations[method.switch.twin]
            fact = Call(self.names[self.group.twin(method.switch).ident], [])
            made = self._engine_call(twin, [fact, *given[1:]], asynchronous)
            body.append(when(identifier(method.switch.argument.ident), [_answered(made, waits)]))
            result = union([result, self._returned(twin, asynchronous)])
        printed = Function(
            identifier(method.ident),
            params,
            result,
            [*body, _answered(self._engine_call(operation, given, asynchronous), waits)],
            doc=docs[0 if asynchronous else 1],
            decorators=decorators,
            coroutine=waits,
        )
        return printed.repeated() if asynchronous else printed.checked()  # its twin is parsed

    def _engine_call(self, operation: WireOperation, given: Sequence[Expr], asynchronous: bool) -> Call:
        """Print the call: of the engine, or of an operation that returns pages, with the engine."""
        if operation.returns is Returns.PAGE:
            fact, *rest = given
            return Call(raw(f"{fact.text}.{'pager' if asynchronous else 'page'}"), [_ENGINE, *rest])
        return Call(attribute(_ENGINE, raw("stream" if operation.returns is Returns.STREAM else "call")), given)

    def _twins(self, method: Method) -> _Twins:
        """Print what a method shares with its twin for asyncio."""
        known = self._known.get(method.ident)
        if known is None:
            operation = self._operation(method)
            decorators = [*self._deprecated(method, operation), *self._lenient(method)]
            docs = self._docs(method, operation)
            known = self._params(method), self._call_arguments(method), docs, decorators
            self._known[method.ident] = known
        return known

    def _lenient(self, method: Method) -> list[Expr]:
        """Print the decorator that lets callers who give a whole body leave out required properties (D4.10)."""
        if method.fields is None or not any(item.required for item in method.fields.arguments):
            return []
        return [self.scope.runtime("fields", "takes_body")]

    def _deprecated(self, method: Method, operation: WireOperation) -> list[Expr]:
        """Print the decorator that marks a method as deprecated, for editors and at calls (PEP 702)."""
        if not operation.deprecated and not operation.deprecation_message:
            return []
        called = ".".join(self.plan.surface.path(method))
        reason = f": {operation.deprecation_message}" if operation.deprecation_message else ""
        message = string(f"{called} is deprecated{reason}")
        return [Call(self.scope.runtime("deprecation", "Deprecated"), [message])]

    def stub(self, method: Method) -> Stmt:
        """Print only the signature of a method."""
        operation = self._operation(method)
        result = self._returned(operation, asynchronous=False)
        if method.switch is not None:
            result = union([result, self._returned(self.plan.wire.operations[method.switch.twin], asynchronous=False)])
        return Function(identifier(method.ident), self._params(method)[1:], result, None)

    @cached_property
    def _main(self) -> Method | None:
        """The method whose docstring shows a call."""
        return self.plan.shown.main(self.group)

    def brief(self, method: Method) -> str:
        """Write a method's required arguments and its result on one line."""
        _, *params, _ = self._params(method)
        needed = [item for item in params if item.default is None]
        shown = [item.text for item in needed]
        if needed and needed[-1] is STAR:
            shown.pop()
        shown += ["..."] if len(needed) < len(params) else []
        return f"({', '.join(shown)}) -> {self._returned(self._operation(method), asynchronous=False).text}"

    def _docs(self, method: Method, operation: WireOperation) -> tuple[str, str]:
        """Write the docstrings of a method for asyncio and for threads: the latter shows the errors and a call."""
        arguments = method.arguments if method.request is None else ()
        if method.switch is not None:
            arguments = (*arguments, method.switch.argument)
        doc = method_doc(operation, arguments)
        example = self._example() if method is self._main else None
        return doc, with_errors(doc, self._raises(operation), example)

    def _example(self) -> str:
        assert self._main is not None
        return shown_call(self.plan.shown.call(self._main))

    def _raises(self, operation: WireOperation) -> Iterator[tuple[str, str]]:
        return ((name, f"{to_plain(said)}.") for name, said in raised(self.plan, operation).items())

    # ------------------------------------------------------------------ signatures

    def _params(self, method: Method) -> list[Param]:
        if method.request is not None:
            return [SELF, self._request_param(method), STAR, self._options_param()]
        if method.switch is None:
            return self._listed(method.arguments)
        name = identifier(method.switch.argument.ident).text
        return self._listed(method.arguments, Param(name, union([raw("bool"), _NONE]), _NONE))

    def _listed(self, arguments: Sequence[Argument], switch: Param | None = None) -> list[Param]:
        """Print parameters: ``switch`` follows those of its kind, required or not."""
        first = [self.argument(item) for item in arguments if item.positional]
        named = [self.argument(item) for item in arguments if not item.positional]
        if switch is not None:
            needed = sum(item.required for item in arguments if not item.positional)
            named.insert(needed if switch.default is None else len(named), switch)
        return [SELF, *first, STAR, *named, self._options_param()]

    def argument(self, item: Argument) -> Param:
        """Print an argument; many methods have the same ones."""
        key = (id(item.type), item.ident, item.required, item.nullable)
        known = self.scope.arguments.get(key)
        if known is None:
            known = self.scope.arguments[key] = item.type, self._argument(item)  # an id is not used again while it is
        return known[1]

    def _argument(self, item: Argument) -> Param:
        """Print an argument: its default is None, or UNSET where None is a value."""
        held = self.types.argument(item.type, self.scope)
        name = identifier(item.ident).text
        if item.nullable:
            held = union([held, _NONE])
        if item.required:
            return Param(name, held)
        if item.nullable:
            return Param(
                name, union([held, self.scope.runtime("unset", "Unset")]), self.scope.runtime("unset", "UNSET")
            )
        return Param(name, union([held, _NONE]), _NONE)

    def _request_param(self, method: Method) -> Param:
        assert method.request is not None
        kind = self.scope.hint("_requests.", method.request.ident)
        if method.request.required:
            return Param("request", kind)
        return Param("request", union([kind, _NONE]), _NONE)

    def _checked_request(self, method: Method) -> Stmt:
        """Print the handling of a missing request object: an empty one is made, or an error raised (D7.1)."""
        assert method.request is not None
        arguments: list[Expr] = [raw("request"), self.scope.hint("_requests.", method.request.ident)]
        if self._operation(method).needs_body:
            arguments.append(Keyword("body", raw("True")))
        checked = self.scope.runtime("requests", "needed" if method.request.required else "given")
        return assign(raw("request"), Call(checked, arguments))

    def _options_param(self) -> Param:
        kind = self.scope.hint("_runtime.options", "RequestOptions")
        return Param("options", union([kind, _NONE]), _NONE)

    def _call_arguments(self, method: Method) -> Sequence[Expr]:
        owner = "" if method.request is None else "request."
        found = [item.argument for item in method.parameters]
        values = [raw(owner + identifier(item.ident).text) for item in found if item is not None]
        args: list[Expr] = [Call(self.names[method.ident], [])]
        if values:
            args.append(tuple_of(values))
        if method.whole_body is not None:
            given = raw("locals()" if method.fields is not None else owner + method.whole_body.ident)
            args.append(given if values else Keyword("body", given))
        return [*args, Keyword("options", _OPTIONS)]

    # ------------------------------------------------------------------ whole and streamed responses

    def views(self, name: str) -> Iterator[Stmt]:
        """Print the properties that return the same methods with other results."""
        if not self.group.methods:
            return
        final, variant = self.scope.use("typing", "Final"), self.scope.runtime("wrap", "Variant")
        for word, said in (("raw", "Whole responses"), ("streaming", "Streamed responses")):
            view = raw(_view_name(name, word))
            yield Sure(f"with_{word}_response: {final.text} = ", Call(variant, [view]), apart=word == "raw")
            yield Doc(f"{said}.")

    def response_classes(self) -> Iterator[Stmt]:
        """Print the classes that those properties return, which are defined above them."""
        if not self.group.methods:
            return
        for asynchronous in (False, True):
            for word in ("raw", "streaming"):
                yield self._view(class_name(self.group, asynchronous, self.plan), word, asynchronous)

    def _view(self, name: str, word: str, asynchronous: bool) -> Stmt:
        wrap = self.scope.runtime("wrap", f"async_{word}" if asynchronous else word)
        final = self.scope.use("typing", "Final")
        body = [
            Sure(f"self.{ident}: {final.text} = ", Call(wrap, [raw(f"of.{ident}")]))
            for method in self.group.methods
            for ident in (method.ident, *method.aliases)
        ]
        init = Function(raw("__init__"), [SELF, Param("of", raw(name))], _NONE, body)
        return Class(raw(_view_name(name, word)), [], [init.checked()])


def _view_name(name: str, word: str) -> str:
    return f"{name}With{word.capitalize()}Response"


def group_text(group: Group) -> str:
    """Write what is documented about a group."""
    return to_plain(group.description or "") or f"Methods of ``{'.'.join(group.path)}``."


def class_name(group: Group, asynchronous: bool, plan: Plan) -> str:
    """Name the class of a group."""
    ident = plan.surface.class_of(group)
    return f"Async{ident}" if asynchronous else ident
