"""Decides, when all types are there, how the cases of each union are told apart (D11.2)."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.ir.node import Id, replace
from compiler.ir.types import Declaration, Enum, Union
from passes.shape_types.cycles import without_circles
from passes.shape_types.implied_tags import implied_tags, tags_of_unions
from passes.shape_types.shaper import Shaper
from passes.support.unions.choice import Chooser
from passes.support.unions.tags import links_of


def decide_unions(shaper: Shaper) -> Mapping[Id, Declaration]:
    """Return the declarations, with how the cases of each union are told apart."""
    shaper.declare_late()
    drafts = shaper.drafts
    drafts.types.update(list(without_circles(drafts.types)))
    for at in drafts.free:
        declared = drafts.types.get(at)
        if isinstance(declared, Enum) and declared.open:
            drafts.types[at] = replace(declared, free=True)
    links = links_of(drafts.types)
    chooser = Chooser(drafts.types, shaper.context, drafts.discriminators, links=links)
    for at, declared in drafts.types.items():
        if isinstance(declared, Union):
            drafts.types[at] = decide_union(declared, drafts.subjects.get(at), at in drafts.named, chooser)
    mapped = {at: {tag for tag, _ in (*one.mapping, *one.names)} for at, one in drafts.discriminators.items()}
    drafts.types.update({model.id: model for model in implied_tags(drafts.types, mapped, links)})
    drafts.types.update({item.id: item for item in list(tags_of_unions(drafts.types, links))})
    return drafts.types


def decide_union(union: Union, subject: Id | None, by_name: bool, chooser: Chooser) -> Union:
    """Return a union with how its cases are told apart."""
    return chooser.decide(union, subject, by_name=by_name)
