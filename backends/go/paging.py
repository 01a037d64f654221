"""Prints how the next page of an operation is found (D6)."""

from __future__ import annotations

from itertools import starmap

from backends.go.text import literal, pairs, string
from backends.records import Table
from backends.writer import Doc
from backends.writer.gofmt import inline, keyed, stacked
from compiler.ir.wire import Advance, Pages, Source, Stop


def paging_fact(pages: Pages) -> Doc:
    """Print the facts of an operation's pages."""
    return stacked("&paging", starmap(keyed, _PAGES.facts(pages)))


def _word(word: Advance | Stop) -> str:
    """Print a change of an argument, or a rule that ends the pages."""
    parts = [f"kind: {string(word.kind.value)}"]
    if word.place is not None:
        start = "" if word.start is None else f", start: startAt({word.start})"
        place = f"in: {string(word.place.value)}, name: {string(word.wire)}{start}"
        parts.append(f"argument: pageArgument{{{place}}}")
    return inline("", [*parts, *pairs(_WORDS[type(word)].facts(word))])


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


_WORDS = {
    Advance: Table(Advance, "text source:from", literal, source=_source),
    Stop: Table(Stop, "source:from nested", literal, source=_source),
}
_PAGES = Table(
    Pages,
    "results advances stops url",
    _source,
    advances=lambda words: inline("[]advance", map(_word, words)),
    stops=lambda words: inline("[]stop", map(_word, words)),
)
