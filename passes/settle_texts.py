"""Settle descriptions: a property without one takes its type's; all become Markdown with absolute links (D11.6).

Before::

    info external_docs="https://acme.test/docs/"
    model @schemas/Trip {
      field "fare" type=@schemas/Fare
    }
    model @schemas/Fare description="See <b>our</b> [guide](/guide)."

After::

    info external_docs="https://acme.test/docs/"
    model @schemas/Trip {
      field "fare" type=@schemas/Fare description="See **our** [guide](https://acme.test/guide)."
    }
    model @schemas/Fare description="See **our** [guide](https://acme.test/guide)."

A property, parameter, body, part or header without a text of its own takes that of the type it refers to, null aside;
aliases are followed to a text. Relative links are resolved against gen.yaml's ``docsUrl``, else against
the root's ``externalDocs``; without either they become plain text.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from compiler.base.markdown import to_markdown
from compiler.ir.headers import ResponseHeader
from compiler.ir.node import NODES, Id, TextKind, replace, texts_of
from compiler.ir.nodes import Body, Event, Operation, Parameter, Response, Sdk
from compiler.ir.servers import Server
from compiler.ir.types import Alias, Declaration, Enum, Field, Model, Nullable, Ref, Scalar, Type
from compiler.ir.wire import Answer, Part, PartHeader, Payload
from passes.support.change import change_each, change_values

if TYPE_CHECKING:
    from passes.context import Context

Node = TypeVar("Node")

HELD: Mapping[type, tuple[str, ...]] = {
    Operation: ("parameters", "body", "responses", "servers", "payload", "answers"),
    Event: ("parameters", "body", "responses", "payloads", "answers"),
    Model: ("fields",),
    Enum: ("members",),
    Server: ("variables",),
    Body: ("contents",),
    Response: ("headers", "contents"),
    Answer: ("headers",),
    Payload: ("parts", "rest", "others"),
    Part: ("headers",),
}
"""Which members of nodes are nodes with texts, or tuples of such."""
_BARE = frozenset(
    kind for kind in NODES.values() if texts_of(kind, TextKind.PROSE) == ("description",) and kind not in HELD
)
"""The kinds of nearly all nodes: they have a description, and nothing that has a text."""
_TYPED = frozenset({Field, Parameter, Part, PartHeader, Payload, ResponseHeader})
_CHAIN = 20
"""So many types that only rename the next are looked at for a text."""


def run(sdk: Sdk, context: Context) -> Sdk:
    """Settle every text that output shows."""
    base = context.docs_url or _web(sdk.info.external_docs if sdk.info else None)
    teller, types = _Teller(sdk.types, base), sdk.types
    return replace(
        sdk,
        info=teller.node(sdk.info) if sdk.info else None,
        tags=change_each(sdk.tags, teller.node),
        servers=change_each(sdk.servers, teller.node),
        global_parameters=change_each(sdk.global_parameters, teller.node),
        schemes=change_values(sdk.schemes, teller.node),
        types=change_values(types, lambda node: settle_node(node, base, types)),
        operations=change_values(sdk.operations, lambda node: settle_node(node, base, types)),
        events=change_values(sdk.events, lambda node: settle_node(node, base, types)),
    )


def _web(url: str | None) -> str | None:
    return url if url is not None and url.startswith(("https://", "http://")) else None


def settle_node(node: Node, base: str | None, types: Mapping[Id, Declaration]) -> Node:
    """Return a declaration with its texts settled, and those of what it holds."""
    return _Teller(types, base).node(node)


_markdown = lru_cache(maxsize=4096)(to_markdown)
"""Documents say the same in many places."""


class _Teller:
    """Changes the texts of nodes."""

    def __init__(self, types: Mapping[Id, Declaration], base: str | None) -> None:
        self.types, self.base = types, base

    def node(self, node: Node) -> Node:
        """Return a node with its texts settled, and those of what it holds."""
        kind = type(node)
        if kind in _BARE:
            bare: Node = self._bare(node, kind in _TYPED)
            return bare
        new: dict[str, Any] = {}
        for name in texts_of(kind, TextKind.PROSE):
            text = getattr(node, name)
            told = self._inherited(node.type) if not text and kind in _TYPED else text  # type: ignore[attr-defined]
            told = told and self.text(told)
            if told is not text:
                new[name] = told
        for name in HELD.get(kind, ()):
            held = getattr(node, name)
            if held:
                changed = change_each(held, self.node) if isinstance(held, tuple) else self.node(held)
                if changed is not held:
                    new[name] = changed
        return replace(node, **new) if new else node  # type: ignore[type-var]

    def _bare(self, node: Any, typed: bool) -> Any:
        text = node.description
        told = text or (self._inherited(node.type) if typed else text)
        if told:
            told = self.text(told)
        return node if told is text else replace(node, description=told)

    def text(self, text: str) -> str:
        """Return a text as Markdown."""
        if "<" not in text and "&" not in text and "](" not in text and "]:" not in text:
            return text  # as nearly all
        made = _markdown(text, self.base)
        return text if made == text else made

    def _inherited(self, type_: Type | None) -> str | None:
        """Return the text of the type that a type without one refers to."""
        if isinstance(type_, Scalar):  # as most are
            return None
        for _ in range(_CHAIN):
            held = type_.inner if isinstance(type_, Nullable) else type_
            declared = self.types.get(held.target) if isinstance(held, Ref) else None
            if declared is None or declared.description:
                return declared.description if declared is not None else None
            if not isinstance(declared, Alias):
                return None
            type_ = declared.type
        return None
