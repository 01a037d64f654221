"""Imports of a file, and the names of types that it uses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from typing import Any

import libcst as cst

from migrate.upgrade.edits import Edits, Span
from migrate.upgrade.python.source import Source, dotted
from migrate.upgrade.renames import Renames

MODELS = "models"
"""The module of a printed package that has its types."""


class Imports:
    """Rewrites imports of the SDK and the names that they bind.

    ``passed_on``: names that other files of the program import from this one; they stay.
    """

    def __init__(self, source: Source, renames: Renames, edits: Edits, passed_on: Set[str]) -> None:
        self._source, self._renames, self._edits = source, renames, edits
        self._passed_on = passed_on
        self._classes = {old: new for old, new in renames.types.items() if new is not None and new != old}
        for old, new in renames.clients.items():
            self._classes |= {old: new, f"Async{old}": f"Async{new}"} if old != new else {}
        self._local: dict[str, str] = {}
        self._modules: set[str] = set()
        """Names that modules of the SDK have in the file."""
        self._dropped: list[Span] = []
        self._added: set[str] = set()
        self._imports: list[cst.Import | cst.ImportFrom] = []
        self._told: list[tuple[cst.ImportAlias, cst.ImportFrom, str]] = []

    def rewrite(self) -> None:
        """Rewrite all imports and the uses of what they bind."""
        finder = _Imports()
        self._source.module.visit(finder)
        for node in finder.found:
            if isinstance(node, cst.ImportFrom):
                self._from(node)
            else:
                self._plain(node)
        if self._local or self._modules:
            self._source.module.visit(_Quoted(self._source, self._edits, self._local, self._classes, self._modules))

    def _is_inside(self, module: str) -> bool:
        package = self._renames.package[0]
        return module == package or module.startswith(f"{package}.")

    def _from(self, node: cst.ImportFrom) -> None:
        module = dotted(node.module)
        if node.relative or not module or not self._is_inside(module):
            return
        self._imports.append(node)
        self._module(node.module)
        for item in () if isinstance(node.names, cst.ImportStar) else node.names:
            old = item.evaluated_name
            if old == MODELS:
                self._modules.add(item.evaluated_alias or old)
            if self._renames.types.get(old, "") is None:
                self._told.append((item, node, f"`{old}` is gone"))
            elif old in self._renames.views:
                self._told.append((item, node, self._renames.views[old]))
            new = self._classes.get(old)
            if new is None:
                continue
            self._edits.replace(self._source.span(item.name), new.encode())
            if item.asname is not None:
                continue
            if self._is_taken(new) or old in self._passed_on:
                self._edits.insert(self._source.span(item.name)[1], f" as {old}".encode())
                continue
            self._local[old] = new
            self._uses(node, old, new)

    def _plain(self, node: cst.Import) -> None:
        for item in node.names:
            if not self._is_inside(item.evaluated_name):
                continue
            self._imports.append(node)
            self._modules.add(item.evaluated_alias or item.evaluated_name.partition(".")[0])
            self._module(item.name)
            old, new = self._renames.package
            if item.asname is None and old != new:
                self._uses(node, old.partition(".")[0], new.partition(".")[0])

    def _module(self, node: cst.BaseExpression | None) -> None:
        """Rename the package where an import names it."""
        old, new = self._renames.package
        if node is None or old == new:
            return
        start = self._source.span(node)[0]
        self._edits.replace((start, start + len(old.encode())), new.encode())

    def _uses(self, node: cst.CSTNode, old: str, new: str) -> None:
        for assignment in self._assignments(old):
            if getattr(assignment, "node", None) is not node:
                continue
            for access in assignment.references:
                used = access.node
                while isinstance(used, cst.Attribute):
                    used = used.value
                named = isinstance(used, cst.Name) and used.value == old and self._source.has(used)
                if named and access.scope[old] == {assignment}:
                    self._edits.replace(self._source.span(used), new.encode())

    def _assignments(self, name: str) -> Iterator[Any]:
        scopes = {scope for scope in self._source.scopes() if scope is not None}
        for scope in scopes:
            yield from (item for item in scope.assignments if item.name == name)

    def _is_taken(self, name: str) -> bool:
        return any(True for _ in self._assignments(name))

    # ------------------------------------------------------------------ classes that rewritten calls name

    def spell_class(self, name: str) -> bytes:
        """Return how a class of the new SDK is written in the file; it is imported if it has to be."""
        package = self._renames.package
        for node in self._imports:
            for item in () if isinstance(node.names, cst.ImportStar) else node.names:
                bound = item.evaluated_alias or item.evaluated_name
                if isinstance(node, cst.ImportFrom):
                    if dotted(node.module) == package[0] and item.evaluated_name == MODELS:
                        return f"{bound}.{name}".encode()
                    if self._classes.get(item.evaluated_name, item.evaluated_name) == name:
                        return (item.evaluated_alias or name).encode()
                elif item.evaluated_name == f"{package[0]}.{MODELS}" and item.evaluated_alias:
                    return f"{bound}.{name}".encode()
        self._added.add(name)
        return name.encode()

    def drop(self, node: cst.BaseExpression) -> None:
        """Take note that the name of a class is not used any more."""
        if self._source.has(node):
            self._dropped.append(self._source.span(node))

    def lost_imports(self) -> list[tuple[cst.CSTNode, str]]:
        """Return the imports of what is gone or is two types now, unless no rewritten call uses it any more."""
        return [(item, text) for item, node, text in self._told if not self._unused(item, node)]

    def finish(self) -> None:
        """Add imports that are needed, and take away those that rewritten calls needed alone."""
        for node in self._imports:
            if isinstance(node, cst.ImportFrom) and not isinstance(node.names, cst.ImportStar) and self._dropped:
                self._prune(node)
        if not self._added or not self._imports:
            return
        models = f"{self._renames.package[0]}.{MODELS}"
        names = ", ".join(sorted(self._added))
        for node in self._imports:
            if isinstance(node, cst.ImportFrom) and dotted(node.module) == models and \
                    not isinstance(node.names, cst.ImportStar):  # fmt: skip
                self._edits.insert(self._source.span(node.names[-1].name)[1] if node.names[-1].asname is None
                                   else self._source.span(node.names[-1].asname)[1], f", {names}".encode())  # fmt: skip
                return
        start = self._source.line_start(self._source.span(self._source.statement(self._imports[-1]))[0])
        after = self._source.text.find(b"\n", self._source.span(self._source.statement(self._imports[-1]))[1])
        indent = re.compile(rb"[ \t]*").match(self._source.text, start)
        line = f"from {self._renames.package[1]}.{MODELS} import {names}\n".encode()
        self._edits.insert(after + 1, (indent.group() if indent else b"") + line)

    def _prune(self, node: cst.ImportFrom) -> None:
        names = [] if isinstance(node.names, cst.ImportStar) else list(node.names)
        unused = [item for item in names if self._unused(item, node)]
        if not unused:
            return
        if len(unused) == len(names):
            statement = self._source.statement(node)
            start, end = self._source.span(statement)
            if isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1:
                after = self._source.text.find(b"\n", end)
                self._edits.replace((self._source.line_start(start), after + 1 if after >= 0 else end))
            return
        for item in unused:
            start, end = self._source.span(item)
            before = re.compile(rb",\s*\Z").search(self._source.text, 0, start)
            behind = re.compile(rb"\s*,\s*").match(self._source.text, end)
            if before is not None:
                self._edits.replace((before.start(), end))
            elif behind is not None:
                self._edits.replace((start, behind.end()))

    def _unused(self, item: cst.ImportAlias, node: cst.ImportFrom) -> bool:
        """Whether all uses of a name were in what calls do not have any more."""
        name = item.evaluated_alias or item.evaluated_name
        uses = [access.node for assignment in self._assignments(name) if getattr(assignment, "node", None) is node
                for access in assignment.references]  # fmt: skip
        return bool(uses) and all(
            self._source.has(use) and any(start <= self._source.span(use)[0] < end for start, end in self._dropped)
            for use in uses
        )


class _Imports(cst.CSTVisitor):
    def __init__(self) -> None:
        self.found: list[cst.Import | cst.ImportFrom] = []

    def visit_Import(self, node: cst.Import) -> None:
        self.found.append(node)

    def visit_ImportFrom(self, node: cst.ImportFrom) -> None:
        self.found.append(node)


class _Quoted(cst.CSTVisitor):
    """Renames in annotations that are written as texts."""

    def __init__(
        self, source: Source, edits: Edits, names: dict[str, str], classes: dict[str, str], modules: Set[str]
    ) -> None:
        self._source, self._edits, self._names = source, edits, names
        self._classes, self._modules = classes, modules
        self._depth = 0

    def visit_Annotation(self, node: cst.Annotation) -> None:
        self._depth += 1

    def leave_Annotation(self, original_node: cst.Annotation) -> None:
        self._depth -= 1

    def visit_SimpleString(self, node: cst.SimpleString) -> None:
        parents = list(self._source.above(node))
        within = [dotted(item.value).rpartition(".")[2] for item in parents if isinstance(item, cst.Subscript)]
        first = parents[0] if parents else None
        called = parents[1] if isinstance(first, cst.Arg) else None
        name = dotted(called.func).rpartition(".")[2] if isinstance(called, cst.Call) else ""
        keyword = first.keyword.value if isinstance(first, cst.Arg) and first.keyword is not None else ""
        takes = (name == "cast" and isinstance(called, cst.Call) and called.args[0] is first) or \
            (name == "TypeVar" and keyword == "bound") or \
            (name == "NewType" and isinstance(called, cst.Call) and called.args[-1] is first)  # fmt: skip
        generic = any(word in _GENERIC or (word[:1].isupper() and not word.isupper()) for word in within)
        if "Literal" not in within and (self._depth or takes or generic):
            self._rename(self._source.span(node)[0], node.value)

    def visit_Comment(self, node: cst.Comment) -> None:
        if _TYPE.match(node.value):
            self._rename(self._source.span(node)[0], node.value)

    def _rename(self, start: int, text: str) -> None:
        for match in re.finditer(r"(?<![\w.])[A-Za-z_][\w.]*", text):
            before, _, last = match.group().rpartition(".")
            known = before.partition(".")[0] in self._modules if before else True
            new = (self._classes if before else self._names).get(last) if known else None
            if new is not None:
                at = start + len(text[: match.end() - len(last)].encode())
                self._edits.replace((at, at + len(last.encode())), new.encode())


_GENERIC = {"list", "dict", "set", "frozenset", "tuple", "type"}
_TYPE = re.compile(r"#\s*type:\s*(?!ignore)")
