"""What expressions of a program are, as far as its text says: the client, a group, a method, a value of some type."""

from __future__ import annotations

from collections.abc import Mapping, Set
from types import MappingProxyType

import libcst as cst

from migrate.upgrade.edits import Span
from migrate.upgrade.python.assignments import Assigned, reaching
from migrate.upgrade.python.heirs import Heirs
from migrate.upgrade.python.places import MIRRORS, Places
from migrate.upgrade.python.source import Source, dotted
from migrate.upgrade.python.value import CLIENT, OTHER, Value
from migrate.upgrade.renames import Renames

_LISTS = {"list", "List", "Sequence", "Iterable", "Iterator", "AsyncIterator", "AsyncIterable", "tuple", "Tuple", "set"}


class Values:
    """Finds values of expressions. ``asked`` has those that a type checker told, by their places."""

    def __init__(
        self,
        source: Source,
        renames: Renames,
        asked: dict[Span, Value],
        passed_on: Set[str] = frozenset(),
        heirs: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.source, self._renames, self._asked = source, renames, asked
        self._clients = {name for old in renames.clients for name in (old, f"Async{old}")}
        self.heirs = Heirs(source, self.of, heirs)
        self._known: dict[cst.CSTNode, Value | None] = {}
        self._functions: dict[str, cst.FunctionDef] = {}
        self._assigned = Assigned(source)
        self.places = Places(source, renames, passed_on)

    def of(self, node: cst.BaseExpression) -> Value | None:
        """Return what an expression is; None if its text does not tell."""
        if node not in self._known:
            self._known[node] = None  # while it is being found out
            found = self._found(node)
            if found is None and self.source.has(node):
                found = self._asked.get(self.source.span(node))
            self._known[node] = found
        return self._known[node]

    def checked_value(self, node: cst.BaseExpression) -> Value | None:
        """Return what a type checker says of an expression, if it was asked."""
        return self._asked.get(self.source.span(node)) if self.source.has(node) else None

    def _found(self, node: cst.BaseExpression) -> Value | None:
        match node:
            case cst.Name():
                return self._name(node)
            case cst.Attribute():
                return self._attribute(node)
            case cst.Call():
                return self._call(node)
            case cst.Await():
                return self.of(node.expression)
            case cst.NamedExpr():
                return self.of(node.value)
            case cst.IfExp():
                return _agreed([self._unless_none(node.body), self._unless_none(node.orelse)])
            case cst.BooleanOperation():
                return _agreed([self._unless_none(node.left), self._unless_none(node.right)])
            case cst.Subscript():
                value = self.of(node.value)
                return element(value) if value is not None and len(node.slice) == 1 else None
            case cst.SimpleString() | cst.FormattedString() | cst.Dict() | cst.List() | cst.Integer() | cst.Float():
                return OTHER
            case _:
                return None

    def _unless_none(self, node: cst.CSTNode) -> Value | None:
        if not isinstance(node, cst.BaseExpression):
            return None
        return Value("none") if _is_none(node) else self.of(node)

    # ------------------------------------------------------------------ names

    def instance(self, value: Value | None) -> Value | None:
        """Return what an instance of a class is."""
        if value is None or value.kind != "class":
            return None
        return CLIENT if value.text in self._clients else Value("typed", value.text)

    def _receiver(self, node: cst.Param) -> Value | None:
        owner, of_class = self.heirs.receiver(node)
        return owner if of_class else self.instance(owner)

    def _name(self, node: cst.Name) -> Value | None:
        source = self.source
        parent = source.parent(node) if source.has(node) else None
        if isinstance(parent, cst.ClassDef) and parent.name is node:
            return self.heirs.base_of(parent)
        if not source.has(node):
            return self.value_of_name(node.value)
        return _agreed([self._assignment(item, node.value) for item in reaching(source, node)])

    def value_of_name(self, name: str) -> Value | None:
        """Return what a name of the module is, as annotations in quotes mean it."""
        scope = self.source.global_scope
        found = scope[name] if scope is not None else ()
        return _agreed([self._assignment(getattr(item, "node", None), name) for item in found])

    def _assignment(self, node: cst.CSTNode | None, name: str = "") -> Value | None:
        """Return what a name is by one of its assignments."""
        source = self.source
        if isinstance(node, cst.Param):
            if node.annotation is not None:
                return self.annotated(node.annotation)
            return self._default(node) or self._receiver(node)
        if isinstance(node, cst.ClassDef):
            return self.heirs.base_of(node)
        if isinstance(node, (cst.Import, cst.ImportFrom)):
            return self._imported(node, name)
        if isinstance(node, cst.FunctionDef):
            return self._function(node)
        parent = source.parent(node) if node is not None else None
        match parent:
            case cst.AssignTarget():
                holder = source.parent(parent)
                value = self._unless_none(holder.value) if isinstance(holder, cst.Assign) else None
                if value is not None and value.kind in ("group", "mirror") and isinstance(node, cst.Name) and \
                        isinstance(holder, cst.Assign) and _leads(holder.value):  # fmt: skip
                    return Value(value.kind, value.text, self.places.of_name(node, value.text))
                return value
            case cst.AnnAssign():
                return self.annotated(parent.annotation)
            case cst.NamedExpr():
                return self.of(parent.value)
            case cst.AsName():
                holder = source.parent(parent)
                return self._entered(holder.item) if isinstance(holder, cst.WithItem) else OTHER
            case cst.For() | cst.CompFor():
                value = self.of(parent.iter)
                return element(value) if value is not None and parent.target is node else None
            case _:
                return None

    def _default(self, node: cst.Param) -> Value | None:
        return None if node.default is None or _is_none(node.default) else self.of(node.default)

    def _entered(self, node: cst.BaseExpression) -> Value | None:
        value = self.of(node)
        return value if value is None or value.kind in ("client", "typed", "answer") else OTHER

    def _imported(self, node: cst.Import | cst.ImportFrom, local: str) -> Value | None:
        names = [] if isinstance(node.names, cst.ImportStar) else node.names
        for item in names:
            bound = item.evaluated_alias or item.evaluated_name.partition(".")[0]
            if bound != local:
                continue
            if isinstance(node, cst.ImportFrom):
                found = None if node.relative else self.at(f"{dotted(node.module)}.{item.evaluated_name}")
                return found or self.heirs.base_by_name(item.evaluated_name)
            return self.at(item.evaluated_name if item.evaluated_alias else bound)
        return None

    def at(self, path: str) -> Value | None:
        """Return what stands at a dotted path of modules."""
        package, words = self._renames.package[0], path.rpartition(".")
        if path != package and not path.startswith(f"{package}."):
            return None
        if path != package and words[2] in self._clients:
            return Value("class", words[2])
        if path != package and (words[2] in self._renames.types or words[2][:1].isupper()):
            return Value("class", words[2])
        return Value("module", path)

    # ------------------------------------------------------------------ attributes and calls

    def _attribute(self, node: cst.Attribute) -> Value | None:
        name = node.attr.value
        value = self.of(node.value)
        found = self.member(value, name) if value is not None else None
        return (self._of_self(node) or found) if found in (None, OTHER) else found

    def member(self, value: Value, name: str) -> Value | None:
        """Return the attribute of a value; None if it has none that is known."""
        renames = self._renames
        match value.kind:
            case "client" | "group" | "mirror":
                path = f"{value.text}.{name}" if value.text else name
                if path in renames.methods:
                    return Value("raw" if value.kind == "mirror" else "method", path)
                if name in MIRRORS:
                    return Value("mirror", value.text)
                if path in renames.groups:
                    return Value("group", path)
                return Value("same") if name in ("with_options", "copy") and value.kind == "client" else None
            case "typed":
                found = renames.models.get(value.text.rstrip("?"), {}).get(name)
                return Value("typed", found) if found is not None else OTHER
            case "answer":
                return Value("parse", value.text) if name == "parse" else \
                    Value("typed", value.text) if name == "parsed" else OTHER  # fmt: skip
            case "module":
                return self.at(f"{value.text}.{name}")
            case "other" if value.text:
                return None  # of a class of the program, whose attributes a type checker may tell
            case _:
                return OTHER

    def _of_self(self, node: cst.Attribute) -> Value | None:
        """Return what the attribute of the object is that a method belongs to."""
        return _agreed(
            [
                self._function(item) if isinstance(item, cst.FunctionDef) else
                self.annotated(item) if isinstance(item, cst.Annotation) else self._unless_none(item)
                for item in self._assigned.to_attribute(node)
            ]
        )  # fmt: skip

    def _function(self, node: cst.FunctionDef) -> Value | None:
        decorators = [dotted(item.decorator).rpartition(".")[2] for item in node.decorators]
        if any(name.endswith("property") for name in decorators):
            return (self.annotated(node.returns) or OTHER) if node.returns is not None else None
        key = str(id(node))
        self._functions[key] = node
        return Value("function", key)

    def _call(self, node: cst.Call) -> Value | None:
        function = self.of(node.func)
        if function is None:
            return _known_call(node, self)
        match function.kind:
            case "class":
                return self.instance(function)
            case "same":
                return CLIENT
            case "method" | "partial":
                return self._result(function.text)
            case "raw":
                return Value("answer", self._renames.methods[function.text].old.result)
            case "parse":
                return Value("typed", function.text)
            case "function":
                returns = self._functions[function.text].returns
                return self.annotated(returns) if returns is not None else None
            case _:
                return OTHER

    def _result(self, path: str) -> Value | None:
        result = self._renames.methods[path].old.result
        return Value("typed", result) if result else None

    # ------------------------------------------------------------------ annotations

    def annotated(self, node: cst.Annotation) -> Value | None:
        """Return what a value is that is annotated so."""
        return _type_of(self, node.annotation)


MOCKS = {"Mock", "MagicMock", "AsyncMock", "NonCallableMock", "NonCallableMagicMock", "create_autospec"}
"""What makes mocks in tests; ``spec`` says of what."""
_BUILT_IN = {"str", "int", "float", "bool", "bytes", "dict", "object", "None"}


def _type_of(values: Values, node: cst.BaseExpression) -> Value | None:
    match node:
        case cst.SimpleString():
            try:
                return _type_of(values, cst.parse_expression(str(node.evaluated_value)))
            except cst.ParserSyntaxError:
                return None
        case cst.BinaryOperation(operator=cst.BitOr()):
            sides = [item for item in (node.left, node.right) if not _is_none(item)]
            return _agreed([_type_of(values, item) for item in sides])
        case cst.Subscript():
            name = dotted(node.value).rpartition(".")[2]
            inner = [item.slice.value for item in node.slice if isinstance(item.slice, cst.Index)]
            if name in ("Optional", "Union", "Annotated", "Final", "ClassVar"):
                inner = inner[:1] if name == "Annotated" else [item for item in inner if not _is_none(item)]
                return _agreed([_type_of(values, item) for item in inner])
            value = _type_of(values, inner[0]) if name in _LISTS and inner else None
            return Value("typed", f"list<{value.text}>") if value is not None and value.kind == "typed" else None
        case _:
            value = values.of(node) if values.source.has(node) else _bare_type(values, node)
            if value is None or value.kind != "class":
                return OTHER if value is not None or dotted(node) in _BUILT_IN else None
            return values.instance(value)


def _bare_type(values: Values, node: cst.BaseExpression) -> Value | None:
    """Return what a class is in an annotation in quotes."""
    words = dotted(node).split(".")
    value = values.value_of_name(words[0]) if words[0] else None
    for word in words[1:]:
        value = values.member(value, word) if value is not None else None
    return value


def _known_call(node: cst.Call, values: Values) -> Value | None:
    """Return what a call of `getattr`, `super`, `partial`, or of a mock with a specification is."""
    name = dotted(node.func).rpartition(".")[2]
    if name == "super" and not node.args:
        return values.instance(values.heirs.base_around(node))
    if name in MOCKS:
        given = [item.value for item in node.args if item.keyword is None or item.keyword.value in ("spec", "spec_set")]
        return values.instance(values.of(given[0])) if given else None
    first = values.of(node.args[0].value) if name in ("getattr", "partial") and node.args else None
    if first is None:
        return None
    if name == "partial":
        return Value("partial", first.text) if first.kind == "method" else None
    text = node.args[1].value if len(node.args) > 1 else None
    return values.member(first, str(text.evaluated_value)) if isinstance(text, cst.SimpleString) else None


def element(value: Value) -> Value | None:
    """Return an element of a list, a page or a stream."""
    text = value.text.rstrip("?")
    for kind in ("list", "pages", "stream"):
        if value.kind == "typed" and text.startswith(f"{kind}<"):
            return Value("typed", text[len(kind) + 1 : -1])
    return None


def _agreed(values: list[Value | None]) -> Value | None:
    """Return the value that all are; a value or None is that value, as checkers narrow it."""
    found = {value for value in values if value != Value("none")}
    return found.pop() if len(found) == 1 else None


def _leads(node: cst.BaseExpression) -> bool:
    """Whether the groups that an expression may be are written out in it."""
    match node:
        case cst.IfExp():
            return _leads(node.body) and _leads(node.orelse)
        case cst.BooleanOperation():
            return _leads(node.left) and _leads(node.right)
        case _:
            return isinstance(node, cst.Attribute)


def _is_none(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Name) and node.value == "None"
