"""Parts of a Swagger document, and the new objects made from them."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import quote

from compiler.diagnostics import Diagnostics, Help, Note
from compiler.front.mistakes.wording import a_kind
from compiler.front.mistakes.wrong_types import cure
from compiler.front.reading.documents import File, Library
from compiler.front.reading.refs import Resolver, Target
from compiler.ir.identity import locate, short, shown_path
from compiler.ir.node import Id
from compiler.source import Json, Loc, Origins, as_text, is_remote

_MAX_CHAIN = 20
_LOOKED_AT = 100
"""So many entries of a list of texts are looked at for those that stand there twice: real lists have fewer."""


class Part(NamedTuple):
    """An object of the document, or of another file that it refers to, and where it is written."""

    raw: dict[str, Json]
    loc: Loc
    file: File = None

    def object(self, *tokens: str | int) -> Part | None:
        """Return a member that is an object."""
        value: Json = self.raw
        for token in tokens:
            value = value[token]  # type: ignore[index]
        return Part(value, self.loc.at(*tokens), self.file) if isinstance(value, dict) else None

    def loc_for(self, holder: Part | None) -> Loc:
        """Return the place of what a holder refers to; its own where that stands elsewhere in the same document.

        What moves is found by its place: a name for it must not be taken for the thing.
        """
        return self.loc if holder is None or self.file is not None else holder.loc


class New:
    """An object under construction."""

    def __init__(self, origins: Origins) -> None:
        self.value: dict[str, Json] = {}
        self._places: dict[str, Loc] = {}
        self._origins = origins
        origins.keep(self.value, self._places)

    def put(self, key: str, value: Json, loc: Loc) -> None:
        """Add a member that was written at ``loc``."""
        self.value[key] = value
        self._places[key] = loc

    def array(self, key: str, items: list[tuple[Json, Loc]], loc: Loc) -> None:
        """Add an array of items, each with its place."""
        values = [value for value, _ in items]
        self._origins.keep(values, {str(index): place for index, (_, place) in enumerate(items)})
        self.put(key, values, loc)


class Source:
    """The document that is rewritten: makes new objects, follows references."""

    def __init__(self, library: Library, diagnostics: Diagnostics) -> None:
        self.origins = Origins()
        self.subject: Id | None = None
        """The operation that is being rewritten, to which errors belong (D1.4)."""
        self._diagnostics = diagnostics
        self._tallies: dict[tuple[Any, ...], list[Loc]] = {}
        self._library = library
        self._resolver = Resolver(library)

    def new(self) -> New:
        """Return an object without members."""
        return New(self.origins)

    # ------------------------------------------------------------------ reports and types

    def report(
        self,
        code: str,
        loc: Loc,
        *,
        at_key: bool = False,
        help: Help = None,  # noqa: A002  (as the sink names it)
        notes: tuple[Note, ...] = (),
        **params: object,
    ) -> None:
        """Report a diagnostic about what is written at ``loc``, on behalf of the operation that is rewritten."""
        self._diagnostics.report(code, loc, subject=self.subject, at_key=at_key, help=help, notes=notes, **params)

    def tally(self, code: str, loc: Loc, **params: object) -> None:
        """Report a diagnostic once for all its places, when the document is rewritten; its text may use ``times``."""
        self._tallies.setdefault((code, *params.items()), []).append(loc)

    def report_tallies(self) -> None:
        """Report what was tallied, each at its first place."""
        for (code, *params), places in self._tallies.items():
            self._diagnostics.report_all(code, dict.fromkeys(places), len(set(places)), at_key=True, **dict(params))

    def report_newer_key(self, part: Part, key: str, other: str, *, counts: str) -> None:
        """Tell of a key of OpenAPI 3 that stands beside one of 2.0 with the same meaning."""
        self.report("CG0351", part.loc.at(key), at_key=True, key=key, other=other, counts=counts)

    def wrong(self, loc: Loc, key: str, wanted: str, value: Json) -> None:
        """Report that a member is not of the type that it has to be; without a value it says nothing (D1.4)."""
        if value is None:
            what, cure_ = "as if it were not there", "remove it, or write its value"
            self.tally("CG0337", loc, key=key, what=what, help=cure_)
            return
        self.report("CG0301", loc, help=cure(key, wanted, value), key=key, wanted=wanted, found=a_kind(value))

    def text(self, part: Part, key: str) -> str | None:
        """Return a string; the source text of a number or boolean counts as one (D1.2), null as absent."""
        value = part.raw.get(key)
        if isinstance(value, dict | list) or (value is None and key in part.raw):
            self.wrong(part.loc.at(key), key, "a string", value)
            return None
        if value is not None and not isinstance(value, str):
            self.tally("CG0356", part.loc.at(key), key=key, found=a_kind(value))
        return None if value is None else as_text(value)

    def flag(self, part: Part, key: str) -> bool:
        """Return a boolean that is false where it is not given."""
        value = part.raw.get(key)
        if value is not None and not isinstance(value, bool):
            self.wrong(part.loc.at(key), key, "a boolean", value)
        return value is True

    def texts(self, part: Part, key: str) -> list[tuple[str, Loc]]:
        """Return an array of strings with their places, empty where it is not given."""
        value, loc = part.raw.get(key), part.loc.at(key)
        if not isinstance(value, list) and key in part.raw:
            self.wrong(loc, key, "an array", value)
        found: list[tuple[str, Loc]] = []
        for index, item in enumerate(value if isinstance(value, list) else []):
            if isinstance(item, dict | list) or item is None:
                self.wrong(loc.at(index), f"{key}[{index}]", "a string", item)
            else:
                if not isinstance(item, str):
                    self.tally("CG0356", loc.at(index), key=f"{key}[]", found=a_kind(item))
                if as_text(item) in (name for name, _ in found[:_LOOKED_AT]):
                    self.report("CG0368", loc.at(index), key=key, value=as_text(item))
                found.append((as_text(item), loc.at(index)))
        return found

    # ------------------------------------------------------------------ references

    def follow(self, part: Part) -> Part | None:
        """Return what a part is a reference to, else the part itself; None where it leads to no object."""
        for _ in range(_MAX_CHAIN):
            if not isinstance(part.raw.get("$ref"), str):
                return part
            found = self._target(part)
            if found is None or not isinstance(found.raw, dict):
                return None
            pointer = locate(found.id, "").pointer
            shown = self._library.root.file if found.file is None else shown_path(self._library.root.file, found.file)
            part = Part(found.raw, Loc(shown, pointer), found.file)
        return None

    def kept_reference(self, part: Part) -> Json:
        """Return a reference that stays one as the root document would write it; None for what is rewritten in place.

        What stays is a reference into the root document, or to what another file writes in OpenAPI 3.
        """
        found = self._target(part)
        if found is None:
            return None
        end = self.follow(part)
        stays = found.file is None or (end is not None and self.is_newer(end.file))
        return self.rebase(part.raw, part.file) if stays else None

    def rewritten_part(self, part: Part) -> Part | None:
        """Return what is rewritten for a part: itself, or what it refers to elsewhere; None where it stays as it is."""
        return self.follow(part) if self.kept_reference(part) is None else None

    def is_newer(self, file: File) -> bool:
        """Whether a file says of itself that it is written in OpenAPI 3, which needs no rewriting."""
        document = self._library.open(file, Loc(self._library.root.file)) if file is not None else None
        return document is not None and isinstance(document.root, dict) and "openapi" in document.root

    def _target(self, part: Part) -> Target | None:
        """Return what a part directly refers to; None for what is no reference, or leads nowhere."""
        ref = part.raw.get("$ref")
        if not isinstance(ref, str):
            return None
        found = self._resolver.resolve(ref, part.file, short(part.file, part.loc.pointer))
        return found if isinstance(found, Target) else None

    def rebase(self, value: Json, file: File) -> Json:
        """Return a value of another file with its references as the root document would write them."""
        if file is None:
            return value
        if isinstance(value, list):
            return [self.rebase(item, file) for item in value]
        if not isinstance(value, dict):
            return value
        copy = {key: self.rebase(item, file) for key, item in value.items()}
        ref = value.get("$ref")
        if isinstance(ref, str):
            path, sep, fragment = ref.partition("#")
            to = self._library.join(file, path) if path else file
            copy["$ref"] = ("" if to is None else to if is_remote(to) else quote(to)) + sep + fragment
        return copy
