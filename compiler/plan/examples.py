"""Examples: the calls that documentation shows, with values whose types are resolved. Backends print them.

A tree of values has the shape of the type: an object has its model and the names of its fields, a value of a union
has its case. ``type`` is the type of the position where a value occurs.
"""

from __future__ import annotations

from enum import StrEnum

from compiler.ir.node import Json, frozen
from compiler.ir.types import ListOf, MapOf, Nullable, Ref, Scalar, Type
from compiler.plan.plan import Argument, Method

# --------------------------------------------------------------------------- values


@frozen
class Plain:
    """A JSON value as it is: a scalar or a constant; null if the type is another one of which no value can be made."""

    type: Type
    value: Json


@frozen
class Content:
    """The content of a file; ``text`` is shown in place of its bytes."""

    type: Scalar
    text: Json


@frozen
class Encoded:
    """Bytes that are sent as base64; ``text`` is the base64 text."""

    type: Scalar
    text: Json


@frozen
class Items:
    """A list."""

    type: ListOf
    items: tuple[ExampleValue, ...]


@frozen
class Entries:
    """A map."""

    type: MapOf
    entries: tuple[tuple[str, ExampleValue], ...]


@frozen
class Property:
    """A property of an object, and its name in the target; ``place`` is its index among the model's fields.

    A property that the model does not declare keeps its wire name.
    """

    wire: str
    ident: str
    value: ExampleValue
    place: int | None


@frozen
class Object:
    """A value of a model: those of its properties that are shown, in the order of the example."""

    type: Ref
    properties: tuple[Property, ...]


@frozen
class MemberOf:
    """A member of an enum, by its index."""

    type: Ref
    index: int
    value: Json


@frozen
class CaseOf:
    """A value of a union, of the case with this index."""

    type: Ref
    index: int
    value: ExampleValue


@frozen
class Aliased:
    """A value of a type that is an alias of another type."""

    type: Ref
    value: ExampleValue


@frozen
class Maybe:
    """A value of a nullable type; if it is null, ``value`` is null as a value of the inner type."""

    type: Nullable
    value: ExampleValue
    null: bool


ExampleValue = Plain | Content | Encoded | Items | Entries | Object | MemberOf | CaseOf | Aliased | Maybe


def is_null(value: ExampleValue) -> bool:
    """Tell whether an example is null."""
    match value:
        case Plain(value=json) | MemberOf(value=json) | Content(text=json) | Encoded(text=json):
            return json is None
        case Maybe() | Aliased():
            return is_null(value.value)
    return False


# --------------------------------------------------------------------------- calls


class Gives(StrEnum):
    """How an example uses the result of a call."""

    NOTHING = "nothing"
    VALUE = "value"
    PAGE = "page"
    STREAM = "stream"


@frozen
class ExampleArgument:
    """An argument of the method and the value that the example passes for it; None: the example omits it."""

    argument: Argument
    value: ExampleValue | None


@frozen
class ExampleCall:
    """A call of a method.

    ``target`` is the path from the client to the method; ``arguments`` are all of the method's, in its order. ``bare``:
    it takes a request object with no given or required members, so that the object may be omitted.
    """

    method: Method
    target: tuple[str, ...]
    arguments: tuple[ExampleArgument, ...]
    gives: Gives
    bare: bool

    def passed_arguments(self) -> list[tuple[Argument, ExampleValue]]:
        """List the arguments that the example passes, with their values."""
        return [(item.argument, item.value) for item in self.arguments if item.value is not None]


# --------------------------------------------------------------------------- options of a client


class Form(StrEnum):
    """How a caller gives a credential."""

    BASIC = "basic"
    """A user name and a password."""
    TOKEN = "token"
    CLIENT = "client"
    """A client's ID and secret, with which the client requests tokens."""
    PASSWORD = "password"
    """A user name and a password, with which the client requests tokens."""
    SOURCE = "source"
    """A function that the client calls before each request."""


@frozen
class BaseUrl:
    """The base URL of the API."""

    url: str


@frozen
class Credential:
    """A credential for a security scheme."""

    option: str
    form: Form


@frozen
class Shared:
    """A parameter that is given to the client (D14 ``globals``)."""

    option: str
    value: ExampleValue


@frozen
class ServerName:
    """One of the servers of the document."""

    name: str


@frozen
class UrlVariable:
    """A variable of a server's URL."""

    option: str
    value: str


ClientOption = BaseUrl | Credential | Shared | ServerName | UrlVariable
