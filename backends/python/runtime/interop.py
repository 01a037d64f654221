"""Models as fields of pydantic models, and so in FastAPI. Imported only when pydantic asks."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any

from .kinds import is_array, is_object
from .schemas import Schema, schemas_of


def core_schema_of(cls: Any) -> Any:
    """Make the pydantic schema of a model: it validates a model or a mapping, and writes JSON.

    Its JSON Schema is the document's, with the types it uses as definitions.
    """
    core = _core_schema()

    def read(data: Any) -> Any:
        try:
            return cls.model_validate(data)
        except TypeError as error:
            raise ValueError(str(error)) from error

    home = getattr(cls, "__home__", None)  # only the base class has no schema
    definitions = None if home is None else _Definitions(*home)
    return core.no_info_before_validator_function(
        read,
        core.any_schema(),
        serialization=core.plain_serializer_function_ser_schema(_write),
        ref=definitions and definitions.called(definitions.root),
        metadata=definitions and {"pydantic_js_functions": [definitions.described]},
    )


def schema_of_unknown(cls: Any) -> Any:
    """Make the pydantic schema of an unknown member, which accepts no malformed known member."""
    core = _core_schema()

    def refuse(data: Any) -> Any:
        raise ValueError("no known member of the union")

    return core.json_or_python_schema(
        core.no_info_after_validator_function(refuse, core.dict_schema()),
        core.is_instance_schema(cls),
        serialization=core.plain_serializer_function_ser_schema(_write),
    )


def schema_of_value(cls: Any, kind: str) -> Any:
    """Make the pydantic schema of an unknown value of an enum, from text or a number."""
    core = _core_schema()
    plain = core.str_schema(strict=True) if kind == "str" else core.int_schema(strict=True)
    return core.no_info_after_validator_function(cls, plain)


def _core_schema() -> Any:
    return importlib.import_module("pydantic_core.core_schema")


def _write(value: Any) -> Any:
    return value.to_dict()


class _Definitions:
    """The JSON Schemas of a type and of all types it uses, as definitions of pydantic."""

    def __init__(self, package: str, home: str, name: str) -> None:
        self.package: str = package
        self.root: str = f"{home}#{name}"

    def called(self, at: str) -> str:
        """Name a definition as pydantic names those of classes: it shows the last part."""
        return f"{self.package}.models.{at.rpartition('#')[2]}:{self.package}.{at}"

    def described(self, schema: Any, handler: Any) -> Any:
        """Describe the type, and define the types it uses."""
        core = _core_schema()
        found = self._reached()
        others = [self._definition(at, item) for at, item in found.items() if at != self.root]
        handler(core.definitions_schema(core.any_schema(), others))
        return self._written(self.root, found[self.root], handler)

    def _reached(self) -> dict[str, Schema]:
        files: dict[str, Mapping[str, Schema]] = {}
        found: dict[str, Schema] = {}
        waiting = [self.root]
        while waiting:
            at = waiting.pop()
            if at in found:
                continue
            home, _, name = at.partition("#")
            if home not in files:
                files[home] = schemas_of(self.package, home)
            found[at] = files[home][name]

            def reach(to: str, home: str = home) -> str:
                waiting.append(_absolute(to, home))
                return to

            _written(found[at], reach)
        return found

    def _definition(self, at: str, declared: Schema) -> Any:
        def described(schema: Any, handler: Any) -> Any:
            return self._written(at, declared, handler)

        metadata = {"pydantic_js_functions": [described]}
        return _core_schema().any_schema(ref=self.called(at), metadata=metadata)

    def _written(self, at: str, declared: Schema, handler: Any) -> Any:
        home, _, name = at.partition("#")

        def refer(to: str) -> str:
            called = self.called(_absolute(to, home))
            shown: str = handler(_core_schema().definition_reference_schema(called))["$ref"]
            return shown

        title = {"title": name} if name.isidentifier() else {}
        return {**title, **_written(declared, refer)}


def _absolute(to: str, home: str) -> str:
    return home + to if to.startswith("#") else to


_OWN = frozenset({"many", "open", "read"})
_NAMED = frozenset({"dependentSchemas", "patternProperties", "properties"})
_DATA = frozenset({"const", "enum", "required"})


def _written(schema: Any, refer: Callable[[str], str]) -> Any:
    """Write a schema with the keywords of JSON Schema and OpenAPI; ``refer`` makes a ``$ref``."""
    if is_array(schema):
        return [_written(item, refer) for item in schema]
    if not is_object(schema):
        return schema
    found: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "$ref":
            found[key] = refer(value)
        elif key == "known":
            found["enum"] = value
        elif key == "tagged":
            found.update(_tagged(*value, many="many" in schema, refer=refer))
        elif key == "type" and len(value) == 1:
            found[key] = value[0]
        elif key in _NAMED:
            found[key] = {name: _written(item, refer) for name, item in value.items()}
        elif key not in _OWN:
            found[key] = value if key in _DATA else _written(value, refer)
    return found


def _tagged(
    name: str, members: Mapping[str, Schema], *, many: bool, refer: Callable[[str], str]
) -> dict[str, Any]:
    """Write the members of a union, each once, and their tags."""
    written = {tag: _written(member, refer) for tag, member in members.items()}
    cases = [
        item for at, item in enumerate(written.values()) if item not in [*written.values()][:at]
    ]
    mapping = {tag: item["$ref"] for tag, item in written.items() if "$ref" in item}
    told = {"propertyName": name, "mapping": mapping}
    return {"anyOf" if many else "oneOf": cases, "discriminator": told}
