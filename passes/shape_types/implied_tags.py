"""Tags that only discriminators declare: a member gets its tag as a constant, so that it is sent (D11.2).

Without it the tag could be sent or read only in the union. A member of a oneOf often leaves the tag to the mapping,
and a derived schema has the property as its base describes it: any text, or one of the names of all derived schemas.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from compiler.ir.node import Id, Json, escape, replace
from compiler.ir.references import end
from compiler.ir.tags import tag_values
from compiler.ir.types import (
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
    all of them, stays as it is: no constant says which one a value has.
    """
    asked: dict[Id, Asked] = {}
    usable: set[Id] = set()
    for at, union in types.items():
        if not isinstance(union, Union) or union.choice is not Choice.TAGGED or union.tag is None:
            continue
        for case in union.cases:
            if isinstance(case.type, Ref):
                target = end(links, case.type.target)
                tags = () if case.type == union.default else tag_values(union.tag, case, types)
                asked.setdefault(target, {}).setdefault(union.tag, set()).add(tags)
                if at in mapped and (is_component(target) or any(tag in mapped[at] for tag in case.tags)):
                    usable.add(target)
    for target, found in asked.items():
        model = types.get(target)
        if target in usable and isinstance(model, Model):
            told = {name: next(iter(tags)) for name, tags in found.items() if len(tags) == 1}
            made = _with_tags(model, told, types)
            if made is not model:
                yield made


def _with_tags(model: Model, tags: Mapping[str, tuple[Json, ...]], types: Types) -> Model:
    """Return a model with its tag, where it has one alone, as the constant of each property."""
    for name, values in tags.items():
        if len(values) == 1:
            model = _with_tag(model, name, Const(values[0]), types)
    return model


def _with_tag(model: Model, name: str, tag: Const, types: Types) -> Model:
    before = next((field for field in model.fields if field.wire == name), None)
    if before is None:
        at = f"{model.id}/properties/{escape(name)}"
        return replace(model, fields=(Field(wire=name, type=tag, required=True, implied=True, id=at), *model.fields))
    if before.type == tag or (bare(before.type, types) == tag and not before.required):
        return model  # that it may be left out, or be null, is what the document says of its constant
    field = replace(
        before,
        type=tag,
        required=True,
        implied=not before.required,
        said=_said(before.type, types),
        default=before.default if before.default == Value(tag.value) else None,
        example=before.example if before.example == Value(tag.value) else None,
    )
    return replace(model, fields=tuple(field if one is before else one for one in model.fields))


def _said(type_: Type, types: Types) -> Type | None:
    """Return what the document itself says of the property, where that is a scalar, or a list that is open."""
    found = behind(type_, types)
    if isinstance(found, Nullable):
        inner = _said(found.inner, types)
        return None if inner is None else Nullable(inner)
    declared = types[found.target] if isinstance(found, Ref) else None
    if isinstance(declared, Enum):
        return declared.base if declared.open else None
    return found if isinstance(found, Scalar) else None
