"""Walks a document along the grammar, following references, and yields the expected outcome of every node."""

from __future__ import annotations

import posixpath
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from compiler.ir.identity import short
from compiler.ir.node import Id
from compiler.source import Document, Json, escape_token, split_pointer
from judges.ledger.grammar import GRAMMAR, METHODS, NO_OPERATIONS, REFERABLE, VENDOR, Member
from judges.ledger.watch import Watched

_BY_PLACE = ("path item", "operation", "event item", "event", "callback")
"""Kinds that are known by the place where they are used, also behind a `$ref`."""
_EXTENSIBLE = ("path item", "event item", "response", "callback")
"""Kinds whose maps are objects of OpenAPI that may be extended; elsewhere `x-rate-limit` is a name as any other."""


@dataclass(frozen=True, slots=True)
class Node:
    """A member of an object: where it stands, whether lowering read it, and the rule that lets it be passed over."""

    file: str
    pointer: str
    kind: str
    """What holds it."""
    key: str
    read: bool
    rule: str = ""


@dataclass(frozen=True, slots=True)
class _Step:
    """An object that is still to be walked; ``use`` is the pointer by which an operation in it is known."""

    file: str
    pointer: str
    kind: str
    value: Json
    use: str = ""


@dataclass(slots=True)
class Walk:
    """One walk; ``operations`` and ``events`` are filled on the way."""

    documents: Mapping[str, Document]
    root: str
    ours: tuple[str, ...]
    """Prefixes of the extension keys that are ours."""
    operations: dict[Id, None] = field(default_factory=dict)
    events: dict[Id, None] = field(default_factory=dict)
    _seen: set[tuple[int, str, str]] = field(default_factory=set)
    _stack: list[_Step] = field(default_factory=list)

    def nodes(self) -> Iterator[Node]:
        """Yield every node that the root document leads to."""
        self._push(_Step(self.root, "", "root", self.documents[self.root].root))
        while self._stack:
            step = self._stack.pop()
            if isinstance(step.value, dict):
                yield from self._object(step, step.value)

    def _push(self, step: _Step) -> None:
        key = (id(step.value), step.kind, step.use if step.kind in _BY_PLACE else "")
        if isinstance(step.value, dict) and key not in self._seen:
            self._seen.add(key)
            self._stack.append(step)

    # ------------------------------------------------------------------ objects

    def _object(self, step: _Step, raw: dict[str, Json]) -> Iterator[Node]:
        members = GRAMMAR[step.kind]
        if step.kind in ("path item", "event item") and not _has_operations(raw):
            yield from (_by(self._node(step, raw, key), NO_OPERATIONS) for key in dict.keys(raw))
            return
        ref = dict.get(raw, "$ref")
        if step.kind in REFERABLE and isinstance(ref, str):
            self._follow(step, ref)
        for key, value in dict.items(raw):
            node = self._node(step, raw, key)
            member = members.get(key)
            if key.startswith("x-") and member is None:
                yield node if self._is_ours(key) else _by(node, VENDOR)
            elif member is not None and member.how == "ignored":
                yield _by(node, member.what)
            else:
                yield node
                member = member or members.get("*")
                if member is not None and node.read and key != "$ref":
                    yield from self._member(step, key, node.pointer, value, member)

    @staticmethod
    def _node(step: _Step, raw: dict[str, Json], key: str) -> Node:
        return Node(step.file, f"{step.pointer}/{escape_token(key)}", step.kind, key, key in _seen(raw))

    def _is_ours(self, key: str) -> bool:
        return key.startswith(self.ours)

    def _member(self, step: _Step, key: str, pointer: str, value: Json, member: Member) -> Iterator[Node]:
        match member:
            case Member("one", kind):
                self._push(_Step(step.file, pointer, kind, value, self._use(step, kind, key)))
            case Member("many", kind):
                for index, item in enumerate(value if isinstance(value, list) else []):
                    self._push(_Step(step.file, f"{pointer}/{index}", kind, item))
            case Member("table", kind):
                yield from self._table(step, key, pointer, value, kind)

    def _table(self, step: _Step, key: str, pointer: str, value: Json, kind: str) -> Iterator[Node]:
        if not isinstance(value, dict):
            return
        for name, item in dict.items(value):
            place = f"{pointer}/{escape_token(name)}"
            node = Node(step.file, place, f"{step.kind} {key}", name, name in _seen(value))
            if name.startswith("x-") and (kind in _EXTENSIBLE or not isinstance(item, dict)):
                yield node if self._is_ours(name) else _by(node, VENDOR)
                continue
            yield node
            if node.read:
                self._push(_Step(step.file, place, kind, item, f"{step.use}/{escape_token(key)}/{escape_token(name)}"))

    def _use(self, step: _Step, kind: str, key: str) -> str:
        use = f"{step.use}/{escape_token(key)}"
        if kind in ("operation", "event") and key in METHODS:
            found = self.operations if kind == "operation" else self.events
            found.setdefault(short(None, use))
        return use

    # ------------------------------------------------------------------ references

    def _follow(self, step: _Step, ref: str) -> None:
        found = self._target(step.file, ref, 0)
        if found is not None:
            file, pointer, value = found
            self._push(_Step(file, pointer, step.kind, value, step.use))

    def _target(self, file: str, ref: str, chain: int) -> tuple[str, str, Json] | None:
        """Return file, pointer and value that a reference by pointer leads to; others are read by their own walk."""
        path, _, fragment = ref.partition("#")
        name = posixpath.normpath(posixpath.join(posixpath.dirname(file), unquote(path))) if path else file
        document = self.documents.get(name)
        if document is None or (fragment and not fragment.startswith("/")) or chain > 20:
            return None
        value, pointer = document.root, ""
        tokens = split_pointer(document.moved(unquote(fragment)))
        for index, token in enumerate(tokens):
            if isinstance(value, dict) and dict.__contains__(value, token):
                value = dict.__getitem__(value, token)
            elif isinstance(value, list) and token.isdigit() and int(token) < len(value):
                value = value[int(token)]
            elif isinstance(value, dict) and isinstance(through := dict.get(value, "$ref"), str):
                rest = "".join(f"/{escape_token(item)}" for item in tokens[index:])
                inner = self._target(name, through, chain + 1)
                return inner and self._target(inner[0], f"#{inner[1]}{rest}", chain + 1)
            else:
                return None
            pointer += f"/{escape_token(token)}"
        return name, pointer, value


def _seen(raw: dict[str, Json]) -> Container[str]:
    """Return the keys that were read; an object that an upgrade wrote was read by the upgrade."""
    return raw.seen if isinstance(raw, Watched) else raw


def _has_operations(raw: dict[str, Json]) -> bool:
    return any(key in raw for key in (*METHODS, "$ref", "query", "additionalOperations"))


def _by(node: Node, rule: str) -> Node:
    return Node(node.file, node.pointer, node.kind, node.key, node.read, rule)
