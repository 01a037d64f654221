"""Swagger 2.0 documents, rewritten as OpenAPI 3.0 before they are lowered (D1.1).

The tree is built anew where 2.0 is laid out differently, and every part of it remembers where it was written; schemas
are almost the same in both and stay as they are. References keep their old pointers, which are found again by the map
of what moved.
"""

from __future__ import annotations
