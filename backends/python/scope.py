"""The names that one printed file uses from elsewhere: its imports are collected while it is printed."""

from __future__ import annotations

from collections.abc import Collection

from backends.python import code as py
from backends.python.hidden import visible_time
from backends.python.names import BUILTINS


def _is_of_types(module: str) -> bool:
    """Tell whether a module holds types of the document: it is in their folder, or beside them."""
    beside = module[:1] == "." != module[1:2] and not module.startswith("._runtime.")
    return beside or module.startswith(("_models.", ".._models."))


class Scope(py.Imports):
    """Imports of one file of the package; ``home`` is its dotted path within the package (``_models.trips``).

    ``own``: names that types of the document have and the file wants from elsewhere, or Python has everywhere. The type
    is called so, and what is imported ``_Model``; a class of Python's name is spoken of as ``_TimeoutError``, since
    above it mypy would take Python's.
    """

    def __init__(self, home: str, own: Collection[str] = ()) -> None:
        super().__init__()
        self.home = home
        self.own = own
        self.hiding: Collection[str] = ()
        """The attributes of the class being printed, where types of their names have to be spelled otherwise."""
        self._again: set[str] = set()
        self._folder, _, self._stem = home.rpartition(".")
        self._found: dict[tuple[str, str, bool], py.Expr] = {}
        self._used: dict[tuple[str, str], py.Expr] = {}

    def inside(self, module: str) -> str:
        """Give the relative spelling of a module of the package (``_runtime.model``)."""
        folder, _, stem = module.rpartition(".")
        if folder == self._folder:
            return f".{stem}"
        return f"{'..' if self._folder else '.'}{module}"

    def use(self, module: str, name: str = "") -> py.Expr:
        """Import a name at run time, and print it; without a name, the module."""
        if name in self.hiding and module == "datetime":
            return visible_time(name, self.hiding, self)
        found = self._used.get((module, name))
        if found is None:
            imported, called = self.spelled(module, name) if name else ("", module)
            super().use(module, imported)
            found = self._used[module, name] = py.Expr(called)
        return found

    def check(self, module: str, name: str) -> py.Expr:
        """Import a name for type checkers only, and print it."""
        imported, called = self.spelled(module, name)
        super().check(module, imported)
        return py.Expr(called)

    def spelled(self, module: str, name: str) -> tuple[str, str]:
        """Return the import of a name, and its name in this file."""
        called = name.rpartition(" ")[2] if " " in name else name
        if called in self.own and (called in BUILTINS or not _is_of_types(module)):
            return f"{name.partition(' ')[0]} as _{called}", f"_{called}"
        return name, called

    def again_if_hidden(self, name: str) -> list[py.Stmt]:
        """Print the other name of a type that shares its name with a class of Python."""
        if name not in self.own or name not in BUILTINS:
            return []
        return [py.declare(py.raw(f"_{name}"), self.use("typing", "TypeAlias"), py.raw(name))]

    def local(self, module: str, name: str) -> py.Expr:
        """Use a name of a module of the package at run time."""
        return self._found.get((module, name, True)) or self._import(module, name, at_run_time=True)

    def hint(self, module: str, name: str) -> py.Expr:
        """Use a name of a module of the package in annotations only."""
        return self._found.get((module, name, False)) or self._import(module, name, at_run_time=False)

    def _import(self, module: str, name: str, *, at_run_time: bool) -> py.Expr:
        if module == self.home:
            found = py.Expr(self.spelled("_models.", name)[1])
        else:
            found = (self.use if at_run_time else self.check)(self.inside(module), name)
        self._found[module, name, at_run_time] = found
        return found

    def again(self, module: str, name: str) -> py.Expr:
        """Use a type of the file by a name that no attribute has, where an attribute has the type's name."""
        self._again.add(name)
        return py.Expr(f"_{name}Type" if name in self.own else f"_{name}")

    def others(self) -> list[py.Stmt]:
        """Print the other names of types, which are defined below the types."""
        if not self._again:
            return []
        alias = self.use("typing", "TypeAlias")
        hints = {name for name in self._again if self._is_hint(name)}
        known, checked = (
            [py.declare(self.again("", name), alias, py.raw(name)) for name in sorted(names)]
            for names in (self._again - hints, hints)
        )
        if checked:
            self.use("typing", "TYPE_CHECKING")
            known.append(py.Block(("if", py.raw("TYPE_CHECKING"), checked), apart=True))
        return known

    def _is_hint(self, name: str) -> bool:
        """Tell whether a name here is known to type checkers only."""
        uses = [at_run_time or module == self.home for module, used, at_run_time in self._found if used == name]
        return bool(uses) and not any(uses)

    def runtime(self, module: str, name: str) -> py.Expr:
        """Use a name of the runtime at run time."""
        return self.local(f"_runtime.{module}", name)


class ModelScope(Scope):
    """Imports of a file of types: the names of other such files are imported when one of its types is read.

    So files may refer to each other in cycles, and reading a value loads the files of the types in it, and no others.
    """

    def __init__(self, home: str, own: Collection[str] = ()) -> None:
        super().__init__(home, own)
        self._later: dict[str, str] = {}

    def _import(self, module: str, name: str, *, at_run_time: bool) -> py.Expr:
        if not at_run_time or module == self.home or not module.startswith("_models."):
            return super()._import(module, name, at_run_time=at_run_time)
        self._later[self.spelled(module, name)[1]] = self.inside(module)
        found = self._found[module, name, True] = super()._import(module, name, at_run_time=False)
        return found

    def later(self) -> list[py.Stmt]:
        """Print the names of other files: below the classes, above the statements that need them at run time."""
        if not self._later:
            return []
        self.use("typing", "TYPE_CHECKING")
        later = self.runtime("later", "later")
        homes: dict[str, list[str]] = {}
        for name, home in sorted(self._later.items()):
            homes.setdefault(home, []).append(name)
        listed = [
            py.Sure("", py.Call(later, [py.raw("globals()"), *map(py.string, (home, *names))]))
            for home, names in sorted(homes.items())
        ]
        return [py.Guard(("if", py.raw("not TYPE_CHECKING"), listed), apart=True)]


class Uses(Scope):
    """The names that a piece of code uses, noted for all files in which it is printed."""

    def __init__(self, hiding: Collection[str] = (), own: Collection[str] = ()) -> None:
        self.own, self.hiding = own, hiding  # what it inherits beside needs no more, and thousands are made
        self._noted: dict[tuple[str, str, str], None] = {}

    def _note(self, how: str, module: str, name: str) -> py.Expr:
        self._noted[how, module, name] = None
        return py.Expr(self.spelled(module, name)[1] if name else module)

    def use(self, module: str, name: str = "") -> py.Expr:
        """Note a name, or a module, of another package."""
        if name in self.hiding and module == "datetime":
            return visible_time(name, self.hiding, self)
        return self._note("use", module, name)

    def local(self, module: str, name: str) -> py.Expr:
        """Note a name of a module of the package."""
        return self._note("local", module, name)

    def hint(self, module: str, name: str) -> py.Expr:
        """Note a name of a module of the package that only annotations use."""
        return self._note("hint", module, name)

    def again(self, module: str, name: str) -> py.Expr:
        """Note a type that is used by another name."""
        self._note("again", module, name)
        return py.Expr(f"_{name}Type" if name in self.own else f"_{name}")

    def tell(self, scope: Scope) -> None:
        """Use all the names in a file."""
        for how, module, name in self._noted:
            getattr(scope, how)(module, name)
