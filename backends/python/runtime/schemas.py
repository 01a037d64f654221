"""Checks a JSON value against a schema: JSON Schema 2020-12, the keywords for values.

A schema is a dictionary of JSON Schema's keywords. ``$ref`` names a printed type
(``"shared#Zone"``, or ``"#Zone"`` of the same file); ``tagged`` is the discriminator of a union:
the property, and a schema by its value; ``known`` holds the members of an open enum.
"""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from .assertions import RULES, broken, kind_of, one_of
from .formats import FORMATS, RANGES, compiled
from .kinds import escaped

__all__ = ["Checker", "Schema", "Violation", "escaped", "kind_of", "schemas_of"]

Schema = Mapping[str, Any]

READ, LENIENT, EXACT, SURE = 0, 1, 2, 3
"""How strict a check is: about properties that a closed object does not declare, which pass in what
is read; about unknown members of open enums and unions; and, to tell the members of a ``oneOf``
apart, about unknown formats."""

_REST = ("additionalProperties", "unevaluatedProperties")
"""The keywords that forbid undeclared properties."""

_CONTAINERS = (dict, list)
_ANY: Schema = {}
_NULL = {"type": ["null"]}
_APPLIED = ("allOf", "anyOf", "oneOf", "tagged", "not", "if", "dependentSchemas")


class Violation(NamedTuple):
    """One thing that is wrong with a value.

    Attributes:
        pointer: the place in the value, as a JSON pointer; ``""`` is the value itself.
        rule: the keyword that is violated, such as ``required`` or ``maximum``.
        message: what is wrong, in words.
        place: for a request, its part: ``body``, ``path``, ``query``, ``header`` or ``cookie``.
    """

    pointer: str
    rule: str
    message: str
    place: str = "body"

    def __str__(self) -> str:
        return f"{self.place}{self.pointer}: {self.message}"


class Checker:
    """Checks values; ``$ref`` is looked up in ``package``, a bare ``#`` in its file ``home``."""

    __slots__ = ("home", "known", "mode", "package", "said")

    def __init__(
        self,
        package: str,
        home: str = "",
        mode: int = LENIENT,
        known: dict[Any, bool] | None = None,
        said: set[Any] | None = None,
    ) -> None:
        self.package: str = package
        self.home: str = home
        self.mode: int = mode
        self.known: dict[Any, bool] | None = known
        """Results by object or array and schema, during one check: so the time stays linear in
        their number, however schemas refer to each other."""
        self.said: set[Any] | None = said
        """Which schemas were checked where, so that nothing is reported twice."""

    def violations(self, value: Any, schema: Schema, pointer: str = "") -> list[Violation]:
        """Return every violation in a value."""
        try:
            checker = Checker(self.package, self.home, self.mode, {}, set())
            return list(checker.check(value, schema, pointer))
        except RecursionError:
            return [Violation(pointer, "depth", "is nested too deep")]

    def fits(self, value: Any, schema: Schema) -> bool:
        """Tell whether a value has no violations."""
        known = {} if self.known is None else self.known
        key = (id(value), id(schema), self.mode)
        holds = known.get(key) if value.__class__ in _CONTAINERS else None
        if holds is None:
            checker = Checker(self.package, self.home, self.mode, known)
            holds = next(checker.check(value, schema), None) is None
            if value.__class__ in _CONTAINERS:
                known[key] = holds
        return holds

    def check(self, value: Any, schema: Schema, pointer: str = "") -> Iterator[Violation]:
        """Yield every violation in a value, once.

        Raises:
            RecursionError: the value is nested too deep.
        """
        if self.known is None or value.__class__ not in _CONTAINERS:
            yield from self._check(value, schema, pointer)
            return
        key = (id(value), id(schema), self.mode)
        if self.known.get(key) or (self.said is not None and (pointer, *key) in self.said):
            return
        if self.said is not None:
            self.said.add((pointer, *key))
        holds = True
        for wrong in self._check(value, schema, pointer):
            holds = False
            yield wrong
        if holds and self.said is None:  # else a violation within may have been reported before
            self.known[key] = True

    def _check(self, value: Any, schema: Schema, pointer: str) -> Iterator[Violation]:
        if "$ref" in schema:
            other, target = self._target(schema)
            yield from other.check(value, target, pointer)
            if len(schema) == 1:
                return
        kind = kind_of(value)
        if not _is_of(kind, schema):
            yield Violation(pointer, "type", f"must be {' or '.join(schema['type'])}, not {kind}")
            return
        if self.mode > LENIENT and "known" in schema and not one_of(value, schema["known"]):
            yield Violation(pointer, "enum", "is not known")
        yield from self._alone(value, kind, schema, pointer)
        if kind == "array":
            yield from self._items(value, schema, pointer)
        elif kind == "object":
            yield from self._properties(value, schema, pointer)
        if any(word in schema for word in _APPLIED):
            yield from self._applied(value, schema, pointer)
        if kind == "object" and "unevaluatedProperties" in schema:
            yield from self._unevaluated(value, schema, pointer)
        elif kind == "array" and "unevaluatedItems" in schema:
            seen = self.evaluated(value, schema, "unevaluatedItems")
            for index, item in enumerate(value):
                if index not in seen:
                    yield from self._rest(item, schema, "unevaluatedItems", f"{pointer}/{index}")

    def follow(self, schema: Schema) -> tuple[Checker, Schema]:
        """Return the schema for reading texts, with the checker of its references."""
        checker: Checker = self
        for _ in range(100):
            schema = schema.get("read", schema)
            if "$ref" not in schema:
                break
            checker, schema = checker._target(schema)
        return checker, schema

    def _target(self, schema: Schema) -> tuple[Checker, Schema]:
        home, _, ident = schema["$ref"].partition("#")
        moves = home and home != self.home
        checker = self
        if moves:
            checker = Checker(self.package, home, self.mode, self.known, self.said)
        return checker, schemas_of(self.package, checker.home)[ident]

    def _of(self, mode: int) -> Checker:
        return self if mode <= self.mode else Checker(self.package, self.home, mode, self.known)

    def _alone(self, value: Any, kind: str, schema: Schema, pointer: str) -> Iterator[Violation]:
        """Check the keywords of a single value; patterns skip a string that is too long."""
        too_long = False
        for keyword in RULES:
            if keyword not in schema or (too_long and keyword == "pattern"):
                continue
            limit = schema[keyword]
            message = broken(value, kind, keyword, limit)
            if message is not None:
                too_long = too_long or keyword == "maxLength"
                yield Violation(pointer, keyword, message)
            elif self.mode == SURE and keyword == "format" and not _is_checked(kind, limit):
                yield Violation(pointer, keyword, "is of a format that is not checked")

    # ------------------------------------------------------------------ containers

    def _items(self, value: Any, schema: Schema, pointer: str) -> Iterator[Violation]:
        prefix = schema.get("prefixItems", ())
        for index, item in enumerate(value):
            if index < len(prefix):
                yield from self.check(item, prefix[index], f"{pointer}/{index}")
            elif "items" in schema:
                yield from self._rest(item, schema, "items", f"{pointer}/{index}")
        if "contains" in schema:
            least, most = schema.get("minContains", 1), schema.get("maxContains")
            exact = self._of(EXACT)
            count = sum(exact.fits(item, schema["contains"]) for item in value)
            if count < least:
                rule = "minContains" if "minContains" in schema else "contains"
                yield Violation(pointer, rule, f"must contain at least {least} items that match")
            elif most is not None and count > most:
                said = f"must contain at most {most} items that match"
                yield Violation(pointer, "maxContains", said)

    def _properties(self, value: Any, schema: Schema, pointer: str) -> Iterator[Violation]:
        known: Schema = schema.get("properties", {})
        patterns: Schema = schema.get("patternProperties", {})
        for name in schema.get("required", ()):
            if name not in value:
                yield Violation(f"{pointer}/{escaped(name)}", "required", "is required")
        for name, others in schema.get("dependentRequired", {}).items():
            for other in others if name in value else ():
                if other not in value:
                    said = f"is required where {name} is"
                    yield Violation(f"{pointer}/{escaped(other)}", "dependentRequired", said)
        for name, item in value.items():
            at = f"{pointer}/{escaped(str(name))}"
            if "propertyNames" in schema:
                for wrong in self._of(EXACT).check(name, schema["propertyNames"]):
                    yield Violation(at, "propertyNames", f"is a name that {wrong.message}")
            own = [known[name]] if name in known else []
            if patterns:
                own += [below for text, below in patterns.items() if _is_named(name, text)]
            for below in own:
                yield from self.check(item, below, at)
            if not own and "additionalProperties" in schema:
                yield from self._rest(item, schema, "additionalProperties", at)

    def _rest(self, item: Any, schema: Schema, keyword: str, pointer: str) -> Iterator[Violation]:
        below: Schema | bool = schema[keyword]
        if below is False:
            if self.mode == READ and keyword in _REST:
                return
            item_too_many = keyword in ("items", "unevaluatedItems")
            said = "is one item too many" if item_too_many else "is not a known property"
            yield Violation(pointer, keyword, said)
        elif below is not True:
            yield from self.check(item, below, pointer)

    # ------------------------------------------------------------------ schemas of the same value

    def _applied(self, value: Any, schema: Schema, pointer: str) -> Iterator[Violation]:
        for member in schema.get("allOf", ()):
            yield from self.check(value, member, pointer)
        if "tagged" in schema:
            yield from self._tagged(value, schema, pointer)
        if "anyOf" in schema and not any(self.fits(value, one) for one in schema["anyOf"]):
            yield from self._fits_none(value, schema["anyOf"], "anyOf", pointer)
        if "oneOf" in schema:
            fitting = [member for member in schema["oneOf"] if self.fits(value, member)]
            if not fitting:
                yield from self._fits_none(value, schema["oneOf"], "oneOf", pointer)
            elif len(fitting) > 1:
                sure = self._of(SURE)
                if sum(sure.fits(value, member) for member in fitting) > 1:
                    yield Violation(pointer, "oneOf", "matches more than one of the allowed types")
        if "not" in schema and self._of(EXACT).fits(value, schema["not"]):
            said = "must not match the schema of `not`" if schema["not"] else "is not allowed"
            yield Violation(pointer, "not", said)
        if "if" in schema:
            then = "then" if self._of(EXACT).fits(value, schema["if"]) else "else"
            yield from self.check(value, schema.get(then, _ANY), pointer)
        if "dependentSchemas" in schema and kind_of(value) == "object":
            for name, member in schema["dependentSchemas"].items():
                if name in value:
                    yield from self.check(value, member, pointer)

    def _fits_none(
        self, value: Any, members: Sequence[Schema], keyword: str, pointer: str
    ) -> Iterator[Violation]:
        """Yield violations of the only member that a value can be meant as, if there is one."""
        others = [one for one in members if one != _NULL]
        if len(others) > 1:
            kind = kind_of(value)
            others = [one for one in others if self._may_be(kind, one)]
        if len(others) == 1:
            yield from self.check(value, others[0], pointer)
        else:
            yield Violation(pointer, keyword, "matches none of the allowed types")

    def _may_be(self, kind: str, schema: Schema) -> bool:
        checker: Checker = self
        for _ in range(100):
            if not _is_of(kind, schema):
                return False
            if "$ref" not in schema:
                break
            checker, schema = checker._target(schema)
        return True

    def _tagged(self, value: Any, schema: Schema, pointer: str) -> Iterator[Violation]:
        if kind_of(value) != "object":
            return
        key, members = schema["tagged"]
        found = _chosen(value, key, members)
        if found is not None:
            yield from self.check(value, found, pointer)
        elif (
            self.mode > LENIENT or not schema.get("open")
            if key in value
            else key not in schema.get("required", ()) and self._unclear(value, schema, members)
        ):
            names = ", ".join(sorted(members))
            at = f"{pointer}/{escaped(key)}"
            yield Violation(at, "discriminator", f"must be one of {names}")

    def _unclear(self, value: Any, schema: Schema, members: Mapping[str, Schema]) -> bool:
        """Tell whether a value without a tag matches no member, or several of a ``oneOf``."""
        each = {str(one): one for one in members.values()}  # one member may have several tags
        fitting = [one for one in each.values() if self.fits(value, one)]
        if len(fitting) < 2 or schema.get("many"):
            return not fitting
        sure = self._of(SURE)
        return sum(sure.fits(value, one) for one in fitting) > 1

    # ------------------------------------------------------------------ what was evaluated

    def _unevaluated(self, value: Any, schema: Schema, pointer: str) -> Iterator[Violation]:
        seen = self.evaluated(value, schema, "unevaluatedProperties")
        for name, item in value.items():
            if name not in seen:
                at = f"{pointer}/{escaped(str(name))}"
                yield from self._rest(item, schema, "unevaluatedProperties", at)

    def evaluated(self, value: Any, schema: Schema, without: str = "") -> set[Any]:
        """Return the names, or indices, that a matching schema evaluates."""
        found: set[Any] = set()
        if "$ref" in schema:
            other, target = self._target(schema)
            found |= other.evaluated(value, target)
        if value.__class__ is dict:
            found |= self._named(value, schema, without)
        elif value.__class__ is list:
            found |= self._counted(value, schema, without)
        for member in self._holding(value, schema):
            found |= self.evaluated(value, member)
        return found

    def _named(self, value: Any, schema: Schema, without: str) -> set[Any]:
        if any(word in schema and word != without for word in _REST):
            return set(value)
        patterns = schema.get("patternProperties", {})
        known = schema.get("properties", {})
        return {
            name
            for name in value
            if name in known or any(_is_named(name, pattern) for pattern in patterns)
        }

    def _counted(self, value: Any, schema: Schema, without: str) -> set[Any]:
        if any(word in schema and word != without for word in ("items", "unevaluatedItems")):
            return set(range(len(value)))
        found: set[Any] = set(range(min(len(schema.get("prefixItems", ())), len(value))))
        if "contains" in schema:
            fits = self._of(EXACT).fits
            found |= {i for i, item in enumerate(value) if fits(item, schema["contains"])}
        return found

    def _holding(self, value: Any, schema: Schema) -> Iterator[Schema]:
        yield from schema.get("allOf", ())
        for word in ("anyOf", "oneOf"):
            yield from (one for one in schema.get(word, ()) if self.fits(value, one))
        if "tagged" in schema and value.__class__ is dict:
            key, members = schema["tagged"]
            found = _chosen(value, key, members)
            if found is not None:
                yield found
            elif key not in value:
                yield from (one for one in members.values() if self.fits(value, one))
        if "if" in schema:
            if self._of(EXACT).fits(value, schema["if"]):
                yield schema["if"]
                yield schema.get("then", _ANY)
            else:
                yield schema.get("else", _ANY)
        if value.__class__ is dict:
            depending = schema.get("dependentSchemas", {})
            yield from (member for name, member in depending.items() if name in value)


def _is_of(kind: str, schema: Schema) -> bool:
    kinds: Sequence[str] = schema.get("type", (kind,))
    return kind in kinds or (kind == "integer" and "number" in kinds)


def _chosen(value: Any, key: str, members: Mapping[str, Schema]) -> Schema | None:
    """Return the member that a tag names; numbers and booleans as JSON writes them."""
    tag = value.get(key)
    if not isinstance(tag, str):
        scalar = isinstance(tag, int) or kind_of(tag) == "integer"
        tag = json.dumps(tag if isinstance(tag, bool) else int(tag)) if scalar else None
    return None if tag is None else members.get(tag)


def _is_checked(kind: str, name: str) -> bool:
    return name in (FORMATS if kind == "string" else RANGES)


def _is_named(name: str, pattern: str) -> bool:
    expression = compiled(pattern)
    return expression is not None and expression.search(name) is not None


@cache
def schemas_of(package: str, home: str) -> Mapping[str, Schema]:
    """Read the schemas of the types of one file."""
    file = importlib.resources.files(package).joinpath("_schemas", f"{home}.json")
    found: Mapping[str, Schema] = json.loads(file.read_text(encoding="utf-8"))
    return found
