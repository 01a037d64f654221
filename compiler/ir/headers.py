"""Headers of responses: how the text of each becomes a typed value."""

from __future__ import annotations

from enum import StrEnum

from compiler.ir.node import TextKind, arg, flag, key, node
from compiler.ir.types import Type


class Reading(StrEnum):
    """How the text of a declared response header becomes a value.

    DECODED: as its type is read from text. LIST and OBJECT: from the texts between commas, JSON: as it is; then
    as its type is read from JSON.
    """

    INTEGER = "integer"
    INT64 = "int64"
    UINT64 = "uint64"
    NUMBER = "number"
    BOOLEAN = "boolean"
    DECODED = "decoded"
    LIST = "list"
    OBJECT = "object"
    JSON = "json"

    @property
    def structured(self) -> bool:
        """Whether it gives a value of the declared type, by more than one step."""
        return self in (Reading.LIST, Reading.OBJECT, Reading.JSON)


@node("response-header")
class ResponseHeader:
    """A declared response header: typed metadata (D13). The plan decides how its text is read.

    ``items``: how each item of a LIST is read, and each property of an OBJECT that is not in ``members``; ``explode``:
    properties are written ``a=1`` and not ``a,1``. ``media_type``: of a header that `content` describes.
    """

    wire: str = arg()
    type: Type = key()
    required: bool = flag()
    description: str | None = key(text=TextKind.PROSE)
    explode: bool = flag()
    media_type: str | None = key()
    reading: Reading = key(Reading.DECODED)
    items: Reading = key(Reading.DECODED)
    members: tuple[tuple[str, str], ...] = key(())
