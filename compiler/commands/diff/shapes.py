"""What a schema asks of a value, all its parts taken together: `$ref` with its siblings, and `allOf`."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from compiler.base.frozen import mutable

if TYPE_CHECKING:
    from compiler.commands.diff.view import Spot, View
    from compiler.source import Json

Parts = tuple["Spot", ...]
"""Schemas that all apply to one value."""

TYPES = frozenset({"null", "boolean", "object", "array", "number", "integer", "string"})
LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
"""Bounds from below: of two, the greater one counts."""
UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
ASSERTIONS = (
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "dependentRequired",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
    "multipleOf",
    "uniqueItems",
)
"""Keywords that only narrow."""
SUBSCHEMAS = frozenset(ASSERTIONS) - {"if", "dependentRequired", "multipleOf", "uniqueItems"}
"""Those whose value is a schema that narrows as it does itself; `not` the other way round."""
STABILITY = ("draft", "alpha", "beta", "stable")
"""Levels of `x-stability-level`, from the least promise to the greatest, which is what nobody says anything of."""
_PLAIN = ("contentEncoding", "contentMediaType", "default", "const")
_NOTHING = ("unevaluatedItems", "unevaluatedProperties")
"""Keywords that a schema of `true` leaves without a meaning."""


@mutable
class Shape:
    """A schema with its parts taken together; what is not said is None or empty."""

    spot: Spot
    types: frozenset[str] = TYPES
    typed: bool = False
    formats: frozenset[str] = frozenset()
    values: list[Json] | None = None
    """The `enum`."""
    bounds: dict[str, Any] = field(default_factory=dict)
    patterns: frozenset[str] = frozenset()
    plain: dict[str, Json] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    properties: dict[str, Parts] = field(default_factory=dict)
    pattern_properties: dict[str, Parts] = field(default_factory=dict)
    additional: Parts | None = None
    closed: bool = False
    items: Parts = ()
    prefix_items: list[Parts] = field(default_factory=list)
    contains: tuple[int | None, int | None] = (None, None)
    groups: list[tuple[str, tuple[Spot, ...]]] = field(default_factory=list)
    """`oneOf` and `anyOf`, each with its branches."""
    assertions: dict[str, list[Spot]] = field(default_factory=dict)
    dependents: dict[str, Parts] = field(default_factory=dict)
    """`dependentSchemas`."""
    flags: frozenset[str] = frozenset()
    """Which of readOnly, writeOnly and deprecated are set."""
    extensions: dict[str, Json] = field(default_factory=dict)
    old: bool = False
    """It is of the old version."""


def shape_of(parts: Parts, view: View) -> Shape:
    """Return what schemas ask of a value together."""
    shape = Shape(parts[0])
    waiting, seen = list(reversed(parts)), set[str]()
    while waiting:
        spot = waiting.pop()
        if spot.id in seen:
            continue
        seen.add(spot.id)
        target = view.target(spot)
        if target is not None:
            waiting.append(target)
            if view.is_30:  # siblings do not count (D1.4)
                continue
        waiting += reversed([*spot.below("allOf").items()])
        _add(shape, spot, view)
    return shape


def _add(shape: Shape, spot: Spot, view: View) -> None:
    if spot.raw is False:
        shape.types, shape.typed = frozenset(), True
    if not isinstance(spot.raw, dict):
        return
    _add_types(shape, spot, view)
    _add_bounds(shape, spot)
    for key in _PLAIN:
        if key in spot.raw:
            shape.plain[key] = spot.raw[key]
    if isinstance(spot.get("enum"), list):
        own = spot.raw["enum"]
        shape.values = own if shape.values is None else [value for value in shape.values if value in own]
    if isinstance(spot.get("pattern"), str):
        shape.patterns |= {spot.raw["pattern"]}
    required = spot.get("required")
    shape.required |= (
        frozenset(name for name in required if isinstance(name, str)) if isinstance(required, list) else frozenset()
    )
    for name, child in spot.below("properties").members(named=True):
        shape.properties[name] = (*shape.properties.get(name, ()), child)
    for name, child in spot.below("patternProperties").members(named=True):
        shape.pattern_properties[name] = (*shape.pattern_properties.get(name, ()), child)
    additional = spot.get("additionalProperties")
    if additional is False:
        shape.closed = True
    elif isinstance(additional, dict):
        shape.additional = (*(shape.additional or ()), spot.below("additionalProperties"))
    if isinstance(spot.get("items"), dict | bool):
        shape.items = (*shape.items, spot.below("items"))
    for index, item in enumerate(spot.below("prefixItems").items()):
        if index < len(shape.prefix_items):
            shape.prefix_items[index] = (*shape.prefix_items[index], item)
        else:
            shape.prefix_items.append((item,))
    if "contains" in spot.raw:
        shape.contains = (spot.get("minContains"), spot.get("maxContains"))
    for word in ("oneOf", "anyOf"):
        branches = tuple(spot.below(word).items())
        if branches:
            shape.groups.append((word, branches))
    for key in ASSERTIONS:
        if key in spot.raw and spot.raw[key] is not None and not _says_nothing(key, spot.raw):
            shape.assertions.setdefault(key, []).append(spot.below(key))
    for name, child in spot.below("dependentSchemas").members(named=True):
        shape.dependents[name] = (*shape.dependents.get(name, ()), child)
    shape.flags |= {key for key in ("readOnly", "writeOnly", "deprecated") if spot.get(key) is True}
    shape.extensions |= {key: value for key, value in spot.raw.items() if key.startswith("x-")}


def _says_nothing(key: str, raw: dict[str, Json]) -> bool:
    """Whether a keyword about what others leave has nothing left, or allows it."""
    taken = {"unevaluatedProperties": "additionalProperties", "unevaluatedItems": "items"}.get(key, "")
    return key in _NOTHING and (raw[key] in (True, {}) or raw.get(taken) in (True, {}))


def _add_types(shape: Shape, spot: Spot, view: View) -> None:
    written = spot.get("type")
    types = frozenset([written] if isinstance(written, str) else written if isinstance(written, list) else ())
    types &= TYPES
    if types and view.is_30 and spot.get("nullable") is True:
        types |= {"null"}
    if types:
        shape.typed = True
        shape.types = frozenset(
            name
            for name in TYPES
            if (name in shape.types or (name == "integer" and "number" in shape.types))
            and (name in types or (name == "integer" and "number" in types))
        )
    if isinstance(spot.get("format"), str):
        shape.formats |= {spot.raw["format"]}


def _add_bounds(shape: Shape, spot: Spot) -> None:
    for keys, pick in ((LOWER, max), (UPPER, min)):
        for key in keys:
            value = spot.get(key)
            outside = f"exclusive{key.capitalize()}"
            bound = outside if spot.get(outside) is True else key  # of 3.0
            if isinstance(value, int | float) and not isinstance(value, bool):
                shape.bounds[bound] = pick(value, shape.bounds[bound]) if bound in shape.bounds else value
