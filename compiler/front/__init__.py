"""The front end: OpenAPI documents to the IR's first stage."""

from __future__ import annotations

from compiler.front.documents import LoadOptions
from compiler.front.lower import Lowering, lower_document

__all__ = ["LoadOptions", "Lowering", "lower_document"]
