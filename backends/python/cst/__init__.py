"""Builders of Python code: libcst nodes in the format that ``ruff format`` leaves unchanged (100 columns).

Strings of a document enter printed code in three ways only: :func:`literal`, :func:`identifier`, and docstrings
and comments, which each encode them.
"""

from backends.python.cst.expressions import (
    LINE,
    Atom,
    Call,
    Chain,
    Choice,
    Collection,
    Expr,
    Keyword,
    Pair,
    Split,
    Starred,
    Subscript,
    attribute,
    call,
    raw,
    union,
    width_of,
)
from backends.python.cst.functions import CLS, SELF, STAR, Function, Param
from backends.python.cst.literals import dotted, identifier, literal, string, tuple_of
from backends.python.cst.modules import Import, Imports, module
from backends.python.cst.statements import (
    Block,
    Class,
    Doc,
    Line,
    Stmt,
    assign,
    declare,
    expression,
    returns,
    when,
)

__all__ = [
    "CLS",
    "LINE",
    "SELF",
    "STAR",
    "Atom",
    "Block",
    "Call",
    "Chain",
    "Choice",
    "Class",
    "Collection",
    "Doc",
    "Expr",
    "Function",
    "Import",
    "Imports",
    "Keyword",
    "Line",
    "Pair",
    "Param",
    "Split",
    "Starred",
    "Stmt",
    "Subscript",
    "assign",
    "attribute",
    "call",
    "declare",
    "dotted",
    "expression",
    "identifier",
    "literal",
    "module",
    "raw",
    "returns",
    "string",
    "tuple_of",
    "union",
    "when",
    "width_of",
]
