"""Prints the dictionary types that arguments may be given in place of models: ``FareParam`` for ``Fare``.

Their keys are the names on the wire, so that a dictionary is the JSON that is sent; editors show the texts below them
(D11.6). The documentation of a dictionary as a whole is only at the model. Most types have few required keys or few
optional ones: only the rarer kind is marked.
"""

from __future__ import annotations

import keyword
import unicodedata
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from backends.python import code as py
from backends.python.docs import field_text
from backends.python.scope import Scope
from backends.python.types import Types
from compiler.ir.node import Id
from compiler.ir.types import Alias, Field, Model, Union, UnionTag

_REQUIRED, _OPTIONAL = "Required", "NotRequired"
_NOT_TOTAL = py.Keyword("total", py.raw("False"))


class ParamScope(Scope):
    """Imports of a file of dictionaries: types of other files are referred to as ``models.Fare``.

    A key named ``models`` would hide the module; then the module gets another name.
    """

    def __init__(self, home: str, keys: AbstractSet[str], own: AbstractSet[str]) -> None:
        super().__init__(home, own)
        self._models = "api_models" if "models" in keys else "models"

    def hint(self, module: str, name: str) -> py.Expr:
        """Use a name of a module of the package in annotations only."""
        if module == self.home or not module.startswith(("_models.", "_params.")):
            return super().hint(module, name)
        self.check("..", "models" if self._models == "models" else f"models as {self._models}")
        return py.Expr(f"{self._models}.{name}")


def param_file(types: Types, home: str, ids: Sequence[Id], header: str) -> str:
    """Print a file of dictionary types."""
    models = [declared for at in ids if isinstance(declared := types.whole[at], Model)]
    scope = ParamScope(home, {item.wire for model in models for item in _keys(model)}, types.names.own)
    return py.module(param_statements(types, scope, ids), header=header, imports=scope)


def param_statements(types: Types, scope: Scope, ids: Sequence[Id]) -> list[py.Stmt]:
    """Print the dictionary types of one file: models as classes, then unions and aliases of them."""
    models = [at for at in ids if isinstance(types.declared[at], Model)]
    found = [_dictionary(types, scope, at, types.whole[at]) for at in models]
    for at in ids:
        declared = types.whole[at]
        if isinstance(declared, Union | Alias):
            found.append(_alias(types, scope, at, declared))
    return found


def _dictionary(types: Types, scope: Scope, at: Id, model: object) -> py.Stmt:
    if not isinstance(model, Model):
        raise TypeError(at)
    name = py.identifier(types.names.param(at))
    base = scope.use("typing", "TypedDict")
    if any(not item.wire.isidentifier() or keyword.iskeyword(item.wire) or _mangled(item) for item in _keys(model)):
        return _by_call(types, scope, name, base, at, model)
    required = sum(map(_is_required, model.fields))
    total = len(_OPTIONAL) * (len(model.fields) - required) <= len(_REQUIRED) * required + len(_NOT_TOTAL.text)
    body: list[py.Stmt] = [py.Line(f"{tag.wire}: ", _tag(scope, tag, total)) for tag in model.tags]
    for field in model.fields:
        value = _value(types, scope, at, field, total)
        body.append((py.Sure if py.is_of_names(value.text) else py.Line)(f"{field.wire}: ", value))
        text = field_text(field)
        if text is not None:
            body.append(py.Doc(text))
    return py.Class(name, [base] if total else [base, _NOT_TOTAL], body)


def _keys(model: Model) -> tuple[Field | UnionTag, ...]:
    return (*model.tags, *model.fields)


def _tag(scope: Scope, tag: UnionTag, total: bool) -> py.Expr:
    """Print the type of a tag that unions write: a dictionary has it where it goes through a union (D11.2)."""
    told = py.Subscript(scope.use("typing", "Literal"), [py.literal(value) for value in tag.values])
    return py.Subscript(scope.use("typing", _OPTIONAL), [told]) if total else told


def _mangled(field: Field | UnionTag) -> bool:
    """Tell whether Python would change the name within a class: by name mangling, or by Unicode normalization."""
    name = field.wire
    return (name.startswith("__") and not name.endswith("__")) or unicodedata.normalize("NFKC", name) != name


def _by_call(types: Types, scope: Scope, name: py.Expr, base: py.Expr, at: Id, model: Model) -> py.Stmt:
    """Print ``TypedDict("Name", {...})``, for names that are not identifiers."""
    pairs = [py.Pair(py.string(tag.wire), py.string(_tag(scope, tag, True).text)) for tag in model.tags]
    pairs += [
        py.Pair(py.string(field.wire), py.string(_value(types, scope, at, field, True).text)) for field in model.fields
    ]
    return py.assign(name, py.Call(base, [py.string(name.text), py.Collection("{", pairs, "}")]), apart=True)


def _value(types: Types, scope: Scope, at: Id, field: Field, total: bool) -> py.Expr:
    given = types.tag(at, field, scope) or types.argument(field.type, scope)
    if _is_required(field) is total:
        return given
    return py.Subscript(scope.use("typing", _REQUIRED if _is_required(field) else _OPTIONAL), [given])


def _is_required(field: Field) -> bool:
    """Tell whether a dictionary must have a key; a constant that the document says may be left out need not be there,
    though models write it (D11.2)."""
    return field.required and not (field.implied and field.said is None)


def _alias(types: Types, scope: Scope, at: Id, declared: Union | Alias) -> py.Stmt:
    """Print the argument type of a union or alias; quoted, since nothing here is needed at run time."""
    name = py.identifier(types.names.param(at))
    if isinstance(declared, Alias):
        value = types.argument(declared.type, scope)
    else:
        value = py.union(_members(types, scope, declared))
    return py.declare(name, scope.use("typing", "TypeAlias"), py.string(value.text), apart=True)


def _members(types: Types, scope: Scope, declared: Union) -> list[py.Expr]:
    parts = [types.argument(case.type, scope) for case in declared.cases]
    if types.keeps_unknown(declared):
        parts.append(types.unknown(declared, scope, checked=True))
    return [part for part in parts if part.text == types.names.anything] or parts
