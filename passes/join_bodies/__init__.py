"""Give JSON and multipart bodies with the same properties, apart from files, one type (D7.3).

Before::

    model @schemas/Link { field "picture" type=string required }
    model @schemas/Upload { field "picture" type=bytes required }
    operation @"paths/~1pictures/post" POST "/pictures" {
      body required {
        content "application/json" type=@schemas/Link
        content "multipart/form-data" type=@schemas/Upload
      }
    }

After, where both contents are of the first type::

    model @".../schema" { field "picture" type=@".../schema/properties/picture" required }
    union @".../schema/properties/picture" first { case bytes; case string }

A property allows the values of both bodies. One that only one body requires is optional in the type: its media
type has it in ``needs``. Values that a multipart part cannot have are in ``json_only``; its types in JSON are in
``json_fields``. A file that is a string in JSON is a file. If the multipart type covers the JSON type, it is the type
of both. codegen.lock keeps methods separate that were so before (encode_bodies).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from compiler.base.frozen import mutable
from compiler.ir.graph import Graph, operation_refs
from compiler.ir.media import kind_of
from compiler.ir.node import Id, replace
from compiler.ir.nodes import Body, Content, Event, Operation, Sdk
from compiler.ir.references import type_refs
from compiler.ir.types import Declaration, Union
from compiler.ir.wire import BodyKind
from passes.context import Context
from passes.join_bodies.shared_types import Joined, joined
from passes.support.change import change_values
from passes.support.components import is_component
from passes.support.requests.joined_bodies import is_form_data, together
from passes.support.unions.choice import Chooser


def run(sdk: Sdk, context: Context) -> Sdk:
    """Join the types of such bodies."""
    joiner = _Joiner(sdk.types, context)
    operations = change_values(sdk.operations, joiner.operation)
    if operations is sdk.operations:
        return sdk
    contracts = {at: item for at, item in sdk.contracts.items() if at not in joiner.made}  # those of multipart alone
    changed = replace(sdk, operations=operations, types=joiner.declared(), contracts=contracts)
    return replace(changed, types=dict(_left(changed, context.graph)))


@mutable
class _Joiner:
    """Joins the types of bodies; operations may share one."""

    types: Mapping[Id, Declaration]
    context: Context
    made: dict[Id, Declaration] = field(default_factory=dict)

    def operation(self, operation: Operation) -> Operation:
        """Join the first JSON body and the first multipart body that may be."""
        body = operation.body
        if body is None or len(body.contents) < 2:
            return operation
        pair = self.pair(body)
        if pair is None or not together(operation, self.context):
            return operation
        json, multipart, found = pair
        self.made.update({item.id: item for item in found.declared})
        new = {
            json.media_type: replace(json, type=found.type, needs=found.json_needs, json_fields=found.json_fields),
            multipart.media_type: replace(
                multipart, type=found.type, needs=found.file_needs, json_only=found.json_only
            ),
        }
        contents = tuple(new.get(content.media_type, content) for content in body.contents)
        return operation if contents == body.contents else replace(operation, body=replace(body, contents=contents))

    def pair(self, body: Body) -> tuple[Content, Content, Joined] | None:
        """Return a JSON and a multipart body of one type, and what that is."""
        for multipart in body.contents:
            for json in body.contents if is_form_data(multipart.media_type) else ():
                if kind_of(json.media_type) is BodyKind.JSON and json.ignore == multipart.ignore:
                    found = joined(json, multipart, self.types)
                    if found is not None:
                        return json, multipart, found
        return None

    def declared(self) -> Mapping[Id, Declaration]:
        """Return all types; how the members of the new unions are told apart is decided here (D11.2)."""
        types = {**self.types, **self.made}
        chooser = Chooser(types, self.context, {})
        unions = [item for item in self.made.values() if isinstance(item, Union)]
        # files are told from texts by what they are
        return {**types, **{item.id: chooser.decide(item, None, by_name=True) for item in unions}}


def _left(sdk: Sdk, graph: Graph) -> Iterable[tuple[Id, Declaration]]:
    """Yield the types without the inline ones that only bodies of before had."""
    callers: list[Operation | Event] = [*sdk.operations.values(), *sdk.events.values()]
    roots = [at for caller in callers for at in operation_refs(caller)]
    roots += [at for parameter in sdk.global_parameters for at in type_refs(parameter.type)]
    kept = graph.reachable(sdk.types, [*roots, *filter(is_component, sdk.types)])
    return ((at, item) for at, item in sdk.types.items() if at in kept)
