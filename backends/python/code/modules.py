"""Whole files: header, imports, statements; printed and parsed again."""

from __future__ import annotations

import symtable
from collections.abc import Iterable, Sequence
from functools import lru_cache

from backends.python.code.literals import is_of_names
from backends.python.code.statements import SURE, Doc, Guard, Stmt, suite, sure
from backends.python.code.text import comment
from backends.writer.ruff import INDENT, WIDTH, Expr
from compiler.base.patterns import lazy_pattern
from compiler.base.spans import span

TYPE_CHECKING = Expr("TYPE_CHECKING")
Natural = list[tuple[int, int, str]]
_DIGITS = lazy_pattern(r"([0-9]+)")


class Import(Stmt):
    """``from module import names``, or ``import module``; names are sorted, long lists have one name per line."""

    __slots__ = ("module", "names")

    def __init__(self, module: str, names: Iterable[str] = (), *, apart: bool = False) -> None:
        super().__init__(apart)
        self.module, self.names = module, sorted(set(names), key=_import_order)

    def code(self, depth: int) -> str:
        """Return the text of the import."""
        names = ", ".join(self.names)
        text = self._text(names, depth) if names else f"import {self.module}"
        listed = "_" if names in ("", "*") else names.replace(" as ", ", ")
        known = is_of_names(f"{self.module.lstrip('.') or '_'}, {listed}")
        return sure(text) if known else text

    def _text(self, names: str, depth: int) -> str:
        head = f"from {self.module} import "
        if names == "*" or len(INDENT) * depth + len(head) + len(names) <= WIDTH:  # a star has no parentheses
            return head + names
        indent = INDENT * depth
        return "".join([head, "(", *[f"\n{indent}{INDENT}{name}," for name in self.names], f"\n{indent})"])


@lru_cache(maxsize=1 << 14)
def _import_order(name: str) -> tuple[int, Natural, str, str]:
    """Order constants, then classes, then the rest, as ruff's isort rules do; a name comes before its aliases."""
    first = name.split(" as ")[0]
    kind = 0 if first.isupper() and len(first) > 1 else 1 if first[:1].isupper() else 2
    return kind, natural(first.lower()), first, name


class Imports:
    """Collects what a file imports, and prints it in sorted blocks.

    ``standard`` modules come first, then local ones; only type checkers need ``checking`` names.
    """

    def __init__(self) -> None:
        self._at_run_time: dict[str, set[str]] = {}
        self._checking: dict[str, set[str]] = {}

    def use(self, module: str, name: str = "") -> Expr:
        """Import a name at run time, and print it; without a name, the module."""
        self._at_run_time.setdefault(module, set()).update([name] if name else [])
        return Expr(name or module)

    def check(self, module: str, name: str) -> Expr:
        """Import a name for type checkers only, and print it."""
        self._checking.setdefault(module, set()).add(name)
        return Expr(name)

    def statements(self) -> list[Stmt]:
        """Print the imports, without names that are needed at run time in the block for type checkers."""
        checking = {m: names - self._at_run_time.get(m, set()) for m, names in self._checking.items()}
        checking = {module: names for module, names in checking.items() if names}
        if checking:
            self.use("typing", "TYPE_CHECKING")
        found = _import_block(self._at_run_time)
        if checking:
            found.append(Guard(("if", TYPE_CHECKING, _import_block(checking)), apart=True))
        return found


def _import_block(modules: dict[str, set[str]]) -> list[Stmt]:
    standard = [module for module in modules if not module.startswith(".")]
    local = [module for module in modules if module.startswith(".")]
    found: list[Stmt] = []
    for group in (sorted(standard, key=lambda m: (bool(modules[m]), m)), sorted(local, key=_local_order)):
        for i, module in enumerate(group):
            found.append(Import(module, modules[module], apart=i == 0 and bool(found)))
    return found


def _local_order(module: str) -> tuple[int, Natural]:
    dots = len(module) - len(module.lstrip("."))
    return -dots, natural(module)


def natural(text: str) -> Natural:
    """Return a key of natural order, ``item_2`` before ``item_10``, as in ruff's isort rules."""
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in _DIGITS.split(text) if part]


def module(body: Sequence[Stmt], *, header: str, doc: str | None = None, imports: Imports | None = None) -> str:
    """Print a file: the header comment, the docstring, imports, and the statements.

    The text is parsed again as a gate; making its symbol table does that in half the time of ``ast.parse``, which
    builds a tree of Python objects, and finds more (a parameter given twice, ``return`` outside of a function). The
    parsed text has a number in place of each run of statements that are known to be valid.

    Raises:
        SyntaxError: what was printed is not Python; a bug of the printer.
    """
    future = Import("__future__", ["annotations"], apart=True)
    heading: list[Stmt] = [Doc(doc)] if doc is not None else []
    found = imports.statements() if imports is not None else []
    if found:
        found[0].apart = True
    statements = [*heading, future, *found]
    if body and not body[0].defines:
        body[0].apart = True
    top = "\n".join(comment(header))
    text = suite([*statements, *body], 0)
    *parts, last = text.split(SURE)[::2]
    asked = [part for part in parts if not part.isspace()]
    text = f"{top}\n{text.replace(SURE, '')}\n"
    if asked or last:
        with span("check", "python"):
            try:
                symtable.symtable("0".join([*asked, last]), "printed", "exec")
            except SyntaxError:
                symtable.symtable(text, "printed", "exec")  # says the line of the file
                raise
    return text
