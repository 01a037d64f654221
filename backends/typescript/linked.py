"""The one JavaScript module of the client and its groups: node takes half a millisecond to find and open a file.

Its statements are constants, functions and classes without side effects, each constant and method on its own line: a
bundler keeps those that are used. The entries `./client` and `./groups/*` share it, since no two functions of the
package have the same name. Names that are local to a source file, such as those of constants, are made unique here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import field

from backends.typescript.files import File, exports
from backends.typescript.scope import HOMES, LINKED, Scope
from backends.typescript.text import string
from compiler.base.naming import numbered
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import frozen, replace
from compiler.plan.plan import Group, Method, Plan, function_key

_HUMP = lazy_pattern(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_TEXT = lazy_pattern(r"""("[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*')""")
_IMPORT = lazy_pattern(r'\bimport\(("\./[\w.]+")\)')
_ANSWER = lazy_pattern(r"\bON_\w+")


@frozen
class GroupNames:
    """The names of a group's methods in the linked module.

    ``answers``: the names of shared responses, by their names in the source.
    """

    functions: Mapping[str, str]
    constants: Mapping[str, str]
    answers: Mapping[str, str] = field(default_factory=dict)


@frozen
class OwnNames:
    """The names of a group's methods in the source; ``local``: all that the file declares itself."""

    functions: Mapping[str, str]
    constants: Mapping[str, str]
    local: frozenset[str]


def class_names(plan: Plan) -> frozenset[str]:
    """Return the names that are the same in the linked module and in the sources."""
    return frozenset({*_classes(plan), api_constant(plan), "createCore"})


def linked_names(
    plan: Plan, classes: Set[str], own: Mapping[tuple[str, ...], OwnNames], others: Iterable[str]
) -> dict[tuple[str, ...], GroupNames]:
    """Name the functions of all groups.

    Args:
        plan: the plan.
        classes: names that are the same in the sources.
        own: the names of each group in its source.
        others: what the module imports of printed files.
    """
    taken = {*classes, *HOMES, *others}
    found: dict[tuple[str, ...], GroupNames] = {}
    for path, group in plan.surface.groups.items():
        names = {item.ident: _inside(plan, item) for item in group.methods}
        functions = {ident: _free(name, taken) for ident, name in names.items()}
        constants = {ident: _free(constant_of(name), taken) for ident, name in names.items()}
        found[path] = GroupNames(functions, constants)
    for group in (*plan.surface.namespaces, plan.surface.root):
        if group.kin:
            head, local = constant_of("_".join(group.idents or ("client",))), set(own[group.path].local)
            answers = [numbered(f"ON_{answer.status.upper()}", local) for answer in group.kin]
            inside = {name: _free(f"{head}_{name}", taken) for name in answers}
            found[group.path] = replace(found[group.path], answers=inside)
    return found


def own_names(plan: Plan, group: Group, classes: Set[str]) -> OwnNames:
    """Name the functions of a group in the source, and the constants of their facts."""
    functions = {item.ident: plan.surface.derived[function_key(item)] for item in group.methods}
    used = {*functions.values(), *classes, *(item.ident for method in group.methods for item in method.arguments)}
    constants = {ident: _free(constant_of(ident), used) for ident in functions}
    requests = {item.request.ident for item in group.methods if item.request is not None}
    local = {*functions.values(), *constants.values(), *requests, group.type_ident}
    if not group.path:
        local |= {plan.surface.client, plan.surface.derived["options"], "createCore", api_constant(plan)}
    return OwnNames(functions, constants, frozenset(local))


def _free(wanted: str, taken: set[str]) -> str:
    """Reserve a name, or a similar one if it is taken."""
    while wanted in taken:
        wanted += "_"
    taken.add(wanted)
    return wanted


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
    body = _IMPORT.sub(r"Promise.resolve().then(() => require(\1))", body)
    yield f"dist/cjs/{LINKED}.js", f'{head}"use strict";\n\n{requires}\n{body}\n{given}'


def _aliases(file: File) -> Iterator[str]:
    """Yield constants for classes of this module to which a file gives another name."""
    for name, own in file.scope.linked_aliases():
        yield f"const {own} = {name};\n"
