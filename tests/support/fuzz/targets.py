"""The targets of fuzzing: functions of bytes that raise only if the compiler is at fault.

An input may be refused, with a diagnostic or with the one exception that the reader declares; any other exception,
and an invariant that does not hold, is a finding. `tests/fuzz/test_fuzz.py` runs them over seeds and past findings,
`judges/fuzz.py` under atheris, which also watches time and memory.
"""

from __future__ import annotations

import functools
import io
import json
import re
import tempfile
from collections.abc import Callable, Mapping
from typing import Any

from backends import BACKENDS, language_of, load_backend
from backends.keys import TARGET_KEYS
from compiler.config import Config, parse_config
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.show import show
from compiler.driver.compilation import Compilation, compile_document, plan_target
from compiler.driver.options import DebugOptions, InputOptions
from compiler.front.overlays.overlay import apply_overlays
from compiler.ir.read import IRSyntaxError, load
from compiler.ir.text import dump
from compiler.lock.lock import Lock
from compiler.source import Document, Limits, Loc, escape_token, load_text
from passes.linting import lint
from passes.support.pagination.jsonpath import PathSyntaxError, PathUnsupportedError, lower_path
from passes.support.runtime_expressions import ExpressionError, parse_expression
from tests.support.drift import LANGUAGES
from tests.support.fuzz.parsers import objections

LIMITS = Limits(max_bytes=1 << 20, max_depth=100, max_nodes=20_000, max_aliases=20_000)


def read_source(data: bytes) -> tuple[Document | None, Diagnostics]:
    """Read a document; the first byte decides whether its name says JSON."""
    diagnostics = Diagnostics()
    name = "openapi.json" if data[:1] == b"{" else "openapi.yaml"
    return load_text(data, name, LIMITS, diagnostics), diagnostics


def shown(diagnostics: Diagnostics) -> None:
    """Print what was reported in every format: excerpts must be found, machine formats be JSON."""
    for form in ("text", "json", "sarif", "github"):
        out, err = io.StringIO(), io.StringIO()
        show(diagnostics, out, err, format=form)
        if form in ("json", "sarif"):
            json.loads(out.getvalue())


def source(data: bytes) -> None:
    """The YAML and JSON loader: a tree of JSON values, each of which can be found again in the text."""
    document, diagnostics = read_source(data)
    if document is not None:
        _check_tree(document.root)
        for pointer in _pointers(document.root, "", 3):
            line, column, width = document.span(pointer)
            assert line >= 1 and column >= 1 and width >= 1, (pointer, line, column, width)
            diagnostics.report("CG0209", Loc(document.file, pointer), actual="a value")
    else:
        assert diagnostics.has_errors
    shown(diagnostics)


def _check_tree(value: Any) -> None:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            assert all(type(key) is str for key in item)
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item
        else:
            assert item is None or isinstance(item, bool | int | float | str), type(item)


def _pointers(value: Any, at: str, depth: int) -> list[str]:
    if depth == 0:
        return [at]
    if isinstance(value, dict):
        below = [(f"{at}/{escape_token(key)}", item) for key, item in list(value.items())[:3]]
    elif isinstance(value, list):
        below = [(f"{at}/{index}", item) for index, item in enumerate(value[:3])]
    else:
        below = []
    return [at, *(found for key, item in below for found in _pointers(item, key, depth - 1))]


def jsonpath(data: bytes) -> None:
    """JSONPaths of x-codegen-pagination: steps, or one of two refusals."""
    try:
        lower_path.__wrapped__(data.decode("utf-8", "replace"))
    except (PathSyntaxError, PathUnsupportedError):
        return


def expression(data: bytes) -> None:
    """Runtime expressions of callbacks: parts, or a refusal."""
    text = data.decode("utf-8", "replace")
    try:
        parts = parse_expression.__wrapped__(text)
    except ExpressionError:
        return
    assert all(part.text is not None or part.root is not None for part in parts)


def ir(data: bytes) -> None:
    """The IR's text form: what is read is written and read again unchanged."""
    try:
        node = load(data.decode("utf-8", "replace"))
    except IRSyntaxError:
        return
    text = dump(node)
    again = load(text)
    assert dump(again) == text


def config(data: bytes) -> None:
    """gen.yaml: always a configuration, and a diagnostic for what is wrong."""
    diagnostics = Diagnostics()
    document = load_text(data, "gen.yaml", LIMITS, diagnostics)
    made = parse_config(document, TARGET_KEYS, diagnostics)
    diagnostics.configure(made.diagnostics, strict=False)
    for target in TARGET_KEYS:
        section = made.section(target)
        for key in section.defaults:
            section.value(key)
    shown(diagnostics)


def document(data: bytes) -> None:
    """The whole compiler up to the plans: every document ends in plans or in a diagnostic."""
    made, diagnostics = _compiled(data, verify=True)
    if made is not None:
        for target in LANGUAGES:
            plan_target(made, target, _plain())
        lint(made.sdk, made.context)
    shown(diagnostics)


def printed(data: bytes) -> None:
    """All targets, as a build with ``-k`` prints them: every file parses, gofmt changes none, no page holds HTML."""
    made, _ = _compiled(data, verify=False)
    if made is None:
        return
    plans = {target: plan_target(made, target, _plain()) for target in BACKENDS}
    told = (language_of(load_backend(target), plan) for target, plan in plans.items())
    spoken = [language for language in told if language is not None]
    for target, plan in plans.items():
        files = load_backend(target).emit(plan, spoken)
        assert all(_SOUND.fullmatch(path) and ".." not in path.split("/") for path in files), (target, *files)
        assert len({path.lower() for path in files}) == len(files), (target, *files)
        assert not (found := objections(target, files)), (target, found)


_SOUND = re.compile(r"[^\x00-\x1f\\/:*?\"<>|][^\x00-\x1f\\:*?\"<>|]{0,400}")
"""A path below the output folder that every file system takes."""


def _compiled(data: bytes, *, verify: bool) -> tuple[Compilation | None, Diagnostics]:
    """Compile bytes as far as the targets; None where the document stops there."""
    found, diagnostics = read_source(data)
    if found is None:
        return None, diagnostics
    options, debug = InputOptions(document=found.file, limits=LIMITS), DebugOptions(verify=verify)
    made = compile_document(found, _nowhere(), options, debug, diagnostics, Lock(), io.StringIO(), keep_going=True)
    return (None if diagnostics.must_stop else made), diagnostics


@functools.cache
def _plain() -> Config:
    return parse_config(None, TARGET_KEYS, Diagnostics())


def overlay(data: bytes) -> None:
    """An overlay on our own document: another document that compiles or is refused, or a diagnostic."""
    base, diagnostics = read_source(_BASE)
    assert base is not None
    given = load_text(data, "overlay.json" if data[:1] == b"{" else "overlay.yaml", LIMITS, diagnostics)
    if given is not None:
        changed = apply_overlays(base, [given], diagnostics, LIMITS)
        assert changed is not None or diagnostics.has_errors
        if changed is not None:
            options = InputOptions(document=changed.file, limits=LIMITS)
            plain = DebugOptions()
            compile_document(changed, _nowhere(), options, plain, diagnostics, Lock(), io.StringIO(), keep_going=True)
    shown(diagnostics)


_BASE = b"""openapi: 3.1.0
info: {title: Trains, version: 1.0.0}
paths:
  /trips:
    get: {operationId: listTrips, parameters: [{$ref: '#/components/parameters/Page'}], responses: {'200': {$ref:
      '#/components/responses/Trips'}}}
components:
  parameters: {Page: {name: page, in: query, schema: {type: integer}}}
  responses: {Trips: {description: ok, content: {application/json: {schema: {type: array, items: {$ref:
    '#/components/schemas/Trip'}}}}}}
  schemas: {Trip: {type: object, required: [id], properties: {id: {type: string}, tags: {type: array, items: {}}}}}
"""


@functools.cache
def _nowhere() -> str:
    """An empty folder: references to files lead to nothing."""
    return tempfile.mkdtemp(prefix="codegen-fuzz-")


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "source": source,
    "jsonpath": jsonpath,
    "expression": expression,
    "ir": ir,
    "config": config,
    "document": document,
    "overlay": overlay,
    "print": printed,
}
