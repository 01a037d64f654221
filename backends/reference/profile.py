"""Names on reference pages: methods and members as in the document, types with the names of its classes."""

from __future__ import annotations

from compiler.base.naming import Case, Profile

PROFILE = Profile(
    target="reference",
    cases={
        "type": Case.PASCAL,
        "method": Case.SOLID,
        "field": Case.VERBATIM,
        "argument": Case.VERBATIM,
        "group": Case.VERBATIM,
        "member": Case.VERBATIM,
        "module": Case.KEBAB,
    },
    version_pattern="(?s).*",  # pages are not a package: they show the document's version
)
"""No word is reserved here, since no page is source text."""
