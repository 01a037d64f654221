"""Decide how each request body is written (spec 2.6, 2.7, D7, D8).

Before::

    operation @"paths/~1files/post" POST "/files" {
      body required {
        content "application/json" type=@schemas/Link
        content "multipart/form-data" type=@schemas/Upload { encoding "file" content_type="image/png" }
      }
    }

After, with only the media type that each sends left in its body::

    operation @"paths/~1files/post" POST "/files" {
      payload "application/json" json type=@schemas/Link required
    }
    operation @"paths/~1files/post#multipart/form-data" POST "/files" variant="multipart" {
      payload "multipart/form-data" multipart type=@schemas/Upload required {
        part "file" bytes type=bytes content_types=["image/png"] declared
      }
    }

Media types that are written the same way, of one shape, share a method (D7.3): the first is sent, or the file's. Of
others, the method takes the preferred one (JSON, multipart, form, text, the rest; ties by document order; codegen.lock
keeps the choice), and each other gets a variant of its own. JSON and multipart of the same properties, files aside, are
one method: a file makes it multipart. JSON and forms of one shape, without files, are one method as well, which sends
JSON. A form of a list, which has no fields, adds nothing to the JSON body of that list.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.ir.media import is_xml, kind_of
from compiler.ir.node import Id, frozen, replace
from compiler.ir.nodes import Body, Content, Operation, Sdk
from compiler.ir.types import Model, Type
from compiler.ir.wire import BodyKind, Encode, Part, Payload
from compiler.lock.lock import Lock
from passes.context import Context
from passes.encode_bodies.payloads import PayloadMaker, has_fields
from passes.support.places import title_of
from passes.support.requests.joined_bodies import is_form_data, together
from passes.support.requests.variants import VariantNames
from passes.support.type_queries import Types, alternatives, same_shape, shape_key

RANK = (BodyKind.JSON, BodyKind.MULTIPART, BodyKind.FORM, BodyKind.TEXT, BodyKind.JSONL, BodyKind.BYTES)
"""Which media type a method takes when there are several (D7.3)."""
UNUSUAL = frozenset({"GET", "HEAD", "DELETE"})
"""Methods whose body is sent as declared, with a warning (D7.2)."""


@frozen
class _Choice:
    """A media type and its payload."""

    content: Content
    payload: Payload


def run(sdk: Sdk, context: Context) -> Sdk:
    """Fill every operation's payload; add a variant for each further shape of body.

    Reports CG0801 to CG0814, CG0827.
    """
    names = VariantNames(sdk.operations, context.vocabulary)
    encoded: list[Operation] = []
    fieldless: dict[Id, None] = {}
    for operation in sdk.operations.values():
        idle = _fieldless(operation, sdk.types, context.lock)
        fieldless |= dict.fromkeys(content.id for content in idle)
        encoded += _methods(operation, idle, sdk.types, context, names)
    if fieldless:
        context.diagnostics.report_all("CG0827", list(map(context.loc, fieldless)), len(fieldless), at_key=True)
    return replace(sdk, operations={item.id: item for item in encoded})


def _fieldless(operation: Operation, types: Types, lock: Lock) -> list[Content]:
    """Return the forms that cannot have fields, beside JSON that says the same; who is in the lock keeps its method."""
    contents = operation.body.contents if operation.body is not None else ()
    values = [(item, kind_of(item.media_type), item.type) for item in contents if item.type is not None]
    return [
        content
        for content, kind, type_ in values
        if kind in (BodyKind.FORM, BodyKind.MULTIPART)
        and not has_fields(alternatives(types, type_))
        and not _is_own(operation, content, lock)
        and any(
            other is BodyKind.JSON and json.ignore == content.ignore and same_shape(types, said, type_)
            for json, other, said in values
        )
    ]


def _methods(
    operation: Operation, idle: list[Content], types: Types, context: Context, names: VariantNames
) -> Iterator[Operation]:
    body = operation.body
    if body is None:
        yield operation
        return
    if not body.contents:
        context.diagnostics.report("CG0801", context.loc(body.id), subject=operation.id)
    maker = PayloadMaker(context, types, operation.id)
    sent = (content for content in body.contents if content not in idle)
    choices = _of_one_type([_Choice(content, maker.make(content, body)) for content in sent], types)
    if _is_nothing(body):
        context.diagnostics.report("CG0814", context.loc(body.id), subject=operation.id, at_key=True)
        choices = []
    if not choices:
        yield replace(operation, body=None)
        return
    _check_method(operation, body, context)
    shapes = _with_files(operation, _shapes(choices, types), context)
    shapes = _with_forms(operation, shapes, types, context)
    yield from _variants(operation, body, _preferred_first(operation, shapes, context), names)


def _of_one_type(choices: list[_Choice], types: Types) -> list[_Choice]:
    """Let bodies of one shape share the type of the preferred one, except where files travel in one of them."""
    known: dict[object, list[Type]] = {}
    shared: dict[str, _Choice] = {}
    for choice in sorted(choices, key=_rank):
        payload = choice.payload
        similar = known.setdefault(shape_key(types, payload.type), [])
        twin = next((item for item in similar if same_shape(types, item, payload.type)), None)
        if any(part.encode is Encode.BYTES for part in payload.parts):
            twin = payload.type
        elif twin is None:
            similar.append(twin := payload.type)
        same = twin == payload.type
        shared[choice.content.media_type] = choice if same else replace(choice, payload=replace(payload, type=twin))
    return [shared[choice.content.media_type] for choice in choices]


def _is_nothing(body: Body) -> bool:
    """Tell whether an optional body can hold nothing: its object may have no properties (D7.2)."""
    return not body.required and bool(body.contents) and all(content.hollow for content in body.contents)


def _check_method(operation: Operation, body: Body, context: Context) -> None:
    code = "CG0803" if operation.method == "TRACE" else "CG0802" if operation.method in UNUSUAL else None
    if code is not None:
        context.diagnostics.report(
            code, context.loc(body.id), subject=operation.id, at_key=True, operation=title_of(operation)
        )


def _shapes(choices: list[_Choice], types: Types) -> list[_Choice]:
    """Return one media type per shape, the first of each, in document order."""
    shapes: list[list[_Choice]] = []
    by_key: dict[object, list[list[_Choice]]] = {}
    for choice in choices:
        similar = by_key.setdefault(shape_key(types, choice.payload.type), [])
        group = next((group for group in similar if _alike(group[0], choice, types)), None)
        if group is None:
            shapes.append(group := [])
            similar.append(group)
        group.append(choice)
    return [_together(group) for group in shapes]


def _alike(left: _Choice, right: _Choice, types: Types) -> bool:
    """Tell whether two media types can share a method: what is written the same way, and called by its own type.

    A form is no JSON, whatever its properties, and XML is no other text.
    """
    kind = left.payload.kind
    if left.content.ignore != right.content.ignore or kind is not right.payload.kind or kind is BodyKind.MULTIPART:
        return False
    if is_xml(left.content.media_type) is not is_xml(right.content.media_type):
        return False
    return same_shape(types, left.payload.type, right.payload.type)


def _together(group: list[_Choice]) -> _Choice:
    """Return the first of several media types, with those of all (D7.3)."""
    first = group[0]
    if len(group) == 1:
        return first
    names = tuple(choice.content.media_type for choice in group)
    return replace(first, payload=replace(first.payload, content_types=names))


def _with_files(operation: Operation, shapes: list[_Choice], context: Context) -> list[_Choice]:
    """Let one method take JSON and multipart of one type, in which files are: a file makes it multipart (D7.3).

    codegen.lock keeps what a method was before.
    """
    for multipart in shapes:
        for json in shapes:
            same = json.content.ignore == multipart.content.ignore
            if not same or not _same_but_files(json.payload, multipart.payload):
                continue
            if not together(operation, context):
                return shapes
            payload = replace(
                multipart.payload,
                json=json.payload.media_type,
                json_needs=json.content.needs,
                json_fields=json.content.json_fields,
                file_needs=multipart.content.needs,
                parts=tuple(_part(part, multipart.content) for part in multipart.payload.parts),
            )
            both = replace(multipart, payload=payload)
            return [both if item is multipart else item for item in shapes if item is not json]
    return shapes


def _same_but_files(json: Payload, multipart: Payload) -> bool:
    """Tell whether a multipart body, of which properties are files, has the type of a JSON body (join_bodies)."""
    files = any(part.encode is Encode.BYTES and not part.anything for part in multipart.parts)
    return json.kind is BodyKind.JSON and files and is_form_data(multipart.media_type) and json.type == multipart.type


def _part(part: Part, content: Content) -> Part:
    only = tuple(kind for wire, kind in content.json_only if wire == part.wire)
    return replace(part, json_only=only) if only else part


def _with_forms(operation: Operation, shapes: list[_Choice], types: Types, context: Context) -> list[_Choice]:
    """Let one method take JSON, multipart and form of one shape, without files: it sends the preferred one (D7.3).

    codegen.lock keeps the methods that each had.
    """
    left: list[_Choice] = []
    for choice in sorted(shapes, key=_rank):
        first = next((item for item in left if _is_form_of(choice, item, types)), None)
        if first is None or not _is_shared(operation, choice, context.lock):
            left.append(choice)
            continue
        others = (*first.payload.others, _retyped(choice.payload, first.payload.type, types))
        left[left.index(first)] = replace(first, payload=replace(first.payload, others=others))
    return [item for shape in shapes for item in left if item.content is shape.content]


def _is_form_of(choice: _Choice, preferred: _Choice, types: Types) -> bool:
    """Tell whether a form says nothing but what a preferred JSON body or form says."""
    payload, said = choice.payload, preferred.payload
    if choice.content.ignore != preferred.content.ignore or said.kind not in (BodyKind.JSON, BodyKind.MULTIPART):
        return False
    is_form = payload.kind is BodyKind.FORM or is_form_data(payload.media_type)
    plain = not any(part.encode is Encode.BYTES or part.headers for part in payload.parts)
    return is_form and plain and same_shape(types, said.type, payload.type)


def _is_shared(operation: Operation, choice: _Choice, lock: Lock) -> bool:
    """Tell whether a form has no method of its own; one that had it in an earlier build keeps it (D10.1)."""
    wanted = "own" if _is_own(operation, choice.content, lock) else "shared"
    return lock.choose(f"{operation.id}#{choice.payload.kind.value}-body", wanted) == "shared"


def _is_own(operation: Operation, content: Content, lock: Lock) -> bool:
    own = f"{operation.id}#{content.media_type}#"
    return any(key.startswith(own) for key in lock.kept)


def _retyped(payload: Payload, type_: Type, types: Types) -> Payload:
    """Return the same body with the types of another of its shape."""
    if payload.type == type_:
        return payload
    found = {
        item.wire: item.type
        for model in alternatives(types, type_)
        if isinstance(model, Model)
        for item in model.fields
    }
    parts = tuple(replace(part, type=found.get(part.wire, part.type)) for part in payload.parts)
    return replace(payload, type=type_, parts=parts)


def _rank(choice: _Choice) -> int:
    return RANK.index(choice.payload.kind)


def _variants(operation: Operation, body: Body, shapes: list[_Choice], names: VariantNames) -> Iterator[Operation]:
    """Yield the method of the first shape, then one for each other."""
    main, *others = shapes
    yield _with(operation, body, main)
    for choice in others:
        media_type = choice.content.media_type
        words = names.words(operation, media_type)
        yield _with(replace(operation, id=f"{operation.id}#{media_type}", variant=words), body, choice)


def _preferred_first(operation: Operation, shapes: list[_Choice], context: Context) -> list[_Choice]:
    """Put the shape first that the method itself takes: an earlier build's, else by rank (D7.3)."""
    best = min(shapes, key=_rank)
    by_name = {choice.content.media_type: choice for choice in shapes}
    key = f"{operation.id}#media"
    chosen = by_name.get(context.lock.choose(key, best.content.media_type), best)
    context.lock.seen[key] = chosen.content.media_type
    return [chosen, *(choice for choice in shapes if choice is not chosen)]


def _with(operation: Operation, body: Body, choice: _Choice) -> Operation:
    return replace(operation, body=replace(body, contents=(choice.content,)), payload=choice.payload)
