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
from typing import TYPE_CHECKING, Any, ClassVar, cast

from .convert import Codec, encode_any, is_mapping
from .jsonio import dumps, loads
from .unset import UNSET

if TYPE_CHECKING:
    from typing import Self

    from .validate import Violation

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


class Model:
    """An object of the API: attributes for declared fields, ``model_extra`` for all others."""

    __slots__ = ("_extra",)

    _extra: dict[str, Any] | None
    __home__: ClassVar[tuple[str, str, str]]
    """The package, the file and the name of the class as it was printed."""
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
            made.__read__(_Gaps(data))
        made._extra = data
        return made

    def __read__(self, o: Any) -> None:
        """Set the fields to what an object holds; those that are absent to UNSET.

        Raises:
            KeyError: a required field is absent.
        """

    def __take__(self, arguments: dict[str, Any]) -> None:
        """Set the fields to what ``__init__`` was called with: its ``locals()``."""
        for name, value in arguments.items():
            if name != "self":
                setattr(self, name, value)

    @classmethod
    def __decode_extra__(cls, value: Any) -> Any:
        """Read the value of a field that the class does not know."""
        return value

    @staticmethod
    def __writers__() -> dict[str, Codec]:
        """Map names on the wire to writers, where a value does not show how it is written."""
        return {}

    @classmethod
    def __encode__(cls, value: Any) -> Any:
        """Make JSON of a model, or of the dictionary that may be given in its place."""
        if isinstance(value, Model):
            return value.to_dict()
        if is_mapping(value):
            made: Model = cls.__decode__(dict(value))
            return made.to_dict()
        return value

    @classmethod
    def _wires(cls) -> dict[str, str]:
        """Map names on the wire to attributes, in the order of the document."""
        known: dict[str, str] | None = cls.__dict__.get("_known")
        if known is None:
            slots: tuple[str, ...] = cls.__slots__
            known = {cls._renamed.get(name, name): name for name in slots}
            cls._known = known  # type: ignore[attr-defined]
        return known

    @classmethod
    def _written(cls) -> list[tuple[str, str, Codec]]:
        """List names on the wire, attributes and their writers, in the order of the document."""
        known: list[tuple[str, str, Codec]] | None = cls.__dict__.get("_writing")
        if known is None:
            writers = cls.__writers__()
            known = [(w, name, writers.get(w, encode_any)) for w, name in cls._wires().items()]
            cls._writing = known  # type: ignore[attr-defined]
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
            unknown = {wire: value for wire, value in extra.items() if wire not in known}
            found.update(encode_any(unknown) if extra.__class__ is Extra else unknown)
        return found

    def to_json(self) -> str:
        """Give the JSON text."""
        return dumps(self.to_dict()).decode("utf-8", "surrogatepass")

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read the JSON form, which is not changed and not kept.

        Raises:
            TypeError: the argument is no mapping.
        """
        if not is_mapping(cast(Any, data)):
            raise TypeError(
                f"{cls.__name__}.from_dict() takes a mapping, not {type(data).__name__}"
            )
        made: Self = cls.__decode__(_copied(data))
        return made

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read JSON text.

        Raises:
            ValueError: the text is no JSON.
            TypeError: it is JSON, but no object.
        """
        return cls.from_dict(loads(text))

    def validate(self) -> list[Violation]:
        """Check the model against its schema.

        Returns:
            Every violation with its JSON pointer; none if all is well.
        """
        from .validate import check

        return check(self.to_dict(), *self.__home__)

    def copy(self, **changes: Any) -> Self:
        """Give a shallow copy with some fields changed.

        Raises:
            TypeError: a field has no such name.
        """
        made = type(self).__new__(type(self))
        names = self.__slots__
        for name in names:
            setattr(made, name, getattr(self, name))
        made._extra = Extra(self.model_extra)
        for name, value in changes.items():
            if name not in names:
                raise TypeError(f"{type(self).__name__} has no field {name!r}")
            setattr(made, name, value)
        return made

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
            all(getattr(self, name) == getattr(other, name) for name in self.__slots__)
            and self.model_extra == other.model_extra
        )

    def __repr__(self) -> str:
        shown = [(name, getattr(self, name, UNSET)) for name in self.__slots__]
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
        body["__slots__"] = code.co_varnames[1 : 1 + code.co_kwonlyargcount] if code else ()
        return type(name, (Model,), body)


if TYPE_CHECKING:
    Slotted = Model
else:
    # The base of printed classes; what inherits from those is made as any class is.
    Slotted = type.__new__(_Slots, "Slotted", (), {})


def publish(cls: type[Any]) -> None:
    """Give a class of a private module the path that users import it from."""
    package, _, stem = cls.__module__.rpartition("._models.")
    if package:
        cls.__module__ = f"{package}.models"
        cls.__home__ = (package, stem, cls.__name__)


def _copied(value: Any) -> Any:
    """Copy JSON, so that a model never shares it with the caller."""
    if is_mapping(value):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if value.__class__ is list else value
