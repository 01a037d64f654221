"""Tags that discriminators imply: a member has its tag as the constant of the property, so that it is sent (D11.2).

A derived schema has the property as its base describes it: any text, or one of the names of all derived schemas. A
member that does not declare the property has no tag: the union writes it with a value that goes through it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from compiler.ir.node import Id, Json, replace
from compiler.ir.references import end
from compiler.ir.tags import tag_values
from compiler.ir.types import (
    Case,
    Choice,
    Const,
    Declaration,
    Enum,
    Field,
    Model,
    Nullable,
    Ref,
    Scalar,
    Type,
    Union,
    UnionTag,
    Value,
    bare,
    behind,
)
from passes.support.components import is_component

Types = Mapping[Id, Declaration]
Asked = dict[str, set[tuple[Json, ...]]]
"""What the unions of a member want of it: for each property the tags that it has in them."""


def implied_tags(types: Types, mapped: Mapping[Id, Container[str]], links: Mapping[Id, Id]) -> Iterator[Model]:
    """Yield the members that are told by one tag, with that as the type of its property.

    ``mapped`` are the tags that each discriminator maps, by its union. A member with several tags, in one union or in
    all of them, stays as it is: no constant says which one a value has. A constant of its own that a member may leave
    out, or has a default for, is sent all the same where a discriminator asks for it; elsewhere a value without it is
    right, too.
    """
    asked: dict[Id, Asked] = {}
    usable: set[Id] = set()
    for at, union in types.items():
        if not isinstance(union, Union) or union.tag is None:
            continue
        for case in union.cases:
            for target in _members(case.type, union.tag, types, links):
                own = replace(case, type=Ref(target))
                tags = () if case.type == union.default else tag_values(union.tag, own, types)
                asked.setdefault(target, {}).setdefault(union.tag, set()).add(tags)
                if at in mapped and (is_component(target) or any(tag in mapped[at] for tag in case.tags)):
                    usable.add(target)
    for target, found in asked.items():
        model = types.get(target)
        if isinstance(model, Model):
            made = model
            for name, several in found.items():
                tags = next(iter(several)) if len(several) == 1 else ()
                if len(tags) == 1:
                    made = _with_tag(made, name, Const(tags[0]), types, told=target in usable)
            if made is not model:
                yield made


def tags_of_unions(types: Types, links: Mapping[Id, Id]) -> Iterator[Union | Model]:
    """Yield the unions that write tags, and the models that do not declare what is written with them."""
    found: dict[Id, dict[str, dict[Json, None]]] = {}
    for union in types.values():
        if not isinstance(union, Union) or union.choice is not Choice.TAGGED or union.tag is None:
            continue
        cases: list[Case] = []
        for case in union.cases:
            sure = bool(case.tags) and case.type != union.default
            written: Value | None = None
            for target in _members(case.type, union.tag, types, links) if sure else ():
                field = _field(types[target], union.tag)
                values = tag_values(union.tag, replace(case, type=Ref(target)), types)
                if field is None:
                    found.setdefault(target, {}).setdefault(union.tag, {}).update(dict.fromkeys(values))
                if len(values) == 1 and (field is None or not field.required):
                    written = Value(values[0])
            cases.append(case if written is None else replace(case, written=written))
        if any(case.written is not None for case in cases):
            yield replace(union, cases=tuple(cases))
    for target, tags in found.items():
        model = types[target]
        if isinstance(model, Model):
            yield replace(model, tags=tuple(UnionTag(name, tuple(values)) for name, values in tags.items()))


def _members(type_: Type, tag: str | None, types: Types, links: Mapping[Id, Id]) -> Iterator[Id]:
    """Yield the model that a case is, or those of a union that it is and that another property tells apart."""
    seen: set[Id] = set()
    waiting = [type_]
    while waiting:
        found = waiting.pop()
        target = end(links, found.target) if isinstance(found, Ref) else None
        if target is None or target in seen:
            continue
        seen.add(target)
        declared = types.get(target)
        if isinstance(declared, Model):
            yield target
        elif isinstance(declared, Union) and tag is not None and declared.tag != tag:
            waiting += [case.type for case in declared.cases]


def _with_tag(model: Model, name: str, tag: Const, types: Types, *, told: bool) -> Model:
    """Return a model with its tag as the constant of a property; ``told``: also where the model says less of it."""
    before = _field(model, name)
    if before is None:
        return model
    if (before.type == tag and before.required) or not (told or _is_only(tag, before.type, types)):
        return model
    field = replace(
        before,
        type=tag,
        required=True,
        implied=not before.required,
        said=_declared_type(before.type, types),
        default=before.default if before.default == Value(tag.value) else None,
        example=before.example if before.example == Value(tag.value) else None,
    )
    return replace(model, fields=tuple(field if one is before else one for one in model.fields))


def _field(model: Declaration, name: str) -> Field | None:
    return next((field for field in model.fields if field.wire == name), None) if isinstance(model, Model) else None


def _is_only(tag: Const, type_: Type, types: Types) -> bool:
    """Tell whether a tag is the only value of a type, null aside."""
    found = bare(type_, types)
    declared = types[found.target] if isinstance(found, Ref) else None
    listed = [member.value for member in declared.members] if isinstance(declared, Enum) else []
    return found == tag or listed == [tag.value]


def _declared_type(type_: Type, types: Types) -> Type | None:
    """Return what the document itself says of the property, where that is a scalar, or a list that is open, or null
    beside the constant."""
    found = behind(type_, types)
    if isinstance(found, Nullable):
        inner = found.inner if isinstance(found.inner, Const) else _declared_type(found.inner, types)
        return None if inner is None else Nullable(inner)
    declared = types[found.target] if isinstance(found, Ref) else None
    if isinstance(declared, Enum):
        return declared.base if declared.open else None
    return found if isinstance(found, Scalar) else None
