"""Contracts, which validators check if types say less than the schema: the schema itself, as JSON Schema 2020-12.

Most schemas are said whole by the types that are made of them. The keywords that are not note the schema in
``Found.strict`` while it is lowered (:mod:`.keywords`); here each of these, and what it refers to, is
written as a contract: its assertions alone, references as identities, 3.0 spelled as 3.1. Three words are ours, as
in ``compiler.plan.schemas``: ``known`` are the members of an open enum, ``tagged`` is a discriminator, ``open`` its
leniency (``many``: a value without it may fit several);
``readOnly`` and ``writeOnly`` list the required properties that only answers, or requests, have.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from compiler.base.patterns import lazy_pattern
from compiler.front.reading.documents import File
from compiler.front.reading.refs import Target
from compiler.front.schemas.applicators import UNIONS
from compiler.front.schemas.contract_tags import Place, TagWriter
from compiler.front.schemas.kept_contracts import KeptContracts
from compiler.front.schemas.keywords import FROM_NOTHING, PART_OF_ALL, TYPES
from compiler.front.schemas.upgrade import upgrade_bounds, without_null
from compiler.front.session.session import Session
from compiler.ir.identity import component_name, locate
from compiler.ir.media import is_of_file
from compiler.ir.node import Id, escape
from compiler.ir.references import end, names_of_root
from compiler.ir.types import SCHEMA_LISTS, SCHEMA_SINGLE, SCHEMA_TABLES, Contract
from compiler.source import Json, Nothing, value_at

_NUMBERS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})
_COUNTS = frozenset(
    {"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"}
)
OWN = "#own"
"""The role of a parent's own assertions, apart from the union of its heirs that it stands for."""

_INDEX = lazy_pattern(r"\d+\Z")


def lower_contracts(session: Session) -> dict[Id, Contract]:
    """Return the contract of each schema that types do not express fully, and of all that these refer to."""
    derived = [(child, end(session.found.aliases, parent)) for child, parent in session.found.derived]
    session.found.strict.update(_closed_parts(session.found.closed, derived))
    if not session.found.strict:
        return {}
    writer = ContractWriter(session)
    for at in sorted(_deciding(session, derived)):
        writer.write(at, decides=True)
    writer.finish()
    return writer.found


def _closed_parts(closed: Collection[Id], derived: Sequence[tuple[Id, Id]]) -> Iterator[Id]:
    """Yield what is made of parts of which one allows no other properties: merged, it is not closed (D11.2)."""
    yield from (child for child, parent in derived if parent in closed)
    yield from (part.rpartition("/allOf/")[0] for part in closed if PART_OF_ALL.search(part))
    yield from (child for child, _ in derived if child in closed)


def _deciding(session: Session, derived: Iterable[tuple[Id, Id]]) -> set[Id]:
    """Return the schemas that hold a noted one, or derive from one by allOf."""
    found: set[Id] = set()
    waiting = list(session.found.strict)
    heirs: dict[Id, list[Id]] = {}
    for child, parent in derived:
        heirs.setdefault(parent, []).append(child)
    while waiting:
        for at in _enclosing_schemas(session, waiting.pop()):
            if at not in found:
                found.add(at)
                waiting.extend(heirs.get(at, ()))
    return found


def _enclosing_schemas(session: Session, at: Id) -> Iterator[Id]:
    """Yield a schema and those it lies in, up to the component, parameter or media type."""
    yield at
    while session.found.targets.get(at) != "schemas" and not at.endswith("/schema"):
        above, _, last = at.rpartition("/")
        if last not in SCHEMA_SINGLE and last != "additionalItems":  # the token before is `properties` or `allOf`
            above, _, keyword = above.rpartition("/")
            if keyword not in SCHEMA_TABLES and not (_INDEX.match(last) and keyword in SCHEMA_LISTS | {"items"}):
                return
        if not above:
            return
        at = above
        yield at


class ContractWriter:
    """Writes contracts, and afterwards those of what they refer to."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.found: dict[Id, Contract] = {}
        self.waiting: dict[Id, Target] = {}
        self.written: dict[Id, dict[str, Any]] = {}
        self.names = names_of_root(session.found.aliases)
        recalling = session.recalling
        self.kept = KeptContracts(session, recalling, self.target, self.wait) if recalling is not None else None

    def write(self, at: Id, *, decides: bool) -> None:
        """Write the contract of a schema; ``decides``: types say less than it."""
        found = self.target(at)
        if found is not None:
            self._add(found, decides)

    def finish(self) -> None:
        """Write the schemas that were referred to until none is left."""
        while self.waiting:
            at, target = self.waiting.popitem()
            if at not in self.found:
                self._add(target, decides=False, at=at)

    def _add(self, target: Target, decides: bool, at: Id | None = None) -> None:
        at = target.id if at is None else at
        if self.kept is None:
            self.found[at] = self._contract(at, target, decides)
        else:
            self.written = {}  # what contracts share is written for each: one may be kept where another is not
            self.found[at] = self.kept.contract(at, target, decides, lambda: self._contract(at, target, decides))

    def _contract(self, at: Id, target: Target, decides: bool) -> Contract:
        place = Place(target.id, target.file)
        if not (at.endswith(OWN) and isinstance(target.raw, dict)):
            return Contract(at, self._schema(target.raw, place), decides)
        union = ("oneOf", "anyOf", "discriminator")
        own = {key: value for key, value in target.raw.items() if key not in union}
        return Contract(at, self._write_contract(own, place), decides)

    def wait(self, at: Id, target: Target) -> None:
        """Let a contract be written later."""
        if self.kept is not None and self.kept.asked is not None:
            self.kept.asked.waits.append((at, target.id))
        self.waiting.setdefault(at, target)

    def target(self, at: Id) -> Target | None:
        """Return what stands at an identity."""
        found = self._found(at)
        if self.kept is not None and self.kept.asked is not None:
            self.kept.asked.targets.append((at, found))
        return found

    def _found(self, at: Id) -> Target | None:
        name, sep, rest = at.partition("#")
        file = name if sep and rest[:1] in ("", "/") else None
        document = self.session.library.open(file, self.session.reports.loc(""))
        value = value_at(document.root if document is not None else None, locate(at, "").pointer)
        return None if isinstance(value, Nothing) else Target(at, value, file)

    # ------------------------------------------------------------------ one schema

    def _schema(self, raw: Json, place: Place) -> Json:
        """Write a schema once: its own contract and those of the schemas that it lies in share it."""
        if not isinstance(raw, dict):
            return raw is not False
        found = self.written.get(place.id)
        if found is None:
            found = self.written[place.id] = self._write_contract(raw, place)
        return found

    def _write_contract(self, raw: dict[str, Json], place: Place) -> dict[str, Any]:
        raw = upgrade_bounds(raw)
        reference = raw.get("$ref", raw.get("$dynamicRef"))
        if reference is not None and self.session.versions.is_30(place.file):
            found = self._reference(reference, place)
            return _or_null(found) if self._is_old_null(raw, place.file) else found
        made: dict[str, Any] = {}
        for key, value in raw.items():
            self._keyword(made, key, value, raw, place)
        self._finish_enum(made, raw, place)
        if "discriminator" in raw:
            TagWriter(self).tag(made, raw, place)
        if made.get("type") == ["string"] and (made.get("format") == "binary" or _is_file(raw)):
            del made["type"]  # what a server holds of a file is no JSON
        return _or_null(made) if self.adds_null(raw, place.file) else made

    def _keyword(self, made: dict[str, Any], key: str, value: Json, raw: dict[str, Json], place: Place) -> None:
        if key in ("$ref", "$dynamicRef"):
            made.update(self._reference(value, place))
        elif key == "$recursiveRef":
            made.update(self._recursive(value, place))
        elif key == "items" and isinstance(value, list):
            made["prefixItems"] = [self._at(item, place, key, index) for index, item in enumerate(value)]
            if "additionalItems" in raw:
                made["items"] = self._at(raw["additionalItems"], place, "additionalItems")
        elif key in SCHEMA_SINGLE:
            made[key] = self._at(value, place, key)
        elif key in SCHEMA_TABLES and isinstance(value, dict):
            if value:
                made[key] = {name: self._at(item, place, key, name) for name, item in value.items()}
        elif key in SCHEMA_LISTS and isinstance(value, list):
            kept = without_null(value) if key in UNIONS else range(len(value))
            kept = [index for index in kept if f"{place.id}/{key}/{index}" not in self.session.found.cut]
            if kept or not value:
                made[key] = [self._member(value[index], place, key, index) for index in kept]
        elif key == "dependentRequired" and isinstance(value, dict) and value:
            made.setdefault("dependentRequired", {}).update(_names(value))
        elif key == "dependencies" and isinstance(value, dict):
            self._dependencies(made, value, place)
        else:
            _assertion(made, key, value, raw)

    def _at(self, raw: Json, place: Place, *tokens: str | int) -> Json:
        at = "/".join((place.id, *(escape(token) if isinstance(token, str) else str(token) for token in tokens)))
        return self._schema(raw, Place(at, place.file))

    def _member(self, raw: Json, place: Place, key: str, index: int) -> Json:
        """Write a member of a list; of what allOf refers to its own assertions, not the union that it stands for."""
        reference = raw.get("$ref") if isinstance(raw, dict) else None
        if key == "allOf" and isinstance(reference, str):
            found = self.followed(reference, place)
            if found is not None and _has_discriminator(found.raw):
                self.wait(found.id + OWN, found)
                return {"$ref": found.id + OWN}
        return self._at(raw, place, key, index)

    def _reference(self, value: Json, place: Place) -> dict[str, Any]:
        return self._refer(self.followed(value, place)) if isinstance(value, str) else {}

    def followed(self, reference: str, place: Place) -> Target | None:
        """Return what a reference leads to, through schemas that are one reference each."""
        found = self.session.references.resolver.resolve(reference, place.file, place.id)
        return self.end(found) if isinstance(found, Target) else None

    def end(self, found: Target) -> Target | None:
        """Return what a schema leads to through those that only name another."""
        at = end(self.session.found.aliases, found.id)
        return found if at == found.id else self.target(at)

    def called(self, at: Id) -> str:
        """Return the name of a component as the root document has it, where that names it."""
        return component_name(self.names.get(at, at))

    def _recursive(self, value: Json, place: Place) -> dict[str, Any]:
        """Write a reference to the component that a schema stands in; of any other nothing is known (CG1307)."""
        around = _enclosing_schemas(self.session, place.id) if value == "#" else ()
        component = next((at for at in around if self.session.found.targets.get(at) == "schemas"), None)
        return self._refer(None if component is None else self.target(component))

    def _refer(self, found: Target | None) -> dict[str, Any]:
        """Write a reference, and keep what it leads to for later."""
        if found is None:
            return {}
        self.wait(found.id, found)
        return {"$ref": found.id}

    def _dependencies(self, made: dict[str, Any], value: dict[str, Json], place: Place) -> None:
        """Write what drafts before 2019-09 said in one word."""
        names = _names(value)
        schemas = {
            name: self._at(item, place, "dependencies", name) for name, item in value.items() if name not in names
        }
        if names:
            made.setdefault("dependentRequired", {}).update(names)
        if schemas:
            made["dependentSchemas"] = schemas

    def _finish_enum(self, made: dict[str, Any], raw: dict[str, Json], place: Place) -> None:
        """Let a list of words or numbers be open where its type is (D11.1); a single one without a name is closed."""
        values = made.get("enum", [])
        kinds = {type(value) for value in values if value is not None}
        one = len(values) == 1 and self.session.found.targets.get(place.id) != "schemas"
        if one or not kinds or not kinds <= {str, int, float} or self.is_closed(raw):
            return
        made["known"] = made.pop("enum")
        if kinds == {str} or str not in kinds:
            kind = "string" if str in kinds else "number" if float in kinds else "integer"
            made.setdefault("type", [kind, "null"] if None in values else [kind])

    def is_closed(self, raw: dict[str, Json]) -> bool:
        """Whether a schema's enum or union takes no unknown values."""
        key = self.session.spelling.key
        return any(item == "disallow" and key(name) == "unknown-values" for name, item in raw.items())

    def adds_null(self, raw: dict[str, Json], file: File) -> bool:
        """Whether a keyword of before 3.1 lets a schema accept null."""
        lists = (members for key in ("allOf", "anyOf", "oneOf") if isinstance(members := raw.get(key), list))
        lifted = any(len(without_null(members)) < len(members) for members in lists)
        return raw.get("nullable", lifted) is True or self._is_old_null(raw, file)

    def _is_old_null(self, raw: dict[str, Json], file: File) -> bool:
        """Whether the `x-nullable` of 2.0 does, which holds beside a reference, too."""
        return raw.get("x-nullable") is True and self.session.versions.is_swagger(file)


def _has_discriminator(raw: Json) -> bool:
    """Whether a schema has a discriminator, itself or in an inline part of allOf."""
    if not isinstance(raw, dict):
        return False
    parts = raw.get("allOf")
    return "discriminator" in raw or any(map(_has_discriminator, parts if isinstance(parts, list) else ()))


def _assertion(made: dict[str, Any], key: str, value: Json, raw: dict[str, Json]) -> None:
    """Write a keyword that holds no schema; what is not as it must be was told and is left out."""
    if key == "type":
        kinds = value if isinstance(value, list) else [value]
        made["type"] = [name for kind in kinds for name in ("null" if kind is None else kind,) if name in TYPES]
    elif key == "required" and isinstance(value, list):
        names = list(dict.fromkeys(name for name in value if isinstance(name, str)))
        if names:
            made["required"] = names
        for word in ("readOnly", "writeOnly"):
            listed = [name for name in names if _is_one_way(raw, name, word)]
            if listed:
                made[word] = listed
    elif key in _NUMBERS and isinstance(value, int | float) and not isinstance(value, bool):
        made[key] = value
    elif key in _COUNTS and isinstance(value, int | float) and not isinstance(value, bool):
        if value or key not in FROM_NOTHING:
            made[key] = int(value)
    elif (
        (key == "uniqueItems" and value is True)
        or (key in ("format", "pattern") and isinstance(value, str))
        or (key == "enum" and isinstance(value, list))
        or key == "const"
    ):
        made[key] = value


def _names(value: dict[str, Json]) -> dict[str, list[str]]:
    """Return the lists of names of a table; what else they hold was told."""
    lists = {key: item for key, item in value.items() if isinstance(item, list)}
    return {key: [name for name in item if isinstance(name, str)] for key, item in lists.items()}


def _is_one_way(raw: dict[str, Json], name: str, word: str) -> bool:
    """Whether a property stands in requests or in answers only, so that the other need not have it (D7.4)."""
    properties = raw.get("properties")
    item = properties.get(name) if isinstance(properties, dict) else None
    return isinstance(item, dict) and item.get(word) is True


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Let a schema of 3.0 take null."""
    for word in ("enum", "known"):
        if word in schema and None not in schema[word]:
            schema[word] = [*schema[word], None]
    if "type" in schema and not schema.keys() & {"$ref", "allOf", "anyOf", "oneOf", "not", "tagged", "const"}:
        return {**schema, "type": list(dict.fromkeys([*schema["type"], "null"]))}
    return {"anyOf": [schema, {"type": ["null"]}]}


def _is_file(raw: dict[str, Json]) -> bool:
    media_type = raw.get("contentMediaType")
    return isinstance(media_type, str) and not raw.get("contentEncoding") and is_of_file(media_type)
