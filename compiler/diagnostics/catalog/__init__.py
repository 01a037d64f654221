"""Every diagnostic code: severity, message, help and explanation, one module per area."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType

from compiler.diagnostics.catalog import (
    adoption,
    behaviour,
    bodies,
    changes,
    config,
    document,
    features,
    fleet,
    forms,
    lock,
    names,
    operations,
    output,
    overlays,
    pagination,
    params,
    refs,
    source,
    types,
    upgrade,
    webhooks,
)
from compiler.diagnostics.catalog.code import Code, Severity

__all__ = ["CODES", "Code", "Severity"]

_AREAS = (
    source.CODES,
    config.CODES,
    document.CODES,
    operations.CODES,
    forms.CODES,
    refs.CODES,
    types.CODES,
    names.CODES,
    params.CODES,
    bodies.CODES,
    pagination.CODES,
    webhooks.CODES,
    behaviour.CODES,
    output.CODES,
    features.CODES,
    lock.CODES,
    overlays.CODES,
    changes.CODES,
    adoption.CODES,
    fleet.CODES,
    upgrade.CODES,
)


def _collect() -> dict[str, Code]:
    codes: dict[str, Code] = {}
    for entry in chain.from_iterable(_AREAS):
        if entry.code in codes:
            raise ValueError(f"{entry.code} stands twice in the catalogue")
        codes[entry.code] = entry
    return codes


CODES: Mapping[str, Code] = MappingProxyType(_collect())
"""All codes by their name, in the order of the areas."""
