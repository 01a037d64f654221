"""The answer of `codegen why`, as text and as JSON."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen

if TYPE_CHECKING:
    from compiler.ir.node import Id

_MOST = 6
"""Lines of what a pass changed that are shown."""
_WIDTH = 110


@frozen
class Step:
    """What a pass, or a target, did: its rule in words, and the lines of the IR that it changed."""

    by: str
    summary: str
    said: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


@frozen
class Called:
    """What a target calls a thing."""

    target: str
    kind: str
    path: str


@frozen
class Answer:
    """``place`` is where the document has it, ``what`` what stands there; ``lock`` are lines of codegen.lock, ``told``
    diagnostics about it, ``override`` what would change it and ``goes_to`` where that belongs."""

    asked: str
    at: Id
    place: str
    what: str
    called: tuple[Called, ...]
    steps: tuple[Step, ...]
    lock: tuple[str, ...]
    told: tuple[str, ...]
    goes_to: str
    override: str


def as_text(answer: Answer, *, full: bool) -> str:
    """Return an answer for people."""
    return "".join(f"{line}\n" for line in _lines(answer, full=full))


def _lines(answer: Answer, *, full: bool) -> Iterator[str]:
    yield answer.asked
    for item in answer.called:
        yield f"  {item.target}: {item.kind} {item.path}"
    if answer.place or answer.what:
        yield f"  {f'{answer.place}: ' if answer.place else ''}{answer.what}"
    for step in answer.steps:
        yield ""
        yield f"{step.by}: {step.summary}" if step.summary else step.by
        for sentence in step.said:
            yield from _wrapped(sentence)
        shown = step.changed if full else step.changed[:_MOST]
        yield from (f"    {line}" for line in shown)
        if len(step.changed) > len(shown):
            yield f"    ... and {len(step.changed) - len(shown)} more lines (--full)"
    yield from _section("codegen.lock", answer.lock)
    yield from _section("diagnostics", answer.told)
    if answer.override:
        yield from ("", f"to change it, in {answer.goes_to}:", "")
        yield from (f"    {line}" for line in answer.override.splitlines())


def _wrapped(sentence: str) -> Sequence[str]:
    return textwrap.wrap(
        sentence, _WIDTH, initial_indent="  ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def _section(head: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield from ("", head)
        yield from (f"  {line}" for line in lines)


def as_json(answer: Answer) -> str:
    """Return an answer for programs."""
    content = {
        "asked": answer.asked,
        "id": answer.at,
        "place": answer.place,
        "what": answer.what,
        "called": [{"target": item.target, "kind": item.kind, "path": item.path} for item in answer.called],
        "steps": [
            {"by": step.by, "summary": step.summary, "reasons": list(step.said), "changes": list(step.changed)}
            for step in answer.steps
        ],
        "lock": list(answer.lock),
        "diagnostics": list(answer.told),
        "override": {"in": answer.goes_to, "text": answer.override} if answer.override else None,
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
