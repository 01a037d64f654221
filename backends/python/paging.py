"""Prints how the next page of an operation is found (D6)."""

from __future__ import annotations

from collections.abc import Sequence

from backends.python.code import Call, Expr, Keyword, keywords, literal, string, tuple_of
from backends.python.scope import Scope
from backends.records import Scoped, Table
from compiler.ir.wire import Advance, Pages, Source, Stop


def paging_fact(pages: Pages, scope: Scope) -> Expr:
    """Print the facts of an operation's pages."""
    return Call(scope.runtime("paging", "Paging"), keywords(_PAGES.facts(pages, scope)))


def _words(words: Sequence[Advance | Stop], scope: Scope) -> Expr:
    return tuple_of([_word(word, scope) for word in words])


def _word(word: Advance | Stop, scope: Scope) -> Expr:
    """Print a change of an argument, or a rule that ends the pages, by the class that is named like its kind."""
    args = [] if word.place is None else [_argument(word, scope)]
    args += [] if word.source is None else [_source(word.source, scope)]
    name = "".join(map(str.capitalize, word.kind.split("-")))
    return Call(scope.runtime("paging", name), [*args, *keywords(_WORDS[type(word)].facts(word))])


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


_WORDS = {Advance: Table(Advance, "text", literal), Stop: Table(Stop, "nested", literal)}
_PAGES: Table[Expr] = Table(
    Pages,
    "results advances stops url",
    literal,
    results=Scoped(_source),
    advances=Scoped(_words),
    stops=Scoped(_words),
    url=Scoped(_source),
)
