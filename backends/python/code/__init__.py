"""Builders of Python code, in the format that ``ruff format`` leaves unchanged (100 columns).

Strings of a document enter printed code in three ways only: :func:`literal`, :func:`identifier`, and docstrings
and comments, which each encode them.
"""

from backends.python.code.functions import CLS, SELF, STAR, Function, Param
from backends.python.code.literals import dotted, identifier, is_of_names, literal, string, tuple_of
from backends.python.code.modules import Import, Imports, module
from backends.python.code.statements import (
    Block,
    Class,
    Doc,
    Laid,
    Line,
    Stmt,
    Sure,
    assign,
    declare,
    documented,
    expression,
    is_sure,
    returns,
    sure,
    when,
)
from backends.python.code.text import fold
from backends.writer.ruff import (
    INDENT,
    Call,
    Chain,
    Collection,
    Expr,
    Keyword,
    Pair,
    Split,
    Subscript,
    Words,
    attribute,
    call,
    raw,
    union,
    width_of,
)
from backends.writer.ruff import WIDTH as LINE

__all__ = [
    "CLS",
    "INDENT",
    "LINE",
    "SELF",
    "STAR",
    "Block",
    "Call",
    "Chain",
    "Class",
    "Collection",
    "Doc",
    "Expr",
    "Function",
    "Import",
    "Imports",
    "Keyword",
    "Laid",
    "Line",
    "Pair",
    "Param",
    "Split",
    "Stmt",
    "Subscript",
    "Sure",
    "Words",
    "assign",
    "attribute",
    "call",
    "declare",
    "documented",
    "dotted",
    "expression",
    "fold",
    "identifier",
    "is_of_names",
    "is_sure",
    "literal",
    "module",
    "raw",
    "returns",
    "string",
    "sure",
    "tuple_of",
    "union",
    "when",
    "width_of",
]
