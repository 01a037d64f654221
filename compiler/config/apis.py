"""`apis` of gen.yaml: several APIs that share its other sections (D15).

Each API has a configuration of its own: the shared sections, with what it says itself merged into them. A map is
merged key by key, at any depth; any other value, a list too, replaces the shared one; null takes the shared value away,
so that the default counts. A target that is `false` is not built for this API, and any other value builds it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from compiler.config.keys import API, API_NAME, GENERATION, Key, TargetKeys
from compiler.config.model import Config, Section, Setting
from compiler.config.sections import check_section, check_unknown, shorten, type_name

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics
    from compiler.diagnostics.sink import Override
    from compiler.source.location import Json, Loc

_OF_API = tuple(key.name for key in API)
SHARED = tuple(key for key in GENERATION if key.name not in _OF_API)
"""The keys of `generation` that an API may override; `source` and `output` are keys of the API itself."""
_RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10)))
)
"""Names that Windows has for devices."""


def parse_apis(
    value: Json, loc: Loc, shared: Config, targets: Mapping[str, TargetKeys], diagnostics: Diagnostics
) -> dict[str, Config]:
    """Check `apis`, whose place is `loc`; returns the configuration of each API by its name.

    Mistakes are reported; an API without a source is left out.
    """
    if not isinstance(value, dict):
        actual = f"{type_name(value)} {shorten(value)}".strip()
        diagnostics.report("CG0204", loc, key="apis", expected="an object", actual=actual)
        return {}
    if value and "source" in shared.generation.settings:
        diagnostics.report("CG0232", shared.generation.loc_of("source"), at_key=True)
    _check_names(value, loc, shared, diagnostics)
    found = {name: _api(name, said, loc, shared, targets, diagnostics) for name, said in value.items()}
    made = {name: config for name, config in found.items() if config is not None}
    _check_outputs(made, loc, diagnostics)
    return made


def _check_names(names: Mapping[str, Json], loc: Loc, shared: Config, diagnostics: Diagnostics) -> None:
    """Refuse names that are no folder and no file everywhere, and two that are one where case does not count."""
    folder, first = Path(shared.file or "").parent, dict[str, str]()
    for name in names:
        other = first.setdefault(name.casefold(), name)
        rival = folder / f"gen.{name}.yaml"
        if API_NAME.fullmatch(name) is None:
            reason = "it must be at most 64 ASCII letters, digits, `-` and `_`, and begin with a letter or digit"
        elif name.lower() in _RESERVED:
            reason = "Windows reserves it"
        elif other != name:
            reason = f"it differs from `{other}` in case alone"
        elif rival.is_file():
            reason = f"codegen.{name}.lock belongs to {rival.name}"
        else:
            continue
        diagnostics.report("CG0230", loc.at(name), name=name, reason=reason, at_key=True)


def _api(
    name: str, said: Json, apis: Loc, shared: Config, targets: Mapping[str, TargetKeys], diagnostics: Diagnostics
) -> Config | None:
    loc = apis.at(name)
    if not isinstance(said, dict):
        actual = f"{type_name(said)} {shorten(said)}".strip()
        diagnostics.report("CG0204", loc, key=name, expected="an object with `source`", actual=actual)
        return None
    owners: dict[str, list[str]] = {key.name: ["generation"] for key in SHARED}
    for target, declared in targets.items():
        for key in declared.keys:
            owners.setdefault(key.name, []).append(target)
    owners |= {key: [name] for key in _OF_API}
    known = [*_OF_API, "generation", *targets]
    check_unknown([key for key in said if key not in known], known, loc, owners, diagnostics, targets)
    own = check_section(name, {key: said[key] for key in _OF_API if key in said}, API, apis, owners, diagnostics)
    if "source" not in own.settings:
        if "source" not in said:
            diagnostics.report("CG0231", loc, name=name, at_key=True)
        return None
    generation = _merged(shared.generation, said, SHARED, loc, owners, diagnostics)
    output = own.settings.get("output") or Setting(f"{shared.generation.text('output')}/{name}", loc)
    generation = replace(
        generation, settings={**generation.settings, "source": own.settings["source"], "output": output}
    )
    sections = {
        target: _merged(shared.section(target), said, declared.keys, loc, owners, diagnostics, may_be_off=True)
        for target, declared in targets.items()
    }
    enabled = tuple(
        target for target in targets if (said[target] is not False if target in said else target in shared.enabled)
    )
    severities = cast("dict[str, Override]", generation.value("diagnostics") or {})
    return Config(shared.file, generation, sections, enabled, severities, api=name)


def _merged(
    shared: Section,
    said: Mapping[str, Json],
    keys: tuple[Key, ...],
    loc: Loc,
    owners: Mapping[str, list[str]],
    diagnostics: Diagnostics,
    *,
    may_be_off: bool = False,
) -> Section:
    """Return a section of an API: what it says itself, over the shared section."""
    value = said.get(shared.name)
    gone = [key for key, given in value.items() if given is None] if isinstance(value, dict) else []
    check_unknown(gone, [key.name for key in keys], loc.at(shared.name), owners, diagnostics)
    removed: dict[str, list[str]] = {}
    if isinstance(value, dict):
        for key, given in value.items():
            if isinstance(given, dict):
                removed[key] = [inner for inner, one in given.items() if one is None]
        value = {key: _without_nulls(given) for key, given in value.items() if given is not None}
    own = check_section(shared.name, value, keys, loc, owners, diagnostics, may_be_off=may_be_off)
    settings = {key: setting for key, setting in shared.settings.items() if key not in gone}
    for key, setting in own.settings.items():
        below = settings.get(key)
        if below is not None and isinstance(below.value, dict) and isinstance(setting.value, dict):
            kept = {inner: one for inner, one in below.value.items() if inner not in removed.get(key, ())}
            settings[key] = Setting({**kept, **setting.value}, setting.loc)
        else:
            settings[key] = setting
    return Section(shared.name, own.loc or shared.loc, settings, shared.defaults)


def _without_nulls(value: Json) -> Json:
    return {key: one for key, one in value.items() if one is not None} if isinstance(value, dict) else value


def _check_outputs(apis: Mapping[str, Config], loc: Loc, diagnostics: Diagnostics) -> None:
    """Refuse output folders that are one, or of which one is in another: builds would remove each other's files."""
    places: dict[str, str] = {}
    for name, config in apis.items():
        folder = Path(config.file or "").parent / (config.generation.text("output") or "")
        places[name] = os.path.normcase(os.path.realpath(folder))
    for name, place in places.items():
        for other, before in places.items():
            if other == name:
                break
            if place == before:
                relation = "that"
            elif Path(place).is_relative_to(before):
                relation = "inside that"
            elif Path(before).is_relative_to(place):
                relation = "around that"
            else:
                continue
            at = apis[name].generation.loc_of("output") or loc.at(name)
            output = apis[name].generation.text("output")
            diagnostics.report(
                "CG0233", at, name=name, other=other, relation=relation, folder=output, at_key=at == loc.at(name)
            )
            break
