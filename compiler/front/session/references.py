"""Follows references while a document is lowered, and queues their targets (D1.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from compiler.front.mistakes.wording import KINDS, a_kind
from compiler.front.reading.refs import MAX_CHAIN, Broken, Resolver, Target
from compiler.ir.identity import COMPONENT_KINDS, child
from compiler.ir.node import Id
from compiler.source import Json

if TYPE_CHECKING:
    from compiler.front.reading.documents import File, Library
    from compiler.front.reading.notes import Notes
    from compiler.front.session.found import Found
    from compiler.front.session.reports import Reports
    from compiler.front.session.versions import Versions

_FORMS: Mapping[tuple[str, str], frozenset[str]] = {
    ("responses", "requestBodies"): frozenset({"content", "description", "$ref"}),
    ("requestBodies", "responses"): frozenset({"content", "$ref"}),
    ("headers", "parameters"): frozenset({"schema", "content", "$ref"}),
}
"""What is needed and what is there, where the one has the form of the other: with one of these keys."""
_OWN = {
    "requestBodies": frozenset({"required"}),
    "responses": frozenset({"headers", "links"}),
    "parameters": frozenset({"name", "in", "allowEmptyValue"}),
}
"""Keys that mean nothing where such a component is read as another kind."""


class References:
    """Follows references, and reports those that lead nowhere."""

    def __init__(self, library: Library, reports: Reports, versions: Versions, found: Found) -> None:
        self.resolver = Resolver(library, reports.tally)
        self._library = library
        self._reports = reports
        self._versions = versions
        self._found = found
        self.notes: Notes | None = None

    def resolve(self, ref: Json, file: File, at: Id, kind: str = "") -> Target | None:
        """Return what the `$ref` of the object at ``at`` leads to; None after a report, of one of ``kind``."""
        if not isinstance(ref, str):
            help_ = "put it in quotes: without them, `#` begins a comment in YAML" if ref is None else None
            self._reports.add("CG0406", child(at, "$ref"), help=help_, found=a_kind(ref))
            return None
        found = self.resolver.resolve(ref, file, at)
        if isinstance(found, Target):
            self._found.reached.add(found.id)
            return found
        place = child(at, "$ref")
        if kind == "schemas":  # a schema that is left out is any value: the reference holds the error, and nothing else
            with self._reports.on_behalf_of(place):
                self.report_broken(found, place)
        else:
            spared = kind == "headers" and found.code == "CG0401"
            self.report_broken(found._replace(code="CG0422") if spared else found, place)
        return None

    def component(self, kind: str, name: str) -> Target | None:
        """Return a component of the root document by name."""
        root = self._library.root.root
        components = root.get("components") if isinstance(root, dict) else None
        table = components.get(kind) if isinstance(components, dict) else None
        known = isinstance(table, dict) and name in table
        if self.notes is not None:
            self.notes.components.append(((kind, name), known))
        if isinstance(table, dict) and known:
            return Target(child(kind, name), table[name], None)
        return None

    def report_broken(self, broken: Broken, at: Id) -> None:
        """Report at ``at`` why a reference leads nowhere, unless that was done."""
        if not broken.code:
            return
        params: dict[str, Any] = dict(broken.params)
        if broken.code in ("CG0403", "CG0404"):  # errors of confinement always stop (D1.4)
            self._reports.stop(broken.code, at, at_key=False, help=broken.help, **params)
        else:
            help_ = broken.help if broken.removed is None else "let the action leave it, or remove this reference, too"
            self._reports.add(broken.code, at, help=help_, notes=broken.notes, **params)

    def need(self, kind: str, target: Target, at: Id) -> bool:
        """Queue a target to be lowered as one of ``kind``; False after a reported error."""
        self._reports.use(target.id)
        if kind != "schemas" and self.refuses(target, at):
            return False
        found = self._found.targets.get(target.id) or component_kind(target.id) or kind
        if found != kind:
            return self._read_as(kind, found, target, at)
        if self.notes is not None and not self._reports.looking:
            self.notes.needed.append((kind, target))
        if target.id not in self._found.targets and not self._reports.looking:
            self._found.targets[target.id] = kind
            self._found.queue.append((kind, target))
        return True

    def _read_as(self, kind: str, found: str, target: Target, at: Id) -> bool:
        """Queue a component of another kind that has the form of what is needed (D1.4); False after an error."""
        form = _FORMS.get((kind, found))
        raw = target.raw
        if form is None or not isinstance(raw, dict) or form.isdisjoint(raw):
            self._reports.add("CG0405", child(at, "$ref"), wanted=KINDS[kind], found=KINDS[found])
            return False
        self._reports.tally("CG0423", child(at, "$ref"), wanted=KINDS[kind], found=KINDS[found])
        if self.notes is not None:
            self.notes.lost = True  # what is queued here is not noted
        if (kind, target.id) not in self._found.also and not self._reports.looking:
            self._found.also.add((kind, target.id))
            own = {key: value for key, value in raw.items() if key not in _OWN[found]}
            self._found.queue.append((kind, target._replace(raw=own)))
        return True

    def refuses(self, target: Target, at: Id) -> bool:
        """Report a reference of OpenAPI 3 to what is no schema in a file of Swagger 2.0: that is laid out otherwise."""
        if self._library.is_swagger or not self._versions.is_swagger(target.file):
            return False
        self._reports.add("CG0417", child(at, "$ref"))
        return True

    def refer(self, kind: str, ref: Json, file: File, at: Id) -> Id | None:
        """Resolve a `$ref` to a thing that is lowered on its own; None after a report."""
        target = self.resolve(ref, file, at, kind)
        if target is None:
            return None
        if self.notes is not None:
            self.notes.not_read()
        return target.id if self.need(kind, target, at) else None

    def follow(self, target: Target) -> list[Target]:
        """Return what the references of a thing without a table of its own lead to in turn; [] after an error."""
        links = [target]
        seen = {target.id}
        while isinstance(target.raw, dict) and "$ref" in target.raw:
            found = self.resolve(target.raw["$ref"], target.file, target.id)
            if found is None:
                return []
            if self.refuses(found, target.id):
                return []
            if found.id in seen or len(seen) > MAX_CHAIN:
                self._reports.add("CG0407", child(target.id, "$ref"), ref=target.raw["$ref"])
                return []
            seen.add(found.id)
            links.append(target := found)
        return links


def component_kind(at: Id) -> str | None:
    """Return the kind of a component by its identity, None for things that stand elsewhere."""
    file, sep, pointer = at.partition("#")
    head, _, name = (pointer.removeprefix("/components/") if sep else file).partition("/")
    return head if head in COMPONENT_KINDS and name and "/" not in name else None
