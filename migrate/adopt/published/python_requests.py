"""Which request the body of a Python method sends: the manners of four makers, found in its syntax."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import griffe

from migrate.adopt.published.published import Request

_VERBS = {f"_{verb}": verb.upper() for verb in ("get", "post", "put", "patch", "delete")}
_SENDS = ("request", "stream")
_SUFFIX = "_serialize"
_METHOD = re.compile(r"[A-Z]+\Z")
_Found = tuple[Request, str]
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Bodies:
    """Reads the bodies of methods, each file once."""

    def __init__(self) -> None:
        self._files: dict[Path, dict[int, _Function]] = {}
        self._requests: dict[str, _Found | None] = {}

    def request(self, function: griffe.Function) -> _Found | None:
        """Return the request that a method sends, and its operationId where the code has it."""
        if function.path not in self._requests:
            self._requests[function.path] = None  # circles
            self._requests[function.path] = self._request(function)
        return self._requests[function.path]

    def inherit(self, function: griffe.Function, overridden: griffe.Function) -> None:
        """Take the request of the method that another one overrides, where it sends none itself."""
        if self.request(function) is None:
            self._requests[function.path] = self.request(overridden)

    def _request(self, function: griffe.Function) -> _Found | None:
        node = self.node(function)
        if node is None:
            return None
        found = request_of(node)
        if found is not None:
            return found
        for owner, name in _delegated(node):
            target = self._delegate(function, owner, name)
            said = self.request(target) if target is not None else None
            if said is not None:
                return said
        return None

    def returned(self, member: griffe.Object) -> str:
        """Return the class that a property without an annotation makes: `self._x = X(...)` and `return self._x`."""
        node = self.node(member)
        calls = [call for call in ast.walk(node) if isinstance(call, ast.Call)] if node is not None else []
        return next((call.func.id for call in calls if isinstance(call.func, ast.Name)), "")

    def _delegate(self, function: griffe.Function, owner: str, name: str) -> griffe.Function | None:
        """Return the method of the same class, or of the object that the class keeps under a private name."""
        cls = function.parent
        if owner and isinstance(cls, griffe.Class):
            cls = _behind(cls.module, self._make_request(cls, owner))
        target = cls.members.get(name) if isinstance(cls, griffe.Class) else None
        return target if isinstance(target, griffe.Function) else None

    def _make_request(self, cls: griffe.Class, owner: str) -> str:
        """Return the class of `self._raw_client`, as `__init__` makes it."""
        start = cls.members.get("__init__")
        node = self.node(start) if isinstance(start, griffe.Function) else None
        for item in ast.walk(node) if node is not None else ():
            if (
                isinstance(item, ast.Assign)
                and isinstance(item.targets[0], ast.Attribute)
                and item.targets[0].attr == owner
                and isinstance(item.value, ast.Call)
                and isinstance(item.value.func, ast.Name)
            ):
                return item.value.func.id
        return ""

    def node(self, item: griffe.Object) -> _Function | None:
        """Return the syntax of a function."""
        path = item.filepath
        if item.lineno is None or not isinstance(path, Path):
            return None
        if path not in self._files:
            tree = ast.parse(path.read_text("utf-8", "replace"))
            self._files[path] = {
                line: node
                for node in ast.walk(tree)
                if isinstance(node, _Function)
                for line in (node.lineno, *(d.lineno for d in node.decorator_list))
            }
        return self._files[path].get(item.lineno)


def _behind(module: griffe.Module, name: str) -> griffe.Class | None:
    """Return the class that a module has under this name, its own or imported."""
    found: griffe.Object | griffe.Alias | None = module.members.get(name)
    if isinstance(found, griffe.Alias):
        parts, found = found.target_path.split(".")[1:], module.package
        for part in parts:
            found = found.members.get(part) if isinstance(found, griffe.Object) else None
    return found if isinstance(found, griffe.Class) else None


def request_of(function: _Function) -> _Found | None:
    """Return the request of a function's own body, and the operationId beside it."""
    calls = [item for item in ast.walk(function) if isinstance(item, ast.Call)]
    id_ = next((text for call in calls if (text := _text(_keyword(call, "operation_id")))), "")
    for call in calls:
        found = _of_call(call)
        if found is not None:
            return found, id_
    return None


def _of_call(call: ast.Call) -> Request | None:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if name in _VERBS and call.args:
        return _make_request(_VERBS[name], call.args[0])
    if name == "_get_api_list" and call.args:
        return _make_request((_text(_keyword(call, "method")) or "get").upper(), call.args[0])
    method, path = _keyword(call, "method"), _keyword(call, "path") or _keyword(call, "resource_path")
    if method is not None and path is not None:
        return _make_request(_text(method).upper(), path)
    if name in _SENDS and call.args and method is not None:
        return _make_request(_text(method).upper(), call.args[0])
    if name in _SENDS and len(call.args) > 1 and _METHOD.match(_text(call.args[0])):
        return _make_request(_text(call.args[0]), call.args[1])
    return None


def _make_request(method: str, path: ast.expr) -> Request | None:
    text = _text(path)
    return Request(method, text) if text and method else None


def _text(node: ast.expr | None) -> str:
    """Return the text of an expression, with `{}` for what is put into it."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part) if isinstance(part, ast.Constant) else "{}" for part in parts)
        case ast.Call(args=[first, *_]):
            return _text(first)
    return ""


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((item.value for item in call.keywords if item.arg == name), None)


def _delegated(function: _Function) -> Iterator[tuple[str, str]]:
    """Yield the calls `self._raw_client.name(...)` and `self._name_serialize(...)`: object and method."""
    for item in ast.walk(function):
        if isinstance(item, ast.Call) and isinstance(item.func, ast.Attribute):
            match item.func.value:
                case ast.Attribute(value=ast.Name(id="self"), attr=owner) if owner.startswith("_"):
                    yield owner, item.func.attr
                case ast.Name(id="self") if item.func.attr.endswith(_SUFFIX):
                    yield "", item.func.attr
