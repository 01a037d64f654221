"""Names: words, cases, reserved words and uniqueness; pure functions and data (D10).

A name is split into words once; a target's :class:`Profile` joins them in its cases. No language is known here:
the words that a language reserves are data from its backend.
"""

from __future__ import annotations

from compiler.base.naming.casing import Case, ascii_text, fold, join, lower, solid, variable_prefix
from compiler.base.naming.profile import Files, Profile, word_set
from compiler.base.naming.splitting import SIGNS, letters, separated, shorten, spelled, with_signs, words
from compiler.base.naming.unique import are_unique, numbered, unique

__all__ = [
    "SIGNS",
    "Case",
    "Files",
    "Profile",
    "are_unique",
    "ascii_text",
    "fold",
    "join",
    "letters",
    "lower",
    "numbered",
    "separated",
    "shorten",
    "solid",
    "spelled",
    "unique",
    "variable_prefix",
    "with_signs",
    "word_set",
    "words",
]
