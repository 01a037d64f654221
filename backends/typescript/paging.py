"""Prints how the next page of an operation is found (D6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from backends.typescript.codecs import Codecs
from backends.typescript.scope import Scope
from backends.typescript.text import facts, literal, obj, string
from backends.writer import Doc
from backends.writer.prettier import array
from compiler.ir.wire import Advance, AdvanceKind, Pages, Place, Source, Stop, StopKind
from compiler.plan.plan import Method

Pairs = list[tuple[str, Doc]]


def paging_fact(method: Method, pages: Pages, codecs: Codecs, scope: Scope) -> Doc:
    """Print the facts of a method's pages."""
    return obj(_Printer(method, codecs, scope).pairs(pages))


class _Printer:
    def __init__(self, method: Method, codecs: Codecs, scope: Scope) -> None:
        self.method, self.codecs, self.scope = method, codecs, scope

    def pairs(self, pages: Pages) -> Iterator[tuple[str, Doc]]:
        if pages.results is not None:
            yield "items", self._source(pages.results)
            codec = self.codecs.reader(pages.item, self.scope) if pages.item is not None else None
            if codec is not None:
                yield "codec", codec
        if pages.stops:
            yield "stop", facts([self._stop(item) for item in pages.stops])
        if pages.url is not None:
            yield "next", self.scope.runtime("ByUrl")
            yield "url", self._source(pages.url)
        else:
            within = any(item.place is Place.BODY for item in pages.advances)
            yield "next", self.scope.runtime("ByBody" if within else "ByArguments")
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
                found = self._source(advance.source)
                mark: Pairs = [("mark", self.scope.runtime("ByParts"))] if advance.nested else []
                return [("by", self.scope.runtime("SetFrom")), *self._place(advance), ("from", found), *mark]
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
                at = self._source(stop.source)
                return [("when", self.scope.runtime("Past")), *self._place(stop), ("at", at)]
            case StopKind.NO_MORE:
                assert stop.source is not None
                return [("when", self.scope.runtime("NoMore")), ("at", self._source(stop.source))]
        assert_never(stop.kind)

    def _place(self, word: Advance | Stop) -> Iterator[tuple[str, Doc]]:
        """Print the argument, or the property of the body, to which an input refers."""
        assert word.place is not None
        yield "arg", string(self._ident(word.place, word.wire))
        if word.place is Place.BODY:
            yield "of", self.scope.runtime("OfBody")
        if word.start is not None:
            yield "start", literal(word.start)

    def _ident(self, place: Place, wire: str) -> str:
        """Return the key by which the runtime finds a value: among all arguments, or in the whole body."""
        fields = self.method.fields
        if place is Place.BODY and fields is not None:
            return self.codecs.types.within(fields.model)[wire]
        found = {(item.parameter.place, item.parameter.wire): item.ident or wire for item in self.method.parameters}
        return found.get((place, wire)) or self.method.paged[place, wire]

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
                continue  # all items of an array are the array
            else:
                steps.append(literal(step.index) if step.property is None else string(step.property))
        return array(steps)
