"""Finds paginations that need ignored items: as inputs, or on their JSONPaths (D5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from compiler.ir.media import WILDCARDS, essence, kind_of
from compiler.ir.node import Id, frozen, replace
from compiler.ir.nodes import Content, Operation, Pagination, PaginationInput, Response, Sdk
from compiler.ir.types import Field, Type
from compiler.ir.wire import BodyKind, Step
from passes.context import Context
from passes.support.answers.decoding import read
from passes.support.change import change_values
from passes.support.pagination.inputs import parameter_of
from passes.support.pagination.jsonpath import PathSyntaxError, PathUnsupportedError, lower_path
from passes.support.pagination.shape import INPUTS, OUTPUTS
from passes.support.places import extension
from passes.support.type_queries import Types, fields_along, walk


def without_broken_pages(sdk: Sdk, context: Context) -> Sdk:
    """Report paginations that need items ignored in any target, and switch such paginations off.

    Reports CG0703 and CG0704.
    """
    checker = _Checker(context, sdk.types)
    operations = change_values(sdk.operations, checker.operation)
    return sdk if operations is sdk.operations else replace(sdk, operations=operations)


def lacks_ignored(operation: Operation, pagination: Pagination, types: Types, context: Context) -> bool:
    """Tell whether a pagination needs what some target ignores."""
    return any(_Checker(context, types).lost(operation, pagination))


class _Lost(NamedTuple):
    """Something that is ignored though a pagination needs it."""

    code: str
    at: Id
    name: str


class _Member(NamedTuple):
    """A response, or a media type of one; ``alone`` is the response without its other media types."""

    id: Id
    name: str
    ignore: tuple[str, ...]
    alone: Response


@frozen
class _Checker:
    context: Context
    types: Types

    def operation(self, operation: Operation) -> Operation:
        paginations = operation.paginations
        if not paginations or "*" in operation.ignore or any(item.off for item in paginations):
            return operation
        broken = [item for item in paginations if self.breaks(operation, item)]
        return replace(operation, paginations=(replace(broken[0], off=True),)) if broken else operation

    def breaks(self, operation: Operation, pagination: Pagination) -> bool:
        found = list(self.lost(operation, pagination))
        for code, at, name in found:
            place = extension(self.context, at, "ignore")
            self.context.diagnostics.report(code, place, subject=operation.id, name=name)
        return bool(found)

    def lost(self, operation: Operation, pagination: Pagination) -> Iterator[_Lost]:
        """Yield what is ignored of that which the type of the pagination has a use for (D6.2)."""
        for wanted in pagination.inputs:
            if wanted.kind in INPUTS[pagination.kind]:
                yield from self.inputs(operation, wanted)
        for output in pagination.outputs:
            steps = _steps(output.path)
            if output.key in OUTPUTS[pagination.kind] and steps is not None:
                yield from self.outputs(operation, tuple(steps))

    # ----------------------------------------------------------------------- inputs

    def inputs(self, operation: Operation, wanted: PaginationInput) -> Iterator[_Lost]:
        if wanted.place != "parameters":
            yield from self.body(operation, wanted.name)
            return
        parameter = parameter_of(operation, wanted.name)
        if parameter is not None and _counts(operation, parameter.ignore):
            yield _Lost("CG0703", parameter.id, wanted.name)

    def body(self, operation: Operation, name: str) -> Iterator[_Lost]:
        """Yield the property where it is ignored, and the media types that have it where a target is left with none."""
        having = [
            (content, fields)
            for content in (operation.body.contents if operation.body is not None else ())
            if (fields := self.properties(content, name))
        ]
        for content, fields in having:
            if "*" not in content.ignore:
                yield from self.ignored("CG0703", operation, fields)
        ignored = [content.ignore for content, _ in having]
        without = {
            target for target in _targets(operation, ignored) if all(_leaves_out(target, item) for item in ignored)
        }
        for content, _ in having:
            if without & set(content.ignore):
                yield _Lost("CG0703", content.id, name)

    def properties(self, content: Content, name: str) -> list[Field]:
        """Return the top-level properties of that name, if the media type can hold an input."""
        structured = kind_of(content.media_type) in (BodyKind.JSON, BodyKind.FORM)
        if content.type is None or not (structured or essence(content.media_type) in WILDCARDS):
            return []
        return list(fields_along(self.types, content.type, (Step(property=name),)))

    # ----------------------------------------------------------------------- outputs

    def outputs(self, operation: Operation, steps: tuple[Step, ...]) -> Iterator[_Lost]:
        """Yield properties on a path that are ignored; responses and media types without which nothing shows it."""
        for body in self.bodies(operation, "*"):
            yield from self.ignored("CG0704", operation, fields_along(self.types, body, steps))
        ignoring = [item for item in _members(operation.responses) if item.ignore]
        if not ignoring or not self.shows(operation, None, steps):
            return
        listed = [item.ignore for item in ignoring]
        without = {target for target in _targets(operation, listed) if not self.shows(operation, target, steps)}
        for item in ignoring:
            alone = replace(operation, responses=(item.alone,))
            if without & set(item.ignore) and self.shows(alone, None, steps):
                yield _Lost("CG0704", item.id, item.name)

    def shows(self, operation: Operation, target: str | None, steps: tuple[Step, ...]) -> bool:
        return any(walk(self.types, body, steps) for body in self.bodies(operation, target))

    def bodies(self, operation: Operation, target: str | None) -> Iterator[Type]:
        """Yield the JSON bodies of success that a target is left with; of all, whatever is ignored, for None."""
        left = operation.responses if target is None else tuple(_left(operation.responses, target))
        for answer in read(replace(operation, responses=left), self.types, None).answers:
            if not answer.error:
                yield from (item.type for item in answer.decodes if item.kind is BodyKind.JSON)

    def ignored(self, code: str, operation: Operation, fields: Iterable[Field]) -> Iterator[_Lost]:
        for field in fields:
            if _counts(operation, field.ignore):
                yield _Lost(code, field.id, field.wire)


def _counts(operation: Operation, ignore: tuple[str, ...]) -> bool:
    """Tell whether a list names a target that the operation itself is not ignored for."""
    return any(target not in operation.ignore for target in ignore)


def _targets(operation: Operation, lists: Iterable[tuple[str, ...]]) -> set[str]:
    return {target for ignore in lists for target in ignore if target not in operation.ignore}


def _leaves_out(target: str, ignore: tuple[str, ...]) -> bool:
    return target in ignore or "*" in ignore


def _members(responses: Iterable[Response]) -> Iterator[_Member]:
    for response in responses:
        yield _Member(response.id, response.status, response.ignore, response)
        for item in response.contents:
            yield _Member(item.id, item.media_type, item.ignore, replace(response, contents=(item,)))


def _left(responses: Iterable[Response], target: str) -> Iterator[Response]:
    """Yield the responses that a target is left with, with the media types that it is left with."""
    for response in responses:
        if not _leaves_out(target, response.ignore):
            contents = tuple(item for item in response.contents if not _leaves_out(target, item.ignore))
            yield replace(response, contents=contents)


def _steps(path: str) -> Iterable[Step] | None:
    """Return the steps of a path; None of a header, and of one that attach_pagination will refuse."""
    try:
        return None if path.startswith("$response.") else lower_path(path)
    except (PathSyntaxError, PathUnsupportedError):
        return None
