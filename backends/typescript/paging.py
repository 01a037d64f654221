"""Prints how the next page of an operation is found (D6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from backends.typescript.codecs import Codecs
from backends.typescript.scope import Scope
from backends.typescript.text import array, facts, literal, obj, string
from backends.writer import Doc
from compiler.ir.plan import Method, Plan
from compiler.ir.types import Alias, Model, Nullable, Ref, Type
from compiler.ir.wire import Advance, AdvanceKind, Place, Source, Stop, StopKind

Pairs = list[tuple[str, Doc]]


def paging_facts(method: Method, codecs: Codecs, scope: Scope, plan: Plan) -> Doc:
    """Print the facts of a method's pages."""
    return obj(_Printer(method, codecs, scope, plan).pairs())


class _Printer:
    def __init__(self, method: Method, codecs: Codecs, scope: Scope, plan: Plan) -> None:
        operation = plan.wire.operations[method.operation]
        assert operation.pages is not None
        self.method, self.body, self.pages = method, operation.body, operation.pages
        self.codecs, self.scope, self.plan = codecs, scope, plan

    def pairs(self) -> Iterator[tuple[str, Doc]]:
        pages = self.pages
        if pages.results is not None:
            yield "items", self._source(pages.results)
            codec = self.codecs.codec(pages.item, self.scope) if pages.item is not None else None
            if codec is not None:
                yield "codec", codec
        if pages.stops:
            yield "stop", facts([self._stop(item) for item in pages.stops])
        url = next((item.source for item in pages.advances if item.kind is AdvanceKind.GOTO), None)
        yield "next", self.scope.runtime("ByArguments" if url is None else "ByUrl")
        if url is not None:
            yield "url", self._source(url)
        else:
            yield "advance", facts([self._advance(item) for item in pages.advances])

    def _advance(self, advance: Advance) -> Pairs:
        text: Pairs = [("text", "true")] if advance.text else []
        match advance.kind:
            case AdvanceKind.INCREMENT:
                return [("by", self.scope.runtime("Increment")), *self._place(advance), *text]
            case AdvanceKind.ADD_COUNT:
                return [("by", self.scope.runtime("AddCount")), *self._place(advance), *text]
            case AdvanceKind.SET_FROM:
                assert advance.source is not None
                place = self._place(advance)
                nested = any(stop.nested for stop in self.pages.stops)
                mark: Pairs = [("mark", self.scope.runtime("ByParts"))] if nested else []
                return [("by", self.scope.runtime("SetFrom")), *place, ("from", self._source(advance.source)), *mark]
            case AdvanceKind.GOTO:
                raise AssertionError(advance)
        assert_never(advance.kind)

    def _stop(self, stop: Stop) -> Pairs:
        match stop.kind:
            case StopKind.MISSING:
                assert stop.source is not None
                rule = "Absent" if stop.nested else "Missing"
                return [("when", self.scope.runtime(rule)), ("at", self._source(stop.source))]
            case StopKind.EMPTY:
                return [("when", self.scope.runtime("Empty"))]
            case StopKind.SHORT:
                return [("when", self.scope.runtime("Short")), *self._place(stop)]
            case StopKind.PAST:
                assert stop.source is not None
                page = next(item for item in self.pages.advances if item.kind is AdvanceKind.INCREMENT)
                at = self._source(stop.source)
                return [("when", self.scope.runtime("Past")), *self._place(page), ("at", at)]
        assert_never(stop.kind)

    def _place(self, word: Advance | Stop) -> Iterator[tuple[str, Doc]]:
        """Print which argument, or property of the body, a word speaks of."""
        wire = word.wire or ""
        if word.place is Place.BODY:
            yield "body", string(self._property(wire))
        else:
            yield "arg", string(self._argument(wire, word.place or Place.QUERY))
        if word.start is not None:
            yield "start", literal(word.start)

    def _argument(self, wire: str, place: Place) -> str:
        found = (item.ident for item in self.method.arguments if item.wire == wire and item.place is place)
        return next(found, wire)

    def _property(self, wire: str) -> str:
        found = _model(self.body.type, self.plan) if self.body is not None else None
        return wire if found is None else self.plan.surface.types[found].members.get(wire, wire)

    def _source(self, source: Source) -> Doc:
        if source.header is not None:
            found: Pairs = [("header", string(source.header))]
            if source.rel is not None:
                found.append(("rel", string(source.rel)))
            read = "HeaderValue" if source.rel is None else "LinkTarget"
            return obj([*found, ("read", self.scope.runtime(read))])
        steps: list[Doc] = []
        for index, step in enumerate(source.steps):
            if step.each and index < len(source.steps) - 1:
                steps.append(self.scope.runtime("Each"))
            elif step.each:
                continue  # every item of an array is the array
            else:
                steps.append(literal(step.index) if step.property is None else string(step.property))
        return array(steps)


def _model(type_: Type, plan: Plan) -> str | None:
    while True:
        if isinstance(type_, Nullable):
            type_ = type_.inner
        elif isinstance(type_, Ref):
            declared = plan.wire.types[type_.target]
            if isinstance(declared, Model):
                return type_.target
            if not isinstance(declared, Alias):
                return None
            type_ = declared.type
        else:
            return None
