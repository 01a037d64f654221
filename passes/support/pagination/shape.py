"""What a pagination of each type requires and allows, independent of the document (spec 2.5, D6.2)."""

from __future__ import annotations

from typing import Any

from compiler.ir.node import frozen, replace
from compiler.ir.nodes import Pagination, PaginationInput, PaginationOutput
from passes.context import Context

INPUTS = {
    "offsetLimit": frozenset({"page", "offset", "limit"}),
    "cursor": frozenset({"cursor", "limit"}),
    "url": frozenset[str](),
}
OUTPUTS = {
    "offsetLimit": frozenset({"results", "items", "numPages", "hasMore"}),
    "cursor": frozenset({"results", "items", "nextCursor", "hasMore"}),
    "url": frozenset({"results", "items", "nextUrl", "hasMore"}),
}


def check_shape(pagination: Pagination, context: Context, subject: str | None) -> Pagination | None:
    """Return the configuration without entries that its type does not use; None after an error.

    Reports CG0903 (a missing input), CG0904 (a missing output), CG0905 (two inputs of one type), CG0906 (something
    without use) and CG0907 (a limit that nothing is counted against).
    """
    checker = _Checker(pagination, context, subject)
    used = checker.useful()
    return used if checker.complete(used) else None


@frozen
class _Checker:
    pagination: Pagination
    context: Context
    subject: str | None

    def useful(self) -> Pagination:
        """Return the configuration without inputs and outputs that its type does not know."""
        kind = self.pagination.kind
        inputs = tuple(item for item in self.pagination.inputs if self.keeps_input(item, kind))
        has_results = any(item.key == "results" for item in self.pagination.outputs)
        outputs = tuple(item for item in self.pagination.outputs if self.keeps_output(item, kind, has_results))
        for item in inputs:
            if item.kind == "limit" and not has_results:
                self.report("CG0907", item.id, name=item.name)
        return replace(self.pagination, inputs=inputs, outputs=outputs)

    def keeps_input(self, item: PaginationInput, kind: str) -> bool:
        return item.kind in INPUTS[kind] or self.useless(item.id, f"input of type {item.kind}")

    def keeps_output(self, item: PaginationOutput, kind: str, has_results: bool) -> bool:
        if item.key == "items" and has_results:  # one of the two names them (D6.14)
            return self.useless(item.id, "output items beside results")
        return item.key in OUTPUTS[kind] or self.useless(item.id, f"output {item.key}")

    def useless(self, at: str, thing: str) -> bool:
        self.report("CG0906", at, thing=thing, kind=self.pagination.kind)
        return False

    def complete(self, used: Pagination) -> bool:
        """Tell whether the configuration has everything that the type needs, once each."""
        inputs = [item.kind for item in used.inputs]
        outputs = {item.key for item in used.outputs}
        good = self.unique(used)
        for missing in _missing_inputs(used.kind, inputs, outputs):
            good = False
            self.report("CG0903", used.id, missing=missing, kind=used.kind)
        for missing in _missing_outputs(used.kind, inputs, outputs):
            good = False
            self.report("CG0904", used.id, missing=missing, kind=used.kind)
        return good

    def unique(self, used: Pagination) -> bool:
        seen: set[str] = set()
        good = True
        for item in used.inputs:
            if item.kind in seen:
                good = False
                self.report("CG0905", item.id, kind=item.kind)
            seen.add(item.kind)
        return good

    def report(self, code: str, at: str, **params: Any) -> None:
        self.context.diagnostics.report(code, self.context.loc(at), subject=self.subject, **params)


def _missing_inputs(kind: str, inputs: list[str], outputs: set[str]) -> list[str]:
    if kind == "cursor" and "cursor" not in inputs:
        return ["an input of type cursor"]
    if kind == "offsetLimit" and not {"page", "offset"} & set(inputs):
        return ["an input of type page or offset"]
    if "numPages" in outputs and "page" not in inputs:
        return ["an input of type page, which numPages is compared with"]
    return []


def _missing_outputs(kind: str, inputs: list[str], outputs: set[str]) -> list[str]:
    if kind == "cursor" and "nextCursor" not in outputs:
        return ["the output nextCursor"]
    if kind == "url" and "nextUrl" not in outputs:
        return ["the output nextUrl"]
    if "offset" in inputs and not {"results", "items"} & outputs:
        return ["the output results, by whose length the offset grows"]
    if kind == "offsetLimit" and not {"results", "numPages", "hasMore"} & outputs:
        return ["the output results, numPages or hasMore"]
    return []
