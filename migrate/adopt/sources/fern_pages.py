"""`x-fern-pagination` as `x-codegen-pagination`: both name an input and outputs, in other words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compiler.source import Json
    from migrate.adopt.api import Api, Called


def pagination(value: Json, called: Called, api: Api) -> Json:
    """Return the pagination; a text says why there is none.

    `cursor` and `offset` name an input (`$request.page`), the others places in the answer (`$response.data`). An offset
    without `step` counts pages.
    """
    if not isinstance(value, dict):
        return "it must be an object, or true where the root has one"
    results, cursor, offset = (_text(value.get(key)) for key in ("results", "cursor", "offset"))
    following, more, step = (_text(value.get(key)) for key in ("next_cursor", "has-next-page", "step"))
    outputs: dict[str, Json] = {"results": _path(results)} if results else {}
    if cursor and following:
        outputs["nextCursor"] = _path(following)
        if more:
            outputs["hasMore"] = _path(more)
        return {"type": "cursor", "inputs": [_input(cursor, "cursor", called, api)], "outputs": outputs}
    if offset:
        if more:
            outputs["hasMore"] = _path(more)
        inputs: list[Json] = [_input(offset, "offset" if step else "page", called, api)]
        if step:
            inputs.append(_input(step, "limit", called, api))
        return {"type": "offsetLimit", "inputs": inputs, "outputs": outputs}
    if following and results:
        outputs["nextUrl"] = _path(following)
        return {"type": "url", "outputs": outputs}
    return "it needs `cursor` with `next_cursor`, or `offset`: write `x-codegen-pagination` by hand"


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _path(text: str) -> str:
    """Return the JSONPath of a place in the answer: `$response.meta.next` is `$.meta.next`."""
    return "$" + text.removeprefix("$response").removeprefix("$")


def _input(text: str, kind: str, called: Called, api: Api) -> Json:
    """Return an input, which is a property of the body where no parameter of the operation has its name."""
    name = text.removeprefix("$request.")
    is_parameter = any(raw.get("name") == name for raw in api.parameters(called))
    in_body = not is_parameter and "requestBody" in called.raw
    return {"name": name, "in": "requestBody" if in_body else "parameters", "type": kind}
