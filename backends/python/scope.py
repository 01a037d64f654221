"""The names that one printed file uses from elsewhere: imports fall out of what is printed."""

from __future__ import annotations

from backends.python.cst import Expr, Imports


class Scope(Imports):
    """Imports of one file of the package; ``home`` is its dotted path within the package (``_models.trips``)."""

    def __init__(self, home: str) -> None:
        super().__init__()
        self.home = home
        self._folder, _, self._stem = home.rpartition(".")
        self._found: dict[tuple[str, str, bool], Expr] = {}

    def inside(self, module: str) -> str:
        """Give the relative spelling of a module of the package (``_runtime.model``)."""
        folder, _, stem = module.rpartition(".")
        if folder == self._folder:
            return f".{stem}"
        return f"{'..' if self._folder else '.'}{module}"

    def local(self, module: str, name: str) -> Expr:
        """Use a name of a module of the package at run time."""
        return self._found.get((module, name, True)) or self._import(module, name, at_run_time=True)

    def hint(self, module: str, name: str) -> Expr:
        """Use a name of a module of the package in annotations alone."""
        return self._found.get((module, name, False)) or self._import(module, name, at_run_time=False)

    def _import(self, module: str, name: str, *, at_run_time: bool) -> Expr:
        if module == self.home:
            found = Expr(name)
        else:
            found = (self.use if at_run_time else self.check)(self.inside(module), name)
        self._found[module, name, at_run_time] = found
        return found

    def runtime(self, module: str, name: str) -> Expr:
        """Use a name of the runtime at run time."""
        return self.local(f"_runtime.{module}", name)
