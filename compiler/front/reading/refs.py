"""Resolves a `$ref` to its target, which is identified by file and pointer, not by the spelling (D1.4).

JSON pointers, `$anchor` and `$id` are understood, also pointers that pass through another `$ref`. Each spelling is
resolved once for each file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote, urljoin

from compiler.base.frozen import mutable
from compiler.diagnostics import Help, Note
from compiler.front.mistakes.misplaced import as_swagger, component_instead, place_instead
from compiler.front.mistakes.wording import did_you_mean
from compiler.front.reading.documents import File, Library
from compiler.front.reading.uris import normalized
from compiler.ir.identity import COMPONENT_KINDS, locate, short
from compiler.ir.node import Id
from compiler.source import NOTHING, Json, Loc, Nothing, child_of, escape_token, is_remote, split_pointer, value_at

if TYPE_CHECKING:
    from compiler.front.reading.notes import Notes

MAX_CHAIN = 100
"""How many `$ref`s a reference may pass through; more is a cycle."""

_DATA = frozenset({"enum", "const", "default", "example", "examples"})
"""Keywords whose values are data, in which `$id` and `$anchor` mean nothing."""

_DEFINITIONS = ("#/$defs/", "#/definitions/")

_DECLARING = ("$id", "$self", "$anchor", "$dynamicAnchor")


class Target(NamedTuple):
    """A thing that a reference names: its identity, its value, and the file it stands in."""

    id: Id
    raw: Json
    file: File


class Broken(NamedTuple):
    """Why a reference leads nowhere: a code of the catalogue with its parameters."""

    code: str
    params: dict[str, str]
    help: Help = None
    removed: Loc | None = None
    """The action of an overlay that took away what it leads to."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """What took it away."""
        return removal_notes(self.removed)


def removal_notes(by: Loc | None) -> tuple[Note, ...]:
    """Return the note that shows the action of an overlay that took away what something else still names."""
    return (Note("this action of the overlay removed it", by),) if by is not None else ()


REPORTED = Broken("", {})
"""The file could not be read, which was reported when it was tried."""


class _BrokenError(Exception):
    """Carries a :class:`Broken` out of the resolution; never leaves this module."""

    def __init__(self, broken: Broken) -> None:
        super().__init__(broken.code)
        self.broken = broken


@mutable
class _Names:
    """What a document declares by `$id` and `$anchor`: pointers, by URI and by (base URI, anchor).

    ``holders`` has the base URIs and pointers of each anchor; ``bases`` holds the URI that `$id` gives to the schema at
    each pointer; ``twice`` are the names that something else had already: keyword, name, pointer, the first pointer.
    """

    resources: dict[str, str] = field(default_factory=dict)
    bases: dict[str, str] = field(default_factory=dict)
    anchors: dict[tuple[str, str], str] = field(default_factory=dict)
    holders: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    twice: list[tuple[str, str, str, str]] = field(default_factory=list)


class Resolver:
    """Resolves references of all documents of a library."""

    def __init__(self, library: Library, tell: Callable[[str, Id], None] = lambda code, at: None) -> None:
        self.tell = tell
        """Told of each reference that is read in another way than it is written: the code, and where it stands."""
        self.notes: Notes | None = None
        self._library = library
        self._known: dict[tuple[File, str, str], Target | Broken] = {}
        self._foreign: set[tuple[File, str, str]] = set()
        """References by an anchor that another resource declares."""
        self._names: dict[File, _Names] = {}
        self._with_resource: dict[str, list[File]] = {}
        self._seen = 0

    def resolve(self, ref: str, file: File, at: Id) -> Target | Broken:
        """Return what ``ref``, written at ``at`` in ``file``, leads to, or why it leads nowhere."""
        found = self._resolve(ref, file, at)
        if self.notes is not None:
            self.notes.resolve((ref, file, at), found)
        return found

    def _resolve(self, ref: str, file: File, at: Id) -> Target | Broken:
        base = self._base(file, at)
        key = (file, base, ref)
        found = self._known.get(key)
        if found is None:
            try:
                found = self._find(ref, file, base, at, 0)
            except _BrokenError as error:
                found = error.broken
            except ValueError:  # of urllib, and of the file system for a NUL
                found = Broken("CG0411", {"ref": ref})
            self._known[key] = found
        if key in self._foreign:
            self.tell("CG0419", at)
        if isinstance(found, Broken) and ref.startswith(_DEFINITIONS):
            return self._enclosing(ref, file, at) or found
        return found

    def is_foreign(self, ref: str, file: File, at: Id) -> bool:
        """Whether a resolved reference names an anchor that only another resource declares."""
        return (file, self._base(file, at), ref) in self._foreign

    def base(self, target: Target) -> str:
        """Return the base URI of a thing, "" where its document has none."""
        return self._base(target.file, target.id)

    def holders(self, anchor: str, file: File) -> Sequence[tuple[str, str]]:
        """Return the base URIs and the pointers of an anchor in a file, in document order."""
        return self._declared(file).holders.get(anchor, ())

    def twice(self) -> Iterator[tuple[File, str, str, str, str]]:
        """Yield what the files read so far declare twice: file, keyword, name, pointer, and the first pointer."""
        self._declared(None)
        yield from ((file, *found) for file, names in self._names.items() for found in names.twice)

    def _enclosing(self, ref: str, file: File, at: Id) -> Target | None:
        """Return what a dangling `#/$defs/X` means in the `$defs` of a schema that it stands in.

        Schemas that were written as documents of their own keep such references when they are put into another.
        """
        tokens = split_pointer(locate(at, "").pointer)
        inner = split_pointer(unquote(ref[1:]))
        for end in range(len(tokens) - 1, 0, -1):
            pointer = _join(tokens[:end] + inner)
            if _exists(self._open(file, at), pointer):
                self.tell("CG0413", at)
                return self._walk(file, pointer, ref, at, 0)
        return None

    # ------------------------------------------------------------------ URIs

    def _base(self, file: File, at: Id) -> str:
        """Return the base URI of ``at``: what `$id` gives it, else the URL of a remote file, else ""."""
        bases = self._declared(file).bases
        pointer = locate(at, "").pointer if bases else ""
        while pointer and pointer not in bases:
            pointer = pointer.rpartition("/")[0]
        return bases.get(pointer, "") or _url(file)

    def _declared(self, file: File) -> _Names:
        names = self._names.get(file)
        if names is None:
            document = self._library.open(file, locate("", self._library.root.file))
            names = self._names[file] = _Names()
            if document is not None and document.mentions(_DECLARING):
                _declare(document.root, names, _url(file))
        return names

    def _declaring(self, uri: str) -> Sequence[File]:
        """Return the files read so far that declare a resource by its `$id`."""
        for file in tuple(self._library.loaded(self._seen)):
            self._seen += 1
            for declared in self._declared(file).resources:
                self._with_resource.setdefault(declared, []).append(file)
        return self._with_resource.get(uri, ())

    def _find(self, ref: str, file: File, base: str, at: Id, chain: int) -> Target:
        path, _, fragment = ref.partition("#")
        fragment = unquote(fragment)
        if path or base:
            uri = normalized(urljoin(base, path))
            for holder in dict.fromkeys((file, None, *self._declaring(uri))):
                found = self._in_resource(uri, holder, fragment)
                if found is not None:
                    return self._walk(holder, found, ref, at, chain)
        target = self._file(file, base, path)
        names = self._enter(target, ref, at)
        if fragment and not fragment.startswith("/"):
            own = names.anchors.get((names.bases.get("", _url(target)), fragment)) if path or not base else None
            if own is None:
                own = self._elsewhere(fragment, names, ref, at)
                self._foreign.add((file, base, ref))
            return self._walk(target, own, ref, at, chain)
        document = self._library.open(target, locate(at, self._library.root.file))
        return self._walk(target, document.moved(fragment) if document else fragment, ref, at, chain)

    def _elsewhere(self, anchor: str, names: _Names, ref: str, at: Id) -> str:
        """Return the pointer of an anchor that one other resource of a file declares; of several none is meant."""
        holders = names.holders.get(anchor, ())
        if len(holders) == 1:
            return holders[0][1]
        broken = self._dangling(ref, anchor, {} if holders else names.holders, at)
        uris = list(dict.fromkeys(f"`{base}#{anchor}`" for base, _ in holders if base))
        help_ = f"say whose it is: {' or '.join(uris[:3])}"
        raise _BrokenError(broken._replace(help=help_) if len(uris) > 1 else broken)

    def _file(self, file: File, base: str, path: str) -> File:
        """Return the file that a reference leads to: by its base URI where that is one that may be read."""
        if not path:
            return file
        if is_remote(base) and not self._library.refusal(url := normalized(urljoin(base, path))):
            return url
        target = self._library.join(file, path)
        return normalized(target) if target is not None and is_remote(target) else target

    def _in_resource(self, uri: str, file: File, fragment: str) -> str | None:
        """Return the pointer of a fragment in a resource that `$id` declares, None where it declares none such."""
        names = self._declared(file)
        start = names.resources.get(uri)
        if start is None:
            return None
        if fragment and not fragment.startswith("/"):
            return names.anchors.get((uri, fragment))
        pointer = start + fragment
        return pointer if _exists(self._open(file, ""), pointer) else None

    def _enter(self, file: File, ref: str, at: Id) -> _Names:
        """Load a file; a refusal is reported at the reference, and what the file declares is returned."""
        refusal = self._library.refusal(file)
        if refusal is not None and file is not None:
            raise _BrokenError(Broken(refusal, {"ref": ref, "file": file}, partial(self._help, refusal, file, at)))
        self._open(file, at)
        return self._declared(file)

    def _open(self, file: File, at: Id) -> Json:
        document = self._library.open(file, locate(at, self._library.root.file).at("$ref"))
        if document is None:
            raise _BrokenError(REPORTED)
        return document.root

    def _help(self, code: str, file: str, at: Id) -> str | None:
        if code == "CG0403":
            return component_instead(file, self._root(at))
        if code != "CG0402":
            return None
        if "\\" in file and self._library.refusal(file.replace("\\", "/")) is None:
            return "write `/` between the names of folders"
        if file.startswith("file:") or "/file:" in file:
            return "write the path alone, relative to the file that refers"
        name, names = file.rpartition("/")[2], self._library.neighbours(file)
        if name in names:
            return "it is a link that leads nowhere"
        help_ = did_you_mean(name, names) or component_instead(file, self._root(at))
        return as_swagger(help_) if self._library.is_swagger else help_

    # ------------------------------------------------------------------ pointers

    def _walk(self, file: File, pointer: str, ref: str, at: Id, chain: int) -> Target:
        """Follow a pointer, through references where it passes some, to the thing itself."""
        value = self._open(file, at)
        tokens = split_pointer(pointer)
        for index, token in enumerate(tokens):
            child = child_of(value, token, NOTHING)
            if not isinstance(child, Nothing):
                value = child
                continue
            if not (isinstance(value, dict) and isinstance(value.get("$ref"), str)):
                raise _BrokenError(self._dangling(ref, token, value, at)._replace(removed=self._removal(file, pointer)))
            if chain >= MAX_CHAIN:
                raise _BrokenError(Broken("CG0407", {"ref": ref}))
            through = short(file, _join(tokens[:index]))
            inner = self._find(str(value["$ref"]), file, self._base(file, through), at, chain + 1)
            rest = locate(inner.id, "").pointer + _join(tokens[index:])
            return self._walk(inner.file, rest, ref, at, chain + 1)
        return Target(self.identity(file, tokens), value, file)

    def _removal(self, file: File, pointer: str) -> Loc | None:
        document = self._library.open(file, locate("", self._library.root.file))
        return document.removal(pointer) if document is not None else None

    def identity(self, file: File, tokens: list[str]) -> Id:
        """Return the identity of a pointer (D10.4)."""
        if file is None and tokens and tokens[0] in COMPONENT_KINDS:  # not to be mixed up with the component
            return short(self._library.root_name, _join(tokens))
        return short(file, _join(tokens))

    def _dangling(self, ref: str, token: str, among: Json | Mapping[str, object], at: Id) -> Broken:
        names = among if isinstance(among, dict) else ()
        return Broken("CG0401", {"ref": ref, "missing": token}, partial(self._place, ref, token, names, at))

    def _place(self, ref: str, token: str, names: Collection[str], at: Id) -> str | None:
        help_ = place_instead(ref, token, names, self._root(at))
        return as_swagger(help_) if self._library.is_swagger else help_

    def _root(self, at: Id) -> Json:
        """Return the root document for what stands in it."""
        root = self._library.root
        return root.root if locate(at, root.file).file == root.file else None


def _exists(root: Json, pointer: str) -> bool:
    return not isinstance(value_at(root, pointer), Nothing)


def _join(tokens: list[str]) -> str:
    return "".join(f"/{escape_token(token)}" for token in tokens)


def _url(file: File) -> str:
    return file if file is not None and is_remote(file) else ""


def _declare(root: Json, names: _Names, base: str) -> None:
    """Collect every `$id` and `$anchor` of a document, iteratively: schemas nest deeply."""
    stack: list[tuple[Json, str, str]] = [(root, "", base)]
    while stack:
        value, pointer, base = stack.pop()
        if isinstance(value, dict):
            own = value.get("$id", None if pointer else value.get("$self"))  # 3.2 names the document itself
            if isinstance(own, str):
                base = names.bases[pointer] = _joined(base, own)
                _first(names.resources, base, pointer, ("$id", own), names)
            for key in ("$anchor", "$dynamicAnchor"):
                anchor = value.get(key)
                if isinstance(anchor, str):
                    _first(names.anchors, (base, anchor), pointer, (key, anchor), names)
                    names.holders.setdefault(anchor, []).append((base, pointer))
        below = [(child, f"{pointer}/{escape_token(token)}", base) for token, child in members(value)]
        stack.extend(reversed(below))


def _first(table: dict[Any, str], key: Any, pointer: str, written: tuple[str, str], names: _Names) -> None:
    """Note a name; one that is there already counts, except that components may share a `$dynamicAnchor`."""
    first = table.setdefault(key, pointer)
    if first != pointer and written[0] != "$dynamicAnchor":
        names.twice.append((*written, pointer, first))


def _joined(base: str, uri: str) -> str:
    """Join two URIs; an invalid one is used as it is written."""
    try:
        return normalized(urljoin(base, uri).rstrip("#"))
    except ValueError:
        return uri


def members(value: Json) -> Iterator[tuple[str, Json]]:
    """Yield the members of a part of a document in which schemas may stand, with their tokens."""
    if isinstance(value, dict):
        yield from ((key, child) for key, child in value.items() if key not in _DATA)
    elif isinstance(value, list):
        yield from ((str(index), child) for index, child in enumerate(value))
