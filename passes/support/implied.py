"""Tags that discriminators alone know: a member that does not declare the property gets it as a constant (D11.2).

Without it nobody could send the tag or read it, save in the union. Parents with a discriminator declare the property,
so that heirs have it by allOf; a member of a oneOf often leaves it to the mapping.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from compiler.ir.node import Id, escape, replace
from compiler.ir.references import end
from compiler.ir.types import Choice, Const, Declaration, Field, Model, Ref, Union
from passes.support.components import is_component

Types = Mapping[Id, Declaration]


def implied_tags(types: Types, mapped: Mapping[Id, Container[str]], links: Mapping[Id, Id]) -> Iterator[Model]:
    """Yield the members that are told by a property they do not declare, with that property.

    ``mapped`` are the tags that each discriminator maps, by its union. A member with several tags, in one union or in
    all of them, stays as it is: no constant says which one a value has.
    """
    asked: dict[Id, set[tuple[str, tuple[str, ...]]]] = {}
    usable: set[Id] = set()
    for at, union in types.items():
        if not isinstance(union, Union) or union.choice is not Choice.TAGGED or union.tag is None:
            continue
        for case in union.cases:
            if isinstance(case.type, Ref):
                target = end(links, case.type.target)
                tags = () if case.type == union.default else case.tags  # the default may do without
                asked.setdefault(target, set()).add((union.tag, tags))
                if at in mapped and (is_component(target) or case.tags[0] in mapped[at]):
                    usable.add(target)
    for target, found in asked.items():
        model = types.get(target)
        if target in usable and len(found) == 1 and isinstance(model, Model):
            ((name, values),) = found
            if len(values) == 1 and all(field.wire != name for field in model.fields):
                yield replace(model, fields=(_implied(target, name, values[0]), *model.fields))


def _implied(model: Id, name: str, tag: str) -> Field:
    at = f"{model}/properties/{escape(name)}"
    return Field(wire=name, type=Const(tag), required=True, implied=True, id=at)
