"""`collectionFormat` of Swagger 2.0 as styles of OpenAPI 3.x."""

from __future__ import annotations

from collections.abc import Mapping

QUERY_STYLES: Mapping[str, tuple[str, bool]] = {
    "csv": ("form", False),
    "multi": ("form", True),
    "ssv": ("spaceDelimited", False),
    "pipes": ("pipeDelimited", False),
}
"""Style and explode of each `collectionFormat` in a query or a form."""

UNKNOWN_STYLE = "collectionFormat: "
"""Begins the style of what 3.x cannot write, so that lowering refuses it where it is used."""
