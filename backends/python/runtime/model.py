"""The base class of models.

A model class has the signature of its ``__init__``, how its fields are read (``__read__``; if no
response has it, ``__readers__``) and, if values do not tell, how they are written
(``__writers__``); this module has the rest. The arguments of ``__init__`` are its slots.
Decoding never fails: a value of the wrong type stays as it is, unknown fields are kept, an absent
field reads as None. A nullable field is absent if its slot is empty; any other field is
absent if it is None, unless the server sent null.
:meth:`Model.validate` lists all violations on demand.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import repeat
from operator import length_hint
from typing import TYPE_CHECKING, Any, ClassVar

from .convert import GIVEN, Codec, is_json, keep
from .json_form import JsonForm, publish
from .kinds import MisfitError
from .unset import UNSET

if TYPE_CHECKING:
    from dataclasses import Field
    from typing import Self

_new = object.__new__
_get = object.__getattribute__
_NOTHING: Mapping[str, Any] = {}


class Extra(dict[str, Any]):
    """The fields that a class does not declare.

    Until they are first used, ``_extra`` is the whole object as it was read. ``nulls`` are names
    on the wire of fields that came as null though they are not nullable; ``tags`` came with the
    object and belong to unions.
    """

    __slots__ = ("nulls", "tags")

    nulls: dict[str, None]
    tags: dict[str, Any]


class _Gaps(dict[str, Any]):
    """An object that lacks required fields: they read as null, and are ``missing``."""

    __slots__ = ("missing",)

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self.missing: list[str] = []

    def __missing__(self, name: str) -> None:
        self.missing.append(name)


class _Record:
    """Shows a model to libraries as a dataclass: made on first use."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name: str = name

    def __get__(self, model: Model | None, cls: type[Model]) -> Any:
        from .records import record_of

        told: Any = getattr(record_of(cls), self.name)
        if model is None or self.name != "__dataclass_fields__":
            return told
        there = model.model_fields_set
        return {name: field for name, field in told.items() if name in there}


class Model(JsonForm):
    """An object of the API: attributes for declared fields, ``model_extra`` for all others."""

    __slots__ = ("_extra",)

    _extra: dict[str, Any] | None
    _names: ClassVar[tuple[str, ...]] = ()
    """The attributes that are fields, without those that a subclass adds."""
    _defaults: ClassVar[Mapping[str, Any]] = {}
    """Their values if ``__init__`` is not given them: UNSET for one that may be null."""
    _renamed: ClassVar[Mapping[str, str]] = {}
    """Names on the wire that differ from their attributes."""
    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    else:
        __dataclass_fields__ = _Record("__dataclass_fields__")
        __dataclass_params__ = _Record("__dataclass_params__")

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        publish(cls)
        cls._add_readers()

    @classmethod
    def _add_readers(cls) -> None:
        """Add the functions that read an object of a class, and the items of a list.

        They hold what a class method would look up for each object. Once an object lacked a
        required field, others probably do, too: members of such objects are not read twice, and
        members of these not four times.
        """
        read, gaps = cls.__read__, False

        def decode(data: Any) -> Any:
            """Read decoded JSON; a value that is not an object is returned unchanged."""
            nonlocal gaps
            if data.__class__ is not dict:
                return data
            made = _new(cls)
            if gaps:
                made.__fill__(data)
            else:
                try:
                    read(made, data)
                except KeyError:
                    gaps = True
                    made.__fill__(made.__rest__(data))
            made._extra = data
            return made

        def decode_list(items: list[Any]) -> list[Any]:
            """Read the items of a list: as ``decode`` does, without a call for each."""
            found: list[Any] = list(map(_new, repeat(cls, len(items))))
            left = iter(items)
            for made, data in zip(found, left, strict=True):
                if data.__class__ is dict and not gaps:
                    try:
                        read(made, data)
                    except KeyError:
                        found[~length_hint(left)] = decode(data)
                    else:
                        made._extra = data
                else:
                    found[~length_hint(left)] = decode(data)
            return found

        owned: Any = decode
        owned.__self__ = cls  # as a class method has it
        readers: Any = cls
        readers.__decode__ = staticmethod(decode)
        readers.__decode_list__ = staticmethod(decode_list)

    def __read__(self, o: Any) -> None:
        """Set the fields from an object; classes of responses have their own, which is faster.

        Raises:
            KeyError: a required field is absent, in classes with their own.
        """
        for wire, name, read in self._reading():
            if wire in o:
                setattr(self, name, read(o[wire]))

    @staticmethod
    def __readers__() -> dict[str, Codec]:
        """Map names on the wire to readers, if the value is not the JSON itself."""
        return {}

    @classmethod
    def _reading(cls) -> list[tuple[str, str, Codec]]:
        """List names on the wire, attributes and their readers, without a ``__read__``."""
        known: list[tuple[str, str, Codec]] | None = cls.__dict__.get("__reading__")
        if known is None:
            readers = cls.__readers__()
            known = [(w, name, readers.get(w, keep)) for w, name in cls._wires().items()]
            cls.__reading__ = known  # type: ignore[attr-defined]
        return known

    def __rest__(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the object to read again, in which members that were read replace their JSON.

        Else an object at depth ``n`` would be read ``n`` times.
        """
        found = dict(data)
        for wire, name in self._wires().items():
            if found.get(wire).__class__ in (dict, list):
                read = self.__slot__(name)
                found[wire] = found[wire] if read is UNSET else read
        return found

    def __fill__(self, data: dict[str, Any]) -> None:
        """Set the fields from an object that lacks required ones."""
        gaps = _Gaps(data)
        self.__read__(gaps)
        for wire in gaps.missing:
            delattr(self, self._wires()[wire])

    def __take__(self, arguments: dict[str, Any]) -> None:
        """Set the fields from the arguments of ``__init__``: its ``locals()``."""
        for name, value in arguments.items():
            if name != "self" and value is not UNSET:
                setattr(self, name, value)

    def __slot__(self, name: str) -> Any:
        """Return the content of a field's slot; UNSET if it is empty."""
        try:
            return _get(self, name)
        except AttributeError:
            return UNSET

    if not TYPE_CHECKING:  # which would accept a name that no class declares
        # Called for an empty slot. From 3.12 on, others are read as fast as without it (5 ns); 3.11
        # takes 35, and has no faster way that lets ``del`` make a field absent.
        def __getattr__(self, name: str) -> Any:
            if name in self._names or name == "_extra":
                return None
            said = f"{type(self).__name__!r} object has no attribute {name!r}"
            raise AttributeError(said, name=name, obj=self)

    def __getstate__(self) -> Any:
        """Return the state for pickle and copy: empty slots are left out."""
        state: Any = super().__getstate__()
        plain, slots = state
        return plain, {
            name: value
            for name, value in slots.items()
            if value is not None or self.__slot__(name) is None
        }

    @classmethod
    def _wires(cls) -> dict[str, str]:
        """Map names on the wire to attributes, in the order of the document."""
        known: dict[str, str] | None = cls.__dict__.get("_known")
        if known is None:
            known = {cls._renamed.get(name, name): name for name in cls._names}
            cls._known = known  # type: ignore[attr-defined]
        return known

    @classmethod
    def __constants__(cls) -> dict[str, Any]:
        return {
            wire: cls._defaults[name]
            for wire, name in cls._wires().items()
            if name in cls._defaults
        }

    @classmethod
    def _null_names(cls) -> frozenset[str]:
        known: frozenset[str] | None = cls.__dict__.get("__null__")
        if known is None:
            optional = {name for name, value in cls._defaults.items() if value is UNSET}
            known = frozenset(cls.__nullable__.split()) | optional
            cls.__null__ = known  # type: ignore[attr-defined]
        return known

    def __wire__(self, name: str) -> Any:
        """Get a field by its name on the wire; UNSET if it is absent."""
        attribute = self._wires().get(name)
        if attribute is None:
            return self.model_extra.get(name, UNSET)
        return self._held(name, attribute)

    def _held(self, wire: str, name: str) -> Any:
        """Get a field; UNSET if it is absent."""
        value = getattr(self, name)
        return value if value is not None or self._is_null(wire, name) else UNSET

    def _is_null(self, wire: str, name: str) -> bool:
        """Tell whether a field that reads as None is null and not absent."""
        if self.__slot__(name) is not None:
            return False
        return name in self._null_names() or self._came().get(wire, UNSET) is None

    def _came(self) -> Mapping[str, Any]:
        """Return the record of fields that came as null."""
        extra = self._extra
        return extra.nulls if isinstance(extra, Extra) else extra or _NOTHING

    def __contains__(self, name: object) -> bool:
        """Tell whether a field, by its name on the wire, is present, null or not."""
        return isinstance(name, str) and self.__wire__(name) is not UNSET

    @property
    def model_fields_set(self) -> set[str]:
        """The attributes whose fields are present, null or not."""
        held = self._held
        return {name for wire, name in self._wires().items() if held(wire, name) is not UNSET}

    def given(self, name: str) -> Any:
        """Get a field to pass as an argument: UNSET if it is absent, None if it is null.

        Args:
            name: the attribute, or, as with ``in``, the name on the wire.

        Raises:
            AttributeError: there is no such field.
        """
        if name in self._names:
            return self._held(self._renamed.get(name, name), name)
        if name in self._wires() or name in self.model_extra:
            return self.__wire__(name)
        raise AttributeError(f"{type(self).__name__} has no field {name!r}", name=name, obj=self)

    @property
    def model_extra(self) -> dict[str, Any]:
        """The undeclared fields, by names on the wire; they are sent, too."""
        return self._unknown()

    def _unknown(self) -> Extra:
        extra = self._extra
        if isinstance(extra, Extra):
            return extra
        known, came = self._wires(), self._came()
        tags = {k: v for k, v in came.items() if self.__tags__ and self.__is_tag__(k, v)}
        others = {k: v for k, v in came.items() if k not in known and k not in tags}
        made = Extra((k, self.__decode_extra__(v)) for k, v in others.items())
        made.tags = tags
        made.nulls = {k: v for k, v in came.items() if v is None and k in known}
        self._extra = made
        return made

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: names on the wire, without absent fields, with unknown ones."""
        found: dict[str, Any] = {}
        came = self._came()
        for wire, name, write, nullable in self._written():
            if not nullable:
                value = getattr(self, name)
            else:
                try:
                    value = _get(self, name)
                except AttributeError:
                    continue
            if value is None:
                if nullable or came.get(wire, UNSET) is None:
                    found[wire] = None
            elif value is not UNSET:
                try:
                    found[wire] = write(value)
                except MisfitError as error:  # of a dictionary in place of a model
                    raise error.inside(wire) from error
        extra = self._extra
        if isinstance(extra, Extra):
            found.update(extra.tags)
        if extra:
            known = self._wires()
            write = self.__encode_extra__ if extra.__class__ is Extra else self._as_read
            for wire, value in extra.items():
                if wire not in known and value is not UNSET:
                    try:
                        found[wire] = write(value)
                    except MisfitError as error:
                        raise error.inside(wire) from error
        return found

    @classmethod
    def _as_read(cls, value: Any) -> Any:
        """Write a field that was never accessed: as it was read, or as a dictionary gave it."""
        if is_json(value) and not GIVEN.get():
            return value
        return cls.__encode_extra__(cls.__decode_extra__(value))

    def copy(self, **changes: Any) -> Self:
        """Return a shallow copy with some fields changed; UNSET makes one absent.

        Raises:
            TypeError: there is no field of that name.
        """
        names = self._names
        for name in changes:
            if name not in names:
                raise TypeError(f"{type(self).__name__} has no field {name!r}")
        made = type(self).__new__(type(self))
        made.__take__({name: self.__slot__(name) for name in names} | changes)
        unknown = self._unknown()
        made._extra = extra = Extra(unknown)
        extra.tags = unknown.tags
        changed = {self._renamed.get(name, name) for name in changes}
        extra.nulls = {wire: None for wire in unknown.nulls if wire not in changed}
        return made

    __replace__ = copy  # what Python 3.13 has as copy.replace()

    def model_dump(self) -> dict[str, Any]:
        """Return the JSON form, as :meth:`to_dict`."""
        return self.to_dict()

    def model_dump_json(self) -> str:
        """Return the JSON text, as :meth:`to_json`."""
        return self.to_json()

    @classmethod
    def model_validate(cls, data: Any) -> Self:
        """Read the JSON form, or return a model unchanged.

        Raises:
            TypeError: the argument is neither a mapping nor such a model.
        """
        return data if isinstance(data, cls) else cls.from_dict(data)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model) or other.__class__ is not self.__class__:
            return NotImplemented
        came, others = self._came(), other._came()
        for wire, name, _, nullable in self._written():
            if nullable:
                if self.__slot__(name) != other.__slot__(name):
                    return False
                continue
            value = getattr(self, name)
            if value != getattr(other, name):
                return False
            told = value is None and (wire in came or wire in others)
            if told and self._is_null(wire, name) is not other._is_null(wire, name):
                return False
        return self.model_extra == other.model_extra

    def __repr__(self) -> str:
        shown = [(name, self._held(wire, name)) for wire, name in self._wires().items()]
        parts = [f"{name}={value!r}" for name, value in shown if value is not UNSET]
        if self.model_extra:
            parts.append(f"model_extra={dict(self.model_extra)!r}")
        return f"{type(self).__name__}({', '.join(parts)})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        from .interop import core_schema_of

        return core_schema_of(cls)


class _Slots(type):
    """Makes classes with a slot for each argument of ``__init__``: models of plain ``type``."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type[Model]:
        made = body.get("__init__")
        code = getattr(made, "__code__", None)
        names = code.co_varnames[1 : 1 + code.co_kwonlyargcount] if code else ()
        body["__slots__"] = body["_names"] = names
        body["_defaults"] = getattr(made, "__kwdefaults__", None) or {}
        return type(name, (Model,), body)


if TYPE_CHECKING:
    Slotted = Model
else:
    # The base of printed classes; their subclasses are made like any class.
    Slotted = type.__new__(_Slots, "Slotted", (), {})
