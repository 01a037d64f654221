"""What the files of a plan must contain: nothing of the plan is lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from backends.python.docs import field_text, type_text
from backends.python.method_docs import argument_text
from backends.python.names import Names
from backends.python.requests import request_modules
from backends.python.views import class_name
from backends.texts import raised, returned_said, said_of
from compiler.base.markdown import to_plain
from compiler.ir.node import Id, frozen
from compiler.ir.types import Alias, Field, Model, Union
from compiler.ir.types import Enum as DeclaredEnum
from compiler.ir.wire import Place
from compiler.plan.plan import Argument, Group, Method, Plan, TypeName


class How(Enum):
    """How a class, function, variable or module must contain names."""

    DEFINES = "defines"
    SAYS = "says"
    """The text is one of its literals."""
    HAS = "has"
    """It defines the name, or says it."""
    TELLS = "tells"
    """The text is in its docstring or those of its attributes, from its first word to its last."""
    TAKES = "takes"
    """The name is one of its parameters, and there is no other."""


@frozen
class Demand:
    """Names that a part of a file must have. The ``owner`` is dotted; "" is the whole file."""

    path: str
    owner: str
    names: frozenset[str]
    how: How = How.DEFINES


def demands(plan: Plan) -> Iterator[Demand]:
    """Yield all demands; paths are relative to the package."""
    for group in plan.surface.groups.values():
        yield from _group(plan, group)
    for path, methods in request_modules(plan.surface).items():
        for method in methods:
            if method.request is not None:
                names = _idents(method.arguments)
                yield Demand(f"_requests/{path}.py", method.request.ident, names)
                yield _tells(f"_requests/{path}.py", method.request.ident, map(argument_text, method.arguments))
                if names:
                    yield _takes(f"_requests/{path}.py", f"{method.request.ident}.__init__", names)
    yield from _types(plan)
    yield from _errors(plan)
    yield from _events(plan)


def _idents(arguments: Iterable[Argument]) -> frozenset[str]:
    return frozenset(item.ident for item in arguments)


def _takes(path: str, owner: str, names: Iterable[str]) -> Demand:
    return Demand(path, owner, frozenset(names) | {"self"}, How.TAKES)


def _tells(path: str, owner: str, texts: Iterable[str | None]) -> Demand:
    return Demand(path, owner, frozenset(text for text in texts if text), How.TELLS)


# --------------------------------------------------------------------------- groups


def _group(plan: Plan, group: Group) -> Iterator[Demand]:
    path = f"_groups/{group.module}.py" if group.path else "_client.py"
    methods = {name for item in group.methods for name in (item.ident, *item.aliases)}
    names = frozenset(methods | {item.ident for item in group.groups})
    for asynchronous in (False, True):
        name = class_name(group, asynchronous, plan)
        yield Demand(path, name, names)
        for method in group.methods:
            taken = ["request"] if method.request is not None else _idents(_arguments(method))
            yield _takes(path, f"{name}.{method.ident}", {*taken, "options"})
    for method in group.methods:
        yield Demand(path, f"_{method.ident}", _sent(plan, method), How.SAYS)
        yield _tells(path, f"{class_name(group, False, plan)}.{method.ident}", _told(plan, method))


def _sent(plan: Plan, method: Method) -> frozenset[str]:
    """Return what the facts of an operation must contain: its method, its path and its other parameters."""
    operation = plan.wire.operations[method.operation]
    wires = {item.wire for item in operation.parameters if item.place is not Place.PATH}
    return frozenset({operation.method, operation.path, *wires})


def _told(plan: Plan, method: Method) -> Iterator[str]:
    operation = plan.wire.operations[method.operation]
    yield from map(to_plain, said_of(operation))
    yield from map(to_plain, returned_said(operation.answers))
    yield from map(to_plain, raised(plan, operation).values())
    yield operation.deprecation_message or ""
    yield from () if method.request is not None else map(argument_text, _arguments(method))


def _arguments(method: Method) -> Iterable[Argument]:
    return method.arguments if method.switch is None else (*method.arguments, method.switch.argument)


# --------------------------------------------------------------------------- types


def _types(plan: Plan) -> Iterator[Demand]:
    names = Names(plan)
    pydantic = plan.surface.options["models"] == "pydantic"
    for at, declared in plan.wire.types.items():
        named = plan.surface.types[at]
        path = f"_models/{named.module}.py"
        yield Demand(path, "", frozenset({named.ident}))
        yield Demand("models.py", "", frozenset({named.ident}), How.SAYS)
        yield _tells(path, named.ident if isinstance(declared, Model) else "", [type_text(declared)])
        match declared:
            case Model():
                yield _tells(path, named.ident, [field_text(field) for field in declared.fields])
                read = pydantic or named.answered
                yield from _model(declared, path, named, pydantic=pydantic, read=read)
            case DeclaredEnum():
                said = {item.value for item in declared.members if isinstance(item.value, str)}
                yield Demand(path, named.ident, frozenset(said), How.SAYS)
                if declared.has_names():
                    yield from _constants(names.constants(at), declared, path, frozenset(named.members.values()))
            case Union() | Alias():
                pass
        if names.has_param(at):
            yield from _param(names, at, declared, f"_params/{named.module}.py")


def _constants(ident: str, declared: DeclaredEnum, path: str, members: frozenset[str]) -> Iterator[Demand]:
    yield Demand("models.py", "", frozenset({ident}), How.SAYS)
    yield Demand(path, ident, members)
    yield _tells(path, ident, [member.description for member in declared.members])


def _model(model: Model, path: str, named: TypeName, *, pydantic: bool, read: bool) -> Iterator[Demand]:
    """Yield what a model must have; a model that no response holds has no statements that ``read`` it."""
    ident, members = named.ident, frozenset(named.members[field.wire] for field in model.fields)
    tags = {tag.wire: tag.values for tag in model.tags}
    yield Demand(path, ident, members | {named.members[wire] for wire, values in tags.items() if len(values) == 1})
    yield Demand(path, ident, _wires(model.fields) | tags.keys(), How.HAS)
    if members and read:
        yield Demand(path, f"{ident}.__read__", _wires(model.fields), How.SAYS)
    if members and not pydantic:
        yield _takes(path, f"{ident}.__init__", members)
        if read:
            yield Demand(path, f"{ident}.__read__", members)


def _wires(fields: Iterable[Field]) -> frozenset[str]:
    return frozenset(field.wire for field in fields)


def _param(names: Names, at: Id, declared: object, path: str) -> Iterator[Demand]:
    name = names.param(at)
    yield Demand(path, "", frozenset({name}))
    yield Demand("models.py", "", frozenset({name}), How.SAYS)
    if isinstance(declared, Model):
        yield Demand(path, name, _wires(declared.fields), How.HAS)


# --------------------------------------------------------------------------- errors and events


def _errors(plan: Plan) -> Iterator[Demand]:
    for item in plan.errors.values():
        yield Demand("_errors.py", item.ident, frozenset({"error"}))


def _events(plan: Plan) -> Iterator[Demand]:
    for event in plan.receiver.events if plan.receiver is not None else ():
        names = {event.payload, event.answer, event.handler}
        yield Demand("_webhooks.py", "", frozenset(names))
        yield Demand("_webhooks.py", "WebhookReceiver", frozenset({event.method}))
        yield Demand("_webhooks.py", "WebhookReceiver", frozenset({event.wire.name}), How.SAYS)
        yield _takes("_webhooks.py", f"WebhookReceiver.{event.method}", {"handler"})
