"""Parsing gen.yaml to a `Config`; every mistake is a diagnostic at its position (D15, D4.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from compiler.config.keys import CONFIG_VERSION, GENERATION, TargetKeys
from compiler.config.model import Config
from compiler.config.sections import check_section, check_unknown, shorten, type_name
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.sink import Override
from compiler.source.location import Json, Loc

if TYPE_CHECKING:
    from compiler.source.document import Document

SUPPORTED_MAJOR = "2"


def parse_config(document: Document | None, targets: Mapping[str, TargetKeys], diagnostics: Diagnostics) -> Config:
    """Check gen.yaml against the key table; None means that the project has none.

    Invalid entries are reported and then ignored, so there is always a result. Errors have no subject:
    they stop the build (D1.4).
    """
    root: Json = {} if document is None or document.root is None else document.root
    loc = Loc("gen.yaml" if document is None else document.file)
    if not isinstance(root, dict):
        diagnostics.report("CG0209", loc, actual=type_name(root))
        root = {}
    elif document is not None:
        _check_version(root, loc, diagnostics)
    owners = _owners(targets)
    check_unknown(root, [CONFIG_VERSION.name, "generation", "apis", *targets], loc, owners, diagnostics, targets)
    generation = check_section("generation", root.get("generation"), GENERATION, loc, owners, diagnostics)
    sections = {
        name: check_section(name, root.get(name), declared.keys, loc, owners, diagnostics, may_be_off=True)
        for name, declared in targets.items()
    }
    enabled = tuple(name for name, declared in targets.items() if _is_enabled(root, name, declared))
    severities = cast("dict[str, Override]", generation.value("diagnostics") or {})
    config = Config(None if document is None else document.file, generation, sections, enabled, severities)
    if root.get("apis") is None:
        return config
    from compiler.config.apis import parse_apis

    return replace(config, apis=parse_apis(root["apis"], loc.at("apis"), config, targets, diagnostics))


def _is_enabled(root: dict[str, Json], name: str, declared: TargetKeys) -> bool:
    return root[name] is not False if name in root else declared.always


def _check_version(root: dict[str, Json], loc: Loc, diagnostics: Diagnostics) -> None:
    if CONFIG_VERSION.name not in root:
        diagnostics.report("CG0201", loc, version=CONFIG_VERSION.default)
        return
    version = root[CONFIG_VERSION.name]
    if not isinstance(version, str) or version.split(".")[0] != SUPPORTED_MAJOR:
        shown = shorten(version)
        kind = type_name(version)
        article = "" if version is None else "an " if isinstance(version, dict) else "a "
        said = f'"{version}"' if isinstance(version, str) else f"the {kind} {shown}" if shown else article + kind
        diagnostics.report("CG0202", loc.at(CONFIG_VERSION.name), said=said, supported=CONFIG_VERSION.default)


def _owners(targets: Mapping[str, TargetKeys]) -> dict[str, list[str]]:
    """Return the sections that each key belongs to, for keys that are written in another section."""
    found: dict[str, list[str]] = {key.name: ["generation"] for key in GENERATION}
    for name, declared in targets.items():
        for key in declared.keys:
            found.setdefault(key.name, []).append(name)
    return found
