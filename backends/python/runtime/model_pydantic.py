"""The base class of models that are pydantic models.

In the package it is ``_runtime/model.py``, in place of the class that needs no library, and does
the same: reading a response never fails, unknown fields are kept, absent and null are told apart
(``model_fields_set``), and a field that cannot be null is absent if it is given as None.
 ``Model(...)``, ``model_validate`` and
``model_validate_json`` are pydantic's own, and check.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from pydantic import BaseModel, ConfigDict

from .json_form import JsonForm, publish
from .kinds import MisfitError, within
from .later import settle
from .unset import UNSET

if TYPE_CHECKING:
    from typing import Self

    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

Get = Callable[[str], Any]
"""How a model gets fields of the object it reads."""

_set = object.__setattr__

_TAGS = " tags"
"""What ``__dict__`` has beside fields: the tags that came with an object and belong to unions."""


class Model(JsonForm, BaseModel):  # type: ignore[misc]  # validate() does not raise
    """An object of the API: attributes for declared fields, ``model_extra`` for all others."""

    model_config = ConfigDict(
        extra="allow",
        defer_build=True,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        protected_namespaces=(),
    )

    __known__: ClassVar[dict[str, str]]
    """Names on the wire to attributes, in the order of the document; made when first needed."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        publish(cls)

    @classmethod
    def model_rebuild(
        cls,
        *,
        force: bool = False,
        raise_errors: bool = True,
        _parent_namespace_depth: int = 2,
        _types_namespace: Mapping[str, Any] | None = None,
    ) -> bool | None:
        """Complete the class on first use; its file is loaded by then."""
        _share_names(cls)
        return super().model_rebuild(
            force=force,
            raise_errors=raise_errors,
            _parent_namespace_depth=0,
            _types_namespace=cast(Any, _types_namespace),
        )

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler, /
    ) -> CoreSchema:
        _share_names(cls)
        return handler(source)

    if not TYPE_CHECKING:  # pydantic makes the signatures from the fields

        def __init__(self, /, **data: Any) -> None:
            super().__init__(**{name: value for name, value in data.items() if value is not UNSET})
            self._empty(self._given())

        __init__.__pydantic_base_init__ = True  # reading a response does not call this

        def __setattr__(self, name: str, value: Any) -> None:
            super().__setattr__(name, value)
            self._empty((name,))

        def __delattr__(self, name: str) -> None:
            if name in type(self).model_fields:
                setattr(self, name, None)
                self.__pydantic_fields_set__.discard(name)
            else:
                super().__delattr__(name)

    def _empty(self, names: Iterable[str]) -> None:
        """Make fields that are None and cannot be null absent."""
        held, nullable = self.__dict__, self._null_names()
        absent = [name for name in names if held.get(name, self) is None and name not in nullable]
        self.__pydantic_fields_set__.difference_update(absent)

    # ------------------------------------------------------------------ reading

    @classmethod
    def __decode__(cls, data: Any) -> Any:
        """Read decoded JSON; a value that is not an object is returned unchanged."""
        if data.__class__ is not dict:
            return data
        return cls._made(data, cls.__read__(data.get))

    @staticmethod
    def __read__(get: Get) -> dict[str, Any]:
        """Read the fields of an object; those that are absent are None."""
        return {}

    @classmethod
    def _made(cls, data: dict[str, Any], fields: dict[str, Any]) -> Self:
        """Make a model of the object and its fields' values; None if a field is absent."""
        known = cls._wires()
        made = cls.__new__(cls)
        extra = {}
        if not data.keys() <= known.keys():
            tags = {k: v for k, v in data.items() if cls.__tags__ and cls.__is_tag__(k, v)}
            others = {k: v for k, v in data.items() if k not in known and k not in tags}
            extra = {k: cls.__decode_extra__(v) for k, v in others.items()}
            if tags:
                fields[_TAGS] = tags
        _set(made, "__dict__", fields)
        _set(made, "__pydantic_private__", None)
        _set(made, "__pydantic_extra__", extra)
        named = {known[key] for key in data if key in known}
        _set(made, "__pydantic_fields_set__", named.union(extra))
        return made

    @classmethod
    def _wires(cls) -> dict[str, str]:
        known: dict[str, str] | None = cls.__dict__.get("__known__")
        if known is None:
            fields = cls.model_fields.items()
            aliases = ((field.serialization_alias, name) for name, field in fields)
            known = {
                name if wire is None else wire: name for wire, name in aliases
            }  # a name may be empty
            cls.__known__ = known
        return known

    @classmethod
    def __constants__(cls) -> dict[str, Any]:
        fields = cls.model_fields
        return {
            wire: fields[name].default
            for wire, name in cls._wires().items()
            if not fields[name].is_required()
        }

    def __wire__(self, name: str) -> Any:
        """Get a field by its name on the wire; UNSET if it is absent."""
        attribute = self._wires().get(name)
        if attribute is None:
            return (self.model_extra or {}).get(name, UNSET)
        return self._held(attribute)

    def _held(self, name: str) -> Any:
        """Get a field; UNSET if it is absent."""
        value = getattr(self, name)
        return UNSET if value is None and name not in self._given() else value

    def __contains__(self, name: object) -> bool:
        """Tell whether a field, by its name on the wire, is present, null or not."""
        return isinstance(name, str) and self.__wire__(name) is not UNSET

    def given(self, name: str) -> Any:
        """Get a field to pass as an argument: UNSET if it is absent, None if it is null.

        Args:
            name: the attribute, or, as with ``in``, the name on the wire.

        Raises:
            AttributeError: there is no such field.
        """
        if name in type(self).model_fields:
            return self._held(name)
        if name in self._wires() or name in (self.model_extra or {}):
            return self.__wire__(name)
        raise AttributeError(f"{type(self).__name__} has no field {name!r}", name=name, obj=self)

    def _given(self) -> set[str]:
        """Return which fields were given: pydantic also counts undeclared ones, by any name."""
        extra = self.model_extra
        return self.model_fields_set - extra.keys() if extra else self.model_fields_set

    # ------------------------------------------------------------------ writing

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: names on the wire, without absent fields, with unknown ones."""
        given = self._given()
        found: dict[str, Any] = {}
        for wire, name, write, _ in self._written():
            value = getattr(self, name)
            if value is not None or name in given:
                try:
                    found[wire] = write(value)
                except MisfitError as error:  # of a dictionary in place of a model
                    raise error.inside(wire) from error
        found.update(self.__dict__.get(_TAGS, {}))
        for wire, value in (self.model_extra or {}).items():
            with within(wire):
                found[wire] = self.__encode_extra__(value)
        return found

    def copy(self, **changes: Any) -> Self:
        """Return a shallow copy with some fields changed; UNSET makes one absent.

        Raises:
            TypeError: there is no field of that name.
        """
        for name in changes:
            if name not in type(self).model_fields:
                raise TypeError(f"{type(self).__name__} has no field {name!r}")
        made = self.model_copy()
        for name, value in changes.items():
            if value is UNSET:
                delattr(made, name)
            else:
                setattr(made, name, value)
        return made


def _share_names(cls: type[Model]) -> None:
    """Resolve annotations in the class's file: pydantic looks in the public module."""
    home = getattr(cls, "__home__", None)
    if home is None:
        return
    package, stem, _ = home
    names = vars(sys.modules[f"{package}._models.{stem}"])
    settle(names)
    public = sys.modules.get(f"{package}.models")
    if public is not None and public.__dict__.get(f"__{stem}__") is not names:
        for name, value in names.items():
            public.__dict__.setdefault(name, value)
        public.__dict__[f"__{stem}__"] = names
