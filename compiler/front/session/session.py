"""What all parts of lowering share: where to report, how to follow references, what is still to be lowered."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn
from weakref import proxy

from compiler.base.diagnostics import Help, Note
from compiler.base.source import Json, Loc
from compiler.front.keys.extensions import Spelling
from compiler.front.mistakes.wording import KINDS, a_kind
from compiler.front.reading.documents import File, Library
from compiler.front.reading.refs import MAX_CHAIN, Broken, Resolver, Target
from compiler.ir.identity import COMPONENT_KINDS, last_token, locate
from compiler.ir.node import Id, escape
from compiler.ir.references import components

if TYPE_CHECKING:
    from compiler.base.diagnostics import Diagnostics
    from compiler.ir.nodes import Schema


@dataclass(slots=True)
class _Tally:
    """Places of a diagnostic that is reported once for a whole document."""

    code: str
    params: dict[str, Any]
    places: dict[Id, None] = field(default_factory=dict)
    """Each once: what several operations share is read for each."""


_UNSUPPORTED = "CG13"
_LETTERS = 1_000
"""Letters of a place, each of whose members has them in its identity, for each member that it may have."""


EMPTY = "as an empty object"
ANYTHING = "as the schema `{}`, which takes any value"
"""What a key without a value is read as, where it is not as if it were not there."""


class TooManyError(Exception):
    """The document passes a limit, which was reported: there is no going on."""


class Session:
    """One lowering of one description.

    ``subject`` is the identity of the declaration that is being lowered: what `--keep-going` leaves out when an error
    is reported (D1.4).
    """

    def __init__(
        self,
        library: Library,
        spelling: Spelling,
        diagnostics: Diagnostics,
        hoisted: frozenset[Id] = frozenset(),
    ) -> None:
        self.library = library
        self.spelling = spelling
        self.diagnostics = diagnostics
        me = proxy(self)  # a run collects no circles, and this one would hold all that was lowered
        self.resolver = Resolver(library, lambda code, at: me.tally(code, at))
        self.hoisted = hoisted
        """Schemas inside others that something refers to: they are declarations of their own."""
        self.nested: set[Id] = set()
        """Schemas lowered as members of others."""
        self.targets: dict[Id, str] = {}
        """Everything that was referred to, or is a component, and its kind."""
        self.queue: deque[tuple[str, Target]] = deque()
        self.strict: set[Id] = set()
        """Schemas that say more than the types made of them; validators check these themselves."""
        self.closed: set[Id] = set()
        """Schemas with `additionalProperties: false`, of which a merged type says less."""
        self.derived: list[tuple[Id, Id]] = []
        """Schemas with what their allOf refers to."""
        self.aliases: dict[Id, Id] = {}
        """Schemas that are one reference, with what they refer to."""
        self.valued: list[Schema] = []
        """Schemas with a default or a constant, which are held to what they say."""
        self.cut: set[Id] = set()
        """Members of allOf, anyOf and oneOf that would make schemas parts of themselves."""
        self.linked: list[tuple[Id, str]] = []
        """Places of links with the operationIds that they lead to."""
        self.examples: list[tuple[Schema, Id, Json]] = []
        """Examples of media types and parameters with their schemas and places, where these are asked for."""
        self.formats: dict[str, str] = {}
        """Formats that were met, each with the help for one that is misspelt, else ""."""
        self.unread: set[Id] = set()
        """Operations with parameters that could not be read, which was told: what they lack is not known."""
        self.referred: set[Id] = set()
        """Operations that stand behind a `$ref` of their own."""
        self.tables: set[Id] = set()
        """Objects of properties that are being read because a reference leads to them."""
        self.reached: set[Id] = set()
        """All that a reference leads to."""
        self.looking = False
        """Whether what is read is only looked at (:meth:`aside`)."""
        self.subject: Id | None = None
        self.declared: Id | None = None
        """The declared schema that is being lowered, None inside operations."""
        self._uses: dict[Id, set[Id]] = {}
        self._errors: list[tuple[Id, str, Callable[..., None]]] = []
        self._tallies: dict[tuple[object, ...], _Tally] = {}
        self._versions: dict[File, str] = {}
        self._declared = self._held = self._room = self._repeated = 0
        self._read: set[Id] = set()

    # ------------------------------------------------------------------ places

    @staticmethod
    def child(at: Id, *tokens: str | int) -> Id:
        """Return the identity of a member of the thing at ``at``."""
        for token in tokens:
            name = escape(token) if isinstance(token, str) else str(token)
            if not at or (at == "components" and name in COMPONENT_KINDS):
                at = name
            else:
                at = f"{at}/{name}"
        return at

    def loc(self, at: Id) -> Loc:
        """Return the place of an identity."""
        return locate(at, self.library.root.file)

    # ------------------------------------------------------------------ reports

    def report(
        self,
        code: str,
        at: Id,
        *,
        at_key: bool = False,
        help: Help = None,  # noqa: A002  (as the sink names it)
        notes: tuple[Note, ...] = (),
        **params: Any,
    ) -> None:
        """Report a diagnostic about the thing at ``at``, on behalf of the current subject."""
        if self.looking and code.startswith(_UNSUPPORTED):
            self.tally("CG1310", at, at_key=True)
            return
        report = partial(self.diagnostics.report, code, self.loc(at), at_key=at_key, help=help, notes=notes, **params)
        report(subject=self.subject)
        if self.subject is not None and self.diagnostics.severity(code) == "error":
            self._errors.append((self.subject, code, report))

    # ------------------------------------------------------------------ limits

    def hold(self, count: int, at: Id, key: str | None = None) -> None:
        """Refuse too many members of what stands at ``at``, or below it at ``key`` (D1.5)."""
        limit = self.library.options.limits.max_members
        if count > limit:
            at = at if key is None else self.child(at, key)
            self.diagnostics.report("CG0122", self.loc(at), at_key=True, key=last_token(at), limit=limit)
            raise TooManyError
        if count * len(at) > _LETTERS * limit:
            self.diagnostics.report("CG0126", self.loc(at), at_key=True)
            raise TooManyError
        self._held += count
        if self._held > self._room:  # two bytes are what a member takes; references may lead to it again
            self._room = self.library.options.limits.max_repeats + self.library.size // 2
            if self._held > self._room:
                self.too_many_repeats(at)

    def repeat(self, count: int, at: Id) -> None:
        """Refuse too many members that are read again, with all that follows from them, for another operation (D1.5).

        Where ``at`` is new, they are read for the first time, which does not count.
        """
        if at not in self._read:
            self._read.add(at)
            return
        self._repeated += count
        if self._repeated > self.library.options.limits.max_repeats:
            self.too_many_repeats(at)

    def too_many_repeats(self, at: Id) -> NoReturn:
        """Refuse a document whose references repeat too much (D1.5)."""
        limit = self.library.options.limits.max_repeats
        self.diagnostics.report("CG0125", self.loc(at), at_key=True, limit=limit)
        raise TooManyError

    def declare(self, at: Id, count: int = 1) -> None:
        """Count what code is printed for, and refuse too much of it (D1.5)."""
        limit = self.library.options.limits.max_declarations
        self._declared += count
        if self._declared > limit:
            self.diagnostics.report("CG0123", self.loc(at), at_key=True, limit=limit)
            raise TooManyError

    # ------------------------------------------------------------------ errors

    def blame(self, owners: Iterable[Id]) -> None:
        """Let errors of components belong also to the operations and events that use them, one of each code (D1.4)."""
        if not self._errors:
            return
        own: dict[Id, dict[str, Callable[..., None]]] = {}
        for subject, code, report in self._errors:
            own.setdefault(subject, {}).setdefault(code, report)
        reached: dict[Id, dict[str, Callable[..., None]]] = {}
        for circle in components(self._uses):  # what one uses stands before it
            found: dict[str, Callable[..., None]] = {}
            for at in circle:
                found |= own.get(at, {})
                for used in self._uses[at]:
                    found |= reached.get(used) or own.get(used, {})
            reached.update(dict.fromkeys(circle, found))
        for owner in owners:
            for report in (reached.get(owner) or own.get(owner, {})).values():
                report(subject=owner)

    def tally(self, code: str, at: Id, **params: object) -> None:
        """Report a diagnostic once for all its places; its catalogue text may use ``times``.

        ``help`` among the parameters replaces the catalogue's.
        """
        key = (code, *params.values())
        tally = self._tallies.setdefault(key, _Tally(code, params))
        tally.places[at] = None

    def tell_empty(self, at: Id, what: str = "as if it were not there") -> None:
        """Tell of a key without a value, null: it is read as the empty object, or as not given (D1.4)."""
        cure = "write `{}`, or remove it" if what in (EMPTY, ANYTHING) else "remove it, or write its value"
        token = last_token(at)
        key = f"{last_token(at.rpartition('/')[0])}[{token}]" if token.isdecimal() else token
        self.tally("CG0337", at, key=key, what=what, help=cure, at_key=True)

    def tell_beside(self, key: str, at: Id, file: File) -> None:
        """Tell of what stands beside a `$ref` of 3.0 or 2.0, where it does not count (D1.4)."""
        if self.is_swagger(file):
            self.tally("CG0318", at, key=key, version="Swagger 2.0", help="wrap the reference in `allOf`")
        else:
            self.tally("CG0318", at, key=key, version="OpenAPI 3.0")

    def tell_text(self, at: Id, value: Json) -> None:
        """Tell of a number or a boolean where OpenAPI wants a string: its source text counts as one (D1.2)."""
        self.tally("CG0356", at, key=last_token(at), found=a_kind(value))

    def report_tallies(self) -> None:
        """Report what was tallied, each at its first place."""
        for tally in self._tallies.values():
            places = map(self.loc, tally.places)
            self.diagnostics.report_all(tally.code, places, len(tally.places), **tally.params)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Let what is lowered in the block leave nothing but diagnostics."""
        if self.looking:
            yield
            return
        kept = self.nested, self.strict, self.closed, self.derived, self.aliases, self.tables
        self.nested, self.strict, self.closed = set(kept[0]), set(), set()
        self.derived, self.aliases, self.tables, self.looking = [], {}, set(), True
        try:
            yield
        finally:
            self.nested, self.strict, self.closed, self.derived, self.aliases, self.tables = kept
            self.looking = False

    @contextmanager
    def on_behalf_of(self, subject: Id) -> Iterator[None]:
        """Let errors in the block belong to ``subject``."""
        outer, self.subject = self.subject, subject
        try:
            yield
        finally:
            self.subject = outer

    # ------------------------------------------------------------------ versions and references

    def version(self, file: File) -> str:
        """Return the OpenAPI version that holds in a file: its own, else the root document's."""
        version = self._versions.get(file)
        if version is None:
            document = self.library.root if file is None else self.library.open(file, self.loc(""))
            root = document.root if document else None
            own = root.get("openapi") if isinstance(root, dict) else None
            if own is None and isinstance(root, dict) and "swagger" in root:
                own = "3.0"  # the schemas of 2.0 are nearly those of 3.0
            version = str(own) if own is not None else self.version(None)
            self._versions[file] = version
        return version

    def is_30(self, file: File) -> bool:
        """Whether a file is written in OpenAPI 3.0."""
        return self.version(file).startswith("3.0")

    def is_swagger(self, file: File) -> bool:
        """Whether a file is written in Swagger 2.0: it says so, or says nothing and the root document does."""
        document = self.library.open(file, self.loc("")) if file is not None else None
        root = document.root if document is not None else None
        if isinstance(root, dict) and ("swagger" in root or "openapi" in root):
            return "openapi" not in root
        return self.library.is_swagger

    def tell_newer(
        self, key: str, at: Id, file: File, cure: str | None = None, *, newer: str = "3.1", at_key: bool = False
    ) -> None:
        """Tell of what a later version has than a file says; it is read, as there is one vocabulary (D1.1)."""
        version = self.version(file)[:3]
        if version < newer:
            older = "Swagger 2.0" if self.is_swagger(file) else f"OpenAPI {version}"
            cure = cure or f"write `openapi: {newer}.0`, or remove it"
            self.tally("CG0348", at, key=key, newer=newer, older=older, help=cure, at_key=at_key)

    def resolve(self, ref: Json, file: File, at: Id) -> Target | None:
        """Return what the `$ref` of the object at ``at`` leads to; None after a reported error."""
        if not isinstance(ref, str):
            help_ = "put it in quotes: without them, `#` begins a comment in YAML" if ref is None else None
            self.report("CG0406", self.child(at, "$ref"), help=help_, found=a_kind(ref))
            return None
        found = self.resolver.resolve(ref, file, at)
        if isinstance(found, Target):
            self.reached.add(found.id)
            return found
        self.report_broken(found, self.child(at, "$ref"))
        return None

    def component(self, kind: str, name: str) -> Target | None:
        """Return a component of the root document by name."""
        root = self.library.root.root
        components = root.get("components") if isinstance(root, dict) else None
        table = components.get(kind) if isinstance(components, dict) else None
        if isinstance(table, dict) and name in table:
            return Target(self.child(kind, name), table[name], None)
        return None

    def report_broken(self, broken: Broken, at: Id) -> None:
        """Report at ``at`` why a reference leads nowhere, unless that was done."""
        if not broken.code:
            return
        params: dict[str, Any] = dict(broken.params)
        if broken.code in ("CG0403", "CG0404"):  # errors of confinement always stop (D1.4)
            self.diagnostics.report(broken.code, self.loc(at), help=broken.help, **params)
        else:
            help_ = broken.help if broken.removed is None else "let the action leave it, or remove this reference, too"
            self.report(broken.code, at, help=help_, notes=broken.notes, **params)

    def use(self, target: Id, user: Id | None = None) -> None:
        """Note that the current subject, or ``user``, uses a target: it holds the target's errors too (D1.4)."""
        user = user or self.subject
        if user is not None:
            self._uses.setdefault(user, set()).add(target)

    def need(self, kind: str, target: Target, at: Id) -> bool:
        """See to it that a target is lowered as a thing of ``kind``; False after a reported error."""
        self.use(target.id)
        if kind != "schemas" and self.refuses(target, at):
            return False
        found = self.targets.get(target.id) or component_kind(target.id) or kind
        if found != kind:
            self.report("CG0405", self.child(at, "$ref"), wanted=KINDS[kind], found=KINDS[found])
            return False
        if target.id not in self.targets and not self.looking:
            self.targets[target.id] = kind
            self.queue.append((kind, target))
        return True

    def refuses(self, target: Target, at: Id) -> bool:
        """Report a reference of OpenAPI 3 to what is no schema in a file of Swagger 2.0: that is laid out otherwise."""
        if self.library.is_swagger or not self.is_swagger(target.file):
            return False
        self.report("CG0417", self.child(at, "$ref"))
        return True

    def refer(self, kind: str, ref: Json, file: File, at: Id) -> Id | None:
        """Resolve a `$ref` to a thing that is lowered on its own; None after a reported error."""
        target = self.resolve(ref, file, at)
        return target.id if target is not None and self.need(kind, target, at) else None

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
                self.report("CG0407", self.child(target.id, "$ref"), ref=target.raw["$ref"])
                return []
            seen.add(found.id)
            links.append(target := found)
        return links


def component_kind(at: Id) -> str | None:
    """Return the kind of a component by its identity, None for things that stand elsewhere."""
    file, sep, pointer = at.partition("#")
    head, _, name = (pointer.removeprefix("/components/") if sep else file).partition("/")
    return head if head in COMPONENT_KINDS and name and "/" not in name else None
