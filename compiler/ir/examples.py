"""Examples: the calls that documentation shows, with values whose types are resolved. Printers spell them.

A tree of values has the shape of the type: an object knows its model and what its fields are called, a value of a union
knows its case. ``type`` is the type of the position that a value stands in.
"""

from __future__ import annotations

from enum import StrEnum

from compiler.ir.node import Json, frozen
from compiler.ir.plan import Argument, Method
from compiler.ir.types import ListOf, MapOf, Nullable, Ref, Scalar, Type

# --------------------------------------------------------------------------- values


@frozen
class Plain:
    """A JSON value as it is: a scalar or a constant; null where the type is another and no value of it can be made."""

    type: Type
    value: Json


@frozen
class Content:
    """The content of a file; ``text`` stands for its bytes."""

    type: Scalar
    text: Json


@frozen
class Encoded:
    """Bytes that are sent as base64; ``text`` is that."""

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
    """A property of an object, and what the target calls it; ``place`` is its number among the model's fields.

    One that the model does not declare has the name that it has on the wire.
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
    """A member of an enum, by its number."""

    type: Ref
    index: int
    value: Json


@frozen
class CaseOf:
    """A value of a union, of the case with this number."""

    type: Ref
    index: int
    value: ExampleValue


@frozen
class Aliased:
    """A value of a type that only names another."""

    type: Ref
    value: ExampleValue


@frozen
class Maybe:
    """A value that could be null; where it is, ``value`` is null as a value of the type that it is null of."""

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
    """What there is to do with what a call gives."""

    NOTHING = "nothing"
    VALUE = "value"
    PAGE = "page"
    STREAM = "stream"


@frozen
class ExampleArgument:
    """An argument of the method and what the example gives for it; None: it is left out."""

    argument: Argument
    value: ExampleValue | None


@frozen
class ExampleCall:
    """A call of a method.

    ``target`` leads from the client to the method; ``arguments`` are all of the method's, in its order. ``bare``: it
    takes a request object of which nothing is given or required, so that this may be left out.
    """

    method: Method
    target: tuple[str, ...]
    arguments: tuple[ExampleArgument, ...]
    gives: Gives
    bare: bool

    def given(self) -> list[tuple[Argument, ExampleValue]]:
        """List the arguments that are given, with their values."""
        return [(item.argument, item.value) for item in self.arguments if item.value is not None]


# --------------------------------------------------------------------------- options of a client


class Form(StrEnum):
    """How a credential is given."""

    BASIC = "basic"
    """A user name and a password."""
    TOKEN = "token"
    CLIENT = "client"
    """A client's ID and secret, for which tokens are asked for."""
    PASSWORD = "password"
    """A user name and a password, for which tokens are asked for."""
    SOURCE = "source"
    """A function that is asked before each request."""


@frozen
class BaseUrl:
    """Where the API is."""

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
