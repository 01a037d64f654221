"""Identities of nodes: the places they denote, and the names that documents give them."""

from __future__ import annotations

import posixpath

from compiler.ir.node import Id, escape, to_pointer, unescape
from compiler.source import Loc


def locate(at: Id, root: str) -> Loc:
    """Turn an identity into a place: ``schemas/Test`` is ``#/components/schemas/Test`` in the ``root`` document.

    The file of an identity is relative to the folder of the root document, so that identities do not depend on the
    working folder; the place has the file as shown to the user. A role (``schemas/Test#write``) is left out.
    """
    file, sep, rest = at.partition("#")
    if sep and rest[:1] in ("", "/", "#"):
        return Loc(shown_path(root, file), to_pointer(rest.partition("#")[0]))
    pointer = to_pointer(file)
    if pointer.partition("/")[0] in COMPONENT_KINDS:
        return Loc(root, "/components/" + pointer)
    return Loc(root, "/" + pointer if pointer else "")


def shown_path(root: str, file: str) -> str:
    """Return a file as it is shown to the user; identities name it relative to the folder of ``root``."""
    folder = posixpath.dirname(root)
    if not folder or "://" in file:
        return file
    return posixpath.normpath(posixpath.join(folder, file))


def short(file: str | None, pointer: str) -> Id:
    """Return the identity of a JSON pointer (``/components/schemas/Test``) in a file; None: the root document."""
    pointer = pointer.replace("%", "%25").replace("#", "%23")
    if file is not None:
        return f"{file}#{pointer}"
    if pointer.startswith("/components/"):
        rest = pointer[12:]
        if rest.partition("/")[0] in COMPONENT_KINDS:
            return rest
    return pointer[1:]


def child(at: Id, *tokens: str | int) -> Id:
    """Return the identity of a member of the node at ``at``."""
    for token in tokens:
        name = escape(token) if isinstance(token, str) else str(token)
        if not at or (at == "components" and name in COMPONENT_KINDS):
            at = name
        else:
            at = f"{at}/{name}"
    return at


def last_token(at: Id) -> str:
    """Return the last token of an identity, unescaped: the component's name, the property's name."""
    return unescape(at.rpartition("/")[2])


def component_name(at: Id) -> str:
    """Return the name that the document gives a component: its key, or the stem of its file."""
    file, sep, pointer = at.partition("#")
    return file_stem(file) if sep and not pointer else last_token(at)


def file_stem(file: str) -> str:
    """Return the name of a file without its kind and extension: ``Trips.Ticket`` of ``Trips.Ticket.schema.yaml``."""
    path = file.partition("?")[0] if "://" in file else file
    stem = posixpath.splitext(posixpath.basename(path))[0]
    named, dot, kind = stem.rpartition(".")
    return named if dot and named and kind.lower() in FILE_KINDS else stem


FILE_KINDS = frozenset({"schema", "model", "openapi", "oas", "swagger"})
"""Words before the extension of a file that are not part of its name."""
COMPONENT_KINDS = frozenset(
    {
        "schemas",
        "parameters",
        "responses",
        "requestBodies",
        "headers",
        "examples",
        "securitySchemes",
        "links",
        "callbacks",
        "pathItems",
    }
)
