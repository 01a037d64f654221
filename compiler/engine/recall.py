"""Recall the results of grains (:mod:`passes.grains`) from one build for the next.

What a grain reads is found out as it runs. Values among its arguments are compared whole; of a table, and of a
document, only the entries that it asked for. What it writes into a ledger (codegen.lock, the drafts of types), and
what it reports, is written down, and is written and reported again where its result is recalled.

The invariant: a recalled result is the one that the function would return, write and report if it ran.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from operator import attrgetter, is_, itemgetter
from typing import TYPE_CHECKING, Any, get_origin

from compiler.base.grain import Grain, Outlines
from compiler.base.memory import Memory, identical, the_same
from compiler.engine.tracing import Note, Traced, holds, note_reads
from compiler.ir.node import replace
from compiler.ir.outlines import without_texts

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics
    from compiler.ir.nodes import Sdk
    from compiler.source import Loc
    from passes.context import Context

SETTINGS = (
    "files", "target", "targets", "profile", "max_method_params", "body", "path_arguments", "names", "vocabulary",
    "docs_url", "strict_formats",
)  # fmt: skip
"""The members of a context that are compared; the others are ledgers, or follow from what a grain is given."""
_SETTINGS = attrgetter(*SETTINGS)

_OUTLINED = ("types", "operations", "events")
"""The tables of a document of which outlines are made."""

_memory: Memory | None = None
"""The memory of the work that is being done; None in a build by itself."""
_depth = 0
"""How many grains are running, each within another."""


@contextmanager
def keeping(memory: Memory) -> Iterator[None]:
    """Recall from a memory, and keep in it, what the grains do within."""
    global _memory
    if memory.keeps:
        _install()
    before, _memory = _memory, memory if memory.keeps else None
    try:
        yield
    finally:
        _memory = before


@cache
def _install() -> None:
    """Put recall before all grains; once in a process."""
    from passes.grains import GRAINS

    for grain in GRAINS:
        replace_function(grain.module, grain.function, partial(Recalled, grain))


def replace_function(module: str, name: str, wrap: Callable[[Any], Any]) -> None:
    """Put something in the place of a function of a module, in all modules that have imported it by its name."""
    function = getattr(import_module(module), name)
    wrapped = wrap(function)
    for other in list(sys.modules.values()):
        if getattr(other, "__dict__", {}).get(name) is function:
            setattr(other, name, wrapped)


class _Kept:
    """A result, with all that it was made of and that came of it."""

    __slots__ = ("documents", "effects", "entries", "inputs", "notes", "reports", "result", "settings")

    inputs: tuple[Any, ...]
    """The arguments that are compared whole."""
    notes: list[Note]
    """What was read of tables, in the order of :meth:`Recalled._tables_in`."""
    documents: list[dict[str, Any]]
    settings: tuple[Any, ...]
    entries: list[Any]
    """What was written into each ledger."""
    reports: list[_Report]
    effects: bool
    """Whether anything was written or reported."""
    result: Any


class Recalled:
    """A grain, with recall before it."""

    def __init__(self, grain: Grain, function: Any) -> None:
        self.__wrapped__ = function
        self._function, self._grain = function, grain
        self._name = f"{grain.module}.{grain.function}"
        parameters = inspect.signature(function).parameters
        self._order = {name: index for index, name in enumerate(parameters)}
        self._defaults = tuple(item.default for item in parameters.values())
        kinds = [_kind(item.annotation, vars(sys.modules[function.__module__])) for item in parameters.values()]
        values, self._tables, self._documents, self._ledgers, self._contexts = (
            tuple(index for index, kind in enumerate(kinds) if kind == wanted)
            for wanted in ("value", "table", "Sdk", "ledger", "Context")
        )
        self._pick_values: Any = _picker(values)

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Return a former result if it would be the same again; else what the function returns."""
        if _memory is None:
            return self._function(*args, **named)
        memory = _memory
        if named or len(args) != len(self._order):
            args = self._in_order(args, named)
        if self._grain.outlines is not None:
            args = tuple(
                _show_outline(item, memory.within((self._name, "outline")), self._grain.outlines)
                if index in self._documents
                else item
                for index, item in enumerate(args)
            )
        first = args[0]
        at = first if type(first) is str else getattr(first, "id", "")
        key = (self._name, at, *args[1 : self._grain.keys])
        kept: _Kept | None = memory.find_entry(key)
        if kept is None or not self._holds(kept, args, memory):
            kept = self._make(kept, args, memory)
            if kept.reports is not _ASKED:
                memory.keep_entry(key, kept)
        elif kept.effects:
            self._write_again(kept, args)
        return kept.result

    def _in_order(self, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        values = [*args, *self._defaults[len(args) :]]
        for name, value in named.items():
            values[self._order[name]] = value
        return tuple(values)

    def _holds(self, kept: _Kept, args: tuple[Any, ...], memory: Memory) -> bool:
        inputs = self._pick_values(args)
        if not (all(map(is_, inputs, kept.inputs)) or identical(inputs, kept.inputs)):
            return False
        kept.inputs = inputs  # the next build has these objects more likely than those before
        context = self._context_in(args)
        if context is not None:
            settings = _SETTINGS(context)
            if not (all(map(is_, settings, kept.settings)) or identical(settings, kept.settings)):
                return False
            kept.settings = settings
        for note, table in zip(kept.notes, self._tables_in(args, context), strict=True):
            if note.table is not table and not holds(memory, note, table):
                return False
        for reads, index in zip(kept.documents, self._documents, strict=True):
            document = args[index]
            for name, read in reads.items():
                now = getattr(document, name)
                if not (holds(memory, read, now) if type(read) is Note else identical(read, now)):
                    return False
        if _depth:
            self._note_reads(kept, args, context)
        return True

    def _note_reads(self, kept: _Kept, args: tuple[Any, ...], context: Context | None) -> None:
        """Note for the grain around this one what it would have read."""
        pairs = [*zip(kept.notes, self._tables_in(args, context), strict=True)]
        for reads, index in zip(kept.documents, self._documents, strict=True):
            pairs += [(read, getattr(args[index], name)) for name, read in reads.items() if type(read) is Note]
        for note, table in pairs:
            if type(table) is Traced:
                table.note(note)

    def _context_in(self, args: tuple[Any, ...]) -> Context | None:
        """Return the context among the arguments; a ledger may have it."""
        for index in self._contexts:
            return args[index]  # type: ignore[no-any-return]
        for index in self._ledgers:
            return getattr(args[index], "context", None)
        return None

    def _tables_in(self, args: tuple[Any, ...], context: Context | None) -> list[Mapping[Any, Any]]:
        """Return all tables that a grain may read, besides those of documents: its own, and those of ledgers."""
        found = [args[index] for index in self._tables]
        if context is not None:
            found += context.lock.tables()
        for index in self._ledgers:
            found += args[index].tables()
        return found

    def _ledgers_in(self, args: tuple[Any, ...], context: Context | None) -> list[Any]:
        found = [args[index] for index in self._ledgers]
        return found if context is None else [context.lock, *found]

    def _make(self, former: _Kept | None, args: tuple[Any, ...], memory: Memory) -> _Kept:
        own = list(args)
        for index in self._tables:
            own[index] = Traced(args[index])
        for index in self._documents:
            own[index] = _Document(args[index])
        context = self._context_in(args)
        reports = _Reports(context.diagnostics if context is not None else None)
        asides: list[tuple[Any, tuple[Any, ...], Any]] = []
        if context is not None:
            views = tuple(map(Traced, context.lock.tables()))
            asides.append((context.lock, views, context.lock.open_aside(*views)))
            aside: Any = replace(context, lock=asides[0][2], diagnostics=reports)  # type: ignore[arg-type]
            for index in self._contexts:
                own[index] = aside
        for index in self._ledgers:
            ledger = args[index]
            views = tuple(map(Traced, ledger.tables()))
            own[index] = ledger.open_aside(aside, *views) if hasattr(ledger, "context") else ledger.open_aside(*views)
            asides.append((ledger, views, own[index]))
        kept = _Kept()
        global _depth
        _depth += 1
        try:
            result = self._function(*own)
        finally:
            _depth -= 1
        kept.result = the_same(former.result, result) if former is not None else result
        kept.inputs = self._pick_values(args)
        kept.notes = [note_reads(memory, own[index]) for index in self._tables]
        kept.notes += [note_reads(memory, view) for _, views, _ in asides for view in views]
        kept.documents = [
            {
                name: note_reads(memory, view) if type(view) is Traced else view
                for name, view in vars(own[index]).items()
                if name != "_sdk"
            }
            for index in self._documents
        ]
        kept.settings = _SETTINGS(context) if context is not None else ()
        kept.entries = [aside.entries() for _, _, aside in asides]
        for (ledger, _, _), entries in zip(asides, kept.entries, strict=True):
            if entries is not None:
                ledger.add_entries(entries)
        kept.reports = reports.calls
        kept.effects = bool(kept.reports) or any(entries is not None for entries in kept.entries)
        return kept

    def _write_again(self, kept: _Kept, args: tuple[Any, ...]) -> None:
        context = self._context_in(args)
        for entries, ledger in zip(kept.entries, self._ledgers_in(args, context), strict=True):
            if entries is not None:
                ledger.add_entries(entries)
        for name, given, named in kept.reports:
            assert context is not None
            getattr(context.diagnostics, name)(*given, **named)


def _picker(indices: tuple[int, ...]) -> Any:
    """Return what makes a tuple of some arguments."""
    return itemgetter(*indices) if len(indices) > 1 else lambda args: tuple([args[index] for index in indices])


def _kind(annotation: str, scope: Mapping[str, Any]) -> str:
    """Return what an argument is: a "table", a "ledger", "Sdk", "Context", or a "value", as its annotation says."""
    name = annotation.partition("[")[0]
    if name in ("Sdk", "Context"):
        return name
    found = scope.get(name)
    kind = get_origin(found) or found
    if hasattr(kind, "open_aside"):
        return "ledger"
    table = isinstance(kind, type) and issubclass(kind, Mapping) and not annotation.endswith("None")
    return "table" if table or name == "Mapping" else "value"


def _show_outline(sdk: Sdk, memory: Memory, outlines: Outlines) -> Sdk:
    """Return what of a document exists for a grain; that of the build before where nothing else differs."""

    def show(name: str) -> Any:
        outline = outlines.get(name)
        return without_texts if outline is None else lambda node: without_texts(outline(node))

    tables: dict[str, Any] = {name: memory.each(name, getattr(sdk, name), show(name)) for name in _OUTLINED}
    return memory.same_members("whole", without_texts(replace(sdk, **tables)))


class _Document:
    """A document that takes note of the members, and of the entries of tables, that are read."""

    def __init__(self, sdk: Any) -> None:
        self._sdk = sdk

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._sdk, name)
        seen = Traced(value) if isinstance(value, Mapping) else value
        vars(self)[name] = seen
        return seen


_Report = tuple[str, tuple[Any, ...], dict[str, Any]]
_ASKED: list[_Report] = []
"""Stands for the reports of work that asked what was reported before: it is done in each build."""


class _Reports:
    """A sink that writes down what is reported, and passes it on."""

    def __init__(self, sink: Diagnostics | None) -> None:
        self._sink: Any = sink
        self.calls: list[_Report] = []

    def report(self, code: str, loc: Any, **params: Any) -> None:
        """Report; the help is found now, as long as what it is found in is at hand."""
        if callable(params.get("help")):
            params["help"] = params["help"]()
        self._call("report", code, loc, **params)

    def report_all(self, code: str, places: Any, count: int, **params: Any) -> None:
        """Report once for many places."""
        self._call("report_all", code, tuple(places), count, **params)

    def tells(self, code: str, loc: Loc) -> bool:
        """Whether something was reported, also by others: what depends on that is not kept."""
        self.calls = _ASKED
        found: bool = self._sink.tells(code, loc)
        return found

    def remark(self, code: str, loc: Loc, note: Any) -> bool:
        """Add a note to what was reported, perhaps by others."""
        self.calls = _ASKED
        found: bool = self._sink.remark(code, loc, note)
        return found

    def _call(self, name: str, /, *given: Any, **named: Any) -> None:
        if self.calls is not _ASKED:
            self.calls.append((name, given, named))
        getattr(self._sink, name)(*given, **named)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sink, name)
