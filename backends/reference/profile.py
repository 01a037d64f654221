"""What reference pages call things: methods and members as the document writes them, types as its classes are named."""

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
    version_pattern="(?s).*",  # pages show the document's version: they are no package
)
"""No word is reserved here, since no page is source text."""
