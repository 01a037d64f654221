"""The plan: all that a backend may see; a backend has no decisions left (house 2).

The plan has two halves. :class:`compiler.ir.wire.Wire`, one per document, says what is sent. :class:`Surface`,
one per target, says which operations are visible and how everything is named there: ``surface.types`` has the
identifiers of types and of their members.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from compiler.base.naming.vocabulary import PLAIN, Vocabulary
from compiler.ir.events import Signature
from compiler.ir.node import Id, Json, TextKind, frozen, text
from compiler.ir.types import Origin, Type, Value
from compiler.ir.wire import Answer, Place, SecurityScheme, Wire, WireEvent, WireParameter
from compiler.plan.schemas import Schemas

if TYPE_CHECKING:
    from compiler.plan.examples import ExampleCall
    from compiler.plan.exchanges import Exchange
    from compiler.plan.readme import Readme

# --------------------------------------------------------------------------- surface


@frozen
class Argument:
    """An argument of a method, or a field of its request object.

    ``place`` and ``wire`` name the parameter it fills; a body has place BODY and wire "". ``field``: it is the property
    of the body, which ``wire`` names (D4.10). ``positional``: callers may give it without its name (D4.9).
    """

    ident: str
    place: Place
    wire: str
    type: Type
    required: bool
    nullable: bool = False
    description: str | None = text()
    default: Value | None = None
    deprecated: bool = False
    deprecation_message: str | None = text(of=TextKind.LINE)
    example: Value | None = text(of=TextKind.EXAMPLE)
    field: bool = False
    positional: bool = False

    @property
    def whole_body(self) -> bool:
        """Whether the argument is the body, and not a property of it."""
        return self.place is Place.BODY and not self.field


@frozen
class Binding:
    """A parameter of a method, and what fills it: an argument, else its ``fixed`` value or the client's value for all
    calls. ``ident``: the key of the value, if it is not the parameter's name, among the values of
    all arguments; it is the argument's name, unless an object beside the argument has a member of this name."""

    parameter: WireParameter
    argument: Argument | None = None
    ident: str | None = None


@frozen
class RequestObject:
    """The class of an object of arguments, and the ``argument`` that takes it; ``required`` if any of its members is.

    The argument is the single ``request`` (D4.2), or ``params``, which follows the positional arguments (D4.9).
    """

    ident: str
    required: bool
    id: Id = ""
    argument: str = "request"


@frozen
class BodyFields:
    """A body whose properties are ``arguments`` of the method (D4.10), here in the order of the schema.

    ``whole`` is the body itself, which callers may give in place of them. ``fixed`` has values sent by default: those
    of arguments are sent unless the caller gives the argument.
    ``needs``: the wire names of those that the schema requires; an optional body needs all of them if it has any.
    """

    whole: Argument
    model: Id
    arguments: tuple[Argument, ...]
    fixed: Mapping[str, Json] = field(default_factory=dict)
    needs: tuple[str, ...] = ()

    @property
    def needed(self) -> list[Argument]:
        """The arguments that the schema requires."""
        return [item for item in self.arguments if item.wire in self.needs]

    @property
    def depends(self) -> bool:
        """Whether some arguments are required only if any of them is given."""
        return bool(self.needs) and not self.whole.required


@frozen
class Switch:
    """What makes a method return a stream in place of a value, if a function may have several signatures (D13.2).

    ``argument`` is the property of the body, which has no other use; ``twin`` the operation that is called where it is
    true, by the same arguments.
    """

    argument: Argument
    twin: Id


@frozen
class Method:
    """A method of a group. It takes the ``arguments`` that are ``alone`` one by one, and with ``request``
    an object of the others, ``packed``. ``arguments`` are in their final order (D4.4, D4.9), ``parameters`` in the
    document's.

    ``label``: its name in logs, hooks and validators (:attr:`WireOperation.label`). ``body``: the argument that is the
    body; ``fields``: how several arguments make up a body.
    ``paged``: the identifiers of the arguments, and properties of the body, that lead from page to page.
    """

    operation: Id
    ident: str
    group: tuple[str, ...]
    arguments: tuple[Argument, ...]
    request: RequestObject | None = None
    origin: Origin = Origin.SPEC
    label: str = ""
    parameters: tuple[Binding, ...] = ()
    body: Argument | None = None
    fields: BodyFields | None = None
    paged: Mapping[tuple[Place, str], str] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    """Further names of the method in its group."""
    switch: Switch | None = None

    @property
    def id(self) -> tuple[str, ...]:
        """What tells it from all others."""
        return (*self.group, self.ident)

    @property
    def alone(self) -> tuple[Argument, ...]:
        """The arguments that are parameters of the signature themselves."""
        if self.request is None:
            return self.arguments
        return tuple(item for item in self.arguments if item.positional)

    @property
    def packed(self) -> tuple[Argument, ...]:
        """The arguments that are members of an object; properties of the body come last, in the order of the schema."""
        if self.request is None:
            return ()
        fields = self.fields.arguments if self.fields is not None else ()
        return (*(item for item in self.arguments if not item.positional and not item.field), *fields)

    @property
    def whole_body(self) -> Argument | None:
        """The argument for the body as one value, also if the method takes its properties instead."""
        return self.body if self.fields is None else self.fields.whole


@frozen
class Group:
    """A namespace of methods; the root group, the client itself, has the path ``()``.

    ``ident`` is the attribute on its parent, ``type_ident`` its class, ``module`` a file stem; ``idents`` lead from the
    client to it, its own the last.
    """

    path: tuple[str, ...]
    ident: str
    type_ident: str
    module: str
    methods: tuple[Method, ...]
    groups: tuple[Group, ...] = ()
    description: str | None = text()
    title: str = text("", TextKind.TITLE)
    """The group's name as the document writes it, for headings."""
    idents: tuple[str, ...] = ()
    shared: tuple[Answer, ...] = ()
    """The errors that several methods declare identically: one answer for each number."""
    kin: tuple[Answer, ...] = ()
    """The same, ignoring parameters of media types: one answer for each ``kin``."""

    @property
    def id(self) -> tuple[str, ...]:
        """What tells it from all others."""
        return self.path

    def twin(self, switch: Switch) -> Method:
        """Return the method that returns the stream of another method (D13.2)."""
        return next(item for item in self.methods if item.operation == switch.twin)


def in_order(root: Group) -> dict[tuple[str, ...], Group]:
    """Return a group and all its subgroups by their paths, each before its own subgroups."""
    found = {root.path: root}
    for group in root.groups:
        found |= in_order(group)
    return found


@frozen
class TypeName:
    """Identifiers of a declared type.

    ``members``: for a model the identifiers of fields and tags by wire name; for an enum the member identifiers in
    order, keyed by index as text; for a union the case identifiers, keyed by index as text. ``module``: a file stem
    shared by the types of one subject, which follows from their own pointers (D10.7).
    """

    ident: str
    module: str
    members: Mapping[str, str] = field(default_factory=dict)
    origin: Origin = Origin.SPEC
    requested: bool = False
    """Reachable from a request: arguments of this type occur."""
    answered: bool = False
    """Reachable from a response or an event."""


@frozen
class EventName:
    """Identifiers of a webhook or callback: ``ident`` the payload's type stem, ``handler`` its function name."""

    ident: str
    handler: str
    origin: Origin = Origin.SPEC


@frozen
class Derived:
    """A public name that a target derives from another name: `SoldOutError` from `SoldOut`.

    ``key`` identifies what it names, independent of any order. ``of`` is the declaration, operation or event
    it derives from, "" for the whole API; its age is that of ``of``. ``forms`` are the possible names, the best first.
    """

    key: str
    of: Id
    forms: tuple[str, ...]
    home: str = ""
    """The namespace of the name; "" is that of the types."""


def function_key(method: Method, alias: str | None = None) -> str:
    """Return the key of the :class:`Derived` for the function of a method, or of an alias of it."""
    return " ".join(("function", ".".join(method.group), method.operation, *((alias,) if alias else ())))


@frozen
class ErrorClass:
    """The class of errors that carry a declared schema: its name, the schema, and the property with the error
    message."""

    ident: str
    target: Id
    message: str | None


@frozen
class Received:
    """A webhook or callback in the receiver of one target.

    ``method`` of the receiver takes its handler. The other names derive from the event's name, "" if the target has
    none: types of its payload, of the handler's result, of the handler, of the event itself; and by
    status the names that make the ``replies`` that have a body.
    """

    wire: WireEvent
    method: str
    payload: str = ""
    answer: str = ""
    handler: str = ""
    event: str = ""
    replies: Mapping[str, str] = field(default_factory=dict)


@frozen
class Receiver:
    """The class that receives the events of a document; ``tag`` is the property that distinguishes webhooks, if any.

    ``signed``: the members of the signature, besides its header, that differ from the defaults. ``event_id``: where the
    payload has the id of the event, if the header `webhook-id` does not have it (D9.2).
    """

    events: tuple[Received, ...]
    tag: str | None = None
    signature: Signature | None = None
    signed: Mapping[str, str | int] = field(default_factory=dict)
    event_id: tuple[str, ...] = ()

    @property
    def webhooks(self) -> list[Received]:
        """The events that are not callbacks."""
        return [event for event in self.events if not event.wire.callback]

    @property
    def callbacks(self) -> list[Received]:
        """The events whose URLs are found in the requests that start them."""
        return [event for event in self.events if event.wire.callback]

    @property
    def example_event(self) -> Received:
        """The event that examples handle."""
        return (self.webhooks or self.events)[0]


@frozen
class CredentialOption:
    """A security scheme that operations use: its client option, and its environment variables.

    ``variable`` is that of a single value; what the variables of several usually begin with. ``named``: variables that
    the document calls otherwise, by what usually stands behind ``variable`` (``_USERNAME``, "" for a single value).
    ``variables``: all that a client looks for, of which any that stand together are enough: what the scheme takes, then
    those of each of its ``grants``.
    """

    scheme: SecurityScheme
    option: str
    variable: str
    named: Mapping[str, str] = field(default_factory=dict)
    variables: tuple[tuple[str, ...], ...] = ()


@frozen
class Surface:
    """The names of one target."""

    target: str
    client: str
    package: str
    version: str
    groups: Mapping[tuple[str, ...], Group]
    """All groups by their paths, each before its subgroups; the root is first."""
    types: Mapping[Id, TypeName] = field(default_factory=dict)
    events: Mapping[Id, EventName] = field(default_factory=dict)
    schemes: Mapping[str, str] = field(default_factory=dict)
    """Client option per security scheme."""
    credentials: tuple[CredentialOption, ...] = ()
    """The same options with the facts of their schemes."""
    server_variables: Mapping[str, str] = field(default_factory=dict)  # client option per variable of a URL
    global_parameters: Mapping[str, str] = field(default_factory=dict)
    """Client option per global parameter, by its wire name (D14 ``globals``)."""
    derived: Mapping[str, str] = field(default_factory=dict)
    """Names that the target derives from others, by the key of their :class:`Derived`."""
    options: Mapping[str, Json] = field(default_factory=dict)
    """The target's own section of gen.yaml (author, description, models: plain ...), with the defaults of its keys."""
    licence: str | None = None
    tests: bool = True
    """Whether tests of each method are printed (`generation.tests`)."""
    environment: str = "API"  # the prefix of the clients' environment variables, the same in every target

    @property
    def group_heads(self) -> Mapping[tuple[str, ...], Group]:
        """The groups for what reads neither texts nor methods and groups within."""
        return self.groups

    @property
    def type_heads(self) -> Mapping[Id, TypeName]:
        """The names of types for what reads nothing of the names within."""
        return self.types

    @property
    def root(self) -> Group:
        """The group that is the client itself."""
        return self.groups[()]

    @property
    def namespaces(self) -> list[Group]:
        """All groups but the client."""
        return [group for group in self.groups.values() if group.path]

    def class_of(self, group: Group) -> str:
        """Return the name of a group's class: the client's if the group is the client."""
        return group.type_ident or self.client

    def path(self, method: Method) -> tuple[str, ...]:
        """Return the names that lead from the client to a method; the method's own name is last."""
        return (*self.group_heads[method.group].idents, method.ident)

    def methods(self) -> Iterator[Method]:
        """Yield all methods, group by group."""
        for group in self.groups.values():
            yield from group.methods

    def modules(self) -> dict[str, tuple[Id, ...]]:
        """Return the types of each file, by its stem."""
        found: dict[str, list[Id]] = {}
        for at, name in self.types.items():
            found.setdefault(name.module, []).append(at)
        return {module: tuple(ids) for module, ids in sorted(found.items())}

    def requests(self) -> dict[str, Method]:
        """Return the classes of request objects, each with the first method that takes it."""
        found: dict[str, Method] = {}
        for method in self.methods():
            if method.request is not None:
                found.setdefault(method.request.ident, method)
        return found


class Shown:
    """What documentation shows of a plan, made on demand, since few methods are shown by themselves.

    The default, for plans made by hand, shows nothing.
    """

    def over(self, plan: Plan) -> Shown:
        """Return what is shown of the same plan, asked of another object."""
        return self

    def share(self) -> None:
        """Make what more than one target shows, before each of two processes makes it: responses and calls."""

    def call(self, method: Method) -> ExampleCall:
        """Return an example call of a method."""
        raise NotImplementedError

    def main(self, group: Group) -> Method | None:
        """Return the method of a group that its documentation shows; None if it has none."""
        return None

    def exchange(self, method: Method) -> Exchange:
        """Return the request and the response of a method's test."""
        raise NotImplementedError

    def example_arguments(self, method: Method) -> Mapping[str, Json]:
        """Return the arguments of the example call, as JSON by their identifiers."""
        return {}

    def sample(self, type_: Type, name: str = "", *, whole: bool = False) -> Json:
        """Return a value of a type as JSON; ``whole``: with its optional properties, as a server may answer."""
        return None

    def readme(self) -> Readme:
        """Return the content of the package's README."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        """Tell whether plans may be equal: what is shown follows from the rest of the plan."""
        return isinstance(other, Shown)

    __hash__ = None  # type: ignore[assignment]


@frozen
class Plan:
    """Both halves, as a backend receives them."""

    wire: Wire
    surface: Surface
    schemas: Schemas
    """The schemas that validators read."""
    errors: Mapping[Id, ErrorClass] = field(default_factory=dict)
    """The classes of errors by the schemas they carry, sorted by name; none for a target that names none."""
    receiver: Receiver | None = None
    """None if the document has neither webhooks nor callbacks."""
    vocabulary: Vocabulary = PLAIN
    """The words that are not split in the names of this document (D3.9)."""
    first: Method | None = None
    """The method that documentation shows first."""
    shown: Shown = field(default_factory=Shown)
