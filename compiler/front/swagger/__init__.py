"""Swagger 2.0 documents, rewritten as OpenAPI 3.0 before they are lowered (D1.1).

The tree is rebuilt where the layout of 2.0 differs, and every part keeps the place where it was written; schemas
are almost the same in both and are not changed. References keep their old pointers, which are resolved by the map
of moved parts.
"""

from __future__ import annotations
