"""Prints how the next page of an operation is found (D6)."""

from __future__ import annotations

from typing import assert_never

from backends.python.code import Call, Expr, Keyword, literal, raw, string, tuple_of
from backends.python.scope import Scope
from compiler.ir.wire import Advance, AdvanceKind, Pages, Source, Stop, StopKind


def paging_fact(pages: Pages, scope: Scope) -> Expr:
    """Print the facts of an operation's pages."""
    args: list[Expr] = []
    if pages.results is not None:
        args.append(Keyword("results", _source(pages.results, scope)))
    if pages.advances:
        args.append(Keyword("advances", tuple_of([_advance(item, scope) for item in pages.advances])))
    if pages.stops:
        args.append(Keyword("stops", tuple_of([_stop(item, scope) for item in pages.stops])))
    if pages.url is not None:
        args.append(Keyword("url", _source(pages.url, scope)))
    return Call(scope.runtime("paging", "Paging"), args)


def _advance(advance: Advance, scope: Scope) -> Expr:
    argument = _argument(advance, scope)
    text = [Keyword("text", raw("True"))] if advance.text else []
    match advance.kind:
        case AdvanceKind.INCREMENT:
            return Call(scope.runtime("paging", "Increment"), [argument, *text])
        case AdvanceKind.ADD_COUNT:
            return Call(scope.runtime("paging", "AddCount"), [argument, *text])
        case AdvanceKind.SET_FROM:
            assert advance.source is not None
            return Call(scope.runtime("paging", "SetFrom"), [argument, _source(advance.source, scope)])
    assert_never(advance.kind)


def _stop(stop: Stop, scope: Scope) -> Expr:
    match stop.kind:
        case StopKind.MISSING:
            assert stop.source is not None
            nested = [Keyword("nested", raw("True"))] if stop.nested else []
            return Call(scope.runtime("paging", "Missing"), [_source(stop.source, scope), *nested])
        case StopKind.EMPTY:
            return Call(scope.runtime("paging", "Empty"), [])
        case StopKind.SHORT:
            return Call(scope.runtime("paging", "Short"), [_argument(stop, scope)])
        case StopKind.PAST:
            assert stop.source is not None
            return Call(scope.runtime("paging", "Past"), [_argument(stop, scope), _source(stop.source, scope)])
        case StopKind.NO_MORE:
            assert stop.source is not None
            return Call(scope.runtime("paging", "NoMore"), [_source(stop.source, scope)])
    assert_never(stop.kind)


def _argument(word: Advance | Stop, scope: Scope) -> Expr:
    assert word.place is not None
    args: list[Expr] = [string(word.place.value), string(word.wire)]
    if word.start is not None:
        args.append(literal(word.start))
    return Call(scope.runtime("paging", "Argument"), args)


def _source(source: Source, scope: Scope) -> Expr:
    if source.header is not None:
        rel = [Keyword("rel", string(source.rel))] if source.rel is not None else []
        return Call(scope.runtime("paging", "InHeader"), [string(source.header), *rel])
    steps: list[Expr] = []
    for step in source.steps:
        if step.each:
            steps.append(scope.runtime("paging", "Each"))
        else:
            steps.append(literal(step.index) if step.property is None else string(step.property))
    return Call(scope.runtime("paging", "At"), steps)
