"""Turn schemas into types: models, enums, unions and aliases, and expressions that refer to them.

Before::

    schema @schemas/Trip types=["object"] {
      property "id" required { schema types=["string"] }
      property "seats" { schema types=["integer", "null"] format="int32" }
      property "class" { schema types=["string"] { enum-value "first" enum-value "second" } }
    }

After::

    model @schemas/Trip {
      field "id" type=string required
      field "seats" type=int32?
      field "class" type=@schemas/Trip/properties/class
    }
    enum @schemas/Trip/properties/class open unnamed { member "first" member "second" }

Every component becomes a declaration under its identity; an inline object, enum or union becomes one under its
place, marked ``unnamed``. Null is a fact of the reference, never of the declaration: a nullable component is a plain
one that everybody refers to as ``@schemas/X?`` (D7.5). Formats become kinds (D11.3). How the cases of a union are
told apart is decided here (D11.2). A union of constants is an enum, and an inline enum of one value is a constant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from compiler.ir.graph import raw_reachable, schema_refs
from compiler.ir.media import kind_of
from compiler.ir.node import Id, frozen, replace
from compiler.ir.nodes import Content, Event, Header, Operation, Parameter, Schema, Sdk
from compiler.ir.references import declaration_refs
from compiler.ir.types import STRING, Declaration
from compiler.ir.wire import BodyKind, EventData
from passes.context import Context
from passes.shape_types.decisions import decide_unions
from passes.shape_types.declarations import example
from passes.shape_types.shaper import Shaper
from passes.support.caller_references import caller_references
from passes.support.components import is_component
from passes.support.schemas import text_of
from passes.support.walk import Caller, Holders


def run(sdk: Sdk, context: Context) -> Sdk:
    """Shape every schema; ``schemas`` ends empty.

    Reports CG0506 to CG0510, and CG0515 (hints that say nothing of a schema).
    """
    shaper = Shaper(sdk.schemas, context, files=_Files(sdk))
    shaper.declare_components()
    operations = {at: shape_caller(operation, shaper) for at, operation in sdk.operations.items()}
    events = {at: shape_caller(event, shaper) for at, event in sdk.events.items()}
    shaped = _holders(shaper).shared(replace(sdk, operations=operations, events=events))
    types = decide_unions(shaper)
    return replace(shaped, schemas={}, types=types, unused=_unused(shaped, types, context))


def shape_caller(caller: Caller, shaper: Shaper) -> Caller:
    """Shape what an operation or event holds."""
    return _holders(shaper).caller(caller)


def _holders(shaper: Shaper) -> Holders:
    holders = _Holders(shaper)
    return Holders(holders.parameter, holders.header, holders.content, holders.enter)


@frozen
class _Holders:
    """Shapes what operations and events hold."""

    shaper: Shaper

    def enter(self, caller: Id | None) -> None:
        """Note whose types are shaped next."""
        self.shaper.subject = caller

    def parameter(self, parameter: Parameter) -> Parameter:
        """Shape the schema of a parameter; what it says of default and example is the parameter's."""
        schema = parameter.schema
        if schema is None:
            return parameter if parameter.type is not None else replace(parameter, type=STRING)
        return replace(
            parameter,
            schema=None,
            type=self.shaper.shape(schema),
            default=parameter.default or self.shaper.lookups.default(schema),
            example=parameter.example or example(schema),
            description=parameter.description or text_of(schema),
            deprecated=parameter.deprecated or schema.deprecated,
        )

    def header(self, header: Header) -> Header:
        """Shape the schema of a header."""
        schema = header.schema
        if schema is None:
            return header if header.type is not None else replace(header, type=STRING)
        default = header.default or schema.const or self.shaper.lookups.default(schema)
        return replace(header, schema=None, type=self.shaper.shape(schema), default=default)

    def content(self, content: Content) -> Content:
        """Shape the schema of a media type; without one its type stays open (D7.6)."""
        schema = content.schema
        if schema is None:
            return content
        shown = content.example or example(schema)
        hollow = self.shaper.lookups.holds_nothing(schema)
        self.shaper.in_json = _is_json(content) and "string" not in schema.types  # else the body is a file
        type_ = self.shaper.shape(schema)
        self.shaper.in_json = False
        events = tuple(self._data(content.events, schema))
        if events and len(events) == len({item.name for item in events}):
            self.shaper.drafts.named.add(schema.id)
        return replace(content, schema=None, type=type_, example=shown, hollow=hollow, events=events)

    def _data(self, events: tuple[EventData, ...], schema: Schema) -> Iterator[EventData]:
        """Yield what the data of events are: their schemas are members of that of the stream, or it itself."""
        members = {item.id: item for item in (schema, *schema.one_of)} if events else {}
        for item in events:
            yield replace(item, schema=None, type=self.shaper.shape(members.get(item.schema or "", schema)))


def _is_json(content: Content) -> bool:
    return kind_of(content.media_type) is BodyKind.JSON


class _Files(Mapping[Id, bool]):
    """The schemas that bodies of other types than JSON reach, found when they are asked for."""

    def __init__(self, sdk: Sdk) -> None:
        self._sdk = sdk

    @cached_property
    def _found(self) -> set[Id]:
        return _files(self._sdk)

    def __getitem__(self, at: Id) -> bool:
        if at not in self._found:
            raise KeyError(at)
        return True

    def __iter__(self) -> Iterator[Id]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def _files(sdk: Sdk) -> set[Id]:
    roots: list[Id] = []
    callers: list[Operation | Event] = [*sdk.operations.values(), *sdk.events.values()]
    for caller in callers:
        for holder in (*caller.responses, *((caller.body,) if caller.body else ())):
            for content in holder.contents:
                if content.schema is not None and not _is_json(content):
                    roots += schema_refs(content.schema)
    return raw_reachable(sdk.schemas, roots)


def _unused(sdk: Sdk, types: Mapping[Id, Declaration], context: Context) -> tuple[Id, ...]:
    """Return the components that nothing refers to, and one of each circle that nothing else refers to (D5.3)."""
    graph = context.graph
    seen = graph.reachable(types, caller_references(sdk).every())
    idle = [at for at in types if at not in seen]
    referred = {target for at in idle for target in declaration_refs(types[at]) if target != at}
    unused = [at for at in idle if at not in referred and is_component(at)]
    seen |= graph.reachable(types, unused)
    for at in sorted(idle):
        if at not in seen and is_component(at):
            unused.append(at)
            seen |= graph.reachable(types, [at])
    return tuple(unused)
