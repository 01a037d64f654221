"""Prepares the root document for lowering: checks that it can be read, and rewrites parts of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from compiler.base.patterns import lazy_pattern
from compiler.diagnostics import Note
from compiler.front.mistakes.wording import a_kind, nearest
from compiler.front.reading.refs import removal_notes
from compiler.front.rewriting.referenced_tables import unfold_tables
from compiler.source import Json, Loc, as_text, split_pointer

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics
    from compiler.front.reading.documents import Library
    from compiler.source import Document, Json, Rewritten

_VERSION = lazy_pattern(r"3\.[012](\.\d+)?(-.*)?\Z")

_BY_KEY = {
    "asyncapi": "it is an AsyncAPI document: what it describes are messages, and no HTTP operations",
    "arazzo": "it is an Arazzo description: name the OpenAPI document of its `sourceDescriptions`",
    "overlay": "it is an overlay: name the OpenAPI document, and this file with --overlay",
    "configVersion": "it is a gen.yaml: name the OpenAPI document, and this file with -c",
    "swaggerVersion": "it is Swagger 1: convert it to Swagger 2.0 or OpenAPI 3",
    "discoveryVersion": "it is a discovery document of Google: convert it to OpenAPI",
    "__export_format": "it is an export of Insomnia: export the design document instead",
    "configUrl": "it is the configuration of Swagger UI: fetch the document that `url` or `urls` names",
    "urls": "it is the configuration of Swagger UI: fetch one of the documents that `urls` names",
}


def can_be_read(root: Document, diagnostics: Diagnostics) -> bool:
    """Whether a document is an object, of a version that can be read; reports CG0304, CG0305, CG0320, CG0349
    and CG1301."""
    raw, at = root.root, Loc(root.file)
    if not isinstance(raw, dict):
        diagnostics.report("CG0304", at, found="empty" if raw is None else a_kind(raw))
        return False
    if "swagger" in raw:
        shown = _version_text(raw["swagger"])
        if shown not in ("2.0", "2"):
            help_ = f"write `openapi: {shown}`" if _VERSION.match(shown) else None
            diagnostics.report("CG1301", at.at("swagger"), help=help_, version=shown)
            return False
        if raw.get("openapi") is not None:
            there = Note("and here", at.at("openapi"), True)
            diagnostics.report("CG0355", at.at("swagger"), at_key=True, notes=(there,))
            return False
        if "components" in raw:
            there = Note("they are here", at.at("components"), True)
            diagnostics.report("CG0349", at.at("swagger"), at_key=True, notes=(there,))
            return False
        _tell_version(at.at("swagger"), raw["swagger"], diagnostics)
        return True
    if raw.get("openapi") is None:
        near = nearest("openapi", raw)
        notes = removal_notes(root.removal("/openapi") or root.removal("/swagger"))
        diagnostics.report("CG0305", at, notes=notes, help=f"write `openapi` for `{near}`" if near else advice(raw))
        return False
    shown = _version_text(raw["openapi"])
    if not _VERSION.match(shown):
        help_ = 'write `swagger: "2.0"`' if shown in ("2", "2.0", "2.0.0") else None
        diagnostics.report("CG0320", at.at("openapi"), help=help_, version=shown)
        return False
    _tell_version(at.at("openapi"), raw["openapi"], diagnostics)
    return True


def _tell_version(at: Loc, version: Json, diagnostics: Diagnostics) -> None:
    """Tell of a version that is no text, or less than the specification wants; it is understood (D1.4)."""
    key = split_pointer(at.pointer)[-1]
    if key == "openapi" and _version_text(version).count(".") < 2:
        problem, help_ = "a version has three numbers", f"write `openapi: {_version_text(version)}.0`"
        diagnostics.report("CG0375", at, help=help_, key=key, problem=problem)
    elif not isinstance(version, str):
        diagnostics.report_all("CG0356", [at], 1, key=key, found=a_kind(version))


def _version_text(version: Json) -> str:
    return a_kind(version) if isinstance(version, dict | list) else as_text(version)


def rewritten(library: Library, diagnostics: Diagnostics) -> dict[str, Json] | None:
    """Return the root as lowering takes it, and let it be the library's; None after an error.

    Tables that are references are unfolded, Swagger 2.0 becomes 3.0, and dynamic references are settled (D1.1, D1.4).
    Places stay those of the text.
    """
    _take(unfold_tables(library, diagnostics), library, diagnostics)
    if "swagger" in _root(library):
        upgraded = _upgraded(library, diagnostics)
        if upgraded is None:
            return None
        library.is_swagger = True
        _take(upgraded, library, diagnostics)
    _take(_settled(library, diagnostics), library, diagnostics)
    return _root(library)


def _root(library: Library) -> dict[str, Json]:
    root = library.root.root
    assert isinstance(root, dict)
    return root


def _take(document: Rewritten | None, library: Library, diagnostics: Diagnostics) -> None:
    if document is not None:
        diagnostics.trace(document)
        library.root = document


def _upgraded(library: Library, diagnostics: Diagnostics) -> Rewritten | None:
    """Rewrite a Swagger 2.0 document as one of 3.0; None after an error."""
    from compiler.front.swagger.document import MOST, MediaTypesError, upgrade_swagger

    try:
        return upgrade_swagger(library, diagnostics)
    except MediaTypesError as error:
        help_ = "give each operation the media types that it has"
        diagnostics.report("CG0122", error.loc, at_key=True, help=help_, key=error.key, limit=MOST)
        return None


def _settled(library: Library, diagnostics: Diagnostics) -> Rewritten | None:
    """Rewrite a document with dynamic references; most have none."""
    if not library.root.mentions(("$dynamicRef", "$dynamicAnchor")) and not library.root.refers_elsewhere():
        return None  # other files are not known yet
    from compiler.front.rewriting.dynamic_refs import MAX_COPIES, settle_dynamic_refs

    document = settle_dynamic_refs(library, diagnostics)
    if document is None:
        diagnostics.report("CG0420", Loc(library.root.file), limit=MAX_COPIES)
    return document


def advice(raw: Mapping[str, Json]) -> str | None:
    """Return what to do with an object without a version of OpenAPI, or None if it is not recognised."""
    for key, value in raw.items():
        if isinstance(value, dict) and ("openapi" in value or "swagger" in value):
            return f"the document is in `{key}`: save only that part"
    info = raw.get("info")
    if isinstance(info, dict) and ("_postman_id" in info or "getpostman.com" in str(info.get("schema"))):
        return "it is a Postman collection: export it as OpenAPI"
    log = raw.get("log")
    if isinstance(log, dict) and "entries" in log:
        return "it is a HAR file, which records requests: name the OpenAPI document of the API"
    if "$schema" in raw and "paths" not in raw:
        return "it is a JSON Schema: put it into `components.schemas` of an OpenAPI document"
    return next((said for key, said in _BY_KEY.items() if key in raw), None)
