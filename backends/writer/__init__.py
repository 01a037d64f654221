"""The writer of printed code: documents (:mod:`~backends.writer.document`), whose groups break by width as in
formatters (:func:`~backends.writer.layout.render`)."""

from backends.writer.document import HARDLINE, LINE, SOFTLINE, Doc, Group, IfBroken, Indent, Line, join
from backends.writer.layout import render
from backends.writer.lists import bracketed, hugging

__all__ = [
    "HARDLINE",
    "LINE",
    "SOFTLINE",
    "Doc",
    "Group",
    "IfBroken",
    "Indent",
    "Line",
    "bracketed",
    "hugging",
    "join",
    "render",
]
