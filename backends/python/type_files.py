"""Prints the files of declared types: private modules by subject, and the public ``models`` that finds them.

``_models/<module>.py`` holds classes and unions, ``_params/<module>.py`` the dictionaries that arguments may be
given in place of models, ``_schemas/<module>.json`` what validation reads; none is read before a name of it is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from backends.python import code as py
from backends.python import pydantic_models
from backends.python.code.modules import natural
from backends.python.enums import enum_statements, enum_values, shared_lists
from backends.python.fields import FieldPrinter
from backends.python.forms import FieldForms, Forms
from backends.python.group_scope import group_types
from backends.python.models import ModelPrinter
from backends.python.params import param_file
from backends.python.schemas import type_schemas
from backends.python.scope import ModelScope, Scope
from backends.python.types import Types
from backends.python.unions import UnionPrinter, in_order
from backends.python.unknown import HOME, UNKNOWN_TAG, UnknownMembers
from compiler.ir.node import Id
from compiler.ir.types import Alias, Enum, Model, Union
from compiler.plan.per_plan import per_plan
from compiler.plan.plan import Plan

_FEW = 20
"""So many public names may fit on a line."""

_TYPES = ("_models.", "_params.")
"""Files of declared types."""


def type_files(plan: Plan, header: str, extra: Mapping[str, str] | None = None) -> Iterator[tuple[str, str]]:
    """Print all files of declared types, as pairs of path within the package and text."""
    yield "models.py", public_models(plan, header, extra)
    types = group_types(plan)
    modules = {stem: tuple(ids) for stem, ids in by_module(types).items()}
    for folder, print_file in {"_models": model_file, "_params": params_file}.items():
        printed = {f"{folder}/{stem}.py": print_file(plan, stem, ids, header) for stem, ids in modules.items()}
        found = [(path, text) for path, text in printed.items() if text is not None]
        if found:
            yield f"{folder}/__init__.py", py.module([], header=header)
        yield from found
    if types.names.unknown.named:
        yield f"{HOME}.py", _unknown_file(types.names.unknown, header)
    for stem, ids in modules.items():
        yield f"_schemas/{stem}.json", type_schemas(plan, stem, ids)


def by_module(types: Types) -> Mapping[str, list[Id]]:
    """Group the declared types by file."""
    found: dict[str, list[Id]] = {}
    for at in types.declared:
        found.setdefault(types.surface[at].module, []).append(at)
    return dict(sorted(found.items()))


@per_plan
def _field_printer(plan: Plan) -> tuple[Forms, FieldPrinter]:
    """Return what prints the fields of all files; pydantic evaluates types, which are printed for it."""
    types = group_types(plan)
    forms = FieldForms(pydantic_models.FieldTypes(plan)) if types.pydantic else types.forms
    return forms, FieldPrinter(forms)


def model_file(plan: Plan, stem: str, ids: Sequence[Id], header: str) -> str | None:
    """Print the types of a file."""
    forms, fields = _field_printer(plan)
    scope = ModelScope(f"_models.{stem}", forms.types.names.own)
    classes = list(_classes(forms, fields, scope, ids))
    named = list(_named(forms.types, scope, ids))
    return py.module([*classes, *scope.later(), *named, *scope.others()], header=header, imports=scope)


def _classes(forms: Forms, fields: FieldPrinter, scope: Scope, ids: Sequence[Id]) -> Iterator[py.Stmt]:
    """Print classes in the order of the document; enums come first, since fields of pydantic models refer to them."""
    types = forms.types
    yield from _enums(types, scope, ids)
    printer = pydantic_models.PydanticPrinter if types.pydantic else ModelPrinter
    for at in ids:
        match types.whole[at]:
            case Model() as model:
                yield printer(forms, fields, scope, at, model).statement()
                yield from scope.again_if_hidden(types.surface[at].ident)
            case Enum() | Union() | Alias():
                pass
            case _ as declared:
                assert_never(declared)


def _enums(types: Types, scope: Scope, ids: Sequence[Id]) -> Iterator[py.Stmt]:
    """Print enums, without blank lines between those that have no documentation."""
    enums = {at: declared for at in ids if isinstance(declared := types.whole[at], Enum)}
    values = {at: enum_values(scope, enum) for at, enum in enums.items()}
    holders = shared_lists(types, values)
    order = dict.fromkeys(one for at in enums for one in (holders.get(at, at), at))
    apart = True
    for at in order:
        holder = holders.get(at, at)
        listed = values[at] if holder == at else py.identifier(types.surface[holder].ident)
        printed = list(enum_statements(types, scope, at, enums[at], listed))
        documented = any(isinstance(stmt, py.Doc) for stmt in printed)
        printed[0].apart = apart or documented
        apart = documented
        yield from printed
        yield from scope.again_if_hidden(types.surface[at].ident)


def _named(types: Types, scope: Scope, ids: Sequence[Id]) -> Iterator[py.Stmt]:
    """Print unions and aliases, which need the classes of the file at run time."""
    named = [at for at in ids if isinstance(types.declared[at], Union | Alias)]
    unions = (pydantic_models.PydanticUnions if types.pydantic else UnionPrinter)(types, scope)
    for at in in_order(types, named):
        declared = types.whole[at]
        if isinstance(declared, Union | Alias):
            yield from unions.statements(at, declared)
            yield from scope.again_if_hidden(types.surface[at].ident)


def params_file(plan: Plan, stem: str, ids: Sequence[Id], header: str) -> str | None:
    """Print the dictionary types of a file; None where it has none."""
    types = group_types(plan)
    wanted = [at for at in ids if types.names.has_param(at)]
    if not wanted:
        return None
    return param_file(types, f"_params.{stem}", wanted, header)


def _unknown_file(unknown: UnknownMembers, header: str) -> str:
    scope = Scope(HOME)
    classes = [_unknown(scope, name, *tag) for tag, name in unknown.named.items()]
    return py.module(classes, header=header, doc="Unknown members of unions.", imports=scope)


def _unknown(scope: Scope, name: str, ident: str, wire: str) -> py.Class:
    told = [py.Keyword("tag", py.string(ident)), *([] if ident == wire else [py.Keyword("wire", py.string(wire))])]
    kind = py.Subscript(scope.use("typing", "Literal"), [py.string(UNKNOWN_TAG)])
    bases: list[py.Expr] = [scope.runtime("unions", "UnknownMember"), *told]
    return py.Class(
        py.identifier(name),
        bases,
        [py.declare(py.raw(ident), kind)],
        doc="An object that is not a known member of its union.",
    )


def public_names(types: Types) -> dict[str, str]:
    """Map every public name to the file that holds it, within the package."""
    found = {name.ident: f"_models.{name.module}" for name in types.surface.values()}
    others = types.plan.wire.all_but_models
    for at, name in types.surface.items():
        if types.names.has_param(at):
            found[types.names.param(at)] = f"_params.{name.module}"
        declared = others.get(at)
        if isinstance(declared, Enum) and declared.has_names():
            found[types.names.constants(at)] = f"_models.{name.module}"
    return dict(sorted(found.items()))


def public_models(plan: Plan, header: str, extra: Mapping[str, str] | None = None) -> str:
    """Print ``models.py``: every name, found when it is first used.

    There are thousands in a large API, so each is printed once, by file: type checkers take all names of a file of
    types, and ``__all__`` says which of them are public.
    """
    files = by_home({**public_names(group_types(plan)), **(extra or {})})
    checked = [py.Import(f".{home}", ["*"] if home.startswith(_TYPES) else names) for home, names in files.items()]
    firsts = py.literal({names[0]: f".{home}" for home, names in files.items()})
    homes = py.Call(py.raw("homes"), [py.raw("__all__"), firsts])
    public = [name for names in files.values() for name in names]
    imports = py.Imports()
    imports.use("typing", "TYPE_CHECKING")
    for name in ("homes", "lazy"):
        imports.use("._runtime.lazy", name)
    return py.module(lazy_module(checked, public, homes), header=header, doc="The types of the API.", imports=imports)


def _public(names: Sequence[str]) -> py.Stmt:
    """Print ``__all__``, one name per line: one more name changes no other line (D10.7)."""
    listed = [py.string(name) for name in names]
    if len(names) <= _FEW:
        return py.assign(py.raw("__all__"), py.Collection("[", listed, "]"), apart=True)
    lines = "".join([f"    {item.text},\n" for item in listed])  # no need to check whether they fit
    return py.Laid(py.sure(f"__all__ = [\n{lines}]"), apart=True)  # names only


def by_home(names: Mapping[str, str]) -> dict[str, list[str]]:
    """Group names by the module that holds them."""
    found: dict[str, list[str]] = {}
    for name, home in sorted(names.items()):
        found.setdefault(home, []).append(name)
    return dict(sorted(found.items(), key=lambda item: natural(item[0])))


def lazy_module(checked: Sequence[py.Stmt], names: Sequence[str], homes: py.Expr) -> list[py.Stmt]:
    """Print the names of a module that come from other modules when they are first used.

    Args:
        checked: the imports that type checkers see.
        names: the public names.
        homes: an expression for the map from names to modules.
    """
    found = py.Call(py.raw("lazy"), [py.raw("__name__"), homes])
    return [
        *([py.Guard(("if", py.raw("TYPE_CHECKING"), checked))] if checked else []),
        _public(names),
        py.Guard(("if", py.raw("not TYPE_CHECKING"), [py.Sure("__getattr__, __dir__ = ", found)]), apart=True),
    ]
