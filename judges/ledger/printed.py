"""The definitions of a printed SDK, read from its text, and the parts of the plan that it lacks (house invariant 7)."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field

from compiler.plan.plan import Group, Method, Plan


@dataclass(slots=True)
class Outline:
    """Names that the files of one language define: at the top, and within classes or on receivers."""

    names: set[str] = field(default_factory=set)
    members: dict[str, set[str]] = field(default_factory=dict)

    def add(self, owner: str, name: str) -> None:
        """Add a method of a class."""
        self.members.setdefault(owner, set()).add(name)


def outline_python(files: Mapping[str, str]) -> Outline:
    """Read Python; a file that does not parse raises SyntaxError."""
    found = Outline()
    for path, text in files.items():
        if path.endswith(".py") and "/_runtime/" not in path:
            for node in ast.parse(text, path).body:
                _python_node(found, node)
    return found


def _python_node(found: Outline, node: ast.stmt) -> None:
    match node:
        case ast.ClassDef(name=name, body=body):
            found.names.add(name)
            for inner in body:
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                    found.add(name, inner.name)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            found.names.add(name)
        case ast.Assign(targets=targets):
            found.names.update(target.id for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            found.names.add(name)
        case ast.If(body=body, orelse=orelse):
            for inner in (*body, *orelse):
                _python_node(found, inner)


_TS_TOP = re.compile(
    r"^export (?:declare |abstract |async )*(?:interface|type|class|const|function|enum) ([\w$]+)", re.MULTILINE
)
_TS_CLASS = re.compile(r"^export (?:abstract )?class ([\w$]+).*?\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_TS_METHOD = re.compile(r"^  (?:async |static |get |readonly )*([\w$]+)(?:<[^\n]*?>)?\(", re.MULTILINE)


def outline_typescript(files: Mapping[str, str]) -> Outline:
    """Read TypeScript as it is laid out by prettier: what is exported begins a line."""
    found = Outline()
    for path, text in files.items():
        if path.startswith("src/") and not path.startswith("src/runtime/"):
            found.names.update(_TS_TOP.findall(text))
            for name, body in _TS_CLASS.findall(text):
                found.members.setdefault(name, set()).update(_TS_METHOD.findall(body))
    return found


_GO_TOP = re.compile(r"^(?:type|func|var|const) ([\w]+)", re.MULTILINE)
_GO_METHOD = re.compile(r"^func \(\w* ?\*?(\w+)(?:\[[^\]]*\])?\) (\w+)\(", re.MULTILINE)


def outline_go(files: Mapping[str, str]) -> Outline:
    """Read Go as it is laid out by gofmt: declarations begin a line."""
    found = Outline()
    for path, text in files.items():
        if path.endswith(".go"):
            found.names.update(_GO_TOP.findall(text))
            for owner, name in _GO_METHOD.findall(text):
                found.add(owner, name)
    return found


OUTLINES: Mapping[str, Callable[[Mapping[str, str]], Outline]] = {
    "python": outline_python,
    "typescript": outline_typescript,
    "go": outline_go,
}
_RECEIVER = "WebhookReceiver"
_HANDLER = {"python": "{}", "typescript": "{}", "go": "On{}"}


def groups(group: Group) -> Iterator[Group]:
    """Yield a group and all below it."""
    yield group
    for inner in group.groups:
        yield from groups(inner)


def methods(plan: Plan) -> Iterator[tuple[str, Method]]:
    """Yield the class that each method stands on, and the method."""
    for group in groups(plan.surface.root):
        owner = group.type_ident if group.path else plan.surface.client
        for method in group.methods:
            yield owner, method


def not_printed(plan: Plan, files: Mapping[str, str]) -> list[str]:
    """Return what the plan holds and the files of its language do not define."""
    target = plan.surface.target
    found = OUTLINES[target](files)
    return [*_methods(plan, found), *_types(plan, found), *_events(plan, found, target)]


def _methods(plan: Plan, found: Outline) -> Iterator[str]:
    asynchronous = plan.surface.target == "python"
    placed: Set[str] = {method.operation for _, method in methods(plan)}
    for at in plan.wire.operations:
        if at not in placed:
            yield f"operation {at} has no method"
    for owner, method in methods(plan):
        owners = (owner, f"Async{owner}") if asynchronous else (owner,)
        for name in owners:
            if method.ident not in found.members.get(name, ()):
                yield f"method {name}.{method.ident} of {method.operation}"
        if method.request is not None and method.request.ident not in found.names:
            yield f"request object {method.request.ident}"


def _types(plan: Plan, found: Outline) -> Iterator[str]:
    for at in plan.wire.types:
        name = plan.surface.types.get(at)
        if name is None or name.ident not in found.names:
            yield f"type {name.ident if name else '(unnamed)'} of {at}"


def _events(plan: Plan, found: Outline, target: str) -> Iterator[str]:
    for at in plan.wire.events:
        name = plan.surface.events.get(at)
        handler = name and _HANDLER[target].format(name.handler)
        if handler not in found.members.get(_RECEIVER, ()):
            yield f"handler {handler} of {at}"
