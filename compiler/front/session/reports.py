"""Reports of lowering: their place, the declaration they concern, and one report for many places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING, Any

from compiler.base.frozen import mutable
from compiler.diagnostics import Help, Note
from compiler.front.mistakes.wording import a_kind
from compiler.ir.identity import last_token, locate
from compiler.ir.node import Id
from compiler.ir.references import components
from compiler.source import Json, Loc

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics
    from compiler.front.reading.notes import Notes


@mutable
class _Tally:
    """Places of a diagnostic that is reported once for a whole document."""

    code: str
    params: dict[str, Any]
    places: dict[Id, None] = field(default_factory=dict)
    """Each once: what several operations share is read for each."""


_UNSUPPORTED = "CG13"
EMPTY = "as an empty object"
ANYTHING = "as the schema `{}`, which takes any value"
"""What a key without a value is read as, where it is not as if it were not there."""


class Reports:
    """Reports diagnostics about the things of one description, by their identities.

    ``subject`` is the identity of the declaration that is being lowered: what `--keep-going` leaves out when an error
    is reported (D1.4).
    """

    def __init__(self, root: str, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        self.looking = False
        """Whether what is read is only looked at (:meth:`aside`)."""
        self.subject: Id | None = None
        self._root = root
        self.notes: Notes | None = None
        self._uses: dict[Id, set[Id]] = {}
        self._errors: list[tuple[Id, str, Callable[..., None]]] = []
        self._tallies: dict[tuple[object, ...], _Tally] = {}

    def loc(self, at: Id) -> Loc:
        """Return the place of an identity."""
        return locate(at, self._root)

    def add(
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

    def stop(self, code: str, at: Id, *, at_key: bool = True, help: Help = None, **params: Any) -> None:  # noqa: A002
        """Report an error that stops the build even with `--keep-going`: it has no subject."""
        self.diagnostics.report(code, self.loc(at), at_key=at_key, help=help, **params)

    def tally(self, code: str, at: Id, **params: object) -> None:
        """Report a diagnostic once for all its places; its catalogue text may use ``times``.

        ``help`` among the parameters replaces the catalogue's.
        """
        if self.notes is not None:
            self.notes.tallied.append((code, at, params))
        key = (code, *params.values())
        tally = self._tallies.setdefault(key, _Tally(code, params))
        tally.places[at] = None

    def report_tallies(self) -> None:
        """Report what was tallied, each at its first place."""
        for tally in self._tallies.values():
            places = map(self.loc, tally.places)
            self.diagnostics.report_all(tally.code, places, len(tally.places), **tally.params)

    def tell_empty(self, at: Id, what: str = "as if it were not there") -> None:
        """Tell of a key without a value, null: it is read as the empty object, or as not given (D1.4)."""
        cure = "write `{}`, or remove it" if what in (EMPTY, ANYTHING) else "remove it, or write its value"
        token = last_token(at)
        key = f"{last_token(at.rpartition('/')[0])}[{token}]" if token.isdecimal() else token
        self.tally("CG0337", at, key=key, what=what, help=cure, at_key=True)

    def tell_text(self, at: Id, value: Json) -> None:
        """Tell of a number or a boolean where OpenAPI wants a string: its source text counts as one (D1.2)."""
        self.tally("CG0356", at, key=last_token(at), found=a_kind(value))

    @contextmanager
    def on_behalf_of(self, subject: Id) -> Iterator[None]:
        """Let errors in the block belong to ``subject``."""
        outer, self.subject = self.subject, subject
        try:
            yield
        finally:
            self.subject = outer

    @contextmanager
    def aside(self) -> Iterator[None]:
        """In the block, do not report what the IR cannot express: the content is only checked."""
        outer, self.looking = self.looking, True
        try:
            yield
        finally:
            self.looking = outer

    def use(self, target: Id, user: Id | None = None) -> None:
        """Note that the current subject, or ``user``, uses a target: it holds the target's errors too (D1.4)."""
        user = user or self.subject
        if user is not None:
            self._uses.setdefault(user, set()).add(target)

    def take_uses(self) -> dict[Id, set[Id]]:
        """Return who uses what so far, and forget it."""
        found, self._uses = self._uses, {}
        return found

    def add_uses(self, uses: Mapping[Id, set[Id]]) -> None:
        """Note who uses what."""
        for user, targets in uses.items():
            self._uses.setdefault(user, set()).update(targets)

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
