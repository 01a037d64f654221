"""Which JSON and multipart bodies one method takes: those of the same properties and types, files aside (D7.3)."""

from __future__ import annotations

from compiler.ir.media import FORM_DATA, essence
from compiler.ir.types import Enum, Field, Kind, ListOf, Model, Ref, Scalar, Type
from compiler.ir.wire import BodyKind, Encode, Part, Payload
from passes.support.types import Concrete, Types, alternatives, is_nullable, same_shape


def same_but_files(json: Payload, multipart: Payload, types: Types) -> bool:
    """Tell whether a multipart body is what a JSON body is, and may have files beside.

    What JSON has in the place of a file, such as a reference to one, must be told from it: the type of the multipart
    property has both.
    """
    is_form = multipart.kind is BodyKind.MULTIPART and essence(multipart.media_type) == FORM_DATA
    if not is_form or json.kind is not BodyKind.JSON or json.nullable is not multipart.nullable:
        return False
    plain, filed = _fields(json, types), _fields(multipart, types)
    if not plain or plain.keys() != filed.keys() or not any(map(_is_file, multipart.parts)):
        return False
    parts = {part.wire: part for part in multipart.parts}
    return all(_alike(field, filed[wire], parts[wire], types) for wire, field in plain.items())


def _fields(payload: Payload, types: Types) -> dict[str, Field]:
    """Return the properties of a body that is one object; none of another."""
    found = alternatives(types, payload.type)
    model = found[0] if len(found) == 1 else None
    return {item.wire: item for item in model.fields if not item.read_only} if isinstance(model, Model) else {}


def _is_file(part: Part) -> bool:
    return part.encode is Encode.BYTES and not part.anything


def _alike(plain: Field, filed: Field, part: Part, types: Types) -> bool:
    if plain.required is not filed.required:
        return False
    if same_shape(types, plain.type, filed.type):
        return True
    if not _is_file(part) or is_nullable(types, plain.type) is not is_nullable(types, filed.type):
        return False
    wanted, others = (
        [item for item in alternatives(types, field.type) if not _is_bytes(item, types)] for field in (plain, filed)
    )
    return len(others) == len(wanted) and all(
        any(same_shape(types, _type(item), _type(other)) for other in others) for item in wanted
    )


def _type(item: Concrete) -> Type:
    return Ref(item.id) if isinstance(item, Model | Enum) else item


def _is_bytes(item: Concrete, types: Types) -> bool:
    if isinstance(item, ListOf):
        return all(_is_bytes(inner, types) for inner in alternatives(types, item.item))
    return isinstance(item, Scalar) and (item.kind is Kind.BYTES or item.format == "binary")
