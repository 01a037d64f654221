"""Finds JSON and multipart bodies that share one method (D7.3)."""

from __future__ import annotations

from compiler.ir.media import FORM_DATA, essence, kind_of
from compiler.ir.nodes import Operation
from compiler.ir.wire import BodyKind
from passes.context import Context


def is_form_data(media_type: str) -> bool:
    """Tell whether a body is multipart/form-data, whose parts have names."""
    return kind_of(media_type) is BodyKind.MULTIPART and essence(media_type) == FORM_DATA


def together(operation: Operation, context: Context) -> bool:
    """Tell whether one method takes JSON and multipart of one type; codegen.lock keeps what it took before."""
    is_old = f"{operation.id}#media" in context.lock.kept
    return context.lock.choose(f"{operation.id}#files", "apart" if is_old else "together") == "together"
