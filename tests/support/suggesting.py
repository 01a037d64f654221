"""A document with the output of `codegen init --suggest` for it: the text of the overlay, applied as in a build."""

from __future__ import annotations

import io
import json
from typing import Any

from compiler.commands.init.pages_overlay import render_overlay
from compiler.diagnostics import Diagnostics
from compiler.driver.compilation import compile_document
from compiler.driver.options import DebugOptions, InputOptions
from compiler.front.overlays.overlay import apply_overlays
from compiler.lock.lock import Lock
from compiler.source import Document, Limits, load_text
from passes.page_suggestions import suggest_pages


def overlay_of(text: str, diagnostics: Diagnostics | None = None) -> tuple[str, Document]:
    """Return the overlay for the text of a document, and the document."""
    told = diagnostics or Diagnostics()
    document = load_text(text, "openapi.yaml", Limits(), told)
    assert document is not None, told.items
    made = compile_document(document, None, InputOptions(), DebugOptions(), told, Lock(), io.StringIO())
    assert made is not None, told.items
    found = suggest_pages(made.sdk, made.context)
    return render_overlay(found, made.sdk, document.root, "Test", "suggested.overlay.yaml"), document


def with_suggestions(document: Any) -> Any:
    """Return a document with its suggestions in it."""
    text, loaded = overlay_of(json.dumps(document))
    diagnostics = Diagnostics()
    overlay = load_text(text, "suggested.overlay.yaml", Limits(), diagnostics)
    assert overlay is not None, diagnostics.items
    changed = apply_overlays(loaded, [overlay], diagnostics)
    assert changed is not None
    assert diagnostics.items == []
    return json.loads(json.dumps(changed.root))
