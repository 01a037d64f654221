"""The outputs of a pagination: JSONPaths and header expressions, checked against the responses (D6.8, D6.11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from compiler.base.similar import known
from compiler.ir.headers import ResponseHeader
from compiler.ir.node import frozen, replace
from compiler.ir.nodes import Operation, Pagination, PaginationOutput
from compiler.ir.types import ANY, Enum, ListOf, Model, Ref, Type
from compiler.ir.wire import BodyKind, Source, Step
from passes.context import Context
from passes.support.pagination.jsonpath import PathSyntaxError, PathUnsupportedError, lower_path
from passes.support.runtime_expressions import ExpressionError, parse_expression
from passes.support.type_queries import Concrete, Types, alternatives, field_of, fields_along, kinds_of, step_down

EXPRESSION_STARTS = ("$response.", "$request.", "$url", "$method", "$statusCode")
FITTING = {
    "results": frozenset({"array"}),
    "items": frozenset({"array"}),
    "hasMore": frozenset({"boolean"}),
    "numPages": frozenset({"integer", "number"}),
    "nextUrl": frozenset({"string"}),
}
"""The JSON types that each output's value may have; nextCursor's depends on its input."""
ITEMS = frozenset({"results", "items"})
"""The outputs that locate the items."""
UNSHOWN = ("CG0910", "CG0917")
"""The report for an output that no response of the document has."""
ABOUT_THIS_PAGE = frozenset({"x-page", "x-per-page", "x-total-count"})
"""Headers of spec 4.2 that count no pages (D6.11)."""


@frozen
class Output:
    """A value of a response. ``kinds`` are the JSON types it may have, empty where the document does not show it."""

    source: Source
    kinds: frozenset[str]
    item: Type | None = None
    """Of results: the type of one."""


def check_paths(pagination: Pagination, context: Context) -> bool:
    """Tell whether all paths and expressions can be followed, whatever the response; reports those that cannot."""
    outputs = Outputs(context, {}, Operation(), None)
    followed = [outputs.can_follow(item) for item in pagination.outputs]
    return all(followed)


def with_results(pagination: Pagination, types: Types, operation: Operation) -> Pagination:
    """Return a pagination with the items that one of type url has without a word: the array `results` (D6.10)."""
    keys = {item.key for item in pagination.outputs}
    if pagination.kind != "url" or keys & ITEMS or "array" not in kinds_of(_read(types, operation, [_RESULTS])):
        return pagination
    implied = PaginationOutput("items", f"$.{_RESULTS.property}", id=pagination.id)
    return replace(pagination, outputs=(*pagination.outputs, implied))


_RESULTS = Step(property="results")
"""Where the items of a response are that has what spec 2.5 asks of type url."""


@frozen
class Outputs:
    """Finds the outputs of one operation."""

    context: Context
    types: Types
    operation: Operation
    subject: str | None

    def resolve(self, pagination: Pagination) -> dict[str, Output] | None:
        """Return the outputs by their key; None after an error.

        Reports CG0908 (no JSONPath), CG0909 (nothing that steps can express), CG0910 (a path that no response
        shows), CG0911 (a wrong type at the path), CG0916 (a wrong header expression), CG0917 (an undeclared header).
        """
        found = {item.key: self.output(item) for item in pagination.outputs}
        complete = {key: item for key, item in found.items() if item is not None}
        return complete if len(complete) == len(found) else None

    def can_follow(self, wanted: PaginationOutput) -> bool:
        """Tell whether an output is a path or expression that can be followed."""
        found = self.header_name(wanted) if wanted.path.startswith(EXPRESSION_STARTS) else self.steps(wanted)
        return found is not None

    def output(self, wanted: PaginationOutput) -> Output | None:
        """Lower one output; None after a reported error."""
        if wanted.path.startswith(EXPRESSION_STARTS):
            return self.header(wanted)
        steps = self.steps(wanted)
        if steps is None:
            return None
        if not wanted.path.lstrip().startswith(("$", "@")):
            path = wanted.path.strip()
            meant = f"${path}" if path.startswith(("[", ".")) else f"$.{path}"
            self.report("CG0926", wanted, path=path, meant=meant)
        found = _read(self.types, self.operation, steps)
        output = Output(Source(steps), kinds_of(found))
        if wanted.key in ITEMS:
            output = self.results(steps, found, output)
        return output if self.fits(wanted, output) else None

    def steps(self, wanted: PaginationOutput) -> tuple[Step, ...] | None:
        """Lower a JSONPath to steps (D6.9)."""
        try:
            steps = lower_path(wanted.path)
        except PathSyntaxError as error:
            self.report("CG0908", wanted, reason=str(error))
            return None
        except PathUnsupportedError as error:
            self.report("CG0909", wanted, what=str(error))
            return None
        if wanted.key in ITEMS:
            return steps[:-1] if steps and steps[-1].each else steps
        if any(step.each for step in steps):
            self.report("CG0909", wanted, what="[*] where one value is needed")
            return None
        return steps

    def results(self, steps: tuple[Step, ...], found: list[Concrete], output: Output) -> Output:
        """Return the results: the array at the path, or with ``[*]`` on the way all values there."""
        if any(step.each for step in steps):
            kinds = frozenset({"array"} if found else ())
            return replace(output, kinds=kinds, item=_one([_as_type(item) for item in found]))
        return replace(output, item=_one([item.item for item in found if isinstance(item, ListOf)]))

    def fits(self, wanted: PaginationOutput, output: Output) -> bool:
        """Tell whether the type at a path is what the output needs; a path that nothing shows only warns (D6.8)."""
        if not output.kinds:
            steps = output.source.steps
            self.report("CG0910", wanted, notes=self.hidden(steps), help=self.meant(steps), path=wanted.path)
            return True
        fitting = FITTING.get(wanted.key)
        if fitting is None or output.kinds & (fitting | {"any"}):
            return True
        self.report(
            "CG0911",
            wanted,
            path=wanted.path,
            key=wanted.key,
            expected=" or ".join(sorted(fitting)),
            found=" or ".join(sorted(output.kinds)),
        )
        return False

    def meant(self, steps: tuple[Step, ...]) -> str | None:
        """Return the help for a path that ends at a misspelt property; None if no property is similar."""
        for body in _bodies(self.operation):
            current = alternatives(self.types, body)
            for step in steps:
                below = step_down(self.types, current, step)
                if not below and step.property is not None:
                    names = [field.wire for item in current if isinstance(item, Model) for field in item.fields]
                    near = known(names).respelled(step.property) or known(names).closest(step.property)
                    if near is not None:
                        return f"there is no `{step.property}`; did you mean `{near}`?"
                current = below
        return None

    def hidden(self, steps: tuple[Step, ...]) -> list[str]:
        """Say which properties on a path are writeOnly: no response has them (D7.4)."""
        fields = [field for body in _bodies(self.operation) for field in fields_along(self.types, body, steps)]
        names = dict.fromkeys(field.wire for field in fields if field.write_only)
        return [f"`{name}` is writeOnly, so no response has it" for name in names]

    # ----------------------------------------------------------------------- headers

    def header(self, wanted: PaginationOutput) -> Output | None:
        """Return the value of a response header; of `Link` the target of the entry `next` (D6.11)."""
        name = self.header_name(wanted)
        if name is None:
            return None
        declared = [item for item in self.headers() if item.wire.lower() == name.lower()]
        if not declared:
            self.report("CG0917", wanted, name=name)
        found = [concrete for item in declared for concrete in alternatives(self.types, item.type)]
        link = wanted.key == "nextUrl" and name.lower() == "link"
        return Output(Source(header=name, rel="next" if link else None), kinds_of(found) or frozenset({"string"}))

    def header_name(self, wanted: PaginationOutput) -> str | None:
        """Return the header that an expression names; None after a reported error."""
        name = _header_name(wanted.path)
        problem = _header_problem(wanted.key, name)
        if problem is not None:
            self.report("CG0916", wanted, problem=problem)
            return None
        return name

    def headers(self) -> Iterable[ResponseHeader]:
        """Return the declared headers of successful answers."""
        return [header for answer in self.operation.answers if not answer.error for header in answer.headers]

    def report(self, code: str, wanted: PaginationOutput, **params: Any) -> None:
        """Report at the output, on behalf of the operation."""
        place = self.context.loc(wanted.id)
        self.context.diagnostics.report(code, place, subject=self.subject, **params)


def _header_name(path: str) -> str | None:
    try:
        parts = parse_expression(path)
    except ExpressionError:
        return None
    part = parts[0]
    return part.name if part.root == "response" and part.part == "header" else None


def _header_problem(key: str, name: str | None) -> str | None:
    """Return what is wrong with a header as this output, if anything."""
    if name is None:
        return "only `$response.header.<name>` is allowed here instead of a JSONPath"
    if key in ITEMS:
        return f"a header has no {key}"
    if key == "numPages" and name.lower() in ABOUT_THIS_PAGE:
        return f"`{name}` does not say how many pages there are"
    return None


def _bodies(operation: Operation) -> Iterator[Type]:
    """Yield the types of the JSON bodies of successes."""
    for answer in operation.answers:
        if not answer.error:
            yield from (item.type for item in answer.decodes if item.kind is BodyKind.JSON)


def _read(types: Types, operation: Operation, steps: Sequence[Step]) -> list[Concrete]:
    """Return the concrete types of the values at a path of the responses, which have no writeOnly properties (D7.4)."""
    found = []
    for body in _bodies(operation):
        current = alternatives(types, body)
        for step in steps:
            current = step_down(types, [item for item in current if not _hides(item, step)], step)
        found += current
    return found


def _hides(item: Concrete, step: Step) -> bool:
    field = field_of(item, step.property) if isinstance(item, Model) and step.property is not None else None
    return field is not None and field.write_only


def _as_type(item: Concrete) -> Type:
    return Ref(item.id) if isinstance(item, Model | Enum) else item


def _one(items: list[Type]) -> Type | None:
    """Return the one type of all items, any value where they differ."""
    distinct = list(dict.fromkeys(items))
    return distinct[0] if len(distinct) == 1 else ANY if distinct else None
