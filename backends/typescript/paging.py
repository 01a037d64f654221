"""Prints how the next page of an operation is found (D6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backends.typescript.codecs import Codecs
from backends.typescript.scope import Scope
from backends.typescript.text import facts, literal, obj, string
from backends.writer import Doc
from backends.writer.prettier import array
from compiler.ir.types import Type
from compiler.ir.wire import Advance, Pages, Place, Source, Stop
from compiler.plan.plan import Method

Pairs = list[tuple[str, Doc]]


def paging_fact(method: Method, pages: Pages, read: Sequence[Type], codecs: Codecs, scope: Scope) -> Doc:
    """Print the facts of a method's pages; ``read``: the types of their bodies."""
    return obj(_Printer(method, read, codecs, scope).pairs(pages))


class _Printer:
    def __init__(self, method: Method, read: Sequence[Type], codecs: Codecs, scope: Scope) -> None:
        self.method, self.read, self.codecs, self.scope = method, read, codecs, scope

    def pairs(self, pages: Pages) -> Iterator[tuple[str, Doc]]:
        if pages.results is not None:
            types = self.codecs.types
            digits = (
                pages.item is not None and types.may_be_long(pages.item) and any(map(types.keeps_digits, self.read))
            )
            yield "items", self._source(pages.results, digits)
            codec = self.codecs.reader(pages.item, self.scope) if pages.item is not None else None
            if codec is None and digits:
                codec = self.scope.runtime("NumberCodec")
            if codec is not None:
                yield "codec", codec
        else:
            yield "items", self.scope.runtime("Undeclared")
        if pages.stops:
            yield "stop", facts([[*self._stop(item)] for item in pages.stops])
        if pages.url is not None:
            yield "next", self.scope.runtime("ByUrl")
            yield "url", self._source(pages.url)
        else:
            within = any(item.place is Place.BODY for item in pages.advances)
            yield "next", self.scope.runtime("ByBody" if within else "ByArguments")
            yield "advance", facts([[*self._advance(item)] for item in pages.advances])
            if any(item.nested for item in pages.advances):
                yield "mark", self.scope.runtime("ByParts")

    def _advance(self, advance: Advance) -> Iterator[tuple[str, Doc]]:
        yield "by", self._kind(advance)
        yield from self._place(advance)
        if advance.text:
            yield "text", "true"
        if advance.source is not None:
            steps = advance.source.steps
            digits = any(self.codecs.types.may_be_number(item, steps) for item in self.read)
            yield "from", self._source(advance.source, digits)

    def _stop(self, stop: Stop) -> Iterator[tuple[str, Doc]]:
        yield "when", self.scope.runtime("Absent") if stop.nested else self._kind(stop)
        yield from self._place(stop)
        if stop.source is not None:
            yield "at", self._source(stop.source)

    def _kind(self, word: Advance | Stop) -> str:
        """Use the function that is named like the kind."""
        return self.scope.runtime("".join(map(str.capitalize, word.kind.split("-"))))

    def _place(self, word: Advance | Stop) -> Iterator[tuple[str, Doc]]:
        """Print the argument, or the property of the body, to which an input refers."""
        if word.place is None:
            return
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

    def _source(self, source: Source, digits: bool = False) -> Doc:
        """Print where a value stands; ``digits``: those of integers beyond a number count."""
        if source.header is not None:
            found: Pairs = [("header", string(source.header))]
            if source.rel is not None:
                found.append(("rel", string(source.rel)))
            read = "HeaderValue" if source.rel is None else "LinkTarget"
            return obj([*found, ("read", self.scope.runtime(read))])
        steps: list[Doc] = [self.scope.runtime("InFull")] if digits else []
        for index, step in enumerate(source.steps):
            if step.each and index < len(source.steps) - 1:
                steps.append(self.scope.runtime("Each"))
            elif step.each:
                continue  # all items of an array are the array
            else:
                steps.append(literal(step.index) if step.property is None else string(step.property))
        return array(steps)
