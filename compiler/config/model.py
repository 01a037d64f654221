"""gen.yaml as frozen values, each with the place where it was set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from compiler.base.frozen import frozen
from compiler.diagnostics.sink import Override
from compiler.source.location import Json, Loc


@frozen
class Setting:
    """The checked value of a key and its place."""

    value: Json
    loc: Loc


@frozen
class Section:
    """One section of gen.yaml: the keys that are set; the key table has defaults for the others.

    `loc` is None for the section of a target that gen.yaml does not mention.
    """

    name: str
    loc: Loc | None = None
    settings: Mapping[str, Setting] = field(default_factory=dict)
    defaults: Mapping[str, Json] = field(default_factory=dict)

    def loc_of(self, key: str) -> Loc | None:
        """Return where `key` is set; None when it is not."""
        setting = self.settings.get(key)
        return None if setting is None else setting.loc

    def value(self, key: str) -> Json:
        """Return the value of `key`, else its default. Raises `KeyError` for a key the table does not have."""
        setting = self.settings.get(key)
        return self.defaults[key] if setting is None else setting.value

    def text(self, key: str) -> str | None:
        """Return the string at `key`, else its default."""
        value = self.value(key)
        assert value is None or isinstance(value, str), key
        return value

    def integer(self, key: str) -> int | None:
        """Return the integer at `key`, else its default."""
        value = self.value(key)
        assert value is None or isinstance(value, int), key
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the strings at `key`; a single string counts as a list of one."""
        value = self.value(key)
        if value is None:
            return ()
        return tuple(str(item) for item in value) if isinstance(value, list) else (str(value),)


@frozen
class Config:
    """gen.yaml, checked (D15).

    `sections` has a `Section` for every known target, `enabled` the names of those that are to be built.
    """

    file: str | None
    generation: Section
    sections: Mapping[str, Section]
    enabled: tuple[str, ...]
    diagnostics: Mapping[str, Override]
    files: tuple[str, ...] = ()
    """Files whose content replaces their path in the configuration."""
    api: str | None = None
    """The name of the API in `apis` whose configuration this is."""
    apis: Mapping[str, Config] = field(default_factory=dict)
    """The configuration of each API in `apis`, which the sections here are merged into."""

    def section(self, target: str) -> Section:
        """Return the section of a known target; only defaults if gen.yaml has none."""
        return self.sections[target]
