"""What plain models and pydantic models share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from .convert import Codec, encode_any, is_mapping
from .jsonio import dumps, loads

if TYPE_CHECKING:
    from typing import Self

    from .validate import Violation


class JsonForm:
    """A class whose objects are read from JSON, and written as JSON."""

    __slots__ = ()

    __home__: ClassVar[tuple[str, str, str]]
    """The package, the file and the name of the class as it was printed."""
    __nullable__: ClassVar[str] = ""
    """The attributes for which None means JSON null; for others it means absent (D11.5).

    Those whose argument is UNSET if it is not given need not be listed.
    """

    if TYPE_CHECKING:

        @classmethod
        def __decode__(cls, data: Any) -> Any: ...

        @classmethod
        def _wires(cls) -> dict[str, str]: ...

        def to_dict(self) -> dict[str, Any]:
            """Return the JSON form."""
            ...

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
        if isinstance(value, JsonForm):
            return value.to_dict()
        if is_mapping(value):
            return cast(JsonForm, cls.__decode__(dict(value))).to_dict()
        return value

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
        return dumps(self.to_dict()).decode("utf-8", "surrogatepass")

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
