"""Names the classes of ``_unknown.py``: unknown members of unions, one class for each attribute that is a tag.

::

    class UnknownByType(UnknownMember, tag="type"):
        type: Literal["<unknown>"]

Only a literal narrows in every type checker, so the tag is typed as a literal that no document has (D11.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from compiler.ir.tags import telling
from compiler.ir.types import Union
from compiler.plan.plan import Plan
from compiler.plan.type_facts import property_ident

HOME = "_unknown"
UNKNOWN_TAG = "<unknown>"

Tag = tuple[str, str]
"""The name of an attribute, and of its property on the wire."""


class UnknownMembers:
    """The classes of unknown members of one plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self._types, self._surface = plan, plan.wire.shapes, plan.surface.types

    def tag(self, union: Union) -> Tag | None:
        """Return the attribute that tells the objects of a union apart, by its name in the first of them."""
        wire = telling(union, self._types)
        if wire is None:
            return None
        ident = property_ident(union, wire, self._types, lambda at: self._surface[at].members)
        return None if ident is None else (ident, wire)

    @cached_property
    def named(self) -> Mapping[Tag, str]:
        """The names of the classes."""
        unions = (item for item in self.plan.wire.unions_and_aliases.values() if isinstance(item, Union) and item.open)
        found: dict[Tag, str] = {}
        for tag in sorted({tag for union in unions if (tag := self.tag(union)) is not None}):
            name = f"UnknownBy{''.join(word[:1].upper() + word[1:] for word in tag[0].split('_'))}"
            while name in found.values():
                name += "_"
            found[tag] = name
        return found
