"""A small document that tests of `codegen diff` change, and what the command says of two of its versions."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from compiler.commands.diff.findings import Findings
from compiler.commands.diff.view import View
from compiler.commands.diff.wire import compare_documents
from compiler.diagnostics import Diagnostics
from compiler.driver.options import Exit
from compiler.front import LoadOptions
from compiler.front.reading.documents import Library
from compiler.front.rewriting.rewriting import can_be_read, rewritten
from compiler.source import Limits, load_text
from tests.support.documents import answers, object_of, operation, parameter, ref, sends
from tests.support.documents import document as plain_document
from tests.support.documents import parameter as query
from tests.support.drift import LANGUAGES
from tests.support.run import codegen, write

__all__ = ["query"]
TODAY = datetime.date(2026, 6, 1)


def document(**more: Any) -> dict[str, Any]:
    schemas = {
        "Trip": object_of("id", id="string", kind=ref("Kind")),
        "Kind": {"type": "string", "enum": ["fast", "slow"], "x-codegen-unknown-values": "disallow"},
        "Wish": object_of(seat="string"),
    }
    get = operation("getTrip", answers(ref("Trip")), parameters=[path("id")]) | more
    post = sends("bookTrip", ref("Wish"), responses=answers(ref("Trip")))
    return plain_document("T", {"/trips/{id}": {"get": get}, "/trips": {"post": post}}, schemas)


def path(name: str) -> dict[str, Any]:
    return parameter(name, "path")


def changes(
    folder: Path, old: Any, new: Any, *more: str, targets: Sequence[str] = LANGUAGES
) -> dict[str, dict[str, dict[str, Any]]]:
    """What is said of two versions: for each language, and for the wire, the first change under each rule."""
    write(folder, "old.json", old)
    write(folder, "new.json", new)
    words = [word for target in targets for word in ("-t", target)]
    done = codegen("diff", "old.json", "new.json", *words, "--format", "json", *more, cwd=folder)
    assert done.returncode in (Exit.OK, Exit.STALE), done.stdout + done.stderr
    found: dict[str, dict[str, dict[str, Any]]] = {part: {} for part in (*targets, "wire")}
    for item in json.loads(done.stdout)["changes"]:
        found[item["part"]].setdefault(item["rule"].removeprefix(f"{item['part']}-"), item)
    return found


def view(document: dict[str, Any], name: str) -> View:
    diagnostics = Diagnostics()
    loaded = load_text(json.dumps(document).encode(), name, Limits(), diagnostics)
    assert loaded is not None and can_be_read(loaded, diagnostics)
    library = Library(loaded, LoadOptions(str(Path())), diagnostics)
    assert rewritten(library, diagnostics) is not None
    return View(library)


def compare(old: dict[str, Any], new: dict[str, Any]) -> Findings:
    """What the change of a document means on the wire."""
    return compare_documents(view(old, "old.json"), view(new, "new.json"), TODAY)
