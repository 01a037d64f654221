"""The front end: OpenAPI documents to the IR's first stage."""

from __future__ import annotations

from compiler.front.lower import Lowering, lower_document
from compiler.front.reading.documents import LoadOptions

__all__ = ["LoadOptions", "Lowering", "lower_document"]
