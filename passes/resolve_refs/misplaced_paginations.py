"""Finds paginations on responses that may not have one (spec 2.5, D6.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from compiler.ir.node import Id
from compiler.ir.nodes import Operation, Pagination, Response, Schema
from passes.context import Context


def successes(responses: Iterable[Response]) -> list[Response]:
    """Return the 200 response, else the 2XX one (D6.1)."""
    by_status = {response.status.upper(): response for response in responses}
    found = by_status.get("200") or by_status.get("2XX")
    return [found] if found is not None else []


def report_idle_pages(operations: Iterable[Operation], schemas: Mapping[Id, Schema], context: Context) -> None:
    """Report CG0921 for paginations on what is never a page; one that counts elsewhere is none of them."""
    idle: dict[str, str] = {}
    used: set[str] = set()
    for operation in operations:
        used.update(item.id for item in operation.paginations)
        pages = successes(operation.responses)
        for response in operation.responses:
            if not any(response is page for page in pages):
                idle.update((item.id, f"on the response {response.status}") for item in _paginations(response))
        texts = [content for page in pages for content in page.contents]
        for content in (*texts, *(operation.body.contents if operation.body is not None else ())):
            where = f"in the schema of {content.media_type}, which is " + ("not JSON" if content in texts else "sent")
            idle.update((item.id, where) for item in _of_schema(content.schema, schemas))
    for at, where in idle.items():
        if at not in used:
            context.diagnostics.report("CG0921", context.loc(at), at_key=True, where=where)


def _of_schema(schema: Schema | None, schemas: Mapping[Id, Schema]) -> Iterator[Pagination]:
    for found in (schema, schemas.get(schema.ref) if schema is not None and schema.ref is not None else None):
        if found is not None and found.pagination is not None:
            yield found.pagination


def _paginations(response: Response) -> Iterator[Pagination]:
    if response.pagination is not None:
        yield response.pagination
    for content in response.contents:
        if content.pagination is not None:
            yield content.pagination
        if content.schema is not None and content.schema.pagination is not None:
            yield content.schema.pagination
