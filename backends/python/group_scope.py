"""Names in files of methods: types are referred to as ``models.Trip``, so that nothing collides with them."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from backends.python.code import Expr, Import, Param, raw
from backends.python.scope import Scope
from backends.python.security import Security, usual_security
from backends.python.types import Side, Types
from compiler.base.patterns import lazy_pattern
from compiler.ir.types import Alias, Model, Ref, Type, Union, core
from compiler.plan.per_plan import per_plan

_READER = lazy_pattern(r"\bdecode_(?:\w|[^\x00-\x7f])+")


class GroupScope(Scope):
    """Imports of a file of methods.

    ``members`` are the names of its methods and groups: within a class they hide names that annotations use, so that
    the module of models or ``list`` must have another name.
    """

    def __init__(self, home: str, members: Collection[str] = (), own: Collection[str] = ()) -> None:
        super().__init__(home, own)
        self._models = "api_models" if "models" in members else "models"
        self.hides_list = "list" in members
        self._readers: dict[str, tuple[str, str]] = {}
        self._of_models: dict[str, Expr] = {}
        self.arguments: dict[tuple[int, str, bool, bool], tuple[Type, Param]] = {}
        """Printed arguments of methods, by the identity of the type, the name, whether required and nullable."""

    def local(self, module: str, name: str) -> Expr:
        """Use a name of a module of the package at run time; functions that read unions by a late import."""
        if not module.startswith("_models."):
            return super().local(module, name)
        return self.reader(self.inside(module), name) if name.startswith("decode_") else self._model(name)

    def reader(self, module: str, name: str) -> Expr:
        """Name a function that reads a union; :meth:`late_imports` imports it."""
        alias, number = name, 2
        while self._readers.setdefault(alias, (module, name)) != (module, name):
            alias, number = f"{name}_{number}", number + 1
        return Expr(alias)

    def late_imports(self, value: Expr) -> list[Import]:
        """Print the imports of functions that an expression names: within a function, so that a file of models is
        loaded when it is needed."""
        if "decode_" not in value.text:
            return []
        found: dict[str, list[str]] = {}
        for alias in sorted(set(_READER.findall(value.text))):
            if alias in self._readers:
                module, name = self._readers[alias]
                found.setdefault(module, []).append(name if name == alias else f"{name} as {alias}")
        return [Import(module, names) for module, names in sorted(found.items())]

    def hint(self, module: str, name: str) -> Expr:
        """Use a name of a module of the package in annotations only."""
        if module.startswith(("_models.", "_params.", "_requests.")):
            return self._model(name)
        return super().hint(module, name)

    def _model(self, name: str) -> Expr:
        found = self._of_models.get(name)
        if found is None:
            folder = ".." if "." in self.home else "."
            self.use(folder, "models" if self._models == "models" else f"models as {self._models}")
            found = self._of_models[name] = Expr(f"{self._models}.{name}")
        return found


class GroupTypes(Types):
    """Prints types in files of methods, where ``list`` may be the name of a method."""

    @cached_property
    def usual_security(self) -> Security:
        """The security requirements of most operations."""
        return usual_security(self.plan)

    def _list(self, item: Type, scope: Scope, side: Side) -> Expr:
        if side is Side.HELD and isinstance(scope, GroupScope) and scope.hides_list:
            scope.use("builtins")
            return raw("builtins.list")
        return super()._list(item, scope, side)

    def holds_models(self, type_: Type) -> bool:
        """Tell whether a type is a model, a union of models, or a list or map of these."""
        type_ = core(type_)
        declared = self.declared[type_.target] if isinstance(type_, Ref) else None
        if isinstance(declared, Alias):
            return self.holds_models(declared.type)
        return isinstance(declared, Model) or (isinstance(declared, Union) and self.keeps_unknown(declared))


group_types = per_plan(GroupTypes)
"""Return what prints the types of a plan in files of methods."""
