"""Prints how the next page of an operation is found (D6)."""

from __future__ import annotations

from typing import assert_never

from backends.go.text import string
from backends.writer import Doc
from backends.writer.gofmt import inline, keyed, stacked
from compiler.ir.wire import Advance, AdvanceKind, Pages, Source, Stop, StopKind


def paging_fact(pages: Pages) -> Doc:
    """Print the facts of an operation's pages."""
    entries: list[Doc] = []
    if pages.results is not None:
        entries.append(keyed("results", _source(pages.results)))
    if pages.advances:
        entries.append(keyed("advances", inline("[]advance", map(_advance, pages.advances))))
    if pages.stops:
        entries.append(keyed("stops", inline("[]stop", map(_stop, pages.stops))))
    if pages.url is not None:
        entries.append(keyed("url", _source(pages.url)))
    return stacked("&paging", entries)


def _advance(advance: Advance) -> str:
    text = ", text: true" if advance.text else ""
    match advance.kind:
        case AdvanceKind.INCREMENT:
            return f'{{kind: "increment", argument: {_argument(advance)}{text}}}'
        case AdvanceKind.ADD_COUNT:
            return f'{{kind: "add-count", argument: {_argument(advance)}{text}}}'
        case AdvanceKind.SET_FROM:
            assert advance.source is not None
            return f'{{kind: "set-from", argument: {_argument(advance)}, from: {_source(advance.source)}}}'
    assert_never(advance.kind)


def _stop(stop: Stop) -> str:
    match stop.kind:
        case StopKind.MISSING:
            assert stop.source is not None
            nested = ", nested: true" if stop.nested else ""
            return f'{{kind: "missing", from: {_source(stop.source)}{nested}}}'
        case StopKind.EMPTY:
            return '{kind: "empty"}'
        case StopKind.SHORT:
            return f'{{kind: "short", argument: {_argument(stop)}}}'
        case StopKind.PAST:
            assert stop.source is not None
            return f'{{kind: "past", argument: {_argument(stop)}, from: {_source(stop.source)}}}'
        case StopKind.NO_MORE:
            assert stop.source is not None
            return f'{{kind: "no-more", from: {_source(stop.source)}}}'
    assert_never(stop.kind)


def _argument(word: Advance | Stop) -> str:
    assert word.place is not None
    start = "" if word.start is None else f", start: startAt({word.start})"
    return f"pageArgument{{in: {string(word.place.value)}, name: {string(word.wire)}{start}}}"


def _source(source: Source) -> str:
    if source.header is not None:
        rel = f", rel: {string(source.rel)}" if source.rel is not None else ""
        return f"&source{{header: {string(source.header)}{rel}}}"
    steps = []
    for step in source.steps:
        if step.each:
            steps.append("{kind: eachItemOf}")
        elif step.property is None:
            steps.append(f"{{kind: indexOf, index: {step.index}}}")
        else:
            steps.append(f"{{name: {string(step.property)}}}")
    return f"&source{{steps: {inline('[]step', steps)}}}"
