"""Prints the classes whose methods return whole or streamed responses, and the properties that lead to them."""

from __future__ import annotations

from collections.abc import Iterator

from backends.python.code import SELF, Call, Class, Doc, Function, Param, Stmt, Sure, raw
from backends.python.group_scope import GroupScope
from compiler.plan.plan import Group, Plan

_NONE = raw("None")


class Views:
    """Prints other views of a group's methods."""

    def __init__(self, plan: Plan, scope: GroupScope, group: Group) -> None:
        self.plan, self.scope, self.group = plan, scope, group

    def properties(self, name: str) -> Iterator[Stmt]:
        """Print the properties that return the same methods with other results."""
        if not self.group.methods:
            return
        final, variant = self.scope.use("typing", "Final"), self.scope.runtime("wrap", "Variant")
        for word, said in (("raw", "Whole responses"), ("streaming", "Streamed responses")):
            view = raw(_view_name(name, word))
            yield Sure(f"with_{word}_response: {final.text} = ", Call(variant, [view]), apart=word == "raw")
            yield Doc(f"{said}.")

    def classes(self) -> Iterator[Stmt]:
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


def class_name(group: Group, asynchronous: bool, plan: Plan) -> str:
    """Name the class of a group."""
    ident = plan.surface.class_of(group)
    return f"Async{ident}" if asynchronous else ident
