"""The base class of models.

A model prints the signature of its ``__init__``, how its fields are read (``__read__``) and, where
a value does not show it by itself, how it is written (``__writers__``); all else stands here. The
arguments of ``__init__`` are its slots.
Decoding never fails: a value of the wrong type stays as it is, a field that is missing is UNSET,
unknown fields are kept.
:meth:`Model.validate` says on demand what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from .convert import is_json
from .json_form import JsonForm, publish
from .unset import UNSET

if TYPE_CHECKING:
    from typing import Self

_new = object.__new__


class Extra(dict[str, Any]):
    """The fields that a class does not know.

    Until they are asked for, ``_extra`` is the whole object as it was read.
    """


class _Gaps(dict[str, Any]):
    """An object that lacks required fields: they are UNSET."""

    __slots__ = ()

    def __missing__(self, name: str) -> Any:
        return UNSET


class Model(JsonForm):
    """An object of the API: attributes for declared fields, ``model_extra`` for all others."""

    __slots__ = ("_extra",)

    _extra: dict[str, Any] | None
    _names: ClassVar[tuple[str, ...]] = ()
    """The attributes that are fields; what a subclass adds, in ``__slots__`` or not, is none."""
    _renamed: ClassVar[Mapping[str, str]] = {}
    """Names on the wire of the attributes that are called otherwise."""
    _gaps: ClassVar[bool] = False
    """Whether an object that was read before lacked a required field: others will, too.

    So the members of one that lacks some are not read twice, and theirs not four times.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        publish(cls)

    @classmethod
    def __decode__(cls, data: Any) -> Any:
        """Read what was decoded from JSON; what is no object is returned as it is."""
        if data.__class__ is not dict:
            return data
        made = _new(cls)
        try:
            made.__read__(_Gaps(data) if cls._gaps else data)
        except KeyError:
            cls._gaps = True
            made.__read__(_Gaps(made.__rest__(data)))
        made._extra = data
        return made

    def __read__(self, o: Any) -> None:
        """Set the fields to what an object holds; those that are absent to UNSET.

        Raises:
            KeyError: a required field is absent.
        """

    def __rest__(self, data: dict[str, Any]) -> dict[str, Any]:
        """Give what is to be read again: members that were read already stand for themselves.

        Else one that is ``n`` deep would be read ``n`` times.
        """
        found = dict(data)
        for wire, name in self._wires().items():
            if found.get(wire).__class__ in (dict, list):
                found[wire] = getattr(self, name, found[wire])
        return found

    def __take__(self, arguments: dict[str, Any]) -> None:
        """Set the fields to what ``__init__`` was called with: its ``locals()``."""
        for name, value in arguments.items():
            if name != "self":
                setattr(self, name, value)

    @classmethod
    def _wires(cls) -> dict[str, str]:
        """Map names on the wire to attributes, in the order of the document."""
        known: dict[str, str] | None = cls.__dict__.get("_known")
        if known is None:
            known = {cls._renamed.get(name, name): name for name in cls._names}
            cls._known = known  # type: ignore[attr-defined]
        return known

    def __wire__(self, name: str) -> Any:
        """Get a field by its name on the wire; UNSET where there is none."""
        attribute = self._wires().get(name)
        if attribute is None:
            return self.model_extra.get(name, UNSET)
        return getattr(self, attribute)

    @property
    def model_extra(self) -> dict[str, Any]:
        """The fields that the class does not know, by names of the wire; they are sent along."""
        extra: dict[str, Any] | None = getattr(self, "_extra", None)
        if type(extra) is not Extra:
            known = self._wires()
            rest = () if extra is None else extra.items()
            extra = Extra((k, self.__decode_extra__(v)) for k, v in rest if k not in known)
            self._extra = extra
        return extra

    def to_dict(self) -> dict[str, Any]:
        """Give the JSON form: names of the wire, absent fields left out, unknown ones included."""
        found: dict[str, Any] = {}
        for wire, name, write in self._written():
            value = getattr(self, name)
            if value is not UNSET:
                found[wire] = write(value)
        extra: dict[str, Any] | None = getattr(self, "_extra", None)
        if extra:
            known = self._wires()
            write = self.__encode_extra__ if extra.__class__ is Extra else self._as_read
            for wire, value in extra.items():
                if wire not in known and value is not UNSET:
                    found[wire] = write(value)
        return found

    @classmethod
    def _as_read(cls, value: Any) -> Any:
        """Write a field that nobody asked for: as it was read, or as a dictionary gave it."""
        return value if is_json(value) else cls.__encode_extra__(cls.__decode_extra__(value))

    def copy(self, **changes: Any) -> Self:
        """Give a shallow copy with some fields changed.

        Raises:
            TypeError: a field has no such name.
        """
        made = type(self).__new__(type(self))
        names = self._names
        for name in names:
            setattr(made, name, getattr(self, name))
        made._extra = Extra(self.model_extra)
        for name, value in changes.items():
            if name not in names:
                raise TypeError(f"{type(self).__name__} has no field {name!r}")
            setattr(made, name, value)
        return made

    __replace__ = copy  # what Python 3.13 has as copy.replace()

    def model_dump(self) -> dict[str, Any]:
        """Give the JSON form, as :meth:`to_dict`."""
        return self.to_dict()

    def model_dump_json(self) -> str:
        """Give the JSON text, as :meth:`to_json`."""
        return self.to_json()

    @classmethod
    def model_validate(cls, data: Any) -> Self:
        """Read the JSON form, or take a model as it is.

        Raises:
            TypeError: the argument is neither a mapping nor such a model.
        """
        return data if isinstance(data, cls) else cls.from_dict(data)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model) or other.__class__ is not self.__class__:
            return NotImplemented
        return (
            all(getattr(self, name) == getattr(other, name) for name in self._names)
            and self.model_extra == other.model_extra
        )

    def __repr__(self) -> str:
        shown = [(name, getattr(self, name, UNSET)) for name in self._names]
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
        code = getattr(body.get("__init__"), "__code__", None)
        names = code.co_varnames[1 : 1 + code.co_kwonlyargcount] if code else ()
        body["__slots__"] = body["_names"] = names
        return type(name, (Model,), body)


if TYPE_CHECKING:
    Slotted = Model
else:
    # The base of printed classes; what inherits from those is made as any class is.
    Slotted = type.__new__(_Slots, "Slotted", (), {})
