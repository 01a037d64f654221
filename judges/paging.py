"""Tests the paginations that ``codegen init --suggest`` proposes for the documents of ../shared/specs.

The overlay of a document is written, the Python SDK is built with it, and each method that it names is called with its
example arguments. A loopback server answers with pages that fit the response schema: five items, two per page. All
items have to arrive, each request has to ask for the right page, and there may be only three requests, or four where
only an empty page marks the end. ``--write`` puts the table into the page.
"""

from __future__ import annotations

import argparse
import importlib
import io
import json
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from backends import load_backend
from bench.documents import DOCUMENTS, ROOT, Document
from bench.page import table, write_part
from compiler.commands.init.pages_overlay import render_overlay
from compiler.diagnostics import Diagnostics
from compiler.driver.compilation import Compilation, compile_document, plan_target
from compiler.driver.inputs import Inputs, read_inputs
from compiler.driver.options import DebugOptions, InputOptions
from compiler.ir.credentials import CredentialKind
from compiler.ir.nodes import Pagination
from compiler.ir.types import ListOf, Type
from compiler.ir.wire import BodyKind, WireOperation
from compiler.lock.lock import Lock
from compiler.plan.plan import Method, Plan
from passes.page_suggestions import Suggestion, suggest_pages
from passes.plan.documentation.sample import sample
from passes.support.pagination.jsonpath import lower_path
from passes.support.type_queries import walk

PAGE = ROOT / "docs" / "pagination.md"
SIZES = (2, 2, 1)
"""Items on each page."""
COLUMNS = {
    "last": "Id of the last item",
    "cursor": "Cursor in the answer",
    "counted": "Numbers to an end",
    "numbered": "Numbers alone",
    "url": "URL in the answer",
    "link": "Link header",
}


@dataclass(slots=True)
class Count:
    """What is proposed for a document, by the way of it, and what became of the methods that were called."""

    name: str
    ways: Counter[str] = field(default_factory=Counter)
    paged: int = 0
    faults: list[str] = field(default_factory=list)


def way(pagination: Pagination) -> str:
    """Return the column that a pagination counts in."""
    paths = {item.key: item.path for item in pagination.outputs}
    if "nextUrl" in paths:
        return "link" if paths["nextUrl"].startswith("$response") else "url"
    if "nextCursor" in paths:
        return "last" if "[-1]" in paths["nextCursor"] else "cursor"
    return "numbered" if "results" in paths else "counted"


# --------------------------------------------------------------------------- documents


def read(document: Document, overlay: str | None) -> tuple[Inputs, Compilation]:
    """Compile a document, with an overlay or as it is."""
    overlays = (overlay,) if overlay else ()
    options = InputOptions(document=str(document.path), extension_prefix=document.prefix, overlays=overlays)
    diagnostics = Diagnostics()
    inputs = read_inputs(options, diagnostics, "build")
    assert inputs.document is not None, diagnostics.items
    made = compile_document(
        inputs.document, inputs.folder, options, DebugOptions(), diagnostics, Lock(), io.StringIO(), keep_going=True
    )
    assert made is not None, diagnostics.items
    for code in ("CG1503", "CG0922", "CG0923"):
        assert overlay is None or not diagnostics.has_any(code), f"the overlay brings {code}"
    return inputs, made


def count(document: Document, *, walk: bool) -> Count:
    """Count what is proposed for a document, and page all of it where that is asked."""
    inputs, made = read(document, None)
    assert inputs.document is not None
    found = {item.operation.id: item for item in suggest_pages(made.sdk, made.context)}
    counted = Count(document.name, Counter(way(item.pagination) for item in found.values()))
    if found and walk:
        with tempfile.TemporaryDirectory() as name:
            overlay = Path(name, "suggested.overlay.yaml")
            overlay.write_text(
                render_overlay(found.values(), made.sdk, inputs.document.root, "API", overlay.name), "utf-8"
            )
            inputs, made = read(document, str(overlay))
            plan = replace_package(plan_target(made, "python", inputs.config), f"paged_{document.name}")
            for path, text in load_backend("python").emit(plan, ()).items():
                Path(name, "sdk", path).parent.mkdir(parents=True, exist_ok=True)
                Path(name, "sdk", path).write_text(text, "utf-8")
            page_all(counted, plan, found, Path(name, "sdk"))
    return counted


def replace_package(plan: Plan, name: str) -> Plan:
    """Call the package so that no other of this process is called alike."""
    package = "".join(char if char.isalnum() else "_" for char in name)
    return replace(plan, surface=replace(plan.surface, package=package))


# --------------------------------------------------------------------------- paging


def page_all(counted: Count, plan: Plan, found: Mapping[str, Suggestion], folder: Path) -> None:
    """Call each of the methods that something is proposed for."""
    from tests.support.recorder import Recorder

    sys.path.insert(0, str(folder))
    module = importlib.import_module(plan.surface.package)
    methods = {method.operation: method for method in plan.surface.methods()}
    credentials = {
        item.option: ("user", "password") if item.scheme.credential is CredentialKind.BASIC else "token"
        for item in plan.surface.credentials
        if item.scheme.credential is not CredentialKind.CERTIFICATE
    }
    with Recorder() as recorder, warnings.catch_warnings():
        client = getattr(module, plan.surface.client)(base_url=recorder.origin, **credentials)
        warnings.simplefilter("ignore", DeprecationWarning)  # of deprecated methods
        for at, suggestion in found.items():
            asked = Asked(plan, methods[at], suggestion.pagination)
            try:
                asked.walk(recorder, {"client": client, plan.surface.package: module})
                counted.paged += 1
            except Exception as error:
                counted.faults.append(f"{at}: {type(error).__name__}: {error}")
    sys.path.remove(str(folder))


@dataclass(frozen=True, slots=True)
class Asked:
    """One method, and the pages that a server of its document would give."""

    plan: Plan
    method: Method
    pagination: Pagination

    @property
    def operation(self) -> WireOperation:
        """What it sends."""
        return self.plan.wire.operations[self.method.operation]

    @property
    def paths(self) -> dict[str, str]:
        """The outputs by their key."""
        return {item.key: item.path for item in self.pagination.outputs}

    def walk(self, recorder: Any, names: dict[str, Any]) -> None:
        """Iterate over all items; raises where some do not come, or a request is wrong or one too many."""
        pages = [*self.pages(recorder.origin)]
        recorder.script(*pages)
        call = load_backend("python").render_call
        assert call is not None
        text = call(self.plan, self.method)
        items = list(eval(compile(text, "call", "eval"), names))
        wanted = sum(SIZES)
        assert len(items) == wanted, f"{len(items)} items instead of {wanted}"
        assert len(recorder.requests) == len(pages), f"{len(recorder.requests)} requests instead of {len(pages)}"
        for number, request in enumerate(recorder.requests[1:], 2):
            self.check(number, request)

    def check(self, number: int, request: Any) -> None:
        """Hold the request of a page against what the page before said."""
        query = dict(parse_qsl(urlsplit(request.target).query, keep_blank_values=True))
        body = json.loads(request.body) if request.body.startswith(b"{") else dict(parse_qsl(request.body.decode()))
        if self.pagination.kind == "url":
            assert query.get("page-of-ours") == str(number), request.target
        for item in self.pagination.inputs:
            if item.kind != "limit":
                sent = query.get(item.name) if item.place == "parameters" else body.get(item.name)
                assert str(sent) == str(self.page_value(number, item.kind)), f"{item.name}={sent} on page {number}"

    def page_value(self, number: int, kind: str) -> object:
        """Return the value of an input that asks for a page."""
        if kind == "page":
            assert self.operation.pages is not None
            return (self.operation.pages.advances[0].start or 0) + number - 1
        if kind == "offset":
            return sum(SIZES[: number - 1])
        return self.cursor(number - 1)

    def cursor(self, number: int) -> object:
        """Return the cursor that a page gives: a number where the argument takes no text."""
        return f"c{number}" if self.takes_text else 700 + number

    @property
    def takes_text(self) -> bool:
        """Whether the cursor is a text."""
        wires = {item.name for item in self.pagination.inputs}
        return all(
            isinstance(sample(item.type, self.plan.wire.types, "x"), str)
            for item in self.method.arguments
            if item.wire in wires and item.wire != "body"
        )

    # ----------------------------------------------------------------------- the server

    def pages(self, origin: str) -> Iterator[Any]:
        """Yield the answers of a server that has five items."""
        from tests.support.recorder import Reply

        sizes = (*SIZES, 0) if "results" in self.paths else SIZES
        answer = next(item for item in self.operation.answers if not item.error and item.decodes)
        for number, size in enumerate(sizes, 1):
            body = self.page(number, size, number == len(SIZES), origin)
            headers = {"Content-Type": "application/json"}
            if way(self.pagination) == "link" and number < len(SIZES):
                headers["Link"] = f'<{self.url(number, origin)}>; rel="next"'
            status = int(answer.status) if answer.status.isdigit() else 200
            yield Reply(status, headers, json.dumps(body).encode())

    def page(self, number: int, size: int, last: bool, origin: str) -> Any:
        """Return the JSON of a page."""
        shape = self.shape()
        body = sample(shape, self.plan.wire.types, "x")
        paths = self.paths
        body = put(body, paths.get("items") or paths["results"], [self.item(shape) for _ in range(size)])
        if "numPages" in paths:
            body = put(body, paths["numPages"], len(SIZES))
        if "hasMore" in paths:
            body = put(body, paths["hasMore"], not last)
        if "[-1]" in paths.get("nextCursor", "") or ("nextCursor" in paths and (not last or "results" in paths)):
            body = put(body, paths["nextCursor"], self.cursor(number))
        elif "nextCursor" in paths:
            body = without(body, paths["nextCursor"])
        if way(self.pagination) == "url":
            body = without(body, paths["nextUrl"]) if last else put(body, paths["nextUrl"], self.url(number, origin))
        return body

    def url(self, number: int, origin: str) -> str:
        """Return the URL of the page that follows."""
        return f"{origin}/next?page-of-ours={number + 1}"

    def shape(self) -> Type:
        """Return the type of the answer."""
        decodes = [d for a in self.operation.answers if not a.error for d in a.decodes if d.kind is BodyKind.JSON]
        return decodes[0].type

    def item(self, shape: Type) -> Any:
        """Return an item of a page: of the first list, where there are several kinds of them."""
        paths, types = self.paths, self.plan.wire.types
        found = walk(types, shape, lower_path(paths.get("items") or paths["results"]))
        return next(sample(item.item, types, "x") for item in found if isinstance(item, ListOf))


def put(body: Any, path: str, value: Any) -> Any:
    """Return a body with a value at a path, on which objects and items are made."""
    return _put(body, [step.property if step.property is not None else step.index for step in lower_path(path)], value)


def _put(node: Any, steps: Sequence[str | int | None], value: Any) -> Any:
    if not steps:
        return value
    step, rest = steps[0], steps[1:]
    if isinstance(step, int):
        items = node if isinstance(node, list) and node else [{}]
        return [*items[:-1], _put(items[-1], rest, value)]
    assert step is not None
    found = node if isinstance(node, dict) else {}
    return {**found, step: _put(found.get(step), rest, value)}


def without(body: Any, path: str) -> Any:
    """Return a body that has no value at a path."""
    steps = [step.property for step in lower_path(path)]
    return _without(body, steps)


def _without(node: Any, steps: Sequence[str | None]) -> Any:
    if not isinstance(node, dict) or steps[0] not in node:
        return node
    if len(steps) == 1:
        return {key: value for key, value in node.items() if key != steps[0]}
    return {**node, steps[0]: _without(node[steps[0]], steps[1:])}


def main(arguments: list[str] | None = None) -> int:
    """Print the table, or write it into the page; 1 where a method does not page to its end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="documents; without any, all")
    parser.add_argument("--count", action="store_true", help="only count what is proposed")
    parser.add_argument("--write", action="store_true", help=f"write the table into {PAGE.name}")
    options = parser.parse_args(arguments)
    chosen = [one for one in DOCUMENTS if one.name in (options.names or [one.name])]
    found = [count(document, walk=not options.count) for document in chosen]
    found = [one for one in found if one.ways or options.names]
    columns = ["Document", *(f"{name}:" for name in (*COLUMNS.values(), "Proposed", "Paged to the end"))]
    rows = ((one.name, *(one.ways[key] or "" for key in COLUMNS), one.ways.total(), one.paged) for one in found)
    text = "\n".join(table(columns, rows))
    if options.write:
        write_part(PAGE, text)
    else:
        sys.stdout.write(f"{text}\n")
    faults = [f"{one.name}: {line}" for one in found for line in one.faults]
    sys.stdout.write("".join(f"FAULT {line[:300]}\n" for line in faults))
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
