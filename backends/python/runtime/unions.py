"""Reading a value that may be of several types, and keeping one of an unknown type.

The first type that can read or write a value is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import UnionType
from typing import TYPE_CHECKING, Any, ClassVar, get_args

from .convert import GIVEN, Codec, Named, encode_any, is_mapping, keep, read_given, writer
from .json_form import JsonForm, without_tags
from .kinds import JSON_TYPES, MisfitError, is_object
from .later import meant
from .unset import UNSET

Decode = Callable[[Any], Any] | None
"""How a member is read; None leaves the JSON as it is."""

Reader = Decode | type[object]
"""A reader, or the class that has it."""


class UnknownMember:
    """An object or a list that matches no known member of its union; ``data`` is its JSON.

    It also has the discriminator's value as received: None if it is absent. ``unknown_tag``
    returns that as text.
    """

    __slots__ = ("__lacks__", "_json")

    _wire: ClassVar[str] = ""
    """The property that tells the union's members apart."""

    if TYPE_CHECKING:
        data: Any
    else:

        @property
        def data(self) -> Any:
            """The JSON as it was read."""
            return self._json

    def __init__(self, data: Any) -> None:
        self._json: Any = data
        self.__lacks__: str = ""
        """What is wrong with a dictionary of the caller that needs the tag of its union."""

    def __init_subclass__(cls, *, tag: str, wire: str | None = None) -> None:
        """Set the attribute ``tag`` from the property ``wire``, by default of the same name."""
        super().__init_subclass__()
        cls._wire = wire or tag
        setattr(cls, tag, property(cls.__tag__))

    def __tag__(self) -> Any:
        return self._json.get(self._wire) if self._wire and is_object(self._json) else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnknownMember) and self._json == other._json

    def __repr__(self) -> str:
        return f"UnknownMember({self._json!r})"

    def to_dict(self) -> Any:
        """Return the JSON as it was read."""
        return self._json

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        from .interop import schema_of_unknown

        return schema_of_unknown(cls)


def unknown_tag(member: UnknownMember) -> str | None:
    """Return the tag of an unknown member as text; None if it is not a scalar."""
    tag = member.__tag__()
    return _text(tag) if isinstance(tag, (str, int, float)) else None


def _reader(given: Reader) -> Decode:
    found: Decode = getattr(given, "__decode__", given)
    return found


Tags = Sequence[tuple[Any, Mapping[str, Any]]]
"""Classes of a union with the tags that the union writes, by their names on the wire."""


class Writes:
    """The tags that belong to a union, since its models do not declare them."""

    __slots__ = ("given", "known")

    def __init__(self, tags: Tags) -> None:
        self.given: Tags = tags
        self.known: dict[type[Any], Mapping[str, Any]] | None = None

    def of(self, value: Any) -> Mapping[str, Any]:
        """Return the tags of a model, or of one that a user derives from it."""
        return self.of_class(value.__class__) if self.given else {}

    def of_class(self, cls: type[Any]) -> Mapping[str, Any]:
        """Return the tags of the objects of a class."""
        if self.known is None:  # a class of another file has a placeholder
            self.known = {one if isinstance(one, type) else one.found(): t for one, t in self.given}
        for kind in cls.__mro__:
            if kind in self.known:
                return self.known[kind]
        return {}

    def added(self, value: Any, written: Any) -> Any:
        """Add the tags to the JSON of a value, in place of those of other unions."""
        tags = self.of(value)
        return {**tags, **without_tags(value, written)} if tags else written


class Tagged:
    """Chooses by the discriminator ``key``.

    ``members`` are classes, or the type of several. ``default`` reads an object with an unknown
    tag, ``absent`` one without a tag; without them, such an object is kept as an ``unknown``
    member. ``tags`` are those that the union writes.
    """

    __slots__ = ("absent", "default", "keep", "key", "members", "tags")

    def __init__(
        self,
        key: str,
        *members: type[Any] | UnionType | Mapping[str, Reader],
        default: Reader = None,
        absent: Reader = None,
        unknown: type[UnknownMember] = UnknownMember,
        tags: Tags = (),
    ) -> None:
        self.key: str = key
        self.tags: Writes = Writes(tags)
        self.members: dict[str, Decode] = {}
        for one in members:
            if isinstance(one, Mapping):
                self.members |= {tag: _reader(reader) for tag, reader in one.items()}
                continue
            kinds: tuple[Any, ...] = get_args(one) or (one,)
            for kind in kinds:
                if issubclass(kind, UnknownMember):
                    unknown = kind
                else:
                    self.members[_tag_of(kind, key)] = _reader(kind)
        self.keep: Codec = unknown
        self.default: Decode = _reader(default) if default else self.keep
        self.absent: Decode = _reader(absent) if absent else self.default

    def __call__(self, data: Any) -> Any:
        """Read a value as the member that its tag names."""
        if data.__class__ is dict:
            decode = self.member(data)
            if (decode is self.absent or decode is self.keep) and GIVEN.get():
                return self._read_given(data)
        else:  # a member without a tag may be other than an object
            decode = None if self.default is self.keep else self.default
        return data if decode is None else decode(data)

    def __encode__(self, value: Any) -> Any:
        """Write a model, or the dictionary given in its place."""
        found = read_given(self, dict(value)) if is_mapping(value) else value
        _refuse(found)
        return self.tags.added(found, encode_any(found))

    def _read_given(self, data: dict[str, Any]) -> Any:
        """Read a dictionary of the caller, with its tag where it can be one member alone.

        One without is kept, to be refused when it is written, if the tag is the union's own.
        """
        filled = self.filled(data)
        decode = self.member(filled)
        found = data if decode is None else decode(filled)
        without = self.key not in filled or self._belongs_elsewhere(filled[self.key])
        if isinstance(found, UnknownMember) and self.tags.given and without:
            tags = " or ".join(map(repr, self.members))
            found.__lacks__ = f"it lacks {self.key!r}, which says what it is: {tags}"
        return found

    def filled(self, data: dict[str, Any]) -> dict[str, Any]:
        """Add the tag that a dictionary lacks, if it can be one member alone."""
        if self.key in data and not self._belongs_elsewhere(data[self.key]):
            return data
        fitting = [
            (tag, read)
            for tag, read in self.members.items()
            if _fits(meant(read), data, {self.key})
        ]
        if len(fitting) != 1:
            return data
        tag, read = fitting[0]
        owner = getattr(meant(read), "__self__", None)
        value: Any = tag
        if isinstance(owner, type) and issubclass(owner, JsonForm):
            known = {**owner.__constants__(), **self.tags.of_class(owner)}
            value = known[self.key] if _text(known.get(self.key)) == tag else tag
        return {**data, self.key: value}

    def _belongs_elsewhere(self, tag: Any) -> bool:
        """Tell whether a tag is none of this union, but one of its members in another."""
        if (tag if isinstance(tag, str) else _text(tag)) in self.members:
            return False
        owners = [getattr(meant(read), "__self__", None) for read in self.members.values()]
        return any(tag in getattr(owner, "__tags__", {}).get(self.key, ()) for owner in owners)

    def member(self, data: Mapping[str, Any]) -> Decode:
        """Choose how an object is read, by its tag."""
        tag = data.get(self.key, UNSET)
        if tag is UNSET:
            return self.absent
        return self.members.get(tag if isinstance(tag, str) else _text(tag), self.default)


def _refuse(value: Any) -> None:
    """Refuse a dictionary of the caller that needs the tag of its union.

    Raises:
        MisfitError: it is one.
    """
    if isinstance(value, UnknownMember) and value.__lacks__:
        raise MisfitError("", value.__lacks__)


def _fits(read: Any, data: Mapping[str, Any], keys: set[str]) -> bool:
    """Tell whether a dictionary may be what a member reads, whether it has the tags ``keys``."""
    if isinstance(read, Tagged):
        inner = keys | {read.key}
        return any(_fits(meant(one), data, inner) for one in read.members.values())
    if isinstance(read, Shapes):
        return any(one.fits(data, "object") for one in read.members)
    owner = getattr(read, "__self__", None)
    if not isinstance(owner, type) or not issubclass(owner, JsonForm):
        return True
    return owner.__fits__(data, keys)


def _tag_of(model: type[Any], key: str) -> str:
    tags: dict[str, Any] = getattr(model.__init__, "__kwdefaults__")  # noqa: B009
    return str(tags[key])


def _text(tag: Any) -> str:
    if tag.__class__ is float and tag.is_integer():
        return str(int(tag))
    return str(tag).lower() if tag.__class__ is bool else str(tag)


class Member:
    """A type of a union and the shape of its values, or of the values they contain.

    Args:
        decode: how it is read.
        kinds: JSON types of its values.
        keys: properties that its objects have.
        consts: properties with their value, or their possible values.
        rest: an object without these properties matches, too.
        values: the possible scalars.
        form: how its texts are read.
        items: shapes of which each list item, or map value, has one.
        encode: how it is written, if its values do not tell.
    """

    __slots__ = ("consts", "decode", "encode", "form", "items", "keys", "kinds", "rest", "values")

    def __init__(
        self,
        decode: Reader,
        *kinds: str,
        keys: Sequence[str] = (),
        consts: Mapping[str, Any] | None = None,
        rest: bool = False,
        values: Sequence[Any] = (),
        form: Codec | None = None,
        items: Sequence[Member] = (),
        encode: Named | None = None,
    ) -> None:
        self.decode: Decode = _reader(decode)
        self.kinds = frozenset(kinds)
        self.keys: Sequence[str] = keys
        self.consts: dict[str, tuple[Any, ...]] = {
            key: value if isinstance(value, tuple) else (value,)
            for key, value in (consts or {}).items()
        }
        self.rest = rest
        self.values: Sequence[Any] = values
        self.form = form
        self.items: Sequence[Member] = items
        self.encode: Codec | None = writer(encode) if encode else None

    def fits(self, data: Any, kind: str) -> bool:
        """Tell whether the data looks like this member."""
        if (
            self.kinds
            and kind not in self.kinds
            and (kind != "integer" or "number" not in self.kinds)
        ):
            return False
        if kind == "object":
            return self._fits_object(data)
        if kind == "array":
            return not self.items or all(map(self._holds, data))
        if self.values:
            return any(_is_same(data, value) for value in self.values)
        return self.form is None or self.form(data) is not data

    def _fits_object(self, data: Any) -> bool:
        for key, values in self.consts.items():
            if data[key] not in values if key in data else not self.rest:
                return False
        if self.items and not all(map(self._holds, data.values())):
            return False
        return all(key in data for key in self.keys)

    def _holds(self, item: Any) -> bool:
        """Tell whether a list or a map may hold an item; null is always possible."""
        kind = JSON_TYPES.get(item.__class__, "")
        return kind in ("", "null") or any(one.fits(item, kind) for one in self.items)


def _is_same(data: Any, value: Any) -> bool:
    return bool(data == value) and isinstance(data, bool) is isinstance(value, bool)


class Shapes:
    """Chooses the first member that matches the data and can read it, else ``unknown``.

    ``tags`` are those that unions among the members write.
    """

    __slots__ = ("members", "tags", "unknown")

    def __init__(
        self,
        *members: Member,
        unknown: type[UnknownMember] = UnknownMember,
        tags: Tags = (),
    ) -> None:
        self.members = members
        self.unknown = unknown
        self.tags: Writes = Writes(tags)

    def __call__(self, data: Any) -> Any:
        """Read a value as the first member that it fits."""
        kind = JSON_TYPES.get(data.__class__, "")  # a date, say, has none
        fits = False
        for member in self.members:
            if member.fits(data, kind):
                found = data if member.decode is None else member.decode(data)
                if member.decode is None or found is not data or member.values:
                    return found
                fits = True
        return data if fits else self._unknown(data, kind)

    def _unknown(self, data: Any, kind: str) -> Any:
        """Keep an unknown object, list or enum value."""
        for member in self.members:
            if member.values and member.decode is not None and kind in member.kinds:
                return member.decode(data)
        lists = (one for one in self.members if kind == "array" and kind in one.kinds)
        return self.unknown(data) if kind == "object" or any(one.decode for one in lists) else data

    def __encode__(self, value: Any) -> Any:
        """Write a value as the first member that can, else by its own type."""
        _refuse(value)
        if hasattr(value, "to_dict"):
            return self.tags.added(value, value.to_dict())
        if is_mapping(value):
            return self._object(dict(value))
        for member in self.members:
            if value.__class__ is list and not member.fits(value, "array"):
                continue
            if member.encode is keep:
                return value
            written = value if member.encode is None else member.encode(value)
            if written is not value:
                return encode_any(written)
        return encode_any(value)

    def _object(self, data: dict[str, Any]) -> Any:
        for member in self.members:
            if member.fits(data, "object"):
                encode = member.encode or member.decode
                return encode_any(data if encode is None else read_given(encode, data))
        return encode_any(data)
