"""The one JavaScript module of the client and its groups: node takes half a millisecond to find and open a file.

Its statements are constants, functions and classes without side effects, each constant and method on its own line: a
bundler keeps those that are used. The entries `./client` and `./groups/*` share it, since no two functions of the
package have the same name. Names that are local to a source file, such as those of constants, are made unique here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from backends.typescript.files import File, exports
from backends.typescript.scope import HOMES, LINKED, Scope
from backends.typescript.text import string
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import mutable
from compiler.ir.plan import Method, Plan, function_key

_HUMP = lazy_pattern(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_TEXT = lazy_pattern(r"""("[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*')""")
_ANSWER = lazy_pattern(r"\bON_\w+")


@mutable
class Names:
    """The names in the linked module."""

    classes: frozenset[str]
    """Those that are the same in the sources."""
    taken: set[str]
    heads: dict[tuple[str, ...], str] = field(default_factory=dict)
    """What names begin with, by group."""
    functions: dict[tuple[str, ...], dict[str, str]] = field(default_factory=dict)
    """By group: methods to their functions."""
    constants: dict[tuple[str, ...], dict[str, str]] = field(default_factory=dict)
    """By group: methods to the constants of their facts."""

    def free(self, wanted: str) -> str:
        """Reserve a name, or a similar one if it is taken."""
        while wanted in self.taken:
            wanted += "_"
        self.taken.add(wanted)
        return wanted


def linked_names(plan: Plan, others: Iterable[str]) -> Names:
    """Name the functions of all groups. ``others``: what the module imports of printed files."""
    classes = frozenset({*_classes(plan), api_constant(plan), "createCore"})
    found = Names(classes, {*classes, *HOMES, *others})
    for group in plan.surface.groups.values():
        path = group.idents or ("client",)
        found.heads[group.path] = "_".join(path)
        names = {item.ident: _inside(plan, item) for item in group.methods}
        found.functions[group.path] = {ident: found.free(name) for ident, name in names.items()}
        found.constants[group.path] = {ident: found.free(constant_of(name)) for ident, name in names.items()}
    return found


def _inside(plan: Plan, method: Method) -> str:
    """Name a function here; a method of the client itself might have the name of a runtime function."""
    name = plan.surface.derived[function_key(method)]
    return name if method.group else f"client_{name}"


def api_constant(plan: Plan) -> str:
    """Name the constant of the API's facts; a class may already be called ``API``."""
    name = "API"
    while name in _classes(plan):
        name += "_"
    return name


def _classes(plan: Plan) -> set[str]:
    return {plan.surface.client, *(group.type_ident for group in plan.surface.namespaces)}


def constant_of(ident: str) -> str:
    """Name the constant of the facts of a function or method."""
    return _HUMP.sub("_", ident).upper()


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Rename the shared responses in printed code to their names in the linked module."""
    if not names or "ON_" not in text:
        return text
    parts = _TEXT.split(text)  # code and strings by turns
    parts[::2] = [_ANSWER.sub(lambda found: names.get(found[0], found[0]), part) for part in parts[::2]]
    return "".join(parts)


def linked_files(files: Iterable[File], licence: str | None) -> Iterator[tuple[str, str]]:
    """Yield the linked module as ESM and as CommonJS, by path in the package."""
    merged = list(files)
    scope = Scope(LINKED)
    for file in merged:
        scope.link(file.scope)
    head = merged[0].head(licence)
    body = "".join(statement for file in merged for statement in (*file.js, *_aliases(file)))
    names = [name for file in merged for name in file.public()]
    imports, requires = scope.imports()[1], scope.requires()
    yield f"dist/esm/{LINKED}.js", f"{head}\n{imports}\n{body}\n{exports(names)};\n"
    given = "".join(f"exports[{string(public)}] = {name};\n" for file in merged for name, public in file.exported)
    yield f"dist/cjs/{LINKED}.js", f'{head}"use strict";\n\n{requires}\n{body}\n{given}'


def _aliases(file: File) -> Iterator[str]:
    """Yield constants for classes of this module to which a file gives another name."""
    for name, own in file.scope.linked_aliases():
        yield f"const {own} = {name};\n"
