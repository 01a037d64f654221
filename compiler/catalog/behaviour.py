"""CG11xx: security, servers, retries, timeouts, streams."""

from __future__ import annotations

from compiler.catalog.code import Code

CODES: tuple[Code, ...] = ()
