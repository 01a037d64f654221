"""Prints request objects: one class for all arguments of a method (spec 2.2, D4.2).

::

    class SearchStationsParams(RequestObject):
        __slots__ = ("area", "fields")

        def __init__(self, *, area: models.Area, fields: Sequence[str] | None = None) -> None: ...

A missing body is an error only when the method is called (D7.1), so its parameter has a default.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backends.python import code as py
from backends.python.group_scope import GroupScope, GroupTypes, group_types
from backends.python.hidden import hiding, visible
from backends.python.method_docs import argument_text
from backends.python.parameters import argument_param
from compiler.ir.wire import Place
from compiler.plan.plan import Argument, Method, Plan, Surface

_ROOM = py.LINE - len("    ")
"""The width of a statement of a class."""


def request_modules(surface: Surface) -> dict[str, list[Method]]:
    """Group the methods that take a request object by the file of its class; each class occurs once."""
    found: dict[str, list[Method]] = {}
    for method in surface.requests().values():
        found.setdefault(surface.groups[method.group].module or "_client", []).append(method)
    return found


def request_names(surface: Surface) -> dict[str, str]:
    """Map the public names of request objects to their files."""
    return {
        method.request.ident: f"_requests.{stem}"
        for stem, methods in request_modules(surface).items()
        for method in methods
        if method.request is not None
    }


def request_files(plan: Plan, header: str) -> Iterator[tuple[str, str]]:
    """Print the files of request objects, as pairs of path within the package and text."""
    modules = request_modules(plan.surface)
    if modules:
        yield "_requests/__init__.py", py.module([], header=header)
    for stem, methods in modules.items():
        yield f"_requests/{stem}.py", request_file(plan, stem, tuple(methods), header)


def request_file(plan: Plan, stem: str, methods: Sequence[Method], header: str) -> str:
    """Print a file of request objects."""
    types = group_types(plan)
    scope = GroupScope(f"_requests.{stem}", {"models"} & {item.ident for one in methods for item in one.arguments})
    body = [_statement(types, scope, method) for method in methods]
    return py.module(body, header=header, imports=scope)


def _statement(types: GroupTypes, scope: GroupScope, method: Method) -> py.Stmt:
    assert method.request is not None
    called = ".".join(types.plan.surface.path(method))
    base = scope.runtime("requests", "RequestObject")
    scope.hiding = hiding([item.ident for item in method.arguments], frozenset())
    body = [
        _slots([item.ident for item in method.arguments]),
        *_attributes(types, scope, method.arguments),
    ]
    if method.arguments:
        body.append(_init(types, scope, method.arguments))
    return py.Class(py.identifier(method.request.ident), [base], body, doc=f"The arguments of ``{called}``.")


def _slots(names: Sequence[str]) -> py.Stmt:
    """Print the names of attributes: as a tuple, or as a string that is split if a tuple takes more than a line."""
    target = py.raw("__slots__")
    listed = py.tuple_of([py.string(name) for name in names])
    return py.assign(target, listed if len(f"{target.text} = ") + listed.width <= _ROOM else py.Split(names))


def _attributes(types: GroupTypes, scope: GroupScope, arguments: Sequence[Argument]) -> Iterator[py.Stmt]:
    for index, item in enumerate(arguments):
        param = _param(types, scope, item)
        assert param.annotation is not None
        yield py.declare(py.raw(param.name), param.annotation, apart=index == 0)
        text = argument_text(item)
        if text:
            yield py.Doc(text)


def _init(types: GroupTypes, scope: GroupScope, arguments: Sequence[Argument]) -> py.Stmt:
    params = [py.SELF, py.STAR, *[_param(types, scope, item) for item in arguments]]
    body = [py.assign(py.attribute(py.raw("self"), py.raw(item.ident)), py.raw(item.ident)) for item in arguments]
    return py.Function(py.raw("__init__"), params, py.raw("None"), body)


def _param(types: GroupTypes, scope: GroupScope, item: Argument) -> py.Param:
    held = visible(types.argument(item.type, scope), scope.hiding, scope)
    return argument_param(item, held, scope, later=not item.required or item.place is Place.BODY)
