"""Prints the classes whose methods return whole or streamed responses, and the properties that lead to them."""

from __future__ import annotations

from collections.abc import Iterator

from backends.python import code as py
from backends.python.group_scope import GroupScope
from compiler.plan.plan import Group, Plan

_NONE = py.raw("None")


class Views:
    """Prints other views of a group's methods."""

    def __init__(self, plan: Plan, scope: GroupScope, group: Group) -> None:
        self.plan, self.scope, self.group = plan, scope, group

    def properties(self, name: str) -> Iterator[py.Stmt]:
        """Print the properties that return the same methods with other results."""
        if not self.group.methods:
            return
        final, variant = self.scope.use("typing", "Final"), self.scope.runtime("wrap", "Variant")
        for word, said in (("raw", "Whole responses"), ("streaming", "Streamed responses")):
            view = py.raw(_view_name(name, word))
            yield py.Sure(f"with_{word}_response: {final.text} = ", py.Call(variant, [view]), apart=word == "raw")
            yield py.Doc(f"{said}.")

    def classes(self) -> Iterator[py.Stmt]:
        """Print the classes that those properties return, which are defined above them."""
        if not self.group.methods:
            return
        for asynchronous in (False, True):
            for word in ("raw", "streaming"):
                yield self._view(class_name(self.group, asynchronous, self.plan), word, asynchronous)

    def _view(self, name: str, word: str, asynchronous: bool) -> py.Stmt:
        wrap = self.scope.runtime("wrap", f"async_{word}" if asynchronous else word)
        final = self.scope.use("typing", "Final")
        body = [
            py.Sure(f"self.{ident}: {final.text} = ", py.Call(wrap, [py.raw(f"of.{ident}")]))
            for method in self.group.methods
            for ident in (method.ident, *method.aliases)
        ]
        init = py.Function(py.raw("__init__"), [py.SELF, py.Param("of", py.raw(name))], _NONE, body)
        return py.Class(py.raw(_view_name(name, word)), [], [init.checked()])


def _view_name(name: str, word: str) -> str:
    return f"{name}With{word.capitalize()}Response"


def class_name(group: Group, asynchronous: bool, plan: Plan) -> str:
    """Name the class of a group."""
    ident = plan.surface.class_of(group)
    return f"Async{ident}" if asynchronous else ident
