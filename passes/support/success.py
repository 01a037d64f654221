"""Which responses are successes, and which of their bodies JSONPaths of a pagination look into."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.ir.nodes import Response
from compiler.ir.types import Type
from passes.support.media import is_json


def json_bodies(responses: Iterable[Response]) -> list[Type]:
    """Return the types of the 2xx responses' JSON bodies; of the default response's where no 2xx stands (D13)."""
    listed = list(responses)
    chosen = [response for response in listed if response.status.startswith("2")]
    if not chosen:
        chosen = [response for response in listed if response.status == "default"]
    return [
        content.type
        for response in chosen
        for content in response.contents
        if content.type is not None and is_json(content.media_type)
    ]
