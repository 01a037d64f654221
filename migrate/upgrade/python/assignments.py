"""Which assignments a name, or an attribute of `self`, may have its value from."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from migrate.upgrade.python.source import Source

_LOOPS = (cst.For, cst.While)


def reaching(source: Source, node: cst.Name) -> list[cst.CSTNode | None]:
    """Return the assignments that a use of a name may see: where one certainly precedes all others, that alone."""
    scope = source.scope(node)
    if scope is None or node.value not in scope:
        return []
    found = list(scope[node.value])
    nodes = [_find_assigned(item) for item in found]
    if len(nodes) < 2 or any(item is None for item in nodes):
        return list(nodes)
    if any(getattr(item, "scope", None) is not scope for item in found):
        return list(nodes)
    use = source.span(node)[0]
    before = sorted((item for item in nodes if item is not None and source.span(item)[0] < use),
                    key=lambda item: source.span(item)[0])  # fmt: skip
    holders = [node, *source.above(node)]
    for index in range(len(before) - 1, -1, -1):
        last = before[index]
        if not _precedes(source, last, holders):
            continue
        maybe = before[index + 1 :]
        loops = [item for item in holders if isinstance(item, _LOOPS) and item not in source.above(last)]
        inside = [item for item in nodes if item is not None and any(loop in source.above(item) for loop in loops)]
        return [last, *maybe, *(item for item in inside if item not in maybe and item is not last)]
    return list(nodes)


def _find_assigned(assignment: object) -> cst.CSTNode | None:
    """Return the node of an assignment; None for a name that Python has."""
    node = getattr(assignment, "node", None)
    return node if isinstance(node, cst.CSTNode) else None


def _precedes(source: Source, assignment: cst.CSTNode, holders: list[cst.CSTNode]) -> bool:
    """Whether an assignment has happened wherever the use is reached: its block is around the use."""
    for item in source.above(assignment):
        if isinstance(item, (cst.IndentedBlock, cst.Module, cst.SimpleStatementSuite, cst.FunctionDef)):
            return item in holders
        if isinstance(item, (cst.With, cst.For)) and item in holders:
            return True  # the use is in the body that the name is made for
    return False


class Assigned:
    """Finds what attributes of `self` are set to, once for each class."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._classes: dict[cst.ClassDef, dict[str, list[cst.CSTNode]]] = {}

    def to_attribute(self, node: cst.Attribute) -> list[cst.CSTNode]:
        """Return the values, annotations and methods of `self.name`; none if it is no such attribute."""
        owner = self._owner(node.value)
        return self._of(owner, node.attr.value, 0) if owner is not None else []

    def _of(self, owner: cst.ClassDef, name: str, depth: int) -> list[cst.CSTNode]:
        if owner not in self._classes:
            self._classes[owner] = {}
            for key, value in self._set_in(owner):
                self._classes[owner].setdefault(key, []).append(value)
        found = self._classes[owner].get(name, [])
        if found or depth > 10:
            annotations: list[cst.CSTNode] = [item for item in found if isinstance(item, cst.Annotation)]
            return annotations or found
        for base in owner.bases:
            above = self._class(base.value)
            if above is not None and (inherited := self._of(above, name, depth + 1)):
                return inherited
        return []

    def _class(self, node: cst.BaseExpression) -> cst.ClassDef | None:
        if not isinstance(node, cst.Name):
            return None
        found = reaching(self._source, node)
        return found[0] if len(found) == 1 and isinstance(found[0], cst.ClassDef) else None

    def _owner(self, node: cst.BaseExpression) -> cst.ClassDef | None:
        """Return the class whose method has the name for its first argument."""
        if not isinstance(node, cst.Name) or not self._source.has(node):
            return None
        for item in self._source.above(node):
            if isinstance(item, cst.FunctionDef):
                owner = next(iter(self._source.above(self._source.parent(item) or item)), None)
                first = item.params.params[:1] or item.params.posonly_params[:1]
                if isinstance(owner, cst.ClassDef) and first and first[0].name.value == node.value:
                    return owner
        return None

    def _set_in(self, owner: cst.ClassDef) -> Iterator[tuple[str, cst.CSTNode]]:
        yield from set_in_body(owner)
        for statement in owner.body.body:
            if isinstance(statement, cst.FunctionDef) and statement.params.params:
                finder = _Setting(statement.params.params[0].name.value)
                statement.body.visit(finder)
                yield from finder.found


def set_in_body(owner: cst.ClassDef) -> Iterator[tuple[str, cst.CSTNode]]:
    """Yield the names that the body of a class sets, each with its value, annotation or function."""
    for statement in owner.body.body:
        if isinstance(statement, cst.FunctionDef):
            yield statement.name.value, statement
        elif isinstance(statement, cst.SimpleStatementLine):
            for small in statement.body:
                yield from _set(small, None)


class _Setting(cst.CSTVisitor):
    def __init__(self, name: str) -> None:
        self._name = name
        self.found: list[tuple[str, cst.CSTNode]] = []

    def visit_Assign(self, node: cst.Assign) -> None:
        self.found += _set(node, self._name)

    def visit_AnnAssign(self, node: cst.AnnAssign) -> None:
        self.found += _set(node, self._name)

    def visit_ClassDef(self, node: cst.ClassDef) -> bool:
        return False


def _set(node: cst.CSTNode, of: str | None) -> list[tuple[str, cst.CSTNode]]:
    """Return the name and value that a statement sets: an attribute of ``of``, or a name of a class's body."""
    match node:
        case cst.AnnAssign():
            return [(name, node.annotation) for name in [_target(node.target, of)] if name]
        case cst.Assign():
            return [(name, node.value) for item in node.targets for name in [_target(item.target, of)] if name]
        case _:
            return []


def _target(node: cst.BaseExpression, of: str | None) -> str:
    if of is None:
        return node.value if isinstance(node, cst.Name) else ""
    if isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and node.value.value == of:
        return node.attr.value
    return ""
