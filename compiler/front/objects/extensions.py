"""The `x-codegen-*` keys of an object, and their values."""

from __future__ import annotations

from typing import Any

from compiler.front.keys.extensions import PREFIX


class Extensions:
    """The valid `x-codegen-*` keys of one object: their values, and where each stands."""

    __slots__ = ("values", "written")

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.written: dict[str, str] = {}

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of a key as its shape read it, else ``default``."""
        return self.values.get(key, default)

    def spelled(self, key: str) -> str:
        """Return a key as the document writes it."""
        return self.written.get(key, PREFIX + key)

    def over(self, behind: Extensions) -> Extensions:
        """Return these keys, which stand beside a `$ref`, and those of what it leads to that are not among them."""
        if not self.written:
            return behind
        both = Extensions()
        both.values = {**behind.values, **self.values}
        both.written = {**behind.written, **self.written}
        return both


NONE = Extensions()
"""No keys at all, shared."""
