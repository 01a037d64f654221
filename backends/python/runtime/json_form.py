"""What plain models and pydantic models share."""

from __future__ import annotations

from collections.abc import Mapping, Set
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, cast, get_origin

from .convert import Codec, check_list, encode_any, is_mapping, read_given
from .jsonio import dumps, loads
from .kinds import is_array, is_object, within
from .unset import Unset

if TYPE_CHECKING:
    from typing import Self

    from .validate import Violation


def without_tags(model: JsonForm, written: dict[str, Any]) -> dict[str, Any]:
    """Leave out of the JSON of a model the tags that came with it and belong to unions."""
    if not model.__tags__:
        return written
    return {name: value for name, value in written.items() if not model.__is_tag__(name, value)}


class JsonForm:
    """A class whose objects are read from JSON, and written as JSON."""

    __slots__ = ()

    __home__: ClassVar[tuple[str, str, str]]
    """The package, the file and the name of the class as it was printed."""
    __nullable__: ClassVar[str] = ""
    """The attributes for which None means JSON null; for others it means absent.

    Those whose argument is UNSET if it is not given need not be listed.
    """

    __tags__: ClassVar[Mapping[str, tuple[Any, ...]]] = {}
    """Tags that unions write with its objects, by name on the wire: it does not declare them."""

    if TYPE_CHECKING:

        @classmethod
        def __decode__(cls, data: Any) -> Any: ...

        @classmethod
        def _wires(cls) -> dict[str, str]: ...

        @classmethod
        def __constants__(cls) -> dict[str, Any]:
            """Map names on the wire to the values of fields that need not be given."""
            ...

        def to_dict(self) -> dict[str, Any]:
            """Return the JSON form."""
            ...

    @classmethod
    def __is_tag__(cls, name: str, value: Any) -> bool:
        """Tell whether a property is the tag of a union, and none of an object's own."""
        return value in cls.__tags__.get(name, ())

    @classmethod
    def __fits__(cls, data: Mapping[str, Any], tags: Set[str]) -> bool:
        """Tell whether a dictionary has what it must, and no more, whether it has ``tags``."""
        known = cls._wires().keys()
        needed = known - cls.__constants__().keys() - tags
        return needed <= data.keys() and data.keys() <= known | cls.__tags__.keys() | tags

    @classmethod
    def __decode_extra__(cls, value: Any) -> Any:
        """Read the value of a field that the class does not know."""
        return value

    @classmethod
    def __encode_extra__(cls, value: Any) -> Any:
        """Write the value of such a field."""
        return encode_any(value)

    @staticmethod
    def __writers__() -> dict[str, Codec]:
        """Map names on the wire to the writers of values that do not tell how they are written."""
        return {}

    @classmethod
    def __encode__(cls, value: Any) -> Any:
        """Convert a model, or the dictionary given in its place, to JSON."""
        if is_mapping(value):
            return read_given(cls._rewritten, dict(value))
        if not isinstance(value, JsonForm):
            return value
        cls._check_lists(value, None)
        return without_tags(value, value.to_dict())

    @classmethod
    def _rewritten(cls, data: dict[str, Any]) -> Any:
        """Convert a dictionary of the caller to JSON."""
        return cls.__encode__(cls.__decode__(data))

    @staticmethod
    def _check_lists(value: Any, shape: _Shape | None) -> None:
        """Refuse a text in place of a list, in a model and in those within."""
        if shape is not None and shape.lists:
            check_list(value)
        if isinstance(value, JsonForm):
            shapes = value._shapes()
            for wire, name in value._wires().items():
                held = getattr(value, name)
                if name in shapes or held.__class__ not in _PLAIN:
                    with within(wire):
                        JsonForm._check_lists(held, shapes.get(name))
        elif is_object(value) or is_array(value):
            inner = shape and shape.inner
            for key, item in value.items() if is_object(value) else enumerate(value):
                if inner is not None or item.__class__ not in _PLAIN:
                    with within(key):
                        JsonForm._check_lists(item, inner)

    @classmethod
    def _shapes(cls) -> dict[str, _Shape]:
        """Map the attributes that are lists, or hold some, to their shapes."""
        known: dict[str, _Shape] | None = cls.__dict__.get("__shapes__")
        if known is None:
            hints: dict[str, Any] = {}
            for base in reversed(cls.__mro__):
                if issubclass(base, JsonForm):
                    hints |= base.__annotations__
            found = {name: _shape(cls, str(hint)) for name, hint in hints.items()}
            known = {name: shape for name, shape in found.items() if shape is not None}
            cls.__shapes__ = known  # type: ignore[attr-defined]
        return known

    @classmethod
    def _written(cls) -> list[tuple[str, str, Codec, bool]]:
        """List names on the wire, attributes, their writers and whether null is allowed.

        They are in the order of the document.
        """
        known: list[tuple[str, str, Codec, bool]] | None = cls.__dict__.get("__written__")
        if known is None:
            writers, nullable = cls.__writers__(), cls._null_names()
            wires = cls._wires().items()
            known = [(w, name, writers.get(w, encode_any), name in nullable) for w, name in wires]
            cls.__written__ = known  # type: ignore[attr-defined]
        return known

    @classmethod
    def _null_names(cls) -> frozenset[str]:
        known: frozenset[str] | None = cls.__dict__.get("__null__")
        if known is None:
            known = frozenset(cls.__nullable__.split())
            cls.__null__ = known  # type: ignore[attr-defined]
        return known

    def to_json(self) -> str:
        """Return the JSON text."""
        return dumps(self.to_dict()).decode()

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read the JSON form as a response is read, without changing or keeping it.

        Raises:
            TypeError: the argument is not a mapping.
        """
        if not is_mapping(cast(Any, data)):
            raise TypeError(
                f"{cls.__name__}.from_dict() takes a mapping, not {type(data).__name__}"
            )
        made: Self = cls.__decode__(_copied(data))
        return made

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read JSON text as a response is read.

        Raises:
            ValueError: the text is not JSON.
            TypeError: the JSON is not an object.
        """
        return cls.from_dict(loads(text))

    def validate(self) -> list[Violation]:
        """Check the model against its schema.

        Returns:
            Every violation, with its JSON pointer.
        """
        from .validate import check

        return check(self.to_dict(), *self.__home__)


class _Shape:
    """A list, or an object whose values hold lists; ``inner``: the shape of what it holds."""

    __slots__ = ("inner", "lists")

    def __init__(self, lists: bool, inner: _Shape | None) -> None:
        self.lists: bool = lists
        self.inner: _Shape | None = inner


def _shape(cls: type[JsonForm], hint: str) -> _Shape | None:
    """Find the shape that an annotation describes; None if it has no list."""
    hint = hint.removesuffix(" | None")
    if hint.startswith("list[") and hint.find(" | ", _end(hint)) < 0:
        return _Shape(True, _shape(cls, hint[5:-1]))
    if hint.startswith("dict[str, ") and hint.find(" | ", _end(hint)) < 0:
        inner = _shape(cls, hint[10:-1])
        return inner and _Shape(False, inner)
    if not hint.isidentifier() or hint[0].islower():
        return None
    alias = getattr(import_module(f"{cls.__home__[0]}.models"), hint, None)
    return _Shape(True, None) if get_origin(alias) is list else None


def _end(hint: str) -> int:
    """Return where the first brackets of an annotation end."""
    depth = 0
    for at, sign in enumerate(hint):
        depth += (sign == "[") - (sign == "]")
        if sign == "]" and not depth:
            return at
    return 0


_PLAIN = frozenset({str, int, float, bool, type(None), Unset})
"""Types of values that hold no others."""


def publish(cls: type[Any]) -> None:
    """Set the module of a private class to the path from which users import it."""
    package, _, stem = cls.__module__.rpartition("._models.")
    if package:
        cls.__module__ = f"{package}.models"
        cls.__home__ = (package, stem, cls.__name__)


def _copied(value: Any) -> Any:
    """Copy JSON, so that a model never shares it with the caller."""
    if is_mapping(value):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if value.__class__ is list else value
