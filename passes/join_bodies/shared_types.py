"""The type that JSON and multipart bodies with the same properties share, apart from files (D7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from compiler.ir.node import Id, frozen, replace
from compiler.ir.nodes import Content, Schema
from compiler.ir.types import STRING, Case, Declaration, Enum, Field, Kind, ListOf, Model, Ref, Scalar, Type, Union
from compiler.ir.wire import Encode, JsonField
from passes.support.requests.content_types import others
from passes.support.type_queries import Concrete, Types, alternatives, is_nullable, same_shape
from passes.support.unions.members import Option, distinct, or_null, stripped


@frozen
class Joined:
    """The type of both bodies: ``model``, with ``unions`` for its properties, or one that is there already.

    ``json_needs`` and ``file_needs``: properties that one of them requires and the type does not; ``json_only``:
    properties that may be ``objects`` or ``texts`` in JSON, and not in multipart.
    """

    type: Type
    declared: tuple[Declaration, ...] = ()
    json_needs: tuple[str, ...] = ()
    file_needs: tuple[str, ...] = ()
    json_only: tuple[tuple[str, str], ...] = ()
    json_fields: tuple[JsonField, ...] = ()


def joined(json: Content, multipart: Content, types: Types) -> Joined | None:
    """Return what a JSON and a multipart body have in common; None where they differ in more than files."""
    plain, filed = _model(json.type, types), _model(multipart.type, types)
    if json.type is None or multipart.type is None or plain is None or filed is None:
        return None
    if is_nullable(types, json.type) is not is_nullable(types, multipart.type):
        return None
    texts, parts = _fields(plain), _fields(filed)
    if texts.keys() != parts.keys() or not any(_holds_file(field, types) for field in parts.values()):
        return None
    at = f"{multipart.id}/schema"
    pairs = [_Pair(texts[wire], field, types, f"{at}/properties/{wire}") for wire, field in parts.items()]
    if not all(pair.alike for pair in pairs):
        return None
    if all(pair.covered for pair in pairs):
        return Joined(multipart.type, json_fields=tuple(pair.in_json() for pair in pairs if not pair.same))
    declared = types.get(at)
    if declared is not None and declared is not filed:
        return None  # it is the name of something else
    made = [pair.field() for pair in pairs]
    hidden = [field for field in filed.fields if field.read_only]
    model = replace(
        filed if declared is not None else Model(id=at, unnamed=True, description=filed.description),
        fields=(*(field for field, _ in made), *hidden),
        additional=filed.additional if plain.additional is None else plain.additional,
        closed=filed.closed and plain.closed,
        checks=filed.checks if filed.checks == plain.checks else None,
    )
    return Joined(
        or_null(Ref(at), is_nullable(types, multipart.type)),
        (model, *(union for _, union in made if union is not None)),
        tuple(pair.plain.wire for pair in pairs if pair.plain.required and not pair.filed.required),
        tuple(pair.plain.wire for pair in pairs if pair.filed.required and not pair.plain.required),
        tuple((pair.plain.wire, kind) for pair in pairs for kind in pair.json_only()),
        tuple(pair.in_json() for pair in pairs if not pair.same),
    )


def _model(type_: Type | None, types: Types) -> Model | None:
    """Return the object that a body is; None of another."""
    found = alternatives(types, type_) if type_ is not None else []
    return found[0] if len(found) == 1 and isinstance(found[0], Model) else None


def _fields(model: Model) -> Mapping[str, Field]:
    return {item.wire: item for item in model.fields if not item.read_only}


def _holds_file(field: Field, types: Types) -> bool:
    return any(_is_file(item, types) for item in alternatives(types, field.type))


@frozen
class _Pair:
    """A property of both bodies; ``at``: the place of what it may be."""

    plain: Field
    filed: Field
    types: Types
    at: Id

    @property
    def alike(self) -> bool:
        """Whether it is the same in both, but for files."""
        if self.plain.ignore != self.filed.ignore:
            return False
        return _holds_file(self.filed, self.types) or self.same or self._near()

    @property
    def same(self) -> bool:
        return same_shape(self.types, self.plain.type, self.filed.type)

    def _near(self) -> bool:
        """Tell whether both are texts, or numbers, of one kind with other bounds."""
        found = [stripped(field.type) for field in (self.plain, self.filed)]
        return len({item.kind if isinstance(item, Scalar) else item for item in found}) == 1

    @property
    def covered(self) -> bool:
        """Whether multipart says all that JSON says."""
        if self.plain.required is not self.filed.required:
            return False
        null = is_nullable(self.types, self.filed.type) or not is_nullable(self.types, self.plain.type)
        return self.same or (null and not self._missing())

    def _missing(self) -> list[Type]:
        """Return what the property may be in JSON, no file among it, and not in multipart."""
        known = [_type(item) for item in alternatives(self.types, self.filed.type)]
        found = alternatives(self.types, self.plain.type)
        wanted = [_type(item) for item in found if not _is_text_of_file(item, self.types)]
        return [item for item in wanted if not any(same_shape(self.types, item, other) for other in known)]

    def field(self) -> tuple[Field, Union | None]:
        """Return the property as both have it, and the union that it is."""
        type_, union = (self.filed.type, None) if self.same or not self._missing() else self._union()
        nullable = is_nullable(self.types, self.filed.type) or is_nullable(self.types, self.plain.type)
        return (
            replace(
                self.filed,
                type=or_null(type_, nullable),
                required=self.filed.required and self.plain.required,
                asked=self.filed.required is not self.plain.required,
                deprecated=self.filed.deprecated and self.plain.deprecated,
                description=self._text(),
                example=self.filed.example or (self.plain.example if union is None else None),
                name=self.filed.name or self.plain.name,
                names_in=self.filed.names_in or self.plain.names_in,
            ),
            union,
        )

    def _text(self) -> str | None:
        """Return what both bodies say of it, and when it is required."""
        said = [self.filed.description]
        if self.plain.description != self.filed.description:
            lead = "Without a file: " if said[0] and self.plain.description else ""
            said.append(f"{lead}{self.plain.description or ''}")
        if self.plain.required is not self.filed.required:
            said.append(f"Required {'without' if self.plain.required else 'with'} a file.")
        return "\n\n".join(filter(None, said)) or None

    def _union(self) -> tuple[Type, Union | None]:
        cases = list(self._cases())
        left = distinct(Option(Schema(), case.type) for case in cases)
        if len(left) == 1:
            return left[0].type, None
        named = {case.type: case for case in cases}
        declared = self.types.get(self.at)
        own = declared if isinstance(declared, Union) else Union(id=self.at, unnamed=True, open=True)
        listed = tuple(named.get(option.type, Case(option.type)) for option in left)
        return Ref(self.at), replace(own, cases=listed, many=True, tag=None, default=None)

    def _cases(self) -> Iterator[Case]:
        """Yield what it may be in multipart, then what else it may be in JSON."""
        yield from _cases(self.filed.type, self.types)
        missing = self._missing()
        for case in _cases(self.plain.type, self.types):
            own = [_type(item) for item in alternatives(self.types, case.type)]
            if any(item in missing for item in own):
                yield case

    def in_json(self) -> JsonField:
        """Return what it is in JSON: a file is a text there. Types of one shape are the one that both bodies have."""
        known = [_type(item) for item in alternatives(self.types, self.filed.type)]
        found: dict[Type, None] = {}
        for item in alternatives(self.types, self.plain.type):
            own = STRING if isinstance(item, Scalar) and item.kind is Kind.BYTES else _type(item)
            found[next((one for one in known if same_shape(self.types, own, one)), own)] = None
        return JsonField(self.plain.wire, tuple(found), is_nullable(self.types, self.plain.type))

    def json_only(self) -> Iterator[str]:
        """Yield what of it is JSON alone: objects, and texts, of which no part may be."""
        if not _holds_file(self.filed, self.types):
            return
        objects, texts = _kinds(alternatives(self.types, self.filed.type), self.types)
        missing = [item for type_ in self._missing() for item in alternatives(self.types, type_)]
        more_objects, more_texts = _kinds(missing, self.types)
        if more_objects and not objects:
            yield "objects"
        if more_texts and not texts:
            yield "texts"


def _cases(type_: Type, types: Types) -> Iterator[Case]:
    """Yield the members of a type, one where it is no union; null is said elsewhere."""
    held = stripped(type_)
    declared = types.get(held.target) if isinstance(held, Ref) else None
    match declared:
        case Union(cases=cases):
            yield from (replace(case, type=stripped(case.type)) for case in cases)
        case _:
            yield Case(held)


def _kinds(found: Iterable[Concrete], types: Types) -> tuple[bool, bool]:
    """Tell whether objects are among some values, or their items, and whether texts and numbers are."""
    flat = [
        inner for item in found for inner in (alternatives(types, item.item) if isinstance(item, ListOf) else (item,))
    ]
    objects, texts = others((), Encode.BYTES, flat, anything=False)
    return objects is not None, texts is not None


def _type(item: Concrete) -> Type:
    return Ref(item.id) if isinstance(item, Model | Enum) else item


def _is_file(item: Concrete, types: Types) -> bool:
    if isinstance(item, ListOf):
        return any(_is_file(inner, types) for inner in alternatives(types, item.item))
    return isinstance(item, Scalar) and item.kind is Kind.BYTES


def _is_text_of_file(item: Concrete, types: Types) -> bool:
    """Tell whether what JSON has is a file, too, as a text."""
    if isinstance(item, ListOf):
        return all(_is_text_of_file(inner, types) for inner in alternatives(types, item.item))
    return isinstance(item, Scalar) and (item.kind in (Kind.BYTES, Kind.BASE64) or item.format == "binary")
